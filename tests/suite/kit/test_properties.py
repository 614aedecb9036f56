"""Properties: every one that can be shown is named for a forged answer; right answers and sound ones break none."""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablelist_conformance.judging.judge import Difference, ExactJudge, contract_judge
from stablelist_conformance.judging.names_of_tests import OTHERS, checkable, names_of_tests, visible
from stablelist_conformance.judging.properties import (
    FURTHER,
    KEYLESS,
    OBSERVED,
    UNSEEN,
    broken_by,
    broken_inside,
    meaning,
)
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.operations import decode, encode
from stablelist_conformance.wire.parse_answers import read_cost, read_keys, read_layout
from stablelist_conformance.wire.play import perform
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.core.history import History
from stablelist_spec.families.pool import KEY_OPERATIONS, POOL
from stablelist_spec.parts.cells import free_lists
from stablelist_spec.parts.picturing import cost_word, layout_word
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from suite.spec.defects import DEFECTS, Defect
from suite.spec.programs import operations

from .conftest import Golden
from .ports import declared

LIVE = "live_key_resolves"
RETIRED = "retired_key_never_resolves"
DISTINCT = "live_ids_are_distinct"

MODEL = ModelAnswerer()


def told(line: str, answered: str, model: ModelAnswerer = MODEL) -> Counterexample:
    """A counterexample with a wrong answer to its last operation; the model answers the others."""
    level, program = parse_program(line, model.handshake.system_name)
    *before, expected = model.answer(program, level)
    return Counterexample(
        port="./port",
        handshake=model.handshake,
        program=program,
        level=level,
        kind="answer",
        at=len(before),
        expected=expected,
        answered=answered,
        detail="",
        answers=(*before, answered),
    )


def wrong(port: str, line: str, answered: str) -> tuple[str, ...]:
    """The properties that a wrong last answer breaks."""
    found = told(line, answered, ModelAnswerer(port))
    assert found.answered != found.expected
    return broken_by(found)


def wrong_for_its_user(port: str, line: str, answers: str) -> tuple[str, ...]:
    """What the last answer of a port breaks."""
    handshake, level = declared(port), Level.CONTRACT
    _, program = parse_program(line, handshake.system_name)
    difference = contract_judge(handshake).judge(program, answers)
    assert difference is not None
    assert difference.at == len(program.words) - 1
    said = answers.split()
    return broken_by(found_at(difference, program, said, handshake=handshake, level=level))


def found_at(
    difference: Difference, program: Program, answers: Iterable[str], **fields: Any
) -> Counterexample:
    """The counterexample of a difference."""
    told = difference._asdict() | {"program": program, "answers": tuple(answers)}
    return replace(RIGHT, **told, **fields)


# --- Every name -----------------------------------------------------------------------------------

TABLE = Path(__file__).with_name("properties.tsv").read_text(encoding="utf-8").splitlines()[2:]
ROWS = [line.split("\t") for line in TABLE]
FORGED = {broken.rpartition(", ")[2] for *_, broken in ROWS} - {""}
"""The properties that a wrong answer of the table breaks."""


@pytest.mark.parametrize(
    ("port", "line", "answers", "broken"), ROWS, ids=[" ".join(row[:3]) for row in ROWS]
)
def test_wrong_answer_breaks_what_the_table_says(
    port: str, line: str, answers: str, broken: str
) -> None:
    """In the model's order; another order, key or sound layout breaks nothing by name."""
    for each in answers.split(" ; "):
        below = not line.startswith("contract ")
        names = (wrong if below else wrong_for_its_user)(port, line, each)
        assert ", ".join(names) == broken


def test_every_property_has_forged_answers() -> None:
    """The model's, but for those that no answer can show; and those of steps."""
    assert {*INVARIANTS, *FURTHER, *OBSERVED, *KEYLESS} - UNSEEN.keys() <= FORGED
    assert UNSEEN.keys() <= INVARIANTS.keys()
    for name in (LIVE, RETIRED):
        last = {line.split()[-1].partition(":")[0] for _, line, _, broken in ROWS if broken == name}
        assert {*KEY_OPERATIONS, "exchange"} - last <= ({"key_at"} if name == RETIRED else set())


@pytest.mark.parametrize("name", [*INVARIANTS, *FURTHER, *OBSERVED, *KEYLESS])
def test_every_property_has_a_meaning(name: str) -> None:
    """A sentence that a line can begin with: without its citations, and without a full stop."""
    assert re.fullmatch(r"[A-Zq][^()]* [^()]*[^().]", meaning(name))
    assert meaning(name).isascii()


