"""Properties: every one that can be shown is named for a forged answer; right answers and sound ones break none."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defects import defects
from defects.selfcheck import planted, sources
from stablelist_conformance.judging.judge import ExactJudge, contract_judge
from stablelist_conformance.judging.properties import (
    FAILING,
    FURTHER,
    LENGTH,
    LISTED,
    LOCKED,
    OBSERVED,
    ROOM,
    UNSEEN,
    broken_by,
    meaning,
)
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.python.answerers import ContainerAnswerer, ModelAnswerer
from stablelist_conformance.python.serve import bundled
from stablelist_conformance.running.replay import again
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.parse_answers import read_cost, read_keys, read_layout
from stablelist_conformance.wire.play import perform
from stablelist_conformance.wire.protocol import Level, Program, decode, encode, parse_program
from stablelist_proofs.core.identity import REVIVAL
from stablelist_proofs.core.refinement import REFINEMENT
from stablelist_spec.core.history import History
from stablelist_spec.families.documented import USUAL, Documented
from stablelist_spec.families.pool import KEY_OPERATIONS, POOL
from stablelist_spec.parts.cells import free_lists
from stablelist_spec.parts.picturing import cost_word, layout_word
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from suite.spec.defects import DEFECTS, Defect
from suite.spec.programs import operations

LIVE = "live_key_resolves"
RETIRED = "retired_key_never_resolves"
DISTINCT = "live_ids_are_distinct"

MODEL = ModelAnswerer()


def told(line: str, answered: str) -> Counterexample:
    """A counterexample with a wrong answer to its last operation; the model answers the others."""
    level, program = parse_program(line)
    *before, expected = MODEL.answer(program, level)
    return Counterexample(
        port="./port",
        handshake=MODEL.handshake,
        program=program,
        level=level,
        kind="answer",
        at=len(before),
        expected=expected,
        answered=answered,
        detail="",
        answers=(*before, answered),
    )


def wrong(line: str, answered: str) -> tuple[str, ...]:
    """The properties that a wrong last answer breaks."""
    found = told(line, answered)
    assert found.answered != found.expected
    return broken_by(found)


# --- Every name -----------------------------------------------------------------------------------

SIZED = "layout :"
NARROW = "layout id_bits=1 :"

FORGED = {
    "partitions_tile_the_element_space": [
        (f"{SIZED} add layout", "4|0:1:1:1:|1:1:0:0:|2:1:0:0:|1"),
        (f"{SIZED} add layout", "6|0:1:1:1:|1:1:0:0:|3:3:0:0:|1"),
        (
            "layout minimum=8 : extend:5 remove:4 layout",
            "4|0:1:1:1:|1:1:1:1:|2:2:2:2:|5",
        ),
    ],
    "free_lists_stay_in_their_partition": [
        (f"{SIZED} extend:2 remove:1 layout", "4|0:1:1:1:1|1:1:0:1:|2:2:0:0:|2"),
    ],
    "free_lists_are_acyclic": [
        (f"{SIZED} add remove:0 layout", "4|0:1:0:1:0,0|1:1:0:0:|2:2:0:0:|1"),
        (f"{SIZED} add layout", "4|0:1:1:1:0|1:1:0:0:|2:2:0:0:|1"),
        (f"{SIZED} add clear layout", "4|0:1:0:0:0|1:1:0:0:|2:2:0:0:|1"),
    ],
    "free_lists_are_complete": [
        (f"{SIZED} add remove:0 layout", "4|0:1:0:1:|1:1:0:0:|2:2:0:0:|1"),
        (f"{SIZED} extend:4 remove:2 remove:3 layout", "4|0:1:1:1:|1:1:1:1:|2:2:0:2:3|4"),
    ],
    "free_lists_are_disjoint": [
        (f"{SIZED} extend:2 remove:1 layout", "4|0:1:1:1:1|1:1:0:1:1|2:2:0:0:|2"),
    ],
    "opened_cells_form_a_prefix": [
        (f"{SIZED} add layout", "4|0:1:1:0:|1:1:0:0:|2:2:0:0:|1"),
        (f"{SIZED} add layout", "4|0:1:1:1:|1:1:0:1:|2:2:0:0:|1"),
        (f"{SIZED} extend:2 layout", "4|0:1:1:2:|1:1:1:0:|2:2:0:0:|2"),
        (f"{SIZED} add layout", f"4|0:1:1:1:|1:1:0:0:|2:2:0:{10**39}:|1"),
        (f"{SIZED} add layout", "4|0:1:1:1:|1:1:0:-1:|2:2:0:0:|1"),
    ],
    "counts_agree": [
        (f"{SIZED} add remove:0 layout", "4|0:1:1:1:0|1:1:0:0:|2:2:0:0:|1"),
        (f"{SIZED} add layout", "4|0:1:0:1:|1:1:0:0:|2:2:0:0:|1"),
        (f"{SIZED} add remove:0 layout", "4|0:1:0:1:0|1:1:-1:0:|2:2:0:0:|1"),
    ],
    DISTINCT: [
        (f"{SIZED} add add", "1.0"),
        (f"{SIZED} add insert_with", "1.0"),
        (f"{SIZED} add extend:2", "[1.1,2.0]"),
        (f"{SIZED} extend:2", "[0.0,1.0]"),
    ],
    LIVE: [
        (f"{SIZED} extend:2 at:1", "none"),
        (f"{SIZED} extend:2 at:1", "0"),
        (f"{SIZED} add add", "0.1"),
        (f"{SIZED} extend:2", "[0.0,0.1]"),
        (f"{SIZED} extend:2 keys", "[0,none]"),
        (f"{NARROW} extend:5 remove:2 at:0", "none"),
        (f"{SIZED} extend:2 each_mut:1 at:1", "none"),
        (f"{SIZED} extend:2 replace:0:7 contains:0", "no"),
    ],
    RETIRED: [
        (f"{SIZED} add remove:0 add at:0", "1"),
        (f"{SIZED} add remove:0 at:0", "0"),
        (f"{SIZED} add remove:0 at:#0.0", "0"),
        (f"{SIZED} add remove:0 add", "0.0"),
        (f"{SIZED} extend:5 remove:4 at:4", "4"),
    ],
    "cascade_leaves_h2_live": [
        (
            f"{SIZED} extend:9 remove:4 remove:5 remove:6 remove:7 remove:8 layout",
            "8|0:2:2:2:|2:2:2:2:|4:4:0:4:7,6,5,4|9",
        ),
    ],
    "visits_never_exceed_removals": [
        ("cost : extend:5 remove:0 remove:4 cost", "3/4/1/0"),
    ],
    REVIVAL: [
        (f"{NARROW} add remove:0 add remove:1 add at:0", "none"),
        (f"{NARROW} add remove:0 add add at:0", "1"),
        (f"{NARROW} add remove:0 add remove:1 add contains:0", "no"),
    ],
    LENGTH: [
        (f"{SIZED} add len", "2"),
        (f"{SIZED} add is_empty", "yes"),
        (f"{SIZED} len", "none"),
    ],
    LISTED: [
        (f"{SIZED} extend:2 each", "[0.0=0]"),
        (f"{SIZED} extend:2 each", "[0.0=0,1.0=1]"),
        (f"{SIZED} extend:2 keys", "[0]"),
        (f"{SIZED} extend:2 drain", "[]"),
        (f"{SIZED} extend:3 apply:0", "0/2/[1]"),
        (f"{SIZED} extend:3 apply:0", "0/2/[1,0]"),
        (f"{SIZED} extend:3 traverse", "[0/2/3,1/2/2]"),
        (f"{SIZED} extend:2 each_mut:1 keys", "[1]"),
    ],
    ROOM: [
        (f"{SIZED} add add", "!full"),
        (f"{SIZED} extend:2", "!full"),
        (f"{SIZED} reserve:1", "!full"),
        ("layout index_bits=2 : extend:4 add", "4.4"),
    ],
    LOCKED: [
        (f"{SIZED} add lend:remove:0", "0"),
        (f"{SIZED} add lend:clear", "none"),
        (f"{SIZED} lend:clear", "!borrow"),
    ],
    FAILING: [
        (f"{SIZED} add clear", "!other"),
        (f"{SIZED} add at:0", "!other"),
        (f"{SIZED} len", "!other"),
    ],
    REFINEMENT: [
        (f"{SIZED} extend:2", "[0.0]"),
        (f"{NARROW} extend:3 remove:2 add", "0.0"),
        (f"{SIZED} add at:0", "yes"),
        (f"{SIZED} add contains:0", "none"),
        (f"{SIZED} add at:#0.1", "0"),
        (f"{SIZED} add exchange:0:0", "0/0"),
        (f"{SIZED} extend:2 at_mut:0:7", "8"),
        (f"{SIZED} extend:2 replace:0:7 at:0", "0"),
        (f"{SIZED} extend:2 each_mut:1 repack:1", "1"),
        (f"{SIZED} extend:2 each_mut:1 keys", "[0,1]"),
        (f"{SIZED} extend:2 exchange:0:1 remove:0", "0"),
        (f"{SIZED} extend:2 exchange:0:1", "0/!other"),
        (f"{SIZED} extend:2 exchange:0:1", "0/none/1"),
        (f"{SIZED} extend:2 remove:0 exchange:0:1", "none/none"),
        ("layout index_bits=2 : extend:4 add at:4", "0"),
    ],
}
"""Wrong last answers, by the property that they break."""

IMPLIED = {"free_lists_are_disjoint": {"free_lists_stay_in_their_partition"}}
"""What is broken as well: a cell in two lists is outside the partition of one of them."""


@pytest.mark.parametrize("name", FORGED)
def test_property_is_named_for_forged_answers(name: str) -> None:
    """Each forged answer breaks this property, and no other that is not implied."""
    for line, answered in FORGED[name]:
        assert set(wrong(line, answered)) == {name} | IMPLIED.get(name, set()), (line, answered)


def test_every_property_has_forged_answers() -> None:
    """The model's, but for those that no answer can show; and those of steps, by the names that the proofs use."""
    assert FORGED.keys() == {*INVARIANTS, *FURTHER, *OBSERVED} - UNSEEN.keys()
    assert UNSEEN.keys() <= INVARIANTS.keys()
    assert {*FURTHER} == {REVIVAL, REFINEMENT}


