"""The comparison of the formulas with the executable model: they make the same transitions.

There are two sources of transitions: every one in a small scope, and long random programs that reach spaces of
thousands of cells and cascades over many levels. For each transition, the model and the formulas take the step, and the
answers are compared, and every value that is not a ghost.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import Cost, Has
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.stable_list.state import State, Step

from .machine import Machine

__all__ = ["SCOPES", "DisagreementError", "Tied", "explored", "wandered"]


class DisagreementError(AssertionError):
    """The model and the formulas disagree."""


LARGE: Final = 64
"""The smallest element space of a transition that counts as large."""


@dataclass
class Tied:
    """The result of comparisons.

    Attributes:
        steps: how many transitions agree.
        large: how many of them begin in a space of at least `LARGE` cells.
        largest: the longest element space.
        deepest: the most halvings by one removal.
    """

    steps: int = 0
    large: int = 0
    largest: int = 0
    deepest: int = 0


class Move(NamedTuple):
    """An operation of the model and of the machine."""

    name: str
    arguments: tuple[Any, ...] = ()

    def by_model(self, state: State) -> Step[Any]:
        """The model's step."""
        step: Step[Any] = getattr(model, self.name)(state, *self.arguments)
        return step

    def by(self, machine: Machine) -> object:
        """The formulas' step, and their answer."""
        answer: object = getattr(machine, self.name)(*self.arguments)
        return answer


def compare(machine: Machine, state: State, move: Move, tied: Tied) -> State:
    """Make a step in both, and compare them.

    Raises:
        DisagreementError: they differ.
    """
    step = move.by_model(state)
    answer = move.by(machine)
    if answer != step.answer:
        raise DisagreementError(
            f"{move.name}{move.arguments} of {state} answers {step.answer}, by the formulas {answer}"
        )
    if difference := machine.differs(state, step.state):
        raise DisagreementError(f"{move.name}{move.arguments} of {state}: {difference}")
    tied.steps += 1
    tied.large += state.space >= LARGE
    tied.largest = max(tied.largest, step.state.space)
    if move.name == "remove":
        depth = (state.space // step.state.space).bit_length() - 1
        tied.deepest = max(tied.deepest, depth)
    return step.state


# --- Small scopes, whole --------------------------------------------------------------------------


SCOPES: Final = tuple(
    Parameters(minimum=minimum, capacity=capacity, truncate=mode, index_bits=3)
    for mode in Truncate
    for minimum, capacity in ((4, 4), (4, 8), (8, 8))
)
"""Lists of up to 8 cells, whose layouts are all met. Ids and elements are all equal, costs start at 0."""


def possible(state: State) -> Iterator[Move]:
    """Every operation that can change something, and a stale removal."""
    yield from (Move("add", (0,)), Move("clear"), Move("shrink_to_fit"))
    yield from (Move("reserve", (amount,)) for amount in (1, 4, 6))
    for position, cell in enumerate(state.cells):
        if isinstance(cell, Has):
            yield Move("remove", (Key(position, cell.id),))
            yield Move("replace", (Key(position, cell.id), 0))
        else:
            yield Move("remove", (Key(position, 0),))


def explored(parameters: Parameters, most: int | None = None) -> Tied:
    """Compare every transition of a scope, or the first *most* of them, breadth first.

    >>> explored(SCOPES[0], 100).steps
    100
    """
    tied, start = Tied(), model.initial(parameters)
    met, waiting = {start}, deque([start])
    while waiting:
        state = waiting.popleft()
        for move in possible(state):
            if tied.steps == most:
                return tied
            after = layout_of(compare(Machine(state), state, move, tied))
            if after not in met:
                met.add(after)
                waiting.append(after)
    return tied


def layout_of(state: State) -> State:
    """The state with ids and costs forgotten, which the formulas treat uniformly."""
    cells = tuple(cell._replace(id=0) if isinstance(cell, Has) else cell for cell in state.cells)
    return state._replace(cells=cells, next_id=0, cost=Cost())


# --- Long programs --------------------------------------------------------------------------------


LEAST_BURST, LARGEST_BURST = 40, 2600


def wandered(steps: int, seed: int) -> Tied:
    """Compare *steps* large transitions of random programs, which grow in bursts and are emptied again.

    >>> wandered(500, seed=1).large
    500
    """
    tied, chance = Tied(), random.Random(seed)  # noqa: S311 - a reproducible choice
    while tied.large < steps:
        _one_life(tied, chance, steps)
    return tied


def _one_life(tied: Tied, chance: random.Random, steps: int) -> None:
    """A burst, then removals of almost everything mixed with insertions, and a rare operation now and then."""
    parameters = Parameters(
        minimum=chance.choice((4, 8, 12, 20)),
        capacity=chance.choice((0, 64, 256, 1000)),
        truncate=chance.choice(list(Truncate)),
        id_bits=chance.choice((3, 8, None)),
        index_bits=chance.choice((12, None)),
    )
    state = model.initial(parameters)
    machine, keys = Machine(state), list[Key]()
    for move in _program(chance, keys):
        before = state
        state = compare(machine, state, move, tied)
        _follow(keys, before, state, move)
        if tied.large == steps:
            return


def _program(chance: random.Random, keys: list[Key]) -> Iterator[Move]:
    """Moves, which depend on the keys that are live at that time."""
    burst = chance.randrange(LEAST_BURST, LARGEST_BURST)
    while len(keys) < burst:
        yield Move("add", (len(keys),))
    last = keys[-1]
    chance.shuffle(keys)
    keys.sort(key=last.__eq__)  # the last element is removed last, so that the cascade is deep
    while len(keys) > 2:
        yield Move("remove", (keys[0],))
        if chance.random() < 0.02:
            yield from _special(chance, keys)
    while keys:
        yield Move("remove", (keys[-1],))
    yield Move("remove", (last,))


def _special(chance: random.Random, keys: list[Key]) -> Iterator[Move]:
    """A rare operation that is not part of a burst."""
    yield chance.choice(
        (
            Move("add", (0,)),
            Move("replace", (keys[0], 7)),
            Move("reserve", (chance.randrange(300),)),
            Move("shrink_to_fit"),
            Move("remove", (Key(keys[0].index, -1),)),
            Move("clear") if chance.random() < 0.05 else Move("add", (1,)),
        )
    )


def _follow(keys: list[Key], before: State, after: State, move: Move) -> None:
    """Update the live keys after a move."""
    match move.name:
        case "add" if after is not before:
            keys.append(_added(before, after))
        case "remove" if move.arguments[0] in keys[:1] or move.arguments[0] in keys[-1:]:
            keys.remove(move.arguments[0])
        case "clear":
            keys.clear()


def _added(before: State, after: State) -> Key:
    """The key of an insertion."""
    step: Step[Any] = model.add(before, 0)
    assert step.state.next_id == after.next_id
    key: Key = step.answer
    return key
