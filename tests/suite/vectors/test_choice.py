"""Which programs are chosen, which operations have exactly one right answer, and programs that go far."""

from dataclasses import replace

import pytest

from stablelist_conformance.vectors.needs import Needs
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.history import History
from stablelist_spec.systems import DYADIC, LIFO_SLAB, SPARSE_SET, STABLE_LIST, SYSTEMS
from stablelist_spec.systems.relatives import ARENA, SLAB, SLOT_MAP
from vector_files.answers import AnsweredProgram, with_answers
from vector_files.choice import Couples
from vector_files.far import CUT, far_classes, far_rounds
from vector_files.magnitudes import all_magnitudes, magnitudes
from vector_files.needs import needs
from vector_files.rounds import MOST
from vector_files.scopes import Scope, scopes
from vector_files.writing import farthest_first, terse


def program(words: str, system: str = "slotmap", parameters: str = "") -> Program:
    return parse_program(f"contract {parameters}: {words}", system)[1]


# --- Choosing -------------------------------------------------------------------------------------


def test_farthest_program_that_fits_comes_first() -> None:
    """It is chosen whatever it costs; then others follow, as long as there is room."""
    far, near, other, too_far = (
        frozenset(("", name, name) for name in names) for names in ("abc", "a", "d", "abcdef")
    )
    costs, shown = [90, 1, 9, 101], [far, near, other, too_far]
    assert farthest_first(costs, shown, 100, 9) == [0, 2]
    assert farthest_first(costs, shown, 100, 8) == [0]
    assert farthest_first(costs, shown, 0, 100) == []


# --- Going far ------------------------------------------------------------------------------------


def shows(words: str, parameters: str = "") -> Couples:
    """The magnitudes that a program for a StableList shows."""
    settled = with_answers(STABLE_LIST, program(words, "stablelist", parameters))
    return magnitudes(STABLE_LIST, settled)


@pytest.mark.parametrize(
    ("nearer", "farther", "difference"),
    [
        ("extend:3", "extend:4", {("reached", "live", "2"), ("reached", "insertions", "2")}),
        ("add at_mut:0:7", "add at_mut:0:8", {("answered", "at_mut", "3")}),
        ("add is_empty len", "add len is_empty len", {("same", "len", "is_empty")}),
        ("add at:0 len", "add len at:0 len", {("same", "len", "at")}),
        ("add replace:0:5 at:0", "add at:0 replace:0:5 at:0", {("changed", "at", "replace")}),
    ],
)
def test_magnitudes_are_powers_of_two_and_changed_answers(
    nearer: str, farther: str, difference: set[tuple[str, str, str]]
) -> None:
    """A program that goes farther shows everything that the nearer one shows."""
    assert shows(nearer) < shows(farther)
    assert difference <= shows(farther) - shows(nearer)


def test_magnitudes_of_transitions_and_configurations() -> None:
    """They count how often a label occurs, and which widths and lengths there are."""
    system, words = STABLE_LIST, "add at:0 at:0 at:0 at:0"
    label = with_answers(system, program(words, system.name)).labels[1][0]
    assert ("repeated", label, "2") in shows(words)
    assert ("repeated", label, "2") not in shows(words.removesuffix(" at:0"))
    narrow = shows("add", "id_bits=9 minimum=8 ")
    assert {("configured", "id_bits", "9"), ("configured", "minimum", "4")} <= narrow


# --- Answering ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "words", "kept", "answers"),
    [
        (SLAB, "add remove:0 at:0 add at:0 at:1", "add remove:0 at:0 add at:1", "ok 0 none ok 1"),
        (SLOT_MAP, "add remove:0 at:0 add at:0", "add remove:0 at:0 add at:0", "ok 0 none ok none"),
        (ARENA, "add remove:0 add at:0", "add remove:0 add at:0", "ok 0 ok none"),
        (SLOT_MAP, "add at:#0.0 at:0~0.1 at:#-1.0", "add at:0~0.1 at:#-1.0", "ok none none"),
        (SLOT_MAP, "add put:0 at:1", "add add at:1", "ok ok 1"),
        (SLOT_MAP, "put:0 put:0 at:0 at:1", "put:0 put:0 at:0 at:1", "none 0 none 1"),
        (SLOT_MAP, "extend:3 reserve:9 each", "extend:3 each", "[ok,ok,ok] [0,1,2]"),
    ],
)  # fmt: skip
def test_what_is_open_is_left_out(system: object, words: str, kept: str, answers: str) -> None:
    """An insertion is replaced by a plain one, so that keys keep their numbers."""
    settled = with_answers(system, program(words, system.name))  # type: ignore[attr-defined,arg-type]
    assert " ".join(settled.program.words) == kept
    assert settled.line == answers


