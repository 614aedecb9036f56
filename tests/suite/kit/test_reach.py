"""Reach: how far a run went, measured from what a port answered, and what it has to reach."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stablelist_conformance.answerers import ModelAnswerer
from stablelist_conformance.handshake import Handshake
from stablelist_conformance.protocol import Level, parse_program
from stablelist_conformance.reach import Reach, beyond, unreached, within_reach
from stablelist_conformance.report.reached import reached
from stablelist_conformance.widths import Widths

PORT = Handshake("a", "1", "stablelist", Level.COST)
SLOTS = Handshake("a", "1", "slotmap", Level.CONTRACT)


def went(*lines: str, system: str = "stablelist") -> Reach:
    """How far the model goes in some programs."""
    reach, model = Reach(), ModelAnswerer(system)
    for line in lines:
        level, program = parse_program(line, system)
        reach.follow(program, " ".join(model.answer(program, level)), model.handshake.system)
    return reach


def test_elements_are_counted_by_what_was_answered() -> None:
    """Refused insertions and removals that found nothing do not count."""
    reach = went(
        "layout capacity=0 index_bits=2 : add add extend:3 insert_with add add remove:0 remove:0 remove:1 add at:8"
    )
    assert (reach.live, reach.insertions, reach.removals) == (4, 5, 2)
    assert (reach.words, reach.programs, reach.in_process) == (11, 1, 7)
    assert (reach.filled, reach.used_up) == (4, {2})


def test_bulk_removals_count() -> None:
    """Each element that goes."""
    for word, removed in (("clear", 6), ("drain", 6), ("retain:3:0", 4), ("lend:clear", 0)):
        assert went(f"contract : extend:6 {word}").removals == removed


def test_longest_life_and_process() -> None:
    """Maxima of containers, sums of a process."""
    reach = went("layout : add remove:0", "layout : extend:5", "layout : add len")
    assert (reach.live, reach.insertions, reach.removals, reach.words) == (5, 5, 1, 2)
    assert (reach.programs, reach.in_process) == (3, 8)
    once = went("layout : extend:5")
    once.repeat(went("layout : extend:3 remove:0"))
    assert (once.programs, once.in_process, once.live) == (2, 9, 5)


def test_slots_are_known_where_keys_are_shown() -> None:
    """Above contract level only."""
    program = " : add remove:0 add remove:1 extend:1 remove:2 add"
    assert went("layout" + program).reuses == 3
    assert went("contract" + program).reuses == 0


def test_inside_is_what_was_shown() -> None:
    """The space, the longest free list, and the most halvings of one removal between two looks."""
    inside = went("layout : extend:32 retain:32:31 layout remove:31 layout")
    assert (inside.space, inside.free, inside.cascade) == (32, 15, 3)
    assert went("layout : extend:32 retain:16:15 layout remove:31 remove:15 layout").cascade == 0
    assert (
        went("layout : extend:32 retain:32:31 layout clear add layout remove:32 layout").cascade
        == 0
    )
    assert went("layout : extend:9 remove:0 remove:4 layout", system="lifo-slab").free == 2
    members = went(
        "layout universe=9 : insert:3 insert:3 insert:12 remove:4 layout", system="sparse-set"
    )
    assert (members.live, members.insertions, members.removals, members.space) == (1, 1, 0, 0)


def test_distances_of_forged_keys_are_powers_of_two() -> None:
    """Those near others; the distance of any other key is not known."""
    reach = went(
        "layout : add at:0~0.256 at:0~-8.0 exchange:0:0~1.1 at:0~3.5 at:#7.4 remove:0~0.-1"
    )
    assert (reach.indices, reach.ids) == ({0, 3}, {0, 8})


def test_configurations_are_noted() -> None:
    """Widths, and the least and the largest number."""
    reach = went(
        "layout minimum=5 id_bits=0 : len", "layout minimum=9 capacity=2 index_bits=7 : len"
    )
    assert reach.widths == {"id_bits": {None, 32}, "index_bits": {7, 32}}
    assert reach.lengths == {"minimum": (5, 9), "capacity": (0, 2)}
    assert went("layout capacity=3 : len", system="lifo-slab").lengths == {"capacity": (3, 3)}


def test_ids_have_wrapped_once_all_were_given_out() -> None:
    """The ids come from one counter for the container."""
    assert went("layout id_bits=1 : extend:2").wrapped == set()
    assert went("layout id_bits=1 : extend:3").wrapped == {1}


def test_ids_of_slots_wrap_slot_by_slot() -> None:
    """So this takes as many insertions for each live slot."""
    system = SLOTS.system
    reach = Reach()
    _, program = parse_program("contract id_bits=1 : add add add", "slotmap")
    reach.follow(program, "ok ok ok", system)
    assert reach.wrapped == set()
    _, program = parse_program("contract id_bits=1 : add remove:0 add remove:1 add", "slotmap")
    reach.follow(program, "ok 0 ok 1 ok", system)
    assert reach.wrapped == {1}


def test_versions_of_a_slot_that_are_ids_are_counted() -> None:
    """Every other version is the id of a key."""
    used_up = "layout id_bits=2 : add remove:0 add remove:1 add"
    assert went("layout id_bits=2 : add add add add add", system="lifo-slotmap").wrapped == set()
    assert went(used_up, system="lifo-slotmap").wrapped == {2}
    assert went(used_up, system="stack-slotmap").wrapped == set()


def test_what_is_live_later_takes_no_id_back() -> None:
    """The only slot had used its ids before others were needed."""
    reach = Reach()
    line = "contract id_bits=1 : extend:0 add remove:0 add remove:1 add extend:3"
    _, program = parse_program(line, "slotmap")
    reach.follow(program, "[] ok 0 ok 1 ok [ok,ok,ok]", SLOTS.system)
    assert (reach.live, reach.wrapped) == (4, {1})


def test_two_runs_go_as_far_as_either() -> None:
    """Whichever went farther, in each direction."""
    one = went("layout id_bits=1 minimum=5 : extend:9 at:0~0.2", "layout : len")
    other = went("cost id_bits=8 minimum=7 : extend:3 remove:0 remove:1 at:0~4.0")
    one.merge(other)
    assert (one.live, one.removals, one.programs) == (9, 2, 2)
    assert (one.indices, one.ids, one.wrapped) == ({2}, {1}, {1})
    assert one.widths["id_bits"] == {1, 8, 32}
    assert one.lengths["minimum"] == (4, 7)


# --- What has to be reached -----------------------------------------------------------------------


def test_declared_capacity_has_to_be_filled() -> None:
    """If it is a number."""
    fixed = replace(SLOTS, capacity=255)
    (missing,) = unreached(fixed, Reach(live=254, filled=254, wrapped={1}))
    assert missing.startswith("its capacity of 255 was not filled: at most 254 elements were live")
    assert 'build a smaller container (for example with "bits=3")' in missing
    assert unreached(fixed, Reach(filled=255, wrapped={1})) == []
    for open_ended in ("grows", "fixed"):
        assert unreached(replace(SLOTS, capacity=open_ended), Reach(wrapped={1})) == []


@pytest.mark.parametrize(
    ("port", "bits", "needed"),
    [
        (SLOTS, "4-32", True),
        (SLOTS, "12", True),
        (SLOTS, "13-32", False),
        (SLOTS, "0", False),
        (PORT, "16-64", True),
        (PORT, "17", False),
    ],
)
def test_narrow_ids_have_to_wrap(port: Handshake, bits: str, needed: bool) -> None:
    """Those that a program can wrap; where every slot has its own, that takes longer."""
    narrow = replace(port, id_bits=Widths.parse(bits))
    assert bool(unreached(narrow, Reach())) == needed
    assert unreached(narrow, Reach(wrapped={7})) == []


def test_slab_has_no_ids_to_wrap() -> None:
    """Whatever its handshake says of widths by default."""
    assert unreached(replace(SLOTS, profile="slab"), Reach()) == []


def test_what_is_beyond_reach_is_named() -> None:
    """The ends of widths that are too wide, of those that the system has."""
    wide = replace(PORT, id_bits=Widths.parse("32"), index_bits=Widths.parse("0,16-18,24"))
    assert beyond(wide) == [
        "wrap-around of 32-bit ids",
        "a full range of indices of 17-18,24 bits",
    ]
    assert beyond(replace(SLOTS, id_bits=Widths.parse("8-16"))) == [
        "wrap-around of ids of 13-16 bits"
    ]
    assert beyond(replace(SLOTS, profile="slab")) == []


@pytest.mark.parametrize(
    ("system", "ids", "indices"),
    [
        ("stablelist", 16, 16),
        ("lifo-slotmap", 13, 13),
        ("stack-slotmap", 12, 13),
        ("lifo-arena", 12, 13),
        ("slotmap", 12, 16),
    ],
)
def test_end_of_a_range_is_in_reach_of_a_program(system: str, ids: int, indices: int) -> None:
    """Many elements are inserted at once, or one by one; ids of slots or of removals are used up one by one anyway."""
    port = Handshake("a", "1", system, Level.COST)
    assert (within_reach(port, "id_bits"), within_reach(port, "index_bits")) == (ids, indices)


def test_without_extensions_less_is_in_reach() -> None:
    """Whatever the system has."""
    alone = replace(
        PORT,
        without=frozenset({"extend"}),
        id_bits=Widths.parse("12-13"),
        index_bits=Widths.parse("14"),
    )
    assert beyond(alone) == ["wrap-around of 13-bit ids", "a full range of 14-bit indices"]


def test_reach_in_words() -> None:
    """Only what there is to say."""
    told = list(reached(went("contract : add", system="stablelist")))
    assert told == [
        "1 element live",
        "in one container 1 insertion, 0 removals, 1 operation",
        "in one process 1 program, 1 insertions and removals",
        "minimum 4 to 4, capacity 0 to 0",
        "ids of 32 bits, never wrapped",
        "indices of 32 bits, never used up",
    ]
