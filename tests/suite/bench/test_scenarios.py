"""The cycle of operations and the scenarios of the thesis run as described."""

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
from bench.names import LOOP, OPERATIONS, SPARSE, STABLE
from bench.operations import PASSES, cycle, repeats, survivors
from bench.peers.builtin import CountedDict, Optionals
from bench.peers.every import CYCLED, PEERS
from bench.peers.peer import Peer
from bench.peers.stable import Stable


def test_a_cycle_has_each_operation_of_each_peer_once() -> None:
    """Stale look-ups are left out for peers that do not recognize them, and the empty loop has fewer operations."""
    found = Counter((sample.what, sample.peer) for sample in cycle(100, PEERS, Random(1)))
    assert set(found.values()) == {1}
    looped = {"add", "at hit", "[] hit", "remove", "at stale"}
    assert set(found) == {
        *((what, kind.name) for what in OPERATIONS for kind in PEERS if what != "at stale"),
        *(("at stale", kind.name) for kind in PEERS if kind.tells_stale),
        *((what, LOOP) for what in looped),
    }


class Spy(Stable):
    """Counts its operations."""

    asked: ClassVar[Counter[str]]

    def add(self, elements: Any) -> None:
        """Count insertions."""
        self.asked["add"] += len(elements)
        super().add(elements)

    def at(self, keys: Any) -> object:
        """Count hits and misses, one by one."""
        for key in keys:
            self.asked["miss" if super().at([key]) is None else "hit"] += 1
        return None

    def subscript(self, keys: Any) -> object:
        """Count look-ups."""
        self.asked["[]"] += len(keys)
        return super().subscript(keys)

    def remove(self, keys: Any) -> object:
        """Count removals of existing elements."""
        self.asked["remove"] += sum(super(Spy, self).remove([key]) is not None for key in keys)
        return None

    def elements(self) -> Any:
        """Count the elements that are iterated over."""
        self.asked[f"values of {len(self.pool)}"] += 1
        return super().elements()

    def pairs(self) -> Any:
        """Count the pairs that are iterated over."""
        self.asked[f"items of {len(self.pool)}"] += 1
        return super().pairs()


@pytest.mark.parametrize(("size", "passes"), [(10, 1_000), (1_000, 10), (20_000, 1)])
def test_a_cycle_asks_for_what_its_times_are_divided_by(size: int, passes: int) -> None:
    """Each element is added and removed once. Look-ups before the removals are hits, those after them are misses."""
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
    """The clock advances by one second for each reading; the removals take two readings."""
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
    """Which colliders meet another one, by definition."""
    return {
        one
        for one, other in permutations(everyone, 2)
        if abs(one.x - other.x) < DISTANCE and abs(one.y - other.y) < DISTANCE
    }


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_finds_the_same_collisions(form: Form) -> None:
    """They are those of the definition, and hits are mutual."""
    everyone = colliders(Random(1))
    met = brute_force(everyone)
    peer = form.kind()
    peer.add(everyone)
    form.run(peer)
    assert {one for one in everyone if one.has_hit} == met != set()
    assert {one for one in everyone if one.been_hit} == met
    assert reciprocal(everyone)


def test_one_sided_hits_are_noticed() -> None:
    """The check of a measurement fails if a collider has hit another but was not hit."""
    everyone = colliders(Random(1), 10)
    assert reciprocal(everyone)
    everyone[3].has_hit = True
    assert not reciprocal(everyone)


def test_elements_arrive_as_planned() -> None:
    """One particle in each step, 10,000 more in step 100, the same for every peer."""
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
    """A dict that records its length whenever it is iterated over."""

    seen: list[int]

    def __init__(self) -> None:
        super().__init__()
        type(self).seen = []

    def elements(self) -> Any:
        """Record the length."""
        self.seen.append(len(self.pool))
        return super().elements()


def test_the_burst_comes_and_goes() -> None:
    """After each step, ten iterations visit the particles that have steps left."""
    assert len(list(particles.ephemeral(Watched, 1))) == 255
    live = Watched.seen[:: particles.PASSES]
    assert len(live) == 255
    assert max(live[:99]) < 50
    assert 9_000 < live[99] < 10_100
    assert max(live[GONE - 1 :]) < 50
    assert live[99 + 48] > live[GONE - 1]


@pytest.mark.parametrize("kind", PEERS, ids=lambda kind: kind.name)
def test_elements_age_and_die(kind: type[Peer]) -> None:
    """Each particle loses a step; the keys of particles without remaining steps are returned."""
    some = [particles.Particle(Random(number)) for number in range(50)]
    lives = [particle.left for particle in some]
    peer = kind()
    peer.add(some)
    for step in range(1, 51):
        peer.remove(particles.age(peer))
        assert sum(1 for _ in peer.elements()) == sum(left > step for left in lives)


def test_crossing_particles_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every step, each particle meets all others; hits are mutual among particles that lived at the same time."""
    everyone: list[particles.Particle] = []

    def noted(peer: Peer) -> None:
        everyone.extend(peer.elements())
        nested(peer)
        assert reciprocal(peer.elements())

    monkeypatch.setattr(particles, "CROSSED_BURST", 100)
    assert len(list(particles.crossed(Form(Optionals, noted), 1))) == 255
    assert len(set(everyone)) == 355
    assert any(one.has_hit for one in everyone)


def test_bytes_of_who_watches_collections_do_not_count() -> None:
    """Hypothesis times garbage collections once it is loaded, and allocates memory for this."""
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


@pytest.mark.soak
def test_bytes_of_a_container_are_counted() -> None:
    """A dict takes the bytes that it reports, except for its header. A key of a list of optionals costs an int."""
    of_dict = memory.bytes_of(CountedDict, 1_000)
    assert of_dict.sized is not None
    assert 40 < of_dict.traced < 80
    assert abs(of_dict.traced - of_dict.sized) < 20
    assert of_dict.kept == pytest.approx(0, abs=0.2)
    assert 15 < memory.bytes_of(Optionals, 1_000).kept < 35
    assert set(memory.memory((10,))) == {kind.name for kind in CYCLED} - memory.UNSEEN
