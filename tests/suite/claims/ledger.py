"""The ledger: every claim of the source documents, with its verdict and its checks.

A claim stands in a table beside this module, ``<source>.toml``. Its checks are the tests here that bear its name
(``@claim("name")``), and what its field ``by`` lists:

- ``property:NAME``, a theorem of Rocq that `stablelist_proofs.kernel.statements` finds;
- ``scope:COMMAND``, one of the scopes that docs/proofs.md lists;
- ``FILE::NAME``, a test in Python or Rust somewhere else;
- ``make TARGET``;
- ``PAGE.md#ANCHOR``, a page of the documentation that shows figures.

If a program is enough, a field of the claim has it, and `test_asked` asks it:

- ``asked``: a system or a listing, a program, and its last answers;
- ``refuted``: a listing, the shortest program that refutes it, and its last answer;
- ``rust``: the errors in a source in Rust, in which ``KEY`` stands for the key and the cell of the thesis;
- ``cpp``: whether a source in C++ compiles.

If arithmetic is enough, the field ``holds`` has it, in which the names of `sums` are known.

A claim with a topic stands on docs/claims.md, in the words of its source; docs/claims-table.md lists all of them.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

HERE: Final = Path(__file__).parent
KEY: Final = """
use std::marker::PhantomData;
struct Key<T, I = u32> { index: usize, id: I, of: PhantomData<T> }
enum Cell<T, I, N = usize> { Has(T, I), Not(Option<N>) }
"""
"""The key and the cell of the thesis, in Rust."""
Test = TypeVar("Test", bound=Callable[..., object])


class Verdict(StrEnum):
    """The verdict on a claim, in the words of docs/evidence.md and three more."""

    PROVED = "proved"
    EXHAUSTED = "exhausted"
    TESTED = "tested"
    REFUTED = "refuted"
    MEASURED = "measured"
    RECOMPUTED = "recomputed"
    EXPLAINED = "reading explained"
    LISTING = "defect of a listing"
    NOT_CHECKABLE = "not checkable"


DISAGREES: Final = {Verdict.REFUTED, Verdict.EXPLAINED, Verdict.LISTING}
"""Verdicts that a reader of the source has to see."""


@dataclass(frozen=True)
class Claim:
    """A statement of a source document, in our words.

    Attributes:
        source: the name of its table.
        number: its place in the table, from 1 on.
        name: what its checks name.
        at: the sections, or the part of the source, that makes it.
        says: the statement.
        found: what a reader should know beside the verdict, such as the counterexample; or why there is no check.
        by: checks that are somewhere else.
        holds: expressions of Python that are true.
        asked: programs with their last answers.
        refuted: the program that refutes a listing.
        rust: what the compiler says of sources.
        cpp: which sources a compiler of C++ accepts.
        topic: where it stands on docs/claims.md; empty if only the whole table has it.
        quote: a few words of the source, if it has a topic.
        fix: how a listing is mended, in one line.
        crates: the published crates that it is about.
        rank: its place among the weightiest of its topic, from 1 on; 0 if it is none of them.
    """

    source: str
    number: int
    name: str
    at: str
    says: str
    verdict: Verdict
    found: str = ""
    by: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    asked: tuple[tuple[str, str, str], ...] = ()
    refuted: tuple[str, ...] = ()
    rust: tuple[tuple[str, str], ...] = ()
    cpp: tuple[tuple[bool, str], ...] = ()
    topic: str = ""
    quote: str = ""
    fix: str = ""
    crates: tuple[str, ...] = ()
    rank: int = 0


SOURCES: Final = {"thesis": "T", "arena": "A", "sets": "S", "rows": "R", "engine": "E"}
"""Every table, in the order of the page, with the letter of its numbers."""

TOPICS: Final = (
    *("truncation", "keys", "layout", "crossing", "comparison", "crates", "benchmarks", "variants"),
    *("listings", "errata", *list(SOURCES)[1:]),
)
"""The marked places of docs/claims.md that have claims."""

CRATES: Final[Mapping[str, tuple[str, str]]] = {
    "generational-arena": ("0.2.9", "0.2.9"),
    "petgraph": ("0.7.1", "0.8.3"),
    "slab": ("0.4.9", "0.4.12"),
    "slotmap": ("1.0.7", "1.1.1"),
    "stable-vec": ("0.4.1", "0.4.3"),
}
"""The release of each crate that was current in February 2025, and the newest one. Every check runs on both."""
STANDARD: Final = "std"
"""What stands in the place of a crate for Rust's standard library."""


def claim(name: str) -> Callable[[Test], Test]:
    """Mark a test as a check of the claim of this name."""
    assert name in CLAIMS, f"no table has the claim {name!r}"
    return lambda test: test


def read() -> Iterator[Claim]:
    """Every claim, table by table."""
    for source in SOURCES:
        rows = tomllib.loads((HERE / f"{source}.toml").read_text("utf-8"))
        for number, (name, row) in enumerate(rows.items(), start=1):
            lists = {field: fixed(value) for field, value in row.items()}
            verdict = Verdict(row["verdict"])
            yield Claim(source, number, name, **lists | {"verdict": verdict})


def fixed(value: Any) -> Any:
    """A list, and the lists in it, as tuples."""
    return tuple(map(fixed, value)) if isinstance(value, list) else value


def checks() -> Mapping[str, list[str]]:
    """The tests of this folder that check each claim, as ``file::test``; read, not run."""
    found = defaultdict[str, list[str]](list)
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            for mark in getattr(node, "decorator_list", []):
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "claim":
                    assert isinstance(node, ast.FunctionDef)
                    found[ast.literal_eval(mark.args[0])].append(f"{path.name}::{node.name}")
    return found


CLAIMS: Final = {each.name: each for each in read()}
"""Every claim by its name."""
