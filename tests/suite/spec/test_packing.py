"""Packing: one integer for a key, and a key for every integer."""

import itertools

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.parts.packing import able, fits, pack, unpack
from stablelist_spec.parts.parameters import Parameters
from suite.spec.programs import run

NARROW = Parameters(id_bits=2, index_bits=3)
KEYS = [Key(index, id_) for id_, index in itertools.product(range(4), range(8))]
"""Every key that such a list could hand out, in the order of their packed forms."""


def test_keys_and_integers_are_the_same_in_number() -> None:
    """Each key has an integer of its own, the id above the index, and comes back from it."""
    packed = [pack(NARROW, key) for key in KEYS]
    assert packed == list(range(32))
    assert [unpack(NARROW, integer) for integer in packed] == KEYS


@pytest.mark.parametrize("integer", [-1, -32, -33, 32, 1 << 70, -(1 << 70)])
def test_any_other_integer_is_a_key_that_no_list_issues(integer: int) -> None:
    """It is unpacked all the same, to a key of its own that does not fit (R10)."""
    key = unpack(NARROW, integer)
    assert not fits(NARROW, key)
    assert key.id << 3 | key.index == integer


@pytest.mark.parametrize("key", [Key(8, 0), Key(-1, 0), Key(0, 4), Key(0, -1), Key(1 << 70, 0)])
def test_key_that_does_not_fit_is_not_packed(key: Key) -> None:
    """It would be taken for another's: 8.0 for 0.1."""
    with pytest.raises(ValueError, match=r"does not fit an index and an id of \(3, 2\) bits"):
        pack(NARROW, key)


@pytest.mark.parametrize("parameters", [Parameters(id_bits=None), Parameters(index_bits=None)])
def test_unbounded_widths_have_no_packed_form(parameters: Parameters) -> None:
    """No key can be packed, and no integer is a packed key of such a list."""
    for refused in (lambda: pack(parameters, Key(0, 0)), lambda: unpack(parameters, 0)):
        with pytest.raises(ValueError, match="no packed form; choose widths for both"):
            refused()
    with pytest.raises(ValueError, match="no packed form"):
        run("add repack:0", parameters)
    assert [able(each, "repack") for each in (parameters, NARROW)] == [False, True]
