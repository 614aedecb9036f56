"""Programs as a person writes them, and what carrying one out came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from stablelist_spec.core.explore import Action
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.parts.cells import Cell, Cost, Has, Not
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.refinement import refines
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import broken
from stablelist_spec.systems.stable_list.state import State, initial


def operations(text: str) -> Iterator[Operation]:
    """The operations of a text in the words of the port protocol, with ``add*3`` and ``remove:5..7``.

    >>> [operation.name for operation in operations("add*2 clear")]
    ['add', 'add', 'clear']
    >>> next(operations("lend:retain:2:1"))[2:6]
    (None, 2, 1, 'retain')
    >>> [operation.key for operation in operations("at:2..1 at:#-1.0")]
    [2, 1, Key(index=-1, id=0)]
    """
    for word in text.split():
        name, _, times = word.partition("*")
        head, *operands = name.split(":")
        if operands and ".." in operands[0]:
            first, last = map(int, operands[0].split(".."))
            step = 1 if first <= last else -1
            yield from (Operation(head, number) for number in range(first, last + step, step))
        else:
            yield from [operation(head, operands)] * int(times or 1)


def operation(name: str, operands: list[str]) -> Operation:
    """An operation by its name and operands."""
    match name, operands:
        case "lend", [structural, *rest]:
            return operation(structural, rest)._replace(name="lend", structural=structural)
        case "extend" | "reserve", [count]:
            return Operation(name, count=int(count))
        case "retain", [modulus, residue]:
            return Operation(name, modulus=int(modulus), residue=int(residue))
        case "sort", [modulus]:
            return Operation(name, modulus=int(modulus))
        case "put", [place]:
            return Operation(name, place=int(place))
        case "each_mut", [value]:
            return Operation(name, value=int(value))
        case "replace" | "at_mut", [key, value]:
            return Operation(name, key_name(key), value=int(value))
    named, sought = [*map(key_name, operands), None, None][:2]
    return Operation(name, named, sought)


def key_name(text: str) -> KeyName:
    """A key by its number, forged, or forged near another one."""
    number, near, distance = text.partition("~")
    if not text.startswith("#") and not near:
        return int(text)
    index, id_ = map(int, (distance or text[1:]).split("."))
    return Near(int(number), index, id_) if near else Key(index, id_)


class Run(NamedTuple):
    """The result of a program."""

    history: History
    steps: list[StepOf[State, object]]

    @property
    def answers(self) -> list[object]:
        """The answers to the caller."""
        return [step.answer for step in self.steps]

    @property
    def labels(self) -> set[str]:
        """The labels of all steps."""
        return {label for step in self.steps for label in step.labels}


def run(text: str | Iterable[Operation], parameters: Parameters = Parameters()) -> Run:  # noqa: B008 - immutable
    """Carry a program out, without a look at anything."""
    history = STABLE_LIST.begin(parameters)
    program = operations(text) if isinstance(text, str) else text
    return Run(history, [history.perform(operation) for operation in program])


def checked(history: History, operation: Operation) -> StepOf[State, object]:
    """Carry an operation out and see that it is the contract's and keeps every invariant."""
    before, element = history.state, len(history.issued)
    key = None if operation.key is None else history.key(operation.key)
    other = None if operation.other is None else history.key(operation.other)
    spelled = operation._replace(key=key, other=other)
    step = history.perform(operation)
    assert refines(before, spelled, step, element=element), operation
    assert broken(history.state, history.fresh()) == [], operation
    return step


def replay(parameters: Parameters, way: Iterable[Action]) -> Run:
    """Do what an exploration did, on a history with real ids."""
    history, steps, followed = STABLE_LIST.begin(parameters), list[StepOf[State, object]](), -1
    for action in way:
        if action.position is not None:
            cell = history.state.cells[action.position]
            assert isinstance(cell, Has)
            key = Key(action.position, cell.id)
            latest = max((n for n, k in enumerate(history.issued) if k == key), default=None)
            operation = action.operation(key if latest is None else latest)
        elif action.followed and action.name == "add":
            followed, operation = len(history.issued), Operation("add")
        else:
            operation = action.operation(followed if action.followed else None)
        steps.append(history.perform(operation))
    return Run(history, steps)


def sparse(minimum: int, opened: int, live: set[int]) -> State:
    """A list that was filled to *opened* cells and lost all elements but those in *live*.

    Built as a value, since ten thousand removals of a long list are slow to follow; the vacancies of each
    partition are listed in ascending order.
    """
    state = initial(Parameters(minimum=minimum, capacity=opened))
    cells: list[Cell] = [Has(position, position) for position in range(opened)]
    partitions = []
    for partition in state.partitions:
        free = [i for i in range(partition.start, partition.end) if i not in live]
        for position, following in zip(free, [*free[1:], None], strict=True):
            cells[position] = Not(following)
        partitions.append(
            partition._replace(
                live=partition.size - len(free), opened=partition.size, head=min(free, default=None)
            )
        )
    q1, q2, h2 = partitions
    removals = opened - len(live)
    return state._replace(
        cells=tuple(cells),
        partitions=(q1, q2, h2),
        next_id=opened,
        cost=Cost(removals=removals),
    )
