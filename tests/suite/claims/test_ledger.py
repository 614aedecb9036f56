"""The ledger is complete and consistent, and the page is made of it."""

import ast
from dataclasses import replace
from typing import Any

import pytest

from suite.claims.audit import complaints, leads_nowhere
from suite.claims.instruments import instruments
from suite.claims.ledger import CLAIMS, HERE, Claim, Verdict, checks, read
from suite.claims.listings import FOLDER

GOOD = Claim("thesis", 1, "good", "2.4", "It is good.", Verdict.TESTED, "", ())
UNCHECKED = {"verdict": Verdict.NOT_CHECKABLE}
ON_THE_PAGE: dict[str, Any] = {"topic": "keys", "quote": "it is good"}
USES_A_MODEL = "test_positions.py::test_no_removal_leaves_a_gap"
USES_A_CONTAINER = "test_positions.py::test_lists_that_were_filled_alike_have_the_same_keys"
COMPUTES = "test_engine.py::test_link_and_generation_share_their_bytes"
CRATE = "tests/ports/rust-crates/tests/claims.rs::node_index_has_32_bits"


def test_every_claim_of_the_ledger_is_well_formed() -> None:
    """Every claim has a check or a reason, and every check a claim."""
    assert list(complaints(read(), checks())) == []


def test_every_test_names_its_claim() -> None:
    named = {test.partition("::")[2] for tests in checks().values() for test in tests}
    for path in HERE.glob("test_*.py"):
        if path.name in ("test_asked.py", "test_ledger.py"):
            continue
        functions = [
            each
            for each in ast.parse(path.read_text("utf-8")).body
            if isinstance(each, ast.FunctionDef)
        ]
        assert {each.name for each in functions if each.name.startswith("test_")} <= named


def test_every_listing_is_refuted() -> None:
    """Each port is named by a claim, which has the program."""
    ports = {path.stem for path in FOLDER.glob("*.py")} - {"described", "spoken"}
    assert ports == {each.refuted[0].split()[0] for each in CLAIMS.values() if each.refuted}


