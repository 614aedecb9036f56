"""The saved form of a list, for `copy` and `pickle`: a copy behaves as the original would.

It contains everything that later operations depend on (cells, free lists and memory), and the costs so far. It is made
of built-in types and is the same for both builds, so that each can load what the other has saved.

Abstraction function: the list that `loaded` makes from it, which places, truncates and answers like the saved one.
"""

# Without `from __future__ import annotations`: typing would compile the annotation of every field.

from collections.abc import Iterable
from typing import Any, Final, TypedDict, cast

from .ids import Counter
from .parameters import MOST_CELLS, Parameters, lawful
from .pool import Costs, FreeLists, Pool, contents
from .truncate import Truncate

__all__ = ["FORM", "Saved", "SavedSpace", "fresh_pool", "loaded", "saved"]

FORM: Final = 1
"""The version of the saved form."""


class SavedSpace(TypedDict):
    """An element space, in built-in types."""

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
    """A list, in built-in types."""

    form: int
    parameters: Any
    next_id: int
    cells: int
    space: SavedSpace
    attributes: dict[str, Any]
    """Attributes of an instance of a subclass."""


def saved(pool: Pool[Any]) -> Saved:
    """Save a list for `loaded`, in O(opened)."""
    space, allocated, ids, elements, free, cost, cells = contents(pool)
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
            "free": list(free),
            "cost": cost,
        },
        "attributes": dict(getattr(pool, "__dict__", {})),
    }


def fresh_pool(parameters: Parameters, next_id: int) -> Pool[Any]:
    """A new empty pool that nothing else refers to."""
    pool: Pool[Any] = Pool.__new__(Pool)
    pool._begin(parameters, next_id)
    return pool


def loaded(state: Any) -> tuple[Pool[Any], dict[str, Any]]:  # noqa: ANN401 - a pickle may hold anything
    """The pool and the attributes that were saved, in O(allocated).

    Raises:
        ValueError: no list was ever saved like that.
    """
    if not isinstance(state, dict) or state.get("form") != FORM:
        form = state.get("form") if isinstance(state, dict) else type(state).__name__
        raise ValueError(
            f"this list was saved in form {form!r}; load it with the version that saved it"
        )
    source = lawful_state(state)
    space = source["space"]
    pool = fresh_pool(source["parameters"], source["next_id"])
    pool._load(
        space["space"],
        space["allocated"],
        space["ids"],
        space["elements"],
        free_lists(space["free"]),
        space["cost"],
        source["cells"],
    )
    return pool, source["attributes"]


def lawful_state(state: dict[str, Any]) -> Saved:
    """Return *state* if a list can have saved it: the types match, and each vacancy is in a free list once.

    Takes O(allocated). It gives no protection against the other dangers of an untrusted pickle.
    """
    try:
        source = plain(state)
        broken = what_is_broken(source)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"this is not a saved list: {type(error).__name__}: {error}") from error
    if broken:
        raise ValueError(f"this is not a saved list: {broken}")
    return source


def plain(state: dict[str, Any]) -> Saved:
    """A copy in lists, tuples and dicts, so that the checked state cannot change before it is loaded."""
    space = state["space"]
    return {
        "form": FORM,
        "parameters": state["parameters"],
        "next_id": state["next_id"],
        "cells": state["cells"],
        "space": {
            "space": space["space"],
            "allocated": space["allocated"],
            "ids": list(space["ids"]),
            "elements": list(space["elements"]),
            "free": [tuple(free) for free in space["free"]],
            "cost": cast("Costs", tuple(space["cost"])),
        },
        "attributes": dict(state["attributes"]),
    }


def what_is_broken(state: Saved) -> str:
    """The first clause that does not hold of what was saved; empty if all do."""
    parameters, space = state["parameters"], state["space"]
    if type(parameters) is not Parameters or not are_lawful(parameters):
        return "its parameters are none"
    length, allocated, ids = space["space"], space["allocated"], space["ids"]
    free, counts = space["free"], [state["cells"], *space["cost"]]
    if not are_counts([state["next_id"], length, allocated, *counts]) or max(counts) >= 1 << 64:
        return "a count is not a number"
    if length % 4 or length < parameters.least_space or not is_doubled(length, allocated):
        return f"no list has a space of {length} and memory for {allocated} cells"
    if len(ids) > min(length, parameters.index_end):
        return f"{len(ids)} cells are opened, of {length}"
    if len(space["elements"]) > parameters.most_live:
        return f"{len(space['elements'])} elements are more than {parameters.most_live}"
    if [len(free), len(space["cost"])] != [3, 5]:
        return "a free list or a counter is missing"
    if not hold_vacancies_once(length // 4, ids, free):
        return "its free lists do not hold every vacant cell once"
    upper_half = ids[length // 2 :]
    if upper_half and set(upper_half) == {None} and may_halve(parameters, length):
        return "its upper half is empty"
    return what_is_wrong_with_ids(state)


def what_is_wrong_with_ids(state: Saved) -> str:
    """The first clause that does not hold of the ids; empty if all do."""
    parameters, next_id, elements = (
        state["parameters"],
        state["next_id"],
        state["space"]["elements"],
    )
    stamps = [stamp for stamp in state["space"]["ids"] if stamp is not None]
    if not are_counts(stamps) or len(stamps) != len(elements):
        return f"{len(stamps)} ids do not belong to {len(elements)} elements"
    if parameters.last_id is not None:
        above = max([*stamps, next_id]) > parameters.last_id
        return f"an id is above {parameters.last_id}" if above else ""
    if type(parameters.ids) is Counter and max(stamps, default=-1) >= next_id:
        return f"an id is not below {next_id}"
    return ""


def free_lists(free: list[tuple[int, ...]]) -> FreeLists:
    """The free lists of q1, q2 and h2."""
    q1, q2, h2 = free
    return q1, q2, h2


def may_halve(parameters: Parameters, length: int) -> bool:
    """Whether the list would have dropped its upper half when that became empty."""
    halves = length % 8 == 0 and length // 2 >= parameters.least_space
    return halves and parameters.truncate is not Truncate.NEVER


def are_lawful(parameters: Parameters) -> bool:
    """Whether a user can have chosen these parameters.

    Raises:
        TypeError, ValueError: a value of the wrong type, or out of its range.
    """
    return parameters == lawful(
        parameters.least_space,
        parameters.initial_space,
        parameters.truncate,
        parameters.ids,
        parameters.index_bits,
        parameters.maximum,
        parameters.lend,
    )


def are_counts(numbers: Iterable[object]) -> bool:
    """Whether all are non-negative ints."""
    return all(type(number) is int and number >= 0 for number in numbers)


def is_doubled(length: int, allocated: int) -> bool:
    """Whether *allocated* is *length*, doubled zero or more times, and not more than memory can hold."""
    doublings, rest = divmod(allocated, length)
    return rest == 0 and doublings.bit_count() == 1 and allocated <= 2 * MOST_CELLS


def hold_vacancies_once(quarter: int, ids: list[int | None], free: list[tuple[int, ...]]) -> bool:
    """Whether each free list contains the vacant opened cells of its partition, each once."""
    borders = ((0, quarter), (quarter, 2 * quarter), (2 * quarter, 4 * quarter))
    for (start, end), positions in zip(borders, free, strict=True):
        vacant = {at for at in range(start, min(end, len(ids))) if ids[at] is None}
        if not are_counts(positions) or len(positions) != len(vacant):
            return False
        if set(positions) != vacant:
            return False
    return True
