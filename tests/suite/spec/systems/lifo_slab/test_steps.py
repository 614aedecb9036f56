"""What a slab refuses; its rules are in `rules.tsv`."""

from __future__ import annotations

import pytest

from stablelist_spec.parts.options import Fixed
from stablelist_spec.systems import LIFO_SLAB
from suite.spec.systems.checked import ran


def test_capacity_is_no_less_than_nothing() -> None:
    """A capacity of 0 means that the slab grows."""
    with pytest.raises(ValueError, match="capacity is -1; it must be at least 0"):
        Fixed(-1)
    assert ran(LIFO_SLAB, "extend:100 len").answers[-1] == 100


@pytest.mark.parametrize("word", ["repack:0", "lend:add", "exchange:0:0"])
def test_what_a_slab_has_not_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=f"lifo-slab has no operation '{word.partition(':')[0]}'"):
        ran(LIFO_SLAB, f"add {word}")
