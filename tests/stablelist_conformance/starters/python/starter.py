"""The port protocol of the stablelist conformance kit, version 6, for a container that Python can call.

Copy this file beside your port; it needs nothing but the standard library. A ``Port`` says, for each operation, which
function to call; its first argument is the container, so methods of the container's class can be used. Operations
without a function are left out: the handshake says so, and the judge never sends them. ::

    starter.Port(
        {"name": "my-map", "version": "1.0.0", "system": "slotmap", "id_bits": 32},
        open=lambda parameters: SlotMap(),
        add=SlotMap.insert,
        remove=SlotMap.remove,
    ).serve()

A program may have two containers; a word such as ``2.add`` is on the second. A function that concerns both is given the
other one, too; ``copy`` returns the clone, in which the same keys are live.

Operations that repeat others need no function: ``cycle``, ``fill`` and ``thin`` are ``add`` and ``remove`` in a loop.

Keys can be any values but None, which means that there is no key or no element. A function that raises is answered by
``!other``, or as ``errors`` says: ``{"!full": OverflowError}``.

SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any
from zlib import crc32

__all__ = ["BorrowedError", "FullError", "Port", "way"]

PROTOCOL = 6


class FullError(Exception):
    """The container has no room. Raise it if the container reports this in another way."""


class BorrowedError(Exception):
    """The container is lent."""


REFUSALS = {"!full": FullError, "!borrow": BorrowedError}


def way() -> int:
    """The way in which the operation in progress is to be done, if the handshake declares several: ``ways=add:2``."""
    return asked_way[0]


asked_way = [1]


def without_way(word: str) -> str:
    """A word such as ``add@2`` without the way, which is kept."""
    before, _, after = word.partition("@")
    number, colon, operands = after.partition(":")
    asked_way[0] = int(number or 1)
    return before + colon + operands


class Port:
    """The functions of a container.

    ``open``, ``add`` and ``remove`` are required. Others may be left out. With C a container, K a key, and E an
    element, which is an integer:

    ==================================  ==================================================================
    open(parameters) -> C               a fresh container; the parameters of a program are texts by name
    add(C, E) -> K                      adds the element
    insert_with(C, factory)             adds the element that ``factory(key)`` returns
    extend(C, elements) -> keys         adds all of them, or none
    put(C, index, E) -> (K, E or None)  adds at an index; also returns the old element
    insert_at(C, K, E) -> (K, E or None)  adds at the slot of a key; also returns the old element
    remove(C, K) -> E or None           with ``ids=only``: whether there was one
    remove_many(C, K, K)                a pair, each E or None
    at(C, K) -> E or None
    pair(C, K, K)                       a pair, each E or None
    key_at(C, K) -> (K, E) or None      the key that is live at the index of a key, and its element
    contains(C, K) -> bool
    replace(C, K, E) -> bool            whether the key was found
    at_mut(C, K, difference)            adds to the element in place; returns the new one, or None
    each_mut(C, difference)             adds to every element in place
    len(C), is_empty(C), clear(C)
    each(C) -> iterable of (K, E)
    keys(C) -> iterable of K            needs at, as does repack
    apply(C, K), inspect(C, K)          ``(pivot, length, others)``, or None
    exchange(C, K, K)                   ``(pivot, other or None)`` as they were, or None
    traverse(C)                         iterable of ``(pivot, length, sum)``
    lend=True                           the container refuses changes while ``each`` runs
    drain(C) -> elements
    retain(C, keep) -> elements         removes those for which ``keep(element)`` is false
    each_removing(C, keep) -> elements  the same during an iteration; returns all elements, as they were visited
    each_first(C, most) -> elements     leaves an iteration after so many; returns all, as another one visits them
    sort(C, rank)                       by ascending ``rank(element)``; elements of the same rank keep their order
    reserve(C, additional), shrink_to_fit(C)
    repack(C, K) -> K or None           the key, packed and unpacked
    reload(C) -> C                      a copy in which the same keys are live
    copy(C) -> C                        a clone in which the same keys are live
    swap_containers(C, C)               exchanges everything between both
    equal(C, C) -> bool                 whether both have the same elements under the same keys
    layout(C), cost(C) -> str           see the page of the system
    forge(index, id) -> K or None       a key with these parts, if a key can hold them
    parts(K) -> (index, id)             required above the level ``contract``, and by ``forge``
    ==================================  ==================================================================

    Args:
        handshake: name, version, system, and the fields that the system asks for. ``without`` lists abilities that are
            left out (``negative``, ``maximum``).
        errors: the errors of the container that are ``!full`` and ``!borrow``.
        functions: the functions of the table.

    Raises:
        TypeError: there is no function of that name.
    """

    def __init__(
        self,
        handshake: Mapping[str, object],
        errors: Mapping[str, Any] | None = None,
        **functions: Any,
    ) -> None:
        self.fields = handshake
        self.errors = errors or {}
        self.functions = functions
        for name in functions:
            if name not in {*POOL, "open", "forge", "parts"} - LOOPS:
                raise TypeError(f"there is no function {name!r}; choose one of {', '.join(POOL)}")

    def handshake(self) -> str:
        """Return the handshake."""
        fields = {"protocol": PROTOCOL, "level": "contract", **self.fields}
        optional = [*POOL, "forge"]
        without = [name for name in optional if not self.offers(name)]
        without += filter(None, str(fields.pop("without", "")).split(","))
        if without:
            fields["without"] = ",".join(without)
        return "port " + " ".join(f"{name}={value}" for name, value in fields.items())

    def offers(self, name: str) -> bool:
        """Return whether an operation can be carried out; two of them need ``at`` to show keys, others only repeat."""
        needed = [name, "at"] if name in {"keys", "repack"} else [name]
        needed = ["add", "remove"] if name in LOOPS else needed
        return all(map(self.functions.get, needed))

    def answer(self, line: str) -> str:
        """The answer to one line."""
        if line.startswith("hello "):
            return self.handshake()
        configuration, colon, words = line.partition(" : ")
        if not colon:
            return "!other"
        try:
            program = Program(self, configuration)
        except (
            Exception
        ) as error:  # the container refuses this configuration, so that every operation fails
            refused(error, {})
            return " ".join("!other" for _ in words.split(" "))
        return " ".join(program.answer_on(word) for word in words.split(" "))

    def serve(self) -> None:
        """Answer every line of standard input, until it ends or the answers are not read any more.

        What the container prints goes to standard error, because standard output is only for answers.
        """
        lines = io.TextIOWrapper(sys.stdin.buffer, encoding="latin-1", newline="\n")
        output = sys.stdout
        try:
            with contextlib.redirect_stdout(sys.stderr):
                for line in lines:
                    if line.endswith("\n") and line.strip():
                        print(self.answer(line.rstrip("\r\n")), file=output, flush=True)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())


class Program:
    """A program in progress: a fresh container, and the keys that its insertions returned.

    The same is known of the other container, which is opened when it is needed. Insertions are numbered together.
    """

    def __init__(self, port: Port, configuration: str) -> None:
        level, *parameters = configuration.split(" ")
        self.port = port
        self.shows_keys = level != "contract"
        self.parameters = dict(each.split("=", 1) for each in parameters)
        self.container = self.function("open")(self.parameters)
        self.keys: list[Any] = []
        self.other: tuple[Any, list[Any]] | None = None
        self.otherwise: Any = None

    def answer_on(self, word: str) -> str:
        """The answer to one word, which may be on the second container."""
        if not word.startswith("2."):
            return self.answer(word)
        try:
            self.turn()
        except Exception as error:
            return refused(error, self.port.errors)
        answered = self.answer(word[2:])
        self.turn()
        return answered

    def beside(self) -> tuple[Any, list[Any]]:
        """The other container, and its keys."""
        if self.other is None:
            self.other = self.function("open")(self.parameters), []
        container, keys = self.other
        return container, keys + [None] * (len(self.keys) - len(keys))

    def turn(self) -> None:
        """Go on with the other container."""
        mine = self.container, self.keys
        self.container, self.keys = self.beside()
        self.other = mine

    def answer(self, word: str) -> str:
        """The answer to one operation."""
        name, *operands = without_way(word).split(":")
        answered = attempt(name, self, operands)
        return answered if self.shows_keys else ascending(answered)

    def ask(self, name: str, *operands: Any) -> Any:
        """Call a function of the port with the container."""
        return self.function(name)(self.container, *operands)

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the port."""
        if name not in self.port.functions:
            raise NameError(f"the port has no {name}")
        function: Callable[..., Any] = self.port.functions[name]
        return function

    def find(self, name: str, word: str, *operands: Any) -> Any:
        """The same if the key is there; otherwise nothing was found."""
        key = self.key(word)
        return None if key is None else self.ask(name, key, *operands)

    def find_both(self, name: str, alone: str, words: Iterable[str]) -> Any:
        """The same with two keys; if one is missing, the other goes to a function for one key."""
        keys = [self.key(word) for word in words]
        if None not in keys:
            return self.ask(name, *keys)
        return [None if key is None else self.ask(alone, key) for key in keys]

    def key(self, word: str) -> Any:
        """The key with this number, a forged key for ``#index.id``, or one near another for ``number~index.id``."""
        number, _, parts = re.sub("[#~]", " ", word).partition(" ")
        key = self.named(number, parts) if parts else self.keys[int(number)]
        return self.otherwise if key is None else key

    def named(self, number: str, parts: str) -> Any:
        """A key by its parts, which are distances if they follow a number."""
        index, stamp = map(int, parts.split("."))
        if number:
            if self.keys[int(number)] is None:
                return None
            near = self.function("parts")(self.keys[int(number)])
            index, stamp = index + near[0], stamp + near[1]
        return None if stamp < 0 else self.function("forge")(index, stamp)

    def items(self, iteration: Iterable[Any]) -> Iterable[Any]:
        """The items of an iteration: at most one more than there were insertions, since a wrong one may never end."""
        return islice(iteration, len(self.keys) + 1)

    def numbered(self, count: int = 1) -> int:
        """Number the next insertions, which keep their numbers if they fail."""
        self.keys += [None] * count
        return len(self.keys) - count

    def inserted(self, number: int, key: Any) -> str:
        """Record the key of an insertion, and return the answer."""
        if key is None:
            raise TypeError("an insertion gave no key; raise FullError if there is no room")
        self.keys[number] = key
        return self.shown(key) if self.shows_keys else "ok"

    def shown(self, key: Any) -> str:
        """A key as ``index.id``."""
        return "{}.{}".format(*self.function("parts")(key))

    def item(self, live: tuple[Any, int]) -> str:
        """A key and its element, as ``each`` lists them."""
        key, element = live
        return f"{self.shown(key)}={element}" if self.shows_keys else str(element)


