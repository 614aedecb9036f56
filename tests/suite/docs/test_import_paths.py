"""The import paths that pages name: a change of one needs a line in the changelog."""

import re
from pkgutil import resolve_name

import pytest

from suite.docs.pages import ROOT

KIT = "stablelist_conformance"
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "tests" / "README.md"]
PATHS = sorted(
    {
        f"{module}.{name}" if name else module
        for page in PAGES
        for module, names in re.findall(
            rf"\b({KIT}(?:\.\w+)+)(?: import ([\w, ]+))?", page.read_text("utf-8")
        )
        for name in names.split(", ")
    }
)


@pytest.mark.parametrize("path", PATHS)
def test_page_names_import_path_that_exists(path: str) -> None:
    """A module, or something in it."""
    assert resolve_name(path)


def test_pages_name_entry_points_of_kit() -> None:
    """They are what other programs import."""
    assert {
        f"{KIT}.campaign.Campaign",
        f"{KIT}.machine.state_machine",
        f"{KIT}.pytest.testing.conformance_tests",
        f"{KIT}.python.serve",
    } <= set(PATHS)
