"""Vec: elements side by side, and keys that are only an index.

It is modelled after the documented behaviour of `Vec` in Rust's standard library. Its keys have the id 0.

Representation invariant:

1. Every cell is live: there is no vacancy.
2. The id of every element is 0.
3. A vector of fixed capacity has no more cells than that.

A removal moves elements under their keys (*shift-N* in chapter 3 of the thesis), so a live key may find another element
or none. A vector therefore does not keep the contract of pools. Its contract is this model.

- Stamps: none. A key is the index at which its element was inserted, and finds the element that is there now.
- Vacancies: none. Every element is appended.
- Elements: side by side, in the order of insertion until a swap changes it. Iteration visits the elements only.
  `removal` is one of the three ways to remove. *shift* moves all later elements down by one. *swap* moves the last element
  into the gap. *pop* removes only the last element; a key of another one is answered as if it found nothing, because
  popping would remove an element that the caller did not name.
- Truncation: every removal drops the last cell.
- Bulk: `clear` and `drain` drop all cells. `retain` keeps the order of the elements that stay, whatever `removal` is.
- Full: a vector of fixed capacity refuses, and changes nothing. Any other grows; its memory is not modelled, so moves
  by reallocation are not counted.

`moved` counts the elements that a removal moves, `dropped` the cells that it drops.

A vector can be sorted. There is no operation for this: it would only be one more way to move elements under their keys.

(thesis 3.1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.picture import Picture
from stablelist_spec.core.step import Label, Provenance, StepOf
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.cells import Cell, Cost, Has, Partition, Resolution, items, resolve
from stablelist_spec.parts.labels import insertion_labels, key_label, key_labels, meanings
from stablelist_spec.parts.model import Model, described
from stablelist_spec.parts.picturing import cost_word, drawn
from stablelist_spec.parts.reading import iterated
from stablelist_spec.parts.vectors import Removal, without

__all__ = ["MODEL", "VEC", "Configuration", "State", "initial"]


@dataclass(frozen=True)
class Configuration:
    """The options of a vector: how it removes, and the largest number of elements, or 0 if it grows."""

    removal: Removal = Removal.SHIFT
    capacity: int = 0

    def __post_init__(self) -> None:
        """Reject a capacity that no vector can have.

        Raises:
            ValueError: a negative capacity.
        """
        if self.capacity < 0:
            raise ValueError(
                f"capacity is {self.capacity}; it must be at least 0, for a vector that grows"
            )


class State(NamedTuple):
    """A vector. Every cell is live."""

    configuration: Configuration
    cells: tuple[Cell, ...] = ()
    cost: Cost = Cost()

    @property
    def live(self) -> int:
        """The number of elements."""
        return len(self.cells)

    @property
    def opened(self) -> int:
        """The same: there is no vacancy."""
        return len(self.cells)

    @property
    def space(self) -> int:
        """The fixed capacity; of a vector that grows, its elements."""
        return self.configuration.capacity or len(self.cells)

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """The vector is one part without a free list."""
        return (Partition(0, self.space, self.live, self.opened, None),)


def initial(configuration: Configuration) -> State:
    """A new vector, without elements."""
    return State(configuration)


# --- Operations -----------------------------------------------------------------------------------


def refusal(state: State, additional: int) -> str:
    """Why *additional* more elements are refused, as the end of a label; empty if they fit."""
    capacity = state.configuration.capacity
    return "" if capacity == 0 or state.live + additional <= capacity else "full"


def add(state: State, element: int) -> StepOf[State, Key | Failure]:
    """Append *element* and answer its index."""
    # UNLESS: the capacity is fixed and used up.
    if refused := refusal(state, 1):
        return StepOf(state, Failure.FULL, (f"add_{refused}",))
    # CHANGE
    after = state._replace(cells=(*state.cells, Has(element, 0)))
    # ANSWER
    return StepOf(after, Key(state.live, 0), ("add_append",))


def remove(
    state: State, key: Key, origin: Provenance = Provenance.ISSUED
) -> StepOf[State, int | None]:
    """Remove the element at the index of *key*, in the way of the vector, or do nothing."""
    # WHERE
    resolution, removal = resolve(state, key), state.configuration.removal
    label = key_label("remove", origin, resolution)
    # UNLESS: there is no element, or only the last one can be removed.
    if resolution is not Resolution.HIT:
        return StepOf(state, None, (label,))
    if removal is Removal.POP and key.index < state.live - 1:
        return StepOf(state, None, (label, "remove_not_the_last"))
    # CHANGE
    rest, moved, word = without(state.cells, key.index, removal)
    happened = (label, f"remove_{word}", *(() if rest else ("remove_empties",)))
    # ANSWER
    return StepOf(shorter(state, rest, moved), element_at(state, key.index), happened)


def shorter(state: State, rest: tuple[Cell, ...], moved: int) -> State:
    """The vector with only the rest of its cells, some of which have moved."""
    gone, spent = state.live - len(rest), state.cost
    cost = spent._replace(
        moved=spent.moved + moved, dropped=spent.dropped + gone, removals=spent.removals + gone
    )
    return state._replace(cells=rest, cost=cost)


def element_at(state: State, index: int) -> int:
    """The element at an index."""
    cell = state.cells[index]
    assert isinstance(cell, Has)
    return cell.element


def clear(state: State) -> StepOf[State, None]:
    """Drop all cells."""
    cost = state.cost._replace(dropped=state.cost.dropped + state.opened)
    happened = (f"clear_{'some' if state.live else 'empty'}",)
    return StepOf(state._replace(cells=(), cost=cost), None, happened)


def reserve(state: State, additional: int) -> StepOf[State, Failure | None]:
    """Make room for so many more elements, which is not observable, or refuse."""
    if refused := refusal(state, additional):
        return StepOf(state, Failure.FULL, (f"reserve_{refused}",))
    return StepOf(state, None, ("reserve_has_room",))


class Vector(Model[Configuration, State]):
    """A model whose `retain` moves each element that stays at most once."""

    def retain(self, state: State, modulus: int, residue: int) -> StepOf[State, tuple[int, ...]]:
        """Keep the elements with that residue in their order, and hand the others out."""
        # WHERE
        stays = [element % modulus == residue for _, element in items(state)]
        first = stays.index(False) if False in stays else len(stays)
        # CHANGE: every element that stays behind the first gap moves once.
        rest = tuple(cell for cell, kept in zip(state.cells, stays, strict=True) if kept)
        after = shorter(iterated(state), rest, len(rest) - first)
        # ANSWER
        answer = tuple(e for (_, e), kept in zip(items(state), stays, strict=True) if not kept)
        amount = "all" if not answer else "some" if rest else "none"
        return StepOf(after, answer, (f"retain_{amount if stays else 'empty'}",))


# --- Labels and invariants ------------------------------------------------------------------------

OPERATIONS: Final = frozenset(
    {
        *("add", "insert_with", "extend", "remove", "clear", "drain", "retain"),
        *("at", "contains", "len", "is_empty", "each", "keys", "replace", "at_mut", "each_mut"),
        *("reserve", "reload", "layout", "cost"),
    }
)
"""The operations of a vector."""

_OWN: Final[dict[Label, str]] = {
    "extend_none": "an extension by zero elements",
    "extend_within": "an extension by one element or more",
    "extend_full": "refused: the capacity is too small for one of the elements, nothing changes",
    "remove_last": "the last element is cut off",
    "remove_shifts": "all later elements move down by one",
    "remove_swaps": "the last element moves into the gap",
    "remove_not_the_last": "only the last element can be popped; nothing changes",
    "remove_empties": "no element is left",
    "clear_empty": "clear of a vector without elements",
    "clear_some": "clear of a vector with elements",
    "drain_empty": "drain of a vector without elements",
    "drain_some": "drain of a vector with elements",
    "reserve_has_room": "the vector grows, or its capacity is enough; nothing changes",
    "reserve_full": "refused: the capacity is too small, nothing changes",
}
_NEVER: Final = frozenset(
    {"retain_truncates", "each_skips_vacancy", "each_mut_skips_vacancy", "reload_with_vacancies"}
)

LABELS: Final[dict[Label, str]] = (
    insertion_labels({"append": "at the end", "full": "refused: the capacity is used up, nothing changes"})
    | _OWN
    | meanings(("retain_", "each_", "reload_"), but=_NEVER)
    | key_labels(
        OPERATIONS, but=frozenset({Resolution.OTHER_ID}), never=frozenset({Resolution.VACANT})
    )
)  # fmt: skip
"""Every label with its meaning. A live key whose element has moved finds another one, or none; its labels are those of
a key that is live or stale."""


def every_cell_is_live(state: State, _: FreshKeys) -> bool:
    """There is no vacancy."""
    return all(isinstance(cell, Has) for cell in state.cells)


def elements_bear_no_id(state: State, _: FreshKeys) -> bool:
    """Every id is 0, so a key is only an index."""
    return all(cell.id == 0 for cell in state.cells if isinstance(cell, Has))


def capacity_is_kept(state: State, _: FreshKeys) -> bool:
    """A vector of fixed capacity has no more cells than that."""
    return state.configuration.capacity == 0 or state.opened <= state.configuration.capacity


INVARIANTS: Final = {
    predicate.__name__: predicate
    for predicate in (every_cell_is_live, elements_bear_no_id, capacity_is_kept)
}
"""Every invariant by its name."""


# --- The system -----------------------------------------------------------------------------------


def layout_word(state: State) -> str:
    """The answer to ``layout``: the elements in their order.

    >>> layout_word(add(initial(Configuration()), 7).state)
    '[7]'
    """
    return f"[{','.join(str(element) for _, element in items(state))}]"


def extent(word: str) -> tuple[int, int]:
    """The cells of an answer to ``layout``; there is no free list.

    >>> extent("[7,8]"), extent("[]")
    ((2, 0), (0, 0))
    """
    return (word.count(",") + 1 if word != "[]" else 0), 0


def picture(state: State) -> Picture:
    """The cells. Keys have no ids."""
    return drawn(state, [""], {"removal": state.configuration.removal.value})


class Variables(NamedTuple):
    """A state: the elements in their order, and the costs."""

    elements: tuple[int, ...]
    cost: Cost


def variables(state: State) -> Variables:
    """The state variables of a trace."""
    return Variables(tuple(element for _, element in items(state)), state.cost)


def freely(*_: object) -> bool:
    """Every step is one of the contract, which is the model itself."""
    return True


MODEL: Final = Vector(
    name="vector",
    operations=OPERATIONS,
    labels=LABELS,
    invariants=INVARIANTS,
    shown={"layout": layout_word, "cost": cost_word},
    initial=initial,
    add=add,
    refusal=refusal,
    remove=remove,
    clear=clear,
    reserve=reserve,
    shrink_to_fit=lambda state: StepOf(state, None),
)
"""The model of a vector."""

VEC: Final = described(
    MODEL,
    "vec",
    configuration=Configuration,
    noun="vector",
    axes=Axes(
        stamps="none",
        vacancies="none",
        elements="side by side; a removal shifts or swaps",
        truncation="every removal drops the last cell",
        bulk="retain keeps the order",
        full="a cell is appended",
    ),
    period=lambda _: 1,
    refines=freely,
    choices={"removal": tuple(Removal), "capacity": (0, 0, 1, 2, 3, 8, 64)},
    extent=extent,
    picture=picture,
    variables=variables,
    scopes=tuple(Configuration(removal, 4) for removal in Removal),
    crafted=(
        # shift-N: keys of live elements find others, or none
        "cost removal=shift capacity=0 : add*4 remove:1 ?:1 ?:2 ?:3 ?:0 each layout cost",
        "cost removal=swap capacity=0 : add*4 remove:1 ?:1 ?:2 ?:3 ?:0 each layout cost",
        "cost removal=pop capacity=0 : add*4 remove:1 remove:3 ?:1 ?:2 ?:3 ?:0 each layout cost",
        "cost removal=shift capacity=4 : add*4 remove:3 ?:3 remove:0 ?:2 ?:0 add ?:2 ?:3 ?:4 layout",
        "cost removal=swap capacity=0 : add remove:0 ?:0 add ?:0 layout",
        # forged keys by kind
        "cost removal=swap capacity=0 : add*3 remove:1 ?:#-1.0 ?:#0.7 ?:#1.0 ?:#2.0 ?:#9.0 ?:#9007199254740991.0 layout",
        "cost removal=shift capacity=4 : add*2 ?:#3.0 ?:#1.1 ?:#0.0 ?:#4.0 layout",
        # many elements, and everything that is about all of them
        "cost removal=shift capacity=0 : add*70 remove:3 remove:60 remove:65 layout add*4 layout each cost",
        "cost removal=swap capacity=0 : add*70 remove:3 remove:60 remove:65 layout add*4 layout each cost",
        "cost removal=swap capacity=0 : retain:1:0 extend:0 extend:9 retain:3:1 layout retain:1:0 retain:2:0 layout retain:5:3 cost",
        "cost removal=pop capacity=0 : extend:9 each_mut:2 retain:2:0 drain layout insert_with reload keys clear layout cost",
        "cost removal=shift capacity=5 : extend:5 extend:1 add insert_with remove:0 layout reserve:2 reserve:1 extend:2 each",
    ),
)
"""The system: a vector with its exact layout."""
