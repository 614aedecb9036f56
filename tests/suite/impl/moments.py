"""Moments in the life of a list at which somebody may come upon it, and what can be tried then.

A moment calls a function while elements are lent, or while the list is being changed: in a callback, in a loop, in an
id source, in a finaliser, or in another thread. What can be tried is a change, a loan, or a look-up.
"""

import gc
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from threading import Event
from typing import Any

from stablelist import Key, StableList, ids
from suite.impl.elements import Mourner, filled

Pool = StableList[Any]
Act = Callable[[], None]
Lend = Callable[[Pool, Act], object]
Try = Callable[[Pool], object]

FIRST, SECOND = Key[Any](0, 0), Key[Any](2, 2)


def fresh(source: ids.IdSource = ids.u32) -> Pool:
    """A list of 0, 2 and 3, after one removal."""
    pool = Pool(ids=source)
    pool.reserve(8)
    pool.remove(filled(pool, 4)[1])
    return pool


def vacant(pool: Pool) -> Key[int]:
    """A key that can be restored."""
    return Key(next(index for index in count() if pool.key_at(index) is None), 0)


# --- What can be tried ----------------------------------------------------------------------------

CHANGES: dict[str, Try] = {
    "add": lambda pool: pool.add(9),
    "remove": lambda pool: pool.remove(FIRST),
    "remove (stale)": lambda pool: pool.remove(Key(99, 99)),
    "remove_many": lambda pool: pool.remove_many([FIRST]),
    "remove_many (none)": lambda pool: pool.remove_many([]),
    "pop": lambda pool: pool.pop(FIRST, None),
    "insert_at": lambda pool: pool.insert_at(vacant(pool), 9),
    "clear": Pool.clear,
    "extend": lambda pool: pool.extend([9]),
    "extend (none)": lambda pool: pool.extend([]),
    "insert_with": lambda pool: pool.insert_with(lambda _: 9),
    "drain": Pool.drain,
    "retain": lambda pool: pool.retain(lambda *_: True),
    "reserve": lambda pool: pool.reserve(0),
    "shrink_to_fit": Pool.shrink_to_fit,
    "__init__": lambda pool: pool.__init__(),  # type: ignore[misc] # that is what is asked
    "__setstate__": lambda pool: pool.__setstate__(Pool().__reduce__()[2]),
}
"""Operations that change the structure, by their names; a remark may follow."""

LOANS: dict[str, Try] = {
    "keys": lambda pool: list(pool.keys()),
    "values": lambda pool: list(pool.values()),
    "items": lambda pool: list(pool.items()),
    "iter": list,
    "pivots": lambda pool: list(pool.pivots()),
    "each": lambda pool: pool.each(lambda *_: None),
    "each_mut": lambda pool: pool.each_mut(lambda *_: None),
    "at_mut": lambda pool: pool.at_mut(FIRST, lambda _: None),
    "apply": lambda pool: pool.apply(FIRST, lambda *_: None),
    "inspect": lambda pool: pool.inspect(FIRST, lambda *_: None),
    "traverse": lambda pool: pool.traverse(lambda *_: None),
    "copy": Pool.copy,
    "layout": Pool.layout,
    "check": Pool.check,
}
"""Operations that lend elements, or look at all of them."""

# --- While elements are lent ----------------------------------------------------------------------


def in_a_loop(walk: Callable[[Pool], Iterable[object]]) -> Lend:
    """In a loop over an iterator."""

    def lend(pool: Pool, act: Act) -> None:
        for _ in walk(pool):
            act()

    return lend


def true_after(act: Act) -> bool:
    """Call a function; return a true value, which a factory may return as well."""
    act()
    return True