@pytest.mark.parametrize("name", [*INVARIANTS, *FURTHER, *OBSERVED])
def test_every_property_has_a_meaning(name: str) -> None:
    """A sentence that a line can begin with: without its citations, and without a full stop."""
    assert re.fullmatch(r"[A-Zq][^()]* [^()]*[^().]", meaning(name))
    assert meaning(name).isascii()


@pytest.mark.parametrize(
    ("line", "answered", "names"),
    [
        # below a live cell
        (
            f"{SIZED} extend:9 remove:8 layout",
            "4|0:1:1:1:|1:1:1:1:|2:2:2:2:|9",
            ("opened_cells_form_a_prefix", LIVE),
        ),
        # nothing at all
        (
            f"{SIZED} add layout",
            "0|0:0:0:0:|0:0:0:0:|0:0:0:0:|0",
            ("partitions_tile_the_element_space", "opened_cells_form_a_prefix", LIVE),
        ),
        # the key of an element, and its cell
        (f"{SIZED} extend:2 add", "1.1", (DISTINCT,)),
        (f"{SIZED} extend:2 remove:0 add", "0.0", (RETIRED,)),
        (f"{SIZED} extend:2 remove:0 add", "1.0", (LIVE,)),
        (f"{SIZED} add remove:0 extend:2", "[0.0,0.0]", (DISTINCT, RETIRED)),
    ],
)
def test_several_properties_are_named_in_the_model_s_order(
    line: str, answered: str, names: tuple[str, ...]
) -> None:
    """One answer can break more than one."""
    assert wrong(line, answered) == names


