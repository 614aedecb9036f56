"""Every clause of every judge is weakened in turn, and a planted defect notices."""

from __future__ import annotations

from collections import Counter

import pytest

from suite.judges.courts import COURTS
from suite.judges.weakening import JUDGES, Judge, Weakening, in_force

WEAKENINGS = [
    pytest.param(judge.court, weakening, id=str(weakening))
    for judge in JUDGES
    for weakening in judge.weakenings
]


@pytest.mark.parametrize(("where", "weakening"), WEAKENINGS)
def test_weakening_is_noticed(where: str, weakening: Weakening) -> None:
    """The judge finds the defect; weakened it does not, and what is sound still passes."""
    court = COURTS[where]
    found = court(weakening, True)
    assert found, "the judge itself does not find the defect"
    assert court(weakening, False) == ""
    with in_force(weakening):
        assert court(weakening, False) == "", "it is no weakening: what is sound does not pass"
        assert court(weakening, True) == weakening.instead != found
    assert court(weakening, True) == found, "the weakening outlasts its time"


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.module)
def test_every_clause_is_weakened_or_spared(judge: Judge) -> None:
    """A clause without a weakening may say nothing; a spared one says why, and is not weakened as well."""
    weakened = {weakening.clause for weakening in judge.weakenings}
    spared = [place.clause for place in judge.spared]
    assert judge.clauses - weakened - set(spared) == set()
    assert weakened.isdisjoint(spared)
    assert max(Counter(spared).values(), default=1) == 1
