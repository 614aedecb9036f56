"""Edits: small changes to a source file, made to see whether a test or a judge detects them.

An edit names a definition, a piece of it, and what to put in its place. It does not mention the lines around the piece,
so it still applies after they have changed.

- In Python the piece is an expression or a run of statements. It is compared as a syntax tree, so spaces, line breaks
  and comments do not matter.
- In other languages it is text within a named function; spaces and line breaks do not matter.

The piece must occur exactly once in the definition.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from textwrap import dedent, indent
from threading import Lock
from typing import Any, Final, NamedTuple, Self

__all__ = ["BUILT", "Edit", "EditError", "Python", "file_of", "plant"]

PYTHON: Final = ".py"
BUILT: Final = ("target", "__pycache__")
"""Folders of files that are built from sources."""
ONE_AT_A_TIME: Final = Lock()
"""CPython 3.11 raises SystemError now and then if two threads make syntax trees at the same time."""


class EditError(ValueError):
    """An edit that does not fit its source: the definition or the piece is gone, or is not the only one."""


class Span(NamedTuple):
    """A piece of a source, by its first character and the one after its last."""

    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class Edit:
    """A change of a source.

    Attributes:
        within: the function, method (``Class.method``) or class; the whole source, if empty.
        before: an expression or statements of it.
        after: its replacement; if empty, the piece is deleted.
        file: the source; if empty, the only one that has the definition.
    """

    before: str
    after: str
    within: str = ""
    file: str = ""

    @classmethod
    def listed(cls, edit: Sequence[str], **fields: Any) -> Self:  # noqa: ANN401 - as each table has them
        """An edit in a table: ``edit = [within, before, after]``, and its other fields by their names.

        >>> Edit.listed(["f", "a < b", "a <= b"]).made("def f(a, b): return a<b")
        'def f(a, b): return (a <= b)'
        """
        within, before, after = edit
        return cls(within=within, before=before, after=after, **fields)

    def made(self, source: str, language: str = PYTHON) -> str:
        """The source with the change.

        Raises:
            EditError: it does not fit.

        >>> edit = Edit(within="f", before="a < b", after="a <= b")
        >>> edit.made("def f(a, b): return a<b  # always")
        'def f(a, b): return (a <= b)  # always'
        """
        return plant(source, self.within, self.before, self.after, language)

    def plant(self, folder: Path) -> None:
        """Change a copy of the sources, in the folder that all of them lie in.

        Raises:
            EditError: it does not fit, or there is no such file.
        """
        path = folder / (self.file or file_of(self.within, folder))
        if not path.is_file():
            raise EditError(f"there is no file {path.name}; bring the edit up to date")
        source = path.read_text(encoding="utf-8")
        path.write_text(self.made(source, path.suffix), encoding="utf-8")


def plant(source: str, within: str, before: str, after: str, language: str = PYTHON) -> str:
    """A source with one piece changed."""
    if language != PYTHON:
        start, end = only(list(in_text(source, within, before, language)), within, before)
        return source[:start] + after + source[end:]
    python = read(source)
    start, end = python.located(within, before, statements=expression(after) is None)
    if expression(after) is not None:
        return f"{source[:start]}({after}){source[end:]}"
    margin = source[source.rfind("\n", 0, start) + 1 : start]
    if margin.strip() or source[end:].lstrip(" ").startswith(";"):
        raise EditError(f"{before!r} shares its line with others; give it one of its own")
    if source.startswith("elif ", start):
        raise EditError(f"{before!r} is an elif; edit the statement that it is a part of")
    lines = indent(dedent(after).strip("\n") or "pass", " " * len(margin)).lstrip()
    return source[:start] + lines + source[end:]


def file_of(within: str, folder: Path) -> str:
    """The only source below a folder that has a definition, as a relative path.

    Raises:
        EditError: no source has it, or several have it; or no definition is named.
    """
    found = [
        str(path.relative_to(folder))
        for path in sorted(sources(folder))
        if within and defines(path, within)
    ]
    if not found:
        raise EditError(
            f"no source has a definition {within}; bring the edit up to date"
            if within
            else "neither a definition nor a file is named; name one"
        )
    if len(found) > 1:
        raise EditError(
            f"{within} is defined in {' and in '.join(found)}; name its class, or the file"
        )
    return found[0]


def sources(folder: Path) -> Iterator[Path]:
    """The sources below a folder, without built files, which may change meanwhile."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in BUILT]
        yield from (Path(place, name) for name in files if Path(name).suffix in {PYTHON, *HEADS})


