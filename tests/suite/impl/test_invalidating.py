"""A list with `lend="invalidate"`: the change is made, and whoever was lent the elements is refused (R14)."""

import copy
import pickle
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from stablelist import BorrowError, Key, StableAccess
from stablelist.parameters import Parameters
from suite.impl.elements import TroubleError, raise_trouble
from suite.impl.moments import CHANGES, FIRST, LENT, LOANS, SECOND, Asked, Pool
from suite.planting import edited

REFUSED = (
    "access to the elements refused: the list was changed after they were lent, which lend='invalidate' allows;"
    " start again, or collect what is needed (list) before the list can change"
)
AT_ONCE = pytest.raises(BorrowError, match=r"^access to the elements refused: the list was changed")


def fresh(elements: Any = (0, 1, 2, 3)) -> Pool:
    """A list of 0, 2 and 3, after one removal."""
    pool = Pool(elements, lend="invalidate")
    pool.remove(Key(1, 1))
    return pool


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("moment", LENT)
def test_change_is_made_while_elements_are_lent(moment: str, change: str) -> None:
    """It comes to what it would otherwise; the reader is told when it goes on, once, and nothing stays lent."""
    pool, alone, refusals = fresh(), fresh(), list[str]()

    def act() -> None:
        try:
            CHANGES[change](pool)
        except BorrowError as error:
            refusals.append(str(error))

    with AT_ONCE as caught:
        LENT[moment](pool, act)
    assert (str(caught.value), refusals) == (REFUSED, [])
    pool.check()
    CHANGES[change](alone)
    if moment not in ("each_mut", "view, replaced", "at_mut, replaced"):
        assert pool.layout() == alone.layout()
        assert list(pool.items()) == list(alone.items())
    assert pool._open == 0


@pytest.mark.parametrize("loan", LOANS)
@pytest.mark.parametrize("moment", LENT)
def test_reading_and_replacing_invalidate_nothing(moment: str, loan: str) -> None:
    pool = fresh()

    def act() -> None:
        LOANS[loan](pool)
        pool.replace(Key(3, 3), 30)
        pool[SECOND] = 20
        assert pool.at(FIRST) is not None

    LENT[moment](pool, act)
    assert pool[Key(3, 3)] == 30


def test_callback_that_raises_is_heard_although_it_changed_the_list() -> None:
    pool = fresh()

    def act(*_: object) -> Any:
        pool.add(9)
        raise_trouble()

    for call in (pool.each, pool.each_mut, pool.retain, pool.insert_with, pool.traverse):
        with pytest.raises(TroubleError):
            call(act)
    for call_on in (pool.at_mut, pool.apply, pool.inspect):
        with pytest.raises(TroubleError):
            call_on(FIRST, act)
    assert pool._open == 0


def test_what_a_callback_returns_is_not_stored_after_a_change() -> None:
    """Its element may be gone, and another one be in its place."""
    pool = fresh()

    def exchange(*_: object) -> str:
        pool.remove(FIRST)
        pool.add("new")
        return "stored"

    with AT_ONCE:
        pool.each_mut(exchange)
    assert "stored" not in pool.values()
    with AT_ONCE:
        pool.at_mut(SECOND, exchange)
    assert "stored" not in pool.values()
    with AT_ONCE:
        pool.insert_with(exchange)
    assert "stored" not in pool.values()
    with AT_ONCE:
        pool.retain(lambda key, _: bool(exchange()) and False)
    assert len(pool) == 6


WALKS: dict[str, Callable[[Pool], Iterator[Any]]] = {
    "keys": lambda pool: iter(pool.keys()),
    "values": lambda pool: iter(pool.values()),
    "items": lambda pool: iter(pool.items()),
    "iter": iter,
    "pivots": Pool.pivots,
    "pairs": Pool.pairs,
    "item_pairs": Pool.item_pairs,
}


