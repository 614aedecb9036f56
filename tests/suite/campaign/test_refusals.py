"""Workers that cannot start a port: they get no more of its shards, and the other ports go on."""

from __future__ import annotations

import pytest

from stablelist_conformance.campaign.shard import Shard
from stablelist_conformance.campaign.worker import Order, Refused
from stablelist_conformance.wire.errors import UsageError
from suite.kit.ports import tiny

from .conftest import FEW, Scene, records_of


def test_a_worker_that_refuses_says_so_once(scene: Scene) -> None:
    """And is left out."""
    scene.crew.jobs = 2
    refused: list[object] = []

    def refuse(order: object) -> object:
        if isinstance(order, Shard) and len(refused) < 2:
            refused.append(order)
            return Refused("far:1", "it has no node")
        return None

    scene.crew.instead = refuse
    scene.run()
    (sentence,) = scene.told.sentences
    assert sentence.startswith("process 1 on far takes no further shards of ")
    assert sentence.endswith(": it has no node")
    assert set(scene.crew.left_out) == {("far:1", scene.port)}


def test_no_worker_can_start_the_port(scene: Scene) -> None:
    """One sentence, and nothing in the store."""
    with pytest.raises(
        UsageError, match=r"no worker is left that can start a port: the port '\./no'"
    ):
        scene.run(FEW, "./no")
    assert (records_of(scene.store), scene.told.sentences) == ([], [])


def test_workers_that_keep_refusing(scene: Scene) -> None:
    """Even if an executor claims to have more of them."""
    scene.crew.jobs = 1000
    scene.crew.instead = lambda _: Refused("far:1", "no")
    with pytest.raises(UsageError, match="no worker is left"):
        scene.run()
    assert len(scene.crew.orders) < 20


def test_a_port_that_cannot_start_is_left_out(scene: Scene) -> None:
    """It is said once; the other one has all shards and a verdict without a note."""
    (verdict,) = scene.run(FEW, "./no", scene.port)
    assert (verdict.port, verdict.notes) == (scene.port, [])
    assert len(scene.shards()) == 4
    (sentence,) = scene.told.sentences
    assert sentence.startswith("./no is left out: the port './no' cannot be started")


def test_no_port_can_start(scene: Scene) -> None:
    """Each is said once."""
    with pytest.raises(UsageError, match="every port was left out, so nothing was verified"):
        scene.run(FEW, "./no", "./nor")
    told = [each.partition(" is left out: ")[0] for each in scene.told.sentences]
    assert sorted(told) == ["./no", "./nor"]


def test_a_worker_that_refuses_one_port_takes_another(scene: Scene) -> None:
    """A port that was met and that no worker can start any more is undecided."""
    other = tiny(answer="answer = answer; print(answer, flush=True)")

    def refuse(order: Order) -> object:
        is_shard = isinstance(order, Shard) and order.start.port == other
        return Refused("far:1", "it has no node") if is_shard else None

    scene.crew.instead = refuse
    verdicts = {each.port: each for each in scene.run(FEW, scene.port, other)}
    assert verdicts[other].notes == [
        "no worker is left that can start a port: it has no node",
    ]
    assert verdicts[scene.port].notes == []
    ran = [order.start.port for order in scene.crew.orders if isinstance(order, Shard)]
    assert (ran.count(other), ran.count(scene.port)) == (1, 3)
