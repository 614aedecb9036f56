"""docs/proofs.md: the table of what is proved has every property, with its number of obligations, and no other."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import pytest

from stablelist_proofs.smt.families import FAMILIES, Family
from stablelist_proofs.smt.obligations import obligations
from suite.docs.pages import ROOT

PAGE: Final = (ROOT / "docs/proofs.md").read_text(encoding="utf-8")
ROW: Final = re.compile(r"^\| `(\w+)` \| .* \| (\d+) \| .* \|$", re.MULTILINE)
SECTION: Final = PAGE[PAGE.index("### Proved") : PAGE.index("### Tight")]


def test_table_has_every_property_with_its_obligations() -> None:
    """So a property that is dropped from the proofs does not stay on the page."""
    shown = {name: int(count) for name, count in ROW.findall(SECTION)}
    assert shown == Counter(each.sentence for each in obligations())


@pytest.mark.parametrize("family", FAMILIES, ids=lambda each: each.sentence)
def test_families_are_shown(family: Family) -> None:
    """With the word of evidence for those that refute."""
    tight = PAGE[PAGE.index("### Tight") : PAGE.index("### What it rests on")]
    row = next(line for line in tight.splitlines() if line.startswith(f"| `{family.sentence}` "))
    assert ("*refuted*" in row) == family.refutes