def defines(path: Path, within: str) -> bool:
    """Whether a source has a definition."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == PYTHON and within.rpartition(".")[2] not in source:
        return False  # so that few sources are parsed
    try:
        if path.suffix == PYTHON:
            read(source).definition(within)
        else:
            block(source, within, path.suffix)
    except EditError:
        return False
    return True


def only(found: list[Span], within: str, before: str) -> Span:
    """The only place."""
    if len(found) != 1:
        raise EditError(
            f"{before!r} occurs {len(found)} times in {within or 'the source'}; it must occur once, so bring the edit "
            "up to date"
        )
    return found[0]


# --- Python ---------------------------------------------------------------------------------------


class Python:
    """A source in Python, with the positions of its parts."""

    def __init__(self, source: str) -> None:
        self.source = source
        with ONE_AT_A_TIME:
            self.tree = ast.parse(source)
        self._lines = source.splitlines(keepends=True)
        self._starts = [*accumulate(map(len, self._lines), initial=0)]

    def located(self, within: str, before: str, *, statements: bool = False) -> Span:
        """Locate a piece of a definition; with *statements*, an expression is matched as a statement."""
        scope = self.definition(within)
        piece = None if statements else expression(before)
        if piece is not None:
            wanted = ast.dump(piece)
            nodes = (node for node in evaluated(scope) if isinstance(node, ast.expr))
            found = [self.span(node, node) for node in nodes if ast.dump(node) == wanted]
        else:
            found = [self.span(run[0], run[-1]) for run in runs(scope, parsed(before))]
        return only(found, within, before)

    def definition(self, name: str) -> ast.AST:
        """A function, a method or a class; the whole source, if *name* is empty."""
        scope: ast.AST = self.tree
        for part in filter(None, name.split(".")):
            named = [node for node in ast.walk(scope) if getattr(node, "name", None) == part]
            kinds = ast.FunctionDef | ast.ClassDef
            found = [node for node in named if isinstance(node, kinds) and node is not scope]
            if not found:
                raise EditError(f"there is no definition {name}; bring the edit up to date")
            nearest = [node for node in found if node in getattr(scope, "body", ())]
            scope = (nearest or found)[-1]  # the ones before are overloads
        return scope

    def span(self, first: ast.expr | ast.stmt, last: ast.expr | ast.stmt) -> Span:
        """From one node to another."""
        start = min((first, *getattr(first, "decorator_list", ())), key=lambda node: node.lineno)
        assert last.end_lineno is not None
        assert last.end_col_offset is not None
        decorated = int(start is not first)  # the @ of a decorator
        return Span(
            self._place(start.lineno, start.col_offset) - decorated,
            self._place(last.end_lineno, last.end_col_offset),
        )

    def _place(self, line: int, column: int) -> int:
        """The offset of a character, from its line and its column, which Python counts in bytes."""
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())


@lru_cache(maxsize=64)
def read(source: str) -> Python:
    """Parse a source; the result is cached."""
    return Python(source)


def expression(text: str) -> ast.expr | None:
    """The expression, if the text is one."""
    try:
        with ONE_AT_A_TIME:
            return ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return None


def parsed(text: str) -> list[ast.stmt]:
    """The statements of a text, which may be indented.

    Raises:
        EditError: the text has none.
    """
    try:
        with ONE_AT_A_TIME:
            return ast.parse(dedent(text)).body
    except SyntaxError as error:
        raise EditError(
            f"{text!r} is neither an expression nor a statement of Python; correct the edit"
        ) from error


def evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes except those inside an f-string, whose positions Python does not know."""
    yield node
    if not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from evaluated(child)


