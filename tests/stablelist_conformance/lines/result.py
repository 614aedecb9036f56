"""The result: of each file of a port's code, the lines that can run, and those that ran."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

__all__ = ["Function", "Never", "PortLines", "SourceLines", "by_file", "functions"]


class Function(NamedTuple):
    """A function, and its first and last line."""

    first: int
    last: int
    name: str


class Never(NamedTuple):
    """Lines that never ran, with nothing between them that did, and the function that they are in."""

    first: int
    last: int
    function: str

    def __str__(self) -> str:
        """As in ``88-93 (shrink)``."""
        lines = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{lines} ({self.function})" if self.function else lines


@dataclass(frozen=True)
class SourceLines:
    """The lines of a file.

    Attributes:
        can: the lines that can run.
        ran: those of them that did.
        functions: where functions are, in any order.

    >>> pool = SourceLines(Path("pool.c"), frozenset({1, 2, 4, 8, 9}), frozenset({1, 8}), (Function(1, 5, "shrink"),))
    >>> ", ".join(map(str, pool.never()))
    '2-4 (shrink), 9'
    """

    path: Path
    can: frozenset[int] = frozenset()
    ran: frozenset[int] = frozenset()
    functions: tuple[Function, ...] = ()

    def never(self) -> Iterator[Never]:
        """The lines that never ran, those of a function together if no line between them can run."""
        for (ran, function), lines in groupby(
            sorted(self.can), lambda line: (line in self.ran, self.function_at(line))
        ):
            if not ran:
                first, *_, last = [*(numbers := [*lines]), numbers[-1]]
                yield Never(first, last, function)

    def function_at(self, line: int) -> str:
        """The name of the innermost function that a line is in; empty if it is in none."""
        around = [each for each in self.functions if each.first <= line <= each.last]
        return max(around, key=lambda each: (each.first, -each.last)).name if around else ""


@dataclass(frozen=True)
class PortLines:
    """The lines of a port's code.

    Attributes:
        files: those of which a tool said something.
        notes: why tools said nothing, a sentence each.
    """

    files: tuple[SourceLines, ...] = ()
    notes: tuple[str, ...] = ()


def by_file(lines: Iterable[SourceLines]) -> tuple[SourceLines, ...]:
    """What several processes or tools say of a file, together; without the lines that hold no code."""
    found: dict[Path, SourceLines] = {}
    for each in lines:
        before = found.get(each.path, SourceLines(each.path))
        functions = tuple({*before.functions, *each.functions})
        found[each.path] = SourceLines(
            each.path, before.can | each.can, before.ran | each.ran, functions
        )
    return tuple(with_code(each) for _, each in sorted(found.items()))


def with_code(lines: SourceLines) -> SourceLines:
    """Leave out what some tools count, and no reader does: braces, comments, empty lines."""
    text = lines.path.read_text("utf-8", "replace").split("\n")
    can = frozenset(each for each in lines.can if each <= len(text) and holds_code(text[each - 1]))
    return SourceLines(lines.path, can, lines.ran & can, lines.functions)


def holds_code(line: str) -> bool:
    """Whether a line has more than braces or a comment.

    >>> [holds_code(line) for line in ("} else {", "});", "  // return", " * a list", "*size = 3;")]
    [True, False, False, False, True]
    """
    code = line.strip()
    comment = code.startswith(("//", "/*", "* ", "*/"))
    return any(each.isalnum() for each in code) and not comment


def functions(path: Path, beginning: re.Pattern[str]) -> tuple[Function, ...]:
    """The functions of a file, for tools that do not say: each ends with a brace below its beginning."""
    found: list[Function] = []
    begun: list[tuple[str, int, str]] = []
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        indent = line[: len(line) - len(line.lstrip())]
        if match := beginning.match(line):
            begun.append((indent, number, match["name"]))
        ends = line.lstrip().startswith("}") or (match and line.endswith("}"))
        if ends and begun and begun[-1][0] == indent:
            found.append(Function(begun[-1][1], number, begun.pop()[2]))
    return tuple(found)
