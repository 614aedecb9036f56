"""The mutants of a source: edits, each of the smallest piece by which its definition is told what is meant.

So a mutant is known by what it says instead of what, and within which definition; the lines around may change.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from stablelist_proofs.edits import Edit, EditError, Python

from .operators import Change, changes, parts

__all__ = ["mutants"]

Path = tuple[ast.AST, ...]
"""A node, after those that it stands in, the outermost first."""


def mutants(source: str) -> list[Edit]:
    """All mutants of a source, in its order."""
    python = Python(source)
    found = (
        smallest(python, path, change)
        for path in paths((python.tree,))
        for change in changes(path[-1])
    )
    return list(dict.fromkeys(found))


def paths(path: Path) -> Iterator[Path]:
    """The paths to all nodes below one that a run may evaluate, and its own."""
    yield path
    for part in parts(path[-1]):
        yield from paths((*path, part))


def smallest(python: Python, path: Path, change: Change) -> Edit:
    """The edit that makes a change, of a piece as small as fits."""
    old, new = change
    for within, piece in pieces(path if old is path[-1] else (*path, old)):
        after = ast.unparse(deepcopy(piece, {id(old): new}))
        edit = Edit(within=within, before=ast.unparse(piece), after=after)
        if fits(edit, python, piece):
            return edit
    raise EditError(f"no edit makes {ast.unparse(new)!r} of {ast.unparse(old)!r}")


def pieces(path: Path) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """What an edit may name, and within which definition, the smallest first: of an f-string no part."""
    for depth in reversed(range(len(path))):
        outer, piece = path[:depth], path[depth]
        in_text = any(isinstance(node, ast.JoinedStr) for node in outer)
        if isinstance(piece, ast.expr | ast.stmt) and not in_text:
            definitions = (n.name for n in outer if isinstance(n, ast.FunctionDef | ast.ClassDef))
            yield ".".join(definitions), piece


def fits(edit: Edit, python: Python, piece: ast.expr | ast.stmt) -> bool:
    """Whether an edit can be made, and changes this piece."""
    try:
        edit.made(python.source)
        found = python.located(edit.within, edit.before, statements=isinstance(piece, ast.stmt))
    except EditError:
        return False
    return found == python.span(piece, piece)
