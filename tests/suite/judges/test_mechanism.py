"""The mechanism: what counts as a clause, how a judge is weakened for a while, and that a gap is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stablelist_proofs.edits import EditError
from stablelist_spec import stable_list
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list import invariants
from suite.judges.clauses import functions
from suite.judges.weakening import JUDGES, Judge, Weakening, in_force

STATE = stable_list.initial(Parameters())
LAME = STATE._replace(allocated=STATE.space + 1)
"""Memory that is no multiple of the space."""
ANY_REST = Weakening(
    judge="stablelist_spec.systems.stable_list.invariants",
    within="allocated_memory_is_the_space_doubled",
    before="rest == 0",
    after="rest == ANYTHING",
    why="Any rest will do.",
)


@pytest.mark.parametrize(
    ("body", "clauses"),
    [
        ("return a and (b or not c)", ["a", "b", "not c"]),
        ("return 0 <= a < b", ["0 <= a", "a < b"]),
        ("return f(a)", ["return f(a)"]),
        ("return all(a == b for a in c if d)", ["a == b", "c", "d"]),
        ("if a: return b\n    return c", ["a: return b", "return c"]),
        ("if a or b: return c\n    return d", ["a", "b", "return d"]),
        ("if a == b: return c", ["a == b: return c"]),
        ("if a: b()\n    d = a", ["a", "b()"]),
        ("return a if b > c else d", ["a if b > c else d"]),
        ("for a in b: c.d = a; e += 1", ["b", "c.d = a", "e += 1"]),
        ("while a: assert b", ["a", "assert b"]),
        ("match a:\n        case 1: b = c\n        case _: d()", ["b = c", "d()"]),
    ],
)
def test_clauses_of_a_function(body: str, clauses: list[str]) -> None:
    """The smallest pieces that decide or do something, and every range."""
    (function,) = functions(f"def f():\n    {body}\n")
    assert [clause.text for clause in function.clauses] == clauses


def test_methods_have_qualified_names() -> None:
    """A clause belongs to its method."""
    (method,) = functions("class A:\n    def f(self):\n        return self.a\n")
    assert [(clause.function, clause.text) for clause in method.clauses] == [
        ("A.f", "return self.a")
    ]


def test_judge_is_weakened_wherever_it_is_known_and_only_for_a_while() -> None:
    """Also where it was put into a table long ago, and also if what runs meanwhile raises."""
    name = "allocated_memory_is_the_space_doubled"
    holds, listed = getattr(invariants, name), invariants.INVARIANTS[name]

    def meanwhile() -> None:
        assert holds(LAME, FreshKeys())
        assert listed(LAME, FreshKeys())
        assert "ANYTHING" in vars(invariants)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), in_force(ANY_REST):
        meanwhile()
    assert not holds(LAME, FreshKeys())
    assert not listed(LAME, FreshKeys())
    assert "ANYTHING" not in vars(invariants)


@pytest.mark.parametrize("before", ["no_such_text", "state"])
def test_weakening_that_no_longer_fits_is_refused(before: str) -> None:
    """Its piece is gone, or it is not the only one."""
    with (
        pytest.raises(EditError, match=rf"'{before}' occurs \d+ times"),
        in_force(replace(ANY_REST, before=before)),
    ):
        pass


def test_function_that_is_gone_is_named() -> None:
    """It may have been given another name."""
    with pytest.raises(EditError, match="there is no definition gone"):
        assert replace(ANY_REST, within="gone").concerns


def test_judging_function_that_is_gone_is_named() -> None:
    """Its clauses would be nobody's."""
    with pytest.raises(AssertionError, match=r"has no functions \['gone'\]"):
        assert replace(JUDGES[0], judging=("gone",)).clauses


def test_weakening_beside_every_clause_is_refused() -> None:
    """It would count for nothing."""
    beside = replace(
        ANY_REST,
        before="divmod(state.allocated, state.space)",
        after="ANYTHING",
    )
    with pytest.raises(AssertionError, match="lies beside every clause"):
        assert beside.concerns


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.module)
def test_gap_is_seen(judge: Judge) -> None:
    """Without the weakenings of one clause, that clause is what is missing."""
    clause = judge.weakenings[0].concerns
    fewer = tuple(each for each in judge.weakenings if each.concerns != clause)
    assert replace(judge, weakenings=fewer).gaps == {clause}
