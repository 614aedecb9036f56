"""The comparison of the formulas with the executable model: they make the same transitions.

There are three sources of transitions: every one in a small scope, long random programs, and one program that goes
further than these (`dived`). Each begins in the formulas' own new list. The model and the formulas take every step,
and the answers are compared, and every value that is not a ghost.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import Celled, Cost, Has, P, found, items
from stablelist_spec.parts.parameters import Parameters, Truncate

from .comparison import Beside, Move, Tied, begin, compare

__all__ = ["combined", "explored", "forged", "layout_of", "near", "simple", "wandered"]


# --- Small scopes, whole --------------------------------------------------------------------------


PERIOD: Final = 2**32
"""The number of ids of lists in small scopes."""


Moves = Callable[[Celled], Iterable[Move]]
"""The operations that are compared in a state."""


def explored(
    parameters: Parameters,
    most: int | None = None,
    moves: Moves | None = None,
    *,
    system: Beside,
) -> Tied:
    """Compare moves of every layout of a scope, breadth first; stop after *most* of them, or a few more.

    In each layout, all ids, elements and costs differ.
    """
    tied, start = Tied(), system.initial(parameters)
    begin(start, system)
    for state in layouts(start, system):
        machine = system.of(state)
        for move in (moves or simple)(state):
            if compare(machine, state, move, tied, system).state is not state:
                machine = system.of(state)
        if most is not None and tied.steps >= most:
            break
    return tied


def layouts(start: Any, system: Beside) -> Iterator[Any]:  # noqa: ANN401 - of any system
    """Every state that simple moves lead to, breadth first, marked so that cells and costs can be told apart."""
    met, waiting = {layout_of(start)}, deque([start])
    while waiting:
        state = marked(waiting.popleft())
        yield state
        for move in simple(state):
            after = layout_of(move.by_model(state, system).state)
            if after not in met:
                met.add(after)
                waiting.append(after)


def layout_of(state: P) -> P:
    """The state with ids, elements and costs forgotten, which the formulas treat uniformly."""
    cells = tuple(Has(0, 0) if isinstance(cell, Has) else cell for cell in state.cells)
    return state._replace(cells=cells, next_id=0, cost=Cost())


def marked(state: P) -> P:
    """The state with a different id and element in every live cell, and with costs that all differ."""
    cells = tuple(
        Has(7 * position % 11, 20 + position) if isinstance(cell, Has) else cell
        for position, cell in enumerate(state.cells)
    )
    return state._replace(cells=cells, next_id=90, cost=Cost(3, 50, 700, 11_000, 130_000))


def simple(state: Celled) -> Iterator[Move]:
    """Every operation that can change something, and is one move or a loop of moves."""
    yield from (Move("add", (60,)), Move("clear"), Move("shrink_to_fit"), Move("length"))
    yield from (Move("reserve", (amount,)) for amount in (0, 1, 4, 6))
    for key, _ in items(state):
        yield from (Move("remove", (key,)), Move("replace", (key, 61)), Move("at", (key,)))


def forged(state: Celled) -> Iterator[Move]:
    """Operations with keys that are not live: with other ids, or negative, vacant, untouched or too large positions."""
    for key in forgeries(state):
        yield from (Move("remove", (key,)), Move("replace", (key, 61)), Move("at", (key,)))


def forgeries(state: Celled) -> Iterator[Key]:
    """Keys that are not live."""
    for position, cell in enumerate(state.cells):
        if isinstance(cell, Has):
            yield from (Key(position, cell.id + 1), Key(position, -cell.id or -1))
        else:
            yield from (Key(position, 0), Key(position, 20 + position))
    ids = [key.id for key, _ in items(state)] or [0]
    yield from (Key(0, ids[0] + PERIOD), Key(0, ids[0] - PERIOD))
    yield from (Key(-1, ids[-1]), Key(-len(state.cells), ids[0]), Key(state.opened, ids[-1]))
    yield from (Key(state.space, ids[0]), Key(state.space + 2**40, ids[-1]))


def combined(state: Celled) -> Iterator[Move]:
    """Operations that consist of other moves."""
    yield from (Move("drain"), Move("each_mut", (100,)), Move("insert_with", (60,)))
    yield from (Move("extend", (range(60, 60 + amount),)) for amount in (0, 2, 5))
    yield from (Move("retain", ways) for ways in ((1, 0), (2, 0), (2, 1), (3, 1), (11, 12)))
    live = [key for key, _ in items(state)]
    stale = next(forgeries(state))
    for one, other in zip([*live, stale], [*live[1:], stale, *live[:1]], strict=True):
        yield from (Move("at_mut", (one, 100)), Move("remove_many", ((one, other),)))
        yield from (Move("exchange", (one, other)), Move("exchange", (one, one)))


# --- Long programs --------------------------------------------------------------------------------


LEAST_BURST, LARGEST_BURST = 40, 2600


def wandered(steps: int, seed: int, system: Beside) -> Tied:
    """Compare *steps* large transitions of random programs, which grow in bursts and are then emptied."""
    tied, chance = Tied(), random.Random(seed)  # noqa: S311 - a reproducible choice
    while tied.large < steps:
        _one_life(tied, chance, steps, system)
    return tied


def _one_life(tied: Tied, chance: random.Random, steps: int, system: Beside) -> None:
    """A burst, then removals of almost everything, mixed with insertions and a few rare operations."""
    parameters = Parameters(
        minimum=chance.choice((4, 8, 12, 20)),
        capacity=chance.choice((0, 64, 256, 1000)),
        truncate=chance.choice(list(Truncate)),
        id_bits=chance.choice((3, 8, None)),
        index_bits=chance.choice((12, None)),
    )
    state = system.initial(parameters)
    machine, keys = begin(state, system), list[Key]()
    for move in _program(chance, keys):
        step = compare(machine, state, move, tied, system)
        follow(keys, move, step.answer, step.state)
        state = step.state
        if tied.large == steps:
            return


def _program(chance: random.Random, keys: list[Key]) -> Iterator[Move]:
    """Moves that depend on the keys that are live at that time."""
    burst = chance.randrange(LEAST_BURST, LARGEST_BURST)
    while len(keys) < burst:
        yield Move("add", (len(keys),))
    last = keys[-1]
    chance.shuffle(keys)
    keys.sort(key=last.__eq__)  # the last element is removed last, so that truncation is deep
    while len(keys) > 2:
        gone = keys[0]
        yield Move("remove", (gone,))
        if chance.random() < 0.02:
            yield special(chance, keys, gone)
    while keys:
        yield Move("remove", (keys[-1],))
    yield Move("remove", (last,))


def special(chance: random.Random, keys: list[Key], gone: Key) -> Move:
    """A rare operation that is not part of a burst; *gone* is a retired key."""
    key = keys[0]
    return chance.choice(
        (
            Move("add", (0,)),
            Move("insert_with", (1,)),
            Move("extend", (range(chance.randrange(40)),)),
            Move("replace", (key, 7)),
            Move("at_mut", (key, 7)),
            Move("exchange", (key, keys[-1])),
            Move("remove_many", ((key, gone),)),
            Move("each_mut", (chance.randrange(9),)),
            Move("reserve", (chance.randrange(2 ** chance.randrange(1, 18)),)),
            Move("shrink_to_fit"),
            Move(chance.choice(("remove", "at")), (chance.choice((gone, *near(key))),)),
            _emptying(chance) if chance.random() < 0.05 else Move("retain", (1, 0)),
        )
    )


def near(key: Key) -> Iterator[Key]:
    """Keys that are similar to a live one."""
    index, id_ = key
    for other in (-1, id_ - 1, id_ + 1, -id_ or -2, id_ + PERIOD):
        yield Key(index, other)
    for other in (-index - 1, index - 2**17, index + 2**17):
        yield Key(other, id_)


def _emptying(chance: random.Random) -> Move:
    """Remove everything, or half of it."""
    return chance.choice((Move("clear"), Move("drain"), Move("retain", (2, chance.randrange(2)))))


def follow(keys: list[Key], move: Move, answer: object, after: Celled) -> None:
    """Update the live keys after a move."""
    match move.name, answer:
        case (("add" | "insert_with"), Key()):
            keys.append(answer)
        case "extend", tuple():
            keys.extend(answer)
        case "remove", int():
            keys.remove(move.arguments[0])
        case (("clear" | "drain" | "retain" | "remove_many"), _):
            keys[:] = [key for key in keys if found(after, key) is not None]
