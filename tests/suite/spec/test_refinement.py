"""The refinement: every operation of the layout is the contract's, and one that is not is told apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.labels import Provenance
from stablelist_spec.operation import OPERATIONS
from stablelist_spec.parameters import Parameters
from stablelist_spec.refinement import abstraction, refines
from stablelist_spec.stable_list import Exchanged, Failure, Has, Key, Pivot, State, Step
from suite.spec.programs import run

STATE = run("add*5 remove:1", Parameters(id_bits=1)).history.state
"""Elements 0, 2, 3 and 4, with the ids 0, 0, 1 and 0; a vacancy at 1."""
EMPTY = model.initial(Parameters())
LIVE, OTHER, STALE = Key(2, 0), Key(4, 0), Key(1, 1)


class Case(NamedTuple):
    """An operation, and ways to do it wrong."""

    name: str
    correct: Step[Any]
    defects: dict[str, Step[Any]]
    key: Key | None = None
    other: Key | None = None
    before: State = STATE
    element: int = 0


def answering(step: Step[Any], answer: object) -> Step[Any]:
    """The step with another answer."""
    return step._replace(answer=answer)


def leading_to(step: Step[Any], state: State) -> Step[Any]:
    """The step with another state after it."""
    return step._replace(state=state)


def with_element(state: State, position: int, element: int) -> State:
    """The state with the element at a position replaced."""
    cell = state.cells[position]
    assert isinstance(cell, Has)
    return state._replace(cells=model.replaced(state.cells, Key(position, cell.id), element))


def without_last(step: Step[Any]) -> Step[Any]:
    """The step with the last item of its answer left out."""
    return answering(step, step.answer[:-1])


def first_twice(step: Step[Any]) -> Step[Any]:
    """The step with the first item of its answer shown twice."""
    return answering(step, (*step.answer, step.answer[0]))


ADD, REMOVE, CLEAR = model.add(STATE, 9), model.remove(STATE, LIVE), model.clear(STATE)
AT, APPLY, EXCHANGE = (
    model.at(STATE, LIVE),
    model.apply(STATE, LIVE),
    model.exchange(STATE, LIVE, OTHER),
)
EACH, KEYS, TRAVERSE = model.each(STATE), model.keys(STATE), model.traverse(STATE)
ONE_LESS = model.remove(STATE, OTHER).state

CASES = [
    Case(
        "add",
        ADD,
        {
            "another element is stored": leading_to(ADD, with_element(ADD.state, 1, 8)),
            "a live key is handed out again": answering(ADD, LIVE),
            "a key that does not resolve": answering(ADD, Key(1, 0)),
            "no key": answering(ADD, None),
            "nothing is inserted": leading_to(ADD, STATE),
            "refused, and inserted": answering(ADD, Failure.FULL),
            "another element is lost": leading_to(ADD, model.add(ONE_LESS, 9).state),
        },
        element=9,
    ),
    Case("add", Step(STATE, Failure.FULL, ()), {"refused, and one is lost": Step(ONE_LESS, Failure.FULL, ())}),
    Case(
        "remove",
        REMOVE,
        {
            "another element is answered": answering(REMOVE, 3),
            "nothing is answered": answering(REMOVE, None),
            "the element stays": leading_to(REMOVE, STATE),
            "another element goes": leading_to(REMOVE, ONE_LESS),
            "two elements go": leading_to(REMOVE, model.remove(REMOVE.state, OTHER).state),
        },
        LIVE,
    ),
    Case(
        "remove",
        model.remove(STATE, STALE, Provenance.RETIRED),
        {"a stale key removes": Step(ONE_LESS, None, ()), "a stale key finds": Step(STATE, 1, ())},
        STALE,
    ),
    Case("at", AT, {"another element": answering(AT, 3), "nothing": answering(AT, None),
                    "the element goes": leading_to(AT, REMOVE.state)}, LIVE),
    Case("at", model.at(STATE, STALE), {"the vacancy's former element": Step(STATE, 1, ())}, STALE),
    Case("contains", model.contains(STATE, LIVE), {"no": Step(STATE, False, ())}, LIVE),
    Case("contains", model.contains(STATE, STALE), {"yes": Step(STATE, True, ())}, STALE),
    Case("len", model.length(STATE), {"one more": Step(STATE, 5, ())}),
    Case("is_empty", model.is_empty(STATE), {"yes": Step(STATE, True, ())}),
    Case("is_empty", model.is_empty(EMPTY), {"no": Step(EMPTY, False, ())}, before=EMPTY),
    Case("clear", CLEAR, {"one stays": leading_to(CLEAR, run("add").history.state),
                          "an answer": answering(CLEAR, 0)}),
    Case("each", EACH, {"the last is left out": without_last(EACH), "one is shown twice": first_twice(EACH),
                        "another key": answering(EACH, ((Key(0, 1), 0), *EACH.answer[1:]))}),
    Case("keys", KEYS, {"the last is left out": without_last(KEYS), "one is shown twice": first_twice(KEYS),
                        "a key is not found": answering(KEYS, (None, *KEYS.answer[1:]))}),
    Case(
        "apply",
        APPLY,
        {
            "the view shows the pivot": answering(APPLY, Pivot(2, (0, 2, 3, 4))),
            "the view leaves one out": answering(APPLY, Pivot(2, (0, 3))),
            "another pivot": answering(APPLY, Pivot(3, (0, 3, 4))),
            "nothing": answering(APPLY, None),
        },
        LIVE,
    ),
    Case("apply", model.apply(STATE, STALE), {"a pivot": Step(STATE, Pivot(1, ()), ())}, STALE),
    Case(
        "exchange",
        EXCHANGE,
        {
            "nothing changes": leading_to(EXCHANGE, STATE),
            "one is doubled": leading_to(EXCHANGE, with_element(STATE, 2, 4)),
            "answered as they are": answering(EXCHANGE, Exchanged(4, 2)),
            "the other is not found": answering(EXCHANGE, Exchanged(2, None)),
        },
        LIVE,
        OTHER,
    ),
    Case("exchange", model.exchange(STATE, LIVE, LIVE),
         {"the view shows the pivot": Step(STATE, Exchanged(2, 2), ())}, LIVE, LIVE),
    Case("exchange", model.exchange(STATE, STALE, LIVE),
         {"a pivot": Step(STATE, Exchanged(1, 2), ())}, STALE, LIVE),
    Case("traverse", TRAVERSE, {"the last is left out": without_last(TRAVERSE),
                                "one is shown twice": first_twice(TRAVERSE)}),
    Case("lend", model.lend(STATE, "remove"), {"let through": Step(STATE, None, ()),
                                               "done": Step(ONE_LESS, Failure.BORROW, ())}, LIVE),
    Case("lend", model.lend(EMPTY, "add"), {"refused": Step(EMPTY, Failure.BORROW, ())}, before=EMPTY),
]  # fmt: skip


def accepted(case: Case, step: Step[object]) -> bool:
    """Whether a step passes as the operation."""
    return refines(case.before, case.name, step, case.key, case.other, element=case.element)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_step_of_the_model_refines(case: Case) -> None:
    """The operation itself is the contract's."""
    assert accepted(case, case.correct)


