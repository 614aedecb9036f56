"""Methods that are native in the native build do what their twins in Python do, also where nobody looks."""

import asyncio
import gc
import inspect
import pickle
import re
import runpy
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

from stablelist import (
    BorrowError,
    CapacityError,
    Key,
    SecondaryMap,
    StableList,
    StaleKeyError,
    ids,
)
from stablelist.lenders import other_task, task_here
from stablelist.lending import CHANGING
from suite.docs.pages import ROOT
from suite.impl.elements import Mourner

NAMED: dict[str, Callable[[StableList[Any], Key[Any]], object]] = {
    "extend": lambda pool, key: pool.extend(elements=["bee"]),
    "insert_with": lambda pool, key: pool.insert_with(factory=str),
    "retain": lambda pool, key: pool.retain(predicate=lambda *_: True),
    "each": lambda pool, key: pool.each(f=lambda *_: None),
    "each_mut": lambda pool, key: pool.each_mut(f=lambda *_: None),
    "pack": lambda pool, key: pool.pack(key=key),
    "unpack": lambda pool, key: pool.unpack(number=0),
}


@pytest.mark.parametrize("method", NAMED)
def test_argument_may_be_named(method: str) -> None:
    """It may not have another name, be missing, or be given twice."""
    pool = StableList[Any]()
    NAMED[method](pool, pool.add("ant"))
    wrong: Any = getattr(pool, method)
    for call in (wrong, lambda: wrong(other=1), lambda: wrong(1, 2)):
        with pytest.raises(TypeError):
            call()
    pool.check()


WRITER = runpy.run_path(str(ROOT / "docs/pages/builds.py"))
ROW = re.compile(r"^\| `(\w+)` \| (.*) \| (.*) \|$", re.MULTILINE)


@pytest.mark.native
def test_page_says_which_methods_are_native() -> None:
    """A native method is neither a function nor a property."""
    page = (ROOT / "docs/builds.md").read_text("utf-8").partition("<!-- methods -->")[2]
    names = {shown: name for name, shown in WRITER["OPERATORS"].items()}
    kinds = {kind.__name__: kind for kind in WRITER["CLASSES"]}
    asked = 0
    for kind, *columns in ROW.findall(page.partition("<!-- /methods -->")[0]):
        for native, column in zip((True, False), columns, strict=True):
            for shown in re.findall("`([^`]+)`", column):
                member = inspect.getattr_static(kinds[kind], names.get(shown, shown))
                assert isinstance(member, FunctionType | property) is not native, (kind, shown)
                asked += 1
    assert asked > 80


class Counted(StableList[str]):
    """A list that counts its removals, with an attribute."""

    removals = 0

    def remove(self, key: Key[str], /) -> str | None:
        """Remove, and count."""
        self.removals += 1
        return super().remove(key)


def test_pop_and_del_remove_as_a_subclass_does() -> None:
    pool = Counted(["ant", "bee", "cat"])
    ant, bee, cat = pool
    assert pool.pop(ant) == "ant"
    del pool[bee]
    assert (pool.pop(bee, "gone"), pool.removals, [*pool]) == ("gone", 2, [cat])


def test_pop_takes_any_default() -> None:
    """None is one, too; two are refused."""
    pool, stale = StableList[str](), Key[str](0, 0)
    assert (pool.pop(stale, None), pool.pop(stale, ...)) == (None, ...)
    for each in (pool, SecondaryMap[int](pool)):
        wrong: Any = each.pop
        with pytest.raises(TypeError, match=r"pop\(\) takes a key and a default, not 3 arguments"):
            wrong(stale, 1, 2)
        for call in (wrong, lambda wrong=wrong: wrong(stale, default=1)):
            with pytest.raises(TypeError):
                call()


