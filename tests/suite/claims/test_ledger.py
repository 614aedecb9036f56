"""The ledger is complete and consistent, and the page is made of it."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from suite.claims.audit import complaints, leads_nowhere
from suite.claims.ledger import CLAIMS, HERE, Claim, Verdict, checks, read
from suite.claims.listings import FOLDER
from suite.claims.page import PAGE, refreshed

GOOD = Claim("thesis", 1, "good", "2.4", "It is good.", Verdict.TESTED, "", ())


def test_nothing_is_wrong() -> None:
    """Every claim has a check or a reason, and every check a claim."""
    assert list(complaints(read(), checks())) == []


def test_every_test_names_its_claim() -> None:
    """In this folder, but for those of the ledger itself."""
    for path in HERE.glob("test_*.py"):
        if path.name == "test_ledger.py":
            continue
        functions = [
            each
            for each in ast.parse(path.read_text("utf-8")).body
            if isinstance(each, ast.FunctionDef)
        ]
        named = {test.partition("::")[2] for tests in checks().values() for test in tests}
        assert {each.name for each in functions if each.name.startswith("test_")} <= named


def test_every_listing_is_refuted() -> None:
    """Each port is named by a test, which lets the kit refute it."""
    text = (HERE / "test_listings.py").read_text("utf-8")
    for path in FOLDER.glob("*.py"):
        assert f'refutation("{path.stem}' in text or path.stem in ("described", "spoken")


@pytest.mark.parametrize(
    ("claims", "tests", "wrong"),
    [
        ([GOOD], {"good": ["a::b"]}, []),
        ([GOOD], {}, ["good: it has no check"]),
        ([], {"good": ["a::b"]}, ["good is checked, but no claim"]),
        ([replace(GOOD, verdict=Verdict.NOT_CHECKABLE, found="No.")], {}, []),
        ([replace(GOOD, verdict=Verdict.NOT_CHECKABLE)], {}, ["good: it is not checkable, but nothing says why"]),
        (
            [replace(GOOD, verdict=Verdict.NOT_CHECKABLE, found="The text contradicts itself.")],
            {},
            ["good: a statement that its own text contradicts is refuted"],
        ),
        ([replace(GOOD, verdict=Verdict.NOT_CHECKABLE, found="No.")], {"good": ["a::b"]}, ["good: it has a check"]),
        ([replace(GOOD, verdict=Verdict.REFUTED)], {"good": ["a::b"]}, ["good: it is refuted, but nothing says why"]),
        ([replace(GOOD, verdict=Verdict.PROVED)], {"good": ["a::b"]}, ["good: it is proved, but by no property"]),
        (
            [replace(GOOD, verdict=Verdict.MEASURED)],
            {"good": ["a::b"]},
            ["good: it is measured, but no page has figures"],
        ),
        (
            [GOOD, replace(GOOD, name="other")],
            {"good": ["a::b"], "other": ["c::d"]},
            ["It is good. is said by two claims"],
        ),
        (
            [GOOD, replace(GOOD, name="other", says="It is better.")],
            {"good": ["a::b"], "other": ["a::b"]},
            ["a::b checks two claims"],
        ),
        ([replace(GOOD, by=("property:none",))], {}, ["good: property:none leads nowhere"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_noticed(
    claims: list[Claim], tests: dict[str, list[str]], wrong: list[str]
) -> None:
    """One planted mistake at a time."""
    assert list(complaints(claims, tests)) == wrong


@pytest.mark.parametrize(
    ("reference", "nowhere"),
    [
        ("property:live_key_resolves", False),
        ("property:dead_key_resolves", True),
        ("scope:stablelist explore --positions 8", False),
        ("scope:stablelist explore --positions 7", True),
        ("make test", False),
        ("make nothing", True),
        ("tests/suite/claims/test_ledger.py::test_nothing_is_wrong", False),
        ("tests/suite/claims/test_ledger.py::test_nothing", True),
        ("tests/suite/claims/none.py::test_nothing_is_wrong", True),
        ("rulings.md#r1-sizes", False),
        ("rulings.md#r99", True),
        ("none.md#r1-sizes", True),
    ],
)
def test_reference_leads_somewhere_or_not(reference: str, nowhere: bool) -> None:
    """One of each kind, and one that does not exist."""
    assert leads_nowhere(reference) is nowhere


def test_page_is_made_of_the_ledger() -> None:
    """`make claims` leaves it as it is."""
    page = PAGE.read_text("utf-8")
    assert refreshed(page) == page


def test_names_are_distinct() -> None:
    """No claim hides another."""
    assert len(CLAIMS) == len(list(read()))