def test_uses_are_of_keys_that_are_not_live() -> None:
    """They are listed by operation, with keys that are older than the last `clear`."""
    words = "add add at:0 remove:0 at:0 pair:1:1 replace:1~0.1:5 lend:remove:0 clear contains:1"
    settled = with_answers(SLOT_MAP, program(words))
    assert settled.uses == {
        "at.stale", "pair.same", "replace.forged", "remove.stale", "contains.stale", "clear.stale"
    }  # fmt: skip
    assert with_answers(SLOT_MAP, program("add add at:0 clear add at:2")).uses == frozenset()


# --- Taking ---------------------------------------------------------------------------------------


def test_needs_are_computed_from_the_words() -> None:
    """They are operations, also under `lend`, abilities, widths, and the number of insertions."""
    words = "add extend:3 at:0~1.-1 lend:drain"
    found = needs(program(words, "stablelist", "id_bits=2 index_bits=0 maximum=9 "), STABLE_LIST)
    assert found == Needs(
        frozenset({"add", "extend", "at", "lend", "drain", "forge", "near", "negative", "maximum"}),
        frozenset(),
        frozenset({2}),
        frozenset({0}),
        4,
    )
    both = found | needs(program("add", "stablelist"), STABLE_LIST, frozenset({"at.stale"}))
    assert both.id_bits == {2, 32}
    assert both.index_bits == {0, 32}
    assert both.room == 4
    assert both.uses == {"at.stale"}


LISTS = parse_handshake(
    "port protocol=5 name=p version=1 system=stablelist level=layout id_bits=1-32 index_bits=3-32"
)


def port(**fields: str) -> Handshake:
    """A port with a declaration, by default of a slot map."""
    usual = {"system": "slotmap", "id_bits": "32"} if "system" not in fields else {}
    line = " ".join(f"{name}={value}" for name, value in {**usual, **fields}.items())
    return parse_handshake(f"port protocol=6 name=p version=1 level=contract {line}")


GRAPH = {"system": "stable-graph"}


@pytest.mark.parametrize(
    ("declared", "fits", "does_not"),
    [
        ({"without": "put"}, Needs(frozenset({"add"})), Needs(frozenset({"add", "put"}))),
        ({"without": "negative"}, Needs(frozenset({"forge"})), Needs(frozenset({"negative"}))),
        ({"panics": "remove.stale"}, Needs(uses=frozenset({"at.stale"})), Needs(uses=frozenset({"remove.stale"}))),
        ({"panics": "put"}, Needs(frozenset({"add"})), Needs(frozenset({"put"}))),
        ({"stale": "undefined"}, Needs(uses=frozenset({"pair.same"})), Needs(uses=frozenset({"at.forged"}))),
        ({"clear": "forgets"}, Needs(uses=frozenset({"at.stale"})), Needs(uses=frozenset({"clear.stale"}))),
        ({"remove": "silent"}, Needs(frozenset({"add"})), Needs(frozenset({"remove"}))),
        ({"ids": "only"}, Needs(frozenset({"add"})), Needs(frozenset({"remove"}))),
        (GRAPH | {"order": "none"}, Needs(frozenset({"incident"})), Needs(frozenset({"neighbours"}))),
        (GRAPH | {"remove_node": "silent"}, Needs(frozenset({"clear_edges"})), Needs(frozenset({"remove_node"}))),
        ({"capacity": "64"}, Needs(room=64), Needs(room=65)),
    ],
)  # fmt: skip
def test_port_takes_what_it_offers(declared: dict[str, str], fits: Needs, does_not: Needs) -> None:
    """It takes no file in which its declarations require another answer."""
    taker = port(**declared)
    assert fits.met_by(taker)
    assert not does_not.met_by(taker)


def test_widths_are_those_of_the_port() -> None:
    """For a system with a model, all widths must fit; for ids of which only the contract is known, enough of them."""
    assert Needs(id_bits=frozenset({1, 32}), index_bits=frozenset({3})).met_by(LISTS)
    assert not Needs(id_bits=frozenset({0})).met_by(LISTS)
    assert not Needs(id_bits=frozenset({1}), index_bits=frozenset({2})).met_by(LISTS)
    wide = Needs(id_bits=frozenset({16}))
    for bits, enough in {
        "16": True,
        "1-64": True,
        "8": False,
        "8,32": False,
        "0": True,
        "15": False,
    }.items():
        assert wide.met_by(replace(port(), id_bits=Widths.parse(bits))) is enough


