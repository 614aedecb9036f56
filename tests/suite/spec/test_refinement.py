"""The refinement: every operation of the layout is one of the contract; wrong steps are rejected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.pool import Exchanged, Found, Paired, Pivot, PoolError
from stablelist_spec.parts.cells import Has, replaced
from stablelist_spec.parts.lending import apply, exchange, lend, traverse
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.reading import at, contains, each, is_empty, key_at, keys, length
from stablelist_spec.parts.refinement import abstraction, refines
from stablelist_spec.parts.replacing import at_mut, each_mut, replace
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.state import State
from suite.spec.programs import run

STATE = run("add*5 remove:1", Parameters(id_bits=1)).history.state
"""Elements 0, 2, 3 and 4, with the ids 0, 0, 1 and 0; a vacancy at 1."""
EMPTY = model.initial(Parameters())
LIVE, OTHER, STALE = Key(2, 0), Key(4, 0), Key(1, 1)


class Case(NamedTuple):
    """An operation, and ways to do it wrong."""

    operation: Operation
    correct: StepOf[State, Any]
    defects: dict[str, StepOf[State, Any]]
    before: State = STATE
    element: int = 0


def answering(step: StepOf[State, Any], answer: object) -> StepOf[State, Any]:
    """The step with another answer."""
    return step._replace(answer=answer)


def leading_to(step: StepOf[State, Any], state: State) -> StepOf[State, Any]:
    """The step with another state after it."""
    return step._replace(state=state)


def with_element(state: State, position: int, element: int) -> State:
    """The state with the element at a position replaced."""
    cell = state.cells[position]
    assert isinstance(cell, Has)
    return state._replace(cells=replaced(state.cells, Key(position, cell.id), element))


def without_last(step: StepOf[State, Any]) -> StepOf[State, Any]:
    """The step with the last item of its answer left out."""
    return answering(step, step.answer[:-1])


def first_twice(step: StepOf[State, Any]) -> StepOf[State, Any]:
    """The step with the first item of its answer shown twice."""
    return answering(step, (*step.answer, step.answer[0]))


def a_view_without_its_last(step: StepOf[State, Any]) -> StepOf[State, Any]:
    """The step with one of the others left out of the first view."""
    first, *rest = step.answer
    return answering(step, (Pivot(first.element, first.others[:-1]), *rest))


REMOVE_BOTH = MODEL.remove_many(STATE, (LIVE, OTHER))
ADD, REMOVE, CLEAR = model.add(STATE, 9), model.remove(STATE, LIVE), model.clear(STATE)
AT, APPLY, EXCHANGE = (
    at(STATE, LIVE),
    apply(STATE, LIVE),
    exchange(STATE, LIVE, OTHER),
)
EACH, KEYS, TRAVERSE = each(STATE), keys(STATE), traverse(STATE)
EXTEND, DRAIN, RETAIN = (
    MODEL.extend(STATE, (9, 10)),
    MODEL.drain(STATE),
    MODEL.retain(STATE, 2, 1),
)
REPLACE, AT_MUT, EACH_MUT = (
    replace(STATE, LIVE, 7),
    at_mut(STATE, LIVE, 7),
    each_mut(STATE, 7),
)
ONE_LESS = model.remove(STATE, OTHER).state
BOTH_ELSEWHERE = exchange(EXTEND.state, *EXTEND.answer).state


def one_insertion(name: str, step: StepOf[State, Any]) -> Case:
    """The ways to insert one element are wrong in the same ways."""
    return Case(
        Operation(name),
        step,
        {
            "another element is stored": leading_to(step, with_element(step.state, 1, 8)),
            "a live key is handed out again": answering(step, LIVE),
            "a key that does not resolve": answering(step, Key(1, 0)),
            "no key": answering(step, None),
            "nothing is inserted": leading_to(step, STATE),
            "nothing is inserted, and no key": StepOf(STATE, None, ()),
            "refused, and inserted": answering(step, PoolError.FULL),
            "refused as if lent": StepOf(STATE, PoolError.BORROW, ()),
            "neither key nor element": StepOf(STATE, None, ()),
            "a pair that is no key": answering(step, tuple(step.answer)),
            "a live element is overwritten": StepOf(with_element(STATE, 2, 9), LIVE, ()),
            "another element is lost": leading_to(step, model.add(ONE_LESS, 9).state),
        },
        element=9,
    )


def found_or_not(name: str) -> list[Case]:
    """Operations that show the element of a key are wrong in the same ways."""
    found, missed = StepOf(STATE, 2, ()), StepOf(STATE, None, ())
    return [
        Case(Operation(name, key=LIVE), found, {
            "another element": answering(found, 3), "nothing": answering(found, None),
            "the element goes": leading_to(found, REMOVE.state)}),
        Case(Operation(name, key=STALE), missed, {"the vacancy's former element": answering(missed, 1)}),
    ]  # fmt: skip


def lent_or_not(name: str) -> list[Case]:
    """Operations that lend a pivot are wrong in the same ways."""
    return [
        Case(Operation(name, key=LIVE), APPLY, {
            "the view shows the pivot": answering(APPLY, Pivot(2, (0, 2, 3, 4))),
            "the view leaves one out": answering(APPLY, Pivot(2, (0, 3))),
            "another pivot": answering(APPLY, Pivot(3, (0, 3, 4))),
            "nothing": answering(APPLY, None),
        }),
        Case(Operation(name, key=STALE), StepOf(STATE, None, ()), {"a pivot": StepOf(STATE, Pivot(1, ()), ())}),
    ]  # fmt: skip


def of_memory(operation: Operation) -> Case:
    """Operations on memory change nothing that a user can observe."""
    return Case(operation, StepOf(STATE, None, ()), {
        "one is lost": StepOf(ONE_LESS, None, ()), "an answer": StepOf(STATE, 0, ()),
        "one is replaced": StepOf(with_element(STATE, 2, 3), None, ())})  # fmt: skip


CASES = [
    one_insertion("add", ADD),
    one_insertion("insert_with", ADD),
    Case(Operation("add"), StepOf(STATE, PoolError.FULL, ()),
         {"refused, and one is lost": StepOf(ONE_LESS, PoolError.FULL, ())}),
    Case(
        Operation("extend", count=2),
        EXTEND,
        {
            "the keys are handed out in the wrong order": answering(EXTEND, EXTEND.answer[::-1]),
            "the elements change places": leading_to(EXTEND, BOTH_ELSEWHERE),
            "one key too few": answering(EXTEND, EXTEND.answer[:1]),
            "one key twice": answering(EXTEND, EXTEND.answer[:1] * 2),
            "one key too many": answering(EXTEND, (*EXTEND.answer, Key(6, 1))),
            "only one is inserted": leading_to(EXTEND, ADD.state),
            "only one is inserted, and one key": MODEL.extend(STATE, (9,)),
            "one more is inserted, and its key": MODEL.extend(STATE, (9, 10, 11)),
            "refused, and inserted": answering(EXTEND, PoolError.FULL),
            "refused, and one inserted": StepOf(ADD.state, PoolError.FULL, ()),
            "no keys": answering(EXTEND, None),
        },
        element=9,
    ),
    Case(Operation("extend", count=2), StepOf(STATE, PoolError.FULL, ()),
         {"refused, and one is lost": StepOf(ONE_LESS, PoolError.FULL, ())}),
    Case(
        Operation("remove", key=LIVE),
        REMOVE,
        {
            "another element is answered": answering(REMOVE, 3),
            "nothing is answered": answering(REMOVE, None),
            "the element stays": leading_to(REMOVE, STATE),
            "another element goes": leading_to(REMOVE, ONE_LESS),
            "two elements go": leading_to(REMOVE, model.remove(REMOVE.state, OTHER).state),
        },
    ),
    Case(
        Operation("remove", key=STALE),
        model.remove(STATE, STALE),
        {"a stale key removes": StepOf(ONE_LESS, None, ()), "a stale key finds": StepOf(STATE, 1, ())},
    ),
    *found_or_not("at"),
    *found_or_not("repack"),
    Case(Operation("contains", key=LIVE), contains(STATE, LIVE), {"no": StepOf(STATE, False, ())}),
    Case(Operation("contains", key=STALE), contains(STATE, STALE), {"yes": StepOf(STATE, True, ())}),
    Case(Operation("len"), length(STATE),
         {"one more": StepOf(STATE, 5, ()), "refused": StepOf(STATE, PoolError.FULL, ())}),
    Case(Operation("is_empty"), is_empty(STATE), {"yes": StepOf(STATE, True, ())}),
    Case(Operation("is_empty"), is_empty(EMPTY), {"no": StepOf(EMPTY, False, ())}, before=EMPTY),
    Case(Operation("clear"), CLEAR, {"one stays": leading_to(CLEAR, run("add").history.state),
                                     "an answer": answering(CLEAR, 0)}),
    Case(Operation("drain"), DRAIN, {"one stays": leading_to(DRAIN, run("add").history.state),
                                     "one is lost": without_last(DRAIN), "one is doubled": first_twice(DRAIN),
                                     "nothing goes": leading_to(DRAIN, STATE), "no elements": answering(DRAIN, None)}),
    Case(
        Operation("retain", modulus=2, residue=1),
        RETAIN,
        {
            "the others go": MODEL.retain(STATE, 2, 0),
            "answered with what stays": answering(RETAIN, (3,)),
            "nothing goes": leading_to(RETAIN, STATE),
            "one more goes": leading_to(RETAIN, model.clear(RETAIN.state).state),
            "no elements": answering(RETAIN, None),
        },
    ),
    Case(Operation("each"), EACH, {"the last is left out": without_last(EACH), "one is shown twice": first_twice(EACH),
                        "another key": answering(EACH, ((Key(0, 1), 0), *EACH.answer[1:]))}),
    Case(Operation("keys"), KEYS, {"the last is left out": without_last(KEYS), "one is shown twice": first_twice(KEYS),
                        "a key is not found": answering(KEYS, (None, *KEYS.answer[1:]))}),
    Case(
        Operation("replace", key=LIVE, value=7),
        REPLACE,
        {
            "nothing changes": leading_to(REPLACE, STATE),
            "another element is stored": leading_to(REPLACE, with_element(STATE, 2, 8)),
            "another is replaced": leading_to(REPLACE, with_element(STATE, 3, 7)),
            "answered as stale": answering(REPLACE, False),
        },
    ),
    Case(Operation("replace", key=STALE, value=7), StepOf(STATE, False, ()),
         {"answered as live": StepOf(STATE, True, ()), "the other id's element goes": StepOf(ONE_LESS, False, ())}),
    Case(
        Operation("at_mut", key=LIVE, value=7),
        AT_MUT,
        {
            "the caller's own name is bound anew": leading_to(AT_MUT, STATE),
            "replaced by the difference": leading_to(AT_MUT, with_element(STATE, 2, 7)),
            "answered as it was": answering(AT_MUT, 2),
            "nothing is answered": answering(AT_MUT, None),
        },
    ),
    Case(Operation("at_mut", key=STALE, value=7), StepOf(STATE, None, ()), {"found": StepOf(STATE, 8, ())}),
    Case(
        Operation("each_mut", value=7),
        EACH_MUT,
        {
            "nothing changes": leading_to(EACH_MUT, STATE),
            "one is left out": leading_to(EACH_MUT, with_element(EACH_MUT.state, 2, 2)),
            "an answer": answering(EACH_MUT, 7),
        },
    ),
    Case(
        Operation("key_at", key=LIVE),
        key_at(STATE, LIVE),
        {
            "the key that was asked about": answering(key_at(STATE, LIVE), Found(OTHER, 2)),
            "another element": answering(key_at(STATE, LIVE), Found(LIVE, 4)),
            "nothing": answering(key_at(STATE, LIVE), None),
        },
    ),
    *(Case(Operation("key_at", key=key), key_at(STATE, key),
           {f"the id of {key.index} is compared": StepOf(STATE, None, ())})
      for key in (Key(0, 7), Key(2, 1), Key(4, 9))),
    Case(Operation("key_at", key=STALE), key_at(STATE, STALE),
         {"the next element": StepOf(STATE, Found(LIVE, 2), ())}),
    Case(
        Operation("remove_many", key=LIVE, other=OTHER),
        REMOVE_BOTH,
        {
            "only the first": leading_to(REMOVE_BOTH, REMOVE.state),
            "only the second": leading_to(REMOVE_BOTH, ONE_LESS),
            "the other way round": answering(REMOVE_BOTH, Paired(4, 2)),
            "nothing is answered": answering(REMOVE_BOTH, None),
        },
    ),
    Case(Operation("remove_many", key=LIVE, other=LIVE), MODEL.remove_many(STATE, (LIVE, LIVE)),
         {"found twice": StepOf(REMOVE.state, Paired(2, 2), ())}),
    Case(Operation("remove_many", key=STALE, other=LIVE), MODEL.remove_many(STATE, (STALE, LIVE)),
         {"given up at the first": StepOf(STATE, Paired(None, None), ())}),
    *lent_or_not("apply"),
    *lent_or_not("inspect"),
    Case(
        Operation("exchange", key=LIVE, other=OTHER),
        EXCHANGE,
        {
            "nothing changes": leading_to(EXCHANGE, STATE),
            "one is doubled": leading_to(EXCHANGE, with_element(STATE, 2, 4)),
            "answered as they are": answering(EXCHANGE, Exchanged(4, 2)),
            "the other is not found": answering(EXCHANGE, Exchanged(2, None)),
        },
    ),
    Case(Operation("exchange", key=LIVE, other=LIVE), exchange(STATE, LIVE, LIVE),
         {"the view shows the pivot": StepOf(STATE, Exchanged(2, 2), ())}),
    Case(Operation("exchange", key=LIVE, other=STALE), exchange(STATE, LIVE, STALE),
         {"what is not found is": StepOf(STATE, Exchanged(2, 1), ())}),
    Case(Operation("exchange", key=STALE, other=LIVE), exchange(STATE, STALE, LIVE),
         {"a pivot": StepOf(STATE, Exchanged(1, 2), ())}),
    Case(Operation("traverse"), TRAVERSE, {"the last is left out": without_last(TRAVERSE),
                                           "one is shown twice": first_twice(TRAVERSE),
                                           "a view leaves one out": a_view_without_its_last(TRAVERSE)}),
    of_memory(Operation("reserve", count=9)),
    Case(Operation("reserve", count=9), StepOf(STATE, PoolError.FULL, ()),
         {"refused, and one is lost": StepOf(ONE_LESS, PoolError.FULL, ())}),
    of_memory(Operation("shrink_to_fit")),
    of_memory(Operation("reload")),
    Case(Operation("lend", tried=Operation("remove", key=LIVE)), lend(STATE),
         {"let through": StepOf(STATE, None, ()), "done": StepOf(ONE_LESS, PoolError.BORROW, ())}),
    Case(Operation("lend", tried=Operation("add")), lend(EMPTY),
         {"refused": StepOf(EMPTY, PoolError.BORROW, ())}, before=EMPTY),
]  # fmt: skip


def accepted(case: Case, step: StepOf[State, object]) -> bool:
    """Whether a step passes as the operation."""
    return refines(case.before, case.operation.adding(case.element), step)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.operation.name)
def test_step_of_the_model_refines(case: Case) -> None:
    """The operation itself is the contract's."""
    assert accepted(case, case.correct)


