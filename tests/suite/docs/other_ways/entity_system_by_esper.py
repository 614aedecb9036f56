"""The entity system with esper 3; the test that runs it is one of those of published packages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import esper

WIDTH: Final = 20.0
Entity = int


@dataclass(slots=True)
class Name:
    """What something is called."""

    text: str


@dataclass(slots=True)
class Position:
    """Where something is."""

    x: float
    y: float


@dataclass(slots=True)
class Velocity:
    """How far it moves in a step."""

    dx: float
    dy: float


@dataclass(slots=True)
class Fuel:
    """For how many steps it moves."""

    left: int


def spawn(name: str, x: float, y: float, dx: float, dy: float) -> Entity:
    """A new entity, which moves unless both speeds are 0."""
    entity = esper.create_entity(Name(name), Position(x, y))
    if dx or dy:
        esper.add_component(entity, Velocity(dx, dy))
    return entity


def step() -> list[str]:
    """Move and burn; the names of those that left the field."""
    for _, (at, speed) in esper.get_components(Position, Velocity):
        at.x += speed.dx
        at.y += speed.dy
    for _, fuel in esper.get_component(Fuel):
        fuel.left -= 1
    for entity, (speed, fuel) in esper.get_components(Velocity, Fuel):
        if fuel.left == 0:
            speed.dx, speed.dy = 0.0, 0.0
            esper.remove_component(entity, Fuel)
    gone = [
        (entity, name.text)
        for entity, (name, at) in esper.get_components(Name, Position)
        if not 0 <= at.x < WIDTH
    ]
    for entity, _ in gone:
        esper.delete_entity(entity, immediate=True)
    return [name for _, name in gone]


def main() -> None:
    """Two asteroids and two ships, of which one is followed by its number."""
    spawn("station", 10, 1, 0, 0)
    spawn("asteroid", 17, 3, 1.5, 0)
    ship = spawn("ship", 2, 5, 2, 0.5)
    drone = spawn("drone", 8, 7, -3, 0)
    esper.add_component(ship, Fuel(3))
    esper.add_component(drone, Fuel(9))
    for number in range(1, 6):
        gone = step()
        if number == 3:
            spawn("comet", 0, 9, 4, -1)
        at = esper.component_for_entity(ship, Position)
        print(f"{number}: ship at {at.x:g}, {at.y:g}; {', '.join(gone) or 'nobody'} left")
    alive = esper.entity_exists(drone)
    name = esper.component_for_entity(drone, Name).text if alive else None
    fuel = esper.component_for_entity(drone, Fuel).left if alive else None
    print(f"drone: {name}, with fuel {fuel}")
    places = [
        f"{called.text} at {position.x:g}, {position.y:g}"
        for _, (called, position) in esper.get_components(Name, Position)
    ]
    print(*sorted(places), sep="\n")
