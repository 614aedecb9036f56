"""The page on vectors: every starter has the function that the page names."""

from __future__ import annotations

import re

import pytest

from suite.docs.pages import ROOT

STARTERS = ROOT / "tests" / "stablelist_conformance" / "starters"
ROW = re.compile(
    r"^\| [^|]+ \| `([^`]+)`[^|]* in `(starter\.[a-z]+|Starter\.java)` \|", re.MULTILINE
)
FUNCTIONS = ROW.findall((ROOT / "docs" / "vectors.md").read_text(encoding="utf-8"))


def test_every_language_has_a_row() -> None:
    """There are as many functions as starters."""
    folders = [
        path for path in STARTERS.iterdir() if (path.is_dir() and path.name != "__pycache__")
    ]
    assert len(FUNCTIONS) == len(folders) == len({name for _, name in FUNCTIONS})


@pytest.mark.parametrize(("function", "name"), FUNCTIONS)
def test_starter_has_the_function(function: str, name: str) -> None:
    (path,) = STARTERS.rglob(name)
    assert function in path.read_text(encoding="utf-8")
