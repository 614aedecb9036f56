"""The rules of a dyadic list, in examples made by hand."""

from __future__ import annotations

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.key import Key
from stablelist_spec.core.states import States
from stablelist_spec.families.pool import STRUCTURAL, Failure
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems.dyadic import DYADIC
from suite.spec.systems.checked import Checked
from suite.spec.systems.checked import ran as ran_of

NEVER, ITERATION, MEMORY = Truncate


def ran(program: str, parameters: Parameters = Parameters()) -> Checked:  # noqa: B008 - immutable
    """The list after a program in which nothing was wrong."""
    return ran_of(DYADIC, program, parameters)


def last(program: str, parameters: Parameters = Parameters()) -> object:  # noqa: B008 - immutable
    """The answer to the last operation of a program."""
    return ran(program, parameters).answers[-1]


def words(came: Checked) -> tuple[str, str]:
    """Its layout and its cost."""
    return came.shown()["layout"], came.shown()["cost"]


# --- Where elements are, and where they go --------------------------------------------------------


@pytest.mark.parametrize(
    ("minimum", "capacity", "layout"),
    [
        (0, 0, "4|0:4:0:0:|0"),
        (4, 5, "8|0:4:0:0:|4:4:0:0:|0"),
        (4, 8, "8|0:4:0:0:|4:4:0:0:|0"),
        (4, 12, "16|0:4:0:0:|4:4:0:0:|8:8:0:0:|0"),
        (12, 0, "12|0:12:0:0:|0"),
        (5, 17, "32|0:8:0:0:|8:8:0:0:|16:16:0:0:|0"),
    ],
)
def test_capacity_is_rounded_up_to_whole_blocks(minimum: int, capacity: int, layout: str) -> None:
    """The first block is the least space; what follows doubles it (R1)."""
    assert last("layout", Parameters(minimum=minimum, capacity=capacity)) == layout


def test_list_is_opened_block_by_block() -> None:
    """A full list grows by a block as long as all before it; the cells move each time (R2, R3)."""
    assert last("extend:9 layout") == "16|0:4:4:4:|4:4:4:4:|8:8:1:1:|9"
    assert last("extend:9 cost") == "0/12/0/0"


def test_vacancy_is_reused_before_a_cell_is_opened() -> None:
    """The one that was made last comes first (R2)."""
    came = ran("extend:3 remove:0 remove:2 add*3")
    assert [key.index for key in came.issued[3:]] == [2, 0, 3]


def test_lowest_block_with_room_comes_first() -> None:
    """Whichever vacancy is younger (R2)."""
    came = ran("extend:9 remove:1 remove:6 remove:5 add*4")
    assert [key.index for key in came.issued[9:]] == [1, 5, 6, 9]


def test_free_lists_keep_to_their_blocks() -> None:
    """Each from its head on (R4)."""
    assert last("extend:10 remove:1..7 remove:8 layout") == (
        "16|0:4:1:4:3,2,1|4:4:0:4:7,6,5,4|8:8:1:2:8|10"
    )


def test_key_is_known_before_the_element_is_made() -> None:
    """The keys are the same with a factory and without one (R2)."""
    assert ran("insert_with*5 remove:1 insert_with").issued == ran("add*5 remove:1 add").issued


# --- Truncation -----------------------------------------------------------------------------------


def test_empty_top_blocks_are_dropped_as_many_as_there_are() -> None:
    """One, two, three; and no vacancy is visited (R4, R5)."""
    came = ran("extend:17 remove:16")
    assert came.shown()["layout"] == "16|0:4:4:4:|4:4:4:4:|8:8:8:8:|17"
    came.run("add remove:8..15 layout")
    assert "truncate_2" not in came.labels
    came.run("remove:17 layout cost")
    assert {"truncate_2", "truncate_stops_at_live_block"} <= came.labels
    assert words(came) == ("8|0:4:4:4:|4:4:4:4:|18", "0/28/10/0")
    came = ran("extend:17 remove:0..16")
    assert {"truncate_3_or_more", "truncate_stops_at_minimum"} <= came.labels
    assert words(came) == ("4|0:4:0:4:3,2,1,0|17", "0/28/13/0")


