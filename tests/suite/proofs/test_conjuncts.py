"""Each clause of each formula for the solvers is left out in turn, and a damaged list must then be accepted.

With the complete formula, the damaged list is rejected. Clauses for which there is no such list are listed as spared.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from stablelist_proofs.core.growth import GROWTH, Growth, paid_for
from stablelist_proofs.core.stamps import keys, retired_key_never_resolves
from stablelist_proofs.core.terms import Term, smtlib
from stablelist_proofs.core.weakening import conjuncts, weakened
from stablelist_proofs.systems.stable_list.doublings import DOUBLED, rungs
from stablelist_proofs.systems.stable_list.invariant import invariant
from stablelist_proofs.systems.stable_list.movement import MENDED, so_far
from stablelist_proofs.systems.stable_list.program import IDLE
from stablelist_proofs.systems.stable_list.visits import (
    OPENED,
    VISITS,
    opened_to_their_ends,
    paid,
    potential,
)
from stablelist_proofs.systems.stable_list.walk import walk_invariant
from suite.docs.pages import ROOT
from suite.proofs.ghosts import LISTS, STATE, WALK, Ghosts

pytestmark = pytest.mark.soak

PAGE: Final = " ".join((ROOT / "docs" / "evidence.md").read_text(encoding="utf-8").split())
LISTED: Final[dict[str, dict[str, dict[str, str]]]] = tomllib.loads(
    Path(__file__).with_name("formulas.toml").read_text(encoding="utf-8")
)
BETWEEN_OPERATIONS: Final[dict[str, Term]] = {
    **invariant(STATE),
    **keys(STATE),
    VISITS: paid(STATE, potential(STATE)),
    OPENED: opened_to_their_ends(STATE),
    DOUBLED: rungs(STATE).hold(),
    GROWTH: paid_for(Growth(STATE)),
    MENDED: so_far(IDLE, Growth(STATE))[MENDED],
}
WITHIN_A_HALVING: Final = {
    name: formula for name, formula in walk_invariant(WALK).items() if name.startswith("walk_")
}
FORMULAS: Final = BETWEEN_OPERATIONS | WITHIN_A_HALVING
DAMAGE: Final = [
    (name, clause, *damage.split(": "))
    for name, damaged in LISTED["damage"].items()
    for clause, damage in damaged.items()
]

NOT_YET: Final = {"fresh": {OPENED, retired_key_never_resolves.__name__}, "roomy": {OPENED}}
"""Formulas that do not hold for a list before it was full, or before a key was issued."""


@cache
def paths(name: str) -> dict[str, list[tuple[int, ...]]]:
    """The clauses of a formula, with their places; a repeated clause has two places."""
    found: dict[str, list[tuple[int, ...]]] = {}
    for path, clause in conjuncts(FORMULAS[name]):
        found.setdefault(smtlib(clause), []).append(path)
    return found


@cache
def built(where: str) -> Ghosts:
    """A sound list, which is copied for each test."""
    return LISTS[where]()


@pytest.mark.parametrize(("name", "clause", "where", "change"), DAMAGE)
def test_damage_passes_without_the_clause(name: str, clause: str, where: str, change: str) -> None:
    """All other clauses are true for the damaged list."""
    (path,) = paths(name)[clause]
    damaged = built(where).changed(change)
    assert not damaged.value(FORMULAS[name])
    assert damaged.value(weakened(FORMULAS[name], path))


@pytest.mark.parametrize("where", LISTS)
def test_formulas_are_true_of_what_is_sound(where: str) -> None:
    """Otherwise all damage would be found for another reason, or the ghosts would not be those of the formulas."""
    formulas = BETWEEN_OPERATIONS
    if where == "walking":
        formulas = walk_invariant(WALK) | keys(STATE)
    untrue = {name for name, formula in formulas.items() if not built(where).value(formula)}
    assert untrue == NOT_YET.get(where, set())


@pytest.mark.parametrize("name", FORMULAS)
def test_every_clause_is_noticed_or_spared(name: str) -> None:
    """Every clause is either listed or spared, and nothing else is listed."""
    damaged, spared = (LISTED[kind].get(name, {}).keys() for kind in ("damage", "spared"))
    assert paths(name).keys() == damaged | spared
    assert damaged.isdisjoint(spared)


def test_page_counts_them_rightly() -> None:
    """The counts in docs/evidence.md are those of the list."""
    spared = sum(map(len, LISTED["spared"].values()))
    clauses = len(DAMAGE) + spared
    counts = (
        f"{len(DAMAGE)} of {clauses} clauses; the other {spared} repeat what another clause says"
    )
    assert f"This works for {counts}" in PAGE


def test_nothing_else_is_listed() -> None:
    """If a formula is removed, its damage must be removed as well."""
    assert {*LISTED["damage"], *LISTED["spared"]} <= FORMULAS.keys()
