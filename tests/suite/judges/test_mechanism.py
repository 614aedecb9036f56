"""The mechanism: what a clause is, how it is changed, how a judge is weakened for a while, and how a gap is noticed."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from stablelist_proofs.edits import Edit, EditError
from stablelist_spec import stable_list
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts import invariants
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.invariants import INVARIANTS as LISTED
from suite.judges.clauses import Clause
from suite.judges.clauses import clauses as all_clauses
from suite.judges.courts import CASES
from suite.judges.judges import JUDGES, Judge
from suite.judges.noticing import Seen, seen, unnoticed
from suite.planting import in_force

pytestmark = pytest.mark.soak

STATE: Final = stable_list.initial(Parameters())
LAME: Final = STATE._replace(allocated=STATE.space + 1)
"""A memory size that is no multiple of the space."""
INVARIANTS: Final = invariants.__name__
DOUBLED: Final = "allocated_memory_is_the_space_doubled"
ANY_REST: Final = Edit(within=DOUBLED, before="rest == 0", after="rest == ANYTHING")


def clause_of(module: str, name: str) -> tuple[Judge, Clause]:
    """A judge, and one of its clauses."""
    (judge,) = (judge for judge in JUDGES if judge.module == module)
    (clause,) = (clause for clause in judge.clauses if str(clause) == name)
    return judge, clause


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
    """They are the smallest pieces that decide or do something, and all ranges."""
    found = all_clauses(f"def f():\n    {body}\n")
    assert [clause.text for clause in found] == clauses


def test_methods_have_qualified_names() -> None:
    (clause,) = all_clauses("class A:\n    def f(self):\n        return self.a\n")
    assert str(clause) == "A.f: return self.a"


def test_clauses_that_say_the_same_are_numbered() -> None:
    """So each excuse refers to one of them."""
    found = all_clauses("def f():\n    a()\n    a()\n")
    assert [clause.text for clause in found] == ["a()", "a() (2)"]


@pytest.mark.parametrize(
    ("body", "changes"),
    [
        ("return a or b", ["True", "False", "True", "False"]),
        (
            "return 0 <= a < b",
            ["True and a < b", "False and a < b", "0 <= a and True", "0 <= a and False"],
        ),
        ("while a: b()", ["False", "while a: pass"]),
        ("raise a", ["return ANYTHING", "pass"]),
        ("a += 1", ["pass"]),
        ("for a in b: pass", ["()", "[*b][1:]", "[*b][:-1]"]),
        ("return None", ["ANYTHING"]),
        ("return a, {b: c}", ["ANYTHING", "None"] * 4),
    ],
)
def test_changes_of_a_clause(body: str, changes: list[str]) -> None:
    """Tests become true and false, statements are left out, ranges lose elements, values become neutral."""
    found = all_clauses(f"def f():\n    {body}\n")
    made = [edit.after for clause in found for edit in clause.edits]
    assert [" ".join(after.split()) for after in made] == changes


def test_judge_is_weakened_wherever_it_is_known_and_only_for_a_while() -> None:
    """This includes tables that already contain the function, and also works if an exception is raised meanwhile."""
    holds, listed = getattr(invariants, DOUBLED), LISTED[DOUBLED]

    def meanwhile() -> None:
        assert holds(LAME, FreshKeys())
        assert listed(LAME, FreshKeys())
        assert "ANYTHING" in vars(invariants)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), in_force(INVARIANTS, ANY_REST):
        meanwhile()
    assert not holds(LAME, FreshKeys())
    assert not listed(LAME, FreshKeys())
    assert "ANYTHING" not in vars(invariants)


@pytest.mark.parametrize("before", ["no_such_text", "state"])
def test_edit_that_no_longer_fits_is_refused(before: str) -> None:
    """Its piece does not occur, or occurs more than once."""
    with (
        pytest.raises(EditError, match=rf"'{before}' occurs \d+ times"),
        in_force(INVARIANTS, replace(ANY_REST, before=before)),
    ):
        pass


@pytest.mark.parametrize(
    ("after", "comes_of_it"),
    [
        ("True", Seen.THROUGH),
        ("False", Seen.STRICTER),
        ("1 / rest", Seen.STRICTER),
        ("not rest", Seen.NOT),
        ("rest == 0 or 1 / 0", Seen.NOT),
        ("rest == 0 or [None for _ in iter(int, 1)]", Seen.NOT),
    ],
)
def test_what_comes_of_a_change(after: str, comes_of_it: Seen) -> None:
    """A clause is noticed by what is accepted and rejected, but not by a judge that fails or never ends."""
    judge, clause = clause_of(INVARIANTS, f"{DOUBLED}: rest == 0")
    assert seen(judge, clause, replace(ANY_REST, after=after)) is comes_of_it


def test_judging_function_that_is_gone_is_named() -> None:
    """Otherwise no judge would have its clauses."""
    with pytest.raises(AssertionError, match=r"has no functions \['gone'\]"):
        assert JUDGES[0]._replace(judging=("gone",)).clauses


def test_gap_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the only case that notices it, a clause is not noticed any more."""
    judge, clause = clause_of(
        "stablelist_conformance.wire.handshake", "number: len(text) <= LONGEST_NUMBER"
    )
    assert unnoticed(judge, clause) == []
    cases = [case for case in CASES["handshakes"] if case.defect != "a number of 19 digits"]
    monkeypatch.setitem(CASES, "handshakes", cases)
    assert unnoticed(judge, clause) != []