@pytest.mark.parametrize(
    ("changed", "tests", "wrong"),
    [
        ({}, [USES_A_MODEL], None),
        ({}, [], "it has no check"),
        ({}, [COMPUTES], "it is tested, but its checks only compute"),
        ({"verdict": Verdict.EXHAUSTED}, [COMPUTES], "it is exhausted, but its checks only compute"),
        ({"verdict": Verdict.RECOMPUTED}, [COMPUTES], None),
        ({"verdict": Verdict.RECOMPUTED}, [USES_A_MODEL], "it is recomputed, but its checks use a model"),
        (UNCHECKED | {"found": "No."}, [], None),
        (UNCHECKED, [], "it is not checkable, but nothing says why"),
        (
            UNCHECKED | {"found": "The text contradicts itself."},
            [],
            "a statement that its own text contradicts is refuted",
        ),
        (UNCHECKED | {"found": "No."}, [COMPUTES], "it has a check"),
        (ON_THE_PAGE | {"verdict": Verdict.REFUTED}, [COMPUTES], "it is refuted, but nothing says why"),
        ({"verdict": Verdict.REFUTED, "found": "No."}, [COMPUTES], "it is refuted, but not on the page"),
        ({"verdict": Verdict.PROVED}, [COMPUTES], "it is proved, but by no property"),
        ({"verdict": Verdict.MEASURED}, [COMPUTES], "it is measured, but no page has figures"),
        (ON_THE_PAGE | {"verdict": Verdict.LISTING, "found": "No."}, [COMPUTES], "it has no fix"),
        ({"fix": "`};`"}, [USES_A_MODEL], "it has a fix, but is no defect of a listing"),
        ({"topic": "weather", "quote": "it is"}, [USES_A_MODEL], "there is no topic weather"),
        ({"topic": "keys"}, [USES_A_MODEL], "it has a topic, but no quotation"),
        ({"quote": "it is"}, [USES_A_MODEL], "it has a quotation, but no topic"),
        ({"rank": 1}, [USES_A_MODEL], "it has a rank, but no topic"),
        (ON_THE_PAGE | {"rank": 1}, [USES_A_MODEL], None),
        ({"crates": ("left-pad",)}, [USES_A_MODEL], "no release of left-pad is named"),
        ({"by": (CRATE,)}, [], "it is checked on crates, but names none"),
        ({"by": (CRATE,), "crates": ("petgraph",)}, [], None),
        ({"by": ("property:none",)}, [], "property:none leads nowhere"),
        ({"verdict": Verdict.RECOMPUTED, "holds": ("2 + 2 == 4",)}, [], None),
        ({"verdict": Verdict.RECOMPUTED, "holds": ("2 + 2 == 5",)}, [], "2 + 2 == 5 is false"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_claim_is_noticed(
    changed: dict[str, Any], tests: list[str], wrong: str | None
) -> None:
    """One planted mistake at a time."""
    found = list(complaints([replace(GOOD, **changed)], {"good": tests} if tests else {}))
    assert found == ([] if wrong is None else [f"good: {wrong}"])


@pytest.mark.parametrize(
    ("claims", "tests", "wrong"),
    [
        ([], {"good": [COMPUTES]}, "good is checked, but no claim"),
        (
            [GOOD, replace(GOOD, name="other")],
            {"good": [USES_A_MODEL], "other": [USES_A_CONTAINER]},
            "It is good. is said by two claims",
        ),
        (
            [GOOD, replace(GOOD, name="other", says="It is better.")],
            {"good": [USES_A_MODEL], "other": [USES_A_MODEL]},
            f"{USES_A_MODEL} checks two claims",
        ),
        (
            [
                replace(GOOD, rank=1, **ON_THE_PAGE),
                replace(GOOD, name="other", says="It is better.", rank=1, **ON_THE_PAGE),
            ],
            {"good": [USES_A_MODEL], "other": [USES_A_CONTAINER]},
            "thesis keys 1 is the rank of two claims",
        ),
    ],
)
def test_what_is_wrong_with_all_of_them_is_noticed(
    claims: list[Claim], tests: dict[str, list[str]], wrong: str
) -> None:
    assert list(complaints(claims, tests)) == [wrong]


@pytest.mark.parametrize(
    ("by", "tests", "found"),
    [
        ((), [COMPUTES], set()),
        ((), [USES_A_MODEL], {"model"}),
        ((), [USES_A_CONTAINER], {"container"}),
        ((), ["test_engine.py::test_order_is_checked_when_a_block_is_freed"], {"model"}),
        ((), ["test_engine.py::test_mapped_memory_takes_room_when_it_is_written"], {"operating system"}),
        ((), ["test_listings.py::test_default_handle_is_the_first"], {"listing"}),
        ((), ["test_languages.py::test_method_that_is_not_called_is_not_compiled"], {"compiler or crate"}),
        ((CRATE,), [], {"compiler or crate"}),
        (("property:live_key_resolves",), [COMPUTES], {"model"}),
        (("rulings.md#r1-sizes",), [], set()),
    ],
)  # fmt: skip
def test_instruments_of_a_check(by: tuple[str, ...], tests: list[str], found: set[str]) -> None:
    """One of each kind; through helpers, fixtures and other modules."""
    assert instruments(replace(GOOD, by=by), tests) == found


@pytest.mark.parametrize(
    ("reference", "nowhere"),
    [
        ("property:live_key_resolves", False),
        ("property:dead_key_resolves", True),
        ("scope:stablelist explore --positions 8", False),
        ("scope:stablelist explore --positions 7", True),
        ("make test", False),
        ("make nothing", True),
        ("tests/suite/claims/test_ledger.py::test_every_claim_of_the_ledger_is_well_formed", False),
        ("tests/suite/claims/test_ledger.py::test_nothing", True),
        ("tests/suite/claims/none.py::test_every_claim_of_the_ledger_is_well_formed", True),
        ("rulings.md#r1-sizes", False),
        ("rulings.md#r99", True),
        ("none.md#r1-sizes", True),
    ],
)
def test_dead_reference_is_noticed(reference: str, nowhere: bool) -> None:
    """One of each kind, and one that does not exist."""
    assert leads_nowhere(reference) is nowhere
