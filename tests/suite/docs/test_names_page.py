"""The names of StableList, and of the dict beside it, exist."""

import re
from collections.abc import Iterator

import stablelist

from .pages import ROOT

TEXT = (ROOT / "docs/names.md").read_text("utf-8")
ROWS = [re.split(r" *\| *", line)[1:-1] for line in TEXT.splitlines() if line[:2] == "| "]


def names(column: int) -> Iterator[str]:
    """The names of methods and classes in a column; operators and expressions are none."""
    for row in ROWS[1:]:
        yield from re.findall(r"`([a-zA-Z_]+)(?:\(\))?`", row[column])


def test_names_of_the_list_exist() -> None:
    """In the package or in the class."""
    for name in {*names(0)} - {"index", "id"}:
        assert hasattr(stablelist, name) or hasattr(stablelist.StableList, name), name
    assert len({*names(0)}) > 25


def test_names_of_dict_exist() -> None:
    found = {*names(1)}
    assert len(found) >= 6
    assert all(hasattr(dict, name) for name in found)
