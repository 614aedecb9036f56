"""docs/proofs.md states how much of the formulas is compared with the model; a run compares as much."""

from __future__ import annotations

import re
from typing import Final

import pytest

from stablelist_proofs.core.comparing.comparison import LARGE
from stablelist_proofs.core.comparing.diving import dived
from stablelist_proofs.core.comparing.tie import combined, explored, forged, wandered
from stablelist_proofs.prove import CHECKED, Options, checks_of
from stablelist_proofs.systems.dyadic import tie as beside
from stablelist_proofs.systems.dyadic import ties as dyadic
from stablelist_proofs.systems.stable_list.clauses import judged
from stablelist_proofs.systems.stable_list.repaired import repaired
from stablelist_proofs.systems.stable_list.starting import started
from stablelist_proofs.systems.stable_list.tie import SCOPES, STABLE_LIST
from stablelist_proofs.systems.stable_list.ties import JUDGED, TIES, WIDER, tied
from suite.docs.pages import ROOT

pytestmark = pytest.mark.slow

PAGE: Final = (ROOT / "docs/proofs.md").read_text(encoding="utf-8")
PART: Final = PAGE[PAGE.index("### How the formulas are compared") : PAGE.index("## Exploration:")]


def row(title: str) -> str:
    """A row of the table."""
    (found,) = re.findall(rf"^\| \*{re.escape(title)}\*.*$", PART, re.MULTILINE)
    return str(found)


def test_every_comparison_of_a_run_has_a_row() -> None:
    """Sizes are compared together with new lists."""
    kinds = {each.kind for each in checks_of("", Options())} - {*CHECKED}
    assert kinds == {*TIES, "wandered"}
    assert len(re.findall(r"^\| \*", PART, re.MULTILINE)) == len(kinds) + 1


def test_new_lists_are_as_many_as_the_page_says() -> None:
    """The same holds for the sizes."""
    done = started()
    assert f"| {done.lists:,} lists |" in row("New lists")
    assert f"| {done.sizes:,} combinations, of which {done.lawful:,} " in row("Sizes of new lists")


def test_the_long_program_goes_as_far_as_the_page_says() -> None:
    done, text = dived(system=STABLE_LIST), row("One long program for each mode")
    assert f"| {done.steps:,} transitions |" in text
    assert f"in {done.deepest} halvings, and one of {done.largest:,} by" in text
    assert f"in {done.shrunk};" in text
    assert done.reserved == 2**40
    assert "2⁴⁰ elements" in text
    assert f"up to {done.largest:,} cells and up to {done.deepest} halvings" in PAGE


def test_the_mended_rule_is_run_as_long_as_the_page_says() -> None:
    """The number of times that memory is given back is compared as well."""
    done, text = repaired(), row("The mended rule")
    assert (
        f"{done.operations:,} operations, in which memory is given back {done.given_back} times"
        in text
    )


def test_the_container_does_as_much_as_the_page_says() -> None:
    (steps, space, halvings) = re.findall(r"[\d,]*\d", tied("accompanied", 0))[:3]
    text = row("The container")
    assert f"| {steps} operations |" in text
    assert f"spaces of up to {space} cells, up to {halvings} halvings" in text
    assert f"{steps} operations in each run" in PAGE


@pytest.mark.soak
def test_layouts_are_compared_as_the_page_says() -> None:
    """The figures of all scopes are added up."""
    moves = sum(explored(scope, system=STABLE_LIST).steps for scope in SCOPES)
    assert f"| {moves:,} transitions |" in row("Moves")
    foreign = sum(explored(scope, moves=forged, system=STABLE_LIST).steps for scope in WIDER)
    assert f"| {foreign:,} operations |" in row("Keys that are not live")
    several = sum(explored(scope, moves=combined, system=STABLE_LIST).steps for scope in WIDER)
    assert f"| {several:,} operations |" in row("Operations that consist of others")


@pytest.mark.soak
def test_random_programs_go_as_far_as_the_page_says() -> None:
    """The run uses the two seeds of a run with two processes."""
    done = [
        wandered(check.amount, check.number, system=STABLE_LIST)
        for check in checks_of("", Options(jobs=2))
        if check.kind == "wandered"
    ]
    assert len(done) == 2
    text = row("Random programs")
    steps, large = sum(each.steps for each in done), sum(each.large for each in done)
    assert f"| {steps:,} transitions, {large:,} of them in spaces of at least {LARGE}" in text
    assert f"spaces of up to {max(each.largest for each in done):,} cells" in text
    assert f"up to {max(each.deepest for each in done)} halvings" in text
    assert f"`reserve` for up to {max(each.reserved for each in done):,} elements" in text


def test_other_modes_are_compared_as_the_page_says() -> None:
    """The other modes have fewer states."""
    text = row("Clauses and predicates")
    for scope, damage in JUDGED[2:]:
        done = judged(scope, damage=damage)
        assert damage or f"{done.layouts:,}" in text
    damaged = sum(judged(scope).damaged for scope, damage in JUDGED[1:] if damage)
    assert f"and {damaged:,} damaged states of up to 4 cells" in text


@pytest.mark.soak
def test_damaged_states_are_as_many_as_the_page_says() -> None:
    """The number of changed ghosts is compared as well."""
    done = judged(JUDGED[0][0])
    figures = f"{done.layouts:,} layouts and {done.damaged:,} states with one value damaged"
    assert figures in row("Clauses and predicates")
    assert f"each of {done.ghosts:,} changes" in PAGE


# --- A dyadic list --------------------------------------------------------------------------------

OF_DYADIC: Final = PAGE[PAGE.index("### A dyadic list") : PAGE.index("How to read the counts")]


def test_every_comparison_of_a_dyadic_list_is_on_the_page() -> None:
    """The row says what is compared, as a run prints it."""
    kinds = {each.kind for each in checks_of("dyadic", Options())} - {*CHECKED}
    assert kinds == {*dyadic.TIES, "wandered"}
    assert len(re.findall(r"^\| \*", OF_DYADIC, re.MULTILINE)) == len(kinds)


@pytest.mark.parametrize(
    ("kind", "number"),
    [("dived", 0), ("started", 0), ("clauses", 1), ("masked", 1), ("masked_programs", 0)],
)
def test_a_dyadic_list_is_compared_as_the_page_says(kind: str, number: int) -> None:
    """Every figure that the comparison prints is on the page."""
    figures = re.findall(r"\d[\d,]*,\d{3}", dyadic.tied(kind, number))
    assert figures
    assert [figure for figure in figures if figure not in OF_DYADIC] == []


def test_layouts_of_a_dyadic_list_are_as_many_as_the_page_says() -> None:
    """There is a number for each mode; the first row is their sum."""
    transitions = sum(explored(scope, system=beside.DYADIC).steps for scope in beside.SCOPES)
    assert f"{transitions:,} transitions" in OF_DYADIC
