"""Lists of the model in which the hypotheses about a StableList are evaluated, and examples of its assumptions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from stablelist_proofs.core.comparing.holding import (
    Example,
    Holding,
    Sample,
    divided,
    life,
    tracked,
)
from stablelist_proofs.core.obligation import Obligation
from stablelist_spec.parts.parameters import Parameters, Truncate

from .assumptions import ASSUMPTIONS, ON_A_LADDER, RUNG
from .ghosts import Ghosts, Ladder
from .movement import MENDED
from .program import IDLE
from .tie import STABLE_LIST

__all__ = ["HOLDING"]

LENGTHS: Final = (1, 5, 17, 40, 300, 2_000)
"""The numbers of insertions, then of removals, then of further insertions."""


def asked(obligation: Obligation) -> bool:
    """Between operations; those of the mended rule are about another program."""
    return obligation.at == IDLE and obligation.sentence != MENDED


def lists(chance: random.Random) -> Iterator[Sample]:
    """Lists of several lengths."""
    for length in LENGTHS:
        for mode in (Truncate.ITERATION, Truncate.NEVER):
            for bits in (None, 13):
                yield sample(
                    Parameters(truncate=mode, id_bits=None, index_bits=bits), length, chance
                )


def sample(parameters: Parameters, length: int, chance: random.Random) -> Sample:
    """A list, with the cells that growth has moved, and its initial space."""
    first, *others = life(STABLE_LIST, parameters, length, chance)
    grown, last = 0, first
    for last in (first, *others):
        if last.move.name == "add":
            grown += last.after.cost.moved - last.before.cost.moved
    symbols, functions = Ghosts(last.past).valuation(last.after)
    symbols |= {"initial_space": first.before.space, "reserved": 0, "grown": grown}
    return Sample(last.after, (symbols | tracked(last.past, chance), functions))


def examples(chance: random.Random) -> Iterator[Example]:
    """Numbers of all sizes."""
    for lowest in (4, 12, 20, 4 * 999_999):
        for number in range(-40, 60):
            yield Example(RUNG, ("number",), {"number": number}, {"ladder": Ladder(lowest)})
    for space in (*range(4, 4_096, 4), *(4 * chance.getrandbits(60) + 4 for _ in range(400))):
        ladder = Ladder(space)
        on_it = {"length": space, "rung": ladder.rung}
        yield Example(ON_A_LADDER, tuple(on_it), on_it, {"ladder": ladder})
    yield from divided(chance)


HOLDING: Final = Holding(__name__, lists, asked, ASSUMPTIONS, examples)
"""The lists and examples of a StableList."""
