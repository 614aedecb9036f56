"""A dyadic list without loops over blocks beside its model; and wrong masks, which are noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

import pytest

from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.comparing.diving import dived
from stablelist_proofs.core.comparing.tie import explored, wandered
from stablelist_proofs.systems.dyadic import masked
from stablelist_proofs.systems.dyadic.formulas import STATE
from stablelist_proofs.systems.dyadic.loopless import loopless
from stablelist_proofs.systems.dyadic.masked import (
    MASKED,
    REMOVAL,
    Loopless,
    MaskedMachine,
    Word,
    masks_of,
    named_by_clause,
)
from stablelist_proofs.systems.dyadic.masks import OCCUPIED, ROOMY, Masked, Ones
from stablelist_proofs.systems.dyadic.tie import SCOPES
from stablelist_spec.systems.dyadic import model
from stablelist_spec.systems.dyadic.state import State

MOST: Final = 6_000


def compared() -> None:
    """Compare a random program, one for each mode, and some layouts."""
    wandered(3_000, seed=3, system=MASKED)
    dived(64, system=MASKED)
    for scope in SCOPES:
        explored(scope, MOST, system=MASKED)


def test_masks_agree_with_the_model() -> None:
    """Several blocks are dropped at once, though no step looks at several."""
    compared()
    assert dived(64, system=MASKED).deepest == 5


def test_no_step_leads_to_a_loop() -> None:
    """Every step is a whole operation, and all of them are there."""
    steps_ = loopless(STATE)
    assert {arc.target for arc in steps_} == {"between operations"}
    assert {arc.operation for arc in steps_} == {
        *("new", "add", "remove", "replace", "clear", "reserve", "shrink_to_fit")
    }


Change = Callable[[Masked], Masked]


def _same_room(after: Masked) -> Masked:
    """The mask of blocks with room is not written."""
    return replace(after, roomy=ROOMY)


def _same_elements(after: Masked) -> Masked:
    """The mask of blocks with elements is not written."""
    return replace(after, occupied=OCCUPIED)


WRONG: Final[dict[tuple[str, str], Change]] = {
    ("add_append", "a full block keeps its bit"): _same_room,
    ("add_append", "the block has no element"): _same_elements,
    ("add_reuse", "a full block keeps its bit"): _same_room,
    ("add_grow_moving", "the new block has no room"): _same_room,
    ("add_grow_in_place", "the new block has no element"): _same_elements,
    ("remove_from_block", "a full block stays so"): _same_room,
    ("remove_from_block", "an empty block keeps its bit"): _same_elements,
    ("remove_empties_top_keeps", "the bits of dropped blocks are kept"): _same_room,
    ("remove_empties_top_frees", "the top keeps its bit"): _same_elements,
    ("shrinking_begins_frees", "the bits of dropped blocks are kept"): _same_room,
    ("clear", "the masks are kept"): _same_elements,
    ("reserve_allocates", "all blocks have room"): lambda after: replace(
        after, roomy=Ones(after.state.blocks)
    ),
}


@contextmanager
def mistaken(name: str, change: Change) -> Iterator[None]:
    """The program with another state after one step."""
    own = MaskedMachine.formulas
    arcs = tuple(
        replace(arc, after=change(arc.after)) if arc.name == name else arc
        for arc in loopless(STATE)
    )
    MaskedMachine.formulas = Loopless(arcs, REMOVAL)
    try:
        yield
    finally:
        MaskedMachine.formulas = own


@pytest.mark.parametrize("wrong", WRONG, ids=": ".join)
def test_a_wrong_mask_is_noticed(wrong: tuple[str, str]) -> None:
    """The masks are then not those of the model's blocks."""
    name, _ = wrong
    with mistaken(name, WRONG[wrong]), pytest.raises(DisagreementError):
        compared()


@pytest.mark.parametrize("name", ["lowest", "highest"])
def test_another_bit_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search and the dropping of blocks then end elsewhere than in the model."""
    other = {"lowest": Word.highest, "highest": Word.lowest}[name]
    monkeypatch.setattr(Word, name, other)
    with pytest.raises(DisagreementError):
        compared()


def test_the_mask_from_before_a_removal_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bit of the top must be cleared before the highest is found."""
    monkeypatch.setitem(masked.FINDING, "remove", MaskedMachine.left)
    with pytest.raises(DisagreementError):
        compared()


def test_a_reserve_that_finds_a_block_too_few_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step applies then."""

    def fewer(machine: MaskedMachine) -> dict[str, int]:
        return {"found": MaskedMachine.found(machine)["found"] - 1}

    monkeypatch.setitem(masked.FINDING, "reserve", fewer)
    with pytest.raises(DisagreementError):
        compared()


def test_a_model_that_drops_one_block_only_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program drops all at once."""

    def once(state: State) -> State:
        right = dropping(state)
        fewer = state.partitions[: max(len(state.partitions) - 1, len(right.partitions))]
        return right._replace(partitions=fewer, cells=state.cells[: fewer[-1].end])

    dropping = model.without_empty_tops
    monkeypatch.setattr(model, "without_empty_tops", once)
    with pytest.raises(DisagreementError):
        compared()


# --- The clause -----------------------------------------------------------------------------------


def test_the_clause_is_about_exactly_these_masks() -> None:
    """Those that a pure function of the blocks gives, and no other."""
    done = named_by_clause(SCOPES[1])
    assert done.others > 7 * done.layouts


@pytest.mark.parametrize("name", ["roomy", "occupied"])
def test_another_function_of_the_blocks_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that takes blocks with untouched cells for full, or untouched ones for live."""
    right = masks_of

    def other(state: State) -> dict[str, int]:
        blocks = enumerate(state.partitions)
        bits = {
            "roomy": sum(1 << n for n, each in blocks if each.live < each.opened),
            "occupied": sum(1 << n for n, each in blocks if each.opened > 0),
        }
        return right(state) | {name: bits[name]}

    monkeypatch.setattr(masked, "masks_of", other)
    with pytest.raises(DisagreementError):
        named_by_clause(SCOPES[1])
