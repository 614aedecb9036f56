"""Changing elements, in place or by replacing them, through the list and through its views (R15)."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from stablelist import Key, StableAccess, StableList, StableView
from suite.impl.elements import Box, Pool, TroubleError, filled, raise_trouble

Use: TypeAlias = Callable[[StableView[int]], None]


def through_the_list(pool: Pool, use: Use) -> None:
    """The list itself."""
    use(pool)


def through_a_view(pool: Pool, use: Use) -> None:
    """A view with a pivot that serves no other purpose."""
    pivot = pool.add(-1)
    assert pool.apply(pivot, lambda _, others: use(others))
    assert pool.remove(pivot) == -1


def through_a_loop(pool: Pool, use: Use) -> None:
    """The view of a loop over the pivots."""
    pivot = pool.add(-1)
    for key, _, others in pool.pivots():
        if key == pivot:
            use(others)
    assert pool.remove(pivot) == -1


WAYS = [through_the_list, through_a_view, through_a_loop]

by_every_way = pytest.mark.parametrize("way", WAYS)
Way: TypeAlias = Callable[[Pool, Use], None]


@by_every_way
def test_replaced_element_keeps_its_key(way: Way) -> None:
    """With `replace` or with `[]=`: position and id stay, and nothing is counted (R15)."""
    pool = Pool()
    one, two, three = filled(pool, 3)

    def use(view: StableView[int]) -> None:
        assert view.replace(two, 20)
        view[three] = 30
        assert (view.at(two), view.get(three), view[one]) == (20, 30, 0)

    way(pool, use)
    assert list(pool.items()) == [(one, 0), (two, 20), (three, 30)]
    assert (pool.stats().removals, pool.stats().dropped) == (pool.layout().next_id - 3, 0)
    pool.check()


def test_element_changed_in_place_stays() -> None:
    """A callback that returns None has changed the element in place (R15)."""
    pool = StableList[Box]()
    boxes = [Box(), Box(), Box()]
    keys = pool.extend(boxes)
    assert pool.at_mut(keys[0], lambda box: setattr(box, "content", 1))
    pool.each_mut(lambda key, box: setattr(box, "content", (box.content, key.id)))

    def act(_: Box, others: StableAccess[Box]) -> None:
        others.at_mut(keys[2], lambda box: setattr(box, "content", "seen"))
        others.each_mut(lambda _, box: setattr(box, "content", [box.content]))

    pool.apply(keys[0], act)
    assert [box.content for box in boxes] == [(1, 0), [(None, 1)], ["seen"]]
    assert all(pool.at(key) is box for key, box in zip(keys, boxes, strict=True))


@by_every_way
def test_callback_that_raises_half_way_has_changed_what_it_changed(way: Way) -> None:
    """The elements before it are new, those after it are old, and the list is unlocked (R14)."""
    pool = Pool()
    keys = filled(pool, 4)

    def change(_: Key[int], number: int) -> int:
        if number == 2:
            raise TroubleError
        return number + 10

    def use(view: StableView[int]) -> None:
        with pytest.raises(TroubleError):
            view.each_mut(change)
        with pytest.raises(TroubleError):
            view.at_mut(keys[0], raise_trouble)

    way(pool, use)
    assert [pool.at(key) for key in keys] == [10, 11, 2, 3]
    pool.clear()
    pool.check()


def test_what_a_callback_returns_comes_last() -> None:
    """The callback may replace the element itself; its return value then replaces the new one (R15)."""
    pool = Pool()
    key = pool.add(1)

    def change(number: int) -> int:
        pool.replace(key, 50)
        return number + 1

    assert pool.at_mut(key, change)
    assert pool.at(key) == 2
    pool.each_mut(lambda *_: pool.replace(key, 60) and None)
    assert pool.at(key) == 60


def test_replacing_while_iterating_is_seen() -> None:
    """An iterator shows the element that is there when it visits the cell (R12, R15)."""
    pool = Pool()
    keys = filled(pool, 4)
    shown = []
    for element in pool.values():
        shown.append(element)
        pool.replace(keys[3], 33)
    for key, element in pool.items():
        shown.append(element)
        pool[keys[min(key.index + 1, 3)]] = 10 * key.index
    assert shown == [0, 1, 2, 33, 0, 0, 10, 20]


def test_view_replaces_the_pivot() -> None:
    """This is the only way, because no key of the list finds the pivot in the view (R13, R15)."""
    pool = Pool()
    one, two = filled(pool, 2)

    def act(_: int, others: StableAccess[int]) -> None:
        assert not others.replace(one, 9)
        assert not others.at_mut(one, raise_trouble)
        others.replace_pivot(7)
        others.each_mut(lambda key, number: number + 1)
        assert pool.at(one) == 7

    pool.apply(one, act)
    assert list(pool.items()) == [(one, 7), (two, 2)]
