"""The borrow rules: a lent list cannot change its structure, and is not lent for longer than needed (R14)."""

import copy
import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from stablelist import BorrowError, StableList
from stablelist.lenders import Task
from stablelist.lending import CHANGING, Change, Loan
from suite.impl.elements import TroubleError, raise_trouble
from suite.impl.moments import LENDING, fresh

Pool = StableList[int]


class Owned:
    """The methods that lend, and nothing else."""

    _open = _era = _lender_thread = 0
    _lender_task: Task | None = None
    _invalidates = False

    def _invalidate(self) -> None:
        raise AssertionError


@pytest.fixture
def pool() -> Pool:
    """A list of three elements, after one removal."""
    return fresh()


WALKS: dict[str, Callable[[Pool], Iterator[object]]] = {
    "keys": lambda pool: iter(pool.keys()),
    "values": lambda pool: iter(pool.values()),
    "items": lambda pool: iter(pool.items()),
    "pivots": Pool.pivots,
    "iter": iter,
}


@pytest.mark.parametrize("lending", LENDING)
def test_exception_while_lent_unlocks(pool: Pool, lending: str) -> None:
    """A traceback that is kept also keeps its frames, but only those of the caller's own loop hold a loan (R14)."""
    with pytest.raises(TroubleError) as caught:
        LENDING[lending](pool, raise_trouble)
    assert caught.traceback
    if lending in WALKS:
        del caught
    pool.add(9)


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_iterator_left_half_way_unlocks(
    pool: Pool, walk: Callable[[Pool], Iterator[object]]
) -> None:
    """The iterator is dropped, begun or not, or is in a generator expression that is dropped."""
    walk(pool)
    pool.add(9)
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
def test_iterator_of_an_empty_list_lends_until_it_ends(
    walk: Callable[[Pool], Iterator[object]],
) -> None:
    """An empty list is lent like any other, until the iterator ends (R14)."""
    pool = Pool()
    iterator = walk(pool)
    with pytest.raises(BorrowError):
        pool.add(9)
    assert list(iterator) == []
    pool.add(9)


def test_message_counts_the_loans(pool: Pool) -> None:
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


def test_ending_a_loan_twice_is_refused() -> None:
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