def test_truncation_stops_at_a_live_block_above_an_empty_base() -> None:
    """It is the new top that stops it, not the least space (R4)."""
    came = ran("extend:9 remove:0..3 remove:8")
    assert came.labels & {"truncate_stops_at_live_block", "truncate_stops_at_minimum"} == {
        "truncate_stops_at_live_block"
    }


def test_free_lists_that_stay_are_not_touched() -> None:
    """They keep their order; StableList would deal them out (R5)."""
    assert last("extend:9 remove:0 remove:2 remove:1 remove:3 remove:8 layout") == (
        "8|0:4:0:4:3,1,2,0|4:4:4:4:|9"
    )


def test_block_below_the_top_may_be_empty() -> None:
    """It is dropped with the top, and not before (R4)."""
    came = ran("extend:9 remove:4..7")
    assert "remove_empties_below_top" in came.labels
    assert came.shown()["layout"] == "16|0:4:4:4:|4:4:0:4:7,6,5,4|8:8:1:1:|9"


def test_top_that_was_never_used_stays() -> None:
    """A capacity is a request for memory in advance, until `shrink_to_fit` releases it (R4, R6)."""
    roomy = Parameters(capacity=16)
    came = ran("add remove:0", roomy)
    assert "remove_while_top_empty" in came.labels
    assert came.shown()["layout"] == "16|0:4:0:1:0|4:4:0:0:|8:8:0:0:|1"
    came.run("shrink_to_fit")
    assert words(came) == ("4|0:4:0:1:0|1", "0/1/0/0")


@pytest.mark.parametrize(
    ("mode", "shown"),
    [
        (NEVER, ("16|0:4:4:4:|4:4:1:4:6,5,4|8:8:0:1:8|10", "0/12/0/0")),
        (ITERATION, ("8|0:4:4:4:|4:4:1:1:|10", "0/12/5/0")),
        (MEMORY, ("8|0:4:4:4:|4:4:1:1:|10", "0/20/5/0")),
    ],
)
def test_modes_keep_and_free(mode: Truncate, shown: tuple[str, str]) -> None:
    """A truncation that drops two blocks reallocates once: 4 cells, and 4 when it grows again (R6)."""
    came = ran("extend:9 remove:4..8 add", Parameters(truncate=mode))
    assert words(came) == shown


def test_growth_within_memory_that_was_kept_moves_nothing() -> None:
    """This is the same as in StableList (R3)."""
    assert last("extend:5 remove:4 add cost") == "0/4/1/0"


def test_nothing_is_cut_where_a_stable_list_could_not_halve() -> None:
    """The least space is 12, its half no multiple of 4: blocks need none (R1)."""
    assert last("extend:13 remove:12 layout", Parameters(minimum=12)).startswith("12|0:12:12:12:|")  # type: ignore[attr-defined] # a word


# --- Memory on request, and taking everything out ---------------------------------------------------


def test_reserve_changes_memory_alone() -> None:
    """Then growth moves nothing; what was reserved is freed with a truncation in MEMORY (R6)."""
    assert last("add reserve:9 layout") == "4|0:4:1:1:|1"
    assert last("add reserve:9 extend:9 cost") == "0/1/0/0"
    came = ran("reserve:17 extend:5 remove:4", Parameters(truncate=MEMORY))
    assert "truncate_frees_reserve" in came.labels
    assert came.shown()["cost"] == "0/4/1/0"


@pytest.mark.parametrize(
    ("mode", "moved"), [(NEVER, "0/3/3/0"), (ITERATION, "0/3/3/0"), (MEMORY, "0/15/3/0")]
)
def test_clearing_keeps_what_was_reserved_but_in_memory(mode: Truncate, moved: str) -> None:
    """Three cells move into the reserve; in MEMORY four and eight move again, as the list grows (R7)."""
    assert last("extend:3 reserve:9 clear extend:9 cost", Parameters(truncate=mode)) == moved


