"""The page on vectors: every starter has the function that the page names, and it lists the systems."""

import re

import pytest

from stablelist_conformance.cli.starter import OTHERS, STARTERS, starters
from stablelist_spec.systems import SYSTEMS
from suite.docs.pages import ROOT

ROW = re.compile(
    r"^\| [^|]+ \| `([^`]+)`[^|]* in `(starter\.[a-z]+|Starter\.java)` \|", re.MULTILINE
)
PAGE = (ROOT / "docs" / "vectors.md").read_text(encoding="utf-8")
FUNCTIONS = ROW.findall(PAGE)


def test_every_language_has_a_row() -> None:
    """There are as many functions as starters, some of which serve two languages."""
    own = [starter for starter in starters().values() if starter.beside is None]
    assert len(FUNCTIONS) == len(own) == len({name for _, name in FUNCTIONS})


@pytest.mark.parametrize(("function", "name"), FUNCTIONS)
def test_starter_has_the_function(function: str, name: str) -> None:
    (path,) = (each for each in STARTERS.rglob(name) if OTHERS not in each.parents)
    assert function in path.read_text(encoding="utf-8")


def test_page_lists_the_systems() -> None:
    with_files = sorted(name for name, each in SYSTEMS.items() if not each.covered_by)
    _, table = PAGE.split("| containers | systems |\n")
    assert sorted(re.findall("`([a-z-]+)`", table.partition("\n\n")[0])) == with_files
