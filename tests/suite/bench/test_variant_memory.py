"""The growth of containers whose models keep no memory is that of vectors that double."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bench.variants.container import RELATIVES, Container
from bench.variants.memory import FIRST, counted, growth, room, store
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


@pytest.mark.parametrize("name", RELATIVES)
def test_growth_is_that_of_vectors_that_double(name: str) -> None:
    """Each vector is followed on its own: the cells, and the dense array of elements if there is one."""
    container, random, keys = Container(name), Random(5), list[Key]()
    memory = {"cells": FIRST, "elements": FIRST}
    for _ in range(300):
        before, spent = container.state, container.spent
        if random.random() < 0.4 and keys:
            container.remove([keys.pop(random.randrange(len(keys)))])
        else:
            keys += container.add()
        moved = 0
        for what, old, new in lengths(before, container.state):
            if new > memory[what]:
                moved += old
                memory[what] *= 2
        filled = container.spent.moved - spent.moved - moved
        assert filled in ((0, 1) if name == "dense-slotmap" else (0,))
        assert filled == 0 or container.live < store(before).live
    assert memory["cells"] == container.space > 32


def lengths(before: Any, after: Any) -> Iterator[tuple[str, int, int]]:
    """The lengths of each vector in two states."""
    yield "cells", len(store(before).cells), len(store(after).cells)
    if getattr(getattr(after, "arranging", None), "dense", False):
        yield "elements", len(before.order), len(after.order)
