"""Arithmetic, counts and comparisons within the thesis on StableList."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Final

from bench.thesis.measured import STABLE
from bench.thesis.said import SAID
from stablelist import Key, StableList, ids
from suite.claims.ledger import claim
from suite.claims.small import answers

COLLECTIONS: Final = {
    "Vec": {1, 2}, "Vec of shared cells": {1, 2, 4}, "StableVec": {1}, "Slab": {1, 2, 4},
    "StableGraph": {1, 2, 4}, "SlotMap": {1, 2, 3, 4}, "HopSlotMap": {1, 2, 3, 4},
    "DenseSlotMap": {1, 2, 3, 4}, "Arena": {1, 2, 3, 4, 5},
}  # fmt: skip
"""The rows of table 3.2 beside StableList, and the criteria (as the table numbers them) that they meet in full."""

BY_LIST: Final = {
    "basic": 1,
    "cross-iteration": 2,
    "immune": 3,
    "reuse": 4,
    "safe": 5,
    "truncates": 6,
}
BY_TABLE: Final = {
    "basic": 1,
    "reuse": 2,
    "immune": 3,
    "cross-iteration": 4,
    "safe": 5,
    "truncates": 6,
}

FIGURES: Final = {"6.6": {"Vec", "Slab", "StableGraph"}}
"""The collections that the caption of a figure of the benchmarks names."""

DEFAULTS: Final = {"StableIndex": 32, "StableCell": 32, "StableAccess": 64}
"""The bits of the default type of ids, by the type whose signature has it (5.1 and 5.3)."""


@claim("eight-collections")
def test_collections_of_the_table() -> None:
    """Nine beside StableList."""
    assert len(COLLECTIONS) == 9


@claim("numbers-of-criteria")
def test_list_and_table_number_the_criteria_differently() -> None:
    """Two of six."""
    assert {each for each in BY_LIST if BY_LIST[each] != BY_TABLE[each]} == {
        "cross-iteration",
        "reuse",
    }


@claim("cells-lift-vec")
def test_vec_meets_no_third_criterion() -> None:
    """By the table of the thesis; StableGraph does not either, but each slot map does."""
    assert 3 not in COLLECTIONS["Vec"] | COLLECTIONS["StableGraph"]
    assert 3 in COLLECTIONS["SlotMap"] & COLLECTIONS["HopSlotMap"] & COLLECTIONS["DenseSlotMap"]


@claim("sixteen-bits")
def test_every_index_of_a_width_holds_an_element() -> None:
    """None is left out as a mark of nothing: for each narrow width; 2^16 is 65,536."""
    for bits in range(2, 8):
        said = answers(f"extend:{2**bits} add", index_bits=bits)
        assert len(said[0]) == 2**bits  # type: ignore[arg-type]
        assert said[1] == "full"
    assert 2**16 == 65_536


@claim("queue-memory")
def test_heap_holds_as_many_entries_as_there_are_vacancies() -> None:
    """So what is reserved for all cells is needed only if all are vacant."""
    for live in product((False, True), repeat=4):
        heap = [place for place, each in enumerate(live) if not each]
        assert len(heap) == 4 - sum(live)


@claim("ranks-of-6-1")
def test_ranks_of_the_four_operations() -> None:
    """Counted from the slowest in insertion and iteration, and from the fastest in access and removal."""
    insertion = sorted([1100, 1370, 2000, 760, 880, 280, 470], reverse=True)
    iteration = sorted((highest for _, highest in SAID["iterate"].values()), reverse=True)
    access, removal = [460, 360, 405, 390, 555, 745], [545, 785, 1310, 1485, 1700, 2795]
    assert (insertion.index(1100), iteration.index(440)) == (2, 0)
    assert sum(each < 460 for each in access) == 3
    assert (
        sum(each < 1310 for each in removal) + 1 == 3
    )  # of three, the least and the greatest are given


@claim("average-or-above")
def test_stable_list_is_faster_than_the_mean_in_two_operations_of_four() -> None:
    """In access and removal, whatever the medians within a group are; not in insertion and iteration."""
    slot_map = {"SlotMap": SAID["insert"][STABLE]}  # not given, but StableList is the third-slowest
    insertion = means({**SAID["insert"], **slot_map})[1]
    (iteration, _), (access, _), (removal, _) = (
        means(SAID[each]) for each in ("iterate", "look-up", "remove")
    )
    assert (insertion, iteration) == (995, 353.75)
    assert insertion < 1_100
    assert iteration < 440
    assert (access, removal) == (499.375, 1_358.125)
    assert access > 460
    assert removal > 1_310


def means(medians: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    """The least and the greatest mean of eight medians, if the text gives the least and the greatest of a group."""
    groups = Counter(medians.values())
    assert groups.total() == 8
    low = sum(least * (size - 1) + greatest for (least, greatest), size in groups.items())
    high = sum(greatest * (size - 1) + least for (least, greatest), size in groups.items())
    return low / 8, high / 8


@claim("uuids-as-ids")
def test_uuids_serve_as_ids() -> None:
    """They tell elements apart, but do not count."""
    for source in (ids.uuid4, ids.uuid7):
        pool = StableList[int](ids=source)
        old = pool.add(0)
        pool.remove(old)
        new = pool.add(1)
        assert (pool.at(old), pool.at(new), old.index) == (None, 1, new.index)


@claim("tail-offsets")
def test_indices_after_the_pivot() -> None:
    """Shifted by the pivot's and one, for every pivot of up to eight cells; the pivot's own would be -1."""
    for size in range(1, 9):
        cells = list(range(size))
        for pivot in range(size):
            head, tail = cells[:pivot], cells[pivot + 1 :]
            assert all(head[index] == index for index in range(pivot))
            assert all(tail[index - (pivot + 1)] == index for index in range(pivot + 1, size))
            assert pivot - (len(head) + 1) == -1


@claim("usual-index")
def test_key_that_is_copied_is_the_same_key() -> None:
    """Equal, and found."""
    pool = StableList[int]()
    key = pool.add(7)
    assert pool.at(Key(key.index, key.id)) == 7
