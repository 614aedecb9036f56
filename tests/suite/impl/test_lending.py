"""The borrow rules: a lent list cannot change its structure, and is not lent for longer than needed (R14)."""

from __future__ import annotations

import copy
import gc
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from stablelist import BorrowError, Key, StableAccess, StableList
from stablelist.lenders import Task
from stablelist.lending import CHANGING, Change, Loan
from suite.impl.elements import TroubleError, filled, raise_trouble

Pool = StableList[int]
Act = Callable[[Pool, Key[int]], object]
Lend = Callable[[Pool, Key[int], Callable[[], None]], object]

CHANGES: dict[str, Act] = {
    "add": lambda pool, _: pool.add(9),
    "remove": lambda pool, key: pool.remove(key),
    "clear": lambda pool, _: pool.clear(),
    "extend": lambda pool, _: pool.extend([]),
    "insert_with": lambda pool, _: pool.insert_with(lambda key: 9),
    "pop": lambda pool, key: pool.pop(key),
    "drain": lambda pool, _: pool.drain(),
    "retain": lambda pool, _: pool.retain(lambda *_: True),
    "reserve": lambda pool, _: pool.reserve(0),
    "shrink_to_fit": lambda pool, _: pool.shrink_to_fit(),
}


def kept_after(act: Callable[[], None]) -> bool:
    """Call *act*, and return a true value, which a factory may return as well."""
    act()
    return True


class Owned:
    """The methods that lend, and nothing else."""

    _open = 0
    _lender_thread = 0
    _lender_task: Task | None = None


def lend_iterator(walk: Callable[[Pool], Iterable[object]]) -> Lend:
    """Lend by an iterator that is in use."""

    def lend(pool: Pool, _: Key[int], act: Callable[[], None]) -> None:
        for _item in walk(pool):
            act()

    return lend


LENDINGS: dict[str, Lend] = {
    "each": lambda pool, _, act: pool.each(lambda *_: act()),
    "traverse": lambda pool, _, act: pool.traverse(lambda *_: act()),
    "apply": lambda pool, key, act: pool.apply(key, lambda *_: act()),
    "inspect": lambda pool, key, act: pool.inspect(key, lambda *_: act()),
    "at_mut": lambda pool, key, act: pool.at_mut(key, lambda _: act()),
    "each_mut": lambda pool, _, act: pool.each_mut(lambda *_: act()),
    "retain": lambda pool, _, act: pool.retain(lambda *_: kept_after(act)),
    "insert_with": lambda pool, _, act: pool.insert_with(lambda _: kept_after(act)),
    "keys": lend_iterator(Pool.keys),
    "values": lend_iterator(Pool.values),
    "items": lend_iterator(Pool.items),
    "iter": lend_iterator(iter),
    "pivots": lend_iterator(Pool.pivots),
}

changes = pytest.mark.parametrize("change", CHANGES)
lendings = pytest.mark.parametrize("lending", LENDINGS)


@pytest.fixture
def pool() -> Pool:
    """A list of four elements, after one removal."""
    pool = Pool()
    pool.remove(filled(pool, 4)[1])
    return pool


@changes
@lendings
def test_structural_change_is_refused_while_lent(pool: Pool, lending: str, change: str) -> None:
    """The error names the operation; the list is as it was."""
    key = next(iter(list(pool)))
    before = pool.layout()

    def act() -> None:
        with pytest.raises(BorrowError) as caught:
            CHANGES[change](pool, key)
        assert caught.value.operation == change

    LENDINGS[lending](pool, key, act)
    if lending != "insert_with":
        assert pool.layout() == before
    pool.check()


@changes
@lendings
def test_list_is_unlocked_after_lending(pool: Pool, lending: str, change: str) -> None:
    """When the callback has returned or the iterator has ended, everything is allowed again."""
    key = next(iter(list(pool)))
    LENDINGS[lending](pool, key, lambda: None)
    CHANGES[change](pool, key)
    pool.check()


@lendings
def test_exception_while_lent_unlocks(pool: Pool, lending: str) -> None:
    """It reaches the caller, and the list can be changed (R14)."""
    key = next(iter(list(pool)))
    with pytest.raises(TroubleError):
        LENDINGS[lending](pool, key, raise_trouble)
    pool.add(9)


@lendings
def test_lending_nests(pool: Pool, lending: str) -> None:
    """The inner loan ends without ending the outer one."""
    key = next(iter(list(pool)))

    def act() -> None:
        pool.each(lambda *_: None)
        pool.inspect(key, lambda *_: list(pool.items()))
        with pytest.raises(BorrowError):
            pool.add(9)

    LENDINGS[lending](pool, key, act)
    pool.add(9)


WALKS: dict[str, Callable[[Pool], Iterator[object]]] = {
    "keys": lambda pool: iter(pool.keys()),
    "values": lambda pool: iter(pool.values()),
    "items": lambda pool: iter(pool.items()),
    "pivots": Pool.pivots,
    "iter": iter,
}


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_iterator_left_half_way_unlocks(
    pool: Pool, walk: Callable[[Pool], Iterator[object]]
) -> None:
    """The iterator is dropped, or is in a generator expression that is dropped."""
    iterator = walk(pool)
    next(iterator)
    with pytest.raises(BorrowError):
        pool.add(9)
    del iterator
    gc.collect()
    pool.add(9)
    outer = (item for item in walk(pool))
    next(outer)
    outer.close()
    gc.collect()
    pool.add(9)


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_iterator_lends_from_when_it_is_made(
    pool: Pool, walk: Callable[[Pool], Iterator[object]]
) -> None:
    """It lends before its first step, so that it never shows later elements (R14)."""
    iterator = walk(pool)
    with pytest.raises(BorrowError):
        pool.add(9)
    assert len(list(iterator)) == 3
    pool.add(9)
    assert list(iterator) == []
    pool.add(9)


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_iterator_that_was_never_begun_unlocks(
    pool: Pool, walk: Callable[[Pool], Iterator[object]]
) -> None:
    """It is dropped."""
    walk(pool)
    pool.add(9)


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_iterator_over_nothing_lends_until_it_has_said_so(
    walk: Callable[[Pool], Iterator[object]],
) -> None:
    """An empty list is lent like any other, until the iterator ends (R14)."""
    pool = Pool()
    iterator = walk(pool)
    with pytest.raises(BorrowError):
        pool.add(9)
    assert list(iterator) == []
    pool.add(9)


