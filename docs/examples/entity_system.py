"""A small entity system: entities are keys, components are maps, and a system is a loop over a join.

Asteroids drift, ships burn fuel, and whatever leaves the field is despawned: one call, and no map
of components has to hear of it. Run it with `python docs/examples/entity_system.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stablelist import Key, SecondaryMap, SparseSecondaryMap, StableList, join, join_values

WIDTH: Final = 20.0
Entity = Key[str]


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
        self.entities = StableList[str]()
        self.position = SecondaryMap[Position](self.entities)
        self.velocity = SecondaryMap[Velocity](self.entities)
        self.fuel = SparseSecondaryMap[int](self.entities)

    def spawn(self, name: str, x: float, y: float, dx: float, dy: float) -> Entity:
        """A new entity, which moves unless both speeds are 0."""
        entity = self.entities.add(name)
        self.position[entity] = Position(x, y)
        if dx or dy:
            self.velocity[entity] = Velocity(dx, dy)
        return entity

    def step(self) -> list[str]:
        """Move and burn; the names of those that left the field."""
        for at, speed in join_values(self.position, self.velocity):
            at.x += speed.dx
            at.y += speed.dy
        for entity, fuel in list(self.fuel.items()):
            self.fuel[entity] = fuel - 1
        for entity, speed, fuel in join(self.velocity, self.fuel):
            if fuel == 0:
                speed.dx, speed.dy = 0.0, 0.0
                del self.fuel[entity]
        gone = self.entities.retain(lambda entity, _: 0 <= self.position[entity].x < WIDTH)
        return [name for _, name in gone]


def main() -> None:
    """Two asteroids and two ships, of which one is followed by its key."""
    world = World()
    world.spawn("station", 10, 1, 0, 0)
    world.spawn("asteroid", 17, 3, 1.5, 0)
    ship = world.spawn("ship", 2, 5, 2, 0.5)
    drone = world.spawn("drone", 8, 7, -3, 0)
    world.fuel[ship], world.fuel[drone] = 3, 9
    for number in range(1, 6):
        gone = world.step()
        if number == 3:
            world.spawn("comet", 0, 9, 4, -1)  # in the cell of one that left
        at = world.position[ship]
        print(f"{number}: ship at {at.x:g}, {at.y:g}; {', '.join(gone) or 'nobody'} left")
    print(f"drone: {world.entities.at(drone)}, with fuel {world.fuel.get(drone)}")
    places = [
        f"{world.entities[entity]} at {position.x:g}, {position.y:g}"
        for entity, position in world.position.items()
    ]
    print(*sorted(places), sep="\n")


if __name__ == "__main__":
    main()
