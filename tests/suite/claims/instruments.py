"""What a check uses: a model, a container, a listing, a compiler or a crate; or nothing but arithmetic.

This is read from the sources: from each name that a test uses, through the modules of this folder, to what they import.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from stablelist_spec.systems import SYSTEMS

from .ledger import HERE, Claim

FOLDER: Final = "suite.claims."
INSTRUMENTS: Final = {
    "stablelist": "container",
    "stablelist_spec": "model",
    f"{FOLDER}models": "model",
    f"{FOLDER}listings": "listing",
    "suite.spec": "model",
    "subprocess": "compiler or crate",  # rustc, c++, or Cargo
    "heapq": "container",  # the claims on heaps are about any binary heap
    "ctypes": "operating system",  # or its C library
    "mmap": "operating system",
}
"""The instrument that a name comes from, by the beginning of its module's name."""
ELSEWHERE: Final = {
    "property:": "model",
    "scope:": "model",
    "make ": "model",
    "tests/suite/impl/": "container",
    "tests/suite/": "model",
    "tests/ports/rust-": "compiler or crate",
}
"""The instrument of a check that is somewhere else."""


def instruments(claim: Claim, tests: list[str]) -> set[str]:
    """The instruments of all checks of a claim."""
    found = {ELSEWHERE[kind] for by in claim.by for kind in ELSEWHERE if by.startswith(kind)}
    found |= {"model" if who in SYSTEMS else "listing" for who, *_ in claim.asked}
    found |= {"listing"} if claim.refuted else set()
    found |= {"compiler or crate"} if claim.rust or claim.cpp else set()
    found |= set().union(*map(behind_expression, claim.holds))
    for test in tests:
        file, _, name = test.partition("::")
        found |= set(used(HERE / file, name, set()))
    return found


def behind_expression(expression: str) -> set[str]:
    """The instruments of an expression that holds, whose names are those of `sums`."""
    words = {each.id for each in ast.walk(ast.parse(expression)) if isinstance(each, ast.Name)}
    return {each for word in words for each in used(HERE / "sums.py", word, set())}


def used(path: Path, name: str, seen: set[tuple[Path, str]]) -> Iterator[str]:
    """The instruments behind a name of a module; *seen* are the names that were followed already."""
    if (path, name) in seen:
        return
    seen.add((path, name))
    defined, imported = names(path)
    for word in defined.get(name, ()):
        yield from used(path, word, seen)
    if name in imported:
        yield from behind(*imported[name], seen)


def behind(module: str, name: str, seen: set[tuple[Path, str]]) -> Iterator[str]:
    """The instruments behind a name that is imported."""
    yield from {INSTRUMENTS[root] for root in INSTRUMENTS if f"{module}.".startswith(f"{root}.")}
    if module.startswith(FOLDER):
        yield from used(HERE / f"{module.removeprefix(FOLDER)}.py", name, seen)


@cache
def names(path: Path) -> tuple[dict[str, set[str]], dict[str, tuple[str, str]]]:
    """The names that each name of a module uses; and where each imported name comes from."""
    defined, imported = dict[str, set[str]](), dict[str, tuple[str, str]]()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            imported |= {
                each.asname or each.name: (node.module or "", each.name) for each in node.names
            }
        elif isinstance(node, ast.Import):
            imported |= {each.asname or each.name: (each.name, "") for each in node.names}
        else:
            words = {
                word.id if isinstance(word, ast.Name) else word.arg  # a fixture is an argument
                for word in ast.walk(node)
                if isinstance(word, ast.Name | ast.arg)
            }
            for each in bound(node):
                defined[each] = words
    return defined, imported


def bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (each.id for each in targets if isinstance(each, ast.Name))
