"""Exploring without a shared map finds what exploring with one finds; how fast it is, is not tested."""

from __future__ import annotations

import numpy as np
from click.testing import CliRunner

from bench.exploring.__main__ import main, shared
from bench.exploring.apart import Part, apart, expanded
from stablelist_conformance.running.workers import workers
from stablelist_proofs.explore.scope import Scope
from stablelist_proofs.explore.system import System

SCOPE = Scope(positions=10)


def test_the_whole_scope_is_explored_in_both_ways() -> None:
    """As `stablelist explore` does."""
    with workers(2) as executor:
        found = apart(SCOPE, executor)
    assert found.states == shared(SCOPE, 1).states == 25_650
    assert found.transitions == shared(SCOPE, 2).transitions == 202_706
    assert found.handed_over >= 2 * found.states - 1  # each is given once, and found by some worker


def test_a_worker_hands_over_what_it_has_not_met_before() -> None:
    """Not the states that it was given, and none twice."""
    scope = Scope(positions=8)
    first = np.array([System(scope).numbering.initial], dtype=np.uint32)
    count, successors = expanded(Part(scope, first))
    assert len(np.unique(successors)) == len(successors) > 0
    assert first[0] not in successors
    again, more = expanded(Part(scope, first))
    assert again == count
    assert len(more) == 0


def test_the_table_has_a_row_for_each_way() -> None:
    said = CliRunner().invoke(main, ["--positions", "8"])
    assert said.exit_code == 0
    for where in ("one map", "processes", "Dask"):
        assert said.output.count(where) == 2
    few = CliRunner().invoke(main, ["--positions", "8", "--only-most"])
    assert few.output.count("Dask") == 1
