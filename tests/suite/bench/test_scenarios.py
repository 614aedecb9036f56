"""The cycle of operations and the scenarios of the thesis run as described."""

from __future__ import annotations

import gc
from collections import Counter
from itertools import permutations
from random import Random
from typing import Any, ClassVar

import pytest

from bench import memory, operations, particles
from bench.colliders import DISTANCE, Collider, colliders, nested, reciprocal
from bench.figures import GONE
from bench.forms import FORMS, Form
from bench.names import LOOP, OPERATIONS, SPARSE, STABLE, TRAVERSE
from bench.operations import PASSES, cycle, repeats, survivors
from bench.peers.builtin import CountedDict, Optionals
from bench.peers.every import CYCLED, PEERS
from bench.peers.peer import Peer
from bench.peers.stable import Stable


def test_a_cycle_has_each_operation_of_each_peer_once() -> None:
    """But for stale look-ups of those who cannot tell, and the loop alone where there is one."""
    found = Counter((sample.what, sample.peer) for sample in cycle(100, PEERS, Random(1)))
    assert set(found.values()) == {1}
    looped = {"add", "at hit", "[] hit", "remove", "at stale"}
    assert set(found) == {
        *((what, kind.name) for what in OPERATIONS for kind in PEERS if what != "at stale"),
        *(("at stale", kind.name) for kind in PEERS if kind.tells_stale),
        *((what, LOOP) for what in looped),
    }


class Spy(Stable):
    """Counts its look-ups."""

    asked: ClassVar[Counter[str]]

    def add(self, elements: Any) -> None:
        """Count."""
        self.asked["add"] += len(elements)
        super().add(elements)

    def at(self, keys: Any) -> object:
        """Count hits and misses, one by one."""
        for key in keys:
            self.asked["miss" if super().at([key]) is None else "hit"] += 1
        return None

    def subscript(self, keys: Any) -> object:
        """Count."""
        self.asked["[]"] += len(keys)
        return super().subscript(keys)

    def remove(self, keys: Any) -> object:
        """Count those that are there."""
        self.asked["remove"] += sum(super(Spy, self).remove([key]) is not None for key in keys)
        return None

    def elements(self) -> Any:
        """Count what is iterated."""
        self.asked[f"values of {len(self.pool)}"] += 1
        return super().elements()

    def pairs(self) -> Any:
        """Likewise."""
        self.asked[f"items of {len(self.pool)}"] += 1
        return super().pairs()


@pytest.mark.parametrize(("size", "passes"), [(10, 1_000), (1_000, 10), (20_000, 1)])
def test_a_cycle_asks_for_what_its_times_are_divided_by(size: int, passes: int) -> None:
    """Everything is added and removed once, every look-up is a hit, and then every one a miss."""
    assert repeats(size) == passes
    Spy.asked = Counter()
    samples = list(cycle(size, (Spy,), Random(1)))
    every, few = size * passes, survivors(size)
    assert Spy.asked == {
        "add": every + size,
        "hit": every,
        "[]": every,
        f"values of {size}": passes,
        f"items of {size}": passes,
        f"values of {few}": passes * PASSES,
        "remove": every,
        "miss": every,
    }
    assert all(sample.seconds > 0 for sample in samples)


