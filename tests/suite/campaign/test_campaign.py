"""The loop: what is submitted and kept, and what happens if workers are killed, go away, or cannot start a port."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor
from functools import reduce
from typing import Any

import pytest

from stablelist_conformance.campaign import Campaign, Limits, Processes, Store, WorkerPool, campaign
from stablelist_conformance.campaign.records import Name
from stablelist_conformance.campaign.worker import CannotStart, Start
from stablelist_conformance.judging import judge
from stablelist_conformance.judging.judge import Unjudged
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.wire.errors import UsageError
from suite.kit.ports import DEFECT, tiny

from .conftest import FEW, OPTIONS, Scene, Told, no_room, records_of

OTHER = tiny(answer="answer = answer; print(answer, flush=True)")
"""Another command line of a right port."""


def test_campaign_on_right_port_counts_every_shard_once(scene: Scene) -> None:
    """The verdict is that of all together, and the next campaign runs the next shards."""
    (first,) = scene.run()
    assert list(map(str, scene.ordered())) == [*("cover", "0 (marathon)", "1 (swarm)", "2 (swarm)")]
    assert scene.shards() == sorted(scene.ordered())
    assert first.operations == sum(each.operations for each in records_of(scene.store))
    assert {report.name for report in first.engines} == {"cover", "marathon", "swarm"}
    assert (scene.told.sentences, scene.told.labels) == ([], len(first.covered))
    assert first.outcome is not Outcome.REFUTED
    again = Scene(scene.store, scene.port)
    (after,) = again.run()
    assert [name.seed for name in scene.shards()] == [0, 0, 1, 2, 3, 4, 5, 6]
    assert after.operations > first.operations
    assert again.told.labels == len(after.covered) - len(first.covered)


def test_verdict_sums_what_shards_did_not_judge(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here every word but the first of a program, because no state is followed."""
    monkeypatch.setattr(judge, "successors", lambda ways, most: [])
    (verdict,) = scene.run()
    shards = [Unjudged(*each.unjudged) for each in records_of(scene.store)]
    assert sum(each.operations > 0 for each in shards) > 2
    assert verdict.unjudged == reduce(Unjudged.plus, shards)


def test_workers_are_told_the_labels_that_are_known(scene: Scene) -> None:
    """When they begin: each records only others, and a campaign that goes on tells those of the store."""
    scene.run()
    known = set[str]()
    records = sorted(records_of(scene.store), key=lambda one: one.at)
    for each, (_, _, told) in zip(records, scene.crew.shards, strict=True):
        assert told <= known
        assert told.isdisjoint(each.labels)
        known |= {*each.labels}
    assert known
    Scene(scene.store, scene.port, scene.crew).run(Limits(shards=1, operations=100))
    assert scene.crew.shards[-1][2] == known


@pytest.mark.parametrize("crew", [None, 2])
def test_every_port_has_its_turns_and_a_verdict(
    store: Store, few_covering: object, crew: int | None
) -> None:
    """In processes, too, where a port has turns before the others are met."""
    scene = Scene(store)
    if crew is None:
        verdicts = scene.run(FEW, scene.port, OTHER)
        assert [port for port, *_ in scene.crew.shards].count(OTHER) == 2
    else:
        with Processes(crew) as processes:
            verdicts = Campaign((scene.port, OTHER), OPTIONS, store, processes, FEW).run()
    assert {each.port for each in verdicts} == {scene.port, OTHER}


def test_executor_of_the_caller_is_a_crew(store: Store, few_covering: object) -> None:
    """From Python, such as threads; the size of a shard is measured if the user does not choose it."""
    with ThreadPoolExecutor(2) as pool:
        crew = WorkerPool(pool, 2)
        (verdict,) = Campaign([tiny()], OPTIONS, store, crew, Limits(shards=3)).run()
        assert verdict.operations >= 2 * 1_000
        with pytest.raises(UsageError, match="the executor is broken"):
            crew.renew()


