"""The sparse set: what is said of it, in labels, pictures and traces; and which states and steps are none of it."""

from __future__ import annotations

import pytest

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Cell, Picture, Row
from stablelist_spec.core.step import StepOf, observed
from stablelist_spec.systems import sparse_set
from stablelist_spec.systems.sparse_set import SPARSE_SET, SetState, Universe, initial, step

STORY = """
    insert:0 insert_new       insert:0 insert_member    insert:1 insert_new       remove:1 remove_last
    contains:1 contains_former insert:1 insert_again    remove:0 remove_moves_last remove:0 remove_absent
    contains:0 contains_former insert:0 insert_again    contains:0 contains_member contains:2 contains_never
    insert:3 insert_beyond    remove:3 remove_beyond    contains:3 contains_beyond
    len len_members           is_empty is_empty_no      each each_members         clear clear_members
    len len_zero              is_empty is_empty_yes     each each_empty           clear clear_empty
"""
"""Operations on a set of three numbers, each with its label."""


def operation(word: str) -> Operation:
    """An operation, written as ``insert:3``."""
    name, _, value = word.partition(":")
    return Operation(name, value=int(value or 0))


def test_every_operation_has_its_label() -> None:
    """Every label is one of the system's."""
    state, met = initial(Universe(3)), set[str]()
    words = STORY.split()
    for word, label in zip(words[::2], words[1::2], strict=True):
        state, _, labels = observed(SPARSE_SET, state, operation(word))
        assert labels == (label,), word
        met.add(label)
    assert met == SPARSE_SET.labels.keys()


def test_nothing_has_a_place_to_begin_with() -> None:
    """The universe has 16 numbers by default."""
    assert initial(Universe(2)) == SetState(Universe(2), (), (-1, -1))
    assert Universe() == Universe(16)


def test_universe_ends_on_both_sides() -> None:
    """It is asked for the first number beyond it as well."""
    assert [Universe(2).has(number) for number in (-1, 0, 1, 2, 3)] == [
        False, True, True, False, False,
    ]  # fmt: skip
    assert [*sparse_set.members(Universe(2))] == [0, 1, 2]


@pytest.mark.parametrize(
    ("dense", "places", "broken"),
    [
        ((0, 1), (0, 1), set()),
        ((1,), (0, 0), set()),
        ((0, 1), (0, 0), {"every_member_is_found_at_its_place"}),
        ((0,), (1, -1), {"every_member_is_found_at_its_place"}),
        ((0, 0), (0, 0), {"every_member_is_found_at_its_place", "members_are_distinct"}),
        ((0, 2), (0, -1, 1), {"members_are_in_the_universe"}),
        ((2,), (0, -1, 0), {"members_are_in_the_universe"}),
        ((0,), (0,), {"members_are_in_the_universe"}),
        ((0,), (0, -1, -1), {"members_are_in_the_universe"}),
    ],
)
def test_state_that_breaks_an_invariant(
    dense: tuple[int, ...], places: tuple[int, ...], broken: set[str]
) -> None:
    """The universe has two numbers; a place may be stale, as long as no member relies on it."""
    state, fresh = SetState(Universe(2), dense, places), FreshKeys()
    assert {
        name for name, holds in sparse_set.INVARIANTS.items() if not holds(state, fresh)
    } == broken


def test_step_is_one_of_a_set() -> None:
    """The answer and the members afterwards decide, whatever their order."""
    before = SetState(Universe(3), (0, 1, 2), (0, 1, 2))
    removal = step(before, operation("remove:0"))
    assert sparse_set.refines(before, operation("remove:0"), removal)
    for wrong in (
        removal._replace(answer=False),
        removal._replace(state=before),
        removal._replace(state=before._replace(dense=(2,))),
    ):
        assert not sparse_set.refines(before, operation("remove:0"), wrong)
    shown = StepOf[SetState, object](before, (2, 1, 0), ())
    assert sparse_set.refines(before, operation("each"), shown)


STATE = SetState(Universe(4), (1, 3), (0, 0, -1, 1), written=4, visited=2)
"""0 was a member, 1 and 3 are, 2 never was."""


def test_picture_shows_both_arrays() -> None:
    """A stale place is shown, but not as that of a member."""
    places = [Cell(False, "0"), Cell(True, "0"), Cell(False, ""), Cell(True, "1")]
    assert sparse_set.picture(STATE) == Picture(
        {"universe": 4, "members": 2},
        {"cells written": 4, "members visited": 2},
        (
            Row(2, [Cell(True, "1"), Cell(True, "3")], name="dense", word="member"),
            Row(4, places, name="sparse", word="place"),
        ),
    )


def test_trace_has_both_arrays_and_the_costs() -> None:
    """They have names; a set whose costs are forgotten has no costs."""
    shown = sparse_set.variables(STATE)
    assert shown._asdict() == {
        "dense": (1, 3), "places": (0, 0, -1, 1), "written": 4, "visited": 2,
    }  # fmt: skip
    assert sparse_set.forgotten(STATE) == STATE._replace(written=0, visited=0)


def test_universes_that_are_explored_and_drawn() -> None:
    """The smallest ones to the end; at random also larger ones."""
    assert SPARSE_SET.scopes == (Universe(1), Universe(2), Universe(3))
    assert SPARSE_SET.choices == {"universe": (1, 2, 3, 4, 8, 16, 64, 1000)}
