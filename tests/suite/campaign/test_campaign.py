"""The loop: what is submitted, what is kept, and what happens if a worker is killed, refuses, or the store is full."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from stablelist_conformance.campaign import Borrowed, Campaign, Processes, Store, campaign, front
from stablelist_conformance.campaign.campaign import INTERRUPTED, Limits
from stablelist_conformance.campaign.introduction import Introduction
from stablelist_conformance.campaign.records import FailureFound, ProgramKept, ShardDone
from stablelist_conformance.campaign.shard import Name, Shard, run_shard
from stablelist_conformance.campaign.shrinking import Shrinking
from stablelist_conformance.campaign.worker import Refused, Start, here, subject_of
from stablelist_conformance.errors import UsageError
from stablelist_conformance.options import Options
from stablelist_conformance.report.itf import read
from stablelist_conformance.verdict import Outcome, Verdict
from suite.kit.ports import DEFECT, tiny

from .conftest import Inline, Told

OPTIONS = Options(shrink_seconds=5.0)
FEW = Limits(shards=4, operations=2_000)


class Scene:
    """A campaign on a tiny port."""

    def __init__(self, store: Store, port: str = "", crew: Inline | None = None) -> None:
        self.store, self.port = store, port or tiny()
        self.crew, self.told = crew or Inline(), Told()

    def run(self, limits: Limits = FEW, *ports: str) -> list[Verdict]:
        """Run it; the verdicts."""
        ports = ports or (self.port,)
        return Campaign(ports, OPTIONS, self.store, self.crew, limits, self.told).run()

    def shards(self) -> list[Name]:
        """What was done, by number."""
        found = (each for each in self.store.records() if isinstance(each, ShardDone))
        return sorted(each.name for each in found)

    def ordered(self) -> list[Name]:
        """What was submitted."""
        return [order.name for order in self.crew.orders if isinstance(order, Shard)]


@pytest.fixture
def scene(store: Store, few_covering: object) -> Scene:
    """A campaign on a tiny port that is right."""
    return Scene(store)


# --- All is well ------------------------------------------------------------------------------------


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
        each.operations for each in scene.store.records() if isinstance(each, ShardDone)
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


def test_a_shard_is_pure() -> None:
    """But for who did it and how long it took."""
    shard = Shard(Start(tiny(), OPTIONS), Name("swarm", 5), 2_000)
    one, two = run_shard(shard), run_shard(shard)
    assert not isinstance(one, Refused)
    assert not isinstance(two, Refused)
    one.seconds = two.seconds = 0.0
    assert one == two
    assert one.operations >= 2_000


def test_shortest_programs_are_kept(scene: Scene) -> None:
    """Each is shorter than the one before it for its label."""
    scene.run()
    lengths = dict[str, int]()
    kept = [each for each in scene.store.records() if isinstance(each, ProgramKept)]
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


# --- Failures ---------------------------------------------------------------------------------------


def test_a_wrong_port(store: Store, few_covering: object) -> None:
    """The first failure is shrunk, the others are counted."""
    scene = Scene(store, tiny(after_word=DEFECT))
    (verdict,) = scene.run()
    assert verdict.outcome is Outcome.REFUTED
    assert all(len(found.program.words) <= 4 for found in scene.told.finds)
    told = {each.counterexample.program for each in verdict.findings}
    assert {found.program for found in scene.told.finds} == told
    shrinks = [order for order in scene.crew.orders if isinstance(order, Shrinking)]
    assert 2 * len(shrinks) < sum(each.times for each in verdict.findings)
    assert list((store.folder / "failures").glob("*.html"))


@pytest.fixture
def heeded() -> Iterator[None]:
    """Interrupts are taken as in the foreground, though these tests may run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeded")
def test_a_failure_that_was_not_shrunk_is_shrunk_later(store: Store, few_covering: object) -> None:
    """By the next campaign, and refutes the port meanwhile."""
    first = Scene(store, tiny(after_word=DEFECT))

    def interrupt(order: object) -> object:
        if isinstance(order, Shrinking):
            os.kill(os.getpid(), signal.SIGINT)
        return None

    first.crew.instead = interrupt
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(front, "shrink_failure", lambda _: pytest.fail("it was interrupted"))
        (verdict,) = first.run()
    assert verdict.outcome is Outcome.REFUTED
    assert INTERRUPTED in verdict.notes
    unshrunk = [each for each in store.records() if isinstance(each, FailureFound)]
    assert not any(each.shrunk for each in unshrunk)
    assert len(read(unshrunk[0].trace).program.words) >= 2
    second = Scene(store, first.port)
    (verdict,) = second.run(Limits(seconds=0.0, operations=2_000))
    assert second.told.finds
    assert len(verdict.findings[0].counterexample.program.words) <= 4


