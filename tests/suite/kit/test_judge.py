"""Judges: the first difference at layout level, and every edge of what is acceptable at contract level."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from stablelist_conformance.judging import judge
from stablelist_conformance.judging.judge import (
    ContractJudge,
    Difference,
    ExactJudge,
    contract_judge,
)
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.python.answerers import ContainerAnswerer, ModelAnswerer
from stablelist_conformance.running.engines import Batch, programs_of
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program, decode, in_order, parse_program
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.contract import Outcome
from stablelist_spec.core.family import Answer, Family, Kind, Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import SYSTEMS

from .relatives import Arena, Paired, Retiring, Slab, SlotMap

POOLS = [name for name, system in SYSTEMS.items() if isinstance(system.promised, Promise)]
"""Systems that keep the contract of pools."""

# --- Layout level: one line is right --------------------------------------------------------------

PROGRAM = "cost index_bits=0 : add add remove:0 each layout cost"
RIGHT = "0.0 1.1 0 [1.1=1] 4|0:1:0:1:0|1:1:1:1:|2:2:0:0:|2 0/0/0/2"


def exact(line: str) -> Difference | None:
    """The exact judge's result for a line."""
    judge = ExactJudge(ModelAnswerer(), Level.COST)
    _, program = parse_program(PROGRAM)
    return judge.judge(program, judge.prepare(program), line)


def test_right_line_is_right() -> None:
    """The model's own line passes, so that the differences below are the changes' own."""
    assert exact(RIGHT) is None


@pytest.mark.parametrize("at", range(6))
def test_first_wrong_word_is_named(at: int) -> None:
    """The number, the right word and the given one; later differences are not looked at."""
    words = RIGHT.split(" ")
    wrong = [*words[:at], "wrong", *["later"] * (5 - at)]
    assert exact(" ".join(wrong)) == Difference(at, words[at], "wrong")


@pytest.mark.parametrize("kept", range(1, 6))
def test_missing_words_are_named(kept: int) -> None:
    """A line that ends early is wrong at the first operation without an answer."""
    words = RIGHT.split(" ")
    assert exact(" ".join(words[:kept])) == Difference(kept, words[kept], "")


def test_empty_line_lacks_the_first_word() -> None:
    """An empty line has one word, the empty one."""
    assert exact("") == Difference(0, "0.0", "")


@pytest.mark.parametrize("extra", ["ok", "ok ok", ""])
def test_superfluous_words_are_named(extra: str) -> None:
    """A line that goes on is wrong at the last operation, even if it only ends with a space."""
    assert exact(f"{RIGHT} {extra}") == Difference(5, "no more words", extra)


def test_words_are_separated_by_exactly_one_space() -> None:
    """Two spaces have an empty word between them."""
    assert exact(RIGHT.replace(" ", "  ", 1)) == Difference(1, "1.1", "")


# --- Contract level: several lines may be right ---------------------------------------------------


def contract(
    profile: str,
    words: str,
    line: str,
    *,
    parity: bool = False,
    wraps: bool = True,
    capacity: str | int = "grows",
    parameters: Parameters | None = None,
) -> Difference | None:
    """The contract judge's result for a profile."""
    port = Handshake(
        "a",
        "1",
        profile,
        Level.CONTRACT,
        Widths.parse("0-64"),
        parity=parity,
        wraps=wraps,
        capacity=capacity,
    )
    judge = contract_judge(port)
    program = Program(parameters or Parameters(id_bits=1), tuple(words.split()))
    return judge.judge(program, None, line)


@pytest.mark.parametrize("profile", POOLS)
def test_live_key_must_resolve(profile: str) -> None:
    """This holds for every profile, even if a stale key may find anything."""
    chosen = SYSTEMS[profile].configuration()
    words = "add add at:0 contains:1 len is_empty"
    assert contract(profile, words, parameters=chosen, line="ok ok 0 yes 2 no") is None
    assert contract(profile, words, parameters=chosen, line="ok ok none yes 2 no") == Difference(
        2, "0", "none"
    )
    assert contract(profile, words, parameters=chosen, line="ok ok 1 yes 2 no") == Difference(
        2, "0", "1"
    )
    assert contract(profile, words, parameters=chosen, line="ok ok 0 no 2 no") == Difference(
        3, "yes", "no"
    )
    assert contract(profile, words, parameters=chosen, line="ok ok 0 yes 3 no") == Difference(
        4, "2", "3"
    )
    assert contract(profile, words, parameters=chosen, line="ok ok 0 yes 2 yes") == Difference(
        5, "no", "yes"
    )


