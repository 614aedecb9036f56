"""What a vector shows; its rules are in `rules.tsv`."""

from stablelist_spec.systems.vec import VEC
from suite.spec.programs import ran


def test_picture_has_the_elements_and_the_costs() -> None:
    """A trace has both, too."""
    state = ran(VEC, "extend:3:5 remove_at:1").state
    assert VEC.picture is not None
    shown = VEC.picture(state)
    assert ([cell.word for cell in shown.rows[0].cells], shown.costs["moved"]) == (["5", "7"], 1)
    assert VEC.variables(state) == ((5, 7), state.cost)