def add(program: Program) -> str:
    number = program.numbered()
    return program.inserted(number, program.ask("add", number))


def insert_with(program: Program) -> str:
    number = program.numbered()
    given: list[Any] = [None]  # the key of this insertion, and not what the function returns

    def factory(key: Any) -> int:
        given[0] = key
        return number

    program.ask("insert_with", factory)
    return program.inserted(number, given[0])


def extend(program: Program, count: str) -> str:
    first = program.numbered(int(count))
    keys = list(program.ask("extend", list(range(first, first + int(count)))))
    return listed(program.inserted(first + i, key) for i, key in enumerate(keys))


def put(program: Program, index: str) -> str:
    number = program.numbered()
    key, displaced = program.ask("put", int(index), number)
    program.inserted(number, key)
    return found(displaced)


def insert_at(program: Program, word: str) -> str:
    number = program.numbered()
    placed = program.find("insert_at", word, number)
    if placed is None:
        return "none"
    program.inserted(number, placed[0])
    return found(placed[1])


def remove(program: Program, word: str) -> str:
    removed = program.find("remove", word)
    if program.port.fields.get("ids") == "only":
        return yes_or_no(removed)
    return "ok" if program.port.fields.get("remove") == "silent" else found(removed)


def key_at(program: Program, word: str) -> str:
    live = program.find("key_at", re.sub(r"\..*", ".0", word))  # only the index counts
    return "none" if live is None else program.item(live)


