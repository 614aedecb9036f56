"""The formulas of a dyadic list beside its model; and wrong formulas, clauses and models, which are noticed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

import pytest

from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.comparing.diving import dived
from stablelist_proofs.core.comparing.tie import combined, explored, forged, wandered
from stablelist_proofs.core.induction import WrongLine
from stablelist_proofs.core.terms import TRUE, Term, all_of, compiled
from stablelist_proofs.core.weakening import conjuncts, weakened
from stablelist_proofs.prove import Check, run_check
from stablelist_proofs.systems.dyadic.clauses import GROUPS, MORE, clauses, judged
from stablelist_proofs.systems.dyadic.flaws import WRONG_LINES
from stablelist_proofs.systems.dyadic.formulas import STATE, Formulas
from stablelist_proofs.systems.dyadic.machine import Machine
from stablelist_proofs.systems.dyadic.program import program, state_of
from stablelist_proofs.systems.dyadic.starting import started
from stablelist_proofs.systems.dyadic.state import symbolic
from stablelist_proofs.systems.dyadic.tie import DYADIC, SCOPES
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.dyadic import model
from stablelist_spec.systems.dyadic.invariants import INVARIANTS
from stablelist_spec.systems.dyadic.state import State

pytestmark = pytest.mark.slow

MOST: Final = 6_000


def test_random_programs_agree() -> None:
    """The spaces are large, and several blocks are dropped at once."""
    done = wandered(6_000, seed=3, system=DYADIC)
    assert done.large == 6_000
    assert done.deepest == 6


@pytest.mark.parametrize("moves", [None, forged, combined])
def test_layouts_agree(moves: Any) -> None:
    """The first of each mode; a run compares all."""
    for scope in SCOPES:
        assert explored(scope, MOST, moves, system=DYADIC).steps >= MOST


@contextmanager
def mistaken(line: WrongLine) -> Iterator[None]:
    """The formulas with a wrong line in one step."""
    own = Machine.formulas
    arcs = tuple(_wrong(arc, line) if arc.name == line.move else arc for arc in program(STATE))
    Machine.formulas = Formulas(arcs)
    try:
        yield
    finally:
        Machine.formulas = own


def _wrong(arc: Any, line: WrongLine) -> Any:
    return replace(arc, after=line.change(arc.after, state_of(arc.before)))


@pytest.mark.parametrize("line", WRONG_LINES, ids=lambda line: f"{line.move}: {line.words}")
def test_a_wrong_line_is_noticed(line: WrongLine) -> None:
    """The model and the formulas then differ."""
    with mistaken(line), pytest.raises(DisagreementError):
        compared()


def compared() -> None:
    """Compare random programs, and some layouts."""
    wandered(6_000, seed=3, system=DYADIC)
    dived(64, system=DYADIC)
    for scope in SCOPES:
        explored(scope, MOST, system=DYADIC)


def test_new_lists_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds for all small sizes, but not if the formulas allow fewer blocks."""
    assert started().lawful > 100
    fewer = compiled(all_of(program(STATE)[0].guard, STATE.blocks <= 3))
    monkeypatch.setattr(Machine.formulas, "lawful", fewer)
    with pytest.raises(DisagreementError):
        started()


def test_a_model_that_drops_one_block_only_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the rest of it is right."""

    def once(state: State) -> State:
        right = dropping(state)
        fewer = state.partitions[: max(len(state.partitions) - 1, len(right.partitions))]
        cells = state.cells[: fewer[-1].end]
        return right._replace(partitions=fewer, cells=cells)

    dropping = model.without_empty_tops
    monkeypatch.setattr(model, "without_empty_tops", once)
    with pytest.raises(DisagreementError):
        wandered(6_000, seed=3, system=DYADIC)


# --- Clauses --------------------------------------------------------------------------------------

SMALL: Final = Parameters(truncate=Truncate.NEVER, id_bits=None, index_bits=2)
LARGER: Final = Parameters(id_bits=None, index_bits=3)
STATED: Final = clauses(symbolic())


def sampled(stated: dict[str, Term]) -> None:
    """Every state of a small scope, and some of a larger one; damaged, too."""
    judged(SMALL, STATED | stated)
    judged(LARGER, STATED | stated, every=97)


def test_every_clause_and_every_predicate_is_in_one_group() -> None:
    """Nothing is left out on either side."""
    assert sorted(name for group in GROUPS for name in group.clauses) == sorted(STATED)
    named = [name for group in GROUPS for name in group.predicates]
    assert sorted(named) == sorted([*INVARIANTS, *MORE])


def test_they_agree_and_every_group_is_broken_by_some_damage() -> None:
    """This is tested in some of the damaged layouts."""
    done = judged(LARGER, every=37)
    assert done.damaged > 10_000
    assert set(done.rejected) == {group.clauses for group in GROUPS}


@pytest.mark.parametrize("name", sorted(set(STATED) - {"free_lists_stay_in_their_partition"}))
def test_a_clause_left_out_is_noticed(name: str) -> None:
    """It holds where the predicate does not, or of other ghosts; that lists stay follows from the ranks."""
    with pytest.raises(DisagreementError, match=r"by the formulas, holds|hold with another"):
        sampled({name: TRUE})


PIECES: Final = [
    ("blocks_tile_the_element_space", 5),
    ("blocks_tile_the_element_space", 6),
    ("opened_cells_form_a_prefix", 4),
    ("allocated_memory_is_the_space_doubled", 1),
    ("counts_agree", 3),
]


@pytest.mark.parametrize(("name", "number"), PIECES)
def test_a_piece_left_out_is_noticed(name: str, number: int) -> None:
    """These are pieces of clauses that say several things."""
    paths = [path for path, _ in conjuncts(STATED[name])]
    with pytest.raises(DisagreementError, match=r"by the formulas, holds|hold with another"):
        sampled({name: weakened(STATED[name], paths[number])})


@pytest.mark.parametrize("name", [*INVARIANTS])
def test_a_predicate_that_says_more_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clause does not say that."""
    right = INVARIANTS[name]
    monkeypatch.setitem(
        INVARIANTS, name, lambda state, fresh: len(state.partitions) < 2 and right(state, fresh)
    )
    with pytest.raises(DisagreementError, match="by the formulas, holds"):
        sampled({})


def test_a_difference_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(INVARIANTS, "counts_agree", lambda *_: False)
    well, line = run_check(Check("clauses", 3, system="dyadic"))
    assert not well
    assert line.startswith("FAILED  dyadic: the formulas do not agree: opened_cells_form")