@pytest.mark.parametrize(
    ("profile", "words", "said"),
    [
        # one insertion is too few for a one-bit id to come back: distance 1 of 2
        ("stablelist", "add remove:0 add at:0", "ok 0 ok"),
        # distance 2 is a multiple, distance 3 is none; the element at distance 2 is gone again
        ("stablelist", "add remove:0 add add remove:2 add remove:1 at:0", "ok 0 ok ok 2 ok 1"),
        ("slotmap", "add remove:0 add at:0", "ok 0 ok"),
        ("arena", "add remove:0 add at:0", "ok 0 ok"),
        # the key was retired after the only live element was added
        ("slab", "add add remove:0 at:0", "ok ok 0"),
    ],
)
def test_stale_key_that_must_not_resolve(profile: str, words: str, said: str) -> None:
    """Right before the edge the answer is closed: nothing but none."""
    at = len(words.split()) - 1
    assert contract(profile, words, f"{said} none") is None
    assert contract(profile, words, f"{said} 1") == Difference(at, "none", "1")


@pytest.mark.parametrize(
    ("profile", "words", "said", "element"),
    [
        ("stablelist", "add remove:0 add add at:0", "ok 0 ok ok", 2),
        ("slotmap", "add remove:0 add remove:1 add at:0", "ok 0 ok 1 ok", 2),
        ("arena", "add remove:0 add remove:1 add at:0", "ok 0 ok 1 ok", 2),
        ("slab", "add remove:0 add at:0", "ok 0 ok", 1),
    ],
)
def test_stale_key_that_may_resolve(profile: str, words: str, said: str, element: int) -> None:
    """Right after the edge it is open: none, or the one element that it can be taken for."""
    at = len(words.split()) - 1
    assert contract(profile, words, f"{said} none") is None
    assert contract(profile, words, f"{said} {element}") is None
    assert contract(profile, words, f"{said} 0") == Difference(at, f"none or {element}", "0")
    asked = words.replace("at:", "contains:")
    assert contract(profile, asked, f"{said} no") is None
    assert contract(profile, asked, f"{said} yes") is None
    assert contract(profile, asked, f"{said} maybe") == Difference(at, "no or yes", "maybe")


def test_parity_halves_the_versions() -> None:
    """With parity, two-bit versions repeat after two insertions instead of four."""
    bits = Parameters(id_bits=2)
    words, said = "add remove:0 add remove:1 add at:0", "ok 0 ok 1 ok 2"
    assert contract("slotmap", words, said, parity=True, parameters=bits) is None
    assert contract("slotmap", words, said, parity=False, parameters=bits) is not None


def test_retired_slots_never_come_back() -> None:
    """With wrap=retire or unbounded versions, a stale key never resolves again."""
    words, said = "add remove:0 add remove:1 add remove:2 add at:0", "ok 0 ok 1 ok 2 ok 3"
    assert contract("slotmap", words, said) is None
    assert contract("slotmap", words, said, wraps=False) == Difference(7, "none", "3")
    unbounded = Parameters(id_bits=None)
    for profile in ("stablelist", "slotmap", "arena"):
        difference = contract(profile, words, said, parameters=unbounded)
        assert difference == Difference(7, "none", "3")


def test_revived_removal_follows_the_port() -> None:
    """A port that removed by a revived key has one element less; one that did not has not."""
    before, said = "add remove:0 add add remove:0", "ok 0 ok ok"
    assert contract("stablelist", f"{before} len at:2 at:1", f"{said} 2 1 none 1") is None
    assert contract("stablelist", f"{before} len at:2 at:1", f"{said} none 2 2 1") is None
    assert contract("stablelist", f"{before} len", f"{said} 2 2") == Difference(5, "1", "2")
    assert contract("stablelist", f"{before} len", f"{said} none 1") == Difference(5, "2", "1")


