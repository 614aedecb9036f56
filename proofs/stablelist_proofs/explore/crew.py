"""Who does the work: this process alone, or several processes that share the map."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import Any, Final, Protocol, TypeVar

import numpy as np

from .expand import Levels, pieces
from .scope import Scope
from .system import System

__all__ = ["SMALL", "Crew", "Work", "crewed"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

SMALL: Final = 1 << 21
"""With fewer numbers, starting processes would take longer than exploring."""


class Work(Protocol[T_co]):
    """Something to do for a piece of the numbers."""

    def do(self, system: System, levels: Levels, piece: tuple[int, int]) -> T_co:
        """Do it."""
        ...


class Crew(Protocol):
    """A crew that does work."""

    def do(self, work: Work[T]) -> Iterator[T]:
        """Do the work for each piece; yield the results in the order of the pieces."""
        ...


@dataclass
class Alone:
    """This process."""

    system: System
    levels: Levels

    def do(self, work: Work[T]) -> Iterator[T]:
        """One piece after the other."""
        for piece in pieces(len(self.levels)):
            yield work.do(self.system, self.levels, piece)


@dataclass
class Together:
    """Several processes with the same map."""

    pool: ProcessPoolExecutor
    pieces: Sequence[tuple[int, int]]

    def do(self, work: Work[T]) -> Iterator[T]:
        """Distribute the pieces; yield the results in the order of the pieces."""
        return self.pool.map(partial(_do, work), self.pieces, chunksize=8)


@contextmanager
def crewed(system: System, levels: Levels, path: Path, jobs: int) -> Iterator[Crew]:
    """A crew for the map at *path*: several processes if the scope is large enough."""
    if jobs == 1 or len(levels) <= SMALL:
        yield Alone(system, levels)
        return
    with ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(system.scope, path),
    ) as pool:
        yield Together(pool, pieces(len(levels)))


_hand: Alone
"""The system and the map of a process of the pool."""


def _begin(scope: Scope, path: Path) -> None:
    """Build the tables, open the map, exit with the parent, and leave interrupts to the parent."""
    signal(SIGINT, SIG_IGN)
    global _hand  # noqa: PLW0603 - a process of the pool has one scope
    _hand = Alone(System(scope), np.load(path, mmap_mode="r+"))
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    """Ask the kernel to kill this process if its parent is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _do(work: Work[Any], piece: tuple[int, int]) -> Any:  # noqa: ANN401 - of the work
    """One piece."""
    return work.do(_hand.system, _hand.levels, piece)