# --- Keys ---------------------------------------------------------------------------------------------

FINDS = {"contains": "yes", "replace": "yes", "apply": "0/0/[]", "inspect": "0/0/[]"}
LOSES = {"contains": "no", "replace": "no"}
KEYED = [*KEY_OPERATIONS, "exchange"]
BY_ID = [name for name in KEYED if name != "key_at"]


def keyed(operation: str, key: str) -> str:
    """The word of an operation on a key."""
    operands = {"replace": ":9", "at_mut": ":0", "exchange": f":{key}"}
    return f"{operation}:{key}{operands.get(operation, '')}"


@pytest.mark.parametrize("operation", BY_ID)
def test_retired_key_that_is_found(operation: str) -> None:
    """This holds for whatever operation finds it."""
    found = "0/none" if operation == "exchange" else FINDS.get(operation, "0")
    assert wrong(f"{SIZED} add remove:0 {keyed(operation, '0')}", found) == (RETIRED,)


@pytest.mark.parametrize("answered", ["none", "1.1=1", "2.2=2"])
def test_key_at_the_index_of_a_retired_key_is_no_matter_of_that_key(answered: str) -> None:
    """Right would be 0.2=2."""
    program = f"{SIZED} add add remove:0 add key_at:0"
    assert wrong(program, answered) == (REFINEMENT,)


