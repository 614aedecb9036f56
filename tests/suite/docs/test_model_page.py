"""docs/model.md lists what there is."""

from __future__ import annotations

from pathlib import Path

from stablelist_proofs.stable_list import SCOPES
from stablelist_spec.invariants import INVARIANTS
from stablelist_spec.labels import LABELS

PAGE = (Path(__file__).parents[3] / "docs/model.md").read_text()


def test_every_label_and_no_other_is_listed() -> None:
    """The table of labels is the closed set, with its meanings."""
    listed = PAGE.partition("## Labels")[2].splitlines()
    rows = [line for line in listed if line.startswith("| `")]
    assert rows == [f"| `{label}` | {meaning} |" for label, meaning in LABELS.items()]


def test_every_invariant_is_listed() -> None:
    """The table of invariants has every predicate, with its sentence."""
    part = PAGE.partition("## Invariants")[2].partition("## Exploration")[0]
    rows = [line for line in part.splitlines() if line.startswith("| `")]
    assert rows == [f"| `{name}` | {predicate.__doc__} |" for name, predicate in INVARIANTS.items()]


def test_every_scope_is_listed() -> None:
    """The table of scopes has as many rows as there are scopes."""
    part = PAGE.partition("## Exploration")[2].partition("## Labels")[0]
    assert sum(line.startswith("| space") for line in part.splitlines()) == len(SCOPES)
