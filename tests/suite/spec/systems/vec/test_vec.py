"""What a vector does, rule by rule, in examples made by hand."""

from __future__ import annotations

import pytest

from stablelist_spec.core.history import contract_of
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.vectors import Removal, without
from stablelist_spec.systems.vec import MODEL, VEC, Configuration
from suite.spec.systems.checked import Checked
from suite.spec.systems.checked import ran as ran_of

SHIFT, SWAP, POP = Removal.SHIFT, Removal.SWAP, Removal.POP


def ran(program: str, removal: Removal = SHIFT, capacity: int = 0) -> Checked:
    """The vector after a program in which nothing was wrong."""
    return ran_of(VEC, program, Configuration(removal, capacity))


def test_model_is_its_contract() -> None:
    """One outcome of each operation is acceptable: that of the model."""
    contract = contract_of(VEC, None, Configuration())  # type: ignore[arg-type] # no port declares anything
    before = contract.initial()
    (outcome,) = contract.outcomes(before, Operation("add").adding(0))
    assert (outcome.answer, outcome.labels) == (Key(0, 0), ("add_append",))
    assert outcome.after(before).step(Operation("len")).answer == 1


@pytest.mark.parametrize(
    ("removal", "found", "layout", "cost"),
    [
        (SHIFT, [1, 0, 2, 3, None], "[0,2,3]", "0/2/1/0"),
        (SWAP, [1, 0, 3, 2, None], "[0,3,2]", "0/1/1/0"),
        (POP, [None, 0, 1, 2, 3], "[0,1,2,3]", "0/0/0/0"),
    ],
)
def test_removal_moves_elements_under_their_keys(
    removal: Removal, found: list[int | None], layout: str, cost: str
) -> None:
    """After a shift, every later key is one element off; after a swap, the last key finds nothing (3.1)."""
    came = ran("extend:4 remove:1 at:0..3 layout cost", removal)
    assert came.answers[1:] == [*found, layout, cost]


@pytest.mark.parametrize("removal", Removal)
def test_last_element_is_removed_in_each_way(removal: Removal) -> None:
    came = ran("extend:3 remove:2 layout cost", removal)
    assert came.answers[1:] == [2, "[0,1]", "0/0/1/0"]
    assert {"remove_live", "remove_last"} <= came.labels


def test_index_is_used_again() -> None:
    """The remove-and-reinsert case of the ABA problem: the stale key finds and removes the new element (3.1)."""
    came = ran("add remove:0 at:0 add at:0 contains:0 remove:0 len", SWAP)
    assert came.answers[2:] == [None, Key(0, 0), 1, True, 1, 0]
    assert {"at_revived", "remove_revived", "at_stale_cut_off"} <= came.labels


def test_key_of_another_element_pops_nothing() -> None:
    """It is answered as if it found nothing, and is still good for looking up."""
    came = ran("extend:2 remove:0 at:0 remove:1 remove:0 is_empty", POP)
    assert came.answers[1:] == [None, 0, 1, 0, True]
    assert {"remove_not_the_last", "remove_empties"} <= came.labels


def test_forged_key() -> None:
    """One that coincides is found; not one with another id, nor one before or behind the elements."""
    came = ran("extend:2 at:#1.0 at:#1.1 at:#-1.0 at:#2.0")
    assert came.answers[1:] == [1, None, None, None]
    assert {
        "at_forged_hit",
        "at_forged_id",
        "at_forged_negative",
        "at_forged_beyond",
    } <= came.labels
    assert "at_forged_untouched" in ran("extend:2 at:#2.0", capacity=3).labels


@pytest.mark.parametrize("removal", Removal)
def test_retain_keeps_the_order(removal: Removal) -> None:
    """In every way of removal; each element behind the first gap moves once."""
    came = ran("extend:6 retain:3:1 layout cost", removal)
    assert came.answers[1:] == [(0, 2, 3, 5), "[1,4]", "0/2/4/6"]
    came = ran("retain:1:0 extend:3 retain:1:0 retain:5:0 cost retain:5:4 layout", removal)
    assert came.answers[2:] == [(), (1, 2), "0/0/2/6", (0,), "[]"]
    assert {"retain_empty", "retain_all", "retain_some", "retain_none"} <= came.labels


def test_sort_moves_elements_under_their_keys() -> None:
    """By remainders, those with the same one in their order; every key finds what is at its index now."""
    came = ran("extend:6 sort:2 at:1 at:5 layout cost sort:2 sort:6 layout cost")
    assert came.answers[1:6] == [None, 2, 5, "[0,2,4,1,3,5]", "0/4/0/0"]
    assert came.answers[6:] == [None, None, "[0,1,2,3,4,5]", "0/8/0/0"]
    assert {"sort_moves_none", "sort_moves_some", "sort_keeps_ties"} <= came.labels


def test_sort_repairs_what_a_swap_has_moved() -> None:
    """A number that is larger than every element sorts the elements themselves; by 1, all are equal."""
    came = ran("sort:3 extend:5 remove:0 layout sort:1 layout sort:100 layout cost", SWAP)
    assert came.answers[3:] == ["[4,1,2,3]", None, "[4,1,2,3]", None, "[1,2,3,4]", "0/5/1/0"]
    assert {"sort_empty", "sort_moves_none", "sort_moves_some"} <= came.labels
    assert "sort_keeps_ties" not in came.labels


def test_full_vector_refuses() -> None:
    """Whether one element or several are added, or room is asked for; a removal makes room."""
    came = ran(
        "extend:3 add insert_with reserve:1 extend:1 remove:0 reserve:2 extend:1 len", capacity=3
    )
    full = Failure.FULL
    assert came.answers[1:] == [full, full, full, full, 0, full, (Key(2, 0),), 3]


def test_everything_is_dropped_at_once() -> None:
    """With and without handing it out; iteration visits elements only."""
    came = ran("clear drain extend:3 drain extend:2 each keys clear reload layout cost")
    assert came.answers[3:5] == [(0, 1, 2), (Key(0, 0), Key(1, 0))]
    assert came.answers[5:7] == [((Key(0, 0), 3), (Key(1, 0), 4)), (3, 4)]
    assert came.answers[-2:] == ["[]", "0/0/5/7"]


def test_capacity_is_no_less_than_nothing() -> None:
    """And nothing means that the vector grows."""
    with pytest.raises(ValueError, match="capacity is -1; it must be at least 0"):
        Configuration(capacity=-1)
    assert ran("extend:100 reserve:1000 len").answers[1:] == [None, 100]


def test_what_a_vector_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="vec has no operation 'repack'"):
        ran("add repack:0")


def test_only_the_last_element_is_popped() -> None:
    """Whoever pops another one did not ask."""
    with pytest.raises(AssertionError, match="only the last element can be popped"):
        without((1, 2), 0, POP)


def test_picture_has_every_cell() -> None:
    """And says how elements are removed."""
    state = ran("extend:2", SWAP, 3).history.state
    assert VEC.picture is not None
    shown = VEC.picture(state)
    assert shown.facts == {"space": 3, "opened": 2, "live": 2, "removal": "swap"}
    assert [cell.word for cell in shown.rows[0].cells] == ["0", "1"]
    assert shown.rows[0].chains == []
    assert VEC.variables(state) == ((0, 1), state.cost)
    assert MODEL.operations == VEC.operations
