"""Panels: what is shown of the moment that matters, and what is marked there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report.panels import Panel, changes, panels
from stablelist_conformance.report.playback import Live, playback, played
from stablelist_spec.core.picture import VACANT, Cell, Picture, Row
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from stablelist_spec.systems.stable_list.state import State

from .test_report_samples import OPEN, SILENT, SMALL, TRUNCATION, counterexample


def shown(sample: Counterexample) -> list[Panel]:
    """The panels of a counterexample."""
    moment = played(sample)
    assert moment is not None
    return panels(sample, moment)


def test_cells_that_change_are_marked() -> None:
    """Truncation drops and relinks cells; what stays the same is not marked."""
    moment = played(TRUNCATION)
    assert moment is not None
    assert isinstance(moment.before, State)
    assert isinstance(moment.after, State)
    both = zip(moment.before.cells, moment.after.cells, strict=False)
    relinked = {position for position, (old, new) in enumerate(both) if old != new}
    dropped = set(range(moment.after.opened, moment.before.opened))
    assert [panel.marks for panel in panels(TRUNCATION, moment)] == [{0: relinked | dropped}] * 2
    assert dropped
    assert relinked


def test_without_a_change_the_named_cells_are_marked() -> None:
    """An operation that only looks is shown where it looks, once."""
    looking = counterexample(
        "layout id_bits=2 index_bits=0 : add add at:1 at:#0.9 at:#-1.0 at:#5.0 len"
    )
    seen = [panels(replace(looking, at=moment.number), moment) for moment in playback(looking)]
    assert [[panel.marks for panel in one] for one in seen][2:] == [
        [{0: {1}}],
        [{0: {0}}],
        [{0: set()}],
        [{0: set()}],
        [{0: set()}],
    ]


def test_each_row_has_marks_of_its_own() -> None:
    """A removal from a sparse set moves the last key, and both rows tell; an untouched row is not named."""
    before = Picture(rows=[row("b", "c"), row("0", "1"), row("x")])
    after = Picture(rows=[row("c"), Row(4, [VACANT, Cell(True, "0")]), row("x")])
    assert changes(before, after) == {0: {0, 1}, 1: {0, 1}}


def test_a_row_may_come_and_go() -> None:
    """A container that keeps its elements in blocks shows one more of them."""
    before, after = Picture(rows=[row("a")]), Picture(rows=[row("a"), row("b", "c")])
    assert changes(before, after) == changes(after, before) == {1: {0, 1}}


def row(*words: str) -> Row:
    """A row of live cells."""
    return Row(4, [Cell(True, word) for word in words])


def test_live_keys_that_change_are_marked() -> None:
    """They are one row."""
    assert changes(Live({0: 0, 1: 1}), Live({1: 5, 2: 2})) == {0: {0, 1, 2}}


def test_costs_are_seen_at_their_level_alone() -> None:
    """At layout level, costs are not asked for."""
    at_cost, at_layout = shown(TRUNCATION)[0].shown, shown(SMALL)[0].shown
    assert isinstance(at_cost, Picture)
    assert isinstance(at_layout, Picture)
    assert (at_cost.costs["moved"], at_layout.costs) == (12, {})


def test_without_an_operation_to_blame_the_end_is_shown() -> None:
    """Nothing is marked there."""
    end = Live({2: 2}, frozenset({0, 1}))
    assert shown(SILENT) == [Panel("at the end of the program", end)]
    assert isinstance(shown(OPEN)[0].shown, Live)


def test_a_system_without_a_picture_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a heading."""
    monkeypatch.setitem(SYSTEMS, "stablelist", replace(STABLE_LIST, picture=None))
    assert shown(SMALL) == []