@pytest.mark.parametrize("walk", WALKS)
def test_invalidated_iterator_raises_at_each_step(walk: str) -> None:
    """Also one that had only its end before it; one that has ended stays so."""
    pool = fresh()
    begun, through, ended = (WALKS[walk](pool) for _ in range(3))
    next(begun)
    for _ in range(3):
        next(through)
    list(ended)
    pool.reserve(0)
    for iterator in (begun, through, begun, through):
        with AT_ONCE:
            next(iterator)
    assert list(ended) == []
    assert pool._open == 0
    twin = WALKS[walk](pool)
    del begun, through
    assert len(list(twin)) == 3
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        copy.copy(WALKS[walk](pool))


VIEW: dict[str, Callable[[StableAccess[Any]], object]] = {
    "at": lambda others: others.at(FIRST),
    "get": lambda others: others.get(FIRST, 5),
    "[]": lambda others: others[FIRST],
    "[] =": lambda others: others.__setitem__(FIRST, 5),
    "in": lambda others: FIRST in others,
    "contains": lambda others: others.contains(FIRST),
    "len": len,
    "keys": lambda others: others.keys(),
    "values": lambda others: others.values(),
    "items": lambda others: others.items(),
    "iter": iter,
    "each": lambda others: others.each(print),
    "each_mut": lambda others: others.each_mut(print),
    "at_mut": lambda others: others.at_mut(FIRST, print),
    "replace": lambda others: others.replace(FIRST, 5),
    "replace_pivot": lambda others: others.replace_pivot(5),
}


def test_view_is_invalidated_with_its_loan() -> None:
    """Each use raises, and so do iterators over it that were begun before."""
    pool, answers = fresh(), dict[str, str]()

    def use(_: object, others: StableAccess[Any]) -> None:
        begun = {name: iter(getattr(others, name)()) for name in ("keys", "values", "items")}
        over = iter(others)
        list(over)
        next(begun["items"])
        pool.add(9)
        uses = {
            **{name: partial(call, others) for name, call in VIEW.items()},
            **{f"next of {name}": partial(next, each) for name, each in begun.items()},
        }
        for name, act in uses.items():
            try:
                act()
            except BorrowError as error:
                answers[name] = str(error)
        assert list(over) == []
        assert repr(others) == "<StableAccess, ended>"
        assert len(answers) == len(uses)

    with AT_ONCE:
        pool.apply(SECOND, use)
    assert set(answers.values()) == {REFUSED}


def test_change_under_way_is_not_interrupted() -> None:
    """In an id source, a list is refused as always."""
    source, refusals = Asked(), list[str]()
    pool = Pool([1, 2], ids=source, lend="invalidate")

    def act() -> None:
        for change in (pool.clear, pool.layout):
            with pytest.raises(BorrowError) as caught:
                change()
            refusals.append(caught.value.reason)

    source.act = act
    pool.add(3)
    assert refusals == ["another change is under way"] * 2
    assert list(pool.values()) == [1, 2, 3]


def test_change_of_a_factory_with_other_loans_invalidates_them() -> None:
    """The loan of the factory's own call becomes the change; an iterator that was begun in it does not outlive it."""
    pool, kept = fresh(), list[Any]()

    def keep() -> None:
        kept.append(iter(pool))

    def factory(key: Key[Any]) -> int:
        keep()
        return key.index

    def predicate(key: Key[Any], _: object) -> bool:
        keep()
        return key != FIRST

    assert pool[pool.insert_with(factory)] == 1
    assert pool.retain(predicate) == [(FIRST, 0)]
    for iterator in kept:
        with AT_ONCE:
            next(iterator)
    assert pool._open == 0


def test_choice_is_checked_and_shared_with_copies() -> None:
    """A list that was saved before there was a choice refuses."""
    wrong: Any
    for wrong, kind in ((None, TypeError), ("ignore", ValueError), (True, TypeError)):
        with pytest.raises(kind, match=r'^lend is .*; pass "refuse" or "invalidate"$'):
            Pool(lend=wrong)
    pool = fresh()
    for twin in (pool.copy(), copy.deepcopy(pool), pickle.loads(pickle.dumps(pool))):
        assert twin._parameters.lend == "invalidate"
        iterator = iter(twin)
        twin.add(1)
        with AT_ONCE:
            next(iterator)
    old = Parameters(*Pool()._parameters[:7])
    assert (old.lend, old.invalidates) == ("refuse", False)
    pool.__init__()  # type: ignore[misc] # called again
    iterator = iter(pool)
    with pytest.raises(BorrowError, match="add refused"):
        pool.add(1)
    del iterator


