"""Programs that no two runs execute in the same way: with garbage collection at any moment, and with threads."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from threading import Thread
from typing import Any

from hostile.elements import parameters
from hostile.program import Program
from stablelist import StableList, StableListError

__all__ = ["collect", "together"]


class Garbage:
    """An object that is deleted whenever garbage is collected."""

    def __init__(self, storm: Storm) -> None:
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
        self.error: BaseException | None = None

    def work(self) -> None:
        """Do random operations."""
        try:
            for _ in range(40):
                with suppress(RecursionError):
                    self.step()
        except BaseException as error:
            self.error = error
        finally:
            self.kept.clear()
            self.fuel = 0

    def do_copy(self) -> object:
        """Copy the list, and continue with the shared one."""
        return self.pool.copy()

    def do_inside(self) -> object:
        """Read the internals, which another thread may just be changing; so the result is not checked."""
        return [self.pool.layout(), self.pool.stats()]

    def do_again(self) -> object:
        """Call `__init__` again while other threads use the list."""
        chosen = parameters(self.random, self.event)
        return self.pool.__init__(**chosen)  # type: ignore[misc]


def together(seed: int) -> None:
    """Some threads with one list."""
    random = Random(seed)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(random.choice([1e-7, 1e-6, 1e-5]))
    pool = StableList[Any](range(random.choice([0, 100])))
    workers = [Worker(seed * 10 + number, pool) for number in range(3)]
    threads = [Thread(target=worker.work) for worker in workers]
    try:
        for thread in threads:
            thread.start()
    finally:
        for thread in threads:
            thread.join()
        sys.setswitchinterval(interval)
    for worker in workers:
        if worker.error is not None:
            raise worker.error
        worker.views.clear()
    with suppress(StableListError):
        pool.check()
        pool.clear()
        pool.check()
