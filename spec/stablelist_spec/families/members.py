"""What an operation of a set answers and changes: the members are all that a user can observe, and their order.

A range has the numbers from its start up to its end, exclusive; if it does not end behind its start, it has none. A
reading that finds nothing answers none. Operations on several numbers answer how many members there are then.

`mark` notes the members, and `undo` goes back to them, as often as one likes, until another number is inserted.
"""

from __future__ import annotations

from bisect import bisect_left
from sys import maxsize
from typing import NamedTuple, Protocol

from stablelist_spec.core.family import Role
from stablelist_spec.core.operation import Operation

from .iterating import iterated
from .sets import SET, Order, SetError

__all__ = ["Held", "answered", "joined", "numbers", "runs", "within"]

Members = tuple[int, ...]


class Chosen(Protocol):
    """The options of a set; a universe of 0 means that it grows."""

    @property
    def universe(self) -> int: ...
    @property
    def order(self) -> Order: ...


class Held(NamedTuple):
    """What a set holds.

    Attributes:
        elements: the members in their order; ascending, if none is documented.
        marked: those to which `undo` goes back; None if it cannot.
    """

    chosen: Chosen
    elements: Members = ()
    marked: Members | None = ()


def runs(members: Members) -> int:
    """How many runs of consecutive numbers the members are.

    >>> runs((1, 2, 5)), runs((7, 1, 2))
    (2, 2)
    """
    known = {*members}
    return sum(member - 1 not in known for member in known)


def answered(held: Held, operation: Operation) -> tuple[object, Held]:
    """The answer of a set, and what it holds afterwards: its whole observable behaviour.

    >>> from stablelist_spec.systems.set import Configuration
    >>> four = Held(Configuration(universe=4), (1,))
    >>> answered(four, Operation("insert", value=3))[1].elements
    (1, 3)
    >>> answered(four, Operation("flip_range", start=0, end=3))[1].elements
    (0, 2)
    >>> answered(four, Operation("insert_range", start=3, end=5))[0]
    <SetError.BEYOND: 'beyond'>
    """
    match SET.kinds[operation.name].role:
        case Role.GROW:
            return grown(held, operation)
        case Role.SHRINK | Role.RESET:
            return shrunk(held, operation)
        case Role.CHANGE:
            return changed(held, operation)
        case Role.MEMORY:
            return None, held
    return read(held, operation), held


def joined(mine: Held, other: Held, operation: Operation) -> tuple[object, Held, Held]:
    """The answer of a set to an operation that concerns another one, and what both hold afterwards.

    Two sets are equal if they have the same members, whatever their orders. New members come in the order of the other
    set, which stays as it is.

    >>> from stablelist_spec.systems.set import Configuration
    >>> aged = Configuration(order=Order.INSERTION)
    >>> joined(Held(aged, (5, 3)), Held(aged, (9, 3, 7)), Operation("union"))[1].elements
    (5, 3, 9, 7)
    """
    members = {*other.elements}
    if operation.name == "equal":
        return {*mine.elements} == members, mine, other
    if operation.name == "union":
        new = tuple(number for number in other.elements if number not in mine.elements)
        after = inserted(mine, merged(mine, mine.elements, new), new)
    else:
        keeps = operation.name == "intersect"
        kept = tuple(number for number in mine.elements if (number in members) is keeps)
        after = mine._replace(elements=kept)
    return len(after.elements), after, other


# --- Ranges ---------------------------------------------------------------------------------------


def numbers(operation: Operation) -> range:
    """The numbers that an operation is about.

    >>> numbers(Operation("insert", value=3)), numbers(Operation("flip_range", start=3, end=2))
    (range(3, 4), range(3, 3))
    """
    if "value" in operation.operands:
        return range(operation["value"], operation["value"] + 1)
    return range(operation["start"], max(operation["start"], operation["end"]))


def beyond(held: Held, some: range) -> bool:
    """Whether one of some numbers is beyond the universe."""
    return 0 < held.chosen.universe < some.stop and bool(some)


def ascends(held: Held) -> bool:
    """Whether the members are kept in ascending order."""
    return held.chosen.order is not Order.INSERTION


def within(held: Held, some: range) -> Members:
    """The members among some numbers, in their order."""
    if ascends(held):
        return held.elements[places(held, some)]
    return tuple(number for number in held.elements if number in some)


