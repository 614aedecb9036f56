"""The sparse set: which steps are those of a set, and what pictures and traces show; its rules are in `rules.tsv`."""

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Cell, Picture, Row
from stablelist_spec.core.step import StepOf
from stablelist_spec.systems import sparse_set
from stablelist_spec.systems.sparse_set.model import SetState, Universe, step


def test_universe_ends_on_both_sides() -> None:
    """It is asked for the first number beyond it as well; it has 16 numbers by default."""
    assert [Universe(2).has(number) for number in (-1, 0, 1, 2, 3)] == [
        False, True, True, False, False,
    ]  # fmt: skip
    assert [*sparse_set.members(Universe(2))] == [0, 1, 2]
    assert Universe() == Universe(16)


def test_step_is_one_of_a_set() -> None:
    """The answer and the members afterwards decide, whatever their order."""
    before, removing = (
        SetState(Universe(3), (0, 1, 2), (0, 1, 2), 3, None),
        Operation("remove", value=0),
    )
    removal = step(before, removing)
    assert sparse_set.refines(before, removing, removal)
    for wrong in (
        removal._replace(answer=False),
        removal._replace(state=before),
        removal._replace(state=before._replace(size=1)),
        removal._replace(state=removal.state._replace(marked=3)),
    ):
        assert not sparse_set.refines(before, removing, wrong)
    shown = StepOf[SetState, object](before, (2, 1, 0), ())
    assert sparse_set.refines(before, Operation("each"), shown)


STATE = SetState(Universe(5), (1, 3, 0), (2, 0, -1, 1), 2, 3, written=9, visited=2)
"""0 was a member, 1 and 3 are, 2 never was, and 4 has no cell."""


def test_picture_shows_both_arrays() -> None:
    """A former member and its place are shown, but not as those of a member; the mark is left out if there is none."""
    places = [Cell(False, "2"), Cell(True, "0"), Cell(False, ""), Cell(True, "1")]
    assert sparse_set.picture(STATE) == Picture(
        {"universe": 5, "members": 2, "members at the mark": 3},
        {"cells written": 9, "members visited": 2},
        (
            Row(
                3,
                [Cell(True, "1"), Cell(True, "3"), Cell(False, "0")],
                name="dense",
                word="number",
            ),
            Row(4, places, name="sparse", word="place"),
        ),
    )
    unmarked = sparse_set.picture(STATE._replace(marked=None))
    assert unmarked.facts == {"universe": 5, "members": 2}


def test_trace_has_both_arrays_and_the_costs() -> None:
    """They have names; a set whose costs are forgotten has no costs."""
    shown = sparse_set.variables(STATE)
    assert shown._asdict() == {
        "dense": (1, 3, 0), "places": (2, 0, -1, 1), "size": 2, "marked": 3, "written": 9, "visited": 2,
    }  # fmt: skip
    assert sparse_set.forgotten(STATE) == STATE._replace(written=0, visited=0)
