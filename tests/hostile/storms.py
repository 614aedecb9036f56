"""Programs that no two runs execute in the same way: with garbage collection at any moment, and with threads."""

from __future__ import annotations

import gc
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

from hostile.elements import Wide, parameters
from hostile.program import Program
from stablelist import BorrowError, Layout, SecondaryMap, StableList, ids

__all__ = ["collect", "together", "watched"]


class Garbage:
    """An object that is deleted whenever garbage is collected."""

    def __init__(self, storm: Storm | Watch) -> None:
        self.storm, self.itself = storm, self

    def __del__(self) -> None:
        self.storm.event("gc", 0)


class Storm(Program):
    """A program during which garbage is collected."""

    def event(self, what: str, number: int) -> None:
        """An element or an id source has called back: create some garbage."""
        self.log.clear()
        if self.fuel > 0:
            Garbage(self)
        super().event("del" if what == "gc" else what, number)

    def hold(self) -> None:
        """Does nothing: elements are deleted at any time."""

    def do_cycle(self) -> object:
        """Create a list that contains itself and its own iterators."""
        pool = StableList[Any]()
        box: list[Any] = [pool, pool.items(), self.element(), Garbage(self), self.pool.keys()]
        pool.extend([box, self.element()])
        box += [iter(pool.items()), pool.pivots(), iter(pool)]
        next(box[-1]), next(box[-2])
        self.pool.replace(self.key(), [self.pool, iter(pool)])
        return None

    def do_collect(self) -> object:
        """Collect garbage now."""
        return gc.collect(self.random.randrange(3))


@contextmanager
def thresholds(*numbers: int) -> Iterator[None]:
    """Set the thresholds of the garbage collector."""
    before = gc.get_threshold()
    gc.set_threshold(*numbers)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.collect()


def collect(seed: int) -> None:
    """Run a program while garbage is collected all the time."""
    random = Random(seed)
    with thresholds(random.choice([1, 2, 5, 20]), random.choice([1, 5]), random.choice([1, 5])):
        storm = Storm(seed)
        for _ in range(60):
            storm.step()
        storm.kept.clear()
        storm.pool.check()
        storm.fuel = 0
        del storm


class Worker(Storm):
    """One of several threads that share a list."""

    def __init__(self, seed: int, pool: StableList[Any]) -> None:
        super().__init__(seed)
        self.pool = pool
        self.maps = [SecondaryMap(pool) for _ in range(2)]

    def work(self) -> None:
        """Do random operations."""
        try:
            for _ in range(40):
                with suppress(RecursionError):
                    self.step()
        finally:
            self.kept.clear()
            self.fuel = 0

    def do_copy(self) -> object:
        """Copy the list, and continue with the shared one."""
        return self.pool.copy()

    def do_again(self) -> object:
        """Call `__init__` again while other threads use the list."""
        chosen = parameters(self.random, self.event)
        return self.pool.__init__(**chosen)  # type: ignore[misc]


def together(seed: int) -> None:
    """Some threads with one list."""
    random = Random(seed)
    pool = StableList[Any](range(random.choice([0, 100])))
    workers = [Worker(seed * 10 + number, pool) for number in range(3)]
    in_threads([worker.work for worker in workers], random)
    for worker in workers:
        worker.views.clear()
    pool.check()
    with suppress(BorrowError):
        pool.clear()
        pool.check()


class Watch:
    """Threads and finalisers that look into a list with wide ids, while other threads change it."""

    def __init__(self, random: Random) -> None:
        source: Any = random.choice([ids.u32, ids.uuid4, Wide(random.randrange(100), 128)])
        self.pool = StableList[int](range(random.choice([0, 50])), ids=source)

    def change(self) -> None:
        """Grow and shrink the list."""
        for length in (1, 100, 500):
            keys = []
            for number in range(length):
                with suppress(BorrowError):
                    keys.append(self.pool.add(number))
            for key in keys:
                with suppress(BorrowError):
                    self.pool.remove(key)

    def look(self) -> None:
        """Look into the list in each way, in this thread and in a finaliser."""
        for _ in range(10):
            Garbage(self)
            with suppress(BorrowError):
                self.pool.check()
            with suppress(BorrowError):
                self.require_whole(self.pool.layout())
            with suppress(BorrowError):
                pickle.loads(pickle.dumps(self.pool)).check()

    def event(self, what: str, number: int) -> None:
        """Garbage is collected."""
        with suppress(BorrowError):
            self.require_whole(self.pool.layout())
            self.pool.check()
            self.pool.copy().check()

    def require_whole(self, layout: Layout) -> None:
        """Require that the numbers of a layout belong to one state."""
        assert layout.live == sum(part.live for part in layout.partitions), layout
        for part in layout.partitions:
            assert part.opened - part.live == len(part.free), layout


def watched(seed: int) -> None:
    """Two threads change a list, and two look into it: nobody sees half of a change."""
    random = Random(seed)
    watch = Watch(random)
    in_threads([watch.change, watch.look, watch.change, watch.look], random)
    watch.pool.check()


def in_threads(acts: Sequence[Callable[[], object]], random: Random) -> None:
    """Call each in a thread of its own, with threads that switch often, and raise the first error of any."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(random.choice([1e-7, 1e-6, 1e-5]))
    try:
        with (
            thresholds(random.choice([5, 20, 700]), 5, 5),
            ThreadPoolExecutor(len(acts)) as executor,
        ):
            futures = [executor.submit(act) for act in acts]
    finally:
        sys.setswitchinterval(interval)
    for future in futures:
        future.result()
