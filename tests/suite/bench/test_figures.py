"""Tests of figures, goals and tables."""

from pathlib import Path

import pytest

from bench.figures import GONE, best_form, figures, growth, load, longest, percentiles, save
from bench.goals import Goal, goals
from bench.names import (
    AFTERWARDS,
    COLLIDERS,
    CROSSED,
    DICT,
    INTERPRETED,
    NATIVE,
    PIVOTS,
    SPARSE,
    STABLE,
    STEP,
    TRAVERSE,
    WIDE,
)
from bench.tables import TABLES
from suite.bench.samples import made_up
from suite.kit.conftest import Golden, golden

__all__ = ["golden"]


def test_ratios_are_taken_repetition_by_repetition() -> None:
    """A machine that is ten times slower for two repetitions changes no ratio."""
    ours, theirs = [(3.0,), (30.0,), (30.0,)], [(2.0,), (20.0,), (20.0,)]
    repetitions = {(SPARSE, "10", STABLE): ours, (SPARSE, "10", DICT): theirs}
    found = figures(repetitions, {}, {}, {}, {})
    assert found.ratios[SPARSE]["10"][DICT] == percentiles([1.5, 1.5, 1.5])
    assert found.ratios[SPARSE]["10"][STABLE] == percentiles([1.0, 1.0, 1.0])
    assert found.times[SPARSE]["10"][STABLE] == percentiles([3.0, 30.0, 30.0])


def test_repetitions_that_do_not_pair_are_refused() -> None:
    """A ratio of two times from different repetitions would be meaningless."""
    repetitions = {(SPARSE, "10", STABLE): [(1.0,)], (SPARSE, "10", DICT): [(1.0,), (2.0,)]}
    with pytest.raises(ValueError, match="longer"):
        figures(repetitions, {}, {}, {}, {})


def test_steps_add_up_but_iterations_are_those_after_the_burst() -> None:
    """A run is the sum of its steps; of the iterations, only those after the burst count."""
    steps = (1.0,) * (GONE - 1) + (5.0,) * (255 - GONE + 1)
    repetitions = {
        (STEP, "10", STABLE): [steps],
        (AFTERWARDS, "10", STABLE): [steps],
        (CROSSED, "10", TRAVERSE): [steps],
    }
    found = figures(repetitions, {}, {}, {}, {})
    assert set(found.times[STEP]["10"][STABLE]) == {sum(steps)}
    assert set(found.times[CROSSED]["10"][TRAVERSE]) == {sum(steps)}
    assert set(found.times[AFTERWARDS]["10"][STABLE]) == {5.0}
    assert found.steps[STEP][STABLE] == longest(steps) == [1.0] * 30 + [5.0] * 22


@pytest.mark.parametrize(
    ("points", "power", "off"),
    [
        *(([(s, 3 * s**p) for s in (10.0, 1e3, 1e4, 1e6)], p, 1.0) for p in (0.0, 1.0, 1.5, 2.0)),
        ([(1.0, 1.1), (10.0, 10 / 1.1), (100.0, 100 / 1.1), (1000.0, 1100.0)], 1.0, 1.1),
    ],
)
def test_growth_finds_the_power_and_how_far_off_it_is(
    points: list[tuple[float, float]], power: float, off: float
) -> None:
    assert growth(points) == pytest.approx((power, off), abs=0.001)


def test_the_best_form_is_the_fastest_of_dict() -> None:
    """The form of another peer is ignored, and the median decides, not the minimum."""
    slow, fast = [1.0] * 2 + [9.0] * 3, [5.0] * 5
    forms = {"dict: slow": slow, "dict: fast": fast, "llist: nested": [0.1] * 5}
    assert best_form(forms) == "dict: fast"


def test_saved_figures_are_loaded_again(tmp_path: Path) -> None:
    """All figures are saved, and no line of the file is a single number."""
    file = tmp_path / "there" / "figures.json"
    saved = made_up()
    save(saved, file)
    assert load(file) == saved
    lines = file.read_text("utf-8").splitlines()
    assert not [line for line in lines if line.strip().rstrip(",").replace(".", "").isdigit()]
    assert not [line for line in lines if line != line.rstrip()]


@pytest.mark.parametrize(("median", "met"), [(1.24, True), (1.25, True), (1.26, False)])
def test_a_goal_is_met_by_the_median(median: float, met: bool) -> None:
    """The median counts, not the spread, and may equal the bound."""
    spread = [0.0, 0.0, median, 9.0, 9.0]
    assert Goal("at hit", "10", DICT, 1.25, spread).met is met


def test_goals_that_are_missed_are_those_of_the_file(golden: Golden) -> None:
    """Of each build, by so many times; the interpreted one has fewer goals, and its limits are higher."""
    missed = (
        f"{build}, {times} times: {goal.what} of {goal.size} beside {goal.beside}\n"
        for build in (NATIVE, INTERPRETED)
        for times in (0.1, 0.21, 0.31, 1.0, 1.1, 1.5, 1.51, 2.0, 8.01)
        for goal in goals(made_up(times, build))
        if not goal.met
    )
    golden("goals.txt", "".join(missed))


def test_wide_ids_and_pivots_have_ratios_of_their_own() -> None:
    """These ratios are also computed repetition by repetition."""
    repetitions = {
        (SPARSE, "10", STABLE): [(1.0,), (1.0,)],
        (SPARSE, "10", WIDE): [(3.0,), (30.0,)],
        (SPARSE, "10", DICT): [(2.0,), (20.0,)],
        (COLLIDERS, "10", TRAVERSE): [(1.0,), (1.0,)],
        (COLLIDERS, "10", PIVOTS): [(5.0,), (5.0,)],
        (COLLIDERS, "10", "dict: nested"): [(4.0,), (4.0,)],
    }
    found = figures(repetitions, {}, {}, {}, {})
    assert found.variants[SPARSE]["10"][DICT] == percentiles([1.5, 1.5])
    assert found.variants[COLLIDERS]["10"]["dict: nested"] == percentiles([1.25, 1.25])
    assert found.ratios[COLLIDERS]["10"]["dict: nested"] == percentiles([0.25, 0.25])


def test_bytes_are_those_of_the_container_and_of_the_keys_that_are_kept() -> None:
    """Only large sizes are compared, because a few elements do not fill the initial space."""
    found = made_up(1.0)
    found.memory[STABLE]["10000"] = [20.0, 30.0, 1.0]
    found.memory[DICT]["10000"] = [40.0, 0.0, 1.0]
    of_bytes = [goal for goal in goals(found) if goal.what == "bytes"]
    assert [(goal.size, goal.beside, goal.median, goal.met) for goal in of_bytes] == [
        ("10000", DICT, 1.25, False)
    ]


def test_traverse_is_compared_with_the_best_form() -> None:
    """The form that is fastest in the same run."""
    found = made_up(1.0)
    found.times[COLLIDERS]["1000"]["dict: slices"] = [1e-4] * 5
    beside = [goal.beside for goal in goals(found) if goal.what == "traverse"]
    assert beside == ["dict: slices"]


def test_the_summary_says_where_a_goal_is_missed() -> None:
    """It also shows the worst ratio."""
    found = made_up(1.0)
    found.ratios["remove"]["100"][DICT] = [1.4] * 5
    rows = [row for row in TABLES["summary"](found).splitlines() if row.startswith("| remove |")]
    assert rows == ["| remove | 1.00 | 1.40 (1.40 to 1.40) | **missed** at 100 |"]
