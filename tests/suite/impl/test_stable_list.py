"""The container as its users see it: a map that chooses the keys itself."""

import gc
import weakref
from collections.abc import Callable, Iterable

from stablelist import Key, StableList, ids
from suite.impl.elements import filled


def test_key_resolves_again_after_its_id_has_come_round() -> None:
    """With ids of one bit, this takes two insertions (R8)."""
    pool = StableList[str](ids=ids.Counter(1))
    old = pool.add("old")
    pool.remove(old)
    pool.remove(pool.add("between"))
    assert pool.add("new") == old
    assert pool.at(old) == "new"


def collected(pool: StableList[int]) -> list[tuple[Key[int], int]]:
    """The elements that `each` shows."""
    seen: list[tuple[Key[int], int]] = []
    pool.each(lambda key, element: seen.append((key, element)))
    return seen


def test_iteration_costs_the_opened_cells() -> None:
    """The cost is charged when an iteration starts; cross-iteration costs nothing (R12)."""
    pool = StableList[int](capacity=16)
    keys = filled(pool, 10)
    for key in keys[1:]:
        pool.remove(key)
    opened = pool.layout().opened
    walks: list[Callable[[], Iterable[object]]]
    walks = [pool.keys, pool.values, pool.items, pool.__iter__]
    for runs, walk in enumerate(walks, start=1):
        assert len(list(walk())) == 1
        assert pool.stats().cells == runs * opened
    collected(pool)
    pool.apply(keys[0], lambda _, others: print(*others))
    pool.traverse(lambda _, __, others: print(*others))
    pool.inspect(keys[0], lambda _, others: list(others))
    list(pool.pivots())
    assert pool.stats().cells == 5 * opened
    pool.keys()  # costs nothing until it is iterated over
    iter(pool.keys())  # is paid for when it is made, as it lends from then on
    pool.each_mut(lambda *_: None)
    pool.retain(lambda *_: True)
    assert pool.stats().cells == 8 * opened
    pool.drain()
    assert pool.stats().cells == 9 * opened


def test_subclass_may_refine_an_operation() -> None:
    """Other methods that use the operation call the overridden one."""

    class Counting(StableList[int]):
        removals = 0

        def remove(self, key: Key[int]) -> int | None:
            self.removals += 1
            return super().remove(key)

    pool = Counting()
    one, two, three = filled(pool, 3)
    pool.remove(one)
    pool.pop(two)
    del pool[three]
    assert (pool.removals, len(pool)) == (3, 0)


def test_list_can_be_referred_to_weakly() -> None:
    """So a cache need not keep it alive; in a list that holds itself, the garbage collector ends this."""
    pool, cyclic = StableList[int](), StableList[object]()
    cyclic.add(cyclic)
    ended: list[str] = []
    one, other = weakref.ref(pool), weakref.ref(cyclic, lambda _: ended.append("cyclic"))
    assert (one(), other()) == (pool, cyclic)
    del pool, cyclic
    assert one() is None
    gc.collect()
    assert (other(), ended) == (None, ["cyclic"])