def runs(scope: ast.AST, wanted: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Runs of consecutive statements that equal the wanted ones."""
    said = [ast.dump(statement) for statement in wanted]
    for node in ast.walk(scope):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                for at in range(len(body) - len(said) + 1):
                    run = body[at : at + len(said)]
                    if [ast.dump(statement) for statement in run] == said:
                        yield run


# --- Other languages ------------------------------------------------------------------------------

C: Final = (
    r"\bstruct\s+{0}\s*(?=\{{)",
    r"(?m)^\w[^;(){{}}\n]*\b{0}\([^;{{}}]*\)\s*(?=\{{)",
)
METHODS: Final = (
    r"\b(?:class|struct)\s+{0}\b[^;{{]*(?=\{{)",
    r"(?m)^[ \t]*\w[^;(){{}}=\n]*\b{0}\([^;{{}}]*\)[^;{{}}]*(?=\{{)",
)
HEADS: Final = {
    ".c": C,
    ".h": C,
    ".hpp": METHODS,
    ".java": METHODS,
    ".go": (
        r"\btype\s+{0}\b[^{{\n]*(?=\{{)",
        r"(?m)^func\s+(?:\([^)]*\)\s*)?{0}[\[(][^{{}}\n]*(?=\{{)",
    ),
    ".rs": (
        r"\bimpl\b[^{{]*\b{0}\b[^{{]*(?=\{{)",
        r"\bfn\s+{0}\b[^({{;]*\((?:[^(){{}}]|\{{[^{{}}]*\}}|\([^()]*\))*\)[^{{;]*(?=\{{)",
    ),
    ".mjs": (
        r"\bclass\s+{0}\b[^{{]*(?=\{{)",
        (
            r"(?m)^[ \t]*(?:(?:export|async|static|get|set|function)\b[ \t]*)*\*?[ \t]*{0}"
            r"[ \t]*\((?:[^;{{}}\n]|\{{[^{{}}]*\}})*\)\s*(?=\{{)"
        ),
    ),
}
"""How a type and a function begin, up to the brace, by the ending of the file's name."""


def in_text(source: str, within: str, before: str, language: str) -> Iterator[Span]:
    """Locate a text in a function, ignoring spaces and line breaks."""
    words = re.compile(r"\s+".join(map(re.escape, before.split())))
    for found in words.finditer(source, *block(source, within, language)):
        yield Span(*found.span())


def block(source: str, within: str, language: str) -> Span:
    """A function or a type with its head; the whole source, if *within* is empty."""
    if not within:
        return Span(0, len(source))
    if language not in HEADS:
        raise EditError(
            f"how {within} begins in a file {language} is not known; name the file alone, or add it to HEADS"
        )
    *outer, name = (re.escape(each) for each in within.split("."))
    type_, function = HEADS[language]
    heads = [type_.format(each) for each in outer]
    for last in (function, type_):
        for found in blocks(source, Span(0, len(source)), [*heads, last.format(name)]):
            return found
    raise EditError(f"there is no definition {within}; bring the edit up to date")


def blocks(source: str, place: Span, heads: list[str]) -> Iterator[Span]:
    """The blocks that match the last head, within the blocks that match the heads before it."""
    if not heads:
        yield place
        return
    for head in re.compile(heads[0]).finditer(source, *place):
        inner = Span(head.start(), block_end(source, head.end()))
        yield from blocks(source, inner, heads[1:])


def block_end(source: str, start: int) -> int:
    """The end of a block that begins with a brace; strings are assumed to have balanced braces."""
    depth = 0
    for brace in re.compile("[{}]").finditer(source, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return len(source)
