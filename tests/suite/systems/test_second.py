"""Two containers: every pair of small ones; programs for both are in `rules.tsv`."""

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.operation import Configuration
from stablelist_spec.core.states import Pairs
from stablelist_spec.systems import SYSTEMS

PAIRS = [(name, scope) for name, system in SYSTEMS.items() for scope in system.pairs]


@pytest.mark.parametrize(("name", "scope"), PAIRS)
def test_pairs_keep_the_invariants(name: str, scope: Configuration) -> None:
    found = explore(scope, Pairs(SYSTEMS[name]))
    assert (found.complete, found.violations) == (True, {})
    assert {*found.labels} <= {*SYSTEMS[name].labels}