def test_forged_key_out_of_range_is_never_found() -> None:
    """No container has a negative index, or one of more than 32 bits; whatever ids wrap."""
    words = "add at:#4294967296.0 contains:#-1.0 remove:#9007199254740991.0 len"
    assert contract("stablelist", words, "ok none no none 1") is None
    assert contract("stablelist", words, "ok 0") == Difference(1, "none", "0")
    assert contract("stablelist", words, "ok none yes") == Difference(2, "no", "yes")


def test_forged_key_in_range_may_coincide_with_a_live_one() -> None:
    """At contract level, indices and ids are not visible, so either answer is accepted and followed."""
    words = "add add remove:0 remove:#1.1 len at:1"
    assert contract("stablelist", words, "ok ok 0 none 1 1") is None
    assert contract("stablelist", words, "ok ok 0 1 0 none") is None
    assert contract("stablelist", words, "ok ok 0 1 1 1") == Difference(4, "0", "1")
    assert contract("stablelist", words, "ok ok 0 0 1 1") == Difference(3, "none or 1", "0")


def test_contract_allows_what_the_model_does() -> None:
    """Covering programs, and programs of the swarm."""
    model = ModelAnswerer()
    subject = Subject("model", model.handshake, Level.CONTRACT, timeout=10)
    judge = subject.judge()
    swarm = Swarm(subject.abilities(), 0)
    covering = programs_of(subject, Batch("cover", 0, 80))
    for program in (*covering, *map(swarm.program, range(60))):
        line = " ".join(model.answer(program, Level.CONTRACT))
        assert judge.judge(program, judge.prepare(program), line) is None, program.line(
            Level.CONTRACT
        )


# --- Full -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", POOLS)
def test_insertion_must_succeed_while_there_is_room(profile: str) -> None:
    """Full is no answer of a container that was given no bound."""
    chosen = SYSTEMS[profile].configuration()
    assert contract(profile, "add", "!full", parameters=chosen) == Difference(0, "ok", "!full")


def test_full_index_range_must_refuse() -> None:
    """A StableList with 2-bit indices holds four elements; the fifth insertion fails, and its key is never found."""
    narrow = Parameters(index_bits=2)
    words = "add add add add add at:4 remove:0 add"
    right = "ok ok ok ok !full none 0 ok"
    assert contract("stablelist", words, right, parameters=narrow) is None
    wrong = contract("stablelist", words, right.replace("!full", "ok"), parameters=narrow)
    assert wrong == Difference(4, "!full", "ok")
    early = contract("stablelist", "add", "!full", parameters=narrow)
    assert early == Difference(0, "ok", "!full")


def test_key_of_a_failed_insertion_never_resolves() -> None:
    """Not even when ids have wrapped: there is no such key."""
    narrow = Parameters(index_bits=2, id_bits=1)
    words = "add add add add add remove:0 remove:1 add add at:4"
    said = "ok ok ok ok !full 0 1 ok ok"
    assert contract("stablelist", words, f"{said} none", parameters=narrow) is None
    assert contract("stablelist", words, f"{said} 5", parameters=narrow) == Difference(
        9, "none", "5"
    )


@pytest.mark.parametrize("profile", ["slotmap", "arena", "slab"])
def test_fixed_capacity_may_refuse(profile: str) -> None:
    """A relative of fixed capacity may be full from its capacity on, and not before."""
    two = Parameters(capacity=2)
    for capacity in ("fixed", 2):
        given = two if capacity == "fixed" else Parameters()
        full = contract(profile, "add add add", "ok ok !full", parameters=given, capacity=capacity)
        assert full is None
        early = contract(profile, "add add", "ok !full", parameters=given, capacity=capacity)
        assert early == Difference(1, "ok", "!full")


@pytest.mark.parametrize(
    ("words", "said", "right"),
    [
        ("extend:2", "[ok,ok]", "[ok,ok]"),
        ("extend:2", "!full", "[ok,ok]"),
        ("add extend:2", "ok !full", None),
        ("add extend:2", "ok [ok,ok]", None),
        ("add extend:0", "ok !full", "[]"),
        ("add insert_with insert_with", "ok ok !full", None),
        ("reserve:2", "!full", "ok"),
        ("reserve:3", "!full", None),
        ("reserve:3", "ok", None),
    ],
)
def test_several_may_be_refused_where_the_last_of_them_may(
    words: str, said: str, right: str | None
) -> None:
    """A fixed capacity of two: what has room must succeed, what has not may fail as a whole."""
    given = Parameters(capacity=2)
    judged = contract("slab", words, said, parameters=given, capacity="fixed")
    assert (judged.expected if judged else None) == (None if right == said.split()[-1] else right)


