"""The quotient that forgets ids and free-list order: which cells are live, and how many are opened.

A shape is a triple of integers (space, opened, live), *live* a bit mask of positions. An insertion may reuse any
vacancy of its partition, as if each were the head of the free list. So a shape has every behaviour of the
states that it stands for, and some more: what holds in every shape holds in every state. Free-list
order, containment and ids are not visible here; `stablelist_spec.parts.tracked_key` sees them in smaller spaces.
Of the labels, an edge bears those that a shape can tell.

`shape_of` is the abstraction function; the tests check that every step of the layout is a step of its shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from stablelist_spec.core.explore import Action, Edge
from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.parameters import QUARTERS, Parameters, Truncate

from .state import NAMES, State

__all__ = ["Shape", "ShapeState", "shape_of"]


class ShapeState(NamedTuple):
    """The part of a state that is kept."""

    space: int
    opened: int
    live: int


def shape_of(state: State) -> ShapeState:
    """The shape of a state."""
    live = sum(1 << i for i, cell in enumerate(state.cells) if isinstance(cell, Has))
    return ShapeState(state.space, state.opened, live)


def bits(mask: int) -> Iterator[int]:
    """The positions in a mask, in ascending order.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


ADD: Final = Action("add")
CLEAR: Final = Action("clear")
SHRINK_TO_FIT: Final = Action("shrink_to_fit")
APPEND: Final = tuple((f"add_append_{name}",) for name in NAMES)
REUSE: Final = tuple((f"add_reuse_{name}",) for name in NAMES)
REMOVE: Final = tuple((f"remove_from_{name}",) for name in NAMES)
FULL: Final = ("add_index_range_full",)
EMPTIES_H2: Final = (("remove_empties_h2_never",), ("remove_empties_h2_minimum",))
DEPTHS: Final = (("truncate_1",), ("truncate_2",), ("truncate_3_or_more",))


class Shape:
    """Ids and free-list order forgotten."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters

    def initial(self, parameters: Parameters) -> ShapeState:
        """The shape of a new list."""
        return ShapeState(parameters.initial_space, 0, 0)

    def broken(self, node: ShapeState) -> list[str]:
        """The broken invariants, among those that a shape can show."""
        space, opened, live = node
        clauses = {
            "partitions_tile_the_element_space": space % QUARTERS == 0
            and space >= self.parameters.least_space,
            "opened_cells_form_a_prefix": opened <= space and live >> opened == 0,
            "cascade_leaves_h2_live": live >> space // 2 > 0
            or opened <= space // 2
            or self.parameters.truncate is Truncate.NEVER
            or not self.parameters.may_halve(space),
        }
        return [name for name, holds in clauses.items() if not holds]

    def edges(self, node: ShapeState) -> Iterator[Edge[ShapeState]]:
        """Insertion at any vacancy of the partition, removal of every element, clear, and shrinking.

        Other operations change no shape, or equal one or several of these.
        """
        yield from self._insertions(node)
        for position in bits(node.live):
            yield self._removal(node, position)
        emptied = self.parameters.truncate is Truncate.MEMORY
        space = self.parameters.least_space if emptied else node.space
        yield Edge(CLEAR, ShapeState(space, 0, 0), (), 0)
        yield Edge(SHRINK_TO_FIT, self._halved(node)[0], (), 0)

    def _insertions(self, node: ShapeState) -> Iterator[Edge[ShapeState]]:
        """Insertion into the first partition with room, or growth."""
        space, opened, live = node
        for which, (start, end) in enumerate(bounds(space)):
            whole = (1 << end) - (1 << start)
            if live & whole == whole:
                continue
            vacant = ((1 << opened) - 1) & whole & ~live
            for position in bits(vacant):
                yield Edge(ADD, ShapeState(space, opened, live | 1 << position), REUSE[which], 0)
            if vacant:
                return
            if not self.parameters.indexable(opened):
                break
            yield Edge(ADD, ShapeState(space, opened + 1, live | 1 << opened), APPEND[which], 0)
            return
        if self.parameters.indexable(opened):
            # whether that moves cells depends on the allocated memory, which a shape does not have
            yield Edge(ADD, ShapeState(2 * space, opened + 1, live | 1 << opened), (), 0)
        else:
            yield Edge(ADD, node, FULL, 0)

    def _removal(self, node: ShapeState, position: int) -> Edge[ShapeState]:
        """Removal, and the cascade if it empties h2."""
        space, opened, live = node
        live ^= 1 << position
        action = Action("remove", position)
        which = 0 if position < space // 4 else 1 if position < space // 2 else 2
        if which < 2 or live >> space // 2:
            return Edge(action, ShapeState(space, opened, live), REMOVE[which], 1)
        emptied = ShapeState(space, opened, live)
        if self.parameters.truncate is Truncate.NEVER:
            return Edge(action, emptied, EMPTIES_H2[False], 1)
        after, depth, walked = self._halved(emptied)
        labels = DEPTHS[min(depth, 3) - 1] if depth else EMPTIES_H2[True]
        return Edge(action, after, labels, 1 - walked)

    def _halved(self, node: ShapeState) -> tuple[ShapeState, int, int]:
        """The shape halved as far as possible, the number of steps, and the vacancies that they visit."""
        space, opened, live = node
        walked = depth = 0
        while live >> space // 2 == 0 and self.parameters.may_halve(space):
            quarter = space // 4
            walked += min(opened, quarter) - (live & ((1 << quarter) - 1)).bit_count()
            space, depth = space // 2, depth + 1
            opened = min(opened, space)
        return (ShapeState(space, opened, live) if depth else node), depth, walked


def bounds(space: int) -> tuple[tuple[int, int], ...]:
    """Start and end of q1, q2 and h2.

    (5.2)
    """
    return (0, space // 4), (space // 4, space // 2), (space // 2, space)
