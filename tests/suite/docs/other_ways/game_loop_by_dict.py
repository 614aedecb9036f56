"""The game loop with a dict: particles have counted numbers, and loops that change something are over copies."""

from __future__ import annotations

import random
from itertools import combinations, count

from examples.game_loop import (
    ALWAYS,
    GLOW,
    LANTERN,
    LAUNCHES,
    LIT,
    ROCKET,
    SPARK,
    Particle,
    flown,
)


class Game:
    """The particles, and what is known of them: numbers."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.numbers = count()
        self.particles: dict[int, Particle] = {}
        self.lanterns = [self.added(Particle(LANTERN, x, 4, 0, 0, ALWAYS)) for x in (10, 28, 52)]
        self.watched: int | None = None

    def added(self, particle: Particle) -> int:
        """Add a particle; its number."""
        number = next(self.numbers)
        self.particles[number] = particle
        return number

    def step(self, number: int) -> None:
        """One turn of the loop."""
        if number in LAUNCHES:
            self.watched = self.added(Particle(ROCKET, LAUNCHES[number], 0, 0, 1.6, life=4))
        for key, particle in list(self.particles.items()):
            self.particles[key] = flown(key, particle)  # type: ignore[arg-type] # it ignores the key
        for key, particle in list(self.particles.items()):
            self.shine(key, particle)
        glow(self.particles)
        burnt = [key for key, particle in self.particles.items() if particle.life <= 0]
        for particle in [self.particles.pop(key) for key in burnt]:
            if particle.sign == ROCKET:
                for spark in self.sparks(particle):
                    self.added(spark)

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
        """What has become of the rocket."""
        if self.watched is None:
            return ""
        rocket = self.particles.get(self.watched)
        return "the rocket is gone" if rocket is None else f"the rocket is {rocket.y:.1f} high"

    def shine(self, own: int, lantern: Particle) -> None:
        """Sparks light a lantern that they come near, and are thrown back: both sides change."""
        if lantern.sign not in (LANTERN, LIT):
            return
        touching = [
            (key, other)
            for key, other in self.particles.items()
            if key != own and other.sign in (SPARK, GLOW) and lantern.near(other, 4)
        ]
        for key, spark in touching:
            self.particles[key] = spark._replace(dx=-spark.dx)
        self.particles[own] = lantern._replace(sign=LIT if touching else LANTERN)


def glow(particles: dict[int, Particle]) -> None:
    """Sparks that are close to something glow."""
    close = set[int]()
    for (key, particle), (other_key, other) in combinations(particles.items(), 2):
        if particle.near(other, 1.5):
            close |= {key, other_key}
    for key, particle in particles.items():
        if particle.sign in (SPARK, GLOW):
            particles[key] = particle._replace(sign=GLOW if key in close else SPARK)
