"""Breadth first over the numbers of a scope, level by level, in as many processes as there are cores.

A run lives in a folder: `levels.npy` is the map (see `expand`), `run.json` says what was counted up to which level. It
is replaced after every level; a run that was killed at any moment goes on from the level it was at, because expanding
a level again marks nothing else.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import numpy as np

from .expand import DEEPEST, UNSEEN, Levels, Question, expand, pieces
from .numbering import Numbering
from .scope import Scope, ScopeError
from .system import System
from .tally import Tally

__all__ = ["Need", "Run", "need", "search"]

T = TypeVar("T")

MAP: Final = "levels.npy"
STATE: Final = "run.json"
FORMAT: Final = 1
SMALL: Final = 1 << 21
"""With fewer numbers, to start processes would take longer than to explore."""
PER_PROCESS: Final = 250 << 20
"""Bytes that a process needs besides the map; measured."""
MARGIN: Final = 256 << 20
"""Bytes that are left to the rest of the machine."""


# --- What it takes ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Need:
    """What exploring a scope takes.

    Attributes:
        numbers: states that there could be; the map has a byte for each.
        memory: bytes.
        disk: bytes.
    """

    numbers: int
    memory: int
    disk: int

    def check(self, folder: Path) -> None:
        """Refuse to begin what could not be brought to an end.

        Raises:
            ScopeError: there is too little memory, or too little room on the disk.
        """
        memory, disk = available_memory(), shutil.disk_usage(folder).free
        present = folder / MAP
        disk += present.stat().st_size if present.exists() else 0
        for wanted, there, what in (
            (self.memory, memory, "memory"),
            (self.disk, disk, f"room in {folder}"),
        ):
            if wanted + MARGIN > there:
                raise ScopeError(
                    f"this scope has {self.numbers:,} numbers and needs {megabytes(wanted)} of {what}, where "
                    f"{megabytes(there)} are free; lower positions, or keep less"
                )


def need(scope: Scope, jobs: int) -> Need:
    """What a scope takes; computed, not tried."""
    numbers = Numbering(scope).count
    processes = jobs if numbers > SMALL else 1
    return Need(numbers, numbers + processes * PER_PROCESS, numbers)


def available_memory() -> int:
    """Bytes of memory that can be used without swapping."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        fields = dict(line.split(":", 1) for line in lines)
        return int(fields["MemAvailable"].split()[0]) << 10
    except (OSError, KeyError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def megabytes(amount: int) -> str:
    """An amount of bytes as a person reads it."""
    return f"{amount / 2**20:,.0f} MiB"


# --- A run --------------------------------------------------------------------------------------------


@dataclass
class Run:
    """How far a run has come.

    Attributes:
        level: the next one to expand.
        levels: the map.
        tally: of all levels before.
        breadth: how many states each level has.
        complete: whether every state within the scope was expanded.
    """

    scope: Scope
    question: Question
    folder: Path
    levels: Levels
    level: int = 0
    tally: Tally = field(default_factory=Tally)
    breadth: list[int] = field(default_factory=list)
    complete: bool = False

    @property
    def diameter(self) -> int:
        """The longest of all shortest ways."""
        return len(self.breadth) - 1

    def save(self) -> None:
        """Say how far it has come, all at once."""
        saved = description(self.scope, self.question) | {
            "level": self.level,
            "breadth": self.breadth,
            "complete": self.complete,
            "tally": self.tally.as_json(),
        }
        new = self.folder / f"{STATE}.new"
        new.write_text(json.dumps(saved, indent=1))
        new.replace(self.folder / STATE)

    def follow(self, tally: Tally) -> None:
        """A level is done."""
        if tally.states:
            self.tally.follow(tally)
            self.breadth.append(tally.states)
            self.level += 1
        else:
            self.complete = not self.tally.broken
        self.save()


def description(scope: Scope, question: Question) -> dict[str, Any]:
    """What tells one run from another."""
    expression = question.expression
    return {
        "format": FORMAT,
        "scope": str(scope),
        "invariants": list(question.invariants),
        "expression": None if expression is None else expression.text,
    }


def opened(scope: Scope, question: Question, system: System, folder: Path) -> Run:
    """The run of a folder: a new one, or as far as it has come.

    Raises:
        ScopeError: the folder has a run of something else.
    """
    state, path = folder / STATE, folder / MAP
    if state.exists():
        saved = read(state)
        if saved.items() < description(scope, question).items():
            raise ScopeError(f"{state} is damaged; remove the folder, and start again")
        for name, ours in description(scope, question).items():
            if saved[name] != ours:
                raise ScopeError(
                    f"{folder} has a run with {name} {saved[name]!r}, not {ours!r}; choose another folder"
                )
        levels = np.lib.format.open_memmap(path, mode="r+")
        tally = Tally.of_json(saved["tally"])
        return Run(scope, question, folder, levels, saved["level"], tally, saved["breadth"], saved["complete"])
    levels = np.lib.format.open_memmap(
        path, mode="w+", dtype=np.uint8, shape=(system.numbering.count,)
    )
    levels[:] = UNSEEN
    levels[system.numbering.initial] = 0
    run = Run(scope, question, folder, levels)
    run.save()
    return run


def read(state: Path) -> dict[str, Any]:
    """What a run said of itself.

    Raises:
        ScopeError: it is not readable.
    """
    try:
        saved: dict[str, Any] = json.loads(state.read_text())
        {**saved}["tally"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ScopeError(f"{state} is damaged; remove the folder, and start again") from None
    return saved


def search(
    scope: Scope,
    question: Question,
    folder: Path,
    *,
    jobs: int = 1,
    progress: Callable[[Run], None] = lambda _: None,
    enough: Callable[[Tally], bool] = lambda _: False,
) -> Run:
    """Explore a scope to its end, or until *enough* was found; levels are always done whole.

    Raises:
        ScopeError: there is too little memory or disk for it, or the folder has another run.
    """
    need(scope, jobs).check(folder)
    with ExitStack() as stack:
        stack.enter_context(locked(folder))
        run = opened(scope, question, System(scope), folder)
        crew = stack.enter_context(crewed(scope, question, folder, run, jobs))
        while not run.complete and not enough(run.tally):
            if run.level > DEEPEST:
                raise ScopeError(f"there are states more than {DEEPEST} steps away; lower positions")
            tally = Tally()
            for part in crew.map(run.level):
                tally.add(part)
            run.follow(tally)
            if not tally.states:
                break
            progress(run)
    return run


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Two runs in one folder would not harm the map, but count twice.

    Raises:
        ScopeError: somebody else has the folder.
    """
    with (folder / "lock").open("w") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except OSError:
            raise ScopeError(f"another run is using {folder}; choose another folder") from None
        yield


# --- Processes ------------------------------------------------------------------------------------------


class Crew(Protocol):
    """Whoever expands levels."""

    def map(self, level: int) -> Iterator[Tally]:
        """The tallies of all pieces of a level."""
        ...


@dataclass
class Alone:
    """This process, for small scopes."""

    system: System
    levels: Levels
    question: Question

    def map(self, level: int) -> Iterator[Tally]:
        """One piece after the other."""
        for piece in pieces(len(self.levels)):
            yield expand(self.system, self.levels, piece, level, self.question)


@dataclass
class Together:
    """Several processes with the same map."""

    pool: ProcessPoolExecutor
    pieces: Sequence[tuple[int, int]]

    def map(self, level: int) -> Iterator[Tally]:
        """Pieces in their order, whoever does them."""
        return self.pool.map(partial(_expand, level=level), self.pieces, chunksize=8)


@contextmanager
def crewed(scope: Scope, question: Question, folder: Path, run: Run, jobs: int) -> Iterator[Crew]:
    """Processes, if the scope is worth it."""
    if jobs == 1 or len(run.levels) <= SMALL:
        yield Alone(System(scope), run.levels, question)
        return
    with ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(scope, question, folder),
    ) as pool:
        yield Together(pool, pieces(len(run.levels)))


_hand: Alone
"""What a process of the pool works with."""


def _begin(scope: Scope, question: Question, folder: Path) -> None:
    """Build the tables, open the map, and die with the parent."""
    global _hand  # noqa: PLW0603 - a process of the pool has one scope
    _hand = Alone(System(scope), np.lib.format.open_memmap(folder / MAP, mode="r+"), question)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    """A parent that is killed cannot say so."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _expand(piece: tuple[int, int], level: int) -> Tally:
    """One piece."""
    return expand(_hand.system, _hand.levels, piece, level, _hand.question)
