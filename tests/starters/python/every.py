"""Ports with every operation, and with what else a container may do: the first argument says which."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from itertools import cycle
from typing import Any

from port import port
from slot_map import Key, SlotMap
from starter import BorrowedError, FullError, Port, way


def keys(container: SlotMap) -> list[Key]:
    """The keys of a slot map."""
    return [key for key, _ in container.items()]


def insert_with(container: SlotMap, factory: Callable[[Key], int]) -> Key:
    """Insert what is made of the key, and return another one, which is not asked for."""
    key = container.insert(-1)
    container.replace(key, factory(key))
    return Key(9, 9)


def limited(container: SlotMap, elements: list[int]) -> list[Key]:
    """Insert up to a thousand elements."""
    if len(elements) > 1000:
        raise FullError
    return [container.insert(element) for element in elements]


def swap_containers(container: SlotMap, other: SlotMap) -> None:
    """Exchange everything."""
    container.__dict__, other.__dict__ = other.__dict__, container.__dict__


def insert_at(container: SlotMap, key: Key, element: int) -> tuple[Key, int | None]:
    """Replace the element in a slot that is in use."""
    displaced = container.get(key)
    if not container.replace(key, element):
        raise FullError
    return key, displaced


def at_mut(container: SlotMap, key: Key, difference: int) -> int | None:
    """Add to an element."""
    if (found := container.get(key)) is not None:
        container.replace(key, found + difference)
    return container.get(key)


def lent(container: SlotMap, key: Key) -> tuple[int, int, list[int]] | None:
    """A pivot, and a view of two others."""
    pivot = container.get(key)
    return None if pivot is None else (pivot, 2, [5, 3])


def exchange(container: SlotMap, one: Key, other: Key) -> tuple[int, int | None] | None:
    """Both elements, if there is the first."""
    first = container.get(one)
    return None if first is None else (first, container.get(other))


def replace_all(container: SlotMap, change: Callable[[int], int]) -> None:
    """Replace every element."""
    for key, element in list(container.items()):
        container.replace(key, change(element))


def removed(container: SlotMap, keep: Callable[[int], bool]) -> list[int | None]:
    """Remove what is not kept."""
    return [container.remove(key) for key, found in list(container.items()) if not keep(found)]


def visited(container: SlotMap, keep: Callable[[int], bool]) -> list[int | None]:
    """Remove what is not kept, on the way; all elements."""
    return [
        found if keep(found) else container.remove(key) for key, found in list(container.items())
    ]


def left(container: SlotMap, most: int) -> list[int]:
    """Leave an iteration half-way; all elements."""
    for visited, _ in enumerate(container.items(), 1):
        if visited >= most:
            break
    return [element for _, element in container.items()]


def reserve(_: SlotMap, additional: int) -> None:
    """Refuse more than a thousand."""
    if additional > 1000:
        raise FullError


def raising(error: type[Exception]) -> Callable[..., Any]:
    """A function that raises."""

    def fail(*_: object) -> None:
        raise error

    return fail


WHOLE: dict[str, Any] = {
    **port.functions,
    "insert_with": insert_with,
    "extend": limited,
    "put": lambda container, index, element: insert_at(container, Key(index, 0), element),
    "insert_at": insert_at,
    "pair": lambda container, one, other: (container.get(one), container.get(other)),
    "remove_many": lambda container, *them: tuple(map(container.remove, them)),
    "key_at": lambda container, key: (key, container.get(key)),
    "at_mut": at_mut,
    "each_mut": lambda container, more: replace_all(container, lambda element: element + more),
    "clear": lambda container: removed(container, lambda _: False) and None,
    "keys": keys,
    "apply": lent,
    "inspect": lent,
    "exchange": exchange,
    "traverse": lambda container: [(4, 1, 2), (2, 1, 4)],
    "drain": lambda container: removed(container, lambda _: False),
    "retain": removed,
    "each_removing": visited,
    "each_first": left,
    "sort": replace_all,  # to show the ranks
    "reserve": reserve,
    "shrink_to_fit": lambda container: None,
    "repack": lambda container, key: Key(*key),
    "reload": copy.deepcopy,
    "copy": copy.deepcopy,
    "swap_containers": swap_containers,
    "equal": lambda container, other: [*container.items()] == [*other.items()],
    "layout": lambda container: f"{len(container)}|0",
    "cost": lambda container: f"0/{way() - 1}",
}
BY_INDEX: dict[str, Any] = {
    "key_at": lambda container, key: next(
        (live for live in container.items() if live[0].index == key.index), None
    ),
    "forge": lambda index, generation: None if generation else Key(index, 0),
}
BLIND = {"name": "x", "version": "1", "system": "slab", "level": "layout", "without": "negative"}

VARIANTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "whole": (port.fields, WHOLE),
    "blind": (BLIND, {name: WHOLE[name] for name in ("open", "add", "remove", "keys")}),
    "by-index": (port.fields, WHOLE | BY_INDEX),
    "failing": (port.fields, port.functions | dict.fromkeys(("at", "clear"), raising(KeyError))),
    "refusing": (port.fields, port.functions | {"open": raising(ValueError)}),
    "silent": (port.fields | {"remove": "silent"}, port.functions),
    "only": (port.fields | {"ids": "only"}, port.functions),
    "lent": (port.fields, port.functions | {"lend": True}),
    "borrowed": (port.fields, port.functions | {"lend": True, "remove": raising(BorrowedError)}),
    "endless": (port.fields, port.functions | {"each": lambda map_: cycle(map_.items())}),
    "backwards": (port.fields, port.functions | {"each": lambda map_: list(map_.items())[::-1]}),
}

if __name__ == "__main__":
    fields, functions = VARIANTS[sys.argv[1]]
    Port(fields, port.errors, **functions).serve()
