"""Clauses beside predicates: they agree, and a clause or a predicate that says less does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

import pytest

from stablelist_proofs.core.comparing import judging
from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.comparing.judging import Judged
from stablelist_proofs.core.comparing.past import reached
from stablelist_proofs.core.terms import (
    FALSE,
    TRUE,
    Quantified,
    Term,
    all_of,
    equal,
    implies,
    no,
    smtlib,
)
from stablelist_proofs.prove import Check, run_check
from stablelist_proofs.systems.stable_list.clauses import GROUPS, MORE, clauses, judged
from stablelist_proofs.systems.stable_list.damage import damaged
from stablelist_proofs.systems.stable_list.state import symbolic
from stablelist_proofs.systems.stable_list.tie import STABLE_LIST
from stablelist_proofs.systems.stable_list.ties import JUDGED
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.stable_list.invariants import INVARIANTS

SMALL: Final = Parameters(id_bits=None, index_bits=2)
LARGER: Final = Parameters(id_bits=None, index_bits=3)
STATED: Final = clauses(symbolic())
EVERY_37TH: Final = 37


def sampled(stated: dict[str, Term]) -> Judged:
    """Every state of the small scope, then damaged layouts here and there in the larger one."""
    judged(SMALL, STATED | stated)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "reached", lambda *p: islice(reached(*p), 3, None, EVERY_37TH))
        return judged(LARGER, STATED | stated)


def test_clauses_agree_with_predicates() -> None:
    """They agree in all layouts of each mode, and in damaged layouts."""
    assert sampled({}).damaged > 5_000
    counts = {(p.truncate, p.index_bits): judged(p, damage=False).layouts for p, _ in JUDGED}
    assert counts == {
        (Truncate.ITERATION, 3): 1488,
        (Truncate.NEVER, 3): 2313,
        (Truncate.MEMORY, 3): 1445,
        (Truncate.NEVER, 2): 35,
        (Truncate.MEMORY, 2): 35,
    }


def test_every_group_is_broken_by_some_damage() -> None:
    """Otherwise the comparison of a group would be useless."""
    assert set(sampled({}).rejected) == {group.clauses for group in GROUPS}


def test_every_clause_and_every_predicate_is_in_one_group() -> None:
    """Nothing is left out on either side."""
    assert sorted(name for group in GROUPS for name in group.clauses) == sorted(STATED)
    named = [name for group in GROUPS for name in group.predicates]
    assert sorted(named) == sorted([*INVARIANTS, *MORE])


def test_damaged_states_differ_from_the_whole_one() -> None:
    """Each in something that the clauses depend on."""
    for state, past in islice(reached(LARGER, STABLE_LIST), 0, None, 100):
        assert state not in set(damaged(state, past))


def test_a_layout_that_is_broken_on_both_sides_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list as it is has to be lawful."""
    monkeypatch.setitem(INVARIANTS, "cascade_leaves_h2_live", lambda *_: False)
    with pytest.raises(DisagreementError, match="neither cascade_leaves_h2_live nor its predicate"):
        judged(SMALL, STATED | {"cascade_leaves_h2_live": FALSE})


# --- Less is said ---------------------------------------------------------------------------------


def weakened(term: Term) -> Iterator[Term]:
    """The term with each of its parts left out in turn."""
    if isinstance(term, Quantified):
        yield from (_body(term, number) for number, _ in enumerate(weakened(term.body(TRUE))))
    elif term.op == "=>":
        condition, consequence = term.args
        yield from (implies(condition, each) for each in weakened(consequence))
    elif term.op == "and":
        for number, part in enumerate(term.args):
            before, after = term.args[:number], term.args[number + 1 :]
            for each in weakened(part):
                yield all_of(*before, *([] if each is TRUE else [each]), *after)
    else:
        yield TRUE


def _body(term: Quantified, number: int) -> Term:
    def body(bound: Term) -> Term:
        return list(weakened(term.body(bound)))[number]

    return replace(term, body=body)


