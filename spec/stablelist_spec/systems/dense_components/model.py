"""A world of entities with dense storages, and its steps.

The storage of a type has its components one behind the other, and in a second array the entity of each. A third array
has, at the index of an entity, the entity's id and the place of its component. An entity has a component if its own id
is there. The entities that are there are kept in such a storage, too, whose components are their numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.families.components import TYPES, joined
from stablelist_spec.families.pool import Paired, PoolError
from stablelist_spec.parts.options import Bound, Options

__all__ = ["Configuration", "Place", "Storage", "World", "alive", "initial", "step"]

T = TypeVar("T")


@dataclass(frozen=True)
class Configuration(Options):
    """How many entities can be made, because there are so many ids; 0 if ids do not end.

    >>> Configuration(3).most_live, Configuration().most_live
    (3, None)
    """

    bounds = (Bound("limit", 0),)

    limit: int = 0

    @property
    def most_live(self) -> int | None:
        """The largest number of entities, if bounded."""
        return self.limit or None


class Place(NamedTuple):
    """What the third array of a storage has for an entity: its id, and where its component is."""

    id: int
    place: int


class Storage(NamedTuple):
    """The components of one type, the entity of each, and at the index of every entity so far where to find it."""

    data: tuple[int, ...] = ()
    entities: tuple[Key, ...] = ()
    places: tuple[Place | None, ...] = ()

    def find(self, entity: Key) -> int | None:
        """The place of the component of an entity; None if it has none."""
        found = self.places[entity.index] if 0 <= entity.index < len(self.places) else None
        return found.place if found is not None and found.id == entity.id else None

    def get(self, entity: Key) -> int | None:
        """The component of an entity."""
        place = self.find(entity)
        return None if place is None else self.data[place]

    def inserted(self, entity: Key, component: int) -> Storage:
        """The storage with a component, in the place of the one that the entity has, or behind the others."""
        place = self.find(entity)
        if place is not None:
            return self._replace(data=put(self.data, place, component))
        before = (None,) * (entity.index - len(self.places))
        found = Place(entity.id, len(self.data))
        places = put(self.places + before, entity.index, found)
        return Storage((*self.data, component), (*self.entities, entity), places)

    def removed(self, entity: Key) -> Storage:
        """The storage without the component of an entity, if it has one: the last component takes its place."""
        place = self.find(entity)
        if place is None:
            return self
        last = self.entities[-1]
        moved = put(self.places, last.index, Place(last.id, place))
        return Storage(
            put(self.data, place, self.data[-1])[:-1],
            put(self.entities, place, last)[:-1],
            put(moved, entity.index, None),
        )


def put(cells: tuple[T, ...], place: int, cell: T) -> tuple[T, ...]:
    """The cells with one of them changed, or added at the end."""
    return (*cells[:place], cell, *cells[place + 1 :])


class World(NamedTuple):
    """A world.

    Attributes:
        limit: how many ids there are; 0 if they do not end.
        next_id: of the next entity.
        opened: how many indices were handed out.
        free: the indices of removed entities; the last one is handed out first.
        active: the entities that are there, each with its number.
        storages: those of each type, which are made when the first component is inserted.
    """

    limit: int
    next_id: int = 1
    opened: int = 0
    free: tuple[int, ...] = ()
    active: Storage = Storage()
    storages: tuple[Storage | None, ...] = (None,) * TYPES

    def storage(self, kind: int) -> Storage:
        """The storage of a type; an empty one, if it was not made."""
        return self.storages[kind] or Storage()


def initial(chosen: Configuration) -> World:
    """A new world, without entities and storages."""
    return World(chosen.limit)


def step(state: World, operation: Operation) -> Step[World, object]:
    """The step of an operation."""
    match operation.name:
        case "make":
            return made(state, operation.element)
        case "remove":
            return Step(removed(state, operation["key"]), alive(state, operation["key"]))
        case "clear":
            for entity in reversed(state.active.entities):
                state = removed(state, entity)
            return Step(state, None)
        case "insert":
            return inserted(state, operation["key"], operation["type"], operation["value"])
        case "take":
            return taken(state, operation["key"], operation["type"])
    return Step(state, asked(state, operation))


def alive(state: World, entity: Key) -> bool:
    """Whether an entity is there."""
    return state.active.find(entity) is not None


def made(state: World, number: int) -> Step[World, object]:
    """Make an entity, at the index that was freed last, or at a new one; its id is new."""
    if 0 < state.limit < state.next_id:
        return Step(state, PoolError.FULL)
    index = state.free[-1] if state.free else state.opened
    entity = Key(index, state.next_id)
    after = state._replace(
        next_id=state.next_id + 1,
        opened=max(state.opened, index + 1),
        free=state.free[:-1],
        active=state.active.inserted(entity, number),
    )
    return Step(after, entity)


def removed(state: World, entity: Key) -> World:
    """The world without an entity and its components, if it is there."""
    if not alive(state, entity):
        return state
    return state._replace(
        free=(*state.free, entity.index),
        active=state.active.removed(entity),
        storages=tuple(each and each.removed(entity) for each in state.storages),
    )


def inserted(state: World, entity: Key, kind: int, component: int) -> Step[World, object]:
    """Give an entity a component. The storage is made before it is known whether the entity is there."""
    storage, there = state.storage(kind), alive(state, entity)
    after = storage.inserted(entity, component) if there else storage
    return Step(state._replace(storages=put(state.storages, kind, after)), there)


def taken(state: World, entity: Key, kind: int) -> Step[World, object]:
    """Take a component from an entity."""
    storage = state.storages[kind]
    if storage is None:
        return Step(state, None)
    after = state._replace(storages=put(state.storages, kind, storage.removed(entity)))
    return Step(after, storage.get(entity))


def asked(state: World, operation: Operation) -> object:
    """The answer to a question."""
    match operation.name:
        case "is_alive":
            return alive(state, operation["key"])
        case "entities":
            return state.active.data
        case "join":
            return tuple(both(state, *joined(operation["type"])))
        case "each":
            storage = state.storage(operation["type"])
            numbers = map(state.active.get, storage.entities)
            return tuple(map(Paired, numbers, storage.data))
    component = state.storage(operation["type"]).get(operation["key"])
    return component is not None if operation.name == "contains" else component


def both(state: World, first: int, second: int) -> Iterator[Paired]:
    """The components of the entities that have both types, in the order of the first one's storage."""
    storage, other = state.storage(first), state.storage(second)
    for entity, component in zip(storage.entities, storage.data, strict=True):
        found = other.get(entity)
        if found is not None:
            number = state.active.get(entity)
            yield from (Paired(number, component), Paired(number, found))
