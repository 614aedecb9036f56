"""Where blocks lie: two functions that are defined by recursion, and lemmas about them by induction.

``border`` is 0 at 0, the least space at 1, and doubles from there on. ``block_of`` is 0 at position 0, and rises by 1
where a border is crossed. That is all that is assumed of them.
"""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.functions import POSITION, Function, within
from stablelist_proofs.core.lemma import Induction, Lemma, Scheme
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.query import Assumption, Hypothesis, Query, premise
from stablelist_proofs.core.terms import Term, all_of, choose, equal, implies, integer, symbol

from .state import BLOCK, block_of, border

__all__ = [
    "ASSUMPTIONS",
    "GEOMETRY",
    "around",
    "between",
    "borders",
    "geometry_obligations",
    "lies",
    "places",
]

GEOMETRY: Final = "every_position_lies_in_one_block"
LEAST: Final = symbol("least")
LAWFUL: Final = LEAST >= 4
LOWER, HIGHER = symbol("lower_block"), symbol("higher_block")
PLACE: Final = symbol("some_place")


# --- Definitions ----------------------------------------------------------------------------------


def _doubles(number: Term) -> Term:
    return all_of(
        *(equal(border(0), 0), equal(border(1), LEAST)),
        implies(number >= 1, equal(border(number + 1), 2 * border(number))),
    )


def _counts_borders(position: Term) -> Term:
    block = block_of(position)
    crossed = equal(border(block + 1), position + 1)
    after = choose(crossed, block + 1, block)
    return all_of(
        equal(block_of(integer(0)), 0),
        implies(position >= 0, equal(block_of(position + 1), after)),
    )


BORDERS: Final = Assumption(
    "the borders",
    "Block 0 begins at 0, block 1 at the least space, and each later one at twice the position of the one before.",
    _doubles,
)
BLOCKS: Final = Assumption(
    "the block of a position",
    "Position 0 lies in block 0, and the next position in the same block, or in the next block if it is a border.",
    _counts_borders,
)
ASSUMPTIONS: Final = (BORDERS, BLOCKS)
"""Definitions of two functions."""


# --- Lemmas ---------------------------------------------------------------------------------------


_LAWFUL: Final = premise(least=LAWFUL)

RISES: Final = Induction(
    GEOMETRY,
    "borders_rise",
    ("at the base", "a block higher"),
    lambda: Scheme(
        statement=lambda number: all_of(border(number) >= 0, border(number) < border(number + 1)),
        first=integer(0),
        given={**_LAWFUL, **BORDERS.at(integer(0))},
        of_step=lambda number: BORDERS.at(number + 1) | BORDERS.at(number, where="before"),
    ),
    variable=HIGHER,
    crucial=("the borders",),
)
"""Every block has a cell."""

ORDERED: Final = Induction(
    GEOMETRY,
    "borders_are_ordered",
    ("the next block", "a block further"),
    lambda lower: Scheme(
        statement=lambda higher: border(lower + 1) <= border(higher),
        first=lower + 1,
        given={**_LAWFUL, **premise(lower=lower >= 0)},
        of_step=lambda higher: {"rises": RISES.at(higher)},
    ),
    variable=HIGHER,
    parameters=(LOWER,),
    crucial=("so far", "rises"),
)
"""A higher block begins at the end of a lower one, or later."""


def _around(block: Term, other: Term) -> Query:
    """Another block lies before it, or behind."""
    given = {
        **_LAWFUL,
        **premise(block=block >= 0, other=other >= 0),
        "rises": RISES.at(other),
        "it rises": RISES.at(block),
        "before": ORDERED.at(other, block),
        "behind": ORDERED.at(block, other),
    }
    goal = all_of(
        *(border(other) >= 0, border(other) < border(other + 1)),
        border(block) < border(block + 1),
        implies(other < block, border(other + 1) <= border(block)),
        implies(block < other, border(block + 1) <= border(other)),
    )
    return Query(given, goal)


AROUND: Final = Lemma(
    GEOMETRY,
    "around_a_block",
    "another block lies before it, or behind",
    _around,
    (LOWER, HIGHER),
    ("rises", "it rises", "before", "behind"),
)

WITHIN: Final = Induction(
    GEOMETRY,
    "within_its_block",
    ("the first position", "the next position"),
    lambda: Scheme(
        statement=lambda position: all_of(
            block_of(position) >= 0,
            within(border(block_of(position)), position, border(block_of(position) + 1)),
        ),
        first=integer(0),
        given={**_LAWFUL, **BORDERS.at(integer(0)), **BLOCKS.at(integer(0), where="of 0")},
        of_step=lambda position: BLOCKS.at(position) | {"rises": RISES.at(block_of(position) + 1)},
    ),
    variable=PLACE,
    crucial=("so far", "the block of a position", "rises"),
)


def _lies(position: Term) -> Query:
    """A position lies within its block."""
    given = {**_LAWFUL, **premise(position=position >= 0), "within": WITHIN.at(position)}
    block = block_of(position)
    return Query(given, all_of(block >= 0, within(border(block), position, border(block + 1))))


LIES: Final = Lemma(GEOMETRY, "lies", "a position in its block", _lies, (PLACE,), ("within",))


def _places(block: Term, position: Term) -> Query:
    """The block that a position lies in is its block."""
    given = {
        **_LAWFUL,
        **premise(block=block >= 0, inside=within(border(block), position, border(block + 1))),
        **premise(position=position >= 0),
        "lies": LIES.at(position),
        "around": AROUND.at(block, block_of(position)),
    }
    return Query(given, equal(block_of(position), block))


PLACES: Final = Lemma(
    GEOMETRY,
    "places",
    "no other block has it",
    _places,
    (LOWER, PLACE),
    ("lies", "around", "inside"),
)


def geometry_obligations() -> list[Obligation]:
    """The proofs of these lemmas."""
    return [
        each
        for lemma in (RISES, ORDERED, AROUND, WITHIN, LIES, PLACES)
        for each in lemma.obligations()
    ]


# --- As they are used -----------------------------------------------------------------------------


def around(block: Term, where: str, *triggers: Function) -> dict[str, Hypothesis]:
    """Every other block lies before a block, or behind it."""
    return {f"around {where}": AROUND.everywhere(BLOCK, *triggers, of=(block,))}


def between(one: Term, other: Term) -> dict[str, Hypothesis]:
    """One of two blocks lies before the other, unless they are the same."""
    return {"of two blocks": AROUND.at(one, other)}


def lies() -> dict[str, Hypothesis]:
    """Every position lies in its block."""
    return {"lies in its block": LIES.everywhere(POSITION, block_of)}


def places(block: Term, position: Term, where: str = "") -> dict[str, Hypothesis]:
    """A position is of the block that it lies in."""
    return {f"of the block{where}": PLACES.at(block, position)}


def borders(*numbers: Term) -> dict[str, Hypothesis]:
    """The definition of borders, at some numbers; and that each is not the last."""
    found = dict[str, Hypothesis]()
    for place, number in enumerate(numbers):
        found |= BORDERS.at(number, where=str(place))
        found[f"rises, {place}"] = RISES.at(number)
    return found
