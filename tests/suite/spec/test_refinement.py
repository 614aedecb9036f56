"""The refinement: of all steps that any operation could take, those of the contract are accepted, and no others."""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.pool import (
    LOOPS,
    POOL,
    RESTORING,
    Exchanged,
    Found,
    Paired,
    Pivot,
    PoolError,
)
from stablelist_spec.parts.cells import Has, replaced
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.refinement import abstraction, refines
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.state import State
from suite.spec.programs import operations, run

STATE: Final[State] = run("add*5 remove:1", Parameters(id_bits=1)).history.state
"""Elements 0, 2, 3 and 4, with the ids 0, 0, 1 and 0; a vacancy at 1."""
EMPTY: Final = model.initial(Parameters())
LIVE, OTHER, STALE = Key(2, 0), Key(4, 0), Key(1, 1)
NAMES: Final = {"a": "#2.0", "b": "#4.0", "stale": "#1.1"}

STEPS: Final = [
    (before, operation, MODEL.step(before, operation))
    for before, text in (
        (
            STATE,
            """
            add insert_with extend:2 extend:0 remove:{a} remove:{stale} at:{a} at:{stale} repack:{a} repack:{stale}
            contains:{a} contains:{stale} len is_empty clear drain retain:2:1 each keys replace:{a}:7 replace:{stale}:7
            at_mut:{a}:7 at_mut:{stale}:7 each_mut:7 key_at:{a} key_at:{stale} key_at:#0.7 key_at:#2.1 key_at:#4.9
            remove_many:{a}:{b} remove_many:{a}:{a} remove_many:{stale}:{a} apply:{a} apply:{stale} inspect:{a}
            inspect:{stale} exchange:{a}:{b} exchange:{a}:{a} exchange:{a}:{stale} exchange:{stale}:{a} traverse
            restore:#1.0:7 restore:{a}:7 reserve:9 shrink_to_fit reload lend:remove:{a}
            """,
        ),
        (EMPTY, "is_empty lend:add"),
    )
    for operation in (
        each.adding(9 * each.name.startswith(("add", "insert", "extend")))
        for each in operations(text.format(**NAMES))
    )
]
"""The right step of every operation, with keys of every kind."""


def with_element(position: int, element: int) -> State:
    """The state with the element at a position replaced."""
    cell = STATE.cells[position]
    assert isinstance(cell, Has)
    return STATE._replace(cells=replaced(STATE.cells, Key(position, cell.id), element))


def spoilt(answer: object) -> Iterator[Any]:
    """A list backwards, one short, with an item twice, and with another item; the same of the view of a pivot."""
    if isinstance(answer, Pivot):
        yield from (answer._replace(others=others) for others in spoilt(answer.others))
    elif type(answer) is tuple and answer:
        yield from (answer[::-1], answer[:-1], (*answer, answer[0]), (answer[-1], *answer[1:]))
        yield from ((first, *answer[1:]) for first in spoilt(answer[0]))


RIGHT: Final = [step.answer for _, _, step in STEPS]
ANSWERS: Final = [
    *RIGHT,
    *(wrong for right in RIGHT for wrong in spoilt(right)),
    *(None, 1, 5, 8, (), PoolError.FULL, PoolError.BORROW, LIVE, STALE, Key(1, 0), tuple(LIVE)),
    *(Pivot(2, (0, 2, 3, 4)), Pivot(3, (0, 3, 4)), Pivot(1, ()), Found(OTHER, 2), Found(LIVE, 4)),
    *(Paired(4, 2), Paired(2, 2), Paired(None, None), Exchanged(4, 2), Exchanged(2, 2), Exchanged(1, 2), (3,)),
]  # fmt: skip
"""What could be answered."""
EXTENDED: Final = MODEL.extend(STATE, (9, 10))
ONE_LESS: Final = model.remove(STATE, OTHER).state
STATES: Final = [
    *(step.state for _, _, step in STEPS),
    *(with_element(position, element) for position in (0, 2, 3, 4) for element in (2, 4, 7, 8, 9)),
    *(ONE_LESS, model.add(ONE_LESS, 9).state, model.add(STATE, 8).state, run("add").history.state),
    *(MODEL.extend(STATE, (9, 10, 11)).state, MODEL.retain(STATE, 2, 0).state),
    *(state._replace(cells=state.cells[:-1]) for state in (STATE, EXTENDED.state)),
]  # fmt: skip
"""What could be left behind."""


def seen(answer: object) -> object:
    """An answer as a user sees it: the order of a list is open, also of what a view shows."""
    if isinstance(answer, Pivot):
        return answer._replace(others=tuple(sorted(answer.others)))
    if type(answer) is not tuple:
        return answer
    return sorted(repr(seen(item) if isinstance(item, Pivot) else item) for item in answer)


def is_right(
    before: State, operation: Operation, right: StepOf[State, object], step: StepOf[State, object]
) -> bool:
    """Whether a user sees the right step; where room is needed, it may also be refused, which changes nothing."""
    inserts = operation.name in POOL.inserting
    if step.answer is PoolError.FULL and (inserts or operation.name == "reserve"):
        return abstraction(step.state) == abstraction(before)
    if operation.name == RESTORING and step.answer is False:
        return abstraction(step.state) == abstraction(before)
    alike = step.answer == right.answer if inserts else seen(step.answer) == seen(right.answer)
    return alike and abstraction(step.state) == abstraction(right.state)


@pytest.mark.parametrize(("before", "operation", "right"), STEPS, ids=map(str, range(len(STEPS))))
def test_right_steps_are_accepted_and_no_others(
    before: State, operation: Operation, right: StepOf[State, object]
) -> None:
    for answer, state in product({repr(each): each for each in ANSWERS}.values(), {*STATES}):
        step = StepOf[Any, object](state, answer)
        expected = is_right(before, operation, right, step)
        assert refines(before, operation, step) is expected, (answer, state)


def test_every_operation_has_a_right_step() -> None:
    """Layout and cost alone are no part of the contract; loops are tried on their own."""
    assert {operation.name for _, operation, _ in STEPS} == STABLE_LIST.answered - LOOPS


def test_element_that_is_not_named_is_the_first_of_a_program() -> None:
    """This element is 0."""
    assert [refines(EMPTY, Operation("add"), model.add(EMPTY, n)) for n in (-1, 0, 1)] == [
        *(False, True, False)
    ]


def test_abstraction_forgets_all_but_keys_and_elements() -> None:
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
