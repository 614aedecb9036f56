"""Planted defects: edits of a model's module, and the checks that notice them."""

from __future__ import annotations

from typing import Any, NamedTuple

from stablelist_proofs.edits import Edit

__all__ = ["Planted"]


class Planted(NamedTuple):
    """A defect, a program that shows it, and the check that notices it."""

    what: str
    edit: Edit
    program: str
    noticed: str
    configuration: Any
