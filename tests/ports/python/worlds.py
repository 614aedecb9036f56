"""Ports of worlds of esper, with components; the argument selects one. The second adds them unasked (finding F18)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/family/python"))
sys.path.append(str(Path(__file__).parents[1]))

import esper
import starter
from tables.components.table import TABLE

__all__ = ["FUNCTIONS", "PORTS"]


class Component:
    """A component of any type."""

    def __init__(self, value: int) -> None:
        self.value = value


TYPES = [type(f"Component{number}", (Component,), {}) for number in range(3)]
WORLDS = map(str, count())


class World:
    """The numbers of entities; the world itself is chosen for the whole module."""

    def __init__(self) -> None:
        last = esper.current_world
        esper.switch_world(next(WORLDS))
        esper.delete_world(last)
        self.numbers: dict[int, int] = {}


def make(world: World, number: int) -> int:
    entity: int = esper.create_entity()
    world.numbers[entity] = number
    return entity


def remove(world: World, entity: int) -> bool:
    """A deletion of what does not exist is documented as an error."""
    there: bool = esper.entity_exists(entity)
    if there:
        esper.delete_entity(entity, immediate=True)
    return there


def insert(world: World, entity: int, kind: int, value: int) -> bool:
    try:
        esper.add_component(entity, TYPES[kind](value))
    except KeyError:
        return False
    return True


def insert_into_a_live_one(world: World, entity: int, kind: int, value: int) -> bool:
    there: bool = esper.entity_exists(entity)
    return there and insert(world, entity, kind, value)


def get(world: World, entity: int, kind: int) -> int | None:
    found = esper.try_component(entity, TYPES[kind])
    return None if found is None else found.value


def take(world: World, entity: int, kind: int) -> int | None:
    """A removal of what does not exist is documented as an error."""
    found = get(world, entity, kind)
    if found is not None:
        esper.remove_component(entity, TYPES[kind])
    return found


def each(world: World, kind: int) -> Iterator[tuple[int, int]]:
    return ((world.numbers[entity], one.value) for entity, one in esper.get_component(TYPES[kind]))


def join(world: World, kind: int) -> Iterator[tuple[int, int]]:
    found = esper.get_components(TYPES[kind], TYPES[(kind + 1) % 3])
    return ((world.numbers[entity], one.value) for entity, both in found for one in both)


FUNCTIONS: starter.Functions = {
    "make": make,
    "remove": remove,
    "insert": insert_into_a_live_one,
    "take": take,
    "get": get,
    "is_alive": lambda world, entity: esper.entity_exists(entity),
    "contains": lambda world, entity, kind: get(world, entity, kind) is not None,
    "each": each,
    "join": join,
}
"""Without ``clear``: ``clear_database`` counts from 1 again."""

PORTS: dict[str, starter.Functions] = {
    "esper": FUNCTIONS,
    "esper-add-component": {**FUNCTIONS, "insert": insert},
}
"""The ports by their names."""


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PORTS:
        sys.exit("usage: python worlds.py " + "|".join(PORTS))
    fields = f"protocol=6 name={sys.argv[1]} version={esper.version} system=components id_bits=0"
    starter.Port(fields, TABLE, lambda _: World(), PORTS[sys.argv[1]]).serve()
