"""Programs as a person writes them, and what carrying one out came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from stablelist_spec.core.explore import Action
from stablelist_spec.core.family import Type
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.graph import GRAPH
from stablelist_spec.families.pool import POOL
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
    >>> next(operations("lend:retain:2:1"))["tried"]
    Operation('retain', modulus=2, residue=1)
    >>> [operation["key"] for operation in operations("at:2..1 at:#-1.0")]
    [2, 1, Key(index=-1, id=0)]
    """
    for word in text.split():
        name, _, times = word.partition("*")
        head, *operands = name.split(":")
        if operands and ".." in operands[0]:
            first, last = map(int, operands[0].split(".."))
            step = 1 if first <= last else -1
            yield from (Operation(head, key=number) for number in range(first, last + step, step))
        else:
            yield from [operation(head, operands)] * int(times or 1)


KINDS: Final = {**GRAPH.kinds, **POOL.kinds}


def operation(name: str, texts: list[str]) -> Operation:
    """An operation by its name and operands; those that are left out are the least."""
    operands: dict[str, Any] = {}
    for operand in KINDS[name].operands:
        if operand.type is Type.OPERATION:
            operands[operand.name] = operation(texts[0], texts[1:])
        else:
            text, *texts = texts or [str(operand.least)]
            operands[operand.name] = key_name(text) if operand.type is Type.KEY else int(text)
    return Operation(name, **operands)


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
    history = History(STABLE_LIST, parameters)
    program = operations(text) if isinstance(text, str) else text
    return Run(history, [history.perform(operation) for operation in program])


def checked(history: History, operation: Operation) -> StepOf[State, object]:
    """Carry an operation out and see that it is the contract's and keeps every invariant."""
    before, spelled = history.state, history.meant(operation)
    step = history.perform(operation)
    assert refines(before, spelled, step), operation
    assert broken(history.state, history.fresh()) == [], operation
    return step


def replay(parameters: Parameters, way: Iterable[Action]) -> Run:
    """Do what an exploration did, on a history with real ids."""
    history, steps, followed = History(STABLE_LIST, parameters), list[StepOf[State, object]](), -1
    for action in way:
        if action.position is not None:
            cell = history.state.cells[action.position]
            assert isinstance(cell, Has)
            key = Key(action.position, cell.id)
            latest = max((n for n, k in enumerate(history.issued) if k == key), default=None)
            operation = action.operation(POOL, key if latest is None else latest)
        elif action.followed and action.name == "add":
            followed, operation = len(history.issued), Operation("add")
        else:
            operation = action.operation(POOL, followed)
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