def test_copy_has_the_class_and_the_attributes() -> None:
    """It is made without `__init__`, and the attributes are its own."""
    pool = Counted(["ant", "bee"])
    ant, _ = pool
    pool.remove(ant)
    twin = pool.copy()
    assert (type(twin), twin.removals, twin.layout()) == (Counted, 1, pool.layout())
    twin.removals = 7
    twin.add("cat")
    assert (pool.removals, len(pool), len(twin)) == (1, 1, 2)


@pytest.mark.parametrize("source", [ids.u8, ids.u32, ids.unbounded, ids.uuid4])
def test_copy_holds_its_own_references(source: ids.IdSource) -> None:
    """To elements and to ids: what happens to one of the two does not concern the other one."""
    died: list[int] = []
    pool = StableList([Mourner(lambda: died.append(1)) for _ in range(9)], ids=source)
    twin = pool.copy()
    pool.clear()
    twin.check()
    assert (len(twin), died) == (9, [])
    del pool
    assert len([*twin.items()]) == 9
    twin.clear()
    assert died == [1] * 9


def test_copy_of_a_lent_list_is_not_lent() -> None:
    pool = StableList(["ant"])
    for _ in pool:
        twin = pool.copy()
        twin.add("bee")
    assert len(twin) == 2


WIDTHS = [
    (index, bits) for index in (3, 8, 31, 32, 33, 63, 64) for bits in (1, 8, 31, 32, 33, 63, 64)
]


@pytest.mark.parametrize(("index_bits", "id_bits"), WIDTHS)
def test_key_is_packed_at_every_width(index_bits: int, id_bits: int) -> None:
    """The id stands above the index, and one bit more of either is too much."""
    pool = StableList[str](index_bits=index_bits, ids=ids.Counter(id_bits))
    ends = [
        (index, id_)
        for index in (0, 1, (1 << index_bits) - 1)
        for id_ in (0, 1, (1 << id_bits) - 1)
    ]
    for index, id_ in ends:
        number = pool.pack(Key(index, id_))
        assert number == id_ << index_bits | index
        assert pool.unpack(number) == Key(index, id_)
    for wide in (
        Key[str](1 << index_bits, 0),
        Key[str](0, 1 << id_bits),
        Key[str](-1, 0),
        Key[str](0, -1),
    ):
        with pytest.raises(
            ValueError, match=f"does not fit an index of {index_bits} and an id of {id_bits} bits"
        ):
            pool.pack(wide)


@pytest.mark.parametrize("index_bits", [3, 32, 64])
@pytest.mark.parametrize(
    "number", [-1, -(1 << 63), 1 << 63, 1 << 64, (1 << 128) - 1, -(1 << 200), 1 << 200]
)
def test_every_integer_is_unpacked(index_bits: int, number: int) -> None:
    pool = StableList[str](index_bits=index_bits)
    assert pool.unpack(number) == Key(number % (1 << index_bits), number >> index_bits)
    assert pool.at(pool.unpack(number)) is None


def test_stale_key_says_what_it_found_then() -> None:
    """The reason is that of the moment of the error, even if it is read later."""
    pool = StableList(["ant", "bee"])
    ant, _ = pool
    errors = list[StaleKeyError]()

    def look_up() -> None:
        with pytest.raises(StaleKeyError) as caught:
            pool[ant]
        errors.append(caught.value)

    pool.remove(ant)
    look_up()
    pool.add("cat")
    look_up()
    pool.clear()
    look_up()
    found = [
        "cell 0 is vacant",
        f"cell 0 holds the element of {Key[str](0, 2)!r}",
        "no cell 0 is open",
    ]
    for error, cell in zip(errors, found, strict=True):
        for each in (error, pickle.loads(pickle.dumps(error))):
            assert each.reason.startswith(
                f"{cell}; its element was removed, or it is another list's key"
            )
            assert (each.key, each.args) == (ant, (ant, each.reason))
            assert repr(each) == f'StaleKeyError("{each}")'
    errors[0].args = (ant, "other")
    assert str(errors[0]) == f"{ant!r} names no element: other"


