"""The borrow rules: what is lent cannot change its structure, and is not lent for longer (R14)."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import pytest

from stablelist import BorrowError, Key, StableAccess, StableList
from stablelist.lending import Loan, Loans
from suite.impl.elements import TroubleError, filled, raise_trouble

Pool = StableList[int]
Change = Callable[[Pool, Key[int]], object]
Lend = Callable[[Pool, Key[int], Callable[[], object]], object]

CHANGES: dict[str, Change] = {
    "add": lambda pool, _: pool.add(9),
    "remove": lambda pool, key: pool.remove(key),
    "clear": lambda pool, _: pool.clear(),
}


def lend_iterator(walk: Callable[[Pool], Iterator[object]]) -> Lend:
    """Lend by an iterator that is under way."""

    def lend(pool: Pool, _: Key[int], act: Callable[[], object]) -> None:
        for _item in walk(pool):
            act()

    return lend


LENDINGS: dict[str, Lend] = {
    "each": lambda pool, _, act: pool.each(lambda *_: act()),
    "traverse": lambda pool, _, act: pool.traverse(lambda *_: act()),
    "apply": lambda pool, key, act: pool.apply(key, lambda *_: act()),
    "keys": lend_iterator(Pool.keys),
    "values": lend_iterator(Pool.values),
    "items": lend_iterator(Pool.items),
    "iter": lend_iterator(iter),
}

changes = pytest.mark.parametrize("change", CHANGES)
lendings = pytest.mark.parametrize("lending", LENDINGS)


@pytest.fixture
def pool() -> Pool:
    """Four elements, of which one was removed."""
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
        pool.apply(key, lambda *_: list(pool.items()))
        with pytest.raises(BorrowError):
            pool.add(9)

    LENDINGS[lending](pool, key, act)
    pool.add(9)


@pytest.mark.parametrize("walk", [Pool.keys, Pool.values, Pool.items, iter])
def test_iterator_left_half_way_unlocks(
    pool: Pool, walk: Callable[[Pool], Iterator[object]]
) -> None:
    """Dropped, or left in a generator expression that is dropped."""
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


def test_closed_iterator_unlocks(pool: Pool) -> None:
    """`close` gives back at once, even while the iterator is referred to."""
    iterator = pool.keys()
    next(iterator)
    iterator.close()
    pool.add(9)
    assert list(iterator) == []


def test_iterator_lends_from_its_first_step(pool: Pool) -> None:
    """Before that it has seen nothing that could change under it."""
    iterator = pool.keys()
    key = pool.add(9)
    assert key in list(iterator)


def test_message_says_what_to_do(pool: Pool) -> None:
    """It can be acted upon without the documentation."""
    iterator = iter(pool)
    next(iterator)
    with pytest.raises(BorrowError) as caught:
        pool.add(9)
    assert str(caught.value) == (
        "add refused: elements are lent (1 open iterator(s) or callback(s)); collect what is to "
        "change and add after the loop or callback has ended; close() an iterator that is left "
        "half-way"
    )


def test_stale_removal_is_refused_too(pool: Pool) -> None:
    """Whether it would change anything does not matter: the rule is easier to keep so."""

    def act(_: int, others: StableAccess[int]) -> None:
        assert len(others) == 2
        with pytest.raises(BorrowError):
            pool.remove(Key(99, 99))

    assert pool.apply(next(iter(list(pool))), act)


def test_loan_ends_once() -> None:
    """A loan that is ended twice, or never began, gives nothing back that it does not hold."""
    loans = Loans()
    loan = Loan(loans)
    loan.end()
    with loan:
        assert loans.open == 1
    loan.end()
    assert loans.open == 0
    loan.__enter__()
    del loan  # as a compiled generator does, when it is dropped half-way
    assert loans.open == 0