@lendings
def test_exception_whose_traceback_is_kept_unlocks(pool: Pool, lending: str) -> None:
    """The traceback also keeps its frames, but none of them holds a loan (R14)."""
    if lending in {"keys", "values", "items", "iter", "pivots"}:
        lending = "each"  # a loop of the caller's own is the caller's to end
    key = next(iter(list(pool)))
    with pytest.raises(TroubleError) as caught:
        LENDINGS[lending](pool, key, raise_trouble)
    assert caught.traceback
    pool.add(9)


def test_message_counts_the_loans(pool: Pool) -> None:
    """Iterators and callbacks alike."""
    key, *_ = list(pool)
    kept = [iter(pool.keys()), iter(pool.values()), pool.pivots()]

    def act(_: object) -> None:
        with pytest.raises(
            BorrowError, match=r"^clear refused: 4 iterators or callbacks are open; "
        ):
            pool.clear()

    pool.at_mut(key, act)
    kept.pop()
    with pytest.raises(BorrowError, match=r"^clear refused: 2 iterators or callbacks are open; "):
        pool.clear()
    kept.clear()
    pool.clear()


def test_message_says_what_to_do(pool: Pool) -> None:
    """The message says what to do without the documentation."""
    iterator = iter(pool)
    next(iterator)
    with pytest.raises(BorrowError) as caught:
        pool.add(9)
    assert str(caught.value) == (
        "add refused: 1 iterator or callback is open; collect what is to "
        "change and add after the loop or callback has ended; drop (del) an iterator that is left "
        "half-way"
    )


def test_stale_removal_is_refused_too(pool: Pool) -> None:
    """It does not matter whether the call would change anything."""

    def act(_: int, others: StableAccess[int]) -> None:
        assert len(others) == 2
        with pytest.raises(BorrowError):
            pool.remove(Key(99, 99))

    assert pool.apply(next(iter(list(pool))), act)


ASKING: dict[str, Callable[[Pool, Callable[..., Any]], object]] = {
    "extend": lambda pool, f: pool.extend(map(f, [1])),
    "insert_with": lambda pool, f: pool.insert_with(f),
    "retain": lambda pool, f: pool.retain(f),
}


@pytest.mark.parametrize("change", ASKING)
def test_lent_list_refuses_before_it_asks_its_caller(pool: Pool, change: str) -> None:
    """Neither an iterable nor a callback is used before the refusal (R14)."""
    iterator = iter(pool.keys())
    with pytest.raises(BorrowError):
        ASKING[change](pool, raise_trouble)
    assert len(list(iterator)) == 3


def test_loan_ends_once() -> None:
    """A loan that is ended twice releases nothing that it does not hold."""
    owner = Owned()
    loan = Loan(owner)
    assert owner._open == 1
    with loan:
        assert owner._open == 1
    assert owner._open == 0
    loan.end()
    assert list(loan) == []
    del loan
    assert owner._open == 0
    dropped = Loan(owner)
    assert owner._open == 1
    del dropped
    assert owner._open == 0


def test_loan_that_is_iterated_over_ends() -> None:
    """It yields nothing and lends nothing afterwards, even if it is still referenced."""
    owner = Owned()
    loan = Loan(owner)
    assert list(loan) == []
    assert owner._open == 0


def test_nothing_is_lent_in_the_midst_of_a_change() -> None:
    """A second change is refused as well; a refused call releases nothing (R14)."""
    owner = Owned()
    with Change(owner, "add"):
        assert owner._open == CHANGING
        with pytest.raises(BorrowError, match=r"^lending refused: another change is under way"):
            Loan(owner)
        with (
            pytest.raises(BorrowError, match=r"^clear refused: another change is under way"),
            Change(owner, "clear"),
        ):
            pass
        assert owner._open == CHANGING
    assert owner._open == 0


def test_loan_turned_into_a_change_lets_nobody_in() -> None:
    """No other operation is accepted from then on; leaving the loan afterwards releases nothing more (R14)."""
    owner = Owned()
    with Loan(owner) as loan:
        with loan.turned_into_change("retain"):
            assert owner._open == CHANGING
        assert owner._open == 0
    assert owner._open == 0


def test_of_two_changes_made_before_either_began_one_is_refused() -> None:
    """The check is made when a change begins, as it must be for two threads."""
    owner = Owned()
    one, other = Change(owner, "add"), Change(owner, "clear")
    with one:
        with pytest.raises(BorrowError, match="clear refused"), other:
            pass
        assert owner._open == CHANGING
    assert owner._open == 0


def test_loan_is_not_copied() -> None:
    """It cannot be pickled either. The message refers to the iterator that was copied."""
    loan = Loan(Owned())
    with pytest.raises(TypeError, match=r"neither copied nor pickled; take list\(\)"):
        copy.copy(loan)


def test_change_that_fails_is_over() -> None:
    """The exception is passed on, and the next change is accepted."""
    owner = Owned()
    with pytest.raises(TroubleError), Change(owner, "add"):
        raise TroubleError
    with Change(owner, "clear"):
        pass
    assert owner._open == 0
