"""A model of a system: its states and the functions on them.

A system says what is its own: how an element is added, removed, how all are cleared, and what memory does. The
rest follows. Reading, replacing and lending look at cells and keys alone, so they are StableList's. `insert_with`
is `add`, with the key known first; `extend` is as many additions, all or none; `drain` is an iteration and
`clear`; `retain` is an iteration and removals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from stablelist_spec.insertion import extension_labels
from stablelist_spec.invariants import FreshKeys
from stablelist_spec.labels import (
    KEY_OPERATIONS,
    KEYED,
    LABELS,
    Label,
    Provenance,
    Resolution,
    key_label,
)
from stablelist_spec.lending import apply, exchange, inspect, lend, traverse
from stablelist_spec.operation import Operation
from stablelist_spec.pool import POOL
from stablelist_spec.reading import at, contains, each, is_empty, iterated, keys, length, reload
from stablelist_spec.removal import retention_labels
from stablelist_spec.replacing import at_mut, each_mut, replace
from stablelist_spec.state import Cell, Cost, Failure, Has, Key, S, StepOf, items
from stablelist_spec.system import System

from .stable_list import needs_of, refines_the_contract

__all__ = ["Model", "cost_word", "described", "key_labels", "meanings"]

C = TypeVar("C")
NOTHING_SPENT: Final = Cost()


@dataclass(frozen=True, kw_only=True)
class Model(Generic[C, S]):
    """An exact model of one kind of container.

    Attributes:
        name: what it is called.
        operations: what it offers.
        labels: every label of its steps, with its meaning. No other is returned.
        invariants: what always holds of a state and the keys that are fresh in it, by sentence-name.
        shown: what the port protocol's words ``layout`` and ``cost`` show.
        initial: a new container.
        add: insert an element and answer its key, or refuse.
        has_room_for: whether so many elements more can be added.
        remove: take the element of a key out, or do nothing.
        clear: take everything out.
        reserve: make room for so many elements more, or refuse.
        shrink_to_fit: give back the room that is not needed.
        repack: look up by a key that was packed, where keys can be.
    """

    name: str
    operations: frozenset[str]
    labels: Mapping[Label, str]
    invariants: Mapping[str, Callable[[S, FreshKeys], bool]]
    shown: Mapping[str, Callable[[S], str]]
    initial: Callable[[C], S]
    add: Callable[[S, int], StepOf[S, Key | Failure]]
    has_room_for: Callable[[S, int], bool]
    remove: Callable[[S, Key, Provenance], StepOf[S, int | None]]
    clear: Callable[[S], StepOf[S, None]]
    reserve: Callable[[S, int], StepOf[S, Failure | None]]
    shrink_to_fit: Callable[[S], StepOf[S, None]]
    repack: Callable[[S, Key, Provenance], StepOf[S, int | None]] | None = None

    def step(
        self, state: S, operation: Operation, origin: Provenance = Provenance.ISSUED
    ) -> StepOf[S, object]:
        """What an operation does, given where its key comes from.

        Keys are keys, not numbers of insertions. An insertion adds *value*, and ``extend`` adds *count* elements
        from *value* on.

        Raises:
            ValueError: there is no such operation.
        """
        if operation.name not in self.operations:
            raise ValueError(f"a {self.name} has no operation {operation.name!r}")
        if operation.name in self.shown:
            return StepOf(state, self.shown[operation.name](state), ())
        if operation.name in KEYED:
            return self._of_a_key(state, operation, origin)
        return (
            _observing(state, operation)
            or self._inserting(state, operation)
            or self._of_all(state, operation)
        )

    def live(self, state: S) -> dict[Key, int]:
        """The abstraction: the live elements by key, which is all that a user can observe."""
        return dict(items(state))

    def forgotten(self, state: S) -> S:
        """The state without what no step depends on: elements are renamed to their positions, costs are zero."""
        return state._replace(cells=_renamed(state.cells), cost=NOTHING_SPENT)

    def nameless(self, state: S) -> S:
        """The state with every id the same; the next one, too, if there is one."""
        cells = tuple(Has(c.element, 0) if isinstance(c, Has) else c for c in state.cells)
        anew = state._replace(cells=cells)
        return anew._replace(next_id=0) if hasattr(anew, "next_id") else anew  # type: ignore[call-arg]

    def _of_a_key(self, state: S, operation: Operation, origin: Provenance) -> StepOf[S, object]:
        """An operation on a key, or on two."""
        key, other, value = operation.key, operation.other, operation.value
        assert isinstance(key, Key), f"{operation.name} needs a key"
        match operation.name:
            case "remove":
                return self.remove(state, key, origin)
            case "repack":
                assert self.repack is not None, f"a {self.name} packs no keys"
                return self.repack(state, key, origin)
            case "replace":
                return replace(state, key, value, origin)
            case "at_mut":
                return at_mut(state, key, value, origin)
            case "exchange":
                assert isinstance(other, Key), "exchange needs two keys"
                return exchange(state, key, other)
        return _looking(state, operation.name, key, origin)

    def _inserting(self, state: S, operation: Operation) -> StepOf[S, object] | None:
        """An insertion, or several."""
        match operation.name:
            case "add":
                return self.add(state, operation.value)
            case "insert_with":
                after, answer, labels = self.add(state, operation.value)
                renamed = tuple(f"insert_with_{label.removeprefix('add_')}" for label in labels)
                return StepOf(after, answer, renamed)
            case "extend":
                return self._extend(state, operation.value, operation.count)
        return None

    def _extend(self, state: S, first: int, count: int) -> StepOf[S, object]:
        """Insert all elements, or none (R9)."""
        if not self.has_room_for(state, count):
            return StepOf(state, Failure.FULL, ("extend_full",))
        after, issued, happened = state, list[Key](), list[Label]()
        for element in range(first, first + count):
            after, key, labels = self.add(after, element)
            assert isinstance(key, Key), "room was found for every element"
            issued.append(key)
            happened += labels
        return StepOf(after, tuple(issued), extension_labels(happened))

    def _of_all(self, state: S, operation: Operation) -> StepOf[S, object]:
        """What may take elements out, and what is about memory."""
        match operation.name:
            case "clear":
                return self.clear(state)
            case "drain":
                after, _, (happened,) = self.clear(iterated(state))
                shown = tuple(element for _, element in items(state))
                return StepOf(after, shown, (happened.replace("clear", "drain"),))
            case "retain":
                return self._retain(state, operation.modulus, operation.residue)
            case "reserve":
                return self.reserve(state, operation.count)
        assert operation.name == "shrink_to_fit", operation.name
        return self.shrink_to_fit(state)

    def _retain(self, state: S, modulus: int, residue: int) -> StepOf[S, object]:
        """Ask about every element, then remove those that are rejected, in ascending position (R7)."""
        rejected = [(key, element) for key, element in items(state) if element % modulus != residue]
        after = iterated(state)
        for key, _ in rejected:
            after = self.remove(after, key, Provenance.ISSUED).state
        answer = tuple(element for _, element in rejected)
        return StepOf(after, answer, retention_labels(state, after))


def described(model: Model[Any, Any], name: str, **more: Any) -> System:  # noqa: ANN401 - whatever a system has
    """A pool by its model, with what *more* there is to say of the system."""
    return System(
        name=name,
        family=POOL,
        operations=model.operations,
        initial=model.initial,
        step=model.step,
        shown=model.shown,
        live=model.live,
        invariants=model.invariants,
        labels=model.labels,
        needs=needs_of(model.labels),
        forgotten=model.forgotten,
        nameless=model.nameless,
        refines=refines_the_contract,
        **more,
    )


def _looking(state: S, name: str, key: Key, origin: Provenance) -> StepOf[S, object]:
    """An operation that shows the element of a key."""
    match name:
        case "at":
            return at(state, key, origin)
        case "contains":
            return contains(state, key, origin)
        case "apply":
            return apply(state, key, origin)
    assert name == "inspect", name
    return inspect(state, key, origin)


def _observing(state: S, operation: Operation) -> StepOf[S, object] | None:
    """An operation on all elements that leaves them in place."""
    match operation.name:
        case "len":
            return length(state)
        case "is_empty":
            return is_empty(state)
        case "each":
            return each(state)
        case "keys":
            return keys(state)
        case "each_mut":
            return each_mut(state, operation.value)
        case "traverse":
            return traverse(state)
        case "lend":
            return lend(state, operation.structural)
        case "reload":
            return reload(state)
    return None


def _renamed(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The cells with every element renamed to its position."""
    return tuple(
        Has(position, cell.id) if isinstance(cell, Has) else cell
        for position, cell in enumerate(cells)
    )


