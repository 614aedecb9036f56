"""Small programs on models, and lists of Python that behave as other containers do."""

from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from stablelist_spec import Parameters
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System
from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.model import Model, forgotten, nameless
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list import MODEL as STABLE
from stablelist_spec.systems.stable_list.model import truncated_once
from stablelist_spec.systems.stable_list.state import H2, State
from suite.spec.programs import operations, sparse

Lists = Model[Parameters, Any]


def begun(system: System = STABLE_LIST, **chosen: Any) -> History:
    """A fresh container of a system."""
    return History(system, system.configuration(**chosen))


def performed(history: History, words: str) -> list[object]:
    """The answers of a model to the operations of a program."""
    return [
        history.perform(operation).answer for operation in operations(words, history.system.family)
    ]


def answers(words: str, system: System = STABLE_LIST, **chosen: Any) -> list[object]:
    """The answers of a fresh container to a program."""
    return performed(begun(system, **chosen), words)


@cache
def lists(most: int, model: Lists = STABLE, **chosen: Any) -> tuple[Any, ...]:
    """Every list of minimum 4 with at most so many opened cells, but for ids and costs; StableLists by default."""
    first = model.initial(Parameters(**chosen))
    known, queue = {first}, deque([first])
    while queue:
        for step in (added(queue[0], model), *(step for _, step in removals(queue[0], model))):
            after = plain(step.state)
            if after not in known and after.opened <= most:
                known.add(after)
                queue.append(after)
        queue.popleft()
    return tuple(known)


def plain(state: Any) -> Any:
    """A list without ids, costs and memory."""
    anew = nameless(forgotten(state))
    return anew._replace(allocated=anew.space)


def added(state: Any, model: Lists = STABLE) -> StepOf[Any, object]:
    """One more insertion."""
    return model.step(state, Operation("add"))


def removals(state: Any, model: Lists = STABLE) -> Iterator[tuple[int, StepOf[Any, object]]]:
    """Each removal, with the position."""
    for position, cell in enumerate(state.cells):
        if isinstance(cell, Has):
            yield position, model.step(state, Operation("remove", key=Key(position, cell.id)))


@cache
def example(minimum: int, space: int = 16_384) -> tuple[State, list[int]]:
    """The example of 5.2 after the removal of its last element, and the visits of each halving."""
    state = sparse(minimum, space, {0, 1, space - 1})
    visits = [0]
    before = state._replace(parameters=Parameters(minimum=minimum, truncate=Truncate.NEVER))
    emptied = STABLE.step(before, Operation("remove", key=Key(space - 1, space - 1))).state
    state = emptied._replace(parameters=state.parameters)
    while state.partitions[H2].live == 0 and state.parameters.may_halve(state.space):
        state = truncated_once(state)
        visits.append(state.cost.visits)
    return state, [after - before for before, after in pairwise(visits)]


def swap_remove(elements: list[int], place: int) -> int:
    """Remove from a list by moving the last element into the gap."""
    elements[place], elements[-1] = elements[-1], elements[place]
    return elements.pop()


class Watched(list[int]):
    """A list of numbers that counts the cells that are read or written."""

    touched = 0

    def __getitem__(self, place: Any) -> Any:
        self.touched += 1
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        self.touched += 1
        super().__setitem__(place, value)