@pytest.mark.parametrize(
    ("case", "defect"),
    [(case, defect) for case in CASES for defect in case.defects],
    ids=lambda value: value.operation.name if isinstance(value, Case) else value,
)
def test_defective_step_is_rejected(case: Case, defect: str) -> None:
    """Whether the answer is wrong or what is left behind."""
    assert accepted(case, case.defects[defect]) is False


def test_element_that_is_not_named_is_the_first_of_a_program() -> None:
    """This element is 0."""
    assert [refines(EMPTY, Operation("add"), model.add(EMPTY, n)) for n in (-1, 0, 1)] == [
        *(False, True, False),
    ]


def test_every_operation_has_its_defects() -> None:
    """Layout and cost alone are no part of the contract."""
    steps = STABLE_LIST.answered
    assert {case.operation.name for case in CASES} == steps


def test_order_is_not_part_of_the_contract() -> None:
    """Lists may come in any order, at any depth, but nothing else may be exchanged."""
    backwards: dict[str, Callable[[Any], object]] = {
        "each": lambda answer: answer[::-1],
        "keys": lambda answer: answer[::-1],
        "drain": lambda answer: answer[::-1],
        "retain": lambda answer: answer[::-1],
        "apply": lambda answer: Pivot(answer.element, answer.others[::-1]),
        "traverse": lambda answer: tuple(
            Pivot(pivot.element, pivot.others[::-1]) for pivot in answer[::-1]
        ),
    }
    for name, turned in backwards.items():
        case = next(case for case in CASES if case.operation.name == name)
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


@pytest.mark.parametrize(
    "operation",
    [
        Operation("layout"),
        Operation("insert", key=LIVE),
        Operation("exchange", key=LIVE),
        Operation("at"),
        Operation("at", key=2),
    ],
)
def test_operation_that_is_none_is_a_mistake(operation: Operation) -> None:
    """So is an operation without its key, or with a number instead; an error is raised, whatever the step."""
    with pytest.raises((AssertionError, KeyError), match=operation.name):
        refines(STATE, operation, StepOf(STATE, None, ()))
