"""What the properties of a StableList say, in words; the pages, the reports and the proofs take them from here."""

from __future__ import annotations

from inspect import getdoc
from typing import Final

from stablelist_spec.families.knowledge import REFINEMENT

from .invariants import INVARIANTS

__all__ = ["REVIVAL", "SENTENCES", "in_one_line"]

REVIVAL: Final = "retired_key_revives_exactly_after_whole_periods"


def in_one_line(predicate: object) -> str:
    """The docstring of an invariant in one line, with its references before the full stop."""
    words, _, references = (getdoc(predicate) or "").partition("\n\n")
    return f"{words.removesuffix('.')} {references}." if references else words


SENTENCES: Final = {name: in_one_line(predicate) for name, predicate in INVARIANTS.items()} | {
    REFINEMENT: "Look-up of any key, the length, and the answers of insertion, removal and replacement are as the "
    "contract says (5.2; R2 to R9).",
    REVIVAL: "A retired key resolves if and only if its cell is live again with the same id; with bounded ids, whole "
    "periods of insertions later (R8).",
}
"""The invariants of a state, and the properties of a step, by name."""
