"""The criteria of chapter 3, decided from models: what each check sees, and that the page shows it."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from stablelist_proofs.criteria.confusion import Severity
from stablelist_proofs.criteria.findings import Findings, findings
from stablelist_proofs.criteria.releases import RELEASES
from stablelist_proofs.criteria.table import PAGE, cells, contents, derived, main
from stablelist_proofs.criteria.thesis import CONDITIONS, EXPLAINED, ROWS, Row
from stablelist_proofs.marked import filled
from stablelist_spec.parts.model import Model
from stablelist_spec.parts.reading import at
from stablelist_spec.parts.slots import Lifo
from stablelist_spec.systems import SYSTEMS, shared_vec, vec
from suite.planting import edited

SLAB = SYSTEMS["lifo-slab"]
STABLE_LIST = SYSTEMS["stablelist"]


def with_defect(name: str, function: Callable[..., Any], before: str, after: str) -> Findings:
    """The findings of a system while a function is edited, by shorter programs than the page is written from."""
    with edited(function, before, after), pytest.MonkeyPatch.context() as patch:
        patch.setattr("stablelist_proofs.criteria.findings.LENGTH", 5)
        return findings(SYSTEMS[name])


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
    kept = "state if element is None else self.vacate(state, key.index)"
    found = with_defect(
        "lifo-slab", Model.remove, f"StepOf({kept}, element)", f"StepOf({kept}, None)"
    )
    assert not found.accesses


def test_missing_reuse_is_found() -> None:
    """A slab that forgets its vacancies opens a cell for every insertion."""
    given = "cells=put(state.cells, slot, Not(state.head))"
    found = with_defect(
        "lifo-slab",
        Lifo.given,
        f"state._replace(head=slot, {given})",
        f"state._replace(head=None, {given})",
    )
    assert found.reuses is False
    assert found.severity == Severity.IMMUNE


def test_confusion_is_found() -> None:
    """A list that compares no ids confuses keys as a slab does."""
    careless = "getattr(dict(enumerate(state.cells)).get(key.index), 'element', None)"
    found = with_defect("stablelist", at, "found(state, key)", careless)
    assert [each.program for each in found.confusions] == ["add remove:0 add"]


def test_lost_elements_are_found() -> None:
    """A look-up that finds no live element of a higher index is a confusion of the grave kind."""
    found = with_defect(
        "stablelist", at, "found(state, key)", "None if key.index == 1 else found(state, key)"
    )
    assert (found.confusions[0].severity, found.confusions[0].program) == (
        Severity.SHIFT,
        "add add",
    )
    assert not found.accesses


RANKS: Final = "[element % modulus for _, element in items(state)]"
SORTED: Final = "state._replace(order=order, cost=cost)"


@pytest.mark.parametrize(
    "wrong",
    [
        "[0 for _ in items(state)]",
        "[(element % modulus, -element) for _, element in items(state)]",
        "[*(element % modulus for _, element in items(state)[:-1]), 9]",
    ],
    ids=["not", "ties", "last"],
)
def test_order_that_was_not_asked_for_is_found(wrong: str) -> None:
    """A vector does not count as sortable if an iteration shows its elements in another order."""
    found = with_defect("vec", vec.sort, RANKS, wrong).sorting
    assert found is not None
    assert not found.sorts


def test_keys_that_a_sort_misleads_are_found() -> None:
    """The order is right, but keys find other elements; in the model itself, none does."""
    moved = (
        "state._replace(order=tuple(sorted(order)), cost=cost, cells=tuple("
        "state.cells[dict(zip(sorted(order), order)).get(at, at)] for at in range(len(state.cells))))"
    )
    found = with_defect("shared-vec", shared_vec.sort, SORTED, moved)
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
    """It writes them into the page as well; what all say is compared with the page itself."""
    copy = tmp_path / "page.md"
    copy.write_text("<!-- derived -->\n<!-- /derived -->\n", encoding="utf-8")
    monkeypatch.setattr("stablelist_proofs.criteria.table.PAGE", copy)
    monkeypatch.setattr("stablelist_proofs.criteria.table.contents", lambda: {"derived": derived})
    assert main() == 0
    printed = capsys.readouterr().out
    assert "| StableList" in printed
    assert "| StableList" in copy.read_text(encoding="utf-8")
