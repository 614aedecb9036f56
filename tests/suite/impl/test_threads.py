"""Threads: a structural change during another one is refused if it can be noticed (R14)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

import pytest

import stablelist
from stablelist import BorrowError, Key, StableList
from suite.impl.elements import Mourner, Pool, filled


class Gate:
    """An id source that waits in the middle of a change until the gate is opened."""

    def __init__(self) -> None:
        self.closed = False
        self.reached, self.opened = Event(), Event()

    def initial(self) -> int:
        """The first id."""
        return 0

    def next(self, id: int, /) -> int:  # noqa: A002 - the field's word
        """The next number; the first caller that finds the gate closed waits."""
        if self.closed:
            self.closed = False  # who comes after must not wait for itself
            self.wait()
        return id + 1

    def wait(self) -> None:
        """Signal that the gate was reached, and wait."""
        self.reached.set()
        self.opened.wait()


def meanwhile(gate: Gate, change: Callable[[], object], act: Callable[[], object]) -> object:
    """Begin *change* in another thread, call *act* when it waits at the gate, and open the gate."""
    with ThreadPoolExecutor(1) as executor:
        future: Future[object] = executor.submit(change)
        # Should it never reach the gate, the result says why.
        future.add_done_callback(lambda _: gate.reached.set())
        gate.reached.wait()
        try:
            assert not future.done(), future.result()
            act()
        finally:
            gate.opened.set()
        return future.result()


CHANGES: dict[str, Callable[[Pool], object]] = {
    "add": lambda pool: pool.add(9),
    "extend": lambda pool: pool.extend([9]),
    "insert_with": lambda pool: pool.insert_with(lambda _: 9),
    "remove": lambda pool: pool.remove(Key(0, 0)),
    "pop": lambda pool: pool.pop(Key(0, 0)),
    "clear": Pool.clear,
    "drain": Pool.drain,
    "retain": lambda pool: pool.retain(lambda *_: False),
    "reserve": lambda pool: pool.reserve(100),
    "shrink_to_fit": Pool.shrink_to_fit,
}

BEGUN: dict[str, Callable[[Pool], object]] = {
    "add": lambda pool: pool.add(3),
    "extend": lambda pool: pool.extend([3]),
    "insert_with": lambda pool: pool.insert_with(lambda _: 3),
}

LENT: dict[str, Callable[[Pool, Gate], object]] = {
    "insert_with": lambda pool, gate: pool.insert_with(lambda _: gate.wait() or 3),  # type: ignore[func-returns-value]
    "each": lambda pool, gate: pool.each(lambda *_: gate.wait()),
    "at_mut": lambda pool, gate: pool.at_mut(Key(1, 1), lambda _: gate.wait()),
    "each_mut": lambda pool, gate: pool.each_mut(lambda *_: gate.wait()),
    "retain": lambda pool, gate: pool.retain(lambda *_: gate.wait() or True),  # type: ignore[func-returns-value]
    "apply": lambda pool, gate: pool.apply(Key(1, 1), lambda *_: gate.wait()),
    "inspect": lambda pool, gate: pool.inspect(Key(1, 1), lambda *_: gate.wait()),
    "traverse": lambda pool, gate: pool.traverse(lambda *_: gate.wait()),
}


@pytest.fixture
def gate() -> Gate:
    """An open gate."""
    return Gate()


@pytest.fixture
def pool(gate: Gate) -> Pool:
    """A list of three elements; after its creation, the gate is closed."""
    pool = Pool(ids=gate)
    filled(pool, 3)
    gate.closed = True
    return pool


@pytest.mark.parametrize("second", CHANGES)
@pytest.mark.parametrize("first", BEGUN)
def test_change_that_meets_another_one_is_refused(
    pool: Pool, gate: Gate, first: str, second: str
) -> None:
    """The first change is completed; the second has changed nothing."""

    def act() -> None:
        with pytest.raises(BorrowError) as caught:
            CHANGES[second](pool)
        assert str(caught.value) == (
            f"{second} refused: another change is under way; guard the list by a lock if threads"
            " share it; in a finaliser or an id source, do not use the list"
        )

    meanwhile(gate, lambda: BEGUN[first](pool), act)
    assert list(pool.items()) == [(Key(n, n), n) for n in range(4)]
    assert pool.layout().next_id == 4
    pool.check()
    CHANGES[second](pool)
    pool.check()


LENDING: dict[str, Callable[[Pool], object]] = {
    "keys": lambda pool: iter(pool.keys()),
    "values": lambda pool: iter(pool.values()),
    "items": lambda pool: iter(pool.items()),
    "pivots": Pool.pivots,
    "copy": Pool.copy,
    "layout": Pool.layout,
    "check": Pool.check,
}


@pytest.mark.parametrize("lending", LENDING.values(), ids=LENDING)
def test_what_is_being_changed_is_not_lent(
    pool: Pool, gate: Gate, lending: Callable[[Pool], object]
) -> None:
    """It is neither copied nor looked into, because half a change could be seen (R14)."""

    def act() -> None:
        with pytest.raises(BorrowError, match=r"^lending refused: another change is under way"):
            lending(pool)

    meanwhile(gate, lambda: pool.add(3), act)
    assert list(pool.values()) == [0, 1, 2, 3]


def test_look_ups_go_on_during_a_change(pool: Pool, gate: Gate) -> None:
    """They find the state before the change."""

    def act() -> None:
        assert [pool.at(Key(n, n)) for n in range(4)] == [0, 1, 2, None]
        assert (Key(2, 2) in pool, Key(3, 3) in pool, len(pool)) == (True, False, 3)
        assert pool.replace(Key(0, 0), 10)

    assert meanwhile(gate, lambda: pool.add(3), act) == Key(3, 3)
    assert list(pool.values()) == [10, 1, 2, 3]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("lending", LENT)
def test_change_that_meets_a_loan_is_refused(
    pool: Pool, gate: Gate, lending: str, change: str
) -> None:
    """What another thread has borrowed is not changed (R14)."""
    before = pool.layout()

    def act() -> None:
        with pytest.raises(BorrowError) as caught:
            CHANGES[change](pool)
        assert caught.value.operation == change
        assert caught.value.reason == "1 iterator or callback is open"
        assert pool.layout() == before

    gate.closed = False
    meanwhile(gate, lambda: LENT[lending](pool, gate), act)
    pool.check()
    CHANGES[change](pool)


@pytest.mark.parametrize("change", CHANGES)
def test_refusal_counts_the_loans_that_it_found(
    pool: Pool, gate: Gate, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread may end one while the error is made."""
    gate.closed = False
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
    gate, pool = Gate(), StableList[object]()
    pool.add(Mourner(gate.wait))

    def act() -> None:
        assert pool.add("new") == Key(0, 1)

    meanwhile(gate, pool.clear, act)
    assert list(pool.values()) == ["new"]
    pool.check()