# --- beside a model ---------------------------------------------------------------------------


class Readers(RuleBasedStateMachine):
    """A list, its keys, and iterators, of which each is good until the next structural operation."""

    WALKS = (Pool.keys, Pool.values, Pool.items, Pool.pivots)

    def __init__(self) -> None:
        super().__init__()
        self.pool = Pool(lend="invalidate")
        self.elements: dict[Key[Any], int] = {}
        self.retired: list[Key[Any]] = []
        self.readers: list[tuple[Iterator[Any], list[Key[Any]]]] = []
        self.invalid: list[Iterator[Any]] = []

    def changed(self) -> None:
        """All readers that have not ended are invalid from now on."""
        self.invalid += [iterator for iterator, _ in self.readers]
        self.readers.clear()

    @rule(count=st.integers(0, 6))
    def extend(self, count: int) -> None:
        keys = self.pool.extend(range(count))
        self.elements |= dict(zip(keys, range(count), strict=True))
        self.changed()

    @rule(number=st.integers(0, 20))
    def remove(self, number: int) -> None:
        known = [*self.elements, *self.retired]
        if known:
            key = known[number % len(known)]
            assert self.pool.remove(key) == self.elements.pop(key, None)
            self.retired.append(key)
            self.changed()

    @rule()
    def shrink(self) -> None:
        self.pool.shrink_to_fit()
        self.changed()

    @rule(number=st.integers(0, 20))
    def replace(self, number: int) -> None:
        for key in [*self.elements][number : number + 1]:
            self.elements[key] = number
            assert self.pool.replace(key, number)

    @rule(walk=st.sampled_from(WALKS))
    def begin(self, walk: Callable[[Pool], Any]) -> None:
        self.readers.append(
            (iter(walk(self.pool)), sorted(self.elements, key=lambda key: key.index))
        )

    @rule(number=st.integers(0, 9))
    def step(self, number: int) -> None:
        for reader in self.readers[number : number + 1]:
            iterator, left = reader
            answer = next(iterator, None)
            if not left:
                assert answer is None
                self.readers.remove(reader)
                continue
            key = left.pop(0)
            element = self.elements[key]
            match answer:
                case Key():
                    assert answer == key
                case int():
                    assert answer == element
                case (Key(), int(), StableAccess() as others):
                    assert answer[:2] == (key, element)
                    assert len(others) == len(self.elements) - 1
                case _:
                    assert answer == (key, element)

    @rule(number=st.integers(0, 9))
    def drop(self, number: int) -> None:
        del self.readers[number : number + 1], self.invalid[:number]

    @invariant()
    def invalid_readers_are_refused(self) -> None:
        assert self.pool._open == len(self.readers)
        for iterator in self.invalid[-3:]:
            with AT_ONCE:
                next(iterator, None)

    def teardown(self) -> None:
        self.pool.check()


TestReaders = pytest.mark.no_cover(Readers.TestCase)
TestReaders.settings = settings(max_examples=30, stateful_step_count=30)


DEFECTS: dict[str, tuple[str, str, str]] = {
    "a loan does not ask for its era": ("Loan.require", "self._era != self._owner._era", "False"),
    "a loan of an earlier era is counted back": (
        "Loan.end",
        "self._era == self._owner._era",
        "True",
    ),
    "a step does not ask its loan": ("Steps.__next__", "self._loan.require()", "pass"),
    "a change of all ends no loan": ("Change.__enter__", "owner._invalidate()", "owner._open = 0"),
}


@pytest.mark.interpreted
@pytest.mark.parametrize("defect", DEFECTS)
def test_planted_defect_is_found(defect: str) -> None:
    """By the machine, with few programs."""
    from stablelist import lending

    function: Any = lending
    for name in DEFECTS[defect][0].split("."):
        function = getattr(function, name)
    few = settings(
        max_examples=200,
        stateful_step_count=12,
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
    )
    with (
        edited(function, *DEFECTS[defect][1:]),
        pytest.raises((AssertionError, BorrowError, pytest.fail.Exception)),
    ):
        run_state_machine_as_test(Readers, settings=few)
