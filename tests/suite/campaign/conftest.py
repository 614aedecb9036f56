"""What the tests of campaigns begin with: a store, records, and workers in this very process."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stablelist_conformance.campaign import Campaign, Limits, Store, WorkerPool, worker
from stablelist_conformance.campaign.port_campaign import CampaignObserver
from stablelist_conformance.campaign.records import Name, Port, Record, decoded
from stablelist_conformance.campaign.shard import run_shard
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.judging.verdict import Counterexample, Verdict
from stablelist_conformance.report.itf import write
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.running.deduplicate import signature
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.protocol import Level
from suite.kit.conftest import few_covering, said
from suite.kit.ports import HANDSHAKE, tiny
from suite.kit.samples import SMALL

__all__ = ["ALIKE", "FAILED", "FEW", "FOUND", "OPTIONS", "PORT", "REACH", "Inline", "Scene", "Told"]
__all__ += ["done", "few_covering", "no_room", "records_of", "said"]

OPTIONS = Options(shrink_seconds=5.0)
FEW = Limits(shards=4, operations=2_000)
PORT = Port("./tiny", HANDSHAKE, "contract")
REACH = Reach(
    live=300, words=20, indices={1, 52}, widths={"id_bits": {None, 3}}, lengths={"m": (0, 8)}
)
FOUND = replace(
    SMALL,
    handshake=parse_handshake(PORT.handshake),
    program=SMALL.program._replace(system="slotmap"),
    level=Level.CONTRACT,
)
ALIKE = signature(FOUND)._replace(shape="")


def done(seed: int, *, engine: Any = "swarm", **fields: Any) -> Record:
    """The record of a shard."""
    name = Name(engine, seed)
    usual = {"programs": 10, "operations": 1000, "seconds": 1.5, "worker": "a:1", "reach": Reach()}
    return Record(**{"port": PORT, "shard": name, "at": 100.0 + seed, **usual, **fields})


FAILED = done(2, failed=((ALIKE, 7),), found=((ALIKE, write(record_trace(FOUND))),))
"""A shard with seven failures that are alike, of which one was shrunk."""


def no_room(_: int) -> None:
    """A full disk, in the place of `os.fsync`."""
    raise OSError(28, "No space left on device")


def records_of(store: Store) -> list[Record]:
    """The records of a store."""
    return [decoded(text) for _, text in store.texts()]


class Inline(WorkerPool):
    """A worker in this process, which does at once what it is told, unless a test does something else."""

    def __init__(self, jobs: int = 1) -> None:
        super().__init__(ThreadPoolExecutor(1), jobs)
        self.shards: list[tuple[str, Name, frozenset[str]]] = []
        self.excluded: list[tuple[str, str]] = []
        self.renewed = 0
        self.instead: Callable[[str, Name | None], object] = lambda port, shard: None

    def submit(self, work: Callable[..., Any], start: worker.Start, *args: Any) -> Future[Any]:
        """Do it; an exception that a test raises for a port and a shard is that of the future."""
        shard = args[0] if work is run_shard else None
        if shard is not None:
            self.shards.append((start.port, shard, args[2]))
        future: Future[Any] = Future()
        try:
            self.instead(start.port, shard)
            future.set_result(work(start, *args))
        except Exception as error:
            future.set_exception(error)
        return future

    def leave_out(self, worker: str, port: str) -> bool:
        """Note it; there are others if there are more workers than were left out."""
        self.excluded.append((worker, port))
        return len({worker for worker, out in self.excluded if out == port}) < self.jobs

    def renew(self) -> None:
        """Count it."""
        self.renewed += 1


class Told(CampaignObserver):
    """Keeps what it was told."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self.finds: list[Counterexample] = []
        self.labels = 0

    def say(self, sentence: str) -> None:
        """Keep it."""
        self.sentences.append(sentence)

    def found(self, counterexample: Counterexample, saved: Path) -> None:
        """Keep it."""
        assert saved.exists()
        self.finds.append(counterexample)

    def shard(self, record: Record, labels: int, further: int) -> None:
        """Count the labels."""
        self.labels += labels


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
        return sorted(each.shard for each in records_of(self.store))

    def ordered(self) -> list[Name]:
        """What was submitted."""
        return [name for _, name, _ in self.crew.shards]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "store") as made:
        yield made


@pytest.fixture
def scene(store: Store, few_covering: object) -> Scene:
    """A campaign on a tiny port that is right."""
    return Scene(store)


@pytest.fixture(autouse=True)
def nothing_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test knows of the ports of another one."""
    monkeypatch.setattr(worker, "_met", {})
