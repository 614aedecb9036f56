"""Drafts: cells and stamps that an operation of many steps changes in place, so that no step copies all of them.

A state never changes, and its cells are a tuple. But nobody else sees the states between the steps of `extend` or
`retain`: their cells may be a draft, of which `put` changes one cell instead of making a new tuple; so may be the
stamps of slots. The state before such a step is lost, so a step first reads what it needs of it. The state after the
operation has tuples again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

from .cells import S

__all__ = ["drafted", "put", "settled"]

T = TypeVar("T")
"""A cell or a stamp."""
DRAFTED: Final = ("cells", "stamps")
"""The fields of a state of which a draft is made, if it has them."""


class Draft(list[Any]):
    """Cells or stamps that only the running operation holds."""


def put(held: tuple[T, ...], position: int, *new: T) -> tuple[T, ...]:
    """Cells or stamps with new ones from a position on, in the place of others or at the end; a draft is changed.

    >>> put((7, 8), 0, 5), put((7, 8), 2, 9)
    ((5, 8), (7, 8, 9))
    """
    draft: Any = held
    if isinstance(draft, Draft):
        draft[position : position + len(new)] = new
        return held
    return held[:position] + new + held[position + len(new) :]


def drafted(state: S) -> S:
    """The state with its cells and stamps as drafts: copies, unless they are drafts already."""
    cells: Any = state.cells
    return state if isinstance(cells, Draft) else held_in(state, Draft)


def settled(state: S) -> S:
    """The state with its cells and stamps as tuples, which nobody changes any more."""
    return held_in(state, tuple)


def held_in(state: S, kind: Callable[[Any], Any]) -> S:
    """The state with its cells and stamps in another kind of sequence."""
    held: Any = state
    return cast(
        "S", held._replace(**{n: kind(getattr(held, n)) for n in DRAFTED if n in held._fields})
    )
