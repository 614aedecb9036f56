"""One hostile program. Everything that it does is determined by its seed, so both builds must give the same answers."""

from __future__ import annotations

import copy
import re
import weakref
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from hostile.elements import KINDS, Element, TroubleError, parameters
from stablelist import (
    BorrowError,
    CapacityError,
    Key,
    SecondaryMap,
    StableAccess,
    StableList,
    StaleKeyError,
    join,
)

__all__ = ["Program", "run"]

ADDRESS = re.compile(" at 0x[0-9a-f]+")
"""The address in the repr of an object, which is not the same in every run."""

FUEL: Final = 300
"""The number of operations that all callbacks of one program may call."""

DEEPEST: Final = 3
"""The number of callbacks that may be active at once."""


class Program:
    """A list, the keys and elements that are known, and the answer of each step."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.log: list[str] = []
        self.fuel, self.depth, self.count = FUEL, 0, 0
        self.quiet = False
        self.keys: list[Any] = [Key(0, 0), Key(-1, 0), Key(1 << 70, 1), Key(0, -1), Key(1, 1 << 90)]
        self.kept: list[Iterator[Any]] = []
        self.views: list[Any] = []
        self.made: list[Any] = []
        # How long an iterator over items holds an element that it has returned differs between the
        # builds. So an element may be deleted at once only while there is no such iterator.
        self.known: list[weakref.ref[Element]] = []
        self.held: list[Any] = []
        self.pool: StableList[Any] = self.random.choice(KINDS)()
        self.make()
        self.maps: list[SecondaryMap[Any]] = [SecondaryMap(self.pool) for _ in range(2)]

    # --- making things up --------------------------------------------------------------------

    def make(self) -> None:
        """Create the list again with other parameters, if they are valid."""
        chosen = parameters(self.random, self.event)
        self.quietly(lambda: self.pool.__init__(**chosen))  # type: ignore[misc] # called again

    def element(self) -> Any:
        """An element to add."""
        self.count += 1
        if self.random.random() < 0.3:
            return self.count
        made = Element(self.count, self.event)
        self.made.append(made)
        self.known.append(weakref.ref(made))
        return made

    def hold(self) -> None:
        """Keep every element alive until `held` is emptied."""
        self.held = [element for known in self.known if (element := known()) is not None]

    def key(self) -> Any:
        """A key, most often one that was returned recently."""
        if self.random.random() < 0.05:
            return self.random.choice([None, "ant", 0, (0, 0), Key, self.pool])
        if self.random.random() < 0.7:
            return self.random.choice(self.keys[-8:])
        return self.random.choice(self.keys)

    def know(self, key: Any) -> Any:
        """Remember a key."""
        self.keys.append(key)
        return key

    def event(self, what: str, number: int) -> None:
        """An element or an id source has called back."""
        self.log.append(f"{what} {number}")
        if self.quiet or self.fuel <= 0 or self.depth >= DEEPEST:
            return
        if self.random.random() < 0.4:
            self.step()
        if what != "del" and self.random.random() < 0.1:
            raise TroubleError

    def called(self, *shown: Any) -> None:
        """Run a callback."""
        self.log.append("called " + " ".join(self.told(each) for each in shown))
        self.event("back", 0)

    def quietly(self, act: Callable[[], object]) -> object:
        """Act without callbacks, and sort the events, since the order in which many elements are deleted may differ."""
        start, self.quiet = len(self.log), True
        try:
            return act()
        finally:
            self.quiet = False
            self.log[start:] = sorted(self.log[start:])

    def told(self, answer: object) -> str:
        """The form in which an answer is recorded."""
        if type(answer) is Element:
            return f"<{answer.number}>"
        if isinstance(answer, list | tuple):
            return "[" + ", ".join(map(self.told, answer)) + "]"
        if isinstance(answer, Key | int | str | None):
            return ADDRESS.sub("", repr(answer))
        return type(answer).__name__

    # --- a step ------------------------------------------------------------------------------

    def step(self) -> None:
        """Do one random operation, and record the answer."""
        self.fuel -= 1
        self.depth += 1
        # Held until the step is over: when an element of a refused operation is deleted depends on the traceback.
        before, self.made = self.made, []
        name = self.random.choice(OPERATIONS)
        if self.depth > 1 or self.kept or name not in SINGLE:
            self.hold()
        self.log.append(f"{'  ' * self.depth}{name}")
        try:
            self.log.append(self.told(getattr(self, f"do_{name}")()))
        except (BorrowError, CapacityError, StaleKeyError, ValueError) as error:
            self.log.append(self.told(f"{type(error).__name__} {error}"))
        except (TroubleError, TypeError, LookupError, MemoryError, OverflowError) as error:
            self.log.append(type(error).__name__)
        finally:
            self.depth -= 1
            made, self.made = self.made, before
            if self.depth == 0 and not self.kept:
                made += self.held
                self.held.clear()
            while made:
                made.pop()

    def do_add(self) -> object:
        """Add one element."""
        return self.know(self.pool.add(self.element()))

    do_add2 = do_add3 = do_add4 = do_add

    def do_extend(self) -> object:
        """Add several elements, or none."""
        elements = [self.element() for _ in range(self.random.choice([0, 1, 5, 20]))]
        if self.random.random() < 0.5:
            return [self.know(key) for key in self.pool.extend(elements)]

        def given() -> Iterator[Any]:
            for element in elements:
                self.called(element)
                yield element

        return [self.know(key) for key in self.pool.extend(given())]

    def do_insert_with(self) -> object:
        """Add an element that a factory makes."""

        def factory(key: Any) -> Any:
            self.called(key)
            return self.element()

        return self.know(self.pool.insert_with(factory))

    def do_remove(self) -> object:
        """Remove one element."""
        return self.pool.remove(self.key())

    do_remove2 = do_remove3 = do_remove4 = do_remove

    def do_pop(self) -> object:
        """Pop with and without a default."""
        return self.pop_of(self.key())

    def pop_of(self, key: Any) -> object:
        """Call `pop` with the arguments of one of the two forms."""
        return self.pool.pop(key, "none") if self.random.random() < 0.5 else self.pool.pop(key)

    def do_del(self) -> object:
        """Remove with `del`."""
        del self.pool[self.key()]
        return None

    def do_clear(self) -> object:
        """Remove all elements."""
        if self.random.random() < 0.3:
            self.pool.clear()
        return None

    def do_drain(self) -> object:
        """Remove all elements and return them."""
        return self.pool.drain() if self.random.random() < 0.3 else None

    def do_retain(self) -> object:
        """Retain some elements."""
        share = self.random.choice([0.0, 0.5, 0.9, 1.0])
        answers: list[Any] = [self.random.random() < share for _ in range(len(self.pool) + 1)]
        answers[0] = self.random.choice([answers[0], answers[0], None])

        def predicate(key: Any, element: Any) -> Any:
            self.called(key, element)
            return answers[key.index % len(answers)]

        return self.pool.retain(predicate)

    def do_look(self) -> object:
        """Look a key up in every way."""
        pool, key = self.pool, self.key()
        return [pool.at(key), pool.get(key), pool.get(key, 5), pool.contains(key), key in pool]

    def do_subscript(self) -> object:
        """Look a key up with `[]`."""
        return self.pool[self.key()]

    def do_replace(self) -> object:
        """Replace an element, and release the old one."""
        return self.pool.replace(self.key(), self.element())

    def do_assign(self) -> object:
        """Replace an element with `[] =`."""
        self.pool[self.key()] = self.element()
        return None

    def do_at_mut(self) -> object:
        """Change an element in a callback."""

        def change(element: Any) -> Any:
            self.called(element)
            return self.element() if self.random.random() < 0.5 else None

        return self.pool.at_mut(self.key(), change)

    def do_each(self) -> object:
        """Pass all elements to a callback."""
        return self.pool.each(self.called)  # type: ignore[func-returns-value] # None is noted

    def do_each_mut(self) -> object:
        """Change all elements in a callback."""

        def change(key: Any, element: Any) -> Any:
            self.called(key, element)
            return self.element() if self.random.random() < 0.3 else None

        return self.pool.each_mut(change)  # type: ignore[func-returns-value] # None is noted

    def do_first(self) -> object:
        """Read the first element."""
        return self.pool.first

    def do_numbers(self) -> object:
        """Read everything that is a number."""
        pool = self.pool
        return [
            len(pool),
            pool.is_empty(),
            bool(pool),
            pool.capacity,
            repr(pool),
            hash(pool) == id(pool),
        ]

    # --- cross-iteration ---------------------------------------------------------------------

    def with_others(self, others: Any) -> None:
        """Use a view in some way."""
        self.views = [*self.views[-3:], others]
        key = self.key()
        self.log.append(self.told([others.at(key), others.get(key, 1), key in others, len(others)]))
        for view in (others.keys(), others.values(), others.items()):
            self.log.append(self.told([len(view), list(view)]))
        self.iterated(iter(others.items()))
        if type(others) is StableAccess:
            self.changed(others)
        self.called()

    def changed(self, others: Any) -> None:
        """Change something through a view."""
        self.log.append(self.told(others.replace(self.key(), self.element())))
        if self.random.random() < 0.5:
            others.replace_pivot(self.element())
        if self.random.random() < 0.3:
            others.each_mut(self.called)
        if self.random.random() < 0.3:
            others[self.key()] = self.element()
        others.at_mut(self.key(), self.called)

    def do_apply(self) -> object:
        """Cross-iterate one pivot."""
        return self.pool.apply(self.key(), lambda _, others: self.with_others(others))

    def do_inspect(self) -> object:
        """Cross-iterate one pivot, read-only."""
        return self.pool.inspect(self.key(), lambda _, others: self.with_others(others))

    def do_traverse(self) -> object:
        """Cross-iterate all pivots."""
        if len(self.pool) > 12:
            return None
        return self.pool.traverse(lambda key, element, others: self.with_others(others))  # type: ignore[func-returns-value]

    def do_pivots(self) -> object:
        """Cross-iterate all pivots in a loop, which may end early."""
        for key, _, others in self.pool.pivots():
            self.log.append(self.told(key))
            self.with_others(others)
            if self.random.random() < 0.4:
                break
        return None

    def do_late(self) -> object:
        """Use a view that has most likely ended."""
        if self.views:
            view = self.random.choice(self.views)
            self.log.append(self.told(repr(view)))
            return [list(view.values()), len(view)]
        return None

    # --- iteration ---------------------------------------------------------------------------

    def iterator(self) -> Iterator[Any]:
        """An iterator of any kind."""
        pool = self.pool
        kinds: list[Any] = [pool.keys, pool.values, pool.__iter__, pool.items, pool.pivots]
        kinds += [pool.pairs, pool.item_pairs]
        return iter(self.random.choice(kinds)())

    def iterated(self, iterator: Iterator[Any]) -> None:
        """Take a few steps."""
        for _ in range(self.random.randrange(4)):
            self.log.append(self.told(next(iterator, "end")))

    def do_iterate(self) -> object:
        """Iterate to the end."""
        return [self.told(each) for each in self.iterator()]

    def do_keep(self) -> object:
        """Keep an unfinished iterator."""
        if len(self.kept) < 3:
            self.kept.append(self.iterator())
        return None

    def do_go_on(self) -> object:
        """Continue an iterator that was kept."""
        if self.kept:
            self.iterated(self.random.choice(self.kept))
        return None

    def do_drop(self) -> object:
        """Drop an iterator that was kept."""
        self.kept.clear()
        return None

    do_drop2 = do_drop3 = do_drop

    def do_views(self) -> object:
        """Use operations of views that compare elements."""
        pool, key, element = self.pool, self.key(), self.element()
        items = StableList.items(pool)
        found = [
            StableList.keys(pool).__contains__(key),
            (key, element) in items,
            (key, pool.at(key)) in items,
            key in items,
        ]
        return [*found, len(items), repr(items), repr(pool.keys())]

    def do_compared(self) -> object:
        """Compare elements during an iteration."""
        return self.element() in self.pool.values()

    # --- secondary maps -----------------------------------------------------------------------

    def do_map_set(self) -> object:
        """Set a value, which may call back when it is replaced or dropped."""
        self.random.choice(self.maps)[self.key()] = self.element()
        return None

    do_map_set2 = do_map_set

    def do_map_get(self) -> object:
        """Look a key up in a map in each way."""
        values, key = self.random.choice(self.maps), self.key()
        return [values.get(key, 5), key in values, values[key]]

    def do_map_take(self) -> object:
        """Take a value out."""
        return self.random.choice(self.maps).pop(self.key())

    def do_map_all(self) -> object:
        """Count and show all values."""
        values = self.random.choice(self.maps)
        found = [len(values), list(values), list(values.values()), list(values.items())]
        return [*found, list(join(*self.maps)), len(values.keys() & {*values})]

    def do_map_walk(self) -> object:
        """Change anything while a map is iterated over, or a join."""
        values = self.random.choice(self.maps)
        for each in join(*self.maps) if self.random.random() < 0.5 else values.items():
            self.log.append(self.told(each))
            if self.fuel > 0 and self.depth < DEEPEST:
                self.step()
        return None

    def do_map_drop(self) -> object:
        """Sweep a map, clear it, or begin with another one."""
        number = self.random.randrange(len(self.maps))
        act = self.random.choice(["sweep", "sweep", "clear", "again", "copy", "new"])
        if act == "new":
            self.quietly(lambda: self.maps.__setitem__(number, SecondaryMap(self.pool)))
        elif act == "copy":
            self.quietly(lambda: self.maps.__setitem__(number, self.maps[number].copy()))
        elif act == "again":
            self.quietly(lambda: self.maps[number].__init__(self.pool))  # type: ignore[misc]
        else:
            self.quietly(getattr(self.maps[number], act))
        return None

    def do_columns(self) -> object:
        """Read which cells are live; the buffers are kept while the list changes."""
        pool = self.pool
        buffers = pool.indices(), pool.mask()
        before = [list(each) for each in buffers]
        self.called()
        return [*before, before == [list(each) for each in buffers]]

    # --- memory and copies -------------------------------------------------------------------

    def do_reserve(self) -> object:
        """Reserve memory, sometimes too much."""
        wanted: list[Any] = [0, 1, 10, 100, -1, True, "ant", 1 << 61, 1 << 62, 1 << 64, 1 << 200]
        return self.pool.reserve(self.random.choice(wanted))  # type: ignore[func-returns-value]

    def do_key_at(self) -> object:
        """Look up the key at any index."""
        wanted: list[Any] = [self.random.randrange(40), -1, True, "ant", 1 << 64, 1 << 200]
        return self.pool.key_at(self.random.choice(wanted))

    def do_insert_at(self) -> object:
        """Restore a key, whatever has become of it; sometimes it was never issued."""
        key = self.key()
        self.pool.insert_at(key, self.element())
        return self.know(key)

    def do_remove_many(self) -> object:
        """Remove several keys, some of them stale or no keys at all."""
        return self.pool.remove_many([self.key() for _ in range(self.random.randrange(5))])

    def do_shrink(self) -> object:
        """Shrink to fit."""
        return self.pool.shrink_to_fit()  # type: ignore[func-returns-value] # None is noted

    def do_pack(self) -> object:
        """Pack and unpack a key."""
        number = self.pool.pack(self.key())
        return [number, self.pool.unpack(number), self.pool.at(self.pool.unpack(-number))]

    def do_copy(self) -> object:
        """Copy the list, and sometimes continue with the copy."""
        twin = copy.copy(self.pool) if self.random.random() < 0.5 else self.pool.copy()
        twin.check()
        answer: list[Any] = [
            twin.layout() == self.pool.layout(),
            list(twin),
            type(twin) is type(self.pool),
        ]
        if self.random.random() < 0.3 and not self.kept and self.depth == 1:
            self.pool = twin
        return answer

    def do_load(self) -> object:
        """Load a corrupt state."""
        state = self.corrupt()
        target = self.random.choice([self.pool, StableList.__new__(StableList)])
        return self.quietly(lambda: target.__setstate__(state))

    def corrupt(self) -> dict[str, Any]:
        """A saved state, with one or two values exchanged."""
        state: Any = self.pool._state()
        junk: list[Any] = [
            None,
            -1,
            0,
            3,
            4,
            8,
            1 << 63,
            1 << 64,
            1 << 66,
            "ant",
            (),
            [],
            {},
            True,
            1.5,
        ]
        junk += [(0,), (1, 1), ((), (), ()), ((0, 0), (), ()), [None], [0], [True], {"ant": 1}]
        for _ in range(self.random.randrange(3)):
            inner = state["space"] if self.random.random() < 0.7 else state
            if isinstance(inner, dict):
                inner[self.random.choice(sorted(inner))] = self.random.choice(junk)
        return state  # type: ignore[no-any-return] # as it was saved

    def do_again(self) -> object:
        """Call `__init__` of the list again."""
        if self.random.random() < 0.3:
            self.make()
        return None

    def do_inside(self) -> object:
        """Read the layout and the statistics, and check the invariants."""
        self.pool.check()
        return [
            str(self.pool.layout()),
            str(self.pool.stats()),
            type(weakref.ref(self.pool)()).__name__,
        ]

    def do_reversed(self) -> object:
        """Take a list of all elements, from the last one."""
        return list(reversed(self.pool.items()))


SINGLE: Final = {
    "remove",
    "replace",
    "assign",
    "at_mut",
    "clear",
    "drain",
    "del",
    "pop",
    "add",
    "extend",
}
"""Operations that do not iterate, so that an element may be deleted at once."""

OPERATIONS: Final = [name.removeprefix("do_") for name in vars(Program) if name.startswith("do_")]


def run(seed: int, steps: int = 60) -> list[str]:
    """The answers of the program with that seed."""
    program = Program(seed)
    for _ in range(steps):
        program.step()
        program.log.append(str(len(program.pool)))
    program.quiet = True
    answered = list(program.log)
    program.kept.clear()
    program.views.clear()
    program.maps.clear()
    program.pool.check()
    answered.append(program.told(list(StableList.items(program.pool))))
    answered.append(str(program.pool.layout()))
    answered.append(str(program.pool.stats()))
    return answered
