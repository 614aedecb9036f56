"""The container as its users see it: a map that chooses the keys itself."""

import gc
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest

from stablelist import Key, StableAccess, StableList, StableView, StaleKeyError, ids
from suite.impl.elements import TroubleError, filled, observed


class Pretender:
    """An object that claims to be a key."""

    __class__ = Key  # type: ignore[assignment] # that is the pretence

    def __getattr__(self, name: str) -> int:
        return 0


class Mystery:
    """An object whose `__class__` raises."""

    @property  # type: ignore[misc] # the class of anything can be overridden
    def __class__(self) -> type:
        raise TroubleError


NEVER_ISSUED: list[Any] = [
    Key(-1, 0),
    Key(-1, -1),
    Key(0, -1),
    Key(2, -1),
    Key(4, 0),
    Key(2**70, 0),
    Key(0, 2**70),
    Key(0, 1),
    Key(1, 0),
    None,
    True,
    0,
    0.0,
    (0, 0),
    "Key(index=0, id=0)",
    object(),
    Key,
    float("nan"),
    [],
]

IMPOSTORS: list[Callable[[], Any]] = [Pretender, Mystery, partial(Mock, spec=Key(0, 0))]


def require_not_found(key: Any) -> None:
    """Require that a list does not find it, and refuses it if it is not a key."""
    pool = StableList[int]()
    filled(pool, 2)
    before = observed(pool)
    assert (key in pool, (key, 0) in pool.items()) == (False, False)
    answers: dict[Callable[[Any], object], object] = {
        **looked_up(pool),
        pool.remove: None,
        lambda key: pool.pop(key, 7): 7,
        partial(call_with, pool.apply): False,
        partial(call_with, pool.inspect): False,
    }
    requiring = [pool.__getitem__, lambda key: pool.__setitem__(key, 9), pool.__delitem__, pool.pop]
    with nullcontext() if type(key) is Key else pool_lent(pool):  # the mistake is named first
        require_answers(key, answers, requiring)
    assert (observed(pool)[0], observed(pool)[4:]) == (before[0], before[4:])


def looked_up(view: StableView[int]) -> dict[Callable[[Any], object], object]:
    """What the methods of a list, or of a view, answer if they do not find a key."""
    return {
        view.at: None,
        view.get: None,
        lambda key: view.get(key, 7): 7,
        view.contains: False,
        lambda key: view.replace(key, 9): False,
        partial(call_with, view.at_mut): False,
    }


def require_answers(
    key: Any,
    answers: dict[Callable[[Any], object], object],
    requiring: Iterable[Callable[[Any], object]],
) -> None:
    """Require these answers and StaleKeyErrors for a key, and a TypeError for anything else."""
    if type(key) is Key:
        assert [call(key) for call in answers] == list(answers.values())
        for call in requiring:
            with pytest.raises(StaleKeyError):
                call(key)
        return
    for call in (*answers, *requiring):
        with pytest.raises(TypeError, match="is not a Key; pass the Key that add returned"):
            call(key)


def call_with(operation: Callable[[Any, Callable[..., Any]], bool], key: Any) -> bool:
    """Call the methods that change an element."""
    return operation(key, lambda *_: pytest.fail("called with a key that was never issued"))


@contextmanager
def pool_lent(pool: StableList[int]) -> Iterator[None]:
    """A list with an open iterator."""
    iterator = iter(pool)
    yield
    del iterator


def require_not_viewed(key: Any) -> None:
    """Require that a view does not find it, and refuses it if it is not a key."""
    pool = StableList[int]()
    pivot, other = filled(pool, 2)

    def act(_: int, others: StableAccess[int]) -> None:
        assert (key in others, (key, 1) in others.items()) == (False, False)
        requiring = [others.__getitem__, lambda key: others.__setitem__(key, 9)]
        require_answers(key, looked_up(others), requiring)

    assert pool.apply(pivot, act)
    assert pool.at(other) == 1


@pytest.mark.parametrize("key", NEVER_ISSUED, ids=lambda key: type(key).__name__)
@pytest.mark.parametrize("require", [require_not_found, require_not_viewed])
def test_key_never_issued_is_not_found(require: Callable[[Any], None], key: Any) -> None:
    """Nothing wraps around or changes; what is not a key is refused, except by `in` (R10)."""
    require(key)


@pytest.mark.parametrize("impostor", IMPOSTORS)
@pytest.mark.parametrize("require", [require_not_found, require_not_viewed])
def test_object_with_the_attributes_of_a_key_is_not_found(
    require: Callable[[Any], None], impostor: Any
) -> None:
    """The class that an object claims is not used (R10)."""
    require(impostor())


def test_key_resolves_again_after_its_id_has_come_round() -> None:
    """With ids of one bit, this takes two insertions (R8)."""
    pool = StableList[str](ids=ids.Counter(1))
    old = pool.add("old")
    pool.remove(old)
    pool.remove(pool.add("between"))
    assert pool.add("new") == old
    assert pool.at(old) == "new"


def test_none_is_a_legal_element() -> None:
    """`contains`, `get` and `[]` distinguish it from a missing element (R11)."""
    pool = StableList[None]()
    key = pool.add(None)
    assert pool.at(key) is None
    assert pool.get(key, 7) is None
    assert pool[key] is None
    assert pool.contains(key)
    assert len(pool) == 1
    pool.remove(key)
    assert not pool.contains(key)


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


def test_layout_is_a_copy() -> None:
    """The layout does not change with the list, and cannot be changed itself.

    (5.2)
    """
    pool = StableList[int]()
    before = pool.layout()
    pool.add(1)
    assert (before.opened, pool.layout().opened) == (0, 1)
    for picture, name in ((before, "space"), (before.q1, "size"), (pool.stats(), "visits")):
        with pytest.raises(AttributeError):
            setattr(picture, name, 8)


class Herd(StableList[int]):
    """A subclass."""


def test_subclass_says_what_it_is() -> None:
    assert repr(Herd()) == "<Herd of 0 elements in a space of 4>"


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


def test_lists_are_distinct_objects() -> None:
    """A list is equal only to itself, so it can be a member of a set."""
    pool = StableList[int]()
    assert len({pool, pool, StableList[int]()}) == 2
