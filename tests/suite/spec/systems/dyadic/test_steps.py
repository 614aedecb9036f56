"""Blocks of a dyadic list that break an invariant by one number are noticed; its rules are in `rules.tsv`."""

import pytest

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.cells import Has, Partition
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.dyadic.invariants import INVARIANTS
from stablelist_spec.systems.dyadic.state import State, initial


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
