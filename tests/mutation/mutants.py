"""The mutants of a source, as edits. Each edits the smallest piece that is unique within its definition.

A mutant is identified by that definition, the piece, and what replaces it; the lines around it may change.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from copy import deepcopy

from stablelist_proofs.edits import Edit, EditError, Python

from .operators import Change, changes, parts

__all__ = ["mutants"]

Path = tuple[ast.AST, ...]
"""A node, after those that it stands in, the outermost first."""
Piece = Sequence[ast.expr | ast.stmt]
"""An expression, or statements that follow each other."""


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
        after = unparsed(deepcopy(piece, {id(old): new}))
        edit = Edit(within=within, before=unparsed(piece), after=after)
        if fits(edit, python, piece):
            return edit
    raise EditError(f"no edit makes {ast.unparse(new)!r} of {ast.unparse(old)!r}")


def pieces(path: Path) -> Iterator[tuple[str, Piece]]:
    """What an edit may name, and within which definition, the smallest first: of an f-string no part."""
    for depth in reversed(range(len(path))):
        outer, node = path[:depth], path[depth]
        definitions = (n.name for n in outer if isinstance(n, ast.FunctionDef | ast.ClassDef))
        within = ".".join(definitions)
        if isinstance(node, ast.expr) and not any(isinstance(n, ast.JoinedStr) for n in outer):
            yield within, [node]
        if isinstance(node, ast.stmt):
            yield from ((within, run) for run in runs(node, outer[-1]))


def runs(statement: ast.stmt, parent: ast.AST) -> Iterator[list[ast.stmt]]:
    """A statement, and together with the one after it, or before."""
    yield [statement]
    for _, body in ast.iter_fields(parent):
        if isinstance(body, list) and statement in body:
            at = body.index(statement)
            yield body[at : at + 2]
            yield body[max(at - 1, 0) : at + 1]


def unparsed(piece: Piece) -> str:
    """A piece as it is written."""
    return "\n".join(map(ast.unparse, piece))


def fits(edit: Edit, python: Python, piece: Piece) -> bool:
    """Whether an edit can be made, and changes this piece."""
    try:
        edit.made(python.source)
        statements = isinstance(piece[0], ast.stmt)
        found = python.located(edit.within, edit.before, statements=statements)
    except EditError:
        return False
    return found == python.span(piece[0], piece[-1])
