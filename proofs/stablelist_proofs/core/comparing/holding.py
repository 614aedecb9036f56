"""Checks that hypotheses are true: in lists of the model, small and large, and in examples of assumptions.

The ledger checks where a hypothesis comes from. Here it is checked whether it is true. An assumption that says too
much, or a lemma that is used without one of its premises, is false for some list, although everything follows from it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from stablelist_proofs.core.identity import DIVIDED
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.query import Assumption, Kind
from stablelist_proofs.core.terms import Evaluator, compiled, parts, smtlib, symbol
from stablelist_proofs.core.theory import Theory
from stablelist_spec.parts.cells import items
from stablelist_spec.parts.parameters import Parameters

from .comparison import Beside, DisagreementError, Move, shown
from .judging import Valuation
from .past import Past

__all__ = [
    "Example",
    "Held",
    "Holding",
    "Lived",
    "Sample",
    "divided",
    "held",
    "life",
    "said",
    "tracked",
]

TRIES: Final = 12
"""The number of values that the variables of a lemma take in each list."""
SEED: Final = 1
NEAR: Final = range(-3, 8)
"""Half of these values are small: they may be the numbers of partitions or blocks."""


class Sample(NamedTuple):
    """A list of the model, and the values of everything that clauses say of it; some are not claimed of it."""

    state: Any
    values: Valuation
    unclaimed: tuple[str, ...] = ()


class Example(NamedTuple):
    """An example of an assumption: the terms that it is about, and all values."""

    assumption: Assumption
    terms: tuple[str, ...]
    symbols: dict[str, int]
    functions: dict[str, Any] = {}  # noqa: RUF012 - a default, never written


@dataclass(frozen=True, eq=False)
class Holding:
    """The lists of a system in which its hypotheses are evaluated.

    Attributes:
        where: the module where they are made, for messages.
        lists: of the model, and values.
        asked: whether the hypotheses of an obligation are about such lists.
        assumptions: what may be assumed without proof.
        examples: of these; assumptions that are true of some steps only need none.
    """

    where: str
    lists: Callable[[random.Random], Iterator[Sample]]
    asked: Callable[[Obligation], bool]
    assumptions: tuple[Assumption, ...]
    examples: Callable[[random.Random], Iterator[Example]]


@dataclass
class Held:
    """The result.

    Attributes:
        lists: how many lists of the model were asked.
        hypotheses: how many different hypotheses hold in each of them.
        largest: the longest element space.
        examples: how many examples of assumptions are true.
    """

    lists: int = 0
    hypotheses: int = 0
    largest: int = 0
    examples: int = 0


def said(done: Held, where: str) -> str:
    """What is true, as a sentence."""
    return (
        f"{done.hypotheses} clauses and lemmas that are assumed {where} are true of {done.lists} "
        f"lists of up to {done.largest:,} cells, and assumptions of {done.examples:,} examples"
    )


def held(theory: Theory, holding: Holding) -> Held:
    """Evaluate the assumptions, and every clause and lemma in lists of the model.

    Raises:
        DisagreementError: one of them is false.
    """
    chance = random.Random(SEED)  # noqa: S311 - a reproducible choice
    asked = [*hypotheses(each for each in theory.obligations if holding.asked(each))]
    done = Held(hypotheses=len(asked), examples=examples(holding, chance))
    for state, values, unclaimed in holding.lists(chance):
        done.lists += 1
        done.largest = max(done.largest, state.space)
        for each in asked:
            if each.name in unclaimed:
                continue
            if missing := each.missing(values):
                raise DisagreementError(
                    f"{each.name} is about {missing}, which no list has in {holding.where}"
                )
            if not each.holds(values, state.space, chance):
                raise DisagreementError(f"{each.name} is assumed, but false of {shown(state)}")
    return done


# --- Hypotheses -----------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A hypothesis as a function, its kind, and the names of its symbols."""

    name: str
    kind: Kind
    value: Evaluator
    symbols: frozenset[str]

    def missing(self, values: Valuation) -> str:
        """The symbols of a clause for which a list has no value."""
        unknown = self.symbols - values[0].keys()
        return ", ".join(sorted(unknown)) if self.kind is Kind.CLAUSE else ""

    def holds(self, values: Valuation, space: int, chance: random.Random) -> bool:
        """Whether it is true; the variables of a lemma may take any value."""
        symbols, functions = values
        free = self.symbols - symbols.keys()
        for _ in range(TRIES if self.kind is Kind.LEMMA else 1):
            numbers = chance.choice((NEAR, range(-3, space + 3)))
            drawn = {name: chance.choice(numbers) for name in sorted(free)}
            if not self.value(symbols | drawn, functions)[0]:
                return False
        return True


