"""The port protocol of the stablelist conformance kit, version 6, for a container of any family that Python can call.

Copy this file beside your port; it needs nothing but the standard library. A ``Port`` has the table of the family, one
line for each operation, and the functions of those that the container has. The others are left out: the handshake says
so, and the judge never sends them.

A function is given the container and the operands: a key as the container returned it, a number, a word. That of an
insertion is given its element, too; that of several is given the elements instead of their number. It returns a key, a
number, a text, true or false, a list, a pair as a tuple, or None, and raises `Refused` for a refusal of the family.

A program may have two containers; a word such as ``2.push:3`` is on the second. A function that concerns both is given
the other one, too; one that clones its container returns the clone. Each container has keys of its own, which the clone
has, too, and which are exchanged with everything else.

SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import io
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from itertools import islice
from typing import Any, NamedTuple

__all__ = ["Port", "Refused", "way"]

Functions = Mapping[str, Callable[..., Any]]
LEVELS = ("contract", "layout", "cost")
MOST_ITEMS = 1 << 20
"""The most items of a list."""


class Refused(Exception):  # noqa: N818 - a refusal is no error
    """A refusal: ``raise Refused("full")`` is answered by ``!full``."""


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


class Row(NamedTuple):
    """What the table says of an operation: its operands, its answer, and the answer where a key finds nothing.

    Then whether it is needed, and whether it concerns both containers.
    """

    operands: list[str]
    answer: str
    nothing: str
    needed: bool
    both: bool


def read(table: str) -> dict[str, Row]:
    """The rows of the table, such as ``add_edge* key key > key !missing``; a star marks what is needed."""
    rows = {}
    for line in filter(None, table.splitlines()):
        (name, *operands), (answer, nothing, *both) = (part.split() for part in line.split(">"))
        rows[name.rstrip("*")] = Row(operands, answer, nothing, name.endswith("*"), bool(both))
    return rows


class Program:
    """A program in progress: fresh containers, of which the second is made when it is needed, and the keys of each."""

    def __init__(self, open: Callable[[], Any], functions: Functions, level: str) -> None:  # noqa: A002
        self.open, self.functions, self.level = open, functions, level
        self.containers = {False: open()}
        self.most = 1
        self.insertions = 0
        self.keys = {False: dict[int, Any](), True: dict[int, Any]()}

    def container(self, second: bool) -> Any:
        """The first container, or the second."""
        if second not in self.containers:
            self.containers[second] = self.open()
        return self.containers[second]

    def answer(self, name: str, row: Row, texts: list[str], second: bool) -> str:
        """The answer to one operation, even if it fails."""
        first = self.insertions
        count = int(texts[row.operands.index("count")]) if "count" in row.operands else 1
        self.insertions += count if row.answer.startswith("key") else 0
        # A list has no more items than elements were added, and one more; an iteration that is wrong may never end.
        added = sum(int(text) for text in texts if text.isdigit())
        self.most = min((1 + row.both) * self.most + added + 1, MOST_ITEMS)
        given = [
            self.operand(*each, first, second) for each in zip(row.operands, texts, strict=True)
        ]
        if any(
            kind == "key" and key is None for kind, key in zip(row.operands, given, strict=True)
        ):
            return row.nothing
        if row.answer == "key":
            given.append(first)
        if row.both:
            given.append(self.container(not second))
        try:
            found = self.functions[name](self.container(second), *given)
            if row.answer == "clone":
                self.containers[not second] = found
                self.keys[not second] = {**self.keys[second]}
            if row.answer == "exchange":
                self.keys = {False: self.keys[True], True: self.keys[False]}
            return self.word(row.answer, found, first, second)
        except Refused as refused:
            return f"!{refused}"
        except Exception:
            sys.stderr.write("answered !other: " + traceback.format_exc())
            return "!other"

    def operand(self, kind: str, text: str, first: int, second: bool) -> Any:
        """An operand as the function is given it."""
        if kind == "key":
            return self.keys[second].get(int(text)) if text.isdigit() else None
        if kind == "count":
            return range(first, first + int(text))
        return text if kind == "word" else int(text)

    def word(self, answer: str, found: Any, first: int, second: bool) -> str:
        """What a function returned, as the protocol writes it."""
        if answer.startswith("key"):
            keys = [found] if answer == "key" else [*found]
            self.keys[second].update(enumerate(keys, first))
            return "ok" if answer == "key" else f"[{','.join('ok' for _ in keys)}]"
        if answer in ("done", "clone", "exchange"):
            return "ok"
        if answer == "truth":
            return "yes" if found else "no"
        if found is None or isinstance(found, (int, str)):
            return "none" if found is None else str(found)
        if isinstance(found, tuple):
            return both(found)
        found = islice(found, self.most)
        any_order = answer == "value" and self.level == LEVELS[0]
        items = sorted(found, key=lambda each: (each is None, each or 0)) if any_order else found
        words = (both(each if isinstance(each, tuple) else (each,)) for each in items)
        return f"[{','.join(words)}]"


def both(found: tuple[Any, ...]) -> str:
    """One or two elements, each of which may be None, as the protocol writes them."""
    return "/".join("none" if each is None else str(each) for each in found)


class Port:
    """A port: the fields of its handshake, the table, what makes a fresh container, and the functions."""

    def __init__(
        self,
        fields: str,
        table: str,
        open: Callable[[dict[str, str]], Any],  # noqa: A002 - the name that every starter has
        functions: Functions,
    ) -> None:
        self.fields, self.rows = fields, read(table)
        self.open, self.functions = open, functions

    def blank(self) -> str:
        """The reason why nothing can be verified yet; empty if there is none."""
        rows, functions = self.rows, self.functions
        if wrong := [name for name in functions if name not in rows]:
            return f"there is no operation {wrong[0]}; choose one of {', '.join(rows)}"
        missing = [name for name, row in rows.items() if row.needed and name not in functions]
        if not functions and not missing:
            missing = [name for name, row in rows.items() if row.answer != "shown"]
        return f"nothing can be verified yet; fill in {', '.join(missing)}" if missing else ""

    def handshake(self) -> str:
        """The handshake, which lists the operations that are left out."""
        shown = [name in self.functions for name, row in self.rows.items() if row.answer == "shown"]
        without = [name for name in self.rows if name not in self.functions]
        without += ["forge"] * any("key" in row.operands for row in self.rows.values())
        level = LEVELS[[*shown, False].index(False)]
        hello = f"port {self.fields} level={level}"
        return hello + f" without={','.join(without)}" * bool(without)

    def answer(self, line: str) -> str:
        """The answer to one line."""
        if line.startswith("hello"):
            return self.handshake()
        configuration, _, words = line.partition(" : ")
        level, *choices = configuration.split(" ")
        try:
            chosen = dict(each.split("=", 1) for each in choices)
            program = Program(lambda: self.open(chosen), self.functions, level)
        except Exception:  # it refuses this configuration, so that every operation fails
            sys.stderr.write("answered !other: " + traceback.format_exc())
            return " ".join("!other" for _ in words.split(" "))
        return " ".join(
            program.answer(name, self.rows[name], texts, word.startswith("2."))
            for word in words.split(" ")
            for name, *texts in [without_way(word).removeprefix("2.").split(":")]
        )

    def serve(self) -> None:
        """Answer every line of standard input, until it ends.

        What the container prints goes to standard error, because standard output is only for answers.
        """
        if reason := self.blank():
            sys.exit(reason)
        output = sys.stdout
        with redirect_stdout(sys.stderr):
            for line in io.TextIOWrapper(sys.stdin.buffer, encoding="latin-1", newline="\n"):
                if text := line.strip():
                    print(self.answer(text), file=output, flush=True)
