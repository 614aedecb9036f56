"""What the tests of campaigns begin with: a store, records, and workers in this very process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from stablelist_conformance.campaign import Campaign, Limits, Store, worker
from stablelist_conformance.campaign.port_campaign import Job, Watcher
from stablelist_conformance.campaign.records import (
    PortMet,
    Record,
    ShardDone,
    decoded,
    encoded,
    named,
)
from stablelist_conformance.campaign.shard import Name, Shard
from stablelist_conformance.campaign.worker import Order
from stablelist_conformance.judging.verdict import Counterexample, Verdict
from stablelist_conformance.running.options import Options
from suite.kit.conftest import few_covering, said
from suite.kit.ports import HANDSHAKE, tiny

__all__ = [
    "FEW",
    "MET",
    "OPTIONS",
    "Inline",
    "Scene",
    "Told",
    "done",
    "few_covering",
    "records_of",
    "said",
    "texts_of",
]

OPTIONS = Options(shrink_seconds=5.0)
FEW = Limits(shards=4, operations=2_000)
MET = PortMet.told("./tiny", HANDSHAKE, "contract")


def done(seed: int, **fields: Any) -> ShardDone:
    """The record of a shard."""
    usual = {"only": "", "programs": 10, "operations": 1000, "seconds": 1.5, "worker": "a:1"}
    return ShardDone(
        **{"port": MET.port, "engine": "swarm", "seed": seed, "at": 100.0 + seed, **usual, **fields}
    )


def texts_of(*records: Record) -> list[tuple[str, bytes]]:
    """Records as a store has them."""
    return [(named(text), text) for text in map(encoded, records)]


def records_of(store: Store) -> list[Record]:
    """The records of a store."""
    return [decoded(text) for _, text in store.texts()]


class Inline:
    """A worker in this process, which does at once what it is told, unless a test does something else."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs
        self.orders: list[Order] = []
        self.left_out: list[tuple[str, str]] = []
        self.renewed = 0
        self.instead: Callable[[Order], object] = lambda _: None

    def submit(self, work: Callable[[Any], Any], order: Order) -> Future[Any]:
        """Do it; an exception that a test has made is that of the future."""
        self.orders.append(order)
        future: Future[Any] = Future()
        try:
            made = self.instead(order)
            future.set_result(work(order) if made is None else made)
        except Exception as error:
            future.set_exception(error)
        return future

    def size(self, port: str = "") -> int:
        """As a test says, without those that are left out for the port."""
        return self.jobs - len({worker for worker, out in self.left_out if out == port})

    def changes(self) -> list[str]:
        """None."""
        return []

    def leave_out(self, worker: str, port: str) -> None:
        """Note it."""
        self.left_out.append((worker, port))

    def renew(self) -> None:
        """Count it."""
        self.renewed += 1


class Told(Watcher):
    """Keeps what it was told."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self.finds: list[Counterexample] = []
        self.work: list[Sequence[Job]] = []

    def say(self, sentence: str) -> None:
        """Keep it."""
        self.sentences.append(sentence)

    def working(self, jobs: Sequence[Job]) -> None:
        """Keep it."""
        self.work.append(jobs)

    def found(self, counterexample: Counterexample, saved: Path | None) -> None:
        """Keep it."""
        assert saved is not None
        assert saved.exists()
        self.finds.append(counterexample)


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
        found = (each for each in records_of(self.store) if isinstance(each, ShardDone))
        return sorted(each.name for each in found)

    def ordered(self) -> list[Name]:
        """What was submitted."""
        return [order.name for order in self.crew.orders if isinstance(order, Shard)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A new store."""
    with Store.create(tmp_path / "store") as made:
        yield made


@pytest.fixture
def scene(store: Store, few_covering: object) -> Scene:
    """A campaign on a tiny port that is right."""
    return Scene(store)


@pytest.fixture(autouse=True)
def nothing_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test knows of the ports of another one, or waits before it refuses one."""
    monkeypatch.setattr(worker, "_met", {})
    monkeypatch.setattr(worker, "_refused", set())
    monkeypatch.setattr(worker, "PAUSE", 0.0)
