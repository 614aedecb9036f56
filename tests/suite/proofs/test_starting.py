"""The formulas' new list beside the model's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.terms import Evaluator, Term, all_of, compiled, equal, integer
from stablelist_proofs.prove import Check, run_check
from stablelist_proofs.systems.stable_list import formulas
from stablelist_proofs.systems.stable_list.formulas import GHOSTS
from stablelist_proofs.systems.stable_list.starting import started
from stablelist_proofs.systems.stable_list.state import Partition, State, symbolic, untouched
from stablelist_proofs.systems.stable_list.transitions import new_list
from stablelist_proofs.systems.stable_list.walk import named
from stablelist_spec import stable_list as model
from stablelist_spec.parts.cells import Cost
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.stable_list.state import State as ModelState

pytestmark = pytest.mark.slow

STATE = symbolic()
NEW, SIZES = new_list(STATE)


def test_formulas_and_model_agree_on_new_lists() -> None:
    """The number of lists is checked, and more than one is refused."""
    done = started()
    assert done.lists > 20_000
    assert done.refused > 20_000
    assert done.sizes > 100_000
    assert done.lawful == len(
        {
            (p.least_space, p.initial_space, p.truncate, p.index_bits)
            for mode in Truncate
            for bits in (None, 2, 3, 4, 5, 17)
            for minimum in range(25)
            for capacity in range(25)
            if max(minimum, capacity) <= (1 << (bits or 5))
            for p in [Parameters(minimum, capacity, mode, index_bits=bits)]
        }
    )


# --- A wrong new list -----------------------------------------------------------------------------


def described(new: State) -> tuple[tuple[str, ...], Evaluator]:
    """The values of a new list, as compiled by `Formulas`."""
    terms = {n: t for n, t in named(new, without=GHOSTS) if isinstance(t, Term)}
    return tuple(terms), compiled(*terms.values())


def test_right_list_is_what_is_compiled() -> None:
    """So the wrong lists below are wrong in one value only."""
    assert described(NEW)[0] == formulas.FORMULAS.new_names


WRONG: dict[str, State] = {
    "an id was given": replace(NEW, next_id=integer(1)),
    "a cell is opened": replace(NEW, q1=replace(NEW.q1, opened=integer(1))),
    "a cell of h2 is live": replace(NEW, h2=replace(NEW.h2, live=integer(1))),
    "q2 has a free list": replace(NEW, q2=replace(NEW.q2, head=integer(0))),
    "q2 is h2": replace(NEW, q2=NEW.h2),
    "the space is doubled": untouched(NEW, 2 * STATE.space),
    "the space is the least": untouched(NEW, STATE.least),
    "a visit was made": replace(NEW, visits=integer(1)),
    "memory was moved": replace(NEW, moved=integer(1)),
    "cells were dropped": replace(NEW, dropped=integer(1)),
    "a removal was made": replace(NEW, removals=integer(1)),
    "the mode is always the same": replace(NEW, mode=integer(1)),
    "twice the memory": replace(NEW, allocated=2 * STATE.allocated),
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_new_list_is_noticed(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds for any value that is not a ghost."""
    names, values = described(WRONG[words])
    monkeypatch.setattr(formulas.FORMULAS, "new_names", names)
    monkeypatch.setattr(formulas.FORMULAS, "new", values)
    with pytest.raises(DisagreementError, match=r"a new list of Parameters.*, by the formulas"):
        started()


def test_wrong_new_list_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "initial", lambda _: RIGHT._replace(next_id=1))
    well, line = run_check(Check("started"))
    assert not well
    assert line.startswith("FAILED  the formulas do not agree: a new list of")


RIGHT = model.initial(Parameters())


@pytest.mark.parametrize("wrong", [{"next_id": 1}, {"cost": Cost(cells=1)}, {"allocated": 8}])
def test_wrong_model_is_noticed(wrong: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    """The error may also be in the model."""
    right = model.initial

    def initial(parameters: Parameters) -> ModelState:
        return right(parameters)._replace(**wrong)  # type: ignore[arg-type]

    monkeypatch.setattr(model, "initial", initial)
    with pytest.raises(DisagreementError, match="a new list"):
        started()


# --- Wrong sizes ----------------------------------------------------------------------------------


NOT_OF_SIZES = (
    7,  # the ghost `below` is chosen to be 0 there
    8,  # an index of 4 positions at least: the space has 4, and its last is indexable
)


@pytest.mark.parametrize(
    "number", [each for each in range(len(SIZES.args)) if each not in NOT_OF_SIZES]
)
def test_each_part_of_the_sizes_counts(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one part fewer, the formulas accept new lists that the model does not make."""
    fewer = all_of(*(part for n, part in enumerate(SIZES.args) if n != number))
    monkeypatch.setattr(formulas.FORMULAS, "lawful", compiled(fewer))
    with pytest.raises(DisagreementError, match="only the formulas know of a new list of Sizes"):
        started()


@pytest.mark.parametrize(
    "more", [STATE.space <= 16, STATE.least < 1000, equal(STATE.space, STATE.least)]
)
def test_sizes_that_are_left_out_are_missed(more: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one part more, the formulas refuse a list that the model makes."""
    monkeypatch.setattr(formulas.FORMULAS, "lawful", compiled(all_of(SIZES, more)))
    with pytest.raises(DisagreementError, match="has no new list by the formulas"):
        started()


def test_partitions_have_no_other_values_than_those_compared() -> None:
    """A field that is added must be compared, or be a ghost."""
    fields = set(Partition.__dataclass_fields__) - GHOSTS
    assert {f"q1_{field}" for field in fields} <= set(formulas.FORMULAS.new_names)