@pytest.mark.parametrize("mode", Truncate)
def test_shrink_to_fit_drops_empty_tops_in_every_mode(mode: Truncate) -> None:
    """Opened ones as well, which only NEVER keeps (R6)."""
    came = ran("extend:9 remove:4..8 shrink_to_fit shrink_to_fit", Parameters(truncate=mode))
    assert came.shown()["layout"] == "4|0:4:4:4:|9"
    assert ("shrink_to_fit_drops_opened" in came.labels) is (mode is NEVER)


@pytest.mark.parametrize("name", ["clear", "drain"])
def test_ids_go_on_when_everything_is_taken_out(name: str) -> None:
    """The space stays, but in MEMORY (R7)."""
    assert last(f"extend:5 {name} layout") == "8|0:4:0:0:|4:4:0:0:|5"
    least = Parameters(capacity=16, truncate=MEMORY)
    assert last(f"extend:5 {name} layout", least) == "4|0:4:0:0:|5"
    assert last("extend:5 remove:1 drain") == (0, 2, 3, 4)


def test_retained_elements_stay_in_place() -> None:
    """Rejected ones are removed in ascending position, so the last may truncate (R7)."""
    came = ran("extend:9 retain:3:0")
    assert words(came) == ("8|0:4:2:4:2,1|4:4:1:4:7,5,4|9", "0/12/1/9")
    assert "retain_truncates" in came.labels


# --- Keys -----------------------------------------------------------------------------------------


def test_full_means_that_every_index_is_live() -> None:
    """Space may reach beyond the range; a refusal changes nothing (R9)."""
    narrow = Parameters(minimum=12, index_bits=4, id_bits=8)
    came = ran("extend:16 add extend:1 reserve:1 insert_with layout", narrow)
    assert came.issued[16:] == [Key(-1, 0)] * 3
    assert came.shown()["layout"] == "24|0:12:12:12:|12:12:4:4:|16"
    assert last("extend:16 remove:3 extend:2", narrow) is Failure.FULL


def test_ids_wrap_and_a_key_revives() -> None:
    """There is one counter for the whole list, as in StableList (R8)."""
    came = ran("add*2 remove:0 add at:0", Parameters(id_bits=1))
    assert "at_revived" in came.labels


def test_whatever_is_lent_is_not_changed() -> None:
    """No structural operation changes it (R14)."""
    came = ran(" ".join(("add", *(f"lend:{name}" for name in STRUCTURAL))))
    assert came.answers[1:] == [Failure.BORROW] * 10


# --- Labels ---------------------------------------------------------------------------------------

BASE, LIVE = "remove_from_base", "truncate_stops_at_live_block"


