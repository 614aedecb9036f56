"""The family of sequences: elements in an order that the caller decides, each at a place counted from 0.

Elements are numbers that the caller gives. A reading that finds nothing answers none. A change that cannot be carried
out is refused, and changes nothing. Containers differ in three ways, which are options:

- A container may have a capacity; then it refuses an element more.
- `remove_at` moves all later elements down, or the last element into the gap. Nothing else depends on this.
- A place beyond the end, or a range that ends there, is refused; or it is clipped, as slices are in Python.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol

from stablelist_spec.core.family import (
    MODULUS,
    Answer,
    Family,
    Kind,
    Meaning,
    Operand,
    Refusal,
    Role,
)
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.second import APPEND, CLONING, EQUAL

from .iterating import iterating

__all__ = [
    "SEQUENCE",
    "Beyond",
    "Elements",
    "Removal",
    "SequenceError",
    "answered",
    "joined",
    "span",
]

Elements = tuple[int, ...]


class SequenceError(Refusal):
    """The errors of a sequence."""

    FULL = "full"
    """It has a capacity, and no room."""
    RANGE = "range"
    """There is no such place."""


class Removal(Enum):
    """What `remove_at` moves."""

    SHIFTS = "shifts"
    """All later elements, by one place."""
    SWAPS = "swaps"
    """The last element, into the gap."""


class Beyond(Enum):
    """What happens to places beyond the end."""

    REFUSES = "refuses"
    """They are refused."""
    CLIPS = "clips"
    """They mean the end, where elements are inserted and in ranges; a range that ends before it begins is empty."""


class Chosen(Protocol):
    """The options of a sequence; a capacity of 0 means that it grows."""

    @property
    def removal(self) -> Removal: ...
    @property
    def beyond(self) -> Beyond: ...
    @property
    def capacity(self) -> int: ...


VALUE: Final = Operand("value", 0, 1_000, meaning=Meaning.VALUE)
COUNT: Final = Operand("count", 0, 1_000, usual=(0, 1, 2, 3, 5, 8, 13, 20), meaning=Meaning.COUNT)
PLACE, OTHER, START, END = (
    Operand(name, 0, 65_536, meaning=Meaning.PLACE) for name in ("place", "other", "start", "end")
)

SEQUENCE: Final = Family(
    "sequence",
    {
        "push": Kind("add an element at the end", Role.GROW, (VALUE,), Answer.DONE),
        "unshift": Kind("add an element at the front", Role.GROW, (VALUE,), Answer.DONE),
        "insert": Kind("insert an element at a place", Role.GROW, (PLACE, VALUE), Answer.DONE),
        "extend": Kind(
            "add several consecutive numbers at the end", Role.GROW, (COUNT, VALUE), Answer.DONE
        ),
        "insert_many": Kind(
            "insert several consecutive numbers at a place",
            Role.GROW, (PLACE, COUNT, VALUE), Answer.DONE,
        ),
        "pop": Kind("remove the last element", Role.SHRINK),
        "shift": Kind("remove the first element", Role.SHRINK),
        "remove_at": Kind("remove the element at a place", Role.SHRINK, (PLACE,)),
        "swap_remove": Kind(
            "remove the element at a place, and move the last one there", Role.SHRINK, (PLACE,)
        ),
        "truncate": Kind(
            "keep so many elements at most",
            Role.SHRINK, (Operand("length", 0, 65_536, meaning=Meaning.LENGTH),), Answer.DONE,
        ),
        "split_off": Kind(
            "remove the elements from a place on", Role.SHRINK, (PLACE,), Answer.SEQUENCE
        ),
        "drain": Kind(
            "remove the elements from one place up to another, exclusive",
            Role.SHRINK, (START, END), Answer.SEQUENCE,
        ),
        "retain": Kind(
            "keep the elements that leave a remainder",
            Role.SHRINK, (MODULUS, Operand("residue")), Answer.SEQUENCE,
        ),
        "clear": Kind("remove all elements", Role.RESET, answer=Answer.DONE),
        "set": Kind("replace the element at a place", Role.REPLACE, (PLACE, VALUE), Answer.DONE),
        "swap": Kind("exchange the elements at two places", Role.ORDER, (PLACE, OTHER), Answer.DONE),
        "reverse": Kind("reverse the order", Role.ORDER, answer=Answer.DONE),
        "rotate": Kind(
            "move the first element to the end, so many times",
            Role.ORDER, (Operand("times", 0, 65_536),), Answer.DONE,
        ),
        "sort": Kind("sort by the remainder of a division", Role.ORDER, (MODULUS,), Answer.DONE),
        "get": Kind("read the element at a place", Role.READ, (PLACE,)),
        "from_end": Kind("read the element at a place, counted from the end", Role.READ, (PLACE,)),
        "contains": Kind("ask whether an element is there", Role.READ, (VALUE,), Answer.TRUTH),
        "index_of": Kind("ask for the first place of an element", Role.READ, (VALUE,)),
        "slice": Kind(
            "list the elements from one place up to another, exclusive",
            Role.READ, (START, END), Answer.SEQUENCE,
        ),
        "len": Kind("count the elements", Role.READ, answer=Answer.NUMBER),
        "each": Kind("iterate", Role.READ, answer=Answer.SEQUENCE),
        "each_backwards": Kind("iterate backwards", Role.READ, answer=Answer.SEQUENCE),
        **iterating(PLACE),
        **CLONING,
        "equal": EQUAL,
        "append": APPEND,
        "layout": Kind("show the elements and the memory for them", Role.SHOW),
        "cost": Kind("show the cost counters", Role.SHOW),
    },
    essential=frozenset({"push"}),
)  # fmt: skip
"""Every operation of a sequence."""


def answered(chosen: Chosen, elements: Elements, operation: Operation) -> tuple[object, Elements]:
    """The answer of a sequence, and its elements afterwards: its whole observable behaviour.

    >>> from stablelist_spec.systems.sequence import Configuration
    >>> answered(Configuration(), (5, 7), Operation("insert", place=1, value=6))
    (None, (5, 6, 7))
    >>> answered(Configuration(), (5, 6, 7), Operation("drain", start=1, end=4))
    (<SequenceError.RANGE: 'range'>, (5, 6, 7))
    """
    match SEQUENCE.kinds[operation.name].role:
        case Role.GROW:
            return grown(chosen, elements, operation)
        case Role.SHRINK | Role.RESET:
            return shrunk(chosen, elements, operation)
        case Role.READ:
            return read(chosen, elements, operation), elements
    return changed(elements, operation)


def span(chosen: Chosen, length: int, start: int, end: int) -> range | None:
    """The places from one up to another, exclusive; None if the container refuses them.

    >>> from stablelist_spec.systems.sequence import Configuration
    >>> span(Configuration(), 3, 1, 3), span(Configuration(), 3, 1, 4), span(Configuration(), 3, 2, 1)
    (range(1, 3), None, None)
    >>> clipping = Configuration(beyond=Beyond.CLIPS)
    >>> span(clipping, 3, 1, 4), span(clipping, 3, 2, 1), span(clipping, 3, 8, 9)
    (range(1, 3), range(2, 2), range(3, 3))
    """
    if chosen.beyond is Beyond.CLIPS:
        start = min(start, length)
        return range(start, max(start, min(end, length)))
    return range(start, end) if start <= end <= length else None


def grown(chosen: Chosen, elements: Elements, operation: Operation) -> tuple[object, Elements]:
    """Add elements at a place, all or none; a wrong place is refused before a lack of room."""
    length, count = len(elements), operation.operands.get("count", 1)
    place = operation.operands.get("place", 0 if operation.name == "unshift" else length)
    gap = span(chosen, length, place, place)
    if gap is None:
        return SequenceError.RANGE, elements
    if chosen.capacity and length + count > chosen.capacity:
        return SequenceError.FULL, elements
    value = operation["value"]
    return None, (*elements[: gap.start], *range(value, value + count), *elements[gap.start :])


def joined(
    chosen: Chosen, mine: Elements, others: Elements, operation: Operation
) -> tuple[object, Elements, Elements]:
    """The answer of a sequence to an operation that concerns another one, and the elements of both afterwards.

    Two sequences are equal if they have the same elements in the same order.

    >>> from stablelist_spec.systems.sequence import Configuration
    >>> joined(Configuration(), (5, 6), (7,), Operation("append"))
    (None, (5, 6, 7), ())
    """
    if operation.name == "equal":
        return mine == others, mine, others
    if chosen.capacity and len(mine) + len(others) > chosen.capacity:
        return SequenceError.FULL, mine, others
    return None, mine + others, ()


def shrunk(chosen: Chosen, elements: Elements, operation: Operation) -> tuple[object, Elements]:
    """Remove elements."""
    length = len(elements)
    match operation.name:
        case "pop" | "shift":
            place = length - 1 if operation.name == "pop" else 0
            return without(elements, place) if elements else (None, elements)
        case "remove_at" | "swap_remove" if operation["place"] >= length:
            return SequenceError.RANGE, elements
        case "remove_at" if chosen.removal is Removal.SHIFTS:
            return without(elements, operation["place"])
        case "remove_at" | "swap_remove":
            moved = exchanged(elements, operation["place"], length - 1)
            return without(moved, length - 1)
        case "split_off":
            return cut(elements, span(chosen, length, operation["place"], length))
        case "drain":
            return cut(elements, span(chosen, length, operation["start"], operation["end"]))
        case "truncate":
            return None, elements[: operation["length"]]
        case "retain":
            modulus, residue = operation["modulus"], operation["residue"]
            left = tuple(each for each in elements if each % modulus != residue)
            return left, tuple(each for each in elements if each % modulus == residue)
    return None, ()


def without(elements: Elements, place: int) -> tuple[int, Elements]:
    """One element, and the others in their order.

    >>> without((5, 6, 7), 1)
    (6, (5, 7))
    """
    return elements[place], (*elements[:place], *elements[place + 1 :])


def cut(elements: Elements, places: range | None) -> tuple[object, Elements]:
    """The elements in a range, and the others in their order.

    >>> cut((5, 6, 7, 8), range(1, 3)), cut((5, 6), None)
    (((6, 7), (5, 8)), (<SequenceError.RANGE: 'range'>, (5, 6)))
    """
    if places is None:
        return SequenceError.RANGE, elements
    kept = (*elements[: places.start], *elements[places.stop :])
    return elements[places.start : places.stop], kept


def exchanged(elements: Elements, place: int, other: int) -> Elements:
    """The elements, two of which have changed places.

    >>> exchanged((5, 6, 7), 0, 2), exchanged((5, 6), 1, 1)
    ((7, 6, 5), (5, 6))
    """
    now = {place: elements[other], other: elements[place]}
    return tuple(now.get(at, each) for at, each in enumerate(elements))


def changed(elements: Elements, operation: Operation) -> tuple[object, Elements]:
    """Replace an element, or change the order of all."""
    places = [value for name, value in operation.operands.items() if name in ("place", "other")]
    if places and max(places) >= len(elements):
        return SequenceError.RANGE, elements
    match operation.name:
        case "set":
            place = operation["place"]
            return None, (*elements[:place], operation["value"], *elements[place + 1 :])
        case "swap":
            return None, exchanged(elements, *places)
        case "reverse":
            return None, elements[::-1]
        case "rotate":
            by = operation["times"] % max(1, len(elements))
            return None, (*elements[by:], *elements[:by])
    return None, tuple(sorted(elements, key=lambda each: each % operation["modulus"]))


def read(chosen: Chosen, elements: Elements, operation: Operation) -> object:
    """The answer to a question."""
    match operation.name:
        case "get" | "from_end":
            order = elements if operation.name == "get" else elements[::-1]
            return order[operation["place"]] if operation["place"] < len(elements) else None
        case "contains":
            return operation["value"] in elements
        case "index_of":
            there = operation["value"] in elements
            return elements.index(operation["value"]) if there else None
        case "slice":
            places = span(chosen, len(elements), operation["start"], operation["end"])
            return None if places is None else elements[places.start : places.stop]
        case "len":
            return len(elements)
    return elements if operation.name == "each" else elements[::-1]