def hypotheses(obligations: Iterator[Obligation]) -> Iterator[Asked]:
    """Every clause and lemma, once."""
    met = set[str]()
    for each in obligations:
        for name, hypothesis in each.query.hypotheses.items():
            text = smtlib(hypothesis.term)
            if hypothesis.kind in (Kind.CLAUSE, Kind.LEMMA) and text not in met:
                met.add(text)
                named = (part.name for part in parts(hypothesis.term) if part.op == "symbol")
                value = compiled(hypothesis.term)
                yield Asked(name, hypothesis.kind, value, frozenset(named))


# --- Assumptions ----------------------------------------------------------------------------------


def examples(holding: Holding, chance: random.Random) -> int:
    """Evaluate examples of the assumptions; returns how many there are.

    Raises:
        DisagreementError: one of them is false, or an assumption has none.
    """
    done, met = 0, set[str]()
    for assumption, terms, symbols, functions in holding.examples(chance):
        if not compiled(assumption.said(*map(symbol, terms)))(symbols, functions)[0]:
            raise DisagreementError(f"{assumption.name!r} is assumed, but false of {symbols}")
        met.add(assumption.name)
        done += 1
    for assumption in holding.assumptions:
        if not assumption.only and assumption.name not in met:
            raise DisagreementError(f"{assumption.name!r} has no example in {holding.where}")
    return done


# --- Lists ----------------------------------------------------------------------------------------


class Lived(NamedTuple):
    """An operation in the life of a list: the list before and after it, and its past."""

    move: Move
    before: Any
    after: Any
    past: Past


def life(
    system: Beside, parameters: Parameters, length: int, chance: random.Random, cleared: int = 0
) -> Iterator[Lived]:
    """Some insertions that are cleared; then many insertions, removals, and further insertions."""
    state, past = system.initial(parameters), Past()

    def made(*moves: Move) -> Iterator[Lived]:
        nonlocal state, past
        for move in moves:
            before, step = state, move.by_model(state, system)
            state, past = step.state, past.after(move, step.answer)
            yield Lived(move, before, state, past)

    if cleared:
        yield from made(*(Move("add", (number,)) for number in range(cleared)), Move("clear"))
    yield from made(*(Move("add", (number,)) for number in range(length)))
    gone = chance.sample(items(state), length * 2 // 3)
    yield from made(*(Move("remove", (key,)) for key, _ in gone))
    yield from made(*(Move("add", (length + number,)) for number in range(length // 3)))


def tracked(past: Past, chance: random.Random) -> dict[str, int | bool]:
    """Some issued key, as the key that is followed."""
    number = chance.randrange(len(past.issued))
    return {
        "tracked_index": past.issued[number].index,
        "tracked_birth": number,
        "tracked_live": number in past.kept,
        "tracked_element": past.kept.get(number, 0),
    }


def divided(chance: random.Random) -> Iterator[Example]:
    """Examples of the ids of counters."""
    for _ in range(1_000):
        period = 1 << chance.randrange(65)
        number = chance.getrandbits(chance.randrange(1, 80))
        lap, remainder = divmod(number, period)
        values = {"number": number, "period": period, "lap": lap, "remainder": remainder}
        yield Example(DIVIDED, tuple(values), values)