@pytest.mark.parametrize(
    ("found", "cell"),
    [
        (False, "no cell 0 is open"),
        (True, "cell 0 is vacant"),
        (Key(0, 2), "cell 0 holds the element of Key(index=0, id=2)"),
    ],
)
def test_error_of_the_native_build_is_read_by_both(found: Any, cell: str) -> None:
    """It stores what it found in the cell, also in a pickle."""
    error = StaleKeyError(Key(0, 0), found)
    assert error.reason.startswith(f"{cell}; its element was removed")
    assert pickle.loads(pickle.dumps(error)).args == error.args == (Key(0, 0), error.reason)


def test_replaced_and_rejected_element_dies_in_the_change() -> None:
    """What a predicate puts into a cell that it has rejected is removed with it."""
    pool, opened = StableList[Any](["ant", "bee"]), list[int]()
    ant, bee = pool

    def predicate(key: Key[Any], _: object) -> bool:
        if key == bee:
            pool.replace(ant, Mourner(lambda: opened.append(pool._open)))
        return False

    rejected = pool.retain(predicate)
    assert rejected == [(ant, "ant"), (bee, "bee")]
    assert (opened, len(pool)) == ([CHANGING], 0)
    pool.check()


def test_keys_that_a_callback_keeps_are_its_own() -> None:
    """A key is used again only if nobody else has it."""
    pool, kept = StableList(range(100)), list[Key[int]]()
    pool.each(lambda key, number: kept.append(key) if number % 3 else None)
    pool.each_mut(lambda key, number: kept.append(key))
    kept.extend(pool)
    kept.extend(list(pool.keys()))
    kept.extend(key for key, _ in pool.items())
    numbers = range(100)
    assert [key.index for key in kept] == [n for n in numbers if n % 3] + [*numbers] * 4
    iterator = iter(pool)
    first, second = next(iterator), next(iterator)
    assert (first.index, second.index, next(iterator).index) == (0, 1, 2)


def test_extend_is_refused_if_its_iterable_lends() -> None:
    """It is read to its end before anything is changed."""
    pool = StableList(["ant"])
    kept = list[Any]()

    def given() -> Any:
        yield "bee"
        kept.append(iter(pool))

    with pytest.raises(BorrowError, match="extend refused: 1 iterator"):
        pool.extend(given())
    kept.clear()
    assert [*pool.values()] == ["ant"]


def test_extend_beyond_the_maximum_is_refused_as_a_whole() -> None:
    pool = StableList(["ant"], maximum=3)
    with pytest.raises(CapacityError, match="extend refused: the list holds at most 3 elements"):
        pool.extend(["bee"] * 3)
    assert pool.extend([]) == []
    assert len(pool.extend(["bee", "cat"])) == 2


def test_task_that_lends_is_not_kept_alive() -> None:
    """The list refers to it weakly, so that what the task holds can be released."""
    pool, kept, died = StableList(["ant"]), list[Any](), list[int]()

    async def lend(held: object) -> None:
        kept.append(iter(pool))

    async def main() -> None:
        task = asyncio.create_task(lend(Mourner(lambda: died.append(1))), name="walker")
        await task
        with pytest.raises(BorrowError, match="the last one in task 'walker'"):
            pool.add("bee")

    asyncio.run(main())
    gc.collect()
    assert died == [1]
    with pytest.raises(BorrowError, match="the last one in task 'that has ended'"):
        pool.add("bee")


def test_each_loop_has_its_own_tasks() -> None:
    """Whichever loop was asked last: two in a row, a nested one, and none."""
    pool, tasks = StableList(["ant"]), list[str | None]()

    async def lend() -> None:
        iterator = iter(pool)
        tasks.append(other_task(pool._lender_task))
        here = task_here()
        assert here is not None
        assert pool._lender_task is not None
        assert pool._lender_task() is here() is asyncio.current_task()
        del iterator

    for _ in range(3):
        asyncio.run(lend())
    for _ in pool:
        assert pool._lender_task is None
    assert tasks == [None] * 3