SAID_TWICE: Final[dict[str, set[int]]] = {
    # The model has no unlawful minimum or mode, and no index of one bit.
    "partitions_tile_the_element_space": {1, 2, 5, 6},
    "lengths_fit_one_bit_more": {1},
    # What is counted is not negative.
    "opened_cells_form_a_prefix": {0, 3, 6},
    "live_ids_are_distinct": {1},
    # As many vacant cells as ranks: each of two functions is the other's inverse if the other is.
    "free_lists_stay_in_their_partition": set(range(6)),
    "free_lists_are_acyclic": {1, 2, 5, 6, 9, 10},
    "free_lists_are_complete": set(range(9)),
    # About the key and the ladder themselves, whatever the state is.
    "retired_key_never_resolves": {0, 1, 2},
    "allocated_memory_is_the_space_doubled": {0, 1, 4, 5, 6, 7, 8, 9},
}
"""Parts that follow from others, so that nothing more holds without one of them."""
SAID_TWICE["live_ids_are_distinct"] |= {2, 3}  # the insertion of a live cell is that of a key
PARTS: Final = [
    (name, number)
    for name, term in STATED.items()
    for number, _ in enumerate(weakened(term))
    if number not in SAID_TWICE.get(name, ())
]


@pytest.mark.parametrize(("name", "number"), PARTS)
def test_a_clause_without_a_part_is_noticed(name: str, number: int) -> None:
    """It holds where the predicate does not, or of other ghosts."""
    with pytest.raises(DisagreementError, match=r"by the formulas, holds|hold with another"):
        sampled({name: list(weakened(STATED[name]))[number]})


def test_a_count_that_begins_at_the_second_cell_is_noticed() -> None:
    """Then the ghosts of the whole list satisfy the clause where the first cell is damaged."""
    state = symbolic()
    first, counted, *lives = STATED["counts_agree"].args
    assert isinstance(counted, Quantified)
    later = replace(counted, body=lambda i: implies(i >= 1, counted.body(i)))
    assert smtlib(first) == smtlib(equal(state.below(0), 0))
    with pytest.raises(DisagreementError, match="counts_agree, by the formulas, holds"):
        sampled({"counts_agree": all_of(first, later, *lives)})


@pytest.mark.parametrize(
    "names",
    [
        ("free_lists_stay_in_their_partition", "free_lists_are_complete"),
        ("free_lists_are_acyclic", "free_lists_are_complete"),
        ("free_lists_are_acyclic",),
        ("live_ids_are_distinct", "live_key_resolves"),
        ("live_key_resolves",),
        ("retired_key_never_resolves",),
        ("counts_agree",),
    ],
)
def test_clauses_left_out_are_noticed(names: tuple[str, ...]) -> None:
    """Clauses that repeat another one are the exception."""
    with pytest.raises(DisagreementError, match=r"by the formulas, holds|hold with another"):
        sampled(dict.fromkeys(names, TRUE))


@pytest.mark.parametrize(
    ("name", "more", "complaint"),
    [
        ("counts_agree", symbolic().space <= 4, "does not hold in"),
        ("live_key_resolves", no(symbolic().tracked_live), "does not hold in"),
        ("cascade_leaves_h2_live", equal(symbolic().mode, 1), "does not hold in"),
    ],
)
def test_a_clause_that_says_more_is_noticed(name: str, more: Term, complaint: str) -> None:
    """It fails where the predicate holds."""
    with pytest.raises(DisagreementError, match=complaint):
        sampled({name: all_of(STATED[name], more)})


# --- The model's side -----------------------------------------------------------------------------


def always(*_: Any) -> bool:
    """Nothing is wrong."""
    return True


ALONE: Final = (
    "partitions_tile_the_element_space",
    "allocated_memory_is_the_space_doubled",
    "opened_cells_form_a_prefix",
    "counts_agree",
    "free_lists_are_acyclic",
    "free_lists_are_complete",
    "cascade_leaves_h2_live",
    *MORE,
)
"""Predicates that no other one of their group implies."""


@pytest.mark.parametrize("name", ALONE)
def test_a_predicate_that_says_nothing_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clause says it."""
    predicates: dict[str, Any] = MORE if name in MORE else INVARIANTS
    monkeypatch.setitem(predicates, name, always)
    with pytest.raises(DisagreementError, match="by the formulas, does not hold"):
        sampled({})


@pytest.mark.parametrize("name", [*INVARIANTS])
def test_a_predicate_that_says_more_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clause does not say that."""
    right = INVARIANTS[name]

    def wrong(state: Any, fresh: FreshKeys) -> bool:
        return state.space <= 4 and right(state, fresh)

    monkeypatch.setitem(INVARIANTS, name, wrong)
    with pytest.raises(DisagreementError, match="by the formulas, holds"):
        sampled({})


def test_a_difference_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(INVARIANTS, "counts_agree", always)
    number = JUDGED.index((Parameters(truncate=Truncate.NEVER, id_bits=2, index_bits=2), True))
    well, line = run_check(Check("clauses", number))
    assert not well
    assert line.startswith("FAILED  the formulas do not agree: opened_cells_form")
