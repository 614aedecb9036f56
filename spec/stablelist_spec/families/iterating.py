"""Iteration that is more than listing everything: from somewhere on, left half-way, with questions between, removing.

It visits elements in their order. What it visits, and what stays, is the same for all containers that are a row: an
element is a number, or a number under a key. Only a set says itself what its look-ups show: the members are there. An
iteration that is left, and one that removed elements on its way, leaves a container that is used as before.
"""

from __future__ import annotations

from typing import Any, Final

from stablelist_spec.core.family import MODULUS, Answer, Kind, Operand, Role
from stablelist_spec.core.operation import Operation

from .pool import Paired

__all__ = ["ITERATING", "iterated", "iterating"]


def iterating(start: Operand, *, listed: Answer = Answer.SEQUENCE) -> dict[str, Kind]:
    """The operations of a family by their names.

    Args:
        start: where an iteration may begin: a place, a key, or a member.
        listed: how a complete list of elements is answered.
    """
    most = Operand("most", 0, 65_536)
    residue = Operand("residue")
    return {
        "each_from": Kind(
            f"iterate from a {start.name} on",
            Role.READ, (start,), Answer.SEQUENCE, iterates=True, since=6,
        ),
        "each_first": Kind(
            "iterate over so many elements at most, and leave the iteration",
            Role.READ, (most,), Answer.SEQUENCE, iterates=True, since=6,
        ),
        "each_looking": Kind(
            "iterate, and look another element up at each",
            Role.READ, answer=listed, iterates=True, since=6,
        ),
        "each_removing": Kind(
            "iterate over all, and on the way remove those that do not leave a remainder",
            Role.SHRINK, (MODULUS, residue), listed, iterates=True, since=6,
        ),
    }  # fmt: skip


ITERATING: Final = frozenset(iterating(Operand("place")))
"""Their names."""

Row = tuple[Any, ...]
"""Elements in their order, or entries."""


def iterated(elements: Row, operation: Operation) -> tuple[Row, Row]:
    """What an iteration answers, and the elements that stay.

    >>> iterated((5, 6, 7), Operation("each_from", place=1))
    ((6, 7), (5, 6, 7))
    >>> iterated((5, 6, 7), Operation("each_removing", modulus=2, residue=0))
    ((5, 6, 7), (6,))
    >>> iterated(((3, 5), (4, 6)), Operation("each_from", key=4))
    ((Paired(first=4, second=6),), ((3, 5), (4, 6)))
    """
    visited = stay = elements
    match operation.name:
        case "each_from":
            visited = beginning(elements, **operation.operands)
        case "each_first":
            visited = elements[: operation["most"]]
        case "each_looking":
            visited = tuple(map(beside, elements, elements[::-1]))
        case _:
            modulus, residue = operation["modulus"], operation["residue"]
            stay = tuple(each for each in elements if name_of(each) % modulus == residue)
    return tuple(Paired(*each) if isinstance(each, tuple) else each for each in visited), stay


def beginning(elements: Row, *, place: int = 0, **least: int) -> Row:
    """The elements from a place on; of those that ascend, from a name on, which need not be there."""
    return tuple(
        each for each in elements[place:] if name_of(each) >= min(least.values(), default=0)
    )


def beside(element: Any, other: Any) -> Row:  # noqa: ANN401 - of a row
    """What is seen of an element: an entry by its key; a number beside the one as far from the end."""
    return element if isinstance(element, tuple) else (element, other)


def name_of(element: Any) -> int:  # noqa: ANN401 - of a row
    """The key of an entry, or an element itself."""
    name: int = element[0] if isinstance(element, tuple) else element
    return name
