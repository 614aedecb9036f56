"""Threads: a structural change during another one is refused if it can be noticed (R14)."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

import stablelist
from stablelist import BorrowError, Key, StableList
from stablelist.lending import Change
from stablelist.pool import Pool
from suite.impl.elements import Mourner
from suite.impl.moments import CHANGES, fresh, in_a_thread


@pytest.mark.parametrize("change", CHANGES)
def test_refusal_counts_the_loans_that_it_found(
    change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread may end one while the error is made."""
    pool = fresh()
    iterators = [iter(pool)]
    monkeypatch.setattr("stablelist.lending.other_thread", lambda _: iterators.clear())
    with pytest.raises(BorrowError) as caught:
        CHANGES[change](pool)
    assert caught.value.reason == "1 iterator or callback is open"
    assert iterators == []


def test_lists_without_a_lock_stay_consistent() -> None:
    """Natively, calls with counted ids are never interrupted; interpreted, an interrupted one refuses the others."""
    pool = StableList[int]()
    refused: list[str] = []

    def work() -> None:
        for number in range(2000):
            try:
                pool.remove(pool.add(number))
            except BorrowError as error:
                refused.append(error.reason)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as executor:
            for future in [executor.submit(work) for _ in range(4)]:
                future.result()
    finally:
        sys.setswitchinterval(interval)
    pool.check()
    assert set(refused) <= (set() if stablelist.__compiled__ else {"another change is under way"})


def test_finaliser_that_waits_holds_nobody_up() -> None:
    """Elements of a cleared list are released when it is consistent, so a slow finaliser blocks no other thread."""
    pool = StableList[object]()

    def clear(wait: Callable[[], None]) -> None:
        pool.add(Mourner(wait))
        pool.clear()

    def act() -> None:
        assert pool.add("new") == Key(0, 1)

    in_a_thread(clear, act)
    assert list(pool.values()) == ["new"]
    pool.check()


@pytest.mark.interpreted
@pytest.mark.parametrize("change", ["add", "remove", "extend", "drain"])
def test_change_of_another_thread_is_not_invalidated(
    change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may begin while a list is asked whether it invalidates loans."""
    pool = StableList[object]([1, 2], lend="invalidate")
    iterators = [iter(pool)]
    other = Change(pool, "clear")

    def begin(_: object) -> bool:
        if iterators:
            iterators.clear()
            other.__enter__()
        return True

    with monkeypatch.context() as patch:
        patch.setattr(Pool, "_invalidates", property(begin))
        with pytest.raises(BorrowError, match="another change is under way"):
            CHANGES[change](pool)
    other.__exit__(None, None, None)
    assert list(pool.values()) == [1, 2]
    pool.check()
