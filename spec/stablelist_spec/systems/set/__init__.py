"""The set: every container of numbers that are members or not, such as a bit set, a bitmap or an ordered set.

Its contract is the whole model: what a step does is said by the family, and nothing inside is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product, starmap
from typing import ClassVar, Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Cell, Picture, Row
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.members import Chosen, Held, answered, joined, runs
from stablelist_spec.families.sets import ORDERED, Order
from stablelist_spec.families.sets import SET as FAMILY
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named
from stablelist_spec.parts.observable import classified, labelled
from stablelist_spec.parts.options import Bound, Options

from .observer import OBSERVED

__all__ = ["INVARIANTS", "SET", "Configuration", "able", "small", "step", "universe"]


@dataclass(frozen=True)
class Configuration(Options):
    """The numbers that may be members, those below *universe*, or all if it is 0; and the order.

    >>> Configuration(universe=8).most_live, Configuration().order
    (8, <Order.NONE: 'none'>)
    """

    bounds: ClassVar[tuple[Bound, ...]] = (Bound("universe", 0),)

    universe: int = 0
    order: Order = Order.NONE

    @property
    def most_live(self) -> int | None:
        """The largest number of members, if there is one."""
        return self.universe or None


def able(chosen: Configuration, name: str) -> bool:
    """Whether a set has an operation: some need an order, one an order that the caller decides, one ascending members.

    >>> able(Configuration(), "first"), able(Configuration(order=Order.ASCENDING), "first")
    (False, True)
    >>> able(Configuration(order=Order.ASCENDING), "insert_at")
    False
    """
    if name == "insert_at":
        return chosen.order is Order.INSERTION
    if name == "each_from":
        return chosen.order is Order.ASCENDING
    return chosen.order is not Order.NONE or name not in ORDERED


def step(held: Held, operation: Operation) -> StepOf[Held, object]:
    """The step of an operation.

    Raises:
        ValueError: it needs an order, and none is documented, or the order does not allow it.

    >>> step(Held(Configuration(), (3,)), Operation("remove", value=3)).answer
    True
    >>> step(Held(Configuration()), Operation("first"))
    Traceback (most recent call last):
    ValueError: a set with order=none has no operation 'first'
    """
    if not able(held.chosen, operation.name):  # type: ignore[arg-type] # of this system
        order = held.chosen.order.value
        raise ValueError(f"a set with order={order} has no operation {operation.name!r}")
    answer, after = answered(held, operation)
    return StepOf(after, answer)


# --- Invariants -----------------------------------------------------------------------------------


def members_are_distinct(held: Held, _: FreshKeys) -> bool:
    """No number is a member twice."""
    return len({*held.elements}) == len(held.elements)


def members_are_in_the_universe(held: Held, _: FreshKeys) -> bool:
    """In a bounded universe, every member is below the bound."""
    return not held.chosen.universe or max(held.elements, default=0) < held.chosen.universe


def members_ascend_unless_ordered_by_insertion(held: Held, _: FreshKeys) -> bool:
    """The smallest member is first, unless it is the oldest."""
    by_insertion = held.chosen.order is Order.INSERTION
    return by_insertion or held.elements == tuple(sorted(held.elements))


def marked_members_are_there_or_were_removed(held: Held, _: FreshKeys) -> bool:
    """While there is a mark, no number is a member that was none at the mark."""
    return held.marked is None or {*held.elements} <= {*held.marked}


INVARIANTS: Final = named(
    members_are_distinct,
    members_are_in_the_universe,
    members_ascend_unless_ordered_by_insertion,
    marked_members_are_there_or_were_removed,
)
"""Every invariant by its name."""


# --- The system -------------------------------------------------------------------------------------

FEW: Final = 3
"""The numbers of a set that is explored, if it grows: those below."""


def universe(chosen: Chosen) -> tuple[int, ...]:
    """Every number of a set that is explored, and the first ones beyond.

    The first and the last one may be members, because pairs of sets have only these.
    """
    beyond = chosen.universe or FEW
    return (0, beyond, beyond + 1, *range(1, beyond))


def small(held: Held) -> bool:
    """Whether a set is explored."""
    return max(held.elements, default=0) < (held.chosen.universe or FEW)


def showing(chosen: Configuration) -> tuple[str, ...]:
    """The operations that show the order of a set."""
    return tuple(
        name
        for name in FAMILY.kinds
        if chosen.order is not Order.NONE and name in ORDERED and able(chosen, name)
    )


def picture(held: Held) -> Picture:
    """The members in their order, and those at the mark."""
    bound = {"universe": held.chosen.universe} if held.chosen.universe else {}
    rows = {"": held.elements, "at the mark": held.marked or ()}
    return Picture(
        {"members": len(held.elements), **bound},
        rows=tuple(
            Row(len(members), [Cell(True, str(each)) for each in members], name=name, word="member")
            for name, members in rows.items()
        ),
    )


class Variables(NamedTuple):
    """A state: the members, and those at the mark."""

    elements: tuple[int, ...]
    marked: tuple[int, ...] | None


def variables(held: Held) -> Variables:
    """The state variables of a trace."""
    return Variables(held.elements, held.marked)


SET: Final = System(
    name="set",
    family=FAMILY,
    operations=frozenset(FAMILY.kinds) - {"layout", "cost"},
    configuration=Configuration,
    noun="set",
    axes=Axes(
        elements="the caller's numbers",
        truncation="there are no vacancies",
        full="refused beyond the universe, if there is one",
    ),
    initial=Held,
    step=step,
    joined=joined,
    classify=classified(OBSERVED),
    able=able,
    invariants=INVARIANTS,
    measures={"runs": lambda held: runs(held.elements)},
    labels=labelled(OBSERVED),
    picture=picture,
    variables=variables,
    operands=dict.fromkeys(("value", "start", "end", "place", "length", "most"), universe),
    within=small,
    choices={
        "universe": (0, 0, 1, 2, 3, 8, 64, 130, 1_000),
        "order": tuple(Order),
    },
    ranges={"universe": (0, 65_536)},
    witnesses={"order": showing},
    scopes=(
        *starmap(Configuration, product((2, 0), (Order.NONE, Order.ASCENDING))),
        Configuration(2, Order.INSERTION),
    ),
    pairs=tuple(Configuration(0, order) for order in Order),
    crafted=crafted("systems/set/crafted.programs"),
)
"""The set."""
