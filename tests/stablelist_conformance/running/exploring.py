"""Exploration of any exact system: every state of small configurations, from the description of the system alone.

`stablelist_spec.core.explore` does the work. Here are its results, and the programs of broken invariants.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.wire.configurations import scope_words
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.operations import decode, encode
from stablelist_conformance.wire.protocol import Level, Program, configured, highest
from stablelist_conformance.wire.systems import exact_system, system_named
from stablelist_spec.core.explore import REFINEMENT, Action, Exploration, Quotient, explore
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.observer import UnsoundError
from stablelist_spec.core.states import States, quotient_of
from stablelist_spec.core.system import System

__all__ = ["Bounds", "Explored", "carried_out", "exploration", "replayed", "system_to_explore"]


class Bounds(NamedTuple):
    """Where an exploration stops: after so many states, and so many steps from the start."""

    states: int
    depth: int | None = None


@dataclass(frozen=True)
class Explored:
    """The result of one exploration.

    Attributes:
        name: the system as the user names it.
        system: the system.
        leaves_out: the parts of a state that are forgotten, in words.
        found: what was found.
        seconds: how long it took.
    """

    name: str
    system: System
    leaves_out: str
    found: Exploration[Any]
    seconds: float

    @property
    def outcome(self) -> Outcome:
        """Refuted by a broken invariant, verified if every state was visited, else undecided."""
        if any(self.confirmed(name) for name in self.found.violations):
            return Outcome.REFUTED
        return Outcome.VERIFIED if self.found.complete else Outcome.UNDECIDED

    def program(self, invariant: str) -> tuple[Program, History]:
        """The program that breaks an invariant, and its history."""
        way = self.found.violations[invariant]
        return carried_out(self.name, self.system, self.found.parameters, way)

    def confirmed(self, invariant: str) -> bool:
        """Whether the program breaks the invariant outside the exploration, too; a step is judged only within it."""
        return invariant == REFINEMENT or invariant in self.program(invariant)[1].broken()


# --- What is explored -----------------------------------------------------------------------------


def system_to_explore(name: str) -> System:
    """The exact system with a name. One that breaks an invariant of its own is explored as well.

    Raises:
        UsageError: there is none.
    """
    try:
        return exact_system(name)
    except UsageError as error:
        if isinstance(error.__cause__, UnsoundError):
            return error.__cause__.system
        raise


def exploration(
    name: str,
    system: System,
    configuration: object,
    bounds: Bounds,
    progress: Callable[[Exploration[Any]], None] | None = None,
) -> Explored:
    """Explore one configuration. Where no faster quotient is known, whatever can be asked is asked in every state.

    Raises:
        UsageError: the description fails.
    """
    quotient: Quotient[Any] = quotient_of(system) if system.quotient else States(system, asks=True)
    began, (states, depth) = time.perf_counter(), bounds
    try:
        found = explore(configuration, quotient, limit=states, depth=depth, progress=progress)
    except MemoryError:
        raise
    except Exception as error:
        raise UsageError(
            f"{name} failed while it was explored with {scope_words(system, configuration)} "
            f"({type(error).__name__}: {error}); correct its description, or choose another configuration"
        ) from error
    left = str(getattr(quotient, "leaves_out", "what its quotient leaves out"))
    return Explored(name, system, left, found, time.perf_counter() - began)


# --- Programs -------------------------------------------------------------------------------------


def carried_out(
    name: str, system: System, configuration: object, way: Sequence[Action]
) -> tuple[Program, History]:
    """A path as a program, and what the model does in it."""
    history, family, words = History(system, configuration), system.family, list[str]()
    numbers, followed = dict[Key, int](), -1
    for action in way:
        inserts = action.name in family.inserting
        if action.followed and inserts:
            followed = len(history.issued)
        asked = action.followed and not inserts
        about = action.keys([*system.live(history.state)])
        keys = [followed] if asked else [numbers[key] for key in about]
        operation = action.operation(family, *keys)
        words.append(encode(operation, family))
        history.perform(decode(words[-1], family))
        numbers |= {key: number for number, key in enumerate(history.issued)}
    return Program(configuration, tuple(words), name), history


def replayed(result: Explored, program: Program) -> str:
    """The command that runs a program again; only the program if replay refuses its system."""
    level = min(highest(result.system), Level.LAYOUT)
    try:
        system_named(result.name)
    except UsageError:
        line = " ".join((configured(result.system, program.parameters, level), *program.words))
        return f"{line}  (replay takes it once the description is corrected)"
    return f'stablelist replay "{program.line(level)}" --system {result.name}'