def test_layout_that_is_asked_for_afterwards_breaks_what_its_system_says() -> None:
    """Also of a system that is no list of cells."""
    system = SYSTEMS["ring-buffer"]
    model = History(system, system.configuration(capacity=2))
    assert broken_inside(model, "0:7:[3,-]") == ("positions_are_cells",)
    assert broken_inside(model, "0:1:[3,-]") == broken_inside(model, "nonsense") == ()


RIGHT = told("layout : add remove:0 add at:0", "1")


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
    found = replace(
        told("contract id_bits=0 index_bits=0 : add len at:0", "none"), answers=("ok", "7", "none")
    )
    assert broken_by(found) == ()
    assert broken_by(replace(found, answers=("ok", "1", "none"))) == (LIVE,)


# --- Right answers --------------------------------------------------------------------------------

ABILITIES = Target("model", MODEL.handshake, Level.COST, 1.0).abilities()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 120), st.sampled_from(["", "layout", "cost"]))
def test_right_answers_break_nothing(number: int, length: int, question: str) -> None:
    """Nor does the model's own answer, wherever a random program is cut off."""
    parameters, words, _ = Swarm(ABILITIES, seed=1).program(number)
    program = Program(parameters, (*words[:length], *question.split()))
    answers = tuple(MODEL.answer(program, Level.COST))
    none = Difference(len(answers) - 1, answers[-1], answers[-1])
    assert broken_by(found_at(none, program, answers, level=Level.COST)) == ()


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
PARSED_WORDS = [defect for defect in DEFECTS if not HIDDEN & {defect.breaks, *defect.also}]
LOOKS_LIKE = {"cell_closed_by_removal": "free_lists_are_acyclic"}
"""A vacant cell that does not count as opened is, to all appearances, a free list that leaves the opened cells."""


@pytest.mark.parametrize("defect", PARSED_WORDS, ids=str)
def test_defect_of_the_model_is_known_by_its_name_in_a_port(defect: Defect) -> None:
    words = [encode(operation, POOL) for operation in operations(defect.program)]
    words += QUESTIONS.get(defect.breaks, "layout").split()
    program = Program(defect.parameters, tuple(words))
    with defect.in_force():
        answers = tuple(MODEL.answer(program, Level.COST))
    judge = ExactJudge(MODEL, Level.COST)
    difference = judge.judge(program, " ".join(answers))
    assert difference is not None
    found = found_at(difference, program, answers, level=Level.COST)
    assert LOOKS_LIKE.get(defect.name, defect.breaks) in broken_by(found)


# --- The tests that a port gets -------------------------------------------------------------------


def test_stable_list_has_a_test_for_every_invariant_that_can_be_seen() -> None:
    """There is also a test for each property that users observe."""
    names = set(names_of_tests("stablelist", None))
    assert names >= {*INVARIANTS, *OBSERVED, *OTHERS} - UNSEEN.keys()
    assert not names & UNSEEN.keys()


def joined(names: Iterable[str]) -> str:
    """Names, one on each line."""
    return "\n  ".join(names)


def test_every_test_of_a_port_is_a_property_that_it_can_show(golden: Golden) -> None:
    """By its system, its level, and the operations that it offers; three are about something else."""
    lists = {
        f"{system} {level or ''}".rstrip(): names_of_tests(system, level)
        for system in SYSTEMS
        for level in ((None, "layout", "contract") if system == "stablelist" else (None,))
    }
    slots = SYSTEMS["slotmap"]
    for offered in ({"add", "remove"}, {"add", "remove", "is_empty"}, slots.operations):
        lists[f"slotmap with {len(offered)} operations"] = checkable(slots, offered)
    golden("tests-of-ports.txt", "".join(f"{name}\n  {joined(lists[name])}\n" for name in lists))
    assert all(meaning(name) for names in lists.values() for name in {*names} - {*OTHERS})


def test_operations_that_show_the_inside_need_a_level() -> None:
    """The highest one is the default."""
    assert visible(STABLE_LIST) == visible(STABLE_LIST, Level.COST) == STABLE_LIST.operations
    assert STABLE_LIST.operations - visible(STABLE_LIST, Level.LAYOUT) == {"cost"}
    assert STABLE_LIST.operations - visible(STABLE_LIST, Level.CONTRACT) == {"cost", "layout"}
