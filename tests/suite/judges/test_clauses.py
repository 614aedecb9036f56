"""Every clause of every judge is changed in turn, and something notices."""

from __future__ import annotations

from typing import Final

import pytest

from suite.judges.clauses import Clause
from suite.judges.courts import CASES, Case
from suite.judges.hearing import undisturbed
from suite.judges.judges import JUDGES, Judge
from suite.judges.noticing import unnoticed

SLOW: Final = {"processes", "exploration"}
"""The courts where every case takes a second or more, so that an excuse is not tried: it takes all cases."""
CLAUSES: Final = [
    pytest.param(judge, clause, id=f"{judge.module.rpartition('.')[2]}: {clause}")
    for judge in JUDGES
    for clause in judge.clauses
    if str(clause) not in judge.excuses or SLOW.isdisjoint(judge.courts)
]
"""All that are tried."""


@pytest.mark.parametrize(("judge", "clause"), CLAUSES)
def test_clause_is_noticed_or_excused(judge: Judge, clause: Clause) -> None:
    """A planted defect gets through a change of it, or every change rejects what is sound."""
    changes = [edit.after for edit in unnoticed(judge, clause)]
    if str(clause) in judge.excuses:
        assert changes, "it is noticed; take its excuse away"
    else:
        assert changes == []


@pytest.mark.parametrize(
    ("court", "case"), [(court, case) for court, cases in CASES.items() for case in cases]
)
def test_judge_finds_the_defect_and_nothing_else(court: str, case: Case) -> None:
    """Or nothing could be learned from a weaker one."""
    hearing = undisturbed(court, case)
    assert hearing.found
    assert hearing.sound == ""


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.module)
def test_what_is_listed_is_a_clause(judge: Judge) -> None:
    """What is excused, and what is changed by hand; nothing is both."""
    assert {*judge.excuses, *judge.by_hand} <= {str(clause) for clause in judge.clauses}
    assert judge.excuses.keys().isdisjoint(judge.by_hand)