def test_full_disk_ends_campaign(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was being written is lost, and said."""

    def fill(port: str, shard: Name | None) -> None:
        if shard and shard.seed == 1:
            monkeypatch.setattr(os, "fsync", no_room)

    scene.crew.instead = fill
    with pytest.raises(UsageError, match=r"No space left.*make room on the disk"):
        scene.run()
    assert "lost, and run again with --continue: shard" in scene.told.sentences[-1]
    assert records_of(scene.store)


# --- Failures ---------------------------------------------------------------------------------------


def test_wrong_port_is_refuted_by_shrunk_programs(store: Store, few_covering: object) -> None:
    """The first failure is shrunk, and again one whenever their number has doubled; the others are counted."""
    scene = Scene(store, tiny(after_word=DEFECT))
    (verdict,) = scene.run()
    assert verdict.outcome is Outcome.REFUTED
    assert all(len(found.program.words) <= 4 for found in scene.told.finds)
    told = {each.counterexample.program for each in verdict.findings}
    assert {found.program for found in scene.told.finds} == told
    shrunk = sum(len(each.found) for each in records_of(store))
    assert 2 * shrunk < sum(each.times for each in verdict.findings)
    assert list((store.folder / "failures").glob("*.html"))
    again = Scene(store, scene.port)
    (verdict,) = again.run(Limits(seconds=0.0, operations=2_000))
    assert verdict.outcome is Outcome.REFUTED
    assert (again.ordered(), again.told.finds) == ([], [])


def test_port_that_dies_is_started_again_a_few_times(store: Store, few_covering: object) -> None:
    dies = tiny(after_word="if len(words) > 30: sys.exit(3)")
    (verdict,) = Scene(store, dies).run(Limits(shards=3, operations=2_000))
    assert {each.signature.kind for each in verdict.findings} >= {"died"}


# --- Workers that are killed or go away -------------------------------------------------------------


def once(error: Exception, seed: int = 1) -> Callable[[str, Name | None], None]:
    """Something that fails at a shard, once."""
    errors = [error]

    def fail(port: str, shard: Name | None) -> None:
        if shard and shard.seed == seed and errors:
            raise errors.pop()

    return fail


def test_shard_whose_worker_was_killed_is_run_again(scene: Scene) -> None:
    scene.crew.instead = once(BrokenExecutor("a process ended"))
    scene.run()
    assert (scene.crew.renewed, scene.shards()) == (1, sorted(set(scene.ordered())))
    (sentence,) = scene.told.sentences
    assert sentence.startswith("shard 1 (swarm) of ")
    assert "was lost, and is run again: a process ended" in sentence


def test_executor_that_is_broken_before_a_shard_is_submitted_is_renewed(scene: Scene) -> None:
    """The shard is run again, too."""
    submit, fail = scene.crew.submit, once(BrokenExecutor("a process ended"))

    def breaking(work: Callable[..., Any], start: Start, *args: Any) -> Future[Any]:
        fail("", args[0] if args else None)
        return submit(work, start, *args)

    scene.crew.submit = breaking  # type: ignore[method-assign]
    scene.run()
    assert (scene.crew.renewed, len(scene.shards())) == (1, 4)


def test_shard_that_ends_every_worker_is_given_up(scene: Scene) -> None:
    """Others go on, and the verdict mentions it; the next campaign tries again."""

    def kill(port: str, shard: Name | None) -> None:
        if shard and shard.seed == 1:
            raise CancelledError

    scene.crew.instead = kill
    (verdict,) = scene.run()
    assert any("was given up after 3 attempts: CancelledError" in note for note in verdict.notes)
    assert scene.ordered().count(Name("swarm", 1)) == 3
    assert [name.seed for name in scene.shards()] == [0, 0, 2]
    assert Scene(scene.store, scene.port).run()[0].notes == []
    assert 1 in {name.seed for name in scene.shards()}


def test_campaign_without_workers_ends(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "ALONE", 0.1)
    monkeypatch.setattr(campaign, "GLANCE", 0.01)
    scene.crew.jobs = 0
    with pytest.raises(UsageError, match="no worker is left, and none came"):
        scene.run()


def kill_yourself() -> None:
    """End this process as a full memory does."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_killed_processes_are_started_again(store: Store, few_covering: object) -> None:
    """A killed one takes the others along; no shard is missing in the end."""
    told = Told()
    with Processes(2) as crew:
        submit, shots = crew.submit, [2]

        def shooting(work: Callable[..., Any], start: Start, *args: Any) -> Future[Any]:
            if args and args[0].seed == shots[-1]:
                shots.append(-1)
                crew.executor.submit(kill_yourself)
            return submit(work, start, *args)

        crew.submit = shooting  # type: ignore[method-assign]
        Campaign([tiny()], OPTIONS, store, crew, Limits(shards=6, operations=2_000), told).run()
    assert sorted(each.shard.seed for each in records_of(store)) == [0, 0, 1, 2, 3, 4]
    assert any("was lost, and is run again" in sentence for sentence in told.sentences)


# --- Workers that cannot start a port ---------------------------------------------------------------


def test_worker_that_cannot_start_a_port_is_named_once(scene: Scene) -> None:
    scene.crew.jobs = 2
    scene.crew.instead = once(CannotStart("far:1", "it has no node"))
    scene.run()
    assert scene.crew.excluded == [("far:1", scene.port)]
    (sentence,) = scene.told.sentences
    assert sentence.startswith("far:1 takes no shards of ")
    assert sentence.endswith(": it has no node")


@pytest.mark.parametrize(
    ("ports", "complaint"),
    [
        (("./no",), r"^no worker is left that can start a port: the port '\./no' cannot be started"),
        (("cat",), r"a line that is not a handshake; .* the port sent: hello 6$"),
        (("./no", "./nor"), "^every port was left out, so nothing was verified$"),
    ],
)  # fmt: skip
def test_ports_that_no_worker_can_start_are_bad_usage(
    scene: Scene, ports: tuple[str, ...], complaint: str
) -> None:
    with pytest.raises(UsageError, match=complaint):
        scene.run(FEW, *ports)
    assert records_of(scene.store) == []
    told = {each.partition(" is left out: the port ")[0] for each in scene.told.sentences}
    assert told == (set(ports) if len(ports) > 1 else set())


@pytest.mark.parametrize("at", ["its start", "a shard"])
def test_port_that_cannot_start_is_left_out_and_the_other_one_goes_on(
    scene: Scene, at: str
) -> None:
    """One that was started before has a verdict, which is undecided; it is said once."""

    def refuse(port: str, shard: Name | None) -> None:
        if port == OTHER and (at == "its start" or shard is not None):
            raise CannotStart("far:1", "it has no node")

    scene.crew.instead = refuse
    verdicts = {each.port: each.notes for each in scene.run(FEW, scene.port, OTHER)}
    why = ["no worker is left that can start a port: it has no node"]
    assert verdicts.pop(OTHER, why) == why
    assert verdicts == {scene.port: []}
    assert [port for port, *_ in scene.crew.shards].count(scene.port) >= 3
    (sentence,) = scene.told.sentences
    assert sentence.endswith(" is left out: it has no node")
