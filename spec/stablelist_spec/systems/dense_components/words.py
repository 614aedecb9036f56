"""What ``layout`` answers of a world, and which world such an answer means.

Storages name an entity by its index, since no other entity there has it.
"""

from __future__ import annotations

from collections.abc import Mapping

from stablelist_spec.core.key import Key

from .model import Place, Storage, World

__all__ = ["layout_read", "layout_word"]


def layout_word(state: World) -> str:
    """The answer to ``layout``: id, indices, free ones, entities, and the storages with components and sparse array.

    >>> layout_word(World(0))
    '1:0:;;-;-;-'
    """
    free = ",".join(map(str, state.free))
    storages = ("-" if each is None else storage_word(each) for each in state.storages)
    entities = ",".join(f"{entity.index}.{entity.id}" for entity in state.active.entities)
    return ";".join([f"{state.next_id}:{state.opened}:{free}", entities, *storages])


def storage_word(storage: Storage) -> str:
    """The components with the indices of their entities, and the places by index."""
    dense = zip(storage.entities, storage.data, strict=True)
    components = ",".join(f"{entity.index}={component}" for entity, component in dense)
    places = ",".join("-" if each is None else str(each.place) for each in storage.places)
    return f"{components}:{places}"


def layout_read(state: World, word: str) -> World:
    """The state that such an answer means; of entities, the numbers are known from another state.

    >>> layout_read(World(3), "3:2:0;1.2;1=8:-,0;-;-").storages[0].places
    (None, Place(id=2, place=0))

    Raises:
        ValueError: it means none.
    """
    counts, shown, *storages = word.split(";")
    next_id, opened, free = counts.split(":")
    entities = tuple(Key(*pair(each, ".")) for each in parts(shown))
    numbers = tuple(state.active.get(entity) or 0 for entity in entities)
    found = {entity.index: Place(entity.id, at) for at, entity in enumerate(entities)}
    places = tuple(map(found.get, range(int(opened))))
    return state._replace(
        next_id=int(next_id),
        opened=int(opened),
        free=tuple(map(int, parts(free))),
        active=Storage(numbers, entities, places),
        storages=tuple(None if each == "-" else storage_read(each, found) for each in storages),
    )


def storage_read(word: str, owners: Mapping[int, Place]) -> Storage:
    """The storage of a word; an entity that is not there has the id 0."""
    components, places = word.split(":")
    ids = {index: owner.id for index, owner in owners.items()}
    pairs = [pair(each, "=") for each in parts(components)]
    return Storage(
        tuple(component for _, component in pairs),
        tuple(Key(index, ids.get(index, 0)) for index, _ in pairs),
        tuple(
            None if each == "-" else Place(ids.get(index, 0), int(each))
            for index, each in enumerate(parts(places))
        ),
    )


def pair(text: str, between: str) -> tuple[int, int]:
    """Two numbers."""
    one, other = text.split(between)
    return int(one), int(other)


def parts(text: str) -> list[str]:
    """What stands between commas."""
    return text.split(",") if text else []