LENDING: dict[str, Lend] = {
    "each": lambda pool, act: pool.each(lambda *_: act()),
    "traverse": lambda pool, act: pool.traverse(lambda *_: act()),
    "apply": lambda pool, act: pool.apply(FIRST, lambda *_: act()),
    "inspect": lambda pool, act: pool.inspect(FIRST, lambda *_: act()),
    "at_mut": lambda pool, act: pool.at_mut(FIRST, lambda _: act()),
    "each_mut": lambda pool, act: pool.each_mut(lambda *_: act()),
    "retain": lambda pool, act: pool.retain(lambda *_: true_after(act)),
    "insert_with": lambda pool, act: pool.insert_with(lambda _: true_after(act)),
    "keys": in_a_loop(Pool.keys),
    "values": in_a_loop(Pool.values),
    "items": in_a_loop(Pool.items),
    "iter": in_a_loop(iter),
    "pivots": in_a_loop(Pool.pivots),
}
"""Callbacks and loops in which a function is called."""


def in_a_thread(run: Callable[[Act], object], act: Act) -> None:
    """Start *run* in another thread, with a function that waits while *act* is called here."""
    reached, opened = Event(), Event()

    def wait() -> None:
        reached.set()
        opened.wait()

    with ThreadPoolExecutor(1) as executor:
        future = executor.submit(run, wait)
        future.add_done_callback(
            lambda _: reached.set()
        )  # should it never wait, its result says why
        reached.wait()
        try:
            assert not future.done(), future.result()
            act()
        finally:
            opened.set()
        future.result()


def elsewhere(lend: Lend) -> Lend:
    """The same in another thread."""
    return lambda pool, act: in_a_thread(partial(lend, pool), act)


def at_the_death(replace: Try) -> Lend:
    """In the finaliser of an element that is replaced."""

    def lend(pool: Pool, act: Act) -> None:
        pool.replace(FIRST, Mourner(act))
        replace(pool)

    return lend


LENT: dict[str, Lend] = {
    **LENDING,
    **{f"{name}, another thread": elsewhere(lend) for name, lend in LENDING.items()},
    "at_mut, replaced": at_the_death(lambda pool: pool.at_mut(FIRST, lambda _: 7)),
    "view, replaced": at_the_death(
        lambda pool: pool.apply(SECOND, lambda _, others: others.__setitem__(FIRST, 7))
    ),
    "insert_with, thrown away": lambda pool, act: pool.insert_with(lambda _: (Mourner(act), 9)[1]),
}
"""Moments at which one loan is open."""

# --- While the list is being changed --------------------------------------------------------------


class Asked:
    """An id source that calls a function once, in the middle of a change."""

    def __init__(self) -> None:
        self.act: Act | None = None

    def initial(self) -> int:
        return 0

    def next(self, id: int, /) -> int:  # noqa: A002 - the field's word
        act, self.act = self.act, None
        if act is not None:
            act()
        return id + 1


class Garbage:
    """An object that only the cyclic collector finds, and that calls back when it is deleted."""

    def __init__(self, last_words: Act) -> None:
        self.last_words = last_words
        self.cycle = self

    def __del__(self) -> None:
        self.last_words()


BEGUN: dict[str, Try] = {
    "add": lambda pool: pool.add(9),
    "extend": lambda pool: pool.extend([9]),
    "insert_with": lambda pool: pool.insert_with(lambda _: 9),
}

Change = Callable[[Pool, Asked, Act], object]


def in_the_id_source(begun: Try, pool: Pool, source: Asked, act: Act) -> None:
    """In a call of the id source."""
    source.act = act
    begun(pool)


def in_a_finaliser(begun: Try, pool: Pool, source: Asked, act: Act) -> None:
    """In the finaliser of garbage that has nothing to do with the list."""

    def collect() -> None:
        gc.collect()

    Garbage(act)
    source.act = collect
    begun(pool)


def between_threads(begun: Try, pool: Pool, source: Asked, act: Act) -> None:
    """In another thread than that of the change."""

    def run(wait: Act) -> None:
        source.act = wait
        begun(pool)

    in_a_thread(run, act)


CHANGING: dict[str, Change] = {
    f"{name}, {how.__name__}": partial(how, begun)
    for name, begun in BEGUN.items()
    for how in (in_the_id_source, in_a_finaliser, between_threads)
}
"""Moments at which an element is being added to a list with that id source."""
