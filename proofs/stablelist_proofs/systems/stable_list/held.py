"""Checks that hypotheses are true: in lists of the model, small and large, and in examples of assumptions.

The ledger checks where a hypothesis comes from. Here it is checked whether it is true. An assumption that says too
much, or a lemma that is used without one of its premises, is false for some list, although everything follows from it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from stablelist_proofs.core.comparing.comparison import DisagreementError, Move, shown
from stablelist_proofs.core.comparing.past import Past, Reached
from stablelist_proofs.core.identity import DIVIDED
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.query import Assumption, Kind
from stablelist_proofs.core.terms import Evaluator, compiled, parts, smtlib, symbol
from stablelist_spec import stable_list as model
from stablelist_spec.parts.parameters import Parameters, Truncate

from .assumptions import ON_A_LADDER, RUNG
from .ghosts import Ghosts, Ladder
from .movement import MENDED
from .program import IDLE
from .tie import STABLE_LIST

__all__ = ["Held", "examples", "held"]

LENGTHS: Final = (1, 5, 17, 40, 300, 2_000)
"""The numbers of insertions, then of removals, then of further insertions."""
TRIES: Final = 12
"""The number of values that the variables of a hypothesis take in each list."""
SEED: Final = 1


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


def held(obligations: Collection[Obligation]) -> Held:
    """Evaluate the assumptions, and in lists of the model every clause and lemma that is used between operations.

    Raises:
        DisagreementError: one of them is false.
    """
    chance = random.Random(SEED)  # noqa: S311 - a reproducible choice
    asked = [*_between_operations(obligations)]
    done = Held(hypotheses=len(asked), examples=examples(chance))
    for (state, past), costs in _lists(chance):
        done.lists += 1
        done.largest = max(done.largest, state.space)
        symbols, functions = Ghosts(past).valuation(state)
        symbols |= costs | _key(past, chance)
        for each in asked:
            if not all(each.tried(symbols, functions, chance) for _ in range(each.tries)):
                raise DisagreementError(f"{each.name} is assumed, but false of {shown(state)}")
    return done


class Asked(NamedTuple):
    """A hypothesis as a function, and the names of its symbols."""

    name: str
    value: Evaluator
    symbols: frozenset[str]
    tries: int

    def tried(
        self, symbols: dict[str, Any], functions: dict[str, Any], chance: random.Random
    ) -> bool:
        """Whether it holds; variables for which the list has no value may take any value."""
        far = symbols["space"] + 3
        free = {name: chance.randrange(-3, far) for name in self.symbols - symbols.keys()}
        return bool(self.value(symbols | free, functions)[0])


def _between_operations(obligations: Collection[Obligation]) -> Iterator[Asked]:
    """Every clause and lemma once, without those of the mended rule, which are about another program."""
    met = set[str]()
    for each in obligations:
        if each.at != IDLE or each.sentence == MENDED:
            continue
        for name, hypothesis in each.query.hypotheses.items():
            text = smtlib(hypothesis.term)
            if hypothesis.kind in (Kind.CLAUSE, Kind.LEMMA) and text not in met:
                met.add(text)
                named = frozenset(
                    part.name for part in parts(hypothesis.term) if part.op == "symbol"
                )
                tries = 1 if hypothesis.kind is Kind.CLAUSE else TRIES
                yield Asked(name, compiled(hypothesis.term), named, tries)


# --- Lists ----------------------------------------------------------------------------------------


def _lists(chance: random.Random) -> Iterator[tuple[Reached, dict[str, int]]]:
    """Lists of several lengths, with the cells that growth has moved and their initial space."""
    for length in LENGTHS:
        for mode in (Truncate.ITERATION, Truncate.NEVER):
            for bits in (None, 13):
                parameters = Parameters(truncate=mode, id_bits=None, index_bits=bits)
                yield _list(parameters, length, chance)


def _list(
    parameters: Parameters, length: int, chance: random.Random
) -> tuple[Reached, dict[str, int]]:
    state, past, grown = model.initial(parameters), Past(), 0
    costs = {"initial_space": state.space, "reserved": 0}

    def make(move: Move) -> None:
        nonlocal state, past, grown
        step = move.by_model(state, STABLE_LIST)
        if move.name == "add":
            grown += step.state.cost.moved - state.cost.moved
        state, past = step.state, past.after(move, step.answer)

    for number in range(length):
        make(Move("add", (number,)))
    for key, _ in chance.sample(model.items(state), length * 2 // 3):
        make(Move("remove", (key,)))
    for number in range(length // 3):
        make(Move("add", (length + number,)))
    return Reached(state, past), costs | {"grown": grown}


def _key(past: Past, chance: random.Random) -> dict[str, int | bool]:
    """Some issued key, as the key that is followed."""
    number = chance.randrange(len(past.issued))
    return {
        "tracked_index": past.issued[number].index,
        "tracked_birth": number,
        "tracked_live": number in past.kept,
        "tracked_element": past.kept.get(number, 0),
    }


# --- Examples of what is assumed ------------------------------------------------------------------


def examples(chance: random.Random) -> int:
    """Evaluate each assumption for numbers of all sizes; returns the number of examples.

    Raises:
        DisagreementError: one of them is false.
    """
    done = 0
    for assumption, values, functions in _examples(chance):
        terms = map(symbol, values)
        if not compiled(assumption.said(*terms))(values, functions)[0]:
            raise DisagreementError(f"{assumption.name!r} is assumed, but false of {values}")
        done += 1
    return done


Example = tuple[Assumption, dict[str, int], dict[str, Any]]


def _examples(chance: random.Random) -> Iterator[Example]:
    for lowest in (4, 12, 20, 4 * 999_999):
        for number in range(-40, 60):
            yield RUNG, {"number": number}, {"ladder": Ladder(lowest)}
    for space in (*range(4, 4_096, 4), *(4 * chance.getrandbits(60) + 4 for _ in range(400))):
        ladder = Ladder(space)
        yield ON_A_LADDER, {"length": space, "rung": ladder.rung}, {"ladder": ladder}
    for _ in range(1_000):
        period = 1 << chance.randrange(65)
        number = chance.getrandbits(chance.randrange(1, 80))
        lap, remainder = divmod(number, period)
        values = {"number": number, "period": period, "lap": lap, "remainder": remainder}
        yield DIVIDED, values, {}
