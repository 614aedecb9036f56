"""Packing: a key as one integer and back; no integer is mistaken for another key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stablelist import Key, ids
from suite.impl.elements import Pool

INDEX_WIDTHS = st.integers(3, 64)
ID_WIDTHS = st.integers(1, 64)


def pool_of(index_bits: int, id_bits: int) -> Pool:
    """An empty list whose keys have these widths."""
    return Pool(index_bits=index_bits, ids=ids.Counter(id_bits))


@pytest.mark.pure
@given(INDEX_WIDTHS, ID_WIDTHS, st.data())
def test_unpacking_undoes_packing(index_bits: int, id_bits: int, data: st.DataObject) -> None:
    """Every key that fits can be unpacked, and no two have the same packed form.

    (5.6.1)
    """
    pool = pool_of(index_bits, id_bits)
    key = Key[int](
        data.draw(st.integers(0, 2**index_bits - 1)), data.draw(st.integers(0, 2**id_bits - 1))
    )
    assert pool.unpack(pool.pack(key)) == key
    assert pool.pack(key) == key.id * 2**index_bits + key.index


@pytest.mark.pure
@given(st.integers(), INDEX_WIDTHS, ID_WIDTHS)
def test_every_integer_is_some_key(number: int, index_bits: int, id_bits: int) -> None:
    """Unpacking accepts every integer; outside of the widths, the key is one that no list issues (R10)."""
    pool = pool_of(index_bits, id_bits)
    key = pool.unpack(number)
    assert 0 <= key.index < 2**index_bits
    assert (0 <= key.id < 2**id_bits) == (0 <= number < 2 ** (index_bits + id_bits))