def exchange(program: Program, word: str, other: str) -> str:
    if program.key(other) is None:
        alone = program.find("apply", word)
        return "none" if alone is None else both((alone[0], None))
    exchanged = program.find("exchange", word, program.key(other))
    return "none" if exchanged is None else both(exchanged)


def lend(program: Program, name: str, *operands: str) -> str:
    """Try an operation while the first element is lent. Inserted elements get no number.

    A key that is not there is as good as any, because the container refuses before it looks.
    """
    keys = list(program.keys)
    try:
        for first in program.ask("each"):
            program.otherwise = first[0]
            return attempt(name, program, operands)
    finally:
        program.otherwise, program.keys = None, keys
    return "none"


def keeping(name: str) -> Operation:
    """An operation that is given what to keep, and answers elements."""

    def carried_out(program: Program, modulus: str, rest: str) -> str:
        shown = program.ask(name, lambda element: element % int(modulus) == int(rest))
        return listed(program.items(shown))

    return carried_out


def repack(program: Program, word: str) -> str:
    key = program.find("repack", word)
    return found(None if key is None else program.ask("at", key))


def reload(program: Program) -> str:
    program.container = program.ask("reload")
    return "ok"


def copy(program: Program) -> str:
    program.other = program.ask("copy"), list(program.keys)
    return "ok"


