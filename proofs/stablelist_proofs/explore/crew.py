"""Whoever does the work: this process alone, or several with the same map."""

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
"""With fewer numbers, to start processes would take longer than to explore."""


class Work(Protocol[T_co]):
    """What is done with a piece of the numbers."""

    def do(self, system: System, levels: Levels, piece: tuple[int, int]) -> T_co:
        """Do it."""
        ...


class Crew(Protocol):
    """Whoever does it."""

    def do(self, work: Work[T]) -> Iterator[T]:
        """What came of it, piece by piece in their order."""
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
        """Pieces in their order, whoever does them."""
        return self.pool.map(partial(_do, work), self.pieces, chunksize=8)


@contextmanager
def crewed(system: System, levels: Levels, path: Path, jobs: int) -> Iterator[Crew]:
    """Processes with the map at *path*, if the scope is worth it."""
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
"""What a process of the pool works with."""


def _begin(scope: Scope, path: Path) -> None:
    """Build the tables, open the map, and die with the parent; to be interrupted is the parent's business."""
    signal(SIGINT, SIG_IGN)
    global _hand  # noqa: PLW0603 - a process of the pool has one scope
    _hand = Alone(System(scope), np.load(path, mmap_mode="r+"))
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    """A parent that is killed cannot say so."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _do(work: Work[Any], piece: tuple[int, int]) -> Any:  # noqa: ANN401 - of the work
    """One piece."""
    return work.do(_hand.system, _hand.levels, piece)
