"""The criteria of chapter 3, decided from models: what each check sees, and that the page shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from stablelist_proofs.criteria.confusion import Severity
from stablelist_proofs.criteria.findings import Findings, findings
from stablelist_proofs.criteria.releases import RELEASES
from stablelist_proofs.criteria.table import PAGE, cells, contents, main
from stablelist_proofs.criteria.thesis import CONDITIONS, EXPLAINED, ROWS, Row
from stablelist_proofs.marked import filled
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.systems import SYSTEMS

SLAB = SYSTEMS["lifo-slab"]
STABLE_LIST = SYSTEMS["stablelist"]

Change = Callable[[Operation, StepOf[Any, object], Any], StepOf[Any, object]]


def with_defect(name: str, change: Change) -> Findings:
    """The findings of a system whose steps are changed; a change is given the state before the step."""
    system = SYSTEMS[name]

    def step(state: Any, operation: Operation) -> StepOf[Any, object]:
        assert system.step is not None
        return change(operation, system.step(state, operation), state)

    return findings(replace(system, step=step))


def test_a_slab_confuses_keys_once_its_space_is_reused() -> None:
    """The example of the thesis, found as the shortest program."""
    found = findings(SLAB)
    assert [str(each.severity) for each in found.confusions] == ["rM-rI"]
    assert (found.confusions[0].program, found.confusions[0].found) == ("add remove:0 add", 1)
    assert found.accesses
    assert found.reuses
    assert found.burst is not None
    assert not found.burst.truncates


def test_a_stable_list_is_immune_until_its_ids_start_over() -> None:
    """With ids of one bit, the third insertion has the id of the first."""
    found = findings(STABLE_LIST)
    assert found.severity == Severity.IMMUNE
    assert found.narrow is not None
    assert found.narrow.program == "add remove:0 add remove:1 add"
    assert found.burst is not None
    assert (found.burst.peak, found.burst.oldest_left, found.burst.youngest_left) == (64, 4, 64)
    assert found.burst.visited == 4


def test_missing_access_is_found() -> None:
    """A container whose removals hand nothing out has no access as the criterion means it."""

    def silent(operation: Operation, step: StepOf[Any, object], _: Any) -> StepOf[Any, object]:
        return step._replace(answer=None) if operation.name == "remove" else step

    assert not with_defect("lifo-slab", silent).accesses


def test_missing_reuse_is_found() -> None:
    """A slab that forgets its vacancies opens a cell for every insertion."""

    def forgetful(operation: Operation, step: StepOf[Any, object], _: Any) -> StepOf[Any, object]:
        state = step.state._replace(head=None) if operation.name == "remove" else step.state
        return step._replace(state=state)

    found = with_defect("lifo-slab", forgetful)
    assert found.reuses is False
    assert found.severity == Severity.IMMUNE


def test_confusion_is_found() -> None:
    """A list that compares no ids confuses keys as a slab does."""

    def careless(
        operation: Operation, step: StepOf[Any, object], state: Any
    ) -> StepOf[Any, object]:
        key = operation.operands.get("key")
        if operation.name != "at" or not isinstance(key, Key) or key.index >= len(state.cells):
            return step
        return step._replace(answer=getattr(state.cells[key.index], "element", None))

    found = with_defect("stablelist", careless)
    assert [each.program for each in found.confusions] == ["add remove:0 add"]


def test_lost_elements_are_found() -> None:
    """A look-up that finds no live element of a higher index is a confusion of the grave kind."""

    def short(operation: Operation, step: StepOf[Any, object], _: Any) -> StepOf[Any, object]:
        key = operation.operands.get("key")
        lost = operation.name == "at" and isinstance(key, Key) and key.index == 1
        return step._replace(answer=None) if lost else step

    found = with_defect("stablelist", short)
    assert (found.confusions[0].severity, found.confusions[0].program) == (
        Severity.SHIFT,
        "add add",
    )
    assert not found.accesses


def after_sorting(change: Callable[[Any, Any, int], Any]) -> Change:
    """A change to the state after a sort, given also the state before it, and the number by which is divided."""

    def changed(
        operation: Operation, step: StepOf[Any, object], before: Any
    ) -> StepOf[Any, object]:
        sorts = operation.name == "sort"
        return (
            step._replace(state=change(step.state, before, operation["modulus"])) if sorts else step
        )

    return changed


def ties_reversed(after: Any, _: object, modulus: int) -> Any:
    """The last of several equal elements comes first."""
    cells = sorted(after.cells, key=lambda cell: (cell.element % modulus, -cell.element))
    return after._replace(cells=tuple(cells))


def last_left(after: Any, before: Any, _: int) -> Any:
    """The last element stays where it is."""
    last = before.cells[-1:]
    return after._replace(cells=(*(cell for cell in after.cells if cell not in last), *last))


@pytest.mark.parametrize(
    "change", [lambda _, before, __: before, ties_reversed, last_left], ids=["not", "ties", "last"]
)
def test_order_that_was_not_asked_for_is_found(change: Callable[[Any, Any, int], Any]) -> None:
    """A vector does not count as sortable if an iteration shows its elements in another order."""
    found = with_defect("vec", after_sorting(change)).sorting
    assert found is not None
    assert not found.sorts


def elements_moved(after: Any, _: object, __: int) -> Any:
    """The elements are put into the cells in the order of the vector, so that keys find others."""
    elements = iter([after.cells[slot] for slot in after.order])
    cells = (next(elements) if i in after.order else cell for i, cell in enumerate(after.cells))
    return after._replace(cells=tuple(cells), order=tuple(sorted(after.order)))


def test_keys_that_a_sort_misleads_are_found() -> None:
    """The order is right, but keys find other elements; in the model itself, none does."""
    found = with_defect("shared-vec", after_sorting(elements_moved))
    assert found.sorting is not None
    assert found.sorting.confusion is not None
    assert (found.sorting.sorts, found.sorting.confusion.program) == (True, "add add add sort:2")
    assert found.confusions[0].severity is Severity.SHIFT
    right = findings(SYSTEMS["shared-vec"]).sorting
    assert right == ("sort", True, None)


def test_models_sort_as_the_releases_do() -> None:
    """A row is sortable if its release has a method for it."""
    sortable = {
        row.name
        for row in ROWS
        for cell in cells(row)
        if (cell.criterion, cell.model) == ("sorting", "yes")
    }
    assert sortable == {name for name, release in RELEASES.items() if release.sorts}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_differences_are_explained(row: Row) -> None:
    """Each difference from table 3.2 has an explanation, and nothing else has one."""
    differing = {(row.name, cell.criterion) for cell in cells(row) if cell.differs}
    assert differing == {key for key in EXPLAINED if key[0] == row.name}


def test_conditions_are_shown_beside_their_cells() -> None:
    """Each condition belongs to a cell, which the table marks."""
    marked = {
        (row.name, cell.criterion) for row in ROWS for cell in cells(row) if str(cell).endswith("†")
    }
    assert marked == set(CONDITIONS)


def test_page_shows_the_tables() -> None:
    """`make table` would not change the page."""
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page, contents()) == page


def test_command_prints_the_tables(
    capsys: pytest.CaptureFixture[str], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes them into the page as well."""
    copy = tmp_path / "page.md"
    copy.write_text("<!-- derived -->\n<!-- /derived -->\n", encoding="utf-8")
    monkeypatch.setattr("stablelist_proofs.criteria.table.PAGE", copy)
    assert main() == 0
    printed = capsys.readouterr().out
    assert "| StableList" in printed
    assert "| StableList" in copy.read_text(encoding="utf-8")