def test_extension_needs_an_index_for_every_element() -> None:
    """All or nothing, and its numbers are used up either way."""
    narrow = Parameters(index_bits=2, id_bits=1)
    words, said = "extend:3 extend:2 extend:1 at:5 at:4", "[ok,ok,ok] !full [ok] 5 none"
    assert contract("stablelist", words, said, parameters=narrow) is None
    some = said.replace("!full", "[ok,ok]")
    assert contract("stablelist", words, some, parameters=narrow) == Difference(
        1, "!full", "[ok,ok]"
    )
    assert contract("stablelist", "reserve:5", "ok", parameters=narrow) == Difference(
        0, "!full", "ok"
    )


def test_what_grows_is_never_full() -> None:
    """A relative that grows may not refuse, whatever capacity it was given."""
    refused = contract("slab", "add add add", "ok ok !full", parameters=Parameters(capacity=2))
    assert refused == Difference(2, "ok", "!full")


def test_retired_slots_use_a_fixed_capacity_up() -> None:
    """If slots are retired, a fixed capacity decreases by one for every 2^id_bits insertions."""
    parameters = Parameters(id_bits=1, capacity=1)
    words = "add remove:0 add remove:1 add"
    said = "ok 0 ok 1 !full"
    judged = partial(contract, "slotmap", words, said, parameters=parameters, capacity="fixed")
    assert judged(wraps=False) is None
    assert judged(wraps=True) == Difference(4, "ok", "!full")


def test_capacity_of_a_stable_list_is_no_bound() -> None:
    """A StableList grows past the capacity that it began with."""
    fixed = Parameters(capacity=2)
    refused = contract("stablelist", "add add add", "ok ok !full", parameters=fixed)
    assert refused == Difference(2, "ok", "!full")


# --- Lists and bulk operations --------------------------------------------------------------------


def test_list_has_each_element_once_in_ascending_order() -> None:
    """Whatever the order of iteration is."""
    words = "add add add each"
    assert contract("slotmap", words, "ok ok ok [0,1,2]") is None
    for wrong in ("[2,0,1]", "[0,1]", "[0,1,2,2]", "[0,1,1]", "[]", "[0,1,3]", "0,1,2", "[0,1,2"):
        difference = contract("slotmap", words, f"ok ok ok {wrong}")
        assert difference == Difference(3, "[0,1,2]", wrong)


def test_pivots_view_is_compared_with_its_length_and_sum() -> None:
    """The pivot and the length come first."""
    words = "add add add apply:1 traverse"
    right = "ok ok ok 1/2/[0,2] [0/2/3,1/2/2,2/2/1]"
    assert contract("stablelist", words, right) is None
    assert contract("stablelist", words, right.replace("1/2/[0,2]", "2/2/[0,1]")) is not None
    assert contract("stablelist", words, right.replace("1/2/[0,2]", "1/3/[0,2]")) is not None
    assert contract("stablelist", words, right.replace("0/2/3", "0/2/4")) is not None


def test_elements_with_more_digits_are_ordered_alike_on_both_sides() -> None:
    """Eleven elements: 10 sorts before 9 as text, which must not make a right list wrong."""
    words = " ".join(["add"] * 11 + ["each"])
    shown = ",".join(map(str, range(11)))
    assert contract("slotmap", words, " ".join(["ok"] * 11 + [f"[{shown}]"])) is None
    assert in_order("[10,9]") == in_order("[9,10]") == "[9,10]"


