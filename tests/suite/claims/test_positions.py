"""Keys that are positions: what removal, reinsertion and sorting do to them (thesis, 2.4 and chapter 3)."""

from itertools import permutations
from typing import cast

from stablelist import StableList, ids
from stablelist_spec.families.sequence import Removal
from stablelist_spec.systems import LIFO_SLAB, VEC
from suite.claims.ledger import claim
from suite.claims.small import answers, begun, performed

SIZES = range(1, 8)


def left(removal: Removal, size: int, place: int) -> list[int]:
    """The elements of a vector after one of so many was removed, in their order."""
    return filled(size, f"remove_at:{place}", removal=removal)


def filled(size: int, change: str, **chosen: object) -> list[int]:
    """The elements of a vector of so many, after a change."""
    said = answers(f"extend:{size}:0 {change} each", VEC, **chosen)
    return [*cast("tuple[int, ...]", said[-1])]


def misled(removal: Removal, size: int, place: int) -> set[int]:
    """The other elements of a vector that are no longer at their index after a removal."""
    elements = left(removal, size, place)
    return {each for each in range(size) if each != place and elements[each : each + 1] != [each]}


@claim("at-most-one")
def test_insertion_changes_what_one_index_finds() -> None:
    """In every slab of up to five elements with any of them removed, however often."""
    for size in range(1, 6):
        for gone in permutations(range(size), 2 if size > 1 else 1):
            slab = begun(LIFO_SLAB, capacity=9)
            performed(slab, " ".join(["add"] * size + [f"remove:{each}" for each in gone]))
            looks = " ".join(f"at:{each}" for each in range(size))
            before = performed(slab, looks)
            performed(slab, "add")
            assert sum(a != b for a, b in zip(before, performed(slab, looks), strict=True)) == 1


@claim("no-guard-for-shifts")
def test_guard_tells_wrong_elements_but_loses_right_ones() -> None:
    """The element itself tells every wrong hit; what moved is not found; with a map from ids to places, it is."""
    for size in SIZES:
        for place in range(size):
            elements = left(Removal.SHIFTS, size, place)
            hits = {each for each in range(size) if elements[each : each + 1] == [each]}
            assert hits == set(range(place))  # never a wrong one, and none that moved
            where = {each: at for at, each in enumerate(elements)}
            assert all(elements[where[each]] == each for each in range(size) if each != place)


@claim("all-indices-invalid")
def test_indices_before_a_shift_stay() -> None:
    """Those of elements that moved are wrong: all after the gap and none before it; of a swap, one at most."""
    for size in SIZES:
        for place in range(size):
            assert misled(Removal.SHIFTS, size, place) == set(range(place + 1, size))
            last = set() if place == size - 1 else {size - 1}
            assert misled(Removal.SWAPS, size, place) == last


@claim("three-ways-no-gap")
def test_no_removal_leaves_a_gap() -> None:
    for size in SIZES:
        for place in range(size):
            for removal in Removal:
                kept = sorted(left(removal, size, place))
                assert kept == [each for each in range(size) if each != place]


@claim("pop-is-a-case")
def test_removing_the_last_is_the_same_in_each_way() -> None:
    """Shift, swap and pop."""
    for size in SIZES:
        ways = [left(removal, size, size - 1) for removal in Removal]
        ways.append(filled(size, "pop"))
        assert ways == [list(range(size - 1))] * 3


@claim("slab-lifo")
def test_slab_uses_what_was_vacated_last() -> None:
    for gone in permutations(range(4)):
        words = ["add"] * 4 + [f"remove:{each}" for each in gone] + ["add"] * 5
        got = [key.index for key in answers(" ".join(words), LIFO_SLAB, capacity=9)[8:]]  # type: ignore[attr-defined]
        assert got == [*reversed(gone), 4]


@claim("foreign-key-hits")
def test_lists_that_were_filled_alike_have_the_same_keys() -> None:
    one, other = StableList[int](), StableList[str]()
    keys = one.extend(range(1000))
    other.extend(map(str, range(1000)))
    assert all(key in other for key in keys)


@claim("uuids-as-ids")
def test_uuids_serve_as_ids() -> None:
    """They tell elements apart, but do not count."""
    for source in (ids.uuid4, ids.uuid7):
        pool = StableList[int](ids=source)
        old = pool.add(0)
        pool.remove(old)
        new = pool.add(1)
        assert (pool.at(old), pool.at(new), old.index) == (None, 1, new.index)
