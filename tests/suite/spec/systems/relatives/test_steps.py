"""The rules of the relatives, in examples made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.model import Model
from stablelist_spec.parts.options import Bounded, Fixed, Indexed, Versioned
from stablelist_spec.parts.slot_picturing import picture, variables
from stablelist_spec.systems import SYSTEMS, handle_map
from stablelist_spec.systems.lifo_arena import Configuration
from stablelist_spec.systems.stack_slotmap import Configuration as Ranged
from suite.spec.systems.checked import Checked
from suite.spec.systems.checked import ran as ran_of

RELATIVES = (
    "lifo-slotmap", "dense-slotmap", "hop-slotmap", "lifo-arena", "stable-vec", "handle-map", "fixed-arena",
    "stack-slotmap",
)  # fmt: skip


def ran(name: str, program: str, **chosen: Any) -> Checked:
    """The relative after a program in which nothing was wrong."""
    return ran_of(SYSTEMS[name], program, **chosen)


def last(name: str, program: str, **chosen: Any) -> object:
    """The answer to the last operation of a program."""
    return ran(name, program, **chosen).answers[-1]


# --- Slot maps ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["lifo-slotmap", "dense-slotmap", "hop-slotmap"])
def test_first_key_has_index_1_and_version_1(name: str) -> None:
    """Slot 0 is a sentinel; the version of a live slot is odd."""
    came = ran(name, "add*2 remove:0 add layout")
    assert came.issued == [Key(1, 1), Key(2, 1), Key(1, 3)]
    assert str(came.answers[-1]).startswith("2:2:|0,3,1")


def test_version_starts_over_after_half_of_its_numbers() -> None:
    """With two bits, two versions are odd, so the third key of a slot equals the first."""
    came = ran("lifo-slotmap", "add remove:0 add remove:1 add at:0", id_bits=2)
    assert came.issued == [Key(1, 1), Key(1, 3), Key(1, 1)]
    assert came.answers[-1] == 2
    assert "remove_version_wraps" in came.labels


def test_vacancy_that_was_made_last_is_filled_first() -> None:
    """Then the one before it; then a slot is appended (thesis 3.6)."""
    came = ran("lifo-slotmap", "add*4 remove:0 remove:2 remove:3 layout add*4")
    assert came.answers[7] == "1:4:4,3,1|0,2,1,2,2"
    assert [key.index for key in came.issued[4:]] == [4, 3, 1, 5]


@pytest.mark.parametrize("name", ["clear", "drain"])
def test_everything_is_removed_one_by_one(name: str) -> None:
    """The order is ascending, so the last slot is filled first."""
    assert last("lifo-slotmap", f"add*3 {name} layout") == "0:3:3,2,1|0,2,2,2"
    assert last("dense-slotmap", f"add*3 {name} layout") == "0:3:1,2,3|0,2,2,2|"
    assert last("hop-slotmap", f"add*3 {name} layout") == "0:3:3,2,1|0,2,2,2"


def test_dense_map_is_drained_from_its_end() -> None:
    """After a removal the last element is in the gap."""
    assert last("dense-slotmap", "add*4 remove:0 drain") == (2, 1, 3)


def test_dense_map_iterates_in_the_order_of_its_array() -> None:
    """Only the elements are visited; one element was moved."""
    came = ran("dense-slotmap", "add*4 remove:1 each keys layout cost")
    assert came.answers[5:7] == [((Key(1, 1), 0), (Key(4, 1), 3), (Key(3, 1), 2)), (0, 3, 2)]
    assert came.answers[7:] == ["3:4:2|0,1,2,1,1|1,4,3", "0/1/0/6"]


def test_dense_map_retains_what_moved_into_the_gap_next() -> None:
    """Of 0, 1, 2, 3 the first is removed, then 3, which took its place; 1 stays, and 2 is removed."""
    assert last("dense-slotmap", "add*4 retain:4:1") == (0, 3, 2)


def test_block_is_filled_from_its_end() -> None:
    """The oldest block first; the one behind the sentinel last (thesis 3.6)."""
    came = ran("hop-slotmap", "add*9 remove:5 remove:2 remove:3 remove:0 layout add*5")
    assert came.answers[-6] == "5:9:6,4,3,1|0,2,1,2,2,1,2,1,1,1"
    assert [key.index for key in came.issued[9:]] == [6, 4, 3, 1, 10]


def test_neighbouring_blocks_are_merged() -> None:
    """The later block joins the one before it."""
    assert last("hop-slotmap", "add*5 remove:3 remove:1 remove:2 layout") == "2:5:4,3,2|0,1,2,2,2,1"


def test_iteration_hops() -> None:
    """Two elements, and the first slot of the gap between them; not the gaps at the ends."""
    assert last("hop-slotmap", "add*7 remove:0 remove:2..4 remove:6 each cost") == "0/0/0/3"
    assert last("lifo-slotmap", "add*7 remove:0 remove:2..4 remove:6 each cost") == "0/0/0/7"


def test_full_slot_map_refuses() -> None:
    """At the end of its indices; a vacancy makes room."""
    full = Failure.FULL
    came = ran("lifo-slotmap", "add*3 insert_with reserve:1 remove:0 reserve:2 add", capacity=2)
    assert came.answers[2:] == [full, full, full, 0, full, Key(1, 3)]


# --- Arena ----------------------------------------------------------------------------------------


def test_generation_is_advanced_by_removal_not_by_insertion() -> None:
    """Contrary to thesis 3.7."""
    assert ran("lifo-arena", "add*3 remove:1 add").issued == [
        Key(0, 0), Key(1, 0), Key(2, 0), Key(1, 1),
    ]  # fmt: skip


def test_every_slot_is_a_vacancy_before_it_is_used() -> None:
    """They are used in ascending order; iterating over an empty arena costs its capacity."""
    came = ran("lifo-arena", "layout each cost add*5 layout cost")
    assert came.answers[0] == "0:4:0,1,2,3|0"
    assert came.answers[2] == "0/0/0/4"
    assert came.answers[-2:] == ["5:8:5,6,7|0", "0/4/0/4"]


def test_clear_lists_every_slot_anew_in_one_generation() -> None:
    """Drain drops the slots instead; the next insertion opens one, and a clear all that memory is kept for."""
    came = ran("lifo-arena", "add*3 remove:0 clear layout drain layout add layout clear layout")
    assert came.answers[5] == "0:4:0,1,2,3|2"
    assert came.answers[7] == "0:0:|2"
    assert came.answers[9] == "1:1:|2"
    assert came.answers[11] == "0:4:0,1,2,3|3"


def test_reserved_slots_are_filled_first() -> None:
    """Before those that were free before; reserving none changes nothing."""
    came = ran("lifo-arena", "add reserve:2 layout reserve:0 layout")
    assert came.answers[2] == came.answers[4] == "1:6:4,5,1,2,3|0"


def test_key_resolves_again_after_all_generations() -> None:
    """They pass by removals of any elements: two, of one bit."""
    came = ran("lifo-arena", "add*2 remove:0 remove:1 add at:1", id_bits=1)
    assert came.issued == [Key(0, 0), Key(1, 0), Key(1, 0)]
    assert came.answers[-1] == 2


def test_growth_ends_at_the_index_range() -> None:
    """Three slots become four, not six."""
    came = ran("lifo-arena", "add*4 layout add", capacity=3, index_bits=2)
    assert came.answers[-2:] == ["4:4:|0", Failure.FULL]


# --- Stable vector --------------------------------------------------------------------------------


def test_index_is_used_once() -> None:
    """Until the vector is cleared, after which a key from before finds whatever is there."""
    came = ran("stable-vec", "add*2 remove:0 add at:0 clear add at:0")
    assert [key.index for key in came.issued] == [0, 1, 2, 0]
    assert came.answers[4] is None
    assert came.answers[-1] == 3
    assert "at_revived" in came.labels


def test_vector_is_full_when_its_indices_are_used_up() -> None:
    """However few elements it has."""
    came = ran("stable-vec", "add*2 remove:0..1 add reserve:1 len clear add", index_bits=1)
    assert came.answers[4:] == [Failure.FULL, Failure.FULL, 0, None, Key(0, 0)]


def test_memory_doubles_and_is_given_back() -> None:
    """Cells move with it: 1, 2, 4, and back to 5 of 8."""
    came = ran("stable-vec", "add*5 cost shrink_to_fit cost shrink_to_fit cost")
    assert came.answers[5] == "0/7/0/0"
    assert came.answers[7] == came.answers[9] == "0/12/0/0"


def test_extension_reserves_for_all_of_its_elements() -> None:
    """At least twice the memory; nothing if it is refused."""
    came = ran("stable-vec", "extend:5 cost add cost extend:4 cost extend:1 cost")
    assert came.answers[1::2] == ["0/0/0/0", "0/5/0/0", "0/5/0/0", "0/15/0/0"]
    assert last("stable-vec", "add extend:4 cost", index_bits=2) == "0/0/0/0"


def test_iteration_ends_at_the_last_element() -> None:
    """Vacancies behind it are not visited."""
    assert last("stable-vec", "add*5 remove:0 remove:3..4 each cost") == "0/7/0/3"


# --- Handle map and arenas from the sources -------------------------------------------------------


@pytest.mark.parametrize("name", ["handle-map", "fixed-arena", "stack-slotmap"])
def test_generation_counts_removals(name: str) -> None:
    """From 0 on, for each entry."""
    assert ran(name, "add*2 remove:0 add remove:2 add").issued == [
        Key(0, 0), Key(1, 0), Key(0, 1), Key(0, 2),
    ]  # fmt: skip


def test_handle_map_is_dense() -> None:
    """The last item is moved into the gap, and keeps its handle (figure 20)."""
    came = ran("handle-map", "add*8 remove:3 each at:7 layout")
    assert [key.index for key, _ in came.answers[9]] == [0, 1, 2, 7, 4, 5, 6]  # type: ignore[attr-defined]
    assert came.answers[-2:] == [7, "7:8:3|0,0,0,1,0,0,0,0|0,1,2,7,4,5,6"]


def test_fixed_arena_refuses_beyond_its_capacity() -> None:
    """It has one cell, as in the article; after a removal, the cell is used with the next generation."""
    came = ran("fixed-arena", "add add remove:0 at:0 add at:0", capacity=1)
    assert came.answers == [Key(0, 0), Failure.FULL, 0, None, Key(0, 1), None]


def test_fixed_arena_has_all_its_generations_from_the_beginning() -> None:
    """Cells are opened one after the other, after all vacancies; nothing is moved."""
    came = ran(
        "fixed-arena", "layout add*2 layout remove:0 layout add*2 layout each cost", capacity=3
    )
    assert came.answers[0] == "0:0:|0,0,0"
    assert came.answers[3] == "2:2:|0,0,0"
    assert came.answers[5] == "1:2:0|1,0,0"
    assert came.answers[8] == "3:3:|1,0,0"
    assert came.answers[-1] == "0/0/0/3"


def test_key_to_an_unused_cell_finds_nothing() -> None:
    """Although its generation is that of the cell; removing by it makes no vacancy."""
    came = ran("fixed-arena", "remove:#0.0 at:#1.0 at:#2.0 layout add*3", capacity=2)
    assert came.answers == [None, None, None, "0:0:|0,0", Key(0, 0), Key(1, 0), Failure.FULL]
    assert {"remove_forged_untouched", "at_forged_untouched", "at_forged_beyond"} <= came.labels


def test_stack_slot_map_doubles_its_memory() -> None:
    """One slot, two, four, eight; all slots move with it, but not when a vacancy is filled."""
    came = ran("stack-slotmap", "add cost add cost add cost add*2 cost remove:0 add cost")
    assert [came.answers[at] for at in (1, 3, 5, 8, 11)] == [
        "0/0/0/0", "0/1/0/0", "0/3/0/0", "0/7/0/0", "0/7/0/0",
    ]  # fmt: skip
    assert {"add_append", "add_grow", "add_reuse"} <= came.labels


def test_stack_slot_map_ends_with_its_indices() -> None:
    """A removal makes room; memory may be for more slots than indices can name."""
    came = ran("stack-slotmap", "add*2 add remove:0 add add", index_bits=1)
    assert came.answers[2:] == [Failure.FULL, 0, Key(0, 1), Failure.FULL]


def test_fixed_arena_and_stack_slot_map_are_two_systems() -> None:
    """They differ in their options, labels, invariants and answers."""
    arena, slots = (SYSTEMS[name] for name in ("fixed-arena", "stack-slotmap"))
    assert arena.chosen == ("capacity", "id_bits")
    assert slots.chosen == ("index_bits", "id_bits")
    assert arena.labels.keys() - slots.labels.keys() > {"add_open"}
    assert slots.labels.keys() - arena.labels.keys() == {"add_append", "add_grow"}
    assert arena.invariants.keys() - slots.invariants.keys() == {
        "nothing_has_moved", "unused_slots_bear_version_0",
    }  # fmt: skip
    assert slots.invariants.keys() - arena.invariants.keys() == {"slots_are_allocated"}
    ends = [last(name, "add*3 layout", **chosen) for name, chosen in (
        ("fixed-arena", {"capacity": 2}), ("stack-slotmap", {}),
    )]  # fmt: skip
    assert ends == ["2:2:|0,0", "3:3:|0,0,0"]


# --- What all have --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RELATIVES)
def test_picture_shows_slots_and_vacancies(name: str) -> None:
    """Before there is a slot, and with live and vacant ones."""
    empty = picture(ran(name, "").state)
    assert empty.facts["live"] == 0
    shown = picture(ran(name, "add*3 remove:1").state)
    first = shown.rows[0]
    assert [cell.word for cell in first.cells if cell.live] == ["0", "2"]
    dense = [[cell.word for cell in row.cells] for row in shown.rows[1:]]
    assert dense == [["0", "2"]] * (name in {"dense-slotmap", "handle-map"})
    assert bool(first.chains) is (name != "stable-vec"), (
        "a vacancy that is never filled is in no list"
    )


def test_variables_of_a_trace() -> None:
    """The dense array is among them."""
    state = variables(ran("dense-slotmap", "add*3 remove:0").state)
    assert (state.opened, state.free_list, state.order) == (3, (1,), (3, 2))
    assert (sorted(state.live), state.stamps) == ([2, 3], (0, 2, 1, 1))


def test_options_that_no_container_can_have() -> None:
    """One sentence each."""
    for wrong, sentence in (
        (lambda: Fixed(-1), "capacity is -1; it must be at least 0"),
        (lambda: Versioned(0, 0), "id_bits is 0; it must be at least 1"),
        (lambda: Versioned(0, 65), "id_bits is 65; it must be at most 64"),
        (lambda: Bounded(0), "capacity is 0; it must be at least 1"),
        (lambda: Bounded(1, 0), "id_bits is 0; it must be at least 1"),
        (lambda: Ranged(0), "index_bits is 0; it must be at least 1"),
        (lambda: Ranged(1, 0), "id_bits is 0; it must be at least 1"),
        (lambda: Indexed(0, 0), "index_bits is 0; it must be at least 1"),
        (lambda: Indexed(0, 65), "index_bits is 65; it must be at most 64"),
        (lambda: Indexed(5, 2), "capacity is 5, which does not fit an index of 2 bits"),
        (lambda: Configuration(id_bits=0), "id_bits is 0; it must be at least 1"),
        (lambda: Configuration(id_bits=65), "id_bits is 65; it must be at most 64"),
    ):
        with pytest.raises(ValueError, match=sentence):
            wrong()
    assert (Versioned(0, 64).id_bits, Versioned(0, None).id_bits) == (64, None)
    assert (Indexed(0, 64).most_slots, Indexed(0, None).most_slots) == (1 << 64, None)


def test_operation_that_is_offered_has_to_be_defined() -> None:
    """A model without it says so."""
    right = handle_map.MODEL
    names = ("labels", "classify", "invariants", "shown", "initial", "has_room", "insert", "vacate")
    wrong = Model[Any, Any](
        name="map",
        operations=frozenset({"clear"}),
        **{name: getattr(right, name) for name in names},
    )
    with pytest.raises(ValueError, match="offers an operation that it does not define"):
        wrong.step(right.initial(Versioned()), Operation("clear"))
