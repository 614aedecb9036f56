"""The mended rule about memory, as formulas and as Python code beside the model; both are compared.

The model of a StableList does not have this rule. So this module contains what the model would do after a removal.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Final

from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import items
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.state import State

from .formulas import STATE, WALK, Formulas
from .inductive import layout
from .machine import Machine
from .movement import mended

__all__ = ["Repaired", "Repairs", "doomed", "gives_back", "of_the_rule", "repaired"]

BURSTS: Final = 12
LARGEST: Final = 600
SEED: Final = 1


def of_the_rule() -> Formulas:
    """The program of the mended rule."""
    same, _ = mended(layout(STATE, WALK))
    return Formulas(same.arcs)


class Repaired(Machine):
    """A list that is executed by the formulas of the mended rule."""

    formulas: ClassVar[Formulas] = of_the_rule()


@dataclass
class Repairs:
    """The result: how many operations agree, and how often memory was given back."""

    operations: int = 0
    given_back: int = 0


def gives_back(after: State, before: State) -> State:
    """After a removal: release memory once, if there is at least four times the space, and keep twice the space."""
    if after.space == before.space or after.allocated < 4 * after.space:
        return after
    moved = after.cost.moved + after.opened
    return after._replace(allocated=2 * after.space, cost=after.cost._replace(moved=moved))


def repaired(seed: int = SEED) -> Repairs:
    """Compare both in random bursts.

    Raises:
        DisagreementError: one does not.
    """
    chance, done = random.Random(seed), Repairs()  # noqa: S311 - a reproducible choice
    state = model.initial(Parameters(id_bits=None, index_bits=None))
    machine = Repaired.new(state.parameters)
    for _ in range(BURSTS):
        goal = chance.randrange(1, LARGEST)
        while state.live < goal:
            added = model.add(state, 0)
            _same(machine, machine.add(0), added.answer, state, added.state)
            state, done.operations = added.state, done.operations + 1
        for key in doomed(chance, [key for key, _ in items(state)]):
            removed = model.remove(state, key)
            after = gives_back(removed.state, state)
            _same(machine, machine.remove(key), removed.answer, state, after)
            done.given_back += after is not removed.state
            state, done.operations = after, done.operations + 1
    return done


def doomed(chance: random.Random, keys: list[Key]) -> list[Key]:
    """Some keys to remove: all but the lowest few, so that the last removal starts a cascade; or random ones."""
    if chance.random() < 0.5:
        most, last = keys[chance.choice((0, 1, 3)) : -1], keys[-1:]
        chance.shuffle(most)
        return most + last
    return chance.sample(keys, chance.randrange(len(keys) + 1))


def _same(machine: Machine, said: object, answer: object, before: State, after: State) -> None:
    difference = machine.differs(before, after)
    if said != answer or difference:
        raise DisagreementError(
            f"the mended rule in a space of {before.space}: {difference or said}"
        )
