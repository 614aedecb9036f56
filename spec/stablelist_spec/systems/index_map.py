"""Index map: rows side by side, each with its id, and a map from every id to the slot of its row.

It is modelled after the solutions on index maps in a book of exercises, whose deletion does not check its id.

Representation invariant:

1. The map has an entry for every id that was issued: the slot of its row, or a mark if the row was deleted.
2. The rows are dense: every live id has one, and no other is there. The map says which: ``rows[map[id]].id = id``.
3. The mark is no slot.

The abstraction is StableList's: the live ids, as a map from keys to elements. An id is the index of a key.

- Stamps: none. An id is issued once, by a counter.
- Vacancies: an id is never issued again. Insertion is refused when all are used up, however few rows there are.
- Elements: dense, in the order of insertion; a deletion moves the last row into the gap. `sort` puts the rows in the
  order of what remains if each element is divided by a number; rows with the same remainder keep their order. Ids stay
  valid, and the map has the new slots of live ids. Both count the rows that are at another slot afterwards.
  Iteration visits the rows only.
- Truncation: the rows have no gap; the map never becomes shorter.
- Bulk: none.

(the solutions on index maps, exercises 1 to 6)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.contract import Promise
from stablelist_spec.parts.arranging import DENSE
from stablelist_spec.parts.cells import items
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.observer import observer
from stablelist_spec.parts.options import INDEX_BITS, Ranged
from stablelist_spec.parts.picturing import cost_word
from stablelist_spec.parts.relative import (
    ONCE_ONLY,
    RULES,
    Relative,
    composed,
    fresh,
    removes_each,
    vocabulary,
)
from stablelist_spec.parts.slot_invariants import together
from stablelist_spec.parts.slots import R, Slots, opening
from stablelist_spec.parts.stamping import ONCE
from stablelist_spec.parts.vacancies import Never
from stablelist_spec.parts.vectors import MODULI, SORTING, in_order, sorting

__all__ = ["INDEX_MAP", "MODEL", "Configuration", "State", "sort"]


@dataclass(frozen=True)
class Configuration(Ranged):
    """The bits of an id, of which there are as many as they can name.

    >>> Configuration(2).most_slots
    4
    """

    bounds = (INDEX_BITS,)

    index_bits: int | None = 32


class Issued(Never):
    """An id is issued once."""

    insertions: Mapping[str, str] = {"append": "the next id is issued, and its row is the last one"}

    def taken(self, state: R) -> tuple[int, R]:
        """The next id, for which the map gets an entry."""
        return state.space, opening(state, 1)


class State(Slots):
    """An index map: a cell for each id that was issued, and the ids of the rows in their order."""

    __slots__ = ()

    stamping = ONCE
    vacancies = Issued()
    arranging = DENSE


def sort(state: State, modulus: int) -> StepOf[State, None]:
    """Sort the rows by the remainder of each element; those with the same one keep their order."""
    elements = {key.index: element for key, element in items(state)}
    order, moved = in_order(state.order, [elements[each] % modulus for each in state.order])
    cost = state.cost._replace(moved=state.cost.moved + moved)
    return StepOf(state._replace(order=order, cost=cost), None)


def layout_word(state: State) -> str:
    """The answer to ``layout``: the slot of every id that was issued, or a mark; and the ids of the rows.

    >>> from stablelist_spec.parts.cells import Has
    >>> layout_word(State(Configuration(), 2, (Has(7, 0), Has(8, 0)), order=(1, 0)))
    '1,0|1,0'
    """
    slots = {each: str(slot) for slot, each in enumerate(state.order)}
    entries = ",".join(slots.get(each, "-") for each in range(state.opened))
    return f"{entries}|{','.join(map(str, state.order))}"


def extent(word: str) -> tuple[int, int]:
    """The length of the map in an answer to ``layout``; no vacancy is listed.

    >>> extent("1,-,0|2,0"), extent("|")
    ((3, 0), (0, 0))
    """
    entries = word.partition("|")[0]
    return entries.count(",") + bool(entries), 0


OPERATIONS: Final = ONCE_ONLY | {"sort"}
LABELS: Final = {
    label: meaning
    for label, meaning in vocabulary(State, OPERATIONS, SORTING, None).items()
    if not label.endswith("_revived")
}
"""Every label with its meaning. No key finds another element, however long one waits."""

MODEL: Final = Relative[Configuration, State](
    name="index map",
    operations=OPERATIONS,
    labels=LABELS,
    classify=observer({**RULES, "sort": sorting}),
    invariants=together(State),
    shown={"layout": layout_word, "cost": cost_word},
    initial=lambda chosen: fresh(State, chosen),
    clear=removes_each,
    sort=sort,
)
"""The model of an index map."""

INDEX_MAP: Final = composed(
    MODEL,
    "index-map",
    configuration=Configuration,
    fields=("index_bits",),
    noun="index map",
    axes=Axes(
        stamps="none; an id is issued once",
        vacancies="never reused",
        elements="rows, dense, behind a map; sort changes their order",
        truncation="rows have no vacancies; the map stays",
        full="refused when all ids are used up",
    ),
    extent=extent,
    promised=Promise(
        lambda _, bits: ONCE.policy(bits),
        holds=lambda chosen: chosen.most_live,
        uses_up=lambda _: 1,
    ),
    period=lambda _: ONCE.period(None),
    operands=MODULI,
    scopes=(Configuration(2),),
    crafted=crafted("systems/index_map.programs"),
)
"""The system: an index map with its rows and its map."""
