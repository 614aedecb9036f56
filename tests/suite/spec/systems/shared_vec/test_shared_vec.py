"""The rules of a vector of shared cells, in examples made by hand."""

from __future__ import annotations

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.vectors import Removal
from stablelist_spec.systems.shared_vec import SHARED_VEC, Configuration
from suite.spec.systems.checked import Checked
from suite.spec.systems.checked import ran as ran_of

SHIFT, SWAP = WAYS = (Removal.SHIFT, Removal.SWAP)


def ran(program: str, removal: Removal = SHIFT, capacity: int = 0) -> Checked:
    """The vector after a program in which nothing was wrong."""
    return ran_of(SHARED_VEC, program, Configuration(capacity, removal))


@pytest.mark.parametrize(
    ("removal", "layout", "cost"), [(SHIFT, "[0,2,3]", "2/2/1/0"), (SWAP, "[0,3,2]", "2/1/1/0")]
)
def test_key_finds_its_own_element_wherever_it_is(removal: Removal, layout: str, cost: str) -> None:
    """Whatever has moved (3.2)."""
    came = ran("add*4 remove:1 at:0..3 layout cost", removal)
    assert came.answers[4:] == [1, 0, None, 2, 3, layout, cost]


@pytest.mark.parametrize("removal", WAYS)
def test_key_finds_its_own_element_after_a_sort(removal: Removal) -> None:
    """Only the order of iteration changes; a removal searches in the new order."""
    came = ran("add*4 sort:2 at:0..3 layout cost keys remove:1 layout cost", removal)
    assert came.answers[4:10] == [None, 0, 1, 2, 3, "[0,2,1,3]"]
    assert came.answers[10:] == ["0/2/0/0", (0, 2, 1, 3), 1, "[0,2,3]", "3/3/1/4"]
    assert {"sort_moves_some", "sort_keeps_ties"} <= came.labels


def test_elements_with_the_same_remainder_keep_their_order() -> None:
    """Even those that became equal; by 1, all are, so that nothing moves."""
    came = ran("sort:1 add*3 replace:0:5 replace:2:5 sort:9 layout sort:1 sort:9 layout cost")
    assert came.answers[6:] == [None, "[1,0,2]", None, None, "[1,0,2]", "0/2/0/0"]
    assert {"sort_empty", "sort_moves_none", "sort_moves_some", "sort_keeps_ties"} <= came.labels


@pytest.mark.parametrize("removal", WAYS)
def test_retired_key_never_resolves(removal: Removal) -> None:
    """Not even if the vector is as it was before: the new element has another serial number."""
    came = ran(
        "add remove:0 add at:0 remove:0 contains:0 replace:0:5 clear add at:1 layout", removal
    )
    assert came.answers[2:] == [Key(1, 0), None, None, False, False, None, Key(2, 0), None, "[2]"]
    assert not any(label.endswith("_revived") for label in SHARED_VEC.labels)


def test_search_is_counted() -> None:
    """From the first place up to the element; what is behind it moves."""
    assert ran("add*5 remove:4 cost remove:0 cost remove:2 cost").answers[5:] == [
        *(4, "5/0/1/0", 0, "6/3/2/0", 2, "8/4/3/0"),
    ]


@pytest.mark.parametrize("removal", WAYS)
def test_retain_keeps_the_order(removal: Removal) -> None:
    """Each reference behind the first gap moves once; nothing is searched for."""
    came = ran("add*6 retain:3:1 each layout cost retain:1:0 retain:9:8 retain:1:0", removal)
    each = ((Key(1, 0), 1), (Key(4, 0), 4))
    assert came.answers[6:] == [(0, 2, 3, 5), each, "[1,4]", "0/2/4/8", (), (1, 4), ()]
    assert {"retain_some", "retain_all", "retain_none", "retain_empty"} <= came.labels


def test_everything_is_removed_at_once() -> None:
    """The elements are returned or not, in the order of the vector."""
    came = ran("add*4 remove:0 drain drain clear add clear len is_empty cost", SWAP)
    assert came.answers[5:] == [(3, 1, 2), (), None, Key(4, 0), None, 0, True, "1/1/5/3"]


def test_heap_is_used_up() -> None:
    """If it has an end: a removal makes no room."""
    came = ran("add*2 add insert_with remove:0 add clear add len", capacity=2)
    full = Failure.FULL
    assert came.answers[2:] == [full, full, 0, full, None, full, 0]


def test_elements_are_changed_under_their_keys() -> None:
    """One by one, or all."""
    came = ran("add*2 replace:0:7 at_mut:1:2 each_mut:10 keys")
    assert came.answers[2:] == [True, 3, None, (17, 13)]


@pytest.mark.parametrize(
    ("capacity", "removal", "said"),
    [
        (-1, SHIFT, "capacity is -1; it must be at least 0"),
        (0, Removal.POP, "removal is pop; it must be shift or swap"),
    ],
)
def test_options_that_no_such_vector_has(capacity: int, removal: Removal, said: str) -> None:
    """A key may be that of any element, so that popping is not enough."""
    with pytest.raises(ValueError, match=said):
        Configuration(capacity, removal)


def test_picture_has_the_heap_and_the_vector() -> None:
    """A removed element leaves a vacant cell of the heap, which is in no list."""
    assert SHARED_VEC.picture is not None
    heap, vector = SHARED_VEC.picture(ran("add*4 remove:1", SWAP).history.state).rows
    assert [cell.word for cell in heap.cells] == ["0", "", "2", "3"]
    assert heap.chains == []
    assert [cell.second for cell in vector.cells] == ["0", "3", "2"]
