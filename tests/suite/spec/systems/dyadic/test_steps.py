"""A dyadic list is explored, and blocks that break an invariant by one number are noticed."""

from __future__ import annotations

import pytest

from stablelist_spec.core.explore import explore
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.states import States
from stablelist_spec.parts.cells import Has, Partition
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems.dyadic import DYADIC
from stablelist_spec.systems.dyadic.invariants import INVARIANTS
from stablelist_spec.systems.dyadic.state import State, initial


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", Truncate)
def test_every_layout_of_two_blocks_is_right(mode: Truncate) -> None:
    """Ids are forgotten; the upper block is added and dropped again."""
    found = explore(Parameters(truncate=mode, index_bits=3), TrackedKey(DYADIC, follow=False))
    assert (found.complete, found.violations) == (True, {})
    assert found.states > 3_700


@pytest.mark.no_cover
def test_both_quotients_find_the_same() -> None:
    """Nothing is broken, and the same labels come up wherever they ask the same."""
    parameters = Parameters(id_bits=1, index_bits=2)
    both = TrackedKey(DYADIC), States(DYADIC)
    found = [explore(parameters, quotient, depth=9) for quotient in both]
    assert [each.violations for each in found] == [{}, {}]
    asked_otherwise = (
        "apply",
        "at_mut",
        "exchange",
        "inspect",
        "key_at",
        "repack",
        "replace",
        "reserve",
    )
    renamed, plain = (
        {label for label in each.labels if not label.startswith(asked_otherwise)} for each in found
    )
    assert renamed == plain
    assert found[0].states < found[1].states


def blocks(*shapes: tuple[int, int, int]) -> State:
    """A list with blocks of these starts, lengths and counts of opened cells, where 5 cells are opened."""
    partitions = tuple(
        Partition(start, size, opened, opened, None) for start, size, opened in shapes
    )
    cells = tuple(Has(0, id_) for id_ in range(5))
    return initial(Parameters())._replace(partitions=partitions, cells=cells, allocated=64)


@pytest.mark.parametrize(
    ("name", "shapes", "holds"),
    [
        ("blocks_tile_the_element_space", [(0, 4, 4), (4, 4, 1)], True),
        ("blocks_tile_the_element_space", [(0, 2, 2), (2, 2, 2), (4, 4, 1)], False),
        ("blocks_tile_the_element_space", [(0, 8, 5)], False),
        ("blocks_tile_the_element_space", [(0, 4, 4), (4, 2, 1)], False),
        ("blocks_tile_the_element_space", [(0, 4, 4), (4, 8, 1)], False),
        ("opened_cells_form_a_prefix", [(0, 4, 4), (4, 4, 1)], True),
        ("opened_cells_form_a_prefix", [(0, 4, 4), (4, 4, 0)], False),
        ("opened_cells_form_a_prefix", [(0, 4, 4), (4, 4, 2)], False),
    ],
)  # fmt: skip
def test_block_of_a_wrong_shape_is_noticed(
    name: str, shapes: list[tuple[int, int, int]], holds: bool
) -> None:
    """Too short or too long, opened too little or too far."""
    assert INVARIANTS[name](blocks(*shapes), FreshKeys()) is holds
