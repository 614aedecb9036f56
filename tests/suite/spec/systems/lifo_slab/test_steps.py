"""The rules of a slab, in examples made by hand."""

from __future__ import annotations

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.families.pool import Failure
from stablelist_spec.systems import LIFO_SLAB
from stablelist_spec.systems.lifo_slab import Configuration
from suite.spec.systems.checked import Checked
from suite.spec.systems.checked import ran as ran_of


def ran(program: str, capacity: int = 0) -> Checked:
    """The slab after a program in which nothing was wrong."""
    return ran_of(LIFO_SLAB, program, capacity=capacity)


def last(program: str, capacity: int = 0) -> object:
    """The answer to the last operation of a program."""
    return ran(program, capacity).answers[-1]


def test_capacity_is_no_less_than_nothing() -> None:
    """A capacity of 0 means that the slab grows."""
    with pytest.raises(ValueError, match="capacity is -1; it must be at least 0"):
        Configuration(-1)
    assert last("extend:100 len") == 100


def test_key_is_an_index() -> None:
    """Its id is 0; one with another id is not found, nor is one below zero."""
    assert ran("extend:3").issued == [Key(0, 0), Key(1, 0), Key(2, 0)]
    came = ran("add at:#0.0 at:#0.1 at:#-1.0 at:#1.0")
    assert came.answers[1:] == [0, None, None, None]
    assert {"at_forged_hit", "at_forged_id", "at_forged_negative"} <= came.labels


def test_vacancy_that_was_made_last_is_filled_first() -> None:
    """Then the vacancy before it; then a cell is appended.

    (3.4)
    """
    came = ran("extend:4 remove:0 remove:2 remove:3 layout insert_with*4 layout")
    assert came.answers[4] == "1:4:3,2,0"
    assert [key.index for key in came.issued[4:]] == [3, 2, 0, 4]
    assert came.answers[-1] == "5:5:"


def test_stale_key_finds_whatever_lives_in_its_cell_now() -> None:
    """The remove-and-reinsert case of the ABA problem; the stale key removes, too.

    (3.4)
    """
    came = ran("add remove:0 at:0 add at:0 contains:0 replace:0:7 at:1 at_mut:0:1 remove:0 at:1")
    assert came.answers[2:] == [None, Key(0, 0), 1, True, True, 7, 8, 8, None]
    assert {"at_revived", "replace_revived", "remove_revived", "at_stale_vacant"} <= came.labels


def test_removal_never_truncates() -> None:
    """Iteration comes past every vacancy."""
    came = ran("extend:4 remove:0..3 layout each cost")
    assert came.answers[-3:] == ["0:4:3,2,1,0", (), "0/0/0/4"]
    assert "remove_empties" in came.labels


@pytest.mark.parametrize("name", ["clear", "drain"])
def test_vacancies_are_forgotten_when_everything_is_taken_out(name: str) -> None:
    """The next element goes to cell 0."""
    came = ran(f"extend:4 remove:2 {name} layout add")
    assert came.answers[-2:] == ["0:0:", Key(0, 0)]
    assert f"{name}_forgets_vacancies" in came.labels
    assert last("extend:4 remove:2 drain") == (0, 1, 3)


def test_retain_removes_in_ascending_position() -> None:
    """So the vacancy that was made last is filled first."""
    assert last("extend:5 retain:2:0 layout") == "3:5:3,1"


def test_full_slab_refuses() -> None:
    """Where its capacity is fixed; a vacancy makes room (2 of 3 are live, so 1 fits)."""
    came = ran("extend:3 add insert_with reserve:1 remove:0 extend:2 extend:1 len", capacity=3)
    full = Failure.FULL
    assert came.answers[1:] == [full, full, full, 0, full, (Key(0, 0),), 3]


def test_reserve_changes_nothing_that_is_seen() -> None:
    """A slab that grows has room for any number."""
    assert last("add reserve:1000 layout") == "1:1:"


def test_shrink_to_fit_drops_vacant_cells_at_the_end() -> None:
    """The others are listed again, the lowest first, unless the last cell is live."""
    assert last("extend:5 remove:0 remove:3 remove:1 shrink_to_fit layout") == "2:5:1,3,0"
    came = ran("extend:5 remove:0 remove:3 remove:1 remove:4 shrink_to_fit layout cost")
    assert came.answers[-2:] == ["1:3:0,1", "0/0/2/0"]
    assert last("extend:2 remove:0..1 shrink_to_fit layout") == "0:0:"


def test_stale_key_past_the_end() -> None:
    """There is no cell in a slab that grows; in a fixed one there is, but it is not opened."""
    assert "at_stale_cut_off" in ran("add clear at:0").labels
    assert "at_stale_untouched" in ran("add clear at:0", capacity=2).labels


def test_iteration_is_in_ascending_position() -> None:
    """Each element with its key; changed in place, they keep their keys."""
    came = ran("extend:3 remove:1 each_mut:10 each keys is_empty reload")
    assert came.answers[3:] == [((Key(0, 0), 10), (Key(2, 0), 12)), (10, 12), False, None]


@pytest.mark.parametrize("word", ["repack:0", "lend:add", "exchange:0:0"])
def test_what_a_slab_has_not_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=f"lifo-slab has no operation '{word.partition(':')[0]}'"):
        ran(f"add {word}")


@pytest.mark.parametrize(
    ("program", "capacity", "labels"),
    [
        ("add", 0, ["add_append"]),
        ("add remove:0 add", 0, ["add_reuse"]),
        ("add*2", 1, ["add_full"]),
        ("add*2 remove:0", 0, ["remove_live", "remove_inside"]),
        ("add*2 remove:1", 0, ["remove_live", "remove_end"]),
        ("add*3 remove:1", 0, ["remove_live", "remove_inside"]),
        ("add remove:0", 0, ["remove_live", "remove_end", "remove_empties"]),
        ("add*2 remove:1 remove:0", 0, ["remove_live", "remove_inside", "remove_empties"]),
        ("clear", 0, ["clear_empty"]),
        ("add remove:0 clear", 0, ["clear_empty"]),
        ("add clear", 0, ["clear_forgets_none"]),
        ("add*2 drain", 0, ["drain_forgets_none"]),
        ("add*2 remove:0 clear", 0, ["clear_forgets_vacancies"]),
        ("add shrink_to_fit", 0, ["shrink_to_fit_nothing"]),
        ("add*2 remove:1 shrink_to_fit", 0, ["shrink_to_fit_drops"]),
        (
            "add*3 remove:0 remove:2 shrink_to_fit",
            0,
            ["shrink_to_fit_drops", "shrink_to_fit_relists"],
        ),
        ("reserve:5", 0, ["reserve_has_room"]),
        ("reserve:4", 3, ["reserve_full"]),
    ],
)
def test_labels_say_what_happened(program: str, capacity: int, labels: list[str]) -> None:
    assert ran(program, capacity).happened == tuple(labels)
