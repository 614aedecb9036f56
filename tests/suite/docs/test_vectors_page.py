"""The page on vectors: every starter has the function that the page names."""

import re

import pytest

from stablelist_conformance.cli.starter import OTHERS, STARTERS, starters
from suite.docs.pages import ROOT

ROW = re.compile(
    r"^\| [^|]+ \| `([^`]+)`[^|]* in `(starter\.[a-z]+|Starter\.java)` \|", re.MULTILINE
)
FUNCTIONS = ROW.findall((ROOT / "docs" / "vectors.md").read_text(encoding="utf-8"))


def test_every_language_has_a_row() -> None:
    """There are as many functions as starters."""
    assert len(FUNCTIONS) == len(starters()) == len({name for _, name in FUNCTIONS})


@pytest.mark.parametrize(("function", "name"), FUNCTIONS)
def test_starter_has_the_function(function: str, name: str) -> None:
    (path,) = (each for each in STARTERS.rglob(name) if OTHERS not in each.parents)
    assert function in path.read_text(encoding="utf-8")
