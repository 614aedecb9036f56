"""Every clause of every judge is weakened in turn, and a planted defect notices."""

from __future__ import annotations

from functools import cache

import pytest

from suite.judges.courts import COURTS
from suite.judges.weakening import JUDGES, Case, Judge, Weakening, in_force

WEAKENINGS = [
    pytest.param(judge.court, weakening, id=str(weakening))
    for judge in JUDGES
    for weakening in judge.weakenings
]


@pytest.mark.parametrize(("where", "weakening"), WEAKENINGS)
def test_weakening_is_noticed(where: str, weakening: Weakening) -> None:
    """The judge finds the defect; weakened it does not, and what is sound still passes."""
    court, case = COURTS[where], weakening.case
    found = undisturbed(where, case, planted=True)
    assert found, "the judge itself does not find the defect"
    assert undisturbed(where, case, planted=False) == ""
    with in_force(weakening):
        assert court(case, False) == "", "it is no weakening: what is sound does not pass"
        assert court(case, True) == weakening.instead != found


@cache
def undisturbed(where: str, case: Case, *, planted: bool) -> str:
    """What the judge itself finds, which several weakenings ask for."""
    return COURTS[where](case, planted)


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.module)
def test_every_clause_is_weakened_or_spared(judge: Judge) -> None:
    """A clause without a weakening may say nothing; a spared one says why, and is not weakened as well."""
    weakened = {weakening.concerns for weakening in judge.weakenings}
    spared = [place.concerns for place in judge.spared]
    assert judge.gaps == set()
    assert weakened.isdisjoint(spared)
    assert len(set(spared)) == len(spared)
