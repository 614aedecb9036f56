"""The record of a run of `stablelist prove`: the results for each property, the solvers' times, and the machine."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

from .core.discharge import Discharged
from .core.obligation import Obligation
from .core.query import Query

__all__ = ["Entry", "Record", "digest", "load", "save", "taken", "tried"]

PACKAGES: Final = {"z3": "z3-solver", "cvc5": "cvc5"}


@dataclass(frozen=True)
class Entry:
    """The results for one property.

    Attributes:
        obligations: how many.
        defects: how many defects planted in them were refuted.
        seconds: by solver, for the obligations alone.
    """

    obligations: int
    defects: int
    seconds: dict[str, float]


@dataclass(frozen=True)
class Record:
    """The results for all properties, and the machine and solvers of the run.

    Attributes:
        digest: a hash of all obligations, by `digest`.
    """

    machine: str
    solvers: dict[str, str]
    digest: str
    properties: dict[str, Entry]


def digest(obligations: Iterable[Obligation]) -> str:
    """A hash of the obligations: the text of each, and those of its planted defects."""
    texts = sorted(
        "\n".join([each.name, *(query.negated() for query in _asked(each))]) for each in obligations
    )
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def _asked(obligation: Obligation) -> Iterator[Query]:
    """The question of an obligation, and those of its planted defects."""
    yield obligation.query
    yield from (flaw.query for flaw in obligation.flaws)


def taken(proofs: Iterable[Discharged], obligations: Iterable[Obligation]) -> Record:
    """The record of proofs of these obligations, all of which succeeded on this machine."""
    proofs = list(proofs)
    of_property: dict[str, list[Discharged]] = {}
    for each in proofs:
        of_property.setdefault(each.sentence, []).append(each)
    return Record(
        f"{platform.machine()}, {os.cpu_count() or 1} processors, CPython {platform.python_version()}",
        {name: version(package) for name, package in PACKAGES.items()},
        digest(obligations),
        {name: _entry(own) for name, own in of_property.items()},
    )


def _entry(proofs: list[Discharged]) -> Entry:
    """Sum up the proofs of a property."""
    seconds = {
        solver: round(sum(each.verdicts[solver].seconds for each in proofs), 3)
        for solver in PACKAGES
    }
    return Entry(len(proofs), sum(each.noticed for each in proofs), seconds)


def tried(path: Path) -> None:
    """Check before a run that the file can be written; its contents stay."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = not path.exists()
    path.open("a").close()
    if new:
        path.unlink()


def save(record: Record, path: Path) -> None:
    """Write the record as JSON, with a line for each property."""
    text = json.dumps(asdict(record), indent=1)
    path.write_text(re.sub(r"\n(   +|  (?=}))", " ", text) + "\n", encoding="utf-8")


def load(path: Path) -> Record:
    """Read a record that `save` wrote."""
    saved = json.loads(path.read_text(encoding="utf-8"))
    properties = {name: Entry(**entry) for name, entry in saved.pop("properties").items()}
    return Record(**saved, properties=properties)
