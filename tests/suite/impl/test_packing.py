"""Packing: a key as one integer and back; no integer is mistaken for another key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stablelist import Key, ids
from suite.impl.elements import Pool, Script, filled

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


HOSTILE = [-1, -(2**40), -(2**64), 3, 2**40, 2**64, 2**200, 1 << 32, (1 << 32) + 1, -(1 << 32)]


@pytest.mark.parametrize("number", HOSTILE)
def test_integer_that_was_never_packed_is_not_found(number: int) -> None:
    """The index neither counts from the end nor loses its upper bits (R10)."""
    pool = Pool()
    packed = [pool.pack(key) for key in filled(pool, 2)]
    assert packed == [0, (1 << 32) + 1]
    key = pool.unpack(number)
    assert pool.at(key) == {packed[0]: 0, packed[1]: 1}.get(number)
    if number not in packed:
        assert pool.remove(key) is None


TOO_WIDE: list[Key[int]] = [
    *(Key(-1, 0), Key(8, 0), Key(9, 0), Key(2**70, 0)),
    *(Key(0, -1), Key(0, 4), Key(0, 5), Key(0, 2**70), Key(2**70, 2**70)),
]


@pytest.mark.parametrize("key", TOO_WIDE)
def test_key_too_wide_is_not_packed(key: Key[int]) -> None:
    """Its packed form would be that of another key, so it is refused with a message that names the widths."""
    with pytest.raises(ValueError, match=r"^Key") as caught:
        pool_of(3, 2).pack(key)
    assert str(caught.value) == (
        f"{key!r} does not fit an index of 3 and an id of 2 bits; pack keys of this list"
    )


def test_source_of_ones_own_says_how_wide_its_ids_are() -> None:
    """An attribute `bits` is enough to pack its keys (R9)."""
    source = Script(5, 9)
    source.bits = 4  # type: ignore[attr-defined]
    pool = Pool(index_bits=8, ids=source)
    assert pool.pack(pool.add(1)) == 0x500
    assert pool.unpack(0x500) in pool
