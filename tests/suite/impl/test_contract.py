"""The container against its contract: a map from keys to elements, and retired keys.

What is expected here is written down from the rulings and not from the code: a dict, a count of
insertions, and nothing of cells, partitions or free lists.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from stablelist import (
    BorrowError,
    CapacityError,
    Key,
    StableAccess,
    StableInspection,
    StableList,
    StaleKeyError,
    Truncate,
    ids,
)
from suite.impl.elements import Pool, TroubleError, breaking_off

ELEMENTS = st.integers(0, 99)
MANY = st.lists(ELEMENTS, max_size=20)
CHOICE = st.integers(0, 10**6)
MOST = 10**6
"""More elements than any of these programs adds."""

STRUCTURAL: list[Callable[[Pool, Key[int]], object]] = [
    lambda pool, _: pool.add(1),
    lambda pool, _: pool.extend([1]),
    lambda pool, _: pool.extend([]),
    lambda pool, _: pool.insert_with(lambda key: 1),
    lambda pool, key: pool.remove(key),
    lambda pool, key: pool.remove_many([key]),
    lambda pool, _: pool.remove_many([]),
    lambda pool, key: pool.pop(key),
    lambda pool, key: pool.__delitem__(key),
    lambda pool, _: pool.clear(),
    lambda pool, _: pool.drain(),
    lambda pool, _: pool.retain(lambda *_: True),
    lambda pool, _: pool.reserve(0),
    lambda pool, _: pool.shrink_to_fit(),
]


Act = Callable[[], None]


def loop(items: Iterable[object], act: Act) -> None:
    """Call *act* at each step."""
    for _ in items:
        act()


LENDINGS: list[Callable[[Pool, Key[int], Act], object]] = [
    lambda pool, _, act: loop(pool, act),
    lambda pool, _, act: loop(pool.items(), act),
    lambda pool, _, act: loop(pool.pivots(), act),
    lambda pool, _, act: pool.each(lambda *_: act()),
    lambda pool, _, act: pool.each_mut(lambda *_: act()),
    lambda pool, _, act: pool.traverse(lambda *_: act()),
    lambda pool, key, act: pool.at_mut(key, lambda _: act()),
    lambda pool, key, act: pool.apply(key, lambda *_: act()),
    lambda pool, key, act: pool.inspect(key, lambda *_: act()),
]


class Contract(RuleBasedStateMachine):
    """A list, and a map that it must agree with."""

    id_bits: ClassVar[int | None] = None
    index_bits: ClassVar[int | None] = None
    maximum: ClassVar[int | None] = None

    @initialize(
        mode=st.sampled_from(Truncate),
        minimum=st.sampled_from([0, 8, 12]),
        capacity=st.sampled_from([0, 8]),
    )
    def start(self, mode: Truncate, minimum: int, capacity: int) -> None:
        self.pool = Pool(
            minimum=minimum,
            capacity=capacity,
            truncate=mode,
            ids=ids.Counter(self.id_bits),
            index_bits=self.index_bits,
            maximum=self.maximum,
        )
        self.live: dict[Key[int], int] = {}
        self.retired: set[Key[int]] = set()
        self.insertions = 0

    # --- what is promised --------------------------------------------------------------------

    def has_room_for(self, count: int) -> bool:
        """There are never more elements than the index range or the maximum allows (R9)."""
        return len(self.live) + count <= min(self.bounds(), default=MOST)

    def brim(self) -> int:
        """The number of elements for which there is room."""
        return min(self.bounds(), default=self.pool.capacity)

    def bounds(self) -> list[int]:
        """The largest possible number of elements."""
        named = None if self.index_bits is None else 2**self.index_bits
        return [bound for bound in (named, self.maximum) if bound is not None]

    def put(self, key: Key[int], element: int) -> None:
        """The key is new, at a free position, with the id of its insertion (R8)."""
        assert key not in self.live
        assert key.index not in {other.index for other in self.live}
        assert key.id == (self.insertions % 2**self.id_bits if self.id_bits else self.insertions)
        self.insertions += 1
        self.live[key] = element
        self.retired.discard(key)

    def take(self, key: Key[int]) -> int:
        """The key of a removed element is retired."""
        self.retired.add(key)
        return self.live.pop(key)

    def key(self, choice: int) -> Key[int]:
        """A key that is live, retired, or was never issued."""
        forged = [Key[int](-1, 0), Key[int](0, -1), Key[int](choice, choice)]
        keys = [*self.ascending(), *sorted(self.retired, key=lambda key: key.id)[-5:], *forged]
        return keys[choice % len(keys)]

    def ascending(self) -> list[Key[int]]:
        """The keys in the order of iteration (R12)."""
        return sorted(self.live, key=lambda key: key.index)

    def items(self) -> list[tuple[Key[int], int]]:
        """The items that an iteration must show (R12)."""
        return [(key, self.live[key]) for key in self.ascending()]

    @invariant()
    def the_list_is_the_map(self) -> None:
        """The list has exactly the elements of the map, in order; no retired key resolves (R10, R12)."""
        if not hasattr(self, "pool"):
            return
        self.pool.check()
        assert list(self.pool.items()) == self.items()
        assert (len(self.pool), bool(self.pool)) == (len(self.live), bool(self.live))
        assert not any(key in self.pool for key in self.retired)
        assert len(self.live) <= self.pool.capacity
        layout = self.pool.layout()
        assert (self.pool.space, self.pool.opened) == (layout.space, layout.opened)

    # --- adding ------------------------------------------------------------------------------

    @rule(element=ELEMENTS)
    def add(self, element: int) -> None:
        """One element is added, or none if the list is full."""
        if self.has_room_for(1):
            self.put(self.pool.add(element), element)
        else:
            with pytest.raises(CapacityError):
                self.pool.add(element)

    @rule(elements=MANY)
    def extend(self, elements: list[int]) -> None:
        """All elements are added in this order, or none."""
        if self.has_room_for(len(elements)):
            keys = self.pool.extend(elements)
            for key, element in zip(keys, elements, strict=True):
                self.put(key, element)
        else:
            with pytest.raises(CapacityError):
                self.pool.extend(elements)

    @rule(offset=st.integers(-1, 1))
    def extend_to_the_brim(self, offset: int) -> None:
        """As many elements as there is room for, or one more or less."""
        count = self.brim() - len(self.live) + offset
        self.extend(list(range(max(0, min(count, 100)))))

    @rule(elements=MANY)
    def extend_by_what_breaks_off(self, elements: list[int]) -> None:
        """No element is added."""
        with pytest.raises(TroubleError):
            self.pool.extend(breaking_off(elements))

    @rule(element=ELEMENTS, fails=st.booleans(), attempt=st.sampled_from(STRUCTURAL))
    def insert_with(
        self, element: int, fails: bool, attempt: Callable[[Pool, Key[int]], object]
    ) -> None:
        """One element is added under a key that was known before, unless its factory fails."""
        given: list[Key[int]] = []

        def factory(key: Key[int]) -> int:
            given.append(key)
            assert key not in self.pool
            with pytest.raises(BorrowError):
                attempt(self.pool, key)
            if fails:
                raise TroubleError
            return element

        if not self.has_room_for(1):
            with pytest.raises(CapacityError):
                self.pool.insert_with(factory)
            assert given == []
        elif fails:
            with pytest.raises(TroubleError):
                self.pool.insert_with(factory)
        else:
            key = self.pool.insert_with(factory)
            assert given == [key]
            self.put(key, element)

    # --- removing ----------------------------------------------------------------------------

    @rule(choice=CHOICE)
    def remove(self, choice: int) -> None:
        """Returns the element, or None."""
        key = self.key(choice)
        expected = self.take(key) if key in self.live else None
        assert self.pool.remove(key) == expected

    @rule(choice=CHOICE)
    def pop(self, choice: int) -> None:
        """Returns the element or the default, or raises an error."""
        key = self.key(choice)
        if key in self.live:
            assert self.pool.pop(key) == self.take(key)
        else:
            assert self.pool.pop(key, -1) == -1
            with pytest.raises(StaleKeyError):
                self.pool.pop(key)
            with pytest.raises(StaleKeyError):
                del self.pool[key]

    @rule(choices=st.lists(CHOICE, max_size=6), twice=st.booleans())
    def remove_many(self, choices: list[int], twice: bool) -> None:
        """The same as several removals, in the order of the keys; some are stale or repeated."""
        keys = [self.key(choice) for choice in choices] * (1 + twice)
        expected = [self.take(key) if key in self.live else None for key in keys]
        assert self.pool.remove_many(iter(keys)) == expected

    @rule(first=st.integers(0, 40), step=st.integers(1, 4))
    def unwind(self, first: int, step: int) -> None:
        """Remove elements from the top down, so that upper halves become empty."""
        for key in self.ascending()[first::step][::-1]:
            assert self.pool.remove(key) == self.take(key)

    @rule(modulus=st.integers(1, 5), rest=st.integers(0, 4))
    def retain(self, modulus: int, rest: int) -> None:
        """The rejected elements are returned in ascending order."""
        rejected = [item for item in self.items() if not (item[1] + rest) % modulus]
        assert self.pool.retain(lambda _, element: (element + rest) % modulus != 0) == rejected
        for key, element in rejected:
            assert self.take(key) == element

    @rule(choice=CHOICE)
    @precondition(lambda self: self.live)
    def retain_by_a_predicate_that_fails(self, choice: int) -> None:
        """No element is removed."""
        bad = self.ascending()[choice % len(self.live)]

        def predicate(key: Key[int], _: int) -> bool:
            if key == bad:
                raise TroubleError
            return False

        with pytest.raises(TroubleError):
            self.pool.retain(predicate)

    @rule(handing_out=st.booleans())
    def empty(self, handing_out: bool) -> None:
        """All elements are removed, and returned or not."""
        items = self.items()
        if handing_out:
            assert self.pool.drain() == items
        else:
            self.pool.clear()
        for key, _ in items:
            self.take(key)

    # --- looking and changing ----------------------------------------------------------------

    @rule(choice=CHOICE)
    def look_up(self, choice: int) -> None:
        """Every look-up finds the element, or finds none (R11)."""
        key, pool = self.key(choice), self.pool
        there = key in self.live
        expected = self.live.get(key)
        assert (pool.at(key), pool.get(key), pool.get(key, -1)) == (
            expected,
            expected,
            self.live.get(key, -1),
        )
        assert (key in pool, pool.contains(key)) == (there, there)
        if there:
            assert pool[key] == expected
        else:
            with pytest.raises(StaleKeyError):
                pool[key]

    @rule(choice=CHOICE)
    def key_at(self, choice: int) -> None:
        """Only the index counts; the id may be any (R10)."""
        index = self.key(choice).index
        there = [key for key in self.live if key.index == index]
        assert self.pool.key_at(index) == (there[0] if there else None)

    @rule(choice=CHOICE, element=ELEMENTS)
    def replace(self, choice: int, element: int) -> None:
        """The key stays (R15)."""
        key = self.key(choice)
        assert self.pool.replace(key, element) == (key in self.live)
        if key in self.live:
            self.live[key] = element
            self.pool[key] = element + 1
            self.live[key] += 1

    @rule(choice=CHOICE, number=ELEMENTS)
    def at_mut(self, choice: int, number: int) -> None:
        """The return value of the callback replaces the element (R15)."""
        key = self.key(choice)
        assert self.pool.at_mut(key, lambda element: element + number) == (key in self.live)
        if key in self.live:
            self.live[key] += number

    @rule(number=ELEMENTS)
    def each_mut(self, number: int) -> None:
        """The callback changes every element (R15)."""
        self.pool.each_mut(lambda key, element: element ^ number ^ key.index)
        self.live = {key: element ^ number ^ key.index for key, element in self.live.items()}

    @rule(choice=CHOICE, number=ELEMENTS)
    def apply(self, choice: int, number: int) -> None:
        """The pivot and all others can be changed together (R13)."""
        key = self.key(choice)

        def act(element: int, others: StableAccess[int]) -> None:
            assert [*others.items(), (key, element)] == [*expected, (key, self.live[key])]
            assert len(others) == len(expected)
            others.each_mut(lambda _, other: other + number)
            others.replace_pivot(element - number)

        expected = [item for item in self.items() if item[0] != key]
        assert self.pool.apply(key, act) == (key in self.live)
        if key in self.live:
            self.live = {other: element + number for other, element in self.live.items()}
            self.live[key] -= 2 * number

    @rule(choice=CHOICE)
    def inspect(self, choice: int) -> None:
        """The pivot and all others can be seen together (R13)."""
        key = self.key(choice)
        seen: list[object] = []

        def look(element: int, others: StableInspection[int]) -> None:
            seen.extend([element, dict(others.items()), others.at(key)])

        assert self.pool.inspect(key, look) == (key in self.live)
        if key in self.live:
            rest = {other: element for other, element in self.live.items() if other != key}
            assert seen == [self.live[key], rest, None]

    @rule()
    def traverse(self) -> None:
        """Each element with all others, in ascending order (R12, R13)."""
        seen: list[tuple[Key[int], int, int]] = []
        self.pool.traverse(
            lambda key, element, others: seen.append((key, element, sum(others.values())))
        )
        total = sum(self.live.values())
        assert seen == [(key, element, total - element) for key, element in self.items()]
        assert seen == [(key, one, sum(rest.values())) for key, one, rest in self.pool.pivots()]

    @rule(choice=CHOICE, attempt=st.sampled_from(STRUCTURAL), lending=st.sampled_from(LENDINGS))
    def change_what_is_lent(
        self,
        choice: int,
        attempt: Callable[[Pool, Key[int]], object],
        lending: Callable[[Pool, Key[int], Act], object],
    ) -> None:
        """A structural change is refused, even if it would change nothing (R14)."""
        key = self.key(choice)
        before = self.pool.layout()

        def act() -> None:
            with pytest.raises(BorrowError):
                attempt(self.pool, key)

        lending(self.pool, key, act)
        assert self.pool.layout() == before

    # --- memory and copies -------------------------------------------------------------------

    @rule(additional=st.integers(0, 70))
    def reserve(self, additional: int) -> None:
        """Memory for a number of elements, if the index range allows it (R9)."""
        if self.has_room_for(additional):
            self.pool.reserve(additional)
            assert self.pool.capacity >= len(self.live) + additional
        else:
            with pytest.raises(CapacityError):
                self.pool.reserve(additional)

    @rule(offset=st.integers(-1, 1))
    def reserve_to_the_brim(self, offset: int) -> None:
        """Memory for as many elements as there is room for, or one more or less."""
        self.reserve(max(0, self.brim() - len(self.live) + offset))

    @rule()
    def shrink_to_fit(self) -> None:
        """The list takes the least possible memory, and nothing else changes."""
        before = self.pool.capacity
        self.pool.shrink_to_fit()
        assert self.pool.capacity == self.pool.layout().space <= before

    @rule(way=st.sampled_from([StableList.copy, copy.copy, copy.deepcopy, pickle]))
    def reload(self, way: object) -> None:
        """Continue with a copy; the original must not matter any more."""
        original = self.pool
        if way is pickle:
            self.pool = pickle.loads(pickle.dumps(original))
        else:
            assert callable(way)
            self.pool = way(original)
        original.clear()

    @rule(choice=CHOICE)
    def repack(self, choice: int) -> None:
        """A packed key finds the same element, if both widths are bounded."""
        key = self.key(choice)
        if self.id_bits is None or self.index_bits is None:
            with pytest.raises(ValueError, match="cannot be packed"):
                self.pool.pack(key)
        elif key in self.live or key in self.retired:
            assert self.pool.unpack(self.pool.pack(key)) == key
        assert (
            self.index_bits is None
            or self.id_bits is None
            or (self.live.get(self.pool.unpack(choice)) == self.pool.at(self.pool.unpack(choice)))
        )


class NarrowContract(Contract):
    """Ids that wrap soon, and a small index range."""

    id_bits = 5
    index_bits = 5


class BoundedContract(Contract):
    """A maximum of nine elements, whatever the element space."""

    maximum = 9


SETTINGS = settings(
    max_examples=80,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.parametrize("contract", [Contract, NarrowContract, BoundedContract])
def test_random_programs_change_list_and_map_alike(contract: type[Contract]) -> None:
    """Any program of all operations changes the list and the map in the same way."""
    run_state_machine_as_test(contract, settings=SETTINGS)
