"""A mask fits into one word: a list has fewer blocks than an index has bits.

With indices of *w* bits, ``index_count`` is ``power(w)``. A list of *n* blocks has at least 4 cells in its base, so at
least ``2 * power(n)`` in all, and fewer than ``2 * power(w)`` (R9). The same holds for the blocks that memory suffices
for, and for those that `reserve` tries. Where the loop of `reserve` ends is also known without it.
"""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.lemma import Induction, Scheme
from stablelist_proofs.core.obligation import PLANTED_TRUTH, Flaw, Obligation, without
from stablelist_proofs.core.query import Assumption, Hypothesis, Query, premise
from stablelist_proofs.core.terms import (
    Term,
    all_of,
    apply,
    choose,
    equal,
    implies,
    integer,
    symbol,
)

from .geometry import BORDERS, LAWFUL, LIES, between, borders
from .inductive import given
from .program import IDLE, RESERVING, Reserving
from .state import State, block_of, border
from .transitions import WANTED

__all__ = ["COUNTED", "POWERS", "WORD", "word_obligations"]

WORD: Final = "masks_fit_into_one_word"
COUNTED: Final = "reserve_finds_the_least_space_with_room"
WIDTH: Final = symbol("width")
FEW, MANY = symbol("few"), symbol("many")


def power(exponent: Term | int) -> Term:
    """A power of two."""
    return apply("power", exponent)


POWERS: Final = Assumption(
    "the powers of two",
    "The power of 0 is 1, and each later one is twice the one before.",
    lambda exponent: all_of(
        equal(power(0), 1), implies(exponent >= 0, equal(power(exponent + 1), 2 * power(exponent)))
    ),
)
"""A definition."""


# --- Lemmas ---------------------------------------------------------------------------------------


POSITIVE: Final = Induction(
    WORD,
    "powers_are_positive",
    ("of 0", "of the next"),
    lambda: Scheme(
        statement=lambda many: power(many) >= 1,
        first=integer(0),
        given=POWERS.at(integer(0)),
        of_step=lambda many: POWERS.at(many, where="of the step"),
    ),
    variable=MANY,
    crucial=("so far", "the powers of two, of the step"),
)

RISE: Final = Induction(
    WORD,
    "powers_rise",
    ("the same", "the next"),
    lambda few: Scheme(
        statement=lambda many: power(few) <= power(many),
        first=few,
        given=premise(few=few >= 0),
        of_step=lambda many: POWERS.at(many) | {"positive": POSITIVE.at(many)},
    ),
    variable=MANY,
    parameters=(FEW,),
    crucial=("so far", "the powers of two", "positive"),
)

LONG: Final = Induction(
    WORD,
    "blocks_are_long",
    ("one block", "a block more"),
    lambda: Scheme(
        statement=lambda many: border(many) >= 2 * power(many),
        first=integer(1),
        given={
            **premise(least=LAWFUL),
            **POWERS.at(integer(0)),
            **BORDERS.at(integer(1), where="at 1"),
        },
        of_step=lambda many: BORDERS.at(many) | POWERS.at(many, where="of the step"),
    ),
    variable=MANY,
    crucial=("so far", "the borders", "the powers of two, of the step"),
)
"""So many blocks have at least twice that power of cells."""


# --- What follows ---------------------------------------------------------------------------------


def word_obligations(list_: Assertions, state: State) -> list[Obligation]:
    """The lemmas; the number of blocks, of those that memory suffices for, and of those that `reserve` tries."""
    lemmas = (POSITIVE, RISE, LONG)
    numbers = {
        "conclusion": ("between operations", IDLE, state.blocks, state),
        "memory": ("if memory is filled", IDLE, state.memory, state),
    }
    loop: Reserving = list_.before(RESERVING)
    numbers["reserve"] = ("in its loop", RESERVING, loop.found, loop.state)
    return [
        *(each for lemma in lemmas for each in lemma.obligations()),
        *(_fits(list_, case, *said) for case, said in numbers.items()),
        *(_counted(list_, arc) for arc in list_.arcs if arc.source == RESERVING and arc.target == IDLE),
    ]  # fmt: skip


def _fits(
    list_: Assertions, case: str, words: str, point: str, number: Term, state: State
) -> Obligation:
    """So many blocks are fewer than an index has bits."""
    known = list_.known(point) | {"long": LONG.at(number), "rise": RISE.at(WIDTH, number)}
    such = all_of(state.bounded, equal(state.index_count, power(WIDTH)), WIDTH >= 0)

    def query(most: Term) -> Query:
        return Query(known, implies(such, number < most))

    right = query(WIDTH)
    flaws = (
        Flaw("one fewer is promised", query(WIDTH - 1)),
        *(without(right, name) for name in ("lengths_fit_one_bit_more", "long", "rise")),
    )
    return Obligation(WORD, case, words, right, flaws, point=point, states=True)


# --- Where the loop of `reserve` ends -------------------------------------------------------------


def _counted(list_: Assertions, arc: Arc) -> Obligation:
    """It ends with the space, or with the block of the last of the wanted cells."""
    loop: Reserving = arc.before
    state, last = loop.state, loop.state.live + WANTED - 1
    known: dict[str, Hypothesis] = given(list_, arc) | borders(loop.found - 1)
    known |= {"in its block": LIES.at(last)}
    known |= {
        f"{name}, the last": each for name, each in between(block_of(last), loop.found).items()
    }
    known |= {
        f"{name}, below": each for name, each in between(block_of(last), loop.found - 1).items()
    }
    known |= {f"{name}, at first": each for name, each in between(state.blocks, loop.found).items()}
    enough = block_of(last) + 1

    def goal(number: Term) -> Term:
        return equal(number, choose(enough > state.blocks, enough, state.blocks))

    def query(number: Term) -> Query:
        return Query(known, implies(last >= 0, goal(number)))

    right = query(loop.found)
    flaws = (
        without(right, "reserve_allocates_less_than_twice_what_is_needed"),
        Flaw("there may be one more", query(choose(PLANTED_TRUTH, loop.found + 1, loop.found))),
    )
    return Obligation(COUNTED, arc.name, arc.words, right, flaws, arc, states=True)
