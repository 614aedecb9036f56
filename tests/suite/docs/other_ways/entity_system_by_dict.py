"""The entity system with a dict for each component, and numbers as entities."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Final

WIDTH: Final = 20.0
Entity = int


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


class World:
    """All entities, by name, and their components; few have fuel."""

    def __init__(self) -> None:
        self.numbers = count()
        self.entities: dict[Entity, str] = {}
        self.position: dict[Entity, Position] = {}
        self.velocity: dict[Entity, Velocity] = {}
        self.fuel: dict[Entity, int] = {}

    def spawn(self, name: str, x: float, y: float, dx: float, dy: float) -> Entity:
        """A new entity, which moves unless both speeds are 0."""
        entity = next(self.numbers)
        self.entities[entity] = name
        self.position[entity] = Position(x, y)
        if dx or dy:
            self.velocity[entity] = Velocity(dx, dy)
        return entity

    def despawn(self, entity: Entity) -> None:
        """Remove it from every map that may have it."""
        for components in (self.entities, self.position, self.velocity, self.fuel):
            components.pop(entity, None)

    def step(self) -> list[str]:
        """Move and burn; the names of those that left the field."""
        for entity, speed in self.velocity.items():
            if entity in self.position:
                at = self.position[entity]
                at.x += speed.dx
                at.y += speed.dy
        for entity, fuel in list(self.fuel.items()):
            self.fuel[entity] = fuel - 1
        for entity, fuel in list(self.fuel.items()):
            if fuel == 0 and entity in self.velocity:
                speed = self.velocity[entity]
                speed.dx, speed.dy = 0.0, 0.0
                del self.fuel[entity]
        gone = [
            (entity, name)
            for entity, name in self.entities.items()
            if not 0 <= self.position[entity].x < WIDTH
        ]
        for entity, _ in gone:
            self.despawn(entity)
        return [name for _, name in gone]


def main() -> None:
    """Two asteroids and two ships, of which one is followed by its number."""
    world = World()
    world.spawn("station", 10, 1, 0, 0)
    world.spawn("asteroid", 17, 3, 1.5, 0)
    ship = world.spawn("ship", 2, 5, 2, 0.5)
    drone = world.spawn("drone", 8, 7, -3, 0)
    world.fuel[ship], world.fuel[drone] = 3, 9
    for number in range(1, 6):
        gone = world.step()
        if number == 3:
            world.spawn("comet", 0, 9, 4, -1)
        at = world.position[ship]
        print(f"{number}: ship at {at.x:g}, {at.y:g}; {', '.join(gone) or 'nobody'} left")
    print(f"drone: {world.entities.get(drone)}, with fuel {world.fuel.get(drone)}")
    places = [
        f"{world.entities[entity]} at {position.x:g}, {position.y:g}"
        for entity, position in world.position.items()
    ]
    print(*sorted(places), sep="\n")
