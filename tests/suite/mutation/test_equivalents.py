"""The list of equivalents: each entry is a current mutant, listed once, with its reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mutation.equivalents import equivalents, listed
from mutation.mutants import mutants
from mutation.packages import PACKAGES
from mutation.table import as_entry
from stablelist_proofs.edits import Edit

LISTED = equivalents()
MODULES = sorted({(entry.package, entry.module) for entry in LISTED})


@pytest.mark.parametrize(("package", "module"), MODULES)
def test_every_entry_is_a_mutant_of_today(package: str, module: str) -> None:
    """If a piece is edited, its entry is out of date, and the reason has to be reconsidered."""
    source = PACKAGES[package].path(module).read_text(encoding="utf-8")
    assert listed(package, module) - set(mutants(source)) == set()


def test_nothing_is_listed_twice() -> None:
    """Each mutant has one reason."""
    counts = Counter(entry[:3] for entry in LISTED)
    assert [entry for entry, count in counts.items() if count > 1] == []


def test_every_entry_has_one_line_of_reason() -> None:
    """The reason is one sentence."""
    assert [
        entry for entry in LISTED if not entry.reason.endswith(".") or "\n" in entry.reason
    ] == []


def test_survivor_is_shown_as_the_entry_that_would_list_it(tmp_path: Path) -> None:
    """This includes modules in a sub-folder."""
    path = tmp_path / "equivalents.toml"
    mutant = Edit(within="f", before="a < b", after="a <= b")
    for module in ("state", "dyadic.state"):
        path.write_text(as_entry("spec", module, mutant), encoding="utf-8")
        assert equivalents(path) == [("spec", module, mutant, "")]


def test_entry_is_matched_as_a_syntax_tree(tmp_path: Path) -> None:
    """The layout of the source does not matter; package and module do."""
    path = tmp_path / "equivalents.toml"
    path.write_text(
        "[[spec.state]]\nedit = ['f', 'if (a):  return', 'if a: pass']\nreason = 'Alike.'\n",
        encoding="utf-8",
    )
    mutant = Edit(within="f", before="if a:\n    return", after="if a:\n    pass")
    assert equivalents(path) == [("spec", "state", mutant, "Alike.")]
    assert mutant in mutants("def f(a):\n    if a: return\n")
