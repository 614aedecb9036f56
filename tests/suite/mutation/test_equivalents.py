"""The list of equivalents: each entry is of today's source, once, with its reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from mutation.equivalents import equivalents, listed, matches
from mutation.evaluated import evaluated
from mutation.mutants import Change
from mutation.packages import PACKAGES

LISTED = equivalents()
MODULES = sorted({(entry.package, entry.module) for entry in LISTED})


def test_every_entry_is_a_mutant_of_today() -> None:
    """When a line is edited, what was said of it has to be thought of again."""
    for package, module in MODULES:
        source = PACKAGES[package].path(module).read_text(encoding="utf-8")
        found = list(matches(listed(package, module), source))
        assert {mutant.change for mutant in found} == listed(package, module)
        assert all(evaluated(mutant.source) != evaluated(source) for mutant in found)


def test_nothing_is_listed_twice() -> None:
    """One mutant, one reason."""
    counts = Counter(entry[:3] for entry in LISTED)
    assert [entry for entry, count in counts.items() if count > 1] == []


def test_every_entry_has_one_line_of_reason() -> None:
    """A sentence."""
    assert [
        entry for entry in LISTED if not entry.reason.endswith(".") or "\n" in entry.reason
    ] == []


def test_entry_is_found_by_what_it_says() -> None:
    """In its definition, wherever that stands; every mutant that says the same, and no other."""
    source = "def f(a):\n    return 1 + (\n        a\n    )\n\n\ndef g(a):\n    return 1 + a\n"
    first = Change("f", "return 1 + (", "return 2 + (")
    whole = Change("f", "return 1 + ( a )", "return None")
    assert [m.change for m in matches({first, whole}, source)] == [first, whole]
    assert list(matches({first._replace(definition="g")}, source)) == []
    assert list(matches({first._replace(after="return 3 + (")}, source)) == []


def test_list_is_read(tmp_path: Path) -> None:
    """By package and module."""
    path = tmp_path / "equivalents.toml"
    path.write_text(
        "[[spec.state]]\ndefinition = 'f'\nbefore = 'a'\nafter = 'b'\nreason = 'Alike.'\n",
        encoding="utf-8",
    )
    assert equivalents(path) == [("spec", "state", ("f", "a", "b"), "Alike.")]
