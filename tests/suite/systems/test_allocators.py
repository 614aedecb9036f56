"""Allocators: what any of them promises, and that a bounds checker needs nothing but an offset."""

from dataclasses import replace

import pytest

from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.systems import REALMS, SYSTEMS
from stablelist_spec.systems.allocator.checkers import Checking

WITH_OFFSETS = [each.name for each in REALMS if "alloc_at" in each.operations]


@pytest.mark.parametrize("checker", [each for each in Checking if each is not Checking.NONE])
@pytest.mark.parametrize("name", WITH_OFFSETS)
def test_canaries_are_a_larger_block_with_an_offset(name: str, checker: Checking) -> None:
    """The realm tells an allocator nothing else, so that each allocator goes with each bounds checker."""
    chosen = SYSTEMS[name].configuration()
    plain = History(SYSTEMS[name], chosen)
    guarded = History(SYSTEMS[name], replace(chosen, checker=checker))
    for size, alignment in ((1, 1), (5, 8), (3, 16), (8, 4), (40, 2), (90, 1), (90, 1)):
        asked = Operation("alloc_at", size=size + 8, alignment=alignment, offset=4)
        whole = plain.perform(asked).answer
        inner = guarded.perform(Operation("alloc", size=size, alignment=alignment)).answer
        assert inner == (whole._replace(index=whole.index + 4) if isinstance(whole, Key) else whole)
        assert guarded.state.space == plain.state.space


def test_pool_may_refuse_what_another_allocator_has_room_for() -> None:
    """A chunk that is too small is no room, for the contract."""
    pool = SYSTEMS["pool-allocator"]
    assert pool.initial is not None
    assert pool.step is not None
    fresh = pool.initial(pool.configuration())
    asked = Operation("alloc", size=17, alignment=1)
    step = pool.step(fresh, asked)
    assert (step.answer, pool.refines(fresh, asked, step)) == ("size", True)
