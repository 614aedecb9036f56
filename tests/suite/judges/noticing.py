"""Whether any test case notices that a clause of a judge has been changed.

A change is noticed if a planted defect gets through, or is taken for something else, while what is sound still passes;
or if something sound does not pass any more. A judge that cannot go on has let nothing through, and of one that never
ends nothing is said.
"""

from __future__ import annotations

from enum import Enum, auto

from stablelist_proofs.edits import Edit
from suite.judges.clauses import Clause
from suite.judges.courts import Case
from suite.judges.hearing import GAVE_UP, EndlessError, heard, undisturbed
from suite.judges.judges import Judge
from suite.planting import in_force

__all__ = ["Seen", "seen", "unnoticed"]


class Seen(Enum):
    """The effect of a change."""

    THROUGH = auto()
    """A planted defect is missed, or taken for another one."""
    STRICTER = auto()
    """Something sound is rejected."""
    NOT = auto()
    """No effect."""


def unnoticed(judge: Judge, clause: Clause) -> list[Edit]:
    """The changes of a clause that no case notices; none if a planted defect is missed after one of the changes."""
    left = []
    for edit in judge.edits(clause):
        match seen(judge, clause, edit):
            case Seen.THROUGH:
                return []
            case Seen.NOT:
                left.append(edit)
    return left


def seen(judge: Judge, clause: Clause, edit: Edit) -> Seen:
    """The effect of a change, case by case; sound input is judged only if this is needed."""
    cases = [*judge.cases(clause)]
    with in_force(judge.module, edit):
        try:
            return compared(cases)
        except EndlessError:
            return Seen.NOT


def compared(cases: list[tuple[str, Case]]) -> Seen:
    """The effect of the change that is in force."""
    if cases and not passes(*cases[0]):
        return Seen.STRICTER
    for court, case in cases:
        if heard(court, case, planted=True) not in {undisturbed(court, case).found, GAVE_UP}:
            return Seen.THROUGH if passes(court, case) else Seen.STRICTER
    return Seen.NOT if all(passes(*case) for case in cases[1:]) else Seen.STRICTER


def passes(court: str, case: Case) -> bool:
    """Whether sound input is accepted."""
    return heard(court, case, planted=False) == ""