# --- Words ----------------------------------------------------------------------------------------


def cost_word(state: S) -> str:
    """The costs as the port protocol shows them: ``visits/moved/dropped/cells``."""
    visits, moved, dropped, cells, _ = state.cost
    return f"{visits}/{moved}/{dropped}/{cells}"


def meanings(prefixes: tuple[str, ...], *, but: frozenset[Label] = frozenset()) -> dict[Label, str]:
    """The labels of StableList that begin so, with their meanings, *but* some."""
    return {
        label: meaning
        for label, meaning in LABELS.items()
        if label.startswith(prefixes) and label not in but
    }


def key_labels(
    operations: frozenset[str], *, but: frozenset[Resolution] = frozenset()
) -> dict[Label, str]:
    """The labels of the operations on one key, where a key of the container never meets some things.

    A forged key meets whatever there is.

    >>> [*key_labels(frozenset({"at"}), but=frozenset(Resolution) - {Resolution.HIT})][:3]
    ['at_live', 'at_revived', 'at_forged_hit']
    """
    asked = (
        key_label(operation, origin, resolution)
        for operation in KEY_OPERATIONS
        if operation in operations
        for origin in Provenance
        for resolution in Resolution
        if origin is Provenance.FORGED or resolution not in but | {Resolution.NEGATIVE}
    )
    return {label: LABELS[label] for label in asked}