def test_a_program_that_is_no_port_is_refuted(scene: Scene) -> None:
    """As by a verification."""
    (verdict,) = scene.run(FEW, "cat")
    assert verdict.outcome is Outcome.REFUTED
    assert "is not a handshake" in verdict.refuting[0].detail


def test_a_port_that_dies_again_and_again(store: Store, few_covering: object) -> None:
    """Is started again a few times in a shard, and no more."""
    dies = tiny(after_word="if len(words) > 30: sys.exit(3)")
    (verdict,) = Scene(store, dies).run(Limits(shards=3, operations=2_000))
    assert {each.signature.kind for each in verdict.findings} >= {"died"}


# --- Workers are killed, refuse, or are not there ---------------------------------------------------


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

    def breaking(work: Callable[[Any], Any], order: object) -> Future[Any]:
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
    assert scene.told.sentences == ["the worker far:1 takes no further shards: it has no node"]
    assert set(scene.crew.left_out) == {"far:1"}


def test_no_worker_can_start_the_port(scene: Scene) -> None:
    """One sentence, and nothing in the store."""
    with pytest.raises(
        UsageError, match=r"no worker is left that can start a port: the port '\./no'"
    ):
        scene.run(FEW, "./no")
    assert (list(scene.store.records()), scene.told.sentences) == ([], [])


def test_workers_that_keep_refusing(scene: Scene) -> None:
    """Even if an executor claims to have more of them."""
    scene.crew.jobs = 1000
    scene.crew.instead = lambda _: Refused("far:1", "no")
    with pytest.raises(UsageError, match="no worker is left"):
        scene.run()
    assert len(scene.crew.orders) < 20


def test_no_worker_comes(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for a while."""
    monkeypatch.setattr(campaign, "ALONE", 0.1)
    monkeypatch.setattr(campaign, "GLANCE", 0.01)
    scene.crew.jobs = 0
    with pytest.raises(UsageError, match="no worker is left, and none came"):
        scene.run()


def test_other_builds_of_a_port_are_refused() -> None:
    """Where they declare something else."""
    shard = Shard(Start(tiny(), OPTIONS), Name("swarm", 0), 100)
    assert not isinstance(run_shard(shard), Refused)
    subject = subject_of(shard.start)
    other = Start(tiny(answer="print(answer, flush=True) # other"), OPTIONS, subject.handshake)
    assert not isinstance(run_shard(Shard(other, Name("swarm", 0), 100)), Refused)
    wrong = replace(subject.handshake, version="2")
    refused = run_shard(Shard(Start(shard.start.port, OPTIONS, wrong), Name("swarm", 0), 100))
    assert isinstance(refused, Refused)
    assert refused.worker == here()
    assert "install the same port on every machine" in refused.reason


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
    seeds = [each.seed for each in store.records() if isinstance(each, ShardDone)]
    assert sorted(seeds) == [0, 0, 1, 2, 3, 4]
    assert any("was lost, and is run again" in sentence for sentence in told.sentences)


# --- The store --------------------------------------------------------------------------------------


def test_a_full_disk_ends_the_campaign(scene: Scene) -> None:
    """What was being written is lost, and said."""

    def fill(order: object) -> object:
        if isinstance(order, Shard) and order.name.seed == 1:
            (pages,) = scene.store.database.execute("PRAGMA page_count").fetchone()
            scene.store.database.execute(f"PRAGMA max_page_count = {pages}")
        return None

    scene.crew.instead = fill
    with pytest.raises(UsageError, match=r"full.*make room on the disk"):
        scene.run(Limits(shards=10, operations=2_000))
    assert "lost, and run again with --continue: shard" in scene.told.sentences[-1]
    scene.store.database.execute("PRAGMA max_page_count = 1000000")
    with Store.open(scene.store.folder) as again:
        assert again.lost() >= 1
        assert list(again.records())


def test_what_an_earlier_campaign_lost_is_said(scene: Scene) -> None:
    """And run."""
    scene.store.begin("tiny", "3 (all classes)")
    scene.run()
    assert scene.told.sentences == ["1 shard of an earlier campaign lost, and run again"]


def test_order_of_introduction_comes_first(scene: Scene) -> None:
    """Nothing is known of a port before."""
    scene.run(Limits(shards=1, operations=100))
    assert isinstance(scene.crew.orders[0], Introduction)
