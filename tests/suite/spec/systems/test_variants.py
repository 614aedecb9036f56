"""The variants of a StableList are explored in spaces of up to eight cells, by the quotient that renames ids."""

from typing import Final

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.states import States
from stablelist_spec.core.system import System
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import DEFERRED, DYADIC, FIRST_FREE, FIRST_FREE_SKIPPING
from stablelist_spec.systems.deferred import Configuration, Repartition

NEVER, ITERATION, MEMORY = (Parameters(truncate=mode, index_bits=3) for mode in Truncate)
SCOPES: Final = [
    *((DYADIC, each, 3_700) for each in (NEVER, ITERATION, MEMORY)),
    *((FIRST_FREE, each, 3_700) for each in (ITERATION, MEMORY)),
    (FIRST_FREE_SKIPPING, Parameters(index_bits=3, maximum=6), 500),
    *(
        (DEFERRED, Configuration(index_bits=3, repartition=by), 1_400)
        for by in (Repartition.SCAN, Repartition.LESSER)
    ),
]
"""Each with a number of states that there are at least."""


@pytest.mark.no_cover
@pytest.mark.parametrize(("system", "parameters", "least"), SCOPES)
def test_every_layout_of_two_spaces_is_right(
    system: System, parameters: Parameters, least: int
) -> None:
    """Ids are forgotten, and so is what a variant leaves in its cells; the list grows and is truncated again."""
    found = explore(parameters, TrackedKey(system, follow=False))
    assert (found.complete, found.violations) == (True, {})
    assert found.states > least


ASKED_OTHERWISE: Final = (
    *("apply", "at_mut", "exchange", "inspect", "key_at", "repack", "replace", "reserve"),
)


@pytest.mark.no_cover
@pytest.mark.parametrize("system", [DYADIC, FIRST_FREE], ids=lambda system: system.name)
def test_both_quotients_find_the_same(system: System) -> None:
    """Nothing is broken, and the same labels come up wherever they ask the same."""
    both = TrackedKey(system), States(system)
    found = [explore(Parameters(id_bits=1, index_bits=2), each, depth=9) for each in both]
    assert [each.violations for each in found] == [{}, {}]
    renamed, plain = (
        {label for label in each.labels if not label.startswith(ASKED_OTHERWISE)} for each in found
    )
    assert renamed == plain
    assert found[0].states < found[1].states
