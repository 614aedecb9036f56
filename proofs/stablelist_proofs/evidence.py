"""The evidence for each property: the word, the engine, the extent, and what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.systems.stable_list.invariants import INVARIANTS

from .explore.invariants import OF_EVERY_BLOCK, OF_EVERY_NUMBER, VISITS, asked
from .explore.published import PUBLISHED, Published
from .record import Record
from .systems.dyadic.properties import OF_DYADIC
from .systems.registry import all_obligations
from .systems.stable_list.exhausted import SCOPES
from .systems.stable_list.families import FAMILIES, Family
from .systems.stable_list.properties import PROPERTIES

__all__ = ["TRUSTED", "Evidence", "evidence"]


TRUSTED: Final = "SMTGIBFNP"
"""The letters of the trusted base, which docs/proofs.md lists."""


TEST: Final = "tests/suite/proofs/test_obligations.py"
"""The test of the obligations of all systems."""


class Evidence(NamedTuple):
    """One piece of evidence for a property.

    Attributes:
        word: one of the five words of evidence.
        extent: scope, or number of obligations and seconds.
        stated: the file that states it, from the root of the repository.
        test: the file that tests it, or the checker.
        rests: letters of the trusted base.
    """

    word: str
    engine: str
    extent: str
    stated: str
    test: str
    rests: str


def evidence(name: str, record: Record) -> Iterator[Evidence]:
    """All evidence for a property, the strongest first."""
    if name in sentences():
        yield _induction(name, record)
    yield from map(_family, (family for family in FAMILIES if family.sentence == name))
    if name in INVARIANTS:
        yield _exploration(name)


@cache
def sentences() -> dict[str, tuple[str, ...]]:
    """The names of the obligations of each property."""
    found: dict[str, tuple[str, ...]] = {}
    for each in all_obligations():
        found[each.sentence] = (*found.get(each.sentence, ()), each.name)
    return found


def _induction(name: str, record: Record) -> Evidence:
    """Proved, for every size."""
    entry, listed = record.properties[name], {**PROPERTIES, **OF_DYADIC}[name]
    seconds = ", ".join(f"{solver} {entry.seconds[solver]:.1f} s" for solver in record.solvers)
    return Evidence(
        "proved",
        "induction",
        f"{entry.obligations} obligations, {entry.defects} defects; {seconds}",
        f"proofs/stablelist_proofs/{listed.module}",
        TEST,
        listed.rests,
    )


def _family(family: Family) -> Evidence:
    """A family of programs refutes the property, or shows that its constant is the least."""
    claim = "" if family.refutes else "any lower constant: "
    return Evidence(
        "refuted",
        "a family of programs",
        f"{claim}{family.words} ([witness](#tight-and-refuted))",
        "proofs/stablelist_proofs/systems/stable_list/families.py",
        "tests/suite/proofs/test_families.py",
        "MF",
    )


def _exploration(name: str) -> Evidence:
    """Exhausted, in the largest scope that checks it; if no number can show it broken, by the model's explorer."""
    if name in (*OF_EVERY_NUMBER, *OF_EVERY_BLOCK):
        scopes = SCOPES.values()
        truncating = (each for each in scopes if each.parameters.truncate is Truncate.ITERATION)
        scope = max(truncating, key=lambda each: each.counts.states)
        return Evidence(
            "exhausted",
            "the model's explorer",
            f"{scope.name}: {scope.counts.states:,} states ([all modes](model.md#exploration))",
            f"spec/{INVARIANTS[name].__module__.replace('.', '/')}.py",
            "tests/suite/spec/test_explore.py",
            "M",
        )
    largest = max((each for each in PUBLISHED if name in asked(each.scope.keep)), key=_size)
    return Evidence(
        "exhausted",
        "`stablelist explore`",
        f"mode {largest.scope.mode.value}, {largest.scope.bound}: {largest.states:,} states ([scopes](#exhausted))",
        "proofs/stablelist_proofs/explore/invariants.py",
        "tests/suite/proofs/explore/test_search.py",
        "MNP" if name == VISITS else "MN",
    )


def _size(published: Published) -> int:
    return published.states
