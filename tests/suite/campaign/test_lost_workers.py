"""Workers that are killed or go away: their shards are run again, unless that happens too often."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from typing import Any

import pytest

from stablelist_conformance.campaign import Campaign, Limits, Processes, Store, campaign
from stablelist_conformance.campaign.records import ShardDone
from stablelist_conformance.campaign.shard import Shard
from stablelist_conformance.campaign.worker import Order
from stablelist_conformance.wire.errors import UsageError
from suite.kit.ports import tiny

from .conftest import OPTIONS, Scene, Told, records_of


def test_a_shard_whose_worker_was_killed_is_run_again(scene: Scene) -> None:
    """And that is said."""
    killed: list[object] = []

    def kill(order: object) -> object:
        if isinstance(order, Shard) and order.name.seed == 1 and not killed:
            killed.append(order)
            raise BrokenExecutor("a process ended")
        return None

    scene.crew.instead = kill
    scene.run()
    assert scene.crew.renewed == 1
    assert scene.shards() == sorted(set(scene.ordered()))
    (sentence,) = scene.told.sentences
    assert "shard 1 (all classes)" in sentence
    assert "was lost, and is run again: a process ended" in sentence


def test_an_executor_that_breaks_before_anything_is_submitted(scene: Scene) -> None:
    """Is renewed, too."""
    submit, broken = scene.crew.submit, [True]

    def breaking(work: Callable[[Any], Any], order: Order) -> Future[Any]:
        if isinstance(order, Shard) and broken:
            broken.clear()
            raise BrokenExecutor("a process ended")
        return submit(work, order)

    scene.crew.submit = breaking  # type: ignore[method-assign]
    scene.run()
    assert (scene.crew.renewed, len(scene.shards())) == (1, 4)


def test_a_shard_that_kills_every_worker_is_given_up(scene: Scene) -> None:
    """Others go on, and the verdict mentions it."""

    def kill(order: object) -> object:
        if isinstance(order, Shard) and order.name.seed == 1:
            raise CancelledError
        return None

    scene.crew.instead = kill
    (verdict,) = scene.run()
    assert any("was given up after 3 attempts: CancelledError" in note for note in verdict.notes)
    assert [name.seed for name in scene.shards()] == [0, 0, 2]
    assert Scene(scene.store, scene.port).run()[0].notes == []
    assert 1 in {name.seed for name in scene.shards()}


def test_no_worker_comes(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for a while."""
    monkeypatch.setattr(campaign, "ALONE", 0.1)
    monkeypatch.setattr(campaign, "GLANCE", 0.01)
    scene.crew.jobs = 0
    with pytest.raises(UsageError, match="no worker is left, and none came"):
        scene.run()


def kill_yourself(_: object) -> None:
    """End this process as a full memory does."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_processes_are_started_again(store: Store, few_covering: object) -> None:
    """A killed one takes the others along; no shard is missing in the end."""
    told = Told()
    with Processes(2) as crew:
        submit, shots = crew.submit, [2]

        def shooting(work: object, order: object) -> object:
            if isinstance(order, Shard) and order.name.seed == shots[-1]:
                shots.append(-1)
                crew._pool.submit(kill_yourself, None)
            return submit(work, order)  # type: ignore[arg-type]

        crew.submit = shooting  # type: ignore[method-assign,assignment]
        Campaign([tiny()], OPTIONS, store, crew, Limits(shards=6, operations=2_000), told).run()
    seeds = [each.seed for each in records_of(store) if isinstance(each, ShardDone)]
    assert sorted(seeds) == [0, 0, 1, 2, 3, 4]
    assert any("was lost, and is run again" in sentence for sentence in told.sentences)
