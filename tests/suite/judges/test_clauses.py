"""Every clause of every judge is changed in turn, and some test case notices."""

from __future__ import annotations

from typing import Final

import pytest

from suite.judges.clauses import Clause
from suite.judges.courts import CASES, Case
from suite.judges.hearing import undisturbed
from suite.judges.judges import JUDGES, Judge
from suite.judges.noticing import unnoticed

pytestmark = pytest.mark.soak

SLOW: Final = {"processes", "exploration"}
"""The courts in which every case takes a second or more. Excuses are not checked there, since this takes all cases."""
CLAUSES: Final = [
    pytest.param(judge, clause, id=f"{judge.module.rpartition('.')[2]}: {clause}")
    for judge in JUDGES
    for clause in judge.clauses
    if str(clause) not in judge.excuses or SLOW.isdisjoint(judge.courts)
]
"""All clauses that are tested."""


@pytest.mark.parametrize(("judge", "clause"), CLAUSES)
def test_clause_is_noticed_or_excused(judge: Judge, clause: Clause) -> None:
    """After one change a planted defect is missed, or every change rejects something sound."""
    changes = [edit.after for edit in unnoticed(judge, clause)]
    if str(clause) in judge.excuses:
        assert changes, "it is noticed; take its excuse away"
    else:
        assert changes == []


@pytest.mark.parametrize(
    ("court", "case"), [(court, case) for court, cases in CASES.items() for case in cases]
)
def test_judge_finds_the_defect_and_nothing_else(court: str, case: Case) -> None:
    """Otherwise its weaker versions would show nothing."""
    hearing = undisturbed(court, case)
    assert hearing.found
    assert hearing.sound == ""


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.module)
def test_what_is_listed_is_a_clause(judge: Judge) -> None:
    """This holds for excused clauses and for those that are changed by hand; no clause is both."""
    assert {*judge.excuses, *judge.by_hand} <= {str(clause) for clause in judge.clauses}
    assert judge.excuses.keys().isdisjoint(judge.by_hand)