def swap_containers(program: Program) -> str:
    container, keys = program.beside()
    program.ask("swap_containers", container)
    program.other, program.keys = (container, program.keys), keys
    return "ok"


def cycle(program: Program, turns: str) -> str:
    """Ends early if a removal does not return the element, so that they do not become many."""
    number = program.numbered()
    add, remove, container = program.function("add"), program.function("remove"), program.container
    fields = program.port.fields
    silent, only = fields.get("remove") == "silent", fields.get("ids") == "only"
    key = None
    for _ in range(int(turns)):
        key = add(container, number)
        removed = remove(container, key)
        if not (removed if only else silent or removed == number):
            return found(removed)
    return program.inserted(number, key)


def fill(program: Program, count: str) -> str:
    """Ends at the first element that there is no room for."""
    answers: list[str] = []
    for left in range(int(count) - 1, -1, -1):
        answered = attempt("add", program, ())
        if answered.startswith("!"):
            program.numbered(left)
            return abridged(answers) if answers and answered == "!full" else answered
        answers.append(answered)
    return abridged(answers)


def thin(program: Program, count: str, seed: str) -> str:
    drawing = drawn(int(seed), int(count), len(program.keys))
    answers = (remove(program, str(number)) for number in drawing)
    return abridged([answered for answered in answers if answered != "none"])


def drawn(seed: int, count: int, among: int) -> Iterator[int]:
    """So many different numbers below a bound, or all of them, as the page of the protocol says."""
    order = list(range(among))
    for at in range(min(count, among)):
        seed ^= seed << 13 & 0xFFFFFFFF
        seed ^= seed >> 17
        seed ^= seed << 5 & 0xFFFFFFFF
        other = at + seed % (among - at)
        order[at], order[other] = order[other], order[at]
        yield order[at]


def abridged(answers: list[str]) -> str:
    """The length of a list, both ends, and a checksum."""
    if not answers:
        return "0"
    return f"{len(answers)}/{answers[0]}/{answers[-1]}/{crc32(','.join(answers).encode())}"


def found(element: object) -> str:
    return "none" if element is None else str(element)


def both(pair: Iterable[int | None]) -> str:
    return "/".join(map(found, pair))


def yes_or_no(truth: object) -> str:
    return "yes" if truth else "no"


def listed(items: Iterable[object]) -> str:
    return "[{}]".format(",".join(map(found, items)))


def lent(program: Program, view: tuple[int, int, Iterable[int]] | None) -> str:
    return "none" if view is None else f"{view[0]}/{view[1]}/{listed(program.items(view[2]))}"


