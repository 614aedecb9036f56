"""How long the proofs are: lines of code, without comments, docstrings and blank lines."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["Length", "code_lines", "lengths"]

HERE: Final = Path(__file__).parent
NO_CODE: Final = frozenset(
    {
        *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
        *(tokenize.ENCODING, tokenize.ENDMARKER),
    }
)


class Length(NamedTuple):
    """The length of a package: its folder below this one, its modules, and its lines of code."""

    folder: str
    modules: int
    lines: int


def lengths() -> Iterator[Length]:
    """What the proofs of all systems share, then what is said of each."""
    systems = sorted(each.parent for each in (HERE / "systems").glob("*/__init__.py"))
    for folder in (HERE / "core", *systems):
        files = sorted(folder.rglob("*.py"))
        lines = sum(code_lines(each.read_text(encoding="utf-8")) for each in files)
        yield Length(folder.relative_to(HERE).as_posix(), len(files), lines)


def code_lines(text: str) -> int:
    """How many lines have something else than a comment or a string that is a statement."""
    said = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    code = {
        line
        for token in tokens
        if token.type not in NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(code - said)
