"""Planted defects: edits of a model's module, and who notices them."""

from __future__ import annotations

from typing import Any, NamedTuple

from stablelist_proofs.edits import Edit

__all__ = ["Planted"]


class Planted(NamedTuple):
    """A defect, a program that shows it, and who notices."""

    what: str
    edit: Edit
    program: str
    noticed: str
    configuration: Any
