"""Pictures of a first-free list, its state variables in traces, and its answers to words of the port protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from stablelist_spec.core.picture import Picture
from stablelist_spec.parts import picturing
from stablelist_spec.parts.cells import Has

from .state import Cost, State, vacancies

__all__ = ["Variables", "cost_word", "layout_word", "picture", "variables"]


def layout_word(state: State) -> str:
    """The answer to ``layout``: as for a StableList with a single partition, and vacancies in ascending order."""
    return picturing.listed(state, [vacancies(state)])


def cost_word(state: State) -> str:
    """The answer to ``cost``: ``visits/moved/dropped/cells/compared``."""
    return f"{picturing.cost_word(state)}/{state.cost.compared}"


def picture(state: State) -> Picture:
    """The element space, its vacancies in the order of reuse, and how many entries the queue has."""
    facts: dict[str, int | str] = {"next id": str(state.next_id), "queued": len(state.queue)}
    drawn = picturing.drawn(state, [""], facts, second="id", vacancies=[vacancies(state)])
    return replace(drawn, costs={**drawn.costs, "comparisons": state.cost.compared})


class Variables(NamedTuple):
    """A state: *live* cells by position, and the queue as an array."""

    space: int
    allocated: int
    opened: int
    next_id: int
    live: Mapping[int, Has]
    queue: tuple[int, ...]
    cost: Cost


def variables(state: State) -> Variables:
    """The state variables of a trace."""
    return Variables(*picturing.counted(state), state.queue, state.cost)