@pytest.mark.parametrize(
    ("words", "said", "right", "reversed_"),
    [
        ("extend:11 each", f"[{','.join(['ok'] * 11)}]", "[0,1,2,3,4,5,6,7,8,9,10]", "[10,9,8,7,6,5,4,3,2,1,0]"),
        ("extend:3 apply:1", "[ok,ok,ok]", "1/2/[0,2]", "1/2/[2,0]"),
        ("extend:3 traverse", "[ok,ok,ok]", "[0/2/3,1/2/2,2/2/1]", "[2/2/1,1/2/2,0/2/3]"),
    ],
)  # fmt: skip
def test_lists_ascend(words: str, said: str, right: str, reversed_: str) -> None:
    """A list in the wrong order is wrong, and is reported as only disordered."""
    assert contract("stablelist", words, f"{said} {right}") is None
    difference = contract("stablelist", words, f"{said} {reversed_}")
    assert difference == Difference(1, right, reversed_)
    assert difference.disordered


def test_other_differences_are_not_of_order() -> None:
    """Another element, or another word that is right as well."""
    assert not Difference(1, "[0,1]", "[0,2]").disordered
    assert not Difference(1, "none or [0,1]", "[0,1]").disordered
    assert Difference(1, "none or [0,1]", "[1,0]").disordered


def test_exchange_is_followed() -> None:
    """After an exchange each key has the other's element; the pivot's own key is not found through the view."""
    words = "add add exchange:0:1 at:0 at:1 exchange:0:0 remove:0 each"
    assert contract("stablelist", words, "ok ok 0/1 1 0 1/none 1 [0]") is None
    assert contract("stablelist", words, "ok ok 0/1 0 1 0/none 0 [1]") == Difference(3, "1", "0")
    stale = "add add remove:1 exchange:1:0 exchange:0:1 at:0"
    assert contract("stablelist", stale, "ok ok 1 none 0/none 0") is None
    assert contract("stablelist", stale, "ok ok 1 none 0/1 0") == Difference(4, "0/none", "0/1")


def test_exchange_may_find_a_revived_key_through_the_view() -> None:
    """The key that is looked up may have wrapped as well: then either answer is right, and is followed."""
    words, said = "add remove:0 add add exchange:1:0 at:1 at:2", "ok 0 ok ok"
    assert contract("stablelist", words, f"{said} 1/none 1 2") is None
    assert contract("stablelist", words, f"{said} 1/2 2 1") is None
    assert contract("stablelist", words, f"{said} 1/2 1 2") == Difference(5, "2", "1")


def test_drain_hands_everything_out_and_retires_it() -> None:
    """Afterwards the container is empty, and the keys are stale."""
    words = "add add drain len at:0 drain"
    assert contract("slotmap", words, "ok ok [0,1] 0 none []") is None
    assert contract("slotmap", words, "ok ok [1] 0 none []") == Difference(2, "[0,1]", "[1]")
    assert contract("slotmap", words, "ok ok [0,1] 2 none []") == Difference(3, "0", "2")
    assert contract("slotmap", words, "ok ok [0,1] 0 0 []") == Difference(4, "none", "0")


def test_retain_keeps_what_has_the_residue() -> None:
    """It answers with what was removed, and the others stay."""
    words = "add add add retain:2:0 each at:1 retain:1:0 len"
    assert contract("slotmap", words, "ok ok ok [1] [0,2] none [] 2") is None
    kept_the_wrong_ones = contract("slotmap", words, "ok ok ok [0,2] [1] 1 [] 1")
    assert kept_the_wrong_ones == Difference(3, "[1]", "[0,2]")
    unmoved = contract("slotmap", words, "ok ok ok [1] [0,1,2] none [] 2")
    assert unmoved == Difference(4, "[0,2]", "[0,1,2]")


def test_elements_that_were_changed_are_followed() -> None:
    """Replaced, changed in place, exchanged: what is found is what was put there, and by that it is retained."""
    words = "extend:3 replace:0:9 at_mut:1:5 each_mut:1 each at:0 retain:2:1 remove:1 replace:0:1 at_mut:0:1"
    said = "[ok,ok,ok] yes 6 ok [3,7,10] 10 [10] 7 no none"
    assert contract("slotmap", words, said, parameters=Parameters()) is None
    for wrong, right in (("yes", "no"), (" 6 ", " 1 "), ("[10]", "[]"), (" none", " 11")):
        assert contract("slotmap", words, said.replace(wrong, right), parameters=Parameters())


