"""The errors in a ledger: claims without a check, checks without a claim, references to nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from stablelist_proofs.explore.published import PUBLISHED
from stablelist_proofs.systems.stable_list.properties import PROPERTIES
from suite.docs.pages import ROOT, anchors

from .ledger import Claim, Verdict

__all__ = ["complaints", "leads_nowhere"]

WITHOUT: Final = {Verdict.NOT_CHECKABLE}
"""Verdicts without a check, which need a reason instead."""
EXPLAINED: Final = {Verdict.REFUTED, Verdict.EXPLAINED, Verdict.NOT_CHECKABLE}
"""Verdicts that say more than that the claim is right."""
SHARED: Final = ("make ",)
"""References that may serve several claims, because they show many things."""


def complaints(claims: Iterable[Claim], tests: Mapping[str, list[str]]) -> Iterator[str]:
    """Everything that is wrong, as sentences."""
    claims = list(claims)
    names = {each.name for each in claims}
    yield from (f"{name} is checked, but no claim" for name in tests if name not in names)
    for each in claims:
        yield from (f"{each.name}: {wrong}" for wrong in of_one(each, tests.get(each.name, [])))
    for what, all_of_them in (
        ("is the name of two claims", [each.name for each in claims]),
        ("is said by two claims", [each.says for each in claims]),
        ("checks two claims", [test for each in tests.values() for test in each]),
        (
            "checks two claims",
            [by for each in claims for by in each.by if not by.startswith(SHARED)],
        ),
    ):
        yield from (f"{one} {what}" for one, count in Counter(all_of_them).items() if count > 1)


def of_one(claim: Claim, tests: list[str]) -> Iterator[str]:
    """The errors in one claim."""
    checked = bool(tests or claim.by)
    if checked is (claim.verdict in WITHOUT):
        yield "it has a check" if checked else "it has no check"
    if claim.verdict in WITHOUT and "contradict" in claim.found:
        yield "a statement that its own text contradicts is refuted"
    if claim.verdict in EXPLAINED and not claim.found:
        yield f"it is {claim.verdict}, but nothing says why"
    if claim.verdict is Verdict.PROVED and not any(by.startswith("property:") for by in claim.by):
        yield "it is proved, but by no property"
    if claim.verdict is Verdict.MEASURED and not any("#" in by for by in claim.by):
        yield "it is measured, but no page has figures"
    yield from (f"{by} leads nowhere" for by in claim.by if leads_nowhere(by))


def leads_nowhere(reference: str) -> bool:
    """Whether there is no such property, scope, test, target, or heading."""
    kind, _, name = reference.partition(":")
    if kind == "property":
        return name not in PROPERTIES
    if kind == "scope":
        return name not in {scope.command for scope in PUBLISHED}
    if reference.startswith("make "):
        return not holds(ROOT / "Makefile", rf"^{reference.removeprefix('make ')}:")
    path, double, name = reference.partition("::")
    if double:
        return not holds(ROOT / path, rf"^(def|fn) {name}\(")
    page, _, anchor = reference.partition("#")
    text = ROOT / "docs" / page
    return not text.is_file() or anchor not in anchors(text.read_text("utf-8"))


def holds(path: Path, pattern: str) -> bool:
    """Whether a file has a line that begins so."""
    return path.is_file() and re.search(pattern, path.read_text("utf-8"), re.MULTILINE) is not None
