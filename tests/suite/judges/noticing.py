"""Whether anything notices that a clause of a judge has been changed.

A change is noticed if a planted defect gets through, or is taken for something else, while what is sound still passes;
or if something sound does not pass any more. A judge that cannot go on has let nothing through, and of one that never
ends nothing is said.
"""

from __future__ import annotations

import importlib
import inspect
import signal
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Final, NamedTuple

from stablelist_proofs.edits import Edit
from suite.judges.clauses import Clause, clauses
from suite.judges.courts import CASES, COURTS, Case
from suite.judges.weakening import in_force

__all__ = ["JUDGES", "Judge", "Seen", "seen", "unnoticed"]


class Judge(NamedTuple):
    """A module that judges.

    Attributes:
        module: its name.
        courts: where planted defects are brought before it.
        judging: the functions and methods that judge; all of them, if empty.
        excuses: the clauses that no case can tell from weaker ones, and why.
        by_hand: what stands instead of a piece of a clause, where no change that is made of all clauses will do.
    """

    module: str
    courts: tuple[str, ...]
    judging: tuple[str, ...]
    excuses: dict[str, str]
    by_hand: dict[str, dict[str, str]]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All that could be weakened."""
        found = clauses(inspect.getsource(importlib.import_module(self.module)))
        gone = set(self.judging) - {clause.function for clause in found}
        assert not gone, f"{self.module} has no functions {sorted(gone)}; bring the list up to date"
        return tuple(c for c in found if not self.judging or c.function in self.judging)

    def edits(self, clause: Clause) -> Iterator[Edit]:
        """The ways to weaken a clause."""
        for before, after in self.by_hand.get(str(clause), {}).items():
            yield Edit(within=clause.function, before=before, after=after)
        yield from clause.edits

    def cases(self, clause: Clause) -> Iterator[tuple[str, Case]]:
        """The cases in which the function of a clause is called, each after its court."""
        here = (str(importlib.import_module(self.module).__file__), clause.function)
        for court in self.courts:
            yield from (
                (court, case) for case in CASES[court] if here in undisturbed(court, case).called
            )


def judges() -> Iterator[Judge]:
    """All judges."""
    path = Path(__file__).with_name("judges.toml")
    for listed in tomllib.loads(path.read_text(encoding="utf-8"))["judge"]:
        yield Judge(
            listed["module"],
            tuple(listed["courts"]),
            tuple(listed.get("judging", ())),
            listed.get("excuses", {}),
            listed.get("by_hand", {}),
        )


JUDGES: Final = tuple(judges())


class Seen(Enum):
    """What comes of a change."""

    THROUGH = auto()
    """A planted defect gets through, or is taken for something else."""
    STRICTER = auto()
    """What is sound does not pass."""
    NOT = auto()
    """Nothing."""


def unnoticed(judge: Judge, clause: Clause) -> list[Edit]:
    """The changes of a clause that nothing notices; none, if a planted defect gets through one of them."""
    left = []
    for edit in judge.edits(clause):
        match seen(judge, clause, edit):
            case Seen.THROUGH:
                return []
            case Seen.NOT:
                left.append(edit)
    return left


def seen(judge: Judge, clause: Clause, edit: Edit) -> Seen:
    """What comes of a change, case by case; what is sound is heard as rarely as will do."""
    cases = [*judge.cases(clause)]
    with in_force(judge.module, clause.function, edit):
        try:
            return compared(cases)
        except EndlessError:
            return Seen.NOT


def compared(cases: list[tuple[str, Case]]) -> Seen:
    """What comes of the change that is in force."""
    first, *others = cases
    if not passes(*first):
        return Seen.STRICTER
    for court, case in cases:
        if heard(court, case, planted=True) not in {undisturbed(court, case).found, GAVE_UP}:
            return Seen.THROUGH if passes(court, case) else Seen.STRICTER
    return Seen.NOT if all(passes(*case) for case in others) else Seen.STRICTER


GAVE_UP: Final = "the judge cannot go on"
LONGEST: Final = 2.0
"""Seconds of work after which a judge is taken not to end."""


class EndlessError(BaseException):
    """A judge does not end; no judge catches this."""


def passes(court: str, case: Case) -> bool:
    """Whether what is sound passes."""
    return heard(court, case, planted=False) == ""


def heard(court: str, case: Case, *, planted: bool) -> str:
    """What a judge finds, who may be too weak to find anything."""
    try:
        with hurried():
            return COURTS[court](case, planted)
    except Exception:  # whatever a change may lead to
        return GAVE_UP


@contextmanager
def hurried() -> Iterator[None]:
    """What works without end is interrupted; waiting is not counted."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise EndlessError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Hearing(NamedTuple):
    """What the judge itself does in a case.

    Attributes:
        found: what it finds, with the defect planted.
        sound: what it finds without it.
        called: its functions and all others that are called, by file and qualified name.
    """

    found: str
    sound: str
    called: frozenset[tuple[str, str]]


@cache
def undisturbed(court: str, case: Case) -> Hearing:
    """A case before the judge as it is."""
    codes: set[CodeType] = set()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, _: codes.add(frame.f_code) if event == "call" else None)
    try:
        found, sound = COURTS[court](case, True), COURTS[court](case, False)
    finally:
        sys.setprofile(before)
    called = frozenset((code.co_filename, code.co_qualname) for code in codes)
    return Hearing(found, sound, called)