def test_what_changes_nothing_changes_nothing() -> None:
    """Room, reloading and packing are not to be seen; keys handed out before are good."""
    words = "add reserve:9 reload shrink_to_fit repack:0 remove:0 repack:0 reload at:0"
    said = "ok ok ok ok 0 0 none ok none"
    assert contract("slotmap", words, said, parameters=Parameters()) is None
    assert contract("slotmap", words, said[:-4] + "0", parameters=Parameters())


# --- After an answer that does not tell which element was meant -------------------------------------

OPEN = "add remove:0 add add"
"""In a slab the stale key 0 may now mean either of two elements, or none."""
SAID = "ok 0 ok ok"


@pytest.mark.parametrize(
    ("words", "right", "wrong", "expected"),
    [
        # which of the two was replaced, the answer does not say; the other one it was not
        ("replace:0:7 at:1 at:2", ["yes 7 2", "yes 1 7", "no 1 2"], "yes 7 7", "2"),
        ("replace:0:7 at:1", ["yes 7", "yes 1", "no 1"], "yes 5", "7 or 1"),
        ("replace:0:7 each", ["yes [2,7]", "yes [1,7]", "no [1,2]"], "yes [1,2]", "[2,7] or [1,7]"),
        ("replace:0:7 len", ["yes 2"], "yes 3", "2"),
        ("replace:0:7 remove:1 at:2", ["yes 7 2", "yes 1 7"], "yes 7 7", "2"),
        # two equal elements, and which of them goes, or is changed
        (
            "replace:1:9 replace:2:9 remove:0 contains:1 contains:2",
            ["yes yes 9 no yes", "yes yes 9 yes no", "yes yes none yes yes"],
            "yes yes 9 yes yes",
            "no",
        ),
        (
            "replace:1:9 replace:2:9 replace:0:4 at:1 at:2",
            ["yes yes yes 4 9", "yes yes yes 9 4", "yes yes no 9 9"],
            "yes yes yes 9 9",
            "4",
        ),
        (
            "replace:1:9 replace:2:9 at_mut:0:1 each",
            ["yes yes 10 [9,10]", "yes yes none [9,9]"],
            "yes yes 10 [10,10]",
            "[9,10]",
        ),
        # now it is known which one
        ("at:0 replace:0:7 at:2", ["2 yes 7", "1 yes 2"], "2 yes 2", "7"),
        ("at:0 at:0", ["none none", "1 1", "2 2"], "1 2", "1"),
        ("at:0 add at:0", ["1 ok 1", "none ok none", "none ok 3"], "none ok 1", "none or 3"),
        ("at:0 add at:0", ["1 ok 1"], "1 ok none", "1"),
        ("at:0 remove:1 at:0", ["1 1 none", "2 1 2", "none 1 none"], "1 1 2", "none"),
        ("contains:0 at:0", ["yes 1", "yes 2", "no none"], "yes none", "1 or 2"),
        ("replace:0:7 replace:0:8 each", ["yes yes [2,8]", "yes yes [1,8]"], "yes yes [7,8]", "[2,8] or [1,8]"),
        ("replace:0:7 remove:0 each", ["yes 7 [2]", "yes 7 [1]"], "yes 7 [7]", "[2] or [1]"),
        # all candidates have been removed
        ("replace:0:7 clear at:0", ["yes ok none", "no ok none"], "yes ok 7", "none"),
    ],
)  # fmt: skip
def test_all_that_is_possible_is_followed(
    words: str, right: list[str], wrong: str, expected: str
) -> None:
    """A port that lies afterwards is refuted, and one that does not is not."""
    for line in right:
        assert contract("slab", f"{OPEN} {words}", f"{SAID} {line}") is None, line
    difference = contract("slab", f"{OPEN} {words}", f"{SAID} {wrong}")
    assert difference == Difference(3 + len(words.split()), expected, wrong.split()[-1])