@pytest.mark.parametrize("operation", KEYED)
def test_live_key_that_is_not_found(operation: str) -> None:
    """This holds for whatever operation does not find it."""
    assert wrong(f"{SIZED} add {keyed(operation, '0')}", LOSES.get(operation, "none")) == (LIVE,)


@pytest.mark.parametrize(
    ("words", "answered", "name"),
    [
        ("exchange:0:1", "0/none", LIVE),
        ("exchange:0:1", "0/2", LIVE),
        ("exchange:1:0", "0/1", LIVE),
        ("remove:1 exchange:0:1", "0/1", RETIRED),
        ("remove:1 exchange:1:0", "1/0", RETIRED),
        ("exchange:0:#7.7", "0/2", REFINEMENT),
        ("apply:0", "1/2/[0,2]", LIVE),
        ("remove:0 apply:1", "1/2/[0,2]", LISTED),
    ],
)
def test_pivot_and_the_element_that_is_exchanged_are_told_apart(
    words: str, answered: str, name: str
) -> None:
    """Each key is judged by itself; a view that shows too much is not about keys."""
    assert wrong(f"{SIZED} extend:3 {words}", answered) == (name,)


# --- At contract level --------------------------------------------------------------------------------


def wrong_for_its_user(
    profile: str, line: str, answers: str, documented: Documented = USUAL
) -> tuple[str, ...]:
    """What an answer of a port breaks, at the judge's first difference."""
    level, program = parse_program(line)
    handshake = Handshake("port", "1", profile, Level.CONTRACT, documented=documented)
    difference = contract_judge(handshake).judge(program, None, answers)
    assert difference is not None
    at, expected, answered = difference
    assert at == len(program.words) - 1
    return broken_by(
        Counterexample(
            port="./port",
            handshake=handshake,
            program=program,
            level=level,
            kind="answer",
            at=at,
            expected=expected,
            answered=answered,
            detail="",
            answers=tuple(answers.split()),
        )
    )


@pytest.mark.parametrize(
    ("profile", "line", "answers", "name"),
    [
        ("slotmap", "id_bits=0 : add remove:0 add at:0", "ok 0 ok 1", RETIRED),
        ("slotmap", "id_bits=8 : add remove:0 add contains:0", "ok 0 ok yes", RETIRED),
        ("slotmap", "id_bits=0 : add at:0", "ok none", LIVE),
        ("slotmap", "id_bits=0 : add add at:0", "ok ok 1", LIVE),
        ("slotmap", "id_bits=0 : add add keys", "ok ok [none,1]", LIVE),
        ("slotmap", "id_bits=0 : add len", "ok 0", LENGTH),
        ("slotmap", "id_bits=0 : add add", "ok !full", ROOM),
        ("slotmap", "id_bits=0 : add at:0", "ok !other", FAILING),
        ("slotmap", "id_bits=0 : add each", "ok [0,0]", LISTED),
        ("slotmap", "id_bits=0 : add add pair:0:1", "ok ok none/1", LIVE),
        ("slotmap", "id_bits=0 : add add pair:0:1", "ok ok 0/0", LIVE),
        ("slotmap", "id_bits=0 : add remove:0 add pair:1:0", "ok 0 ok 1/1", RETIRED),
        ("slotmap", "id_bits=0 : add pair:0:0", "ok 0/none", LIVE),
        ("slotmap", "id_bits=0 : put:3 put:3", "none none", REFINEMENT),
        # one bit: the id may have come again, and may now mean element 2 alone
        ("slotmap", "id_bits=1 : add remove:0 add add at:0", "ok 0 ok ok 1", REFINEMENT),
        ("stablelist", "id_bits=1 : add remove:0 add at:0", "ok 0 ok 1", RETIRED),
        ("stablelist", "id_bits=1 : add remove:0 add add at:0", "ok 0 ok ok 1", REFINEMENT),
        ("stablelist", "id_bits=0 : add at:#7.0", "ok 7", REFINEMENT),
        (
            "stablelist",
            "id_bits=0 index_bits=2 : add add add add add at:4",
            "ok ok ok ok !full 3",
            REFINEMENT,
        ),
        ("arena", "id_bits=1 : add remove:0 add at:0", "ok 0 ok 1", RETIRED),
        (
            "arena",
            "id_bits=1 : add remove:0 add remove:1 add remove:2 at:0",
            "ok 0 ok 1 ok 2 2",
            RETIRED,
        ),
        ("slab", "id_bits=0 : add add remove:0 at:0", "ok ok 0 1", RETIRED),
        ("slab", "id_bits=0 : add remove:0 add remove:1 at:0", "ok 0 ok 1 1", RETIRED),
    ],
)
def test_what_a_user_is_answered(profile: str, line: str, answers: str, name: str) -> None:
    """A retired key is held against a port as long as it cannot be equal to that of a live element."""
    assert wrong_for_its_user(profile, f"contract {line}", answers) == (name,)