def without(held: Held, some: range) -> Members:
    """The other members, in their order."""
    if ascends(held):
        there = places(held, some)
        return held.elements[: there.start] + held.elements[there.stop :]
    return tuple(number for number in held.elements if number not in some)


def places(held: Held, some: range) -> slice:
    """The places of the members among some numbers, if they ascend."""
    low = bisect_left(held.elements, some.start)
    return slice(low, bisect_left(held.elements, some.stop, low))


def merged(held: Held, members: Members, others: Members) -> Members:
    """Some members, and others that come last, unless members ascend."""
    if not ascends(held):
        return members + others
    if len(others) == 1:
        at = bisect_left(members, others[0])
        return members[:at] + others + members[at:]
    return tuple(sorted(members + others))


# --- Changes --------------------------------------------------------------------------------------


def grown(held: Held, operation: Operation) -> tuple[object, Held]:
    """Make numbers members; those that are members already stay where they are."""
    some = numbers(operation)
    if beyond(held, some):
        return SetError.BEYOND, held
    new = others(held, some)
    place = operation.operands.get("place", 0)
    if new and place > len(held.elements):
        return SetError.RANGE, held
    if operation.name == "insert_at":
        elements = held.elements[:place] + new + held.elements[place:]
    else:
        elements = merged(held, held.elements, new)
    answer = len(elements) if operation.name == "insert_range" else bool(new)
    return answer, inserted(held, elements, new)


def inserted(held: Held, elements: Members, new: Members) -> Held:
    """The set with these members, of which some are new: then it cannot go back to its mark."""
    return Held(held.chosen, elements, None if new else held.marked)


def others(held: Held, some: range) -> Members:
    """Some numbers without the members among them."""
    known = {*within(held, some)}
    return tuple(number for number in some if number not in known)


def shrunk(held: Held, operation: Operation) -> tuple[object, Held]:
    """Remove members."""
    elements = held.elements
    match operation.name:
        case "remove" | "remove_range":
            elements = without(held, numbers(operation))
        case "cut":
            elements = tuple(each for each in elements if each < operation["length"])
        case "retain" | "each_removing":
            visited, stay = iterated(elements, operation)
            kept = {*stay} if operation.name == "retain" else ()
            left = tuple(each for each in visited if each not in kept)
            return left, held._replace(elements=stay)
        case "remove_at" if operation["place"] >= len(elements):
            return SetError.RANGE, held
        case "remove_at":
            member = elements[operation["place"]]
            return member, held._replace(elements=without(held, range(member, member + 1)))
        case _:
            return None, held._replace(elements=())
    answer = len(elements) < len(held.elements) if operation.name == "remove" else len(elements)
    return answer, held._replace(elements=elements)


def changed(held: Held, operation: Operation) -> tuple[object, Held]:
    """Flip numbers; or note the members, or go back to them."""
    if operation.name == "mark":
        return None, held._replace(marked=held.elements)
    if operation.name == "undo":
        if held.marked is None:
            return SetError.UNMARKED, held
        return len(held.marked), held._replace(elements=held.marked)
    some = numbers(operation)
    if beyond(held, some):
        return SetError.BEYOND, held
    new = others(held, some)
    elements = merged(held, without(held, some), new)
    return len(elements), inserted(held, elements, new)


# --- Questions ------------------------------------------------------------------------------------


def read(held: Held, operation: Operation) -> object:
    """The answer to a question."""
    elements = held.elements
    match operation.name:
        case "contains":
            return bool(within(held, numbers(operation)))
        case "next":
            return min(within(held, range(operation["value"], maxsize)), default=None)
        case "rank":
            return len(within(held, range(operation["value"])))
        case "index_of":
            member = operation["value"]
            return elements.index(member) if member in elements else None
        case "count_range":
            return len(within(held, numbers(operation)))
        case "nth" | "first" | "last":
            order = elements[::-1] if operation.name == "last" else elements
            place = operation.operands.get("place", 0)
            return order[place] if place < len(order) else None
        case "len":
            return len(elements)
        case "is_empty":
            return not elements
        case "each_from" | "each_first":
            return iterated(elements, operation)[0]
    return elements[::-1] if operation.name == "each_backwards" else elements