def done(_: object) -> str:
    return "ok"


Operation = Callable[..., str]

POOL: dict[str, Operation] = {
    "add": add,
    "insert_with": insert_with,
    "extend": extend,
    "put": put,
    "insert_at": insert_at,
    "remove": remove,
    "remove_many": lambda program, *words: both(program.find_both("remove_many", "remove", words)),
    "at": lambda program, word: found(program.find("at", word)),
    "pair": lambda program, *words: both(program.find_both("pair", "at", words)),
    "key_at": key_at,
    "contains": lambda program, word: yes_or_no(program.find("contains", word)),
    "replace": lambda program, word, element: yes_or_no(
        program.find("replace", word, int(element))
    ),
    "at_mut": lambda program, word, difference: found(
        program.find("at_mut", word, int(difference))
    ),
    "each_mut": lambda program, difference: done(program.ask("each_mut", int(difference))),
    "len": lambda program: str(program.ask("len")),
    "is_empty": lambda program: yes_or_no(program.ask("is_empty")),
    "clear": lambda program: done(program.ask("clear")),
    "each": lambda program: listed(map(program.item, program.items(program.ask("each")))),
    "keys": lambda program: listed(
        found(program.ask("at", key)) for key in program.items(program.ask("keys"))
    ),
    "apply": lambda program, word: lent(program, program.find("apply", word)),
    "inspect": lambda program, word: lent(program, program.find("inspect", word)),
    "exchange": exchange,
    "traverse": lambda program: listed(
        "/".join(map(str, pivot)) for pivot in program.items(program.ask("traverse"))
    ),
    "lend": lend,
    "drain": lambda program: listed(program.items(program.ask("drain"))),
    "retain": keeping("retain"),
    "each_removing": keeping("each_removing"),
    "each_first": lambda program, most: listed(program.items(program.ask("each_first", int(most)))),
    "sort": lambda program, modulus: done(
        program.ask("sort", lambda element: element % int(modulus))
    ),
    "reserve": lambda program, additional: done(program.ask("reserve", int(additional))),
    "shrink_to_fit": lambda program: done(program.ask("shrink_to_fit")),
    "repack": repack,
    "reload": reload,
    "copy": copy,
    "swap_containers": swap_containers,
    "equal": lambda program: yes_or_no(program.ask("equal", program.beside()[0])),
    "layout": lambda program: str(program.ask("layout")),
    "cost": lambda program: str(program.ask("cost")),
    "cycle": cycle,
    "fill": fill,
    "thin": thin,
}
"""The operations of a pool: functions of a program and the operands, which return the answer."""


LOOPS = frozenset({"cycle", "fill", "thin"})
"""Those that repeat others."""


def attempt(name: str, program: Program, operands: Iterable[str]) -> str:
    """The answer to one operation, even if it fails."""
    try:
        if name not in POOL:
            raise NameError(f"there is no operation {name}")
        return POOL[name](program, *operands)
    except Exception as error:
        return refused(error, program.port.errors)


def refused(error: Exception, errors: Mapping[str, Any]) -> str:
    """The word for an error. An error without a word is written to standard error, once."""
    for word, kind in REFUSALS.items():
        if isinstance(error, (kind, errors.get(word, ()))):
            return word
    text = f"{type(error).__name__}: {error}"
    if text not in told and len(told) < MOST_TOLD:
        told.add(text)
        sys.stderr.write("answered !other: " + traceback.format_exc())
    return "!other"


told: set[str] = set()
MOST_TOLD = 20


def ascending(word: str) -> str:
    """A word with its list in ascending order, because a container may iterate in any order."""
    start, bracket, items = word.partition("[")
    if not bracket or items == "]":
        return word
    numeric = sorted(items[:-1].split(","), key=leading)
    return start + listed(numeric)


def leading(item: str) -> int:
    """The first number of an item of a list; 0 for a word."""
    number = item.partition("/")[0]
    return int(number) if number.isdigit() else 0