@pytest.mark.parametrize(
    ("line", "answers", "name"),
    [
        ("add at:0~1.0", "ok 0", REFINEMENT),
        ("add remove:0 at:0", "ok 0 0", RETIRED),
    ],
)
def test_a_documented_panic_has_no_key_at_stake(line: str, answers: str, name: str) -> None:
    """A wrong answer is named by what the operation says if it does not panic."""
    may_panic = Documented(panics=frozenset({"at.stale", "at.forged"}))
    assert wrong_for_its_user("slab", f"contract : {line}", answers, may_panic) == (name,)


# --- Nothing to name ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answered"),
    [
        (f"{SIZED} extend:2 each", "[1.1=1,0.0=0]"),
        (f"{SIZED} extend:2 drain", "[1,0]"),
        (f"{SIZED} extend:3 apply:1", "1/2/[2,0]"),
        (f"{SIZED} extend:2 remove:0 add", "2.2"),
        (f"{SIZED} add add", f"{10**39}.7"),
        (f"{NARROW} extend:2 add", "3.0"),
        (f"{NARROW} extend:4", "[0.0,1.1,2.0,4.1]"),
        (f"{SIZED} extend:2 layout", "4|0:1:1:1:|1:1:1:1:|2:2:0:0:|0"),
        (f"{SIZED} extend:4 remove:2 remove:3 layout", "4|0:1:1:1:|1:1:1:1:|2:2:0:2:2,3|4"),
        (f"{SIZED} extend:2 layout", "8|0:2:2:2:|2:2:0:0:|4:4:0:0:|2"),
        (f"{SIZED} extend:2 layout", "!other"),
        (f"{SIZED} extend:2 layout", "4|0:1:1:1:|1:1:1:1:|2"),
        ("cost : extend:5 remove:0 remove:4 cost", "2/4/1/0"),
        ("cost : add cost", "0/0/0"),
    ],
)
def test_what_is_only_different_breaks_nothing_by_name(line: str, answered: str) -> None:
    """Another order, another key, another sound layout, other costs; and what is no answer at all."""
    assert wrong(line, answered) == ()


RIGHT = told(f"{SIZED} add remove:0 add at:0", "1")


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "died"},
        {"at": None},
        {"answers": ()},
        {"answered": "", "answers": RIGHT.answers[:-1]},
        {"expected": "no more words", "answered": "1 1", "answers": (*RIGHT.answers, "1", "1")},
    ],
)
def test_only_answers_break_something(changes: dict[str, Any]) -> None:
    """A port that ended has not answered, nor has one that lost count of the operations."""
    assert broken_by(RIGHT) == (RETIRED,)
    assert broken_by(replace(RIGHT, **changes)) == ()


def test_a_trace_that_was_wrong_before_is_not_followed() -> None:
    """After an impossible answer, it is unknown what a user may know."""
    found = replace(
        told("contract id_bits=0 index_bits=0 : add len at:0", "none"), answers=("ok", "7", "none")
    )
    assert broken_by(found) == ()
    assert broken_by(replace(found, answers=("ok", "1", "none"))) == (LIVE,)


# --- Right answers --------------------------------------------------------------------------------

ABILITIES = Subject("model", MODEL.handshake, Level.COST, 1.0).abilities()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 120), st.sampled_from(["", "layout", "cost"]))
def test_right_answers_break_nothing(number: int, length: int, question: str) -> None:
    """Nor does the model's own answer, wherever a random program is cut off."""
    parameters, words, _ = Swarm(ABILITIES, seed=1).program(number)
    program = Program(parameters, (*words[:length], *question.split()))
    answers = tuple(MODEL.answer(program, Level.COST))
    found = replace(
        RIGHT,
        program=program,
        level=Level.COST,
        at=len(answers) - 1,
        expected=answers[-1],
        answered=answers[-1],
        answers=answers,
    )
    assert broken_by(found) == ()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 120))
