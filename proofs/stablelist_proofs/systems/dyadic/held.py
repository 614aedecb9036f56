"""Lists of the model in which the hypotheses about a dyadic list are evaluated, and examples of its assumptions.

They are lists between operations. What is assumed within an operation is true of them as well, because no step of a
loop makes anything false of them: a search looks at one of the blocks, and the room of a `reserve` is one of several.
The lengths from before blocks were dropped are those of the list.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, Final, NamedTuple

from stablelist_proofs.core.comparing.holding import (
    Example,
    Holding,
    Lived,
    Sample,
    divided,
    life,
    tracked,
)
from stablelist_proofs.core.growth import GROWTH
from stablelist_proofs.core.identity import DIVIDED
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.dyadic.state import State

from .geometry import ASSUMPTIONS, BLOCKS, BORDERS
from .ghosts import Ghosts
from .machine import places
from .masked import Word, masks_of
from .tie import DYADIC
from .words import POWERS

__all__ = ["HOLDING"]

LENGTHS: Final = (0, 1, 4, 8, 17, 40, 300)
"""The numbers of insertions, then of removals, then of further insertions."""
BEGINNINGS: Final = ((0, 0), (24, 0), (0, 9))
"""The capacity of a list, and how many elements are cleared first."""
LARGE: Final = (2_000, (0, 9))
WANTED: Final = (0, 1, 6, 1_000)


def lists(chance: random.Random) -> Iterator[Sample]:
    """Lists of several lengths, in each mode."""
    sizes = (*product(LENGTHS, BEGINNINGS), LARGE)
    for (length, (capacity, cleared)), mode in product(sizes, Truncate):
        bits = chance.choice((None, 13))
        parameters = Parameters(4, capacity, mode, id_bits=None, index_bits=bits)
        yield from samples(parameters, length, cleared, chance)


def samples(
    parameters: Parameters, length: int, cleared: int, chance: random.Random
) -> Iterator[Sample]:
    """A list when it is fullest, and at last; with what is counted of its blocks and moved cells."""
    new = DYADIC.initial(parameters)
    begun = given = len(new.partitions)
    lost, grown, last = 0, 0, None
    for last in life(DYADIC, parameters, length, chance, cleared):
        blocks = len(last.after.partitions)
        lost += max(0, len(last.before.partitions) - blocks)
        given = blocks if last.move.name == "clear" else given
        grown += last.after.cost.moved - last.before.cost.moved
        if last.move.name == "add" and last.after.live == length:
            yield sample(last, Given(begun, lost, given, new.space, grown), chance)
    if last is not None:
        yield sample(last, Given(begun, lost, given, new.space, grown), chance)


class Given(NamedTuple):
    """How many blocks a list began with, has lost, and was given by its user; its first space, and moved cells."""

    first_blocks: int
    lost_blocks: int
    given_blocks: int
    initial_space: int
    grown: int
    reserved: int = 0


def sample(lived: Lived, counts: Given, chance: random.Random) -> Sample:
    """A list, with the values of all that clauses mention."""
    symbols, functions = Ghosts(lived.past).valuation(lived.after)
    symbols |= counts._asdict() | domains(lived.after) | in_loops(lived.after, chance)
    symbols |= {f"{name}_before": symbols[name] for name in ("blocks", "opened", "dropped")}
    functions |= {name: Word(mask) for name, mask in masks_of(lived.after).items()}
    functions |= {"power": Powers()}
    unclaimed = (GROWTH,) if lived.after.parameters.truncate is Truncate.MEMORY else ()
    return Sample(lived.after, (symbols | tracked(lived.past, chance), functions), unclaimed)


class Powers:
    """The powers of two; 0 for negative exponents."""

    def __getitem__(self, exponent: int) -> int:
        return 1 << exponent if exponent >= 0 else 0


def domains(state: State) -> dict[str, range]:
    """Positions and blocks, and a few that are none."""
    return {
        "position": range(-2, state.space + 3),
        "block": range(-2, len(state.partitions) + 3),
    }


def in_loops(state: State, chance: random.Random) -> dict[str, Any]:
    """The block that a search looks at, none before which has room; and how far a `reserve` has come."""
    full = [block.live == block.size for block in state.partitions]
    wanted, blocks, room = chance.choice(WANTED), len(full), state.space
    for _ in range(chance.randrange(4)):
        if room < state.live + wanted:
            blocks, room = blocks + 1, 2 * room
    furthest = [*full, False].index(False)
    which = chance.choice((furthest, chance.randrange(furthest + 1)))
    return {"which": which, "wanted": max(wanted, 1 - state.live), "room": room, "found": blocks}


def examples(chance: random.Random) -> Iterator[Example]:
    """Numbers of all sizes."""
    for least, number in product((4, 12, 4 * 999_999), range(-9, 200)):
        values = {"number": number, "least": least}
        yield Example(BORDERS, ("number",), values, places(least))
        yield Example(BLOCKS, ("number",), values, places(least))
    for number in range(-9, 200):
        yield Example(POWERS, ("number",), {"number": number}, {"power": Powers()})
    yield from divided(chance)


HOLDING: Final = Holding(__name__, lists, lambda _: True, (*ASSUMPTIONS, POWERS, DIVIDED), examples)
"""The lists and examples of a dyadic list."""
