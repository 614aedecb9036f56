"""Bit set: a bit for each number, in words of a fixed number of bits.

It is modelled after the bit set of an article on sparse sets, whose listing also holds numbers beyond its size.

Representation invariant:

1. Every member has its bit in a word that is there.
2. In a bounded universe, there are no more words than its numbers need, and the bits behind its last number are 0.
3. While there is a mark, no number is a member that was none at the mark.

The abstraction is the set of the numbers whose bits are 1, in ascending order.

A set in a bounded universe begins with all of its words; one that grows, with none. Words that a new member needs are
added, and no others. They stay, also if every bit is 0, until `compact` gives those behind the last member back.

(the article on sparse sets)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Cell, Picture, Row
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.members import Held, answered, runs
from stablelist_spec.families.members import joined as both
from stablelist_spec.families.sets import SET, Order
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.observable import classified, labelled
from stablelist_spec.parts.options import Bound, Options

from .set import small, universe
from .set.observer import OBSERVED

__all__ = ["BIT_SET", "INVARIANTS", "LABELS", "Configuration", "State", "initial", "step"]


@dataclass(frozen=True)
class Configuration(Options):
    """The numbers that may be members, those below *universe*, or all if it is 0; and the bits of a word.

    >>> Configuration(universe=130).words, Configuration(universe=8, bits=3).words
    (3, 3)
    >>> Configuration(universe=130).most_live, Configuration().most_live
    (130, None)
    """

    bounds: ClassVar[tuple[Bound, ...]] = (Bound("universe", 0), Bound("bits", 1, 64))
    order: ClassVar[Order] = Order.ASCENDING

    universe: int = 0
    bits: int = 64

    @property
    def most_live(self) -> int | None:
        """The largest number of members, if there is one."""
        return self.universe or None

    @property
    def words(self) -> int:
        """The words of a bounded universe; none, if there is no bound."""
        return self.needed(self.universe - 1)

    def needed(self, last: int) -> int:
        """How many words there are if a number has its bit in the last one; none for -1."""
        return last // self.bits + 1


class State(NamedTuple):
    """A bit set: its members, which are the numbers whose bits are 1, and how many words there are."""

    held: Held
    words: int = 0

    @property
    def chosen(self) -> Configuration:
        """Its options."""
        chosen = self.held.chosen
        assert isinstance(chosen, Configuration)
        return chosen

    @property
    def needed(self) -> int:
        """How many words its members need."""
        return self.chosen.needed(max(self.held.elements, default=-1))

    def roomy(self, held: Held) -> State:
        """The set with other members, and with words for all of them."""
        after = self._replace(held=held)
        return after._replace(words=max(self.words, after.needed))


def initial(chosen: Configuration) -> State:
    """A new set: no bit is 1."""
    return State(Held(chosen), chosen.words)


def step(state: State, operation: Operation) -> StepOf[State, object]:
    """The step of an operation: what the family says, with words for the members.

    >>> step(initial(Configuration(bits=8)), Operation("insert", value=20)).state[1:]
    (3,)
    """
    answer, held = answered(state.held, operation)
    after = state.roomy(held)
    if operation.name == "compact":
        after = after._replace(words=after.needed)
    return StepOf(after, answer)


def joined(mine: State, other: State, operation: Operation) -> tuple[object, State, State]:
    """The answer of a set to an operation that concerns another one, and both afterwards."""
    answer, held, _ = both(mine.held, other.held, operation)
    return answer, mine.roomy(held), other


# --- Labels ---------------------------------------------------------------------------------------

OPERATIONS: Final = frozenset(SET.kinds) - {"insert_at", "cost"}
WORDS: Final = {
    **{
        f"{name}_adds_words": "a member needs a word that was not there"
        for name in ("insert", "insert_range", "flip", "flip_range", "undo")
    },
    "compact_gives_back": "there were words behind the last member",
}
LABELS: Final = {
    **labelled({name: told for name, told in OBSERVED.items() if name in OPERATIONS}),
    **WORDS,
}
"""Every label with its meaning."""

of_set: Final = classified(OBSERVED)


def classify(
    before: State, operation: Operation, step: StepOf[State, object], origin: Provenance
) -> tuple[Label, ...]:
    """The labels of a step: what is observed, and whether there are more words or fewer."""
    told = of_set(before.held, operation, step, origin)
    if step.state.words == before.words:
        return told
    word = "gives_back" if step.state.words < before.words else "adds_words"
    return (*told, f"{operation.name}_{word}")


# --- Invariants -----------------------------------------------------------------------------------


def every_member_has_its_bit_in_a_word(state: State, _: FreshKeys) -> bool:
    """There are as many words as the largest member needs."""
    return state.needed <= state.words


def words_are_those_of_the_universe(state: State, _: FreshKeys) -> bool:
    """In a bounded universe, there are no more words than its numbers need."""
    return not state.chosen.universe or state.words <= state.chosen.words


def bits_behind_the_universe_are_0(state: State, _: FreshKeys) -> bool:
    """In a bounded universe, every member is below the bound, and the rest of the last word is empty."""
    return not state.chosen.universe or max(state.held.elements, default=0) < state.chosen.universe


def marked_bits_are_1_or_were_cleared(state: State, _: FreshKeys) -> bool:
    """While there is a mark, no number is a member that was none at the mark."""
    marked = state.held.marked
    return marked is None or {*state.held.elements} <= {*marked}


INVARIANTS: Final = named(
    every_member_has_its_bit_in_a_word,
    words_are_those_of_the_universe,
    bits_behind_the_universe_are_0,
    marked_bits_are_1_or_were_cleared,
)
"""Every invariant by its name."""


# --- The system -----------------------------------------------------------------------------------


def contents(state: State) -> list[str]:
    """Every word in hexadecimal digits; the least bit is that of its first number."""
    found, bits = [0] * state.words, state.chosen.bits
    for member in state.held.elements:
        found[member // bits] |= 1 << member % bits
    return [f"{word:x}" for word in found]


def layout_word(state: State) -> str:
    """The answer to ``layout``: every word.

    >>> layout_word(State(Held(Configuration(bits=8), (0, 3, 17)), 4))
    '[9,0,2,0]'
    """
    return f"[{','.join(contents(state))}]"


def layout_read(state: State, word: str) -> State:
    """The state that a word of `layout_word` means.

    >>> layout_read(State(Held(Configuration(bits=8))), "[9,0,2,0]")
    State(held=Held(chosen=Configuration(universe=0, bits=8), elements=(0, 3, 17), marked=()), words=4)

    Raises:
        ValueError: it means none.
    """
    words, bits = [int(each, 16) for each in word.strip("[]").split(",") if each], state.chosen.bits
    members = tuple(
        place * bits + bit
        for place, each in enumerate(words)
        for bit in range(max(bits, each.bit_length()))
        if each >> bit & 1
    )
    return State(state.held._replace(elements=members), len(words))


def picture(state: State) -> Picture:
    """The words, and the members, whose bits are 1."""
    bound = {"universe": state.chosen.universe} if state.chosen.universe else {}
    words = [Cell(each != "0", each) for each in contents(state)]
    members = [Cell(True, str(each)) for each in state.held.elements]
    rows = (
        Row(len(words), words, name="words", word="word"),
        Row(len(members), members, name="members", word="member"),
    )
    facts = {"members": len(members), "bits of a word": state.chosen.bits, **bound}
    return Picture(facts, rows=rows)


class Variables(NamedTuple):
    """A state: the number of words, the members, and those at the mark."""

    words: int
    elements: tuple[int, ...]
    marked: tuple[int, ...] | None


def variables(state: State) -> Variables:
    """The state variables of a trace."""
    return Variables(state.words, state.held.elements, state.held.marked)


def refines(before: State, operation: Operation, step: StepOf[State, object]) -> bool:
    """Whether a step is one of an ascending set."""
    return (step.answer, step.state.held) == answered(before.held, operation)


BIT_SET: Final = System(
    name="bit-set",
    family=SET,
    operations=OPERATIONS,
    configuration=Configuration,
    noun="bit set",
    axes=Axes(
        elements="a bit for each number, in words",
        truncation="compact gives back the words behind the last member",
        bulk="clear writes every word",
        full="refused beyond the universe, if there is one; or words are added",
    ),
    initial=initial,
    step=step,
    joined=joined,
    classify=classify,
    shown={"layout": layout_word},
    read={"layout": layout_read},
    invariants=INVARIANTS,
    measures={"runs": lambda state: runs(state.held.elements)},
    labels=LABELS,
    refines=refines,
    picture=picture,
    variables=variables,
    operands=dict.fromkeys(("value", "start", "end", "place", "length", "most"), universe),
    within=lambda state: small(state.held),
    choices={"universe": (0, 0, 1, 2, 3, 8, 64, 130, 1_000), "bits": (64, 8)},
    ranges={"universe": (0, 65_536)},
    scopes=(Configuration(3, 2), Configuration(0, 1)),
    pairs=(Configuration(0, 2),),
    crafted=crafted("systems/bit_set.programs"),
)
"""The bit set."""
