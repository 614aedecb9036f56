"""Reach: how far a run went, measured from what a port answered, and what it has to reach."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from stablelist import StableList
from stablelist.ids import Counter
from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.judging.limits import within_reach, wrapping
from stablelist_conformance.judging.reach import Reach, beyond, unreached
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.boundaries import boundaries
from stablelist_conformance.python.answerers import ContainerAnswerer, ModelAnswerer
from stablelist_conformance.python.serve import bundled
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, parse_program
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.families.documented import Documented

from .conftest import Golden
from .relatives import Arena, Paired, Retiring, Slab, SlotMap

PORT = Handshake("a", "1", "stablelist", Level.COST)
SLOTS = Handshake("a", "1", "slotmap", Level.CONTRACT)


def went(*lines: str, system: str = "stablelist") -> Reach:
    """How far the model goes in some programs."""
    reach, model = Reach(), ModelAnswerer(system)
    for line in lines:
        level, program = parse_program(line, system)
        reach.follow(program, " ".join(model.answer(program, level)), model.handshake)
    return reach


def answered(asked: str, said: str, port: Handshake = SLOTS) -> Reach:
    """How far a port goes that gives some answers."""
    reach = Reach()
    reach.follow(parse_program(asked, port.system_name)[1], said, port)
    return reach


LIVES = {
    "stablelist": (
        # refused insertions, and removals that find nothing, do not count
        "layout capacity=0 index_bits=2 : add add extend:3 insert_with add add remove:0 remove:0 remove:1 add at:8",
        *(f"contract : extend:6 {word}" for word in ("clear", "drain", "retain:3:0", "lend:clear")),
        # slots are known where keys are shown
        *(f"{level} : add remove:0 add remove:1 extend:1 remove:2 add" for level in ("layout", "contract")),
        # the space, the longest free list, and the most halvings of one removal between two looks
        "layout : extend:32 retain:32:31 layout remove:31 layout",
        "layout : extend:32 retain:16:15 layout remove:31 remove:15 layout",
        "layout : extend:32 retain:32:31 layout clear add layout remove:32 layout",
        # forged keys that are near others, by powers of two
        "layout : add at:0~0.256 at:0~-8.0 exchange:0:0~1.1 at:0~3.5 at:#7.4 remove:0~0.-1",
        *("layout minimum=5 id_bits=0 : len", "layout minimum=9 capacity=2 index_bits=7 : len"),
        # ids have wrapped when a key is issued again; another key that has the same id proves nothing
        *("layout id_bits=1 : extend:3", "layout id_bits=1 : add remove:0 add remove:1 extend:1"),
        # loops: many turns of one slot, elements up to the first for which there is no room, removals of some
        *("layout id_bits=3 : cycle:9 add", "contract : cycle:9 add at:0", "layout maximum=1 : add cycle:7"),
        *("layout index_bits=2 : fill:9 cycle:2", "contract : fill:6 thin:4:1 len", "contract : 2.cycle:9 add"),
    ),
    "lifo-slotmap": ("layout id_bits=2 : add remove:0 add remove:1 add",),
    "stack-slotmap": ("layout id_bits=2 : add remove:0 add remove:1 add",),
    "lifo-slab": ("layout : extend:9 remove:0 remove:4 layout", "layout capacity=3 : len"),
    "sparse-set": ("layout universe=9 : insert:3 insert:3 insert:12 remove:4 layout",),
}  # fmt: skip


def fields_of(reach: Reach) -> str:
    """What a program reached, one thing on each line."""
    told = {name: value for name, value in vars(reach).items() if value != getattr(Reach(), name)}
    plain = {name: sorted(v, key=str) if isinstance(v, set) else v for name, v in told.items()}
    return "".join(f"  {name} {value}\n" for name, value in plain.items())


def test_programs_reach_what_the_file_says(golden: Golden) -> None:
    lives = ((system, line) for system, lines in LIVES.items() for line in lines)
    told = (f"{name}: {line}\n{fields_of(went(line, system=name))}" for name, line in lives)
    golden("reach.txt", "".join(told))
    assert answered("contract : add extend:9", "ok !full").filled == 0


def test_elements_without_keys_are_counted_by_what_was_asked() -> None:
    """An answer that only says that it was done does not tell how many; what is overwritten is removed."""
    asked = "extend:2:0 push_back:2 extend:2:3 truncate:1 pop_front pop_front extend:0:1"
    overwriting = went(f"contract capacity=3 : {asked}", system="ring")
    assert (overwriting.live, overwriting.insertions, overwriting.removals) == (3, 5, 5)
    refusing = went(
        "contract capacity=2 full=refuses : extend:3:0 extend:2:0 push_front:1", system="ring"
    )
    assert (refusing.live, refusing.insertions, refusing.filled) == (2, 2, 2)


def test_iteration_that_is_refused_removes_nothing() -> None:
    """One that is not, removes what does not leave the remainder, of all that it shows."""
    reach = answered(
        "contract : extend:3 each_removing:2:0 each_removing:2:0", "[ok,ok,ok] !other [0,1,2]"
    )
    assert (reach.live, reach.removals) == (3, 1)


def test_entries_of_a_map_are_counted_once() -> None:
    """What is displaced or evicted is removed, and so is an entry, though its answer has two numbers."""
    asked = "put:1:1 put:1:2 put:2:1 put_if_absent:2:5 put:3:1 pop_first pop_last pop_last"
    cache = went(f"contract order=use full=evicts capacity=2 : {asked}", system="map")
    assert (cache.live, cache.insertions, cache.removals) == (2, 5, 5)


def test_longest_life_and_process() -> None:
    """Maxima of containers, sums of a process."""
    reach = went("layout : add remove:0", "layout : extend:5", "layout : add len")
    assert (reach.live, reach.insertions, reach.removals, reach.words) == (5, 5, 1, 2)
    assert (reach.programs, reach.in_process) == (3, 8)
    once = went("layout : extend:5")
    once.repeat(went("layout : extend:3 remove:0"))
    assert (once.programs, once.in_process, once.live) == (2, 9, 5)


TWICE = "add remove:0 add remove:1 add"
UNSTEADY = replace(SLOTS, documented=Documented(forgets=True))
SILENT = replace(SLOTS, documented=Documented(silent=True))
PARITY = replace(SLOTS, parity=True)
LIST = replace(PORT, level=Level.CONTRACT)
ARENA = replace(SLOTS, system_name="arena")


@pytest.mark.parametrize(
    ("port", "bits", "words", "said", "wrapped"),
    [
        # not before it is asked
        (SLOTS, 1, TWICE, "ok 0 ok 1 ok", False),
        (SLOTS, 1, f"{TWICE} at:0", "ok 0 ok 1 ok none", False),
        (SLOTS, 1, f"{TWICE} at:0", "ok 0 ok 1 ok !other", False),
        (SLOTS, 1, f"{TWICE} at:0", "ok 0 ok 1 ok 2", True),
        (SLOTS, 1, f"{TWICE} contains:0", "ok 0 ok 1 ok yes", True),
        (SLOTS, 1, f"{TWICE} replace:0:7", "ok 0 ok 1 ok yes", True),
        (SLOTS, 1, f"{TWICE} remove:0", "ok 0 ok 1 ok 2", True),
        (SILENT, 1, f"{TWICE} remove:0", "ok ok ok ok ok ok", False),
        # nor by a key that is live or forged; refused insertions have numbers
        (SLOTS, 1, "add remove:0 add remove:1 add remove:2 at:0", "ok !other ok 1 ok 2 0", False),
        (SLOTS, 1, f"{TWICE} remove:0~0.1", "ok 0 ok 1 ok 2", False),
        (SLOTS, 1, "extend:2 add remove:2 add remove:3 add at:2", "!full ok 2 ok 3 ok 4", True),
        # all removed at once; after a removal that makes older keys worthless, they prove nothing
        (SLOTS, 1, "add clear add drain add at:0", "ok ok ok [1] ok 2", True),
        (UNSTEADY, 1, "add drain add drain add at:0", "ok [0] ok [1] ok 2", True),
        (UNSTEADY, 1, "add remove:0 add clear add remove:0 add at:0", "ok 0 ok ok ok 2 ok 3", False),
        (UNSTEADY, 1, "add clear add remove:1 add remove:2 add at:1", "ok ok ok 1 ok 2 ok 3", True),
        (UNSTEADY, 1, "add clear add drain add drain add at:1", "ok ok ok [1] ok [2] ok 3", True),
        # after a period, and before the end of a second one
        (SLOTS, 1, "add remove:0 add at:0", "ok 0 ok 1", False),
        (SLOTS, 1, f"{TWICE} remove:2 add at:0", "ok 0 ok 1 ok 2 ok 3", True),
        (SLOTS, 1, f"{TWICE} remove:2 add remove:3 add at:0", "ok 0 ok 1 ok 2 ok 3 ok 4", False),
        (PARITY, 2, "add remove:0 add remove:1 add at:0", "ok 0 ok 1 ok 2", True),
        # a slot is used once in a turn, however much is inserted; and again, if its element is displaced
        (SLOTS, 1, "extend:3 clear extend:3 at:0", "[ok,ok,ok] ok [ok,ok,ok] 3", False),
        (SLOTS, 1, "extend:3 clear extend:3 clear add at:0", "[ok,ok,ok] ok [ok,ok,ok] ok ok 6", True),
        (SLOTS, 1, "put:0 remove:0 put:0 put:0 at:0", "none 0 none 1 2", True),
        # two removals are one turn without an insertion between them; so is an insertion without a removal
        (SLOTS, 1, "extend:2 remove:0 extend:0 remove:1 add at:0", "[ok,ok] 0 [] 1 ok 2", False),
        (SLOTS, 1, "add remove:0 add remove:0 add at:0", "ok 0 ok none ok 1", False),
        # in a list every insertion uses up an id, in an arena every removal
        (LIST, 2, "add clear extend:3 clear add at:0", "ok ok [ok,ok,ok] ok ok 4", True),
        (LIST, 2, "extend:3 clear extend:2 at:2", "[ok,ok,ok] ok [ok,ok] 3", False),
        (ARENA, 2, "extend:4 clear add at:0", "[ok,ok,ok,ok] ok ok 4", True),
        # ids that no program uses up
        (SLOTS, 32, "add remove:0 add at:0", "ok 0 ok 1", False),
    ],
)  # fmt: skip
def test_ids_have_wrapped_when_a_retired_key_is_found_again(
    port: Handshake, bits: int, words: str, said: str, wrapped: bool
) -> None:
    reach = answered(f"contract id_bits={bits} : {words}", said, port)
    assert reach.wrapped == ({bits} if wrapped else set())


def test_insertion_at_an_index_counts() -> None:
    reach = answered("contract : put:3 put:3 put:9 put:65535", "none 0 none !full")
    assert (reach.live, reach.insertions, reach.removals) == (2, 3, 1)


def test_two_runs_go_as_far_as_either() -> None:
    one = went("layout id_bits=1 minimum=5 : extend:9 drain add drain add at:0~0.2", "layout : len")
    other = went("cost id_bits=8 minimum=7 : extend:3 remove:0 remove:1 at:0~4.0")
    one.merge(other)
    assert (one.live, one.removals, one.programs) == (9, 10, 2)
    assert (one.indices, one.ids, one.wrapped) == ({2}, {1}, {1})
    assert one.widths["id_bits"] == {1, 8, 32}
    assert one.lengths["minimum"] == (4, 7)


# --- What has to be reached -----------------------------------------------------------------------


def test_declared_capacity_has_to_be_filled() -> None:
    """If it is a number."""
    wide = replace(SLOTS, id_bits=Widths.parse("32"))
    fixed = replace(wide, capacity=255)
    (missing,) = unreached(fixed, Reach(live=254, filled=254))
    assert missing.startswith("its capacity of 255 was not filled: at most 254 elements at a time")
    assert 'build a smaller container (for example with "bits=3")' in missing
    assert unreached(fixed, Reach(filled=255)) == []
    for open_ended in ("grows", "fixed"):
        assert unreached(replace(wide, capacity=open_ended), Reach()) == []


@pytest.mark.parametrize(
    ("port", "bits", "needed"),
    [
        (SLOTS, "4-32", "4-12"),
        (SLOTS, "12", "12"),
        (SLOTS, "13-32", ""),
        (SLOTS, "0", ""),
        (replace(SLOTS, parity=True), "13-14", "13"),
        (replace(SLOTS, wraps=False), "4", ""),
        (replace(SLOTS, documented=Documented(undefined=True)), "4", ""),
        (SILENT, "4", "4"),
        (replace(SILENT, without=frozenset({"at", "contains", "replace", "at_mut", "repack"})), "4", ""),
        (PORT, "16-64", "16"),
        (PORT, "17", ""),
        (replace(PORT, without=frozenset({"clear", "drain"})), "12-16", "12"),
        (replace(PORT, index_bits=Widths.parse("2-3")), "12-16", "12-15"),
    ],
)  # fmt: skip
def test_every_narrow_width_has_to_wrap(port: Handshake, bits: str, needed: str) -> None:
    """Those that a program can wrap, and whose wrap-around an answer can show."""
    narrow = replace(port, id_bits=Widths.parse(bits))
    assert str(Widths.of(wrapping(narrow))) == needed or not narrow.wraps
    missing = unreached(narrow, Reach(wrapped={1}))
    assert [each.partition(" bits")[0] for each in missing] == [f"its ids of {needed}"] * bool(
        needed
    )
    assert unreached(narrow, Reach(wrapped=set(range(17)))) == []


def test_slab_has_no_ids_to_wrap() -> None:
    for system in ("slab", "shared-vec", "stable-graph"):
        assert unreached(replace(SLOTS, system_name=system), Reach()) == []


def ignoring(*ignored: int) -> type[SlotMap]:
    """Slot maps that ignore some widths, and have ids without a bound."""

    class Ignoring(SlotMap):
        def __init__(self, id_bits: int | None = None) -> None:
            super().__init__(None if id_bits in ignored else id_bits)

    return Ignoring


class Rotating(SlotMap):
    """Four slots from the beginning; the one that has been vacant for longest is used next."""

    def __init__(self, id_bits: int | None = None) -> None:
        super().__init__(id_bits)
        self.elements, self.stamps, self.vacant = [None] * 4, [0] * 4, [3, 2, 1, 0]


def of_eight_bits(id_bits: int | None = None) -> SlotMap:
    """Versions of eight bits, if fewer were asked for."""
    return SlotMap(id_bits and max(8, id_bits))


def endless(*, id_bits: int | None = None) -> object:
    """A StableList that ignores the width of its ids."""
    return StableList[int](ids=Counter(id_bits and None))


@pytest.mark.parametrize(
    ("factory", "system", "declared", "unseen"),
    [
        (SlotMap, "slotmap", {}, ""),
        (Paired, "slotmap", {"parity": True}, ""),
        (Arena, "arena", {}, ""),
        (Slab, "slab", {}, ""),
        (bundled, "stablelist", {}, ""),
        (Retiring, "slotmap", {"wraps": False}, ""),
        (Retiring, "slotmap", {}, "1-12"),
        (Rotating, "slotmap", {"id_bits": Widths.parse("1-9"), "capacity": 4}, ""),
        (Rotating, "slotmap", {"id_bits": Widths.parse("1-9")}, "1-9"),
        (ignoring(*range(17)), "slotmap", {}, "1-12"),
        (ignoring(5, 11), "slotmap", {}, "5,11"),
        (of_eight_bits, "slotmap", {}, "1-7"),
        (endless, "stablelist", {"id_bits": Widths.parse("1-9,14")}, "1-9,14"),
    ],
)
def test_port_that_ignores_a_width_is_undecided(
    factory: Callable[..., object], system: str, declared: dict[str, Any], unseen: str
) -> None:
    """No answer of such a port is wrong, because a container may do better than it says. Right ones wrap."""
    container = ContainerAnswerer(factory, name="a", system_name=system)
    port, level, reach = replace(container.handshake, **declared), Level.CONTRACT, Reach()
    for program in boundaries(Abilities(port, level)):
        line = " ".join(container.answer(program, level))
        assert contract_judge(port).judge(program, line) is None
        reach.follow(program, line, port)
    missing = [each for each in unreached(port, reach) if each.startswith("its ids")]
    expected = [f"its ids of {unseen} bits were not seen to wrap"] * bool(unseen)
    assert [each.partition(":")[0] for each in missing] == expected


def test_ids_that_wrapped_without_a_loop_are_not_beyond_reach() -> None:
    """Many insertions and `clear` use up 17 bits within a few hundred words."""
    reach = went(f"layout id_bits=17 : {'extend:1000 clear ' * 131}extend:72 clear add")
    assert reach.wrapped == {17}
    wide = replace(PORT, id_bits=Widths.parse("17,18"), index_bits=Widths.parse("16"))
    assert beyond(wide, reach) == ["wrap-around of 18-bit ids"]


def test_what_is_beyond_reach_is_named() -> None:
    """The ends of widths that are too wide, of those that the system has."""
    wide = replace(PORT, id_bits=Widths.parse("32"), index_bits=Widths.parse("0,16-18,24"))
    assert beyond(wide, Reach()) == [
        "wrap-around of 32-bit ids",
        "a full range of indices of 17-18,24 bits",
    ]
    assert beyond(replace(SLOTS, id_bits=Widths.parse("8-16")), Reach()) == [
        "wrap-around of ids of 13-16 bits"
    ]
    assert beyond(replace(SLOTS, system_name="slab"), Reach()) == []
    retiring = replace(SLOTS, id_bits=Widths.parse("12-13"), wraps=False)
    assert beyond(retiring, Reach()) == ["retirement of slots with 13-bit ids"]
    never_asked = replace(retiring, wraps=True, documented=Documented(undefined=True))
    assert beyond(never_asked, Reach()) == ["wrap-around of ids of 12-13 bits"]


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
    alone = replace(
        PORT,
        without=frozenset({"extend"}),
        id_bits=Widths.parse("12-13"),
        index_bits=Widths.parse("14"),
    )
    assert beyond(alone, Reach()) == ["wrap-around of 13-bit ids", "a full range of 14-bit indices"]