def scope(place: str) -> Scope:
    """The scope of a file."""
    return next(each for each in scopes() if each.place == place)


def drawn(place: str, count: int) -> list[AnsweredProgram]:
    """The first programs of a file to choose from, with their answers."""
    each = scope(place)
    assert each.far is not None
    programs = (each.far.draw(each.target, number) for number in range(count))
    return [with_answers(each.system, program, each.level) for program in programs]


def test_rounds_go_far_in_few_characters() -> None:
    """Containers of a thousand elements, and costs of ten thousand, by programs of a few hundred."""
    some = drawn("lifo-slab/cost/any/common-far-rounds", 12)
    shown = [magnitudes(LIFO_SLAB, each) for each in some]
    assert any(("reached", "live", "10") in each for each in shown)
    assert not any(("reached", "live", str((2 * MOST).bit_length())) in each for each in shown)
    short = [each for each in some if len(each.program.sent(Level.COST)) < 2000]
    assert any(max(each.costs) > 10_000 for each in short)
    assert all(each.program.words[-2:] == ("layout", "cost") for each in some)


def test_rounds_are_for_what_extends() -> None:
    """One at a time, nothing becomes large in few characters."""
    target = scope("dyadic/layout/id32-index32/common-far-rounds").target
    assert [each.name for each in far_rounds(target)] == ["rounds"]
    port = replace(target.handshake, without=target.handshake.without | {"extend"})
    assert list(far_rounds(replace(target, handshake=port))) == []


def test_rounds_use_what_is_offered() -> None:
    """A port without `retain` removes one by one; one that only adds and removes still takes turns."""
    target = scope("dyadic/layout/id32-index32/common-far-rounds").target
    offered = {"add", "remove", "extend", "layout"}
    port = replace(target.handshake, without=target.handshake.without | DYADIC.operations - offered)
    (far,) = far_rounds(replace(target, handshake=port))
    used = {
        operation.name
        for number in range(8)
        for operation in far.draw(replace(target, handshake=port), number).operations
    }
    assert used == offered


def test_costs_count_even_where_they_are_not_shown() -> None:
    """Each counter by itself."""
    (settled,) = drawn("dyadic/layout/id32-index32/common-far-rounds", 1)
    assert "cost" not in settled.program.words
    shown = DYADIC.shown["cost"](final_state(settled))
    assert "/".join(map(str, settled.costs)) == shown
    more = all_magnitudes(DYADIC, settled) - magnitudes(DYADIC, settled)
    assert {kind for kind, _, _ in more} == {"cost"}
    assert len(more) == sum(number.bit_length() for number in settled.costs)


def final_state(settled: AnsweredProgram) -> object:
    """The state after a program."""
    history = History(DYADIC, settled.program.parameters)
    for operation in settled.program.operations:
        if operation.name not in DYADIC.shown:
            history.perform(operation)
    return history.state


def test_sets_become_large() -> None:
    some = drawn("sparse-set/layout/any/usual-far-size", 6)
    assert any(("reached", "live", "8") in magnitudes(SPARSE_SET, each) for each in some)
    assert max(len(each.program.words) for each in some) == CUT + 1
    assert all(each.program.words[-1:] == ("layout",) for each in some)


def test_what_a_question_costs_goes_with_it() -> None:
    """A program without its long questions is answered anew where costs are shown."""
    words = "insert:200 " + " ".join(f"insert:{n}" for n in range(150)) + " each each cost"
    asked = parse_program(f"cost universe=256 : {words}", "sparse-set")[1]
    where = scope("sparse-set/cost/any/usual-far-parameters")
    shorter = terse(where, with_answers(SPARSE_SET, asked, Level.COST))
    assert shorter.program.words[-2:] == ("each", "cost")
    assert shorter.program.words.count("each") == 1
    assert shorter == with_answers(SPARSE_SET, shorter.program, Level.COST)
    assert shorter.line.endswith("502/151")


def test_classes_of_the_judge_are_for_pools() -> None:
    pools = next(each for each in scopes() if each.system is SYSTEMS["slotmap"])
    assert {each.name for each in far_classes(pools.target)} >= {"size", "life", "memory"}