@pytest.mark.parametrize(
    ("case", "defect"),
    [(case, defect) for case in CASES for defect in case.defects],
    ids=lambda value: value.name if isinstance(value, Case) else value,
)
def test_defective_step_is_rejected(case: Case, defect: str) -> None:
    """Whether the answer is wrong or what is left behind."""
    assert not accepted(case, case.defects[defect])


def test_every_operation_has_its_defects() -> None:
    """A StableList has all operations but two; layout and cost are no part of the contract."""
    assert {case.name for case in CASES} == OPERATIONS.keys() - {
        "drain",
        "retain",
        "layout",
        "cost",
    }


def test_order_is_not_part_of_the_contract() -> None:
    """Lists may come in any order, at any depth, but nothing else may be exchanged."""
    backwards: dict[str, Callable[[Any], object]] = {
        "each": lambda answer: answer[::-1],
        "keys": lambda answer: answer[::-1],
        "apply": lambda answer: Pivot(answer.element, answer.others[::-1]),
        "traverse": lambda answer: tuple(
            Pivot(pivot.element, pivot.others[::-1]) for pivot in answer[::-1]
        ),
    }
    for name, turned in backwards.items():
        case = next(case for case in CASES if case.name == name)
        step = answering(case.correct, turned(case.correct.answer))
        assert step.answer != case.correct.answer
        assert accepted(case, step)


def test_abstraction_forgets_all_but_keys_and_elements() -> None:
    """Two lists with different layouts may mean the same."""
    one = run("add*5 remove:4 remove:0..3", Parameters(id_bits=None)).history.state
    other = run("add*5 clear", Parameters(id_bits=None)).history.state
    assert one != other
    assert abstraction(one) == abstraction(other) == {}
    assert abstraction(STATE) == {Key(0, 0): 0, Key(2, 0): 2, Key(3, 1): 3, Key(4, 0): 4}


@pytest.mark.parametrize(("name", "key"), [("drain", None), ("retain", LIVE), ("exchange", LIVE)])
def test_operation_that_is_none_is_a_mistake(name: str, key: Key | None) -> None:
    """So is exchange with one key; the caller is told, whatever the step did."""
    with pytest.raises(AssertionError, match=name):
        refines(STATE, name, Step(STATE, None, ()), key)
