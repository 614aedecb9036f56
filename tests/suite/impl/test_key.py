"""Keys: immutable values, which a program can also make itself."""

from stablelist import Key


def test_key_equals_by_index_and_id() -> None:
    """Two keys are equal if both numbers are, and then they have the same hash."""
    assert Key[int](3, 7) == Key[int](3, 7)
    for other in (Key[int](2, 7), Key[int](4, 7), Key[int](3, 6), Key[int](3, 8)):
        assert Key[int](3, 7) != other
    assert len({Key[int](3, 7), Key[int](3, 7), Key[int](7, 3)}) == 2


def test_hashes_of_keys_seldom_collide() -> None:
    """The hashes of the keys of one list seldom collide."""
    hashes = {
        hash(Key(index, id_)) % (1 << 16) for index in range(100) for id_ in range(index, 300, 100)
    }
    assert len(hashes) > 295
