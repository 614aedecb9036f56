"""The strength of vectors: their share of the defects that the judge finds."""

from types import SimpleNamespace

import pytest

from defects import defects, strength
from defects.selfcheck import FAR, OPTIONS, chosen
from defects.strength import Found, hidden, report
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.covering import COVER
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.protocol import Level

ALL = frozenset(Level)


def found(name: str, levels: frozenset[Level], hidden: frozenset[Level] = frozenset()) -> Found:
    """A defect of a port that shows its costs."""
    return Found(name, "port", levels, Level.COST, hidden)


def test_what_even_the_judge_does_not_find_does_not_count() -> None:
    below = frozenset({Level.CONTRACT, Level.LAYOUT})
    rows = [
        found("shown", ALL),
        found("late", frozenset({Level.LAYOUT})),
        found("costs-alone", frozenset({Level.COST}), below),
        found("never", frozenset()),
    ]
    first, _, *missed = report(rows).splitlines()
    assert first.split(maxsplit=1)[1] == "contract 1 of 3, layout 2 of 3, cost 3 of 4"
    assert missed == ["missed: never", "missed at contract: late"]


def test_without_the_judge_every_defect_counts() -> None:
    rows = [found("costs-alone", frozenset({Level.COST}))]
    assert report(rows).splitlines()[0].endswith("contract 0 of 1, layout 0 of 1, cost 1 of 1")


@pytest.mark.parametrize(
    ("by_vectors", "by_judge", "expected"),
    [
        ({Level.COST}, Level.COST, {Level.CONTRACT, Level.LAYOUT}),
        ({Level.COST}, Level.LAYOUT, {Level.CONTRACT}),
        ({Level.LAYOUT}, Level.COST, {Level.CONTRACT}),
        (set(), Level.COST, {Level.CONTRACT, Level.LAYOUT}),
        ({Level.CONTRACT}, Level.COST, set()),
        (set(), Level.CONTRACT, set()),
    ],
)
def test_judge_is_asked_where_vectors_miss(
    by_vectors: set[Level], by_judge: Level, expected: set[Level], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the lowest level on, until it or the vectors find the defect; at the highest, `selfcheck` has shown it."""
    asked: list[Level | None] = []

    def judge(port: str, options: Options) -> SimpleNamespace:
        assert port == "./port"
        assert options.level is not None
        asked.append(options.level)
        found = options.level >= by_judge
        return SimpleNamespace(outcome=Outcome.REFUTED if found else Outcome.VERIFIED)

    monkeypatch.setattr(strength, "verify", judge)
    defect = next(iter(defects()))
    missed = set(hidden(found(defect.name, frozenset(by_vectors)), defect, "./port"))
    assert missed == expected
    assert Level.COST not in asked
    assert set(asked) >= expected


def test_what_was_planted_to_go_far_is_looked_for_there() -> None:
    """With the whole budget, and without the covering programs, which would find nothing."""
    near = next(each for each in defects() if not each.reach)
    far = next(each for each in defects() if each.reach)
    assert chosen(None) == chosen(near) == OPTIONS
    assert chosen(far).excluded_class == COVER
    assert chosen(far).operations == FAR.operations > OPTIONS.operations


def test_port_that_does_not_start_is_not_found() -> None:
    """Nothing was asked of it; a defect that breaks the build shows nothing about vectors."""
    rows = [found("shown", ALL), found("broken", frozenset())._replace(starts=False)]
    first, _, *others = report(rows).splitlines()
    assert first.endswith("contract 1 of 1, layout 1 of 1, cost 1 of 1")
    assert others == ["does not start: port/broken"]
