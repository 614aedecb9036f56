"""Verdicts: three outcomes, what they are counted from, and what is left out if nobody says it."""

import pytest

from stablelist_conformance.judging.verdict import (
    Counterexample,
    Finding,
    Outcome,
    Signature,
    Verdict,
)
from stablelist_conformance.wire.protocol import Level

from .played import SLOTS
from .samples import SMALL as FOUND


def verdict() -> Verdict:
    """A verdict of which nothing is known yet."""
    return Verdict("./mine", SLOTS, Level.CONTRACT, 7, "unbounded")


@pytest.mark.parametrize(
    ("covered", "notes", "counterexample", "outcome"),
    [
        ({"a", "b", "c"}, [], None, Outcome.VERIFIED),
        ({"a"}, [], None, Outcome.UNDECIDED),
        ({"a", "b", "c"}, ["interrupted"], None, Outcome.UNDECIDED),
        ({"a"}, ["interrupted"], None, Outcome.UNDECIDED),
        ({"a", "b", "c"}, [], FOUND, Outcome.REFUTED),
        ({"a"}, ["interrupted"], FOUND, Outcome.REFUTED),
    ],
)
def test_all_that_is_reachable_has_to_be_covered(
    covered: set[str], notes: list[str], counterexample: Counterexample | None, outcome: Outcome
) -> None:
    """And nothing may be noted; a counterexample decides whatever was covered."""
    told = verdict()
    told.reachable, told.covered, told.notes = {"c", "b", "a"}, covered, notes
    told.counterexample = counterexample
    assert told.outcome is outcome
    assert told.missing == ([] if len(covered) == 3 else ["b", "c"])


def test_findings_refute_unless_they_are_expected() -> None:
    """The counterexample of a run that ended there refutes by itself."""
    one, two = Finding(Signature("died"), FOUND), Finding(Signature("hung"), FOUND, reason="known")
    assert (verdict().findings, verdict().refuting, verdict().expected) == ([], [], [])
    ended, went_on = verdict(), verdict()
    ended.counterexample = FOUND
    assert (ended.refuting, ended.expected) == ([FOUND], [])
    went_on.findings += [two, one, two]
    assert (went_on.refuting, went_on.expected) == ([FOUND], [two, two])
    assert (one.times, one.reason, Signature("died")) == (1, "", ("died", (), "", ""))
