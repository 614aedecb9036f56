"""What is saved of a list, so that a copy goes on as the original would (copy, pickle).

All that decides about the future is here, cells, free lists and memory, and what it has cost so
far. The form is plain and the same for both builds, so that what one has saved, the other can load.

Abstraction function: the list that `load` makes of it, which places, truncates and answers as the one
that was saved.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypedDict

from .parameters import Parameters
from .pool import Costs, FreeLists, Pool

__all__ = ["FORM", "Saved", "SavedSpace", "load", "saved"]

FORM: Final = 1
"""The number of the form in which lists are saved; it changes when the form does."""


class SavedSpace(TypedDict):
    """An element space in plain terms."""

    space: int
    allocated: int
    ids: list[int | None]
    """The id in each opened cell; None in a vacant one."""
    elements: list[Any]
    """The elements of the live cells, ascending."""
    free: list[tuple[int, ...]]
    """The free lists of q1, q2 and h2, each from its head on."""
    cost: Costs
    """Visits, moved, dropped, removals, truncations."""


class Saved(TypedDict):
    """A list in plain terms."""

    form: int
    parameters: Any
    next_id: int
    cells: int
    space: SavedSpace


def saved(pool: Pool[Any]) -> Saved:
    """What `load` needs, in O(opened)."""
    space, opened, allocated = pool._lengths()
    ids: list[int | None] = [None] * opened
    elements = []
    for key, element in pool._live_items():
        ids[key.index] = key.id
        elements.append(element)
    q1, q2, h2 = (partition[4] for partition in pool._picture())
    visits, moved, dropped, cells, removals, truncations = pool._costs()
    return {
        "form": FORM,
        "parameters": pool._parameters,
        "next_id": pool._next_id,
        "cells": cells,
        "space": {
            "space": space,
            "allocated": allocated,
            "ids": ids,
            "elements": elements,
            "free": [q1, q2, h2],
            "cost": (visits, moved, dropped, removals, truncations),
        },
    }


def load(pool: Pool[Any], state: Any) -> None:  # noqa: ANN401 - a pickle may hold anything
    """Make *pool* what was saved, in O(allocated).

    Raises:
        ValueError: no list was ever saved like that; nothing has changed.
    """
    if not isinstance(state, dict) or state.get("form") != FORM:
        form = state.get("form") if isinstance(state, dict) else type(state).__name__
        raise ValueError(
            f"this list was saved in form {form!r}; load it with the version that saved it"
        )
    source = lawful_state(state)
    space = source["space"]
    pool._begin(source["parameters"], source["next_id"])
    pool._load(
        space["space"],
        space["allocated"],
        list(space["ids"]),
        list(space["elements"]),
        free_lists(space["free"]),
        space["cost"],
        source["cells"],
    )


def lawful_state(state: dict[str, Any]) -> Saved:
    """*state*, if a list can have saved it: everything is of its type, and the free lists hold each vacancy once.

    Takes O(allocated). What a hostile pickle can still do is what a hostile pickle can always do.
    """
    try:
        source: Saved = {
            "form": state["form"],
            "parameters": state["parameters"],
            "next_id": state["next_id"],
            "cells": state["cells"],
            "space": state["space"],
        }
        broken = what_is_broken(source)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"this is no saved list: {type(error).__name__}: {error}") from error
    if broken:
        raise ValueError(f"this is no saved list: {broken}")
    return source


def what_is_broken(state: Saved) -> str:
    """The first clause that does not hold of what was saved; empty if all do."""
    parameters, space = state["parameters"], state["space"]
    if type(parameters) is not Parameters:
        return "its parameters are none"
    length, allocated, ids = space["space"], space["allocated"], space["ids"]
    free = space["free"]
    if not are_counts([state["next_id"], state["cells"], length, allocated, *space["cost"]]):
        return "a count is no number"
    if length % 4 or length < parameters.least_space or not is_doubled(length, allocated):
        return f"no list has a space of {length} and memory for {allocated} cells"
    if len(ids) > min(length, parameters.index_end):
        return f"{len(ids)} cells are opened, of {length}"
    stamps = [stamp for stamp in ids if stamp is not None]
    if not are_counts(stamps) or len(stamps) != len(space["elements"]):
        return f"{len(stamps)} ids do not belong to {len(space['elements'])} elements"
    if parameters.last_id is not None and max([*stamps, state["next_id"]]) > parameters.last_id:
        return f"an id is above {parameters.last_id}"
    if len(free) != 3 or len(space["cost"]) != 5:
        return "a free list or a counter is missing"
    if not hold_vacancies_once(length // 4, ids, free):
        return "its free lists do not hold every vacant cell once"
    return ""


def free_lists(free: list[tuple[int, ...]]) -> FreeLists:
    """Those of q1, q2 and h2."""
    q1, q2, h2 = free
    return q1, q2, h2


def are_counts(numbers: Iterable[object]) -> bool:
    """Whether all are ints and not negative."""
    return all(type(number) is int and number >= 0 for number in numbers)


def is_doubled(length: int, allocated: int) -> bool:
    """Whether *allocated* is *length*, or that doubled once or more."""
    doublings, rest = divmod(allocated, length)
    return rest == 0 and doublings.bit_count() == 1


def hold_vacancies_once(quarter: int, ids: list[int | None], free: list[tuple[int, ...]]) -> bool:
    """Whether each free list holds the vacant opened cells of its partition, each once."""
    borders = ((0, quarter), (quarter, 2 * quarter), (2 * quarter, 4 * quarter))
    for (start, end), positions in zip(borders, free, strict=True):
        vacant = {at for at in range(start, min(end, len(ids))) if ids[at] is None}
        if type(positions) is not tuple or not are_counts(positions):
            return False
        if len(positions) != len(vacant) or set(positions) != vacant:
            return False
    return True
