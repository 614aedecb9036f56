"""The mutants of a source, as edits. Each edit changes the smallest piece that is unique within its definition.

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
"""A node, after the nodes that contain it, the outermost first."""
Piece = Sequence[ast.expr | ast.stmt]
"""An expression, or consecutive statements."""


def mutants(source: str) -> list[Edit]:
    """All mutants of a source, in the order of the source."""
    python = Python(source)
    found = (
        smallest(python, path, change)
        for path in paths((python.tree,))
        for change in changes(path[-1])
    )
    return list(dict.fromkeys(found))


def paths(path: Path) -> Iterator[Path]:
    """The paths to a node and to all nodes below it that a run may evaluate."""
    yield path
    for part in parts(path[-1]):
        yield from paths((*path, part))


def smallest(python: Python, path: Path, change: Change) -> Edit:
    """The edit that makes a change, with the smallest piece that is unique."""
    old, new = change
    for within, piece in pieces(path if old is path[-1] else (*path, old)):
        after = unparsed(deepcopy(piece, {id(old): new}))
        edit = Edit(within=within, before=unparsed(piece), after=after)
        if fits(edit, python, piece):
            return edit
    raise EditError(f"no edit makes {ast.unparse(new)!r} of {ast.unparse(old)!r}")


def pieces(path: Path) -> Iterator[tuple[str, Piece]]:
    """The pieces that an edit may name, with their definition, the smallest first. Parts of f-strings are left out."""
    for depth in reversed(range(len(path))):
        outer, node = path[:depth], path[depth]
        definitions = (n.name for n in outer if isinstance(n, ast.FunctionDef | ast.ClassDef))
        within = ".".join(definitions)
        if isinstance(node, ast.expr) and not any(isinstance(n, ast.JoinedStr) for n in outer):
            yield within, [node]
        if isinstance(node, ast.stmt):
            yield from ((within, run) for run in runs(node, outer[-1]))


def runs(statement: ast.stmt, parent: ast.AST) -> Iterator[list[ast.stmt]]:
    """A statement by itself, and together with the statement after or before it."""
    yield [statement]
    for _, body in ast.iter_fields(parent):
        if isinstance(body, list) and statement in body:
            at = body.index(statement)
            yield body[at : at + 2]
            yield body[max(at - 1, 0) : at + 1]


def unparsed(piece: Piece) -> str:
    """A piece, written from its syntax tree."""
    return "\n".join(map(ast.unparse, piece))


def fits(edit: Edit, python: Python, piece: Piece) -> bool:
    """Whether an edit can be applied, and changes this piece."""
    try:
        edit.made(python.source)
        statements = isinstance(piece[0], ast.stmt)
        found = python.located(edit.within, edit.before, statements=statements)
    except EditError:
        return False
    return found == python.span(piece[0], piece[-1])
