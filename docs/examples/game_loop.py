"""A small game loop: rockets burst into sparks over three lanterns, and the pool shrinks again.

Everything that flies is in one pool. The sparks are many and short-lived, the lanterns stay; both
are iterated over in every step. Run it with `python docs/examples/game_loop.py`.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from stablelist import Key, StableAccess, StableList

SEED: Final = 7
STEPS: Final = 26
WIDTH, HEIGHT = 64, 12
LAUNCHES: Final = {1: 20.0, 10: 44.0}
"""In which step a rocket starts, and where."""
FRAMES: Final = {3, 6, 15}
"""The steps after which the sky is drawn."""

LANTERN, LIT, ROCKET, SPARK, GLOW = "oO^.*"
ALWAYS: Final = 1_000_000


class Particle(NamedTuple):
    """Whatever flies. It is immutable: a step puts another one in its place."""

    sign: str
    x: float
    y: float
    dx: float
    dy: float
    life: int

    def near(self, other: Particle, reach: float) -> bool:
        """Whether the other is no further away than *reach*; a line is twice as high as wide."""
        return (self.x - other.x) ** 2 + (2 * (self.y - other.y)) ** 2 <= reach**2


class Game:
    """The pool of particles, and what is known of them: keys."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.particles: StableList[Particle] = StableList()
        self.lanterns = self.particles.extend(
            Particle(LANTERN, x, 4, 0, 0, ALWAYS) for x in (10, 28, 52)
        )
        self.watched: Key[Particle] | None = None

    def step(self, number: int) -> None:
        """One turn of the loop."""
        if number in LAUNCHES:
            rocket = Particle(ROCKET, LAUNCHES[number], 0, 0, 1.6, life=4)
            self.watched = self.particles.add(rocket)
        self.particles.each_mut(flown)
        self.particles.traverse(shine)
        glow(self.particles)
        burnt = self.particles.retain(lambda key, particle: particle.life > 0)
        # Now that nothing is lent any more, what follows may add.
        for _, particle in burnt:
            if particle.sign == ROCKET:
                self.particles.extend(self.sparks(particle))

    def sparks(self, rocket: Particle) -> list[Particle]:
        """What a rocket bursts into."""
        return [
            Particle(
                SPARK,
                rocket.x,
                rocket.y,
                self.dice.gauss(0, 2.0),
                self.dice.gauss(0.4, 0.7),
                life=self.dice.randint(3, 10),
            )
            for _ in range(48)
        ]

    def news(self) -> str:
        """What has become of the rocket. Its key may be stale; that is no error, but an answer."""
        if self.watched is None:
            return ""
        rocket = self.particles.at(self.watched)
        return "the rocket is gone" if rocket is None else f"the rocket is {rocket.y:.1f} high"


def flown(_: Key[Particle], particle: Particle) -> Particle:
    """Where a particle is one step later; only sparks fall."""
    gravity = 0.15 if particle.sign in (SPARK, GLOW) else 0.0
    return particle._replace(
        x=particle.x + particle.dx,
        y=max(0.0, particle.y + particle.dy),
        dy=particle.dy - gravity,
        life=particle.life - 1,
    )


def shine(_: Key[Particle], lantern: Particle, others: StableAccess[Particle]) -> None:
    """Sparks light a lantern that they come near, and are thrown back: both sides change."""
    if lantern.sign not in (LANTERN, LIT):
        return
    touching = [
        (key, other)
        for key, other in others.items()
        if other.sign in (SPARK, GLOW) and lantern.near(other, 4)
    ]
    for key, spark in touching:
        others[key] = spark._replace(dx=-spark.dx)
    others.replace_pivot(lantern._replace(sign=LIT if touching else LANTERN))


def glow(particles: StableList[Particle]) -> None:
    """Sparks that are close to something glow. Both are as close, so each two are looked at once."""
    close = set[Key[Particle]]()
    for key, particle, other_key, other in particles.item_pairs():
        if particle.near(other, 1.5):
            close |= {key, other_key}
    for key, particle in particles.items():
        if particle.sign in (SPARK, GLOW):
            particles[key] = particle._replace(sign=GLOW if key in close else SPARK)


def sky(particles: StableList[Particle]) -> str:
    """A picture of what flies where."""
    lines = [[" "] * WIDTH for _ in range(HEIGHT)]
    for particle in particles.values():
        column, height = round(particle.x), round(particle.y)
        if 0 <= column < WIDTH and 0 <= height < HEIGHT:
            lines[HEIGHT - 1 - height][column] = particle.sign
    return "\n".join("".join(line).rstrip() for line in lines) + "\n" + "=" * WIDTH


def cells(particles: StableList[Particle]) -> str:
    """The element space: `#` live, `.` vacant, `_` not touched."""
    signs = ["."] * particles.opened + ["_"] * (particles.space - particles.opened)
    for key in particles:
        signs[key.index] = "#"
    return "".join(signs)


def main() -> None:
    """Play, and tell what happens."""
    game = Game(SEED)
    for number in range(1, STEPS + 1):
        game.step(number)
        live = len(game.particles)
        print(f"{number:2} {live:3} live  {cells(game.particles)}  {game.news()}".rstrip())
        if number in FRAMES:
            print(sky(game.particles))
    print(game.particles.layout())
    print(game.particles.stats())


if __name__ == "__main__":
    main()
