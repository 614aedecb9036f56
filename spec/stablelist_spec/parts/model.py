"""A model of a container with cells: its states, and every operation as a function on them.

A container defines whether there is room, how an element is inserted and how its cell is vacated, how all are cleared,
and what happens to memory. The rest follows: a `Model` refuses if there is no room and does nothing if a key does not
resolve; reading, replacing and lending depend on cells and keys alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Classify, Label, StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL, STRUCTURAL, Paired, PoolError

from .cells import Has, S, found, items
from .drafts import drafted, settled
from .lending import apply, exchange, lend, traverse
from .looping import cycle, fill, thin
from .reading import at, contains, each, is_empty, iterated, key_at, keys, length, reload
from .refinement import abstraction, refines
from .replacing import at_mut, each_mut, replace
from .varied import varied

__all__ = ["Model", "described", "forgotten"]

C = TypeVar("C")


def missing(*_: object) -> Any:  # noqa: ANN401 - in the place of any operation
    """Stands for an operation of a container that does not have it.

    Raises:
        ValueError: always.
    """
    raise ValueError("the model offers an operation that it does not define")


def unchanged(state: S, _: int) -> S:
    """The state as it is: memory is not modelled."""
    return state


@dataclass(kw_only=True, eq=False)
class Model(Generic[C, S]):
    """An exact model of one kind of container.

    Attributes:
        name: its name.
        operations: its operations.
        labels: every label of its steps, with its meaning. No other is returned.
        classify: the labels of a step.
        invariants: the invariants of a state and its fresh keys, by name.
        shown: the answers to the port protocol's words ``layout`` and ``cost``.
        initial: a new container.
        has_room: whether so many more elements can be added.
        insert: put an element into a container that has room for it; the state after that, and the key.
        vacate: take a live element out of its cell.
        clear: remove everything.
        sort: sort by what remains of the elements if they are divided by a number.
        with_room: the state with memory for so many more elements, if memory is modelled.
        shrink_to_fit: release the room that is not needed.
        repack: look up a packed key, if keys can be packed.
        restore: bring a retired key back with an element, or answer no.
    """

    name: str
    operations: frozenset[str]
    labels: Mapping[Label, str]
    classify: Classify
    invariants: Mapping[str, Callable[[S, FreshKeys], bool]]
    shown: Mapping[str, Callable[[S], str]]
    initial: Callable[[C], S]
    has_room: Callable[[S, int], bool]
    insert: Callable[[S, int], tuple[S, Key]]
    vacate: Callable[[S, int], S]
    clear: Callable[[S], StepOf[S, None]] = missing
    sort: Callable[[S, int], StepOf[S, None]] = missing
    with_room: Callable[[S, int], S] = unchanged
    shrink_to_fit: Callable[[S], StepOf[S, None]] = missing
    repack: Callable[[S, Key], StepOf[S, int | None]] = missing
    restore: Callable[[S, Key, int], StepOf[S, bool]] = missing

    def step(self, state: S, operation: Operation) -> StepOf[S, object]:
        """The step of an operation.

        Keys are keys, not numbers of insertions.

        Raises:
            ValueError: there is no such operation.
        """
        name = operation.name
        if name not in self.operations:
            raise ValueError(f"a {self.name} has no operation {name!r}")
        if name in self.shown:
            return StepOf(state, self.shown[name](state))
        return STEPS[name](self, state, operation)

    def add(self, state: S, element: int) -> StepOf[S, Key | PoolError]:
        """Insert *element* and answer its key, or refuse if there is no room.

        ``insert_with`` is the same: a factory that makes the element is given the key first, so that its exception
        changes nothing. While it runs, the container is lent (R14).

        (4.2, 5.2; R2, R3, R8, R9)
        """
        return (
            StepOf(*self.insert(state, element))
            if self.has_room(state, 1)
            else StepOf(state, PoolError.FULL)
        )

    def extend(self, state: S, elements: Sequence[int]) -> StepOf[S, tuple[Key, ...] | PoolError]:
        """Insert all *elements*, one after the other, or none; answer their keys.

        (4.2; R2, R3, R8, R9)
        """
        if not self.has_room(state, len(elements)):
            return StepOf(state, PoolError.FULL)
        after, issued = state, list[Key]()
        for element in elements:
            after, key = self.insert(drafted(after), element)
            issued.append(key)
        return StepOf(settled(after), tuple(issued))

    def remove(self, state: S, key: Key) -> StepOf[S, int | None]:
        """Remove the element of *key* and hand it out, or do nothing if the key does not resolve.

        (4.2, 5.2; R4, R11)
        """
        element = found(state, key)
        return StepOf(state if element is None else self.vacate(state, key.index), element)

    def remove_many(self, state: S, keys: tuple[Key, Key]) -> StepOf[S, Paired]:
        """Remove by each key in turn, and answer with the answers of the removals.

        (R4, R11)
        """
        first = self.remove(state, keys[0])
        second = self.remove(first.state, keys[1])
        return StepOf(second.state, Paired(first.answer, second.answer))

    def drain(self, state: S) -> StepOf[S, tuple[int, ...]]:
        """Remove everything, at the cost of an iteration and a `clear`.

        (4.2; R7, R12)
        """
        shown = tuple(element for _, element in items(state))
        return StepOf(self.clear(iterated(state)).state, shown)

    def retain(self, state: S, modulus: int, residue: int) -> StepOf[S, tuple[int, ...]]:
        """Keep the elements with that residue, remove the others, and hand these out.

        (4.2; R4, R7, R12)
        """
        # WHERE: every element is tested first, in ascending position.
        rejected = [(key, element) for key, element in items(state) if element % modulus != residue]
        # CHANGE: then each rejected one is removed, in ascending position, so that the last may truncate.
        after = iterated(state)
        for key, _ in rejected:
            after = self.remove(drafted(after), key).state
        # ANSWER
        return StepOf(settled(after), tuple(element for _, element in rejected))

    def reserve(self, state: S, additional: int) -> StepOf[S, PoolError | None]:
        """Make room for so many more elements, or refuse.

        Raises:
            ValueError: the number is negative.

        (R6, R9)
        """
        if additional < 0:
            raise ValueError(f"count is {additional}; it must be at least 0")
        if not self.has_room(state, additional):
            return StepOf(state, PoolError.FULL)
        return StepOf(self.with_room(state, additional), None)


STEPS: Final[dict[str, Callable[[Model[Any, Any], Any, Operation], StepOf[Any, object]]]] = {
    "add": lambda model, state, o: model.add(state, o.element),
    "insert_with": lambda model, state, o: model.add(state, o.element),
    "extend": lambda model, state, o: model.extend(state, range(o.element, o.element + o["count"])),
    "at": lambda _, state, o: at(state, o["key"]),
    "contains": lambda _, state, o: contains(state, o["key"]),
    "key_at": lambda _, state, o: key_at(state, o["key"]),
    "repack": lambda model, state, o: model.repack(state, o["key"]),
    "restore": lambda model, state, o: model.restore(state, o["key"], o["value"]),
    "remove": lambda model, state, o: model.remove(state, o["key"]),
    "remove_many": lambda model, state, o: model.remove_many(state, (o["key"], o["other"])),
    "len": lambda _, state, __: length(state),
    "is_empty": lambda _, state, __: is_empty(state),
    "clear": lambda model, state, _: model.clear(state),
    "each": lambda _, state, __: each(state),
    "keys": lambda _, state, __: keys(state),
    "apply": lambda _, state, o: apply(state, o["key"]),
    "inspect": lambda _, state, o: apply(state, o["key"]),
    "exchange": lambda _, state, o: exchange(state, o["key"], o["other"]),
    "replace": lambda _, state, o: replace(state, o["key"], o["value"]),
    "at_mut": lambda _, state, o: at_mut(state, o["key"], o["value"]),
    "each_mut": lambda _, state, o: each_mut(state, o["value"]),
    "traverse": lambda _, state, __: traverse(state),
    "lend": lambda _, state, __: lend(state),
    "drain": lambda model, state, _: model.drain(state),
    "retain": lambda model, state, o: model.retain(state, o["modulus"], o["residue"]),
    "sort": lambda model, state, o: model.sort(state, o["modulus"]),
    "reserve": lambda model, state, o: model.reserve(state, o["count"]),
    "shrink_to_fit": lambda model, state, _: model.shrink_to_fit(state),
    "reload": lambda _, state, __: reload(state),
    "cycle": lambda model, state, o: cycle(model, state, o.element, o["count"]),
    "fill": lambda model, state, o: fill(model, state, range(o.element, o.element + o["count"])),
    "thin": lambda model, state, o: thin(model, state, o["keys"]),
}
"""What each operation is; `inspect` is the read-only twin of `apply`."""


def described(model: Model[Any, Any], name: str, **more: Any) -> System:  # noqa: ANN401 - whatever a system has
    """A system with this model; *more* has its other attributes."""
    return System(
        name=name,
        family=POOL,
        operations=model.operations,
        initial=model.initial,
        step=model.step,
        classify=model.classify,
        shown=model.shown,
        live=abstraction,
        invariants=model.invariants,
        labels=model.labels,
        needs=needs_of(model.labels),
        forgotten=forgotten,
        leaves_out="costs, elements",
        **{
            "nameless": nameless,
            "refines": refines,
            **more,
            **varied(more["configuration"], more.get("choices", {})),
        },
    )


def needs_of(labels: Mapping[Label, str]) -> dict[Label, tuple[str, ...]]:
    """The operations of labels that are not named after them: ``remove`` truncates."""
    lent = {f"lend_refuses_{name}": ("lend", name) for name in STRUCTURAL}
    needs = lent | {"truncate_frees_reserve": ("remove", "reserve")}
    cut = {label: ("remove",) for label in labels if label.startswith("truncate_")}
    return {**cut, **{label: needs[label] for label in labels if label in needs}}


def forgotten(state: S) -> S:
    """The state without irrelevant parts: elements are renamed to their positions, costs are zero."""
    cells = tuple(Has(i, c.id) if isinstance(c, Has) else c for i, c in enumerate(state.cells))
    return state._replace(cells=cells, cost=type(state.cost)())


def nameless(state: S) -> S:
    """The state with every id the same; the next one, too, if there is one."""
    cells = tuple(Has(c.element, 0) if isinstance(c, Has) else c for c in state.cells)
    anew = state._replace(cells=cells)
    return anew._replace(next_id=0) if hasattr(anew, "next_id") else anew  # type: ignore[call-arg]
