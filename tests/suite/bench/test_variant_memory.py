"""The growth of containers whose models keep no memory is that of vectors that double."""

from __future__ import annotations

import pytest

from bench.variants.container import Container
from bench.variants.memory import counted, growth, room
from stablelist_spec.core.key import Key


@pytest.mark.parametrize("name", ["lifo-arena", "stable-vec"])
def test_growth_is_derived_as_the_models_count_it(name: str) -> None:
    """Of two containers the models keep the memory: both come to the same moves and the same memory."""
    container, derived = Container(name), 0
    keys = list[Key]()
    for turn in range(200):
        before = container.state
        assert counted(before)
        keys += container.add()
        derived += growth(before, container.state)
        assert container.spent.moved == container.state.cost.moved == derived
        assert container.state.allocated == room(len(container.state.cells)) == container.space
        if turn % 3 == 0:
            container.remove([keys.pop(turn // 2)])
    assert derived > 100