def test_slot_maps_that_wrap_are_followed_likewise() -> None:
    """With one-bit versions, two elements may be in the slot of the first key."""
    words = "extend:3 remove:0 add add remove:1 extend:2 replace:0:9 at:3 at:4 at:5 at:6"
    said = "[ok,ok,ok] 0 ok ok 1 [ok,ok] yes"
    assert contract("slotmap", words, f"{said} 9 4 5 6") is None
    assert contract("slotmap", words, f"{said} 3 9 5 6") is None
    assert contract("slotmap", words, f"{said} 3 4 5 9") is None
    assert contract("slotmap", words, f"{said} 9 9 5 6") == Difference(8, "4", "9")
    assert contract("slotmap", words, f"{said} 3 4 5 6") == Difference(10, "9", "6")
    removed = words.replace("replace:0:9", "replace:3:5 replace:4:5 remove:0 replace:0:1")
    said = "[ok,ok,ok] 0 ok ok 1 [ok,ok] yes yes 5 no"
    assert contract("slotmap", removed, f"{said} none 5 5 6") is None
    assert contract("slotmap", removed, f"{said} 5 none 5 6") is None
    assert contract("slotmap", removed, f"{said} 5 5 none 6") is None
    assert contract("slotmap", removed, f"{said} 5 5 5 6") == Difference(12, "none", "5")


def test_equal_states_are_one() -> None:
    """If two possibilities lead to the same state, it is followed once."""
    port = Handshake("a", "1", "slab", Level.CONTRACT)
    run = contract_judge(port).following(Parameters())
    assert run.labels == set()
    counts = []
    said = f"{SAID} yes ok 2".split()
    for at, word in enumerate(f"{OPEN} replace:0:7 clear add".split()):
        run.step(at, decode(word, POOL), said[at] if at < len(said) - 1 else "ok")
        counts.append(len(run.states))
    assert counts == [1, 1, 1, 1, 2, 1, 1]