@pytest.mark.parametrize(
    ("program", "capacity", "labels"),
    [
        ("add", 0, ["add_append_base"]),
        ("add*4", 0, ["add_append_base", "add_fills_base"]),
        ("add*5", 0, ["add_grow_moving"]),
        ("add*6", 0, ["add_append_top"]),
        ("add*8", 0, ["add_append_top", "add_fills_top"]),
        ("add*5", 16, ["add_append_middle"]),
        ("add*8", 16, ["add_append_middle", "add_fills_middle"]),
        ("add*2 remove:0 add", 0, ["add_reuse_base"]),
        ("add*4 remove:0 add", 0, ["add_reuse_base", "add_fills_base"]),
        ("add*9 remove:5 add", 0, ["add_reuse_middle", "add_fills_middle"]),
        ("add*6 remove:5 add", 0, ["add_reuse_top"]),
        ("add*5 remove:4 add", 0, ["add_grow_in_place"]),
        ("add*5 remove:4 insert_with", 0, ["insert_with_grow_in_place"]),
        ("add*6 remove:0", 0, ["remove_live", BASE]),
        ("add*9 remove:5", 0, ["remove_live", "remove_from_middle"]),
        ("add*6 remove:5", 0, ["remove_live", "remove_from_top"]),
        ("add remove:0", 0, ["remove_live", "remove_empties_top_minimum"]),
        ("add remove:0", 8, ["remove_live", BASE, "remove_while_top_empty"]),
        ("add*6 remove:0..3", 0, ["remove_live", BASE, "remove_empties_below_top"]),
        ("add*5 remove:4", 0, ["remove_live", "truncate_1", LIVE]),
        ("add*9 remove:4..8", 0, ["remove_live", "truncate_2", LIVE]),
        ("add*17 remove:4..16", 0, ["remove_live", "truncate_3_or_more", LIVE]),
        ("add*33 remove:4..32", 0, ["remove_live", "truncate_3_or_more", LIVE]),
        ("add*5 remove:0..4", 0, ["remove_live", "truncate_1", "truncate_stops_at_minimum"]),
        ("clear", 0, ["clear_empty"]),
        ("add remove:0 clear", 0, ["clear_empty"]),
        ("add clear", 0, ["clear_keeps_space"]),
        ("add*2 drain", 0, ["drain_keeps_space"]),
        ("shrink_to_fit", 0, ["shrink_to_fit_nothing"]),
        ("shrink_to_fit", 8, ["shrink_to_fit_drops", "shrink_to_fit_frees"]),
        ("reserve:5 shrink_to_fit", 0, ["shrink_to_fit_frees"]),
    ],
)
def test_labels_say_what_happened(program: str, capacity: int, labels: list[str]) -> None:
    assert ran(program, Parameters(capacity=capacity)).happened == tuple(labels)


@pytest.mark.parametrize(
    ("program", "mode", "labels"),
    [
        ("add remove:0", NEVER, ["remove_live", "remove_empties_top_never"]),
        ("add*5 remove:4", MEMORY, ["remove_live", "truncate_1", LIVE, "truncate_reallocates"]),
        (
            "reserve:9 add*5 remove:4",
            MEMORY,
            ["remove_live", "truncate_1", LIVE, "truncate_reallocates", "truncate_frees_reserve"],
        ),
        ("add clear", MEMORY, ["clear_to_minimum"]),
        (
            "add*5 remove:4 shrink_to_fit",
            NEVER,
            ["shrink_to_fit_drops", "shrink_to_fit_drops_opened", "shrink_to_fit_frees"],
        ),
    ],
)
def test_labels_tell_the_modes(program: str, mode: Truncate, labels: list[str]) -> None:
    assert ran(program, Parameters(truncate=mode)).happened == tuple(labels)


def test_label_tells_of_a_wrap() -> None:
    """Where the next id is the first one again (R8)."""
    wraps = ("add_append_base", "add_id_wraps")
    assert ran("add*2", Parameters(id_bits=1)).happened == wraps
    assert ran("add*3", Parameters(id_bits=1)).happened == wraps[:1]


@pytest.mark.parametrize("mode", Truncate)
def test_every_layout_of_two_blocks_is_right(mode: Truncate) -> None:
    """Ids are forgotten; the upper block is added and dropped again."""
    found = explore(Parameters(truncate=mode, index_bits=3), TrackedKey(DYADIC, follow=False))
    assert (found.complete, found.violations) == (True, {})
    assert found.states > 3_700


@pytest.mark.no_cover
def test_both_quotients_find_the_same() -> None:
    """Nothing is broken, and the same labels come up wherever they ask the same."""
    parameters = Parameters(id_bits=1, index_bits=2)
    found = [explore(parameters, quotient) for quotient in (TrackedKey(DYADIC), States(DYADIC))]
    assert [each.violations for each in found] == [{}, {}]
    asked_otherwise = (
        "apply",
        "at_mut",
        "exchange",
        "inspect",
        "key_at",
        "repack",
        "replace",
        "reserve",
    )
    renamed, plain = (
        {label for label in each.labels if not label.startswith(asked_otherwise)} for each in found
    )
    assert renamed == plain
    assert found[0].states < found[1].states
