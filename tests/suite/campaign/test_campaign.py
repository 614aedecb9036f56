"""The loop: what is submitted, what is kept, and what happens if the store is full."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from stablelist_conformance.campaign import Borrowed, Campaign, Limits, Processes, Store
from stablelist_conformance.campaign.calibrate import Introduction
from stablelist_conformance.campaign.records import ProgramKept, ShardDone
from stablelist_conformance.campaign.shard import Shard
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.wire.errors import UsageError
from suite.kit.ports import tiny

from .conftest import FEW, OPTIONS, Scene, Told, records_of


def test_a_right_port(scene: Scene) -> None:
    """Every shard counts once, and the verdict is that of all together."""
    (verdict,) = scene.run()
    assert [str(name) for name in scene.ordered()] == [
        "cover",
        "0 (process)",
        "1 (all classes)",
        "2 (all classes)",
    ]
    assert scene.shards() == sorted(scene.ordered())
    assert verdict.operations == sum(
        each.operations for each in records_of(scene.store) if isinstance(each, ShardDone)
    )
    assert {report.name for report in verdict.engines} == {"cover", "marathon", "swarm"}
    assert verdict.covered
    assert verdict.outcome is not Outcome.REFUTED
    assert scene.told.sentences == []


def test_a_campaign_that_goes_on_runs_the_next_shards(scene: Scene) -> None:
    """And its verdict has those of the first, too."""
    (before,) = scene.run()
    (after,) = Scene(scene.store, scene.port).run()
    assert [name.seed for name in scene.shards()] == [0, 0, 1, 2, 3, 4, 5, 6]
    assert after.operations > before.operations


def test_shortest_programs_are_kept(scene: Scene) -> None:
    """Each is shorter than the one before it for its label."""
    scene.run()
    lengths = dict[str, int]()
    kept = [each for each in records_of(scene.store) if isinstance(each, ProgramKept)]
    assert kept
    for each in kept:
        lengths[each.label] = min(each.words, lengths.get(each.label, each.words))
    known = [order.known for order in scene.crew.orders if isinstance(order, Shard)][-1]
    assert known == lengths


def test_every_port_has_its_turns(scene: Scene) -> None:
    """And a verdict of its own."""
    other = tiny(answer="answer = answer; print(answer, flush=True)")
    verdicts = scene.run(FEW, scene.port, other)
    assert {each.port for each in verdicts} == {scene.port, other}
    ran = [order.start.port for order in scene.crew.orders if isinstance(order, Shard)]
    assert ran.count(other) == 2


def test_a_port_has_turns_before_the_others_are_met(store: Store, few_covering: object) -> None:
    """The first shards are those of the port that is met first."""
    other = tiny(answer="answer = answer; print(answer, flush=True)")
    with Processes(2) as crew:
        verdicts = Campaign((tiny(), other), OPTIONS, store, crew, FEW, Told()).run()
    assert {each.port for each in verdicts} == {tiny(), other}
    assert any(each.operations for each in verdicts)


def test_what_is_under_way_is_told(scene: Scene) -> None:
    """Only what has a worker, and since when; in the end, nothing."""
    scene.run()
    first, *_, last = scene.told.work
    assert [type(job.order) for job in first] == [Introduction]
    assert last == []
    assert all(len(jobs) == 1 and jobs[0].began for jobs in scene.told.work[:-1])


def test_no_shard_is_submitted_when_time_is_up(scene: Scene) -> None:
    """The port is met all the same."""
    (verdict,) = scene.run(Limits(seconds=0.0, operations=2_000))
    assert (scene.ordered(), verdict.outcome) == ([], Outcome.UNDECIDED)


def test_size_of_a_shard_is_measured(scene: Scene) -> None:
    """When the port is met, if the user does not choose it."""
    scene.run(Limits(shards=1))
    (shard,) = [order for order in scene.crew.orders if isinstance(order, Shard)]
    assert shard.operations >= 1_000
    assert shard.operations % 1_000 == 0


def test_an_executor_of_the_callers_own(store: Store, few_covering: object) -> None:
    """From Python, such as threads."""
    with ThreadPoolExecutor(2) as pool:
        crew = Borrowed(pool, 2)
        (verdict,) = Campaign([tiny()], OPTIONS, store, crew, FEW).run()
        assert verdict.operations >= 3 * 2_000
        assert crew.changes() == []
        with pytest.raises(UsageError, match="the executor is broken"):
            crew.renew()


def test_a_full_disk_ends_the_campaign(scene: Scene) -> None:
    """What was being written is lost, and said."""

    def fill(order: object) -> object:
        if isinstance(order, Shard) and order.name.seed == 1:
            (pages,) = scene.store.database.execute("PRAGMA page_count").fetchone()
            scene.store.database.execute(f"PRAGMA max_page_count = {pages}")
        return None

    scene.crew.instead = fill
    with pytest.raises(UsageError, match=r"full.*make room on the disk"):
        scene.run(Limits(shards=200, operations=200))  # more than the last page has room for
    assert "lost, and run again with --continue: shard" in scene.told.sentences[-1]
    scene.store.database.execute("PRAGMA max_page_count = 1000000")
    with Store.open(scene.store.folder) as again:
        assert again.lost() >= 1
        assert records_of(again)


def test_what_an_earlier_campaign_lost_is_said(scene: Scene) -> None:
    """And run."""
    scene.store.begin("tiny", "3 (all classes)")
    scene.run()
    assert scene.told.sentences == ["1 shard of an earlier campaign lost, and run again"]


def test_order_of_introduction_comes_first(scene: Scene) -> None:
    """Nothing is known of a port before."""
    scene.run(Limits(shards=1, operations=100))
    assert isinstance(scene.crew.orders[0], Introduction)