def test_too_many_states_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then any answer is right, and nothing counts as covered."""
    monkeypatch.setattr(judge, "MOST_STATES", 1)
    words = f"{OPEN} replace:0:7 at:1 len"
    port = Handshake("a", "1", "slab", Level.CONTRACT)
    program = Program(Parameters(), tuple(words.split()))
    difference, labels = contract_judge(port).follow(program, f"{SAID} yes 5 77")
    assert difference is None
    assert labels == {"add", "remove_live", "replace_stale_open"}
    short = contract_judge(port).judge(program, None, f"{SAID} yes 5")
    assert short == Difference(6, "anything", "")


@pytest.mark.parametrize(
    ("factory", "profile", "parity", "wraps"),
    [
        (Slab, "slab", False, True),
        (SlotMap, "slotmap", False, True),
        (Paired, "slotmap", True, True),
        (Retiring, "slotmap", False, False),
        (Arena, "arena", False, True),
    ],
)
def test_right_port_is_never_refuted(
    factory: type[Slab], profile: str, parity: bool, wraps: bool
) -> None:
    """Random programs on real slots, by every kind of stamp."""
    answerer = ContainerAnswerer(factory, name="a", profile=profile)
    port = replace(answerer.handshake, parity=parity, wraps=wraps)
    swarm = Swarm(Subject("a", port, Level.CONTRACT, timeout=10).abilities(), 0)
    for program in map(swarm.program, range(150)):
        line = " ".join(answerer.answer(program, Level.CONTRACT))
        assert contract_judge(port).judge(program, None, line) is None, program.line(Level.CONTRACT)


# --- Another family -----------------------------------------------------------------------------------


class Counter:
    """A counter that may count twice when something is inserted, and tells by ``len``."""

    def initial(self) -> int:
        """Nothing was counted."""
        return 0

    def outcomes(self, state: int, operation: Operation) -> list[Outcome[int]]:
        """Two things can be done with it."""
        if operation.name == "len":
            return [Outcome(state, lambda n: n, ("told",))]
        return [Outcome(None, partial(int.__add__, by), (f"by_{by}",)) for by in (1, 2)]


def test_any_family_can_be_followed() -> None:
    """Any family with states and outcomes: here three clicks are three to six, until an answer shows the number."""
    counter = ContractJudge(lambda _: Counter(), POOL)
    program = Program(Parameters(), ("clear", "clear", "clear", "len", "clear", "len"))
    assert counter.follow(program, "ok ok ok 5 ok 6") == (None, {"told"})
    assert counter.judge(program, None, "ok ok ok 7 ok 6") == Difference(3, "3 or 4 or 5 or 6", "7")
    assert counter.judge(program, None, "ok ok ok 5 ok 5") == Difference(5, "6 or 7", "5")


class Branching:
    """A family in which one of several things was done; ``len`` shows which."""

    def __init__(self, ways: int) -> None:
        self.ways = ways

    def initial(self) -> int:
        """Nothing was done."""
        return -1

    def outcomes(self, state: int, operation: Operation) -> list[Outcome[int]]:
        """One of them."""
        if operation.name == "len":
            return [Outcome(state, lambda n: n, ())]
        return [Outcome(None, partial(max, way), ()) for way in range(self.ways)]


@pytest.mark.parametrize(("ways", "followed"), [(255, True), (256, True), (257, False)])
def test_256_states_are_told_apart(ways: int, *, followed: bool) -> None:
    """With more states, any answer is accepted."""
    branching = ContractJudge(lambda _: Branching(ways), POOL)
    program = Program(Parameters(), ("clear", "len"))
    assert branching.judge(program, None, "ok 254") is None
    assert (branching.judge(program, None, "ok 777") is None) is not followed


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [(Answer.SEQUENCE, Difference(0, "[2,1]", "[1,2]")), (Answer.VALUE, None)],
)
def test_order_matters_where_the_family_says_so(answer: Answer, wrong: Difference | None) -> None:
    """A sequence is compared as it is; any other list ascends."""

    class Queue:
        """Two elements, the second first."""

        def initial(self) -> int:
            """The only state."""
            return 0

        def outcomes(self, state: int, operation: Operation) -> list[Outcome[int]]:
            """The outcomes of the table."""
            return [Outcome((2, 1), lambda n: n, ("told",))]

    family = Family("queue", {"each": Kind("list the elements", Role.READ, answer=answer)})
    judge = ContractJudge(lambda _: Queue(), family)
    assert judge.judge(Program(Parameters(), ("each",)), None, "[1,2]") == wrong


def test_lend_must_refuse_while_something_is_lent() -> None:
    """If there is nothing to lend, nothing is refused."""
    words = "lend:add add lend:add lend:clear lend:remove:0 len"
    assert contract("stablelist", words, "none ok !borrow !borrow !borrow 1") is None
    assert contract("stablelist", words, "none ok ok !borrow !borrow 1") == Difference(
        2, "!borrow", "ok"
    )


@pytest.mark.parametrize("word", ["!other", "!borrow", "", "OK", "ok.", "0.0"])
def test_word_that_is_not_on_the_page_is_wrong(word: str) -> None:
    """Nothing is taken for what it was meant to be."""
    assert contract("slotmap", "add", word) == Difference(0, "ok", word)


def test_missing_and_superfluous_words_at_contract_level() -> None:
    """The same two ways to miscount as at layout level."""
    assert contract("slotmap", "add len", "ok") == Difference(1, "1", "")
    assert contract("slotmap", "add len", "ok 1 ok") == Difference(1, "no more words", "ok")
    assert contract("slotmap", "add len", "ok 1 ") == Difference(1, "no more words", "")


@pytest.mark.parametrize("length", [79, 80, 81, 200])
def test_superfluous_words_are_clipped(length: int) -> None:
    """At each level, to 80 letters."""
    extra = "x" * (length - 2) + " y"
    assert contract("slotmap", "add len", f"ok 1 {extra}") == Difference(
        1, "no more words", extra[:80]
    )
    assert exact(f"{RIGHT} {extra}") == Difference(5, "no more words", extra[:80])


# --- Labels ---------------------------------------------------------------------------------------


def test_labels_of_a_program_at_contract_level() -> None:
    """These are the labels before the first difference; stale and open keys are distinguished."""
    port = Handshake("a", "1", "stablelist", Level.CONTRACT)
    judge = contract_judge(port)
    words = "len add remove:0 add at:0 at:1 add at:0 at:#-9.0 each lend:add clear each"
    program = Program(Parameters(id_bits=1), tuple(words.split()))
    line = "0 ok 0 ok none 1 ok none none [1,2] !borrow ok []"
    difference, labels = judge.follow(program, line)
    assert difference is None
    assert labels == {
        "len_none", "add", "remove_live", "at_stale", "at_live", "at_stale_open", "at_forged", "each_some",
        "lend_some", "clear_some", "each_none",
    }  # fmt: skip
    assert judge.follow(program, "0 ok none")[1] == {"len_none", "add"}
