"""What an operation of a pool does: its answer, and what changes. Keys are opaque here, and may be of any kind.

A pool is a finite map from keys to elements, whose order is not observable. What of this its user must expect is in
`stablelist_spec.families.contract`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation

from .pool import KEYED, OF_TWO, POOL, Exchanged, Found, Paired, Pivot, PoolError

__all__ = ["UNSEEN", "Changes", "Effect", "Live", "changed", "effect"]

K = TypeVar("K", bound=KeyName)

Live = Mapping[K, int]
"""The live elements by key."""
Changes = Mapping[K, int | None]
"""The new or changed elements by key; None for removed ones."""
Effect = tuple[object, Changes[K]]
"""The answer, and the changes."""

UNSEEN: Final = Key(0, 0)
"""Stands for a key that cannot be observed."""


def effect(
    live: Live[K],
    operation: Operation,
    keys: Sequence[K | None] = (),
    new: Live[K] = MappingProxyType({}),
) -> Effect[K]:
    """The answer and the changes of an operation.

    Args:
        live: the live elements by key.
        operation: the operation; whether there is room for it is not checked.
        keys: the meanings of its keys.
        new: the inserted elements, by key.

    >>> effect({0: 7}, Operation("remove", key=0), [0])
    (7, {0: None})
    """
    if operation.name in POOL.inserting:
        shown = tuple([_shown(key) for key in new])
        return shown if operation.name == "extend" else shown[0], new
    if operation.name in KEYED:
        return _of_keys(live, operation, *keys)
    return _observing(live, operation) or _of_all(live, operation)


def changed(live: Live[K], changes: Changes[K]) -> Live[K]:
    """The live elements after some changes."""
    if not changes:
        return live
    return {key: element for key, element in {**live, **changes}.items() if element is not None}


def _shown(key: KeyName) -> Key:
    """A key, as part of an answer."""
    return key if isinstance(key, Key) else UNSEEN


def _pivot(live: Live[K], key: K) -> Pivot:
    """The element of a key, and all others."""
    return Pivot(live[key], tuple([element for other, element in live.items() if other != key]))


def _of_keys(
    live: Live[K], operation: Operation, key: K | None, other: K | None = None
) -> Effect[K]:
    """Operations on one key or two."""
    if operation.name in OF_TWO:
        return _of_two(live, operation.name, key, other)
    if key is None:
        return False if operation.name in {"contains", "replace"} else None, {}
    match operation.name:
        case "at" | "repack":
            return live[key], {}
        case "contains":
            return True, {}
        case "key_at":
            return Found(_shown(key), live[key]), {}
        case "remove":
            return live[key], {key: None}
        case "replace":
            return True, {key: operation["value"]}
        case "at_mut":
            return live[key] + operation["value"], {key: live[key] + operation["value"]}
    return _pivot(live, key), {}


def _of_two(live: Live[K], name: str, key: K | None, other: K | None) -> Effect[K]:
    """Operations on two keys, which may be the same."""
    elements = [None if each is None else live[each] for each in (key, other)]
    if name == "pair":
        return Paired(*elements), {}
    if other == key:
        elements[1] = None
    if name == "remove_many":
        return Paired(*elements), {each: None for each in (key, other) if each is not None}
    if key is None:
        return None, {}
    answer = Exchanged(live[key], elements[1])
    return answer, {} if other in {None, key} else {key: live[other], other: live[key]}


def _observing(live: Live[K], operation: Operation) -> Effect[K] | None:
    """Operations that look at all elements; memory and order are no part of the contract."""
    match operation.name:
        case "len":
            return len(live), {}
        case "is_empty":
            return not live, {}
        case "each":
            return tuple([(_shown(key), element) for key, element in live.items()]), {}
        case "keys" | "each_first":
            return tuple(live.values()), {}
        case "traverse":
            return tuple([_pivot(live, key) for key in live]), {}
        case "lend":
            return PoolError.BORROW if live else None, {}
        case "reserve" | "shrink_to_fit" | "reload" | "sort":
            return None, {}
    return None


def _of_all(live: Live[K], operation: Operation) -> Effect[K]:
    """Operations that may change or remove every element."""
    match operation.name:
        case "drain":
            return tuple(live.values()), dict.fromkeys(live)
        case "clear":
            return None, dict.fromkeys(live)
        case "retain" | "each_removing" as name:
            modulus, residue = operation["modulus"], operation["residue"]
            leaving = {key: e for key, e in live.items() if e % modulus != residue}
            shown = leaving if name == "retain" else live
            return tuple(shown.values()), dict.fromkeys(leaving)
    assert operation.name == "each_mut", f"a pool has no operation {operation.name!r}"
    return None, {key: element + operation["value"] for key, element in live.items()}
