"""Counterexamples as files, beside the store that has them."""

from __future__ import annotations

from pathlib import Path

from stablelist_conformance.campaign.store import FAILURES
from stablelist_conformance.judging.verdict import Counterexample, Finding
from stablelist_conformance.report import folder

__all__ = ["save", "save_finding"]


def save(found: Counterexample, place: Path, *, shrunk: bool = True) -> Path:
    """Save a counterexample below the folder of a store; return the path of its trace.

    Raises:
        UsageError: the folder cannot be written.
    """
    folder.prepare(place / FAILURES)
    return folder.save(found, place / FAILURES, shrunk=shrunk)


def save_finding(finding: Finding, place: Path) -> Path:
    """Save a distinct failure, once."""
    return save(finding.counterexample, place, shrunk=finding.shrunk)