def test_what_is_shown_is_read_as_it_was_written(number: int, length: int) -> None:
    """Layouts, costs and keys of the model."""
    parameters, words, _ = Swarm(ABILITIES, seed=1).program(number)
    history = History(STABLE_LIST, parameters)
    for word in words[:length]:
        operation = decode(word, POOL)
        answered = perform(history, operation, Level.COST).answer
        if operation.name in POOL.inserting and answered not in {"!full", "[]"}:
            assert read_keys(answered) == tuple(history.issued[-POOL.insertions(operation) :])
    state = history.state
    assert read_layout(layout_word(state)) == (
        state.space,
        state.partitions,
        free_lists(state),
        state.next_id,
    )
    assert read_cost(cost_word(state), state.cost.removals) == state.cost


# --- From the model to the port -------------------------------------------------------------------

QUESTIONS = {DISTINCT: "", LIVE: "at:0", RETIRED: "at:0", "visits_never_exceed_removals": "cost"}
"""What has to be asked to see a property broken; of all others, the layout."""
HIDDEN = {*UNSEEN, "free_lists_are_acyclic"}
"""What the model with a defect cannot tell: a free list without an end makes no answer."""
TOLD = [defect for defect in DEFECTS if not HIDDEN & {defect.breaks, *defect.also}]
LOOKS_LIKE = {"cell_closed_by_removal": "free_lists_are_acyclic"}
"""A vacant cell that does not count as opened is, to all appearances, a free list that leaves the opened cells."""


@pytest.mark.parametrize("defect", TOLD, ids=str)
def test_defect_of_the_model_is_known_by_its_name_in_a_port(defect: Defect) -> None:
    words = [encode(operation, POOL) for operation in operations(defect.program)]
    words += QUESTIONS.get(defect.breaks, "layout").split()
    program = Program(defect.parameters, tuple(words))
    with defect.in_force():
        answers = tuple(MODEL.answer(program, Level.COST))
    judge = ExactJudge(MODEL, Level.COST)
    difference = judge.judge(program, judge.prepare(program), " ".join(answers))
    assert difference is not None
    at, expected, answered = difference
    found = replace(
        RIGHT,
        program=program,
        level=Level.COST,
        at=at,
        expected=expected,
        answered=answered,
        answers=answers,
    )
    assert LOOKS_LIKE.get(defect.name, defect.breaks) in broken_by(found)


# --- From a planted defect to its name ----------------------------------------------------------------

BY_DEFECT = {
    "at-compares-only-the-index": (f"{SIZED} add remove:0 add at:0", {RETIRED}),
    "id-reset-by-clear": (f"{SIZED} add clear add", {RETIRED}),
    "id-not-advanced": (f"{SIZED} add add", {DISTINCT}),
    "growth-leaves-q1-short": (f"{SIZED} extend:6", {LIVE}),
    "vacancy-to-neighbour": (
        f"{SIZED} add add remove:1 layout",
        {"free_lists_stay_in_their_partition", "counts_agree"},
    ),
    "q2-keeps-its-free-list": (
        f"{SIZED} extend:5 remove:2 remove:4 layout",
        {"free_lists_stay_in_their_partition", "free_lists_are_disjoint"},
    ),
    "below-the-minimum": (
        "layout minimum=8 : extend:5 remove:4 layout",
        {"partitions_tile_the_element_space"},
    ),
    "only-one-level": (f"{SIZED} extend:9 retain:100:0 layout", {"cascade_leaves_h2_live"}),
    "shrink-to-fit-counts-visits": (
        "cost capacity=48 : add remove:0 shrink_to_fit cost",
        {"visits_never_exceed_removals"},
    ),
    "at-mut-adds-twice": (f"{SIZED} add at_mut:0:1", {REFINEMENT}),
    "vacancies-in-queue-order": (f"{SIZED} extend:9 remove:0 remove:1 add", set()),
}
"""Programs that show defects planted in the container, and what is broken."""


@pytest.mark.parametrize("name", BY_DEFECT)
def test_planted_defect_is_known_by_what_it_breaks(name: str) -> None:
    """The container passes; with the defect it answers wrongly, and that breaks what the defect is about."""
    line, names = BY_DEFECT[name]
    asked = told(line, told(line, "").expected)
    container = ContainerAnswerer(bundled, name="stablelist")
    assert tuple(container.answer(asked.program, asked.level)) == asked.answers
    (defect,) = (each for each in defects() if each.name == f"python-{name}")
    with planted(sources()[defect.port], defect) as port:
        found = again(asked, 60.0, port)
    assert found is not None
    assert set(broken_by(found)) == names
