"""A path through the numbers as a program, carried out on the executable model before it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np

from stablelist_spec.core.explore import Action
from stablelist_spec.core.step import Label
from stablelist_spec.parts.cells import free_lists
from stablelist_spec.parts.refinement import abstraction
from stablelist_spec.systems.stable_list.invariants import broken
from stablelist_spec.systems.stable_list.state import State

from .program import performed, program_line
from .scope import Keep
from .search import Search, Way
from .system import System
from .tie import by_block, node
from .transitions import transitions

__all__ = ["Witness", "carried_out", "step_with_label"]


@dataclass(frozen=True)
class Witness:
    """A program, and its result on the model.

    Attributes:
        actions: the program as readable steps.
        program: in the form that `stablelist replay` takes.
        labels: the labels of its last step.
        broken: the invariants that do not hold after it.
    """

    actions: tuple[Action, ...]
    program: str
    state: State
    labels: tuple[Label, ...]
    broken: tuple[str, ...]


class Bearer(NamedTuple):
    """A transition that has a label."""

    action: Action
    target: int


def step_with_label(system: System, number: int, label: Label) -> Bearer:
    """A transition with the label, from the state with that number."""
    for states in by_block(system, np.array([number])):
        for moves in transitions(system, states):
            flags = moves.labels.get(label, False)
            if flags is None or np.any(flags):
                place = 0 if flags is None else int(np.argmax(flags))
                return Bearer(moves.action, int(moves.after.numbers[place]))
    raise LookupError(f"no transition from {number} has the label {label}")


def carried_out(search: Search, way: Way) -> Witness | None:
    """The program of a path, if the model reaches the same state; otherwise None.

    If order is kept, it always does. If order is forgotten, a reuse on the path may take any vacancy, but a list reuses
    the last one. So the removals before it are reordered such that the right vacancy is the last.
    """
    tried = [way.actions]
    if search.system.scope.keep is Keep.SETS:
        tried.append(reordered(search.system, way))
    for actions in tried:
        done = performed(search.system.parameters, actions)
        if done is None or not arrived(search.system, done.history.state, way.numbers[-1]):
            continue
        program = program_line(search.system.scope.port_parameters, done.operations)
        state, wrong = done.history.state, broken(done.history.state, done.history.fresh())
        return Witness(actions, program, state, done.labels, tuple(wrong))
    return None


def arrived(system: System, state: State, number: int) -> bool:
    """Whether the number represents a state of the model, ignoring ids, which are renamed there."""
    keep, expected = system.scope.keep, node(system, number).state
    return laid_out(state, keep) == laid_out(expected, keep)


def laid_out(state: State, keep: Keep) -> tuple[object, ...]:
    """Where what lies, whatever it is."""
    lists = free_lists(state)
    if keep is Keep.SETS:
        return state.space, state.opened, [*map(sorted, lists)]
    return state.space, state.allocated, state.partitions, lists


def reordered(system: System, way: Way) -> tuple[Action, ...]:
    """The path with each run of removals reordered, so that the vacancies reused soonest become heads."""
    states = [node(system, number).state for number in way.numbers]
    reuse = [reused(before, after) for before, after in pairwise(states)]
    actions: list[Action] = []
    for removal, run in groupby(way.actions, lambda action: action.name == "remove"):
        later = reuse[len(actions) :]
        soonest = {position: -place for place, position in reversed([*enumerate(later)])}
        never = -len(way.actions)
        some = [*run]
        if removal:
            some.sort(key=lambda action: soonest.get(action.position, never))
        actions += some
    return tuple(actions)


def reused(before: State, after: State) -> int | None:
    """The position that an insertion from one state to another took."""
    gained = {key.index for key in abstraction(after)} - {key.index for key in abstraction(before)}
    return max(gained, default=None)