def test_times_are_per_element(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that goes one second from reading to reading; the removals are two readings."""
    seconds = iter(range(1_000))
    monkeypatch.setattr(operations, "clock", lambda: next(seconds))
    found = {
        sample.what: sample.seconds
        for sample in cycle(20_000, (Stable,), Random(1))
        if sample.peer == STABLE
    }
    each = dict.fromkeys(OPERATIONS, 1 / 20_000)
    assert found == each | {"remove": 2 / 20_000, SPARSE: 1 / (52 * PASSES)}


def brute_force(everyone: list[Collider]) -> set[Collider]:
    """Who meets anybody, by definition."""
    return {
        one
        for one, other in permutations(everyone, 2)
        if abs(one.x - other.x) < DISTANCE and abs(one.y - other.y) < DISTANCE
    }


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_finds_the_same_collisions(form: Form) -> None:
    """Those of the definition, and hits are mutual."""
    everyone = colliders(Random(1))
    met = brute_force(everyone)
    peer = form.kind()
    peer.add(everyone)
    form.run(peer)
    assert {one for one in everyone if one.has_hit} == met != set()
    assert {one for one in everyone if one.been_hit} == met
    assert reciprocal(everyone)


def test_one_sided_hits_are_noticed() -> None:
    """Somebody who hit and has not been hit; it is what a measurement checks."""
    everyone = colliders(Random(1), 10)
    assert reciprocal(everyone)
    everyone[3].has_hit = True
    assert not reciprocal(everyone)


def test_the_forms() -> None:
    """StableList's traverse is the first; dict has five; every peer has one."""
    names = [form.name for form in FORMS]
    assert names[0] == TRAVERSE
    assert len(set(names)) == len(names)
    assert sum(form.kind is CountedDict for form in FORMS) == 5
    assert {form.kind for form in FORMS} == set(PEERS)


def test_arrivals() -> None:
    """One in each step, 10,000 more in step 100, the same for everybody."""
    new = particles.arrivals(1, particles.BURST)
    numbers = [len(them) for them in new]
    assert len(numbers) == 255
    assert numbers[99] == 10_001
    assert set(numbers[:99] + numbers[100:]) == {1}
    lives = Counter(particle.left for them in new for particle in them)
    assert set(lives) == set(range(1, 51))
    again = particles.arrivals(1, particles.BURST)
    assert [one.left for them in again for one in them] == [
        one.left for them in new for one in them
    ]


class Watched(CountedDict):
    """A dict that notes how many it holds whenever it is iterated."""

    seen: list[int]

    def __init__(self) -> None:
        super().__init__()
        type(self).seen = []

    def elements(self) -> Any:
        """Note."""
        self.seen.append(len(self.pool))
        return super().elements()


def test_the_burst_comes_and_goes() -> None:
    """What is iterated after each step, ten times: all that have some steps left."""
    assert len(list(particles.ephemeral(Watched, 1))) == 255
    live = Watched.seen[:: particles.PASSES]
    assert len(live) == 255
    assert max(live[:99]) < 50
    assert 9_000 < live[99] < 10_100
    assert max(live[GONE - 1 :]) < 50
    assert live[99 + 48] > live[GONE - 1]


@pytest.mark.parametrize("kind", PEERS, ids=lambda kind: kind.name)
def test_ageing(kind: type[Peer]) -> None:
    """Each loses a step; the keys of those that have none left come back."""
    some = [particles.Particle(Random(number)) for number in range(50)]
    lives = [particle.left for particle in some]
    peer = kind()
    peer.add(some)
    for step in range(1, 51):
        peer.remove(particles.age(peer))
        assert sum(1 for _ in peer.elements()) == sum(left > step for left in lives)


def test_crossing_particles_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every step, everybody who is there; hits are mutual among those who lived at the same time."""
    everyone: list[particles.Particle] = []

    def noted(peer: Peer) -> None:
        everyone.extend(peer.elements())
        nested(peer)
        assert reciprocal(peer.elements())

    monkeypatch.setattr(particles, "CROSSED_BURST", 100)
    assert len(list(particles.crossed(Form(Optionals, noted), 1))) == 255
    assert len(set(everyone)) == 355
    assert any(one.has_hit for one in everyone)


def test_bytes_of_another_thread_do_not_count() -> None:
    """What comes in between adds to one of the repetitions, and the least counts."""
    strangers: list[bytearray] = []

    def disturbed() -> list[int]:
        if not strangers:
            strangers.append(bytearray(100_000))
        return [0]

    assert memory.least(disturbed)[0] < 1_000


def test_bytes_of_who_watches_collections_do_not_count() -> None:
    """Hypothesis, once loaded, times collections, and what it notes takes bytes."""
    noted: list[bytearray] = []

    def note(phase: str, info: dict[str, int]) -> None:
        noted.append(bytearray(100_000))

    gc.callbacks.append(note)
    try:
        counted, _ = memory.least(list)
        assert note in gc.callbacks
        gc.collect()
    finally:
        gc.callbacks.remove(note)
    assert noted
    assert counted < 1_000


@pytest.mark.slow
def test_bytes() -> None:
    """A dict's are what it says of itself, within its head; a key of a list of optionals costs an int."""
    of_dict = memory.bytes_of(CountedDict, 1_000)
    assert of_dict.sized is not None
    assert 40 < of_dict.traced < 80
    assert abs(of_dict.traced - of_dict.sized) < 20
    assert of_dict.kept == pytest.approx(0, abs=0.2)
    assert 15 < memory.bytes_of(Optionals, 1_000).kept < 35
    assert set(memory.memory((10,))) == {kind.name for kind in CYCLED} - memory.UNSEEN
