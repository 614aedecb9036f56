"""What a list has beside its elements: secondary maps, joins, pairs and columns, compared with the same on dicts.

A map of a list is compared with a dict that has the same keys. The entity step moves each entity that has a position
and a velocity; esper has both as components. Pairs are those of the colliders. A column is an array of NumPy, and is
compared with a loop over objects that hold the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import esper
import numpy

from stablelist import SecondaryMap, StableList, join, join_values

from .clock import clock
from .colliders import NUMBER, by_combinations, colliders, pairs, reciprocal
from .names import COLUMN, DICT, ENTITIES, ESPER, MAP, OBJECTS, PAIRED, STABLE
from .operations import ENOUGH, Sample
from .peers.builtin import CountedDict
from .peers.stable import Stable

__all__ = ["SIZES", "companions"]

SIZES: Final = (100, 1_000, 10_000)

GAME: Final = 1_000
MANY: Final = 10_000

Work = Callable[[], object]


class Place:
    """A position."""

    __slots__ = ("x", "y")

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y


class Velocity(Place):
    """A change of a position."""

    __slots__ = ()


def companions(random: Random) -> Iterator[Sample]:
    """Everything once; the order of what is compared is another one each time."""
    for size in SIZES:
        for what, works in (maps(size, random) | entities(size) | columns(size)).items():
            for peer, work in random.sample(list(works.items()), len(works)):
                yield Sample(what, size, peer, timed(work, size))
    yield from paired(random)


def timed(work: Work, size: int) -> float:
    """The time of the work for each element; it is repeated if there are few."""
    times = max(1, ENOUGH // size)
    work()  # esper remembers what it has found, until an entity changes
    began = clock()
    for _ in range(times):
        work()
    return (clock() - began) / (times * size)


def maps(size: int, random: Random) -> dict[str, dict[str, Work]]:
    """The operations of a map."""
    pool = StableList(range(size))
    keys = list(pool)
    ours = SecondaryMap(pool, dict.fromkeys(keys, 1.5))
    few = SecondaryMap(pool, dict.fromkeys(keys[::2], 1))
    theirs, their_few = dict(ours), dict(few)
    random.shuffle(keys)

    def both(act: Callable[..., None], *given: object) -> dict[str, Work]:
        return {STABLE: lambda: act(ours, *given), DICT: lambda: act(theirs, *given)}

    return {
        f"{MAP}: []": both(look_up, keys),
        f"{MAP}: items": both(iterate),
        f"{MAP}: [] =": both(store, keys),
        f"{MAP}: join": {
            STABLE: lambda: iterate_joined(ours, few),
            DICT: lambda: look_up_each(theirs, their_few),
        },
    }


def look_up(values: Any, keys: list[Any]) -> None:
    """`values[key]`."""
    for key in keys:
        values[key]


def store(values: Any, keys: list[Any]) -> None:
    """`values[key] = value`."""
    for key in keys:
        values[key] = None


def iterate(values: Any) -> None:
    """`values.items()`."""
    for _key, _value in values.items():
        pass


def iterate_joined(ours: SecondaryMap[Any], few: SecondaryMap[Any]) -> None:
    """`join(ours, few)`."""
    for _key, _one, _other in join(ours, few):
        pass


def look_up_each(theirs: dict[Any, Any], few: dict[Any, Any]) -> None:
    """The same with dicts: iterate over the smaller one, and look the keys up in the other."""
    for key, _other in few.items():  # noqa: PERF102 - it is used, as in the other loop
        theirs.get(key)


def entities(size: int) -> dict[str, dict[str, Work]]:
    """The step of an entity system, with as many entities as a game has."""
    if size != GAME:
        return {}
    pool = StableList(range(size))
    places = SecondaryMap(pool, {key: Place(0.0, 0.0) for key in pool})
    velocities = SecondaryMap(pool, {key: Velocity(1.0, 2.0) for key in pool})
    place_of, velocity_of = dict(places), dict(velocities)
    world = f"companions of {size}"

    def by_join() -> None:
        for place, velocity in join_values(places, velocities):
            place.x += velocity.x
            place.y += velocity.y

    def by_dict() -> None:
        for key, velocity in velocity_of.items():
            place = place_of[key]
            place.x += velocity.x
            place.y += velocity.y

    def by_esper() -> None:
        esper.switch_world(world)
        for _entity, (place, velocity) in esper.get_components(Place, Velocity):
            place.x += velocity.x
            place.y += velocity.y

    esper.switch_world(world)
    esper.clear_database()
    for _ in range(size):
        esper.create_entity(Place(0.0, 0.0), Velocity(1.0, 2.0))
    return {ENTITIES: {STABLE: by_join, DICT: by_dict, ESPER: by_esper}}


def columns(size: int) -> dict[str, dict[str, Work]]:
    """The same step where half of the elements were removed, with columns, and with objects in the list.

    Only where there are many: with few, a call of NumPy takes longer than a loop.
    """
    if size < MANY:
        return {}
    pool = StableList(Place(0.0, 0.0) for _ in range(size))
    pool.retain(lambda key, _: key.index % 2 == 0)
    x, y, right, up = (numpy.zeros(pool.capacity) for _ in range(4))

    def by_columns() -> None:
        live = numpy.asarray(pool.indices())
        x[live] += right[live]
        y[live] += up[live]

    def by_objects() -> None:
        for one in pool.values():
            one.x += 1.0
            one.y += 1.0

    return {COLUMN: {STABLE: by_columns, OBJECTS: by_objects}}


def paired(random: Random) -> Iterator[Sample]:
    """Each two colliders once."""
    forms: list[tuple[type[Any], Callable[[Any], None]]]
    forms = [(Stable, pairs), (CountedDict, by_combinations)]
    for kind, run in random.sample(forms, len(forms)):
        everyone = colliders(Random(NUMBER))
        peer = kind()
        peer.add(everyone)
        began = clock()
        run(peer)
        seconds = clock() - began
        assert reciprocal(everyone), kind.name
        yield Sample(PAIRED, NUMBER, kind.name, seconds)
