"""The sparse set: a dense array of members, a count of them, and a sparse array with the place of every number.

Representation invariant:

1. The members are the first cells of the dense array, as many as the count says, each once.
2. The sparse array has the place of each member. Those of other numbers mean nothing.
3. While there is a mark, the members that were removed since are behind the count, and before the mark.

So a number is a member if its place is below the count, and has it. Both arrays begin without cells, grow when a number
needs it, and never become shorter. No cell is cleared: a removal exchanges the number with the last member, and takes
one off the count. Therefore `undo` only raises the count again. This is exact until a number is inserted, which takes
the cell of a former member. To keep some members only, each of them is exchanged with the next cell from the front on.

(the article on sparse sets)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Cell, Picture, Row
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.core.system import System
from stablelist_spec.families.members import answered
from stablelist_spec.families.sets import SET
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named

from .model import SetState, Universe, ascending, held, initial, is_member, joined, place_in, step
from .observer import LABELS, classify

__all__ = ["INVARIANTS", "SPARSE_SET"]

# --- Invariants -----------------------------------------------------------------------------------


def every_member_is_found_at_its_place(state: SetState, _: FreshKeys) -> bool:
    """For every member, the two arrays point at each other."""
    return all(place_in(state, number) == place for place, number in enumerate(state.members))


def members_are_distinct(state: SetState, _: FreshKeys) -> bool:
    """No number is a member twice, and there are as many as the count says."""
    return len(set(state.members)) == state.size


def members_are_in_the_universe(state: SetState, _: FreshKeys) -> bool:
    """Every member is in the universe, and the sparse array is not longer than it."""
    return (
        all(map(state.universe.has, state.members)) and len(state.places) <= state.universe.universe
    )


def members_at_the_mark_are_there_or_behind_the_count(state: SetState, _: FreshKeys) -> bool:
    """While there is a mark, no member is behind it, and those that were removed since are before it."""
    if state.marked is None:
        return True
    before = state.dense[: state.marked]
    found = [place_in(state, number) for number in before]
    return state.size <= state.marked and found == [*range(state.marked)]


INVARIANTS: Final = named(
    every_member_is_found_at_its_place,
    members_are_distinct,
    members_are_in_the_universe,
    members_at_the_mark_are_there_or_behind_the_count,
)
"""Every invariant by its name."""


# --- The system -------------------------------------------------------------------------------------


def layout_word(state: SetState) -> str:
    """The answer to ``layout``: the members in the order of the dense array."""
    return f"[{','.join(map(str, state.members))}]"


def cost_word(state: SetState) -> str:
    """The answer to ``cost``: cells written, and members visited."""
    return f"{state.written}/{state.visited}"


def picture(state: SetState) -> Picture:
    """Both arrays: the members, former ones behind them, and where each number is or was."""
    dense = [Cell(place < state.size, str(number)) for place, number in enumerate(state.dense)]
    places = [
        Cell(is_member(state, number), "" if place < 0 else str(place))
        for number, place in enumerate(state.places)
    ]
    rows = (
        Row(len(dense), dense, name="dense", word="number"),
        Row(len(places), places, name="sparse", word="place"),
    )
    costs = {"cells written": state.written, "members visited": state.visited}
    mark = {} if state.marked is None else {"members at the mark": state.marked}
    facts = {"universe": state.universe.universe, "members": state.size, **mark}
    return Picture(facts, costs, rows)


class Variables(NamedTuple):
    """A state: both arrays, the count, that at the mark, and the costs."""

    dense: tuple[int, ...]
    places: tuple[int, ...]
    size: int
    marked: int | None
    written: int
    visited: int


def variables(state: SetState) -> Variables:
    """The state variables of a trace."""
    return Variables(*state[1:])


def refines(before: SetState, operation: Operation, step: Step[SetState, object]) -> bool:
    """Whether a step follows the contract of a set."""
    shown = ascending(step.answer) if isinstance(step.answer, tuple) else step.answer
    return (shown, held(step.state)) == answered(held(before), operation)


def forgotten(state: SetState) -> SetState:
    """A set without its costs."""
    return state._replace(written=0, visited=0)


def members(universe: Universe) -> Sequence[int]:
    """Every number of the universe, and the first one beyond it."""
    return range(universe.universe + 1)


OPERATIONS: Final = frozenset(
    {
        *("insert", "remove", "contains", "len", "is_empty", "each", "clear", "layout", "cost"),
        *("retain", "intersect", "mark", "undo"),
    }
)

SPARSE_SET: Final = System(
    name="sparse-set",
    family=SET,
    operations=OPERATIONS,
    configuration=Universe,
    noun="set",
    axes=Axes(
        elements="dense, behind an indirection",
        truncation="the dense array has no vacancies",
        bulk="clear and undo write no cell",
        full="refused beyond the universe",
    ),
    initial=initial,
    step=step,
    joined=joined,
    classify=classify,
    shown={"layout": layout_word, "cost": cost_word},
    invariants=INVARIANTS,
    labels=LABELS,
    forgotten=forgotten,
    leaves_out="costs",
    refines=refines,
    picture=picture,
    variables=variables,
    operands={"value": members},
    choices={"universe": (1, 2, 3, 4, 8, 16, 64, 1000)},
    ranges={"universe": (1, 65_536)},
    scopes=(Universe(1), Universe(2), Universe(3)),
    pairs=(Universe(2),),
    crafted=crafted("systems/sparse_set/crafted.programs"),
)
"""The sparse set."""
