"""The errors in a ledger: claims without a check, verdicts that do not fit it, references to nothing."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from stablelist_proofs.explore.published import PUBLISHED
from stablelist_proofs.kernel.statements import statements
from suite.docs.pages import ROOT, anchors

from . import sums
from .instruments import instruments
from .ledger import CRATES, DISAGREES, STANDARD, TOPICS, Claim, Verdict

WITHOUT: Final = {Verdict.NOT_CHECKABLE}
"""Verdicts without a check, which need a reason instead."""
EXPLAINED: Final = {*DISAGREES, Verdict.NOT_CHECKABLE}
"""Verdicts that say more than that the claim is right."""
BY_INSTRUMENT: Final = {Verdict.EXHAUSTED, Verdict.TESTED}
"""Verdicts that need a model, a container, a listing, a compiler or a crate."""
CRATE_TESTS: Final = "tests/ports/rust-crates/"
SHARED: Final = ("make ", "tests/suite/systems/test_registry.py::")
"""References that may serve several claims, because they show many things."""


def complaints(claims: Iterable[Claim], tests: Mapping[str, list[str]]) -> Iterator[str]:
    """Everything that is wrong, as sentences."""
    claims = list(claims)
    names = {each.name for each in claims}
    yield from (f"{name} is checked, but no claim" for name in tests if name not in names)
    for each in claims:
        yield from (f"{each.name}: {wrong}" for wrong in of_one(each, tests.get(each.name, [])))
    for what, all_of_them in (
        ("is said by two claims", [each.says for each in claims]),
        (
            "is the rank of two claims",
            [f"{each.source} {each.topic} {each.rank}" for each in claims if each.rank],
        ),
        ("checks two claims", [test for each in tests.values() for test in each]),
        (
            "checks two claims",
            [by for each in claims for by in each.by if not by.startswith(SHARED)],
        ),
    ):
        yield from (f"{one} {what}" for one, count in Counter(all_of_them).items() if count > 1)


def of_one(claim: Claim, tests: list[str]) -> Iterator[str]:
    """The errors in one claim."""
    programs = claim.asked or claim.refuted or claim.rust or claim.cpp
    checked = bool(tests or claim.by or claim.holds or programs)
    touched = instruments(claim, tests)
    if checked is (claim.verdict in WITHOUT):
        yield "it has a check" if checked else "it has no check"
    if claim.verdict in WITHOUT and "contradict" in claim.found:
        yield "a statement that its own text contradicts is refuted"
    if claim.verdict in EXPLAINED and not claim.found:
        yield f"it is {claim.verdict}, but nothing says why"
    if claim.verdict is Verdict.PROVED and not any(by.startswith("property:") for by in claim.by):
        yield "it is proved, but by no property"
    if claim.verdict in BY_INSTRUMENT and checked and not touched:
        yield f"it is {claim.verdict}, but its checks only compute"
    if claim.verdict is Verdict.RECOMPUTED and touched:
        yield f"it is recomputed, but its checks use a {' and a '.join(sorted(touched))}"
    if (claim.verdict is Verdict.LISTING) is not bool(claim.fix):
        yield "it has a fix, but is no defect of a listing" if claim.fix else "it has no fix"
    if claim.verdict is Verdict.MEASURED and not any("#" in by for by in claim.by):
        yield "it is measured, but no page has figures"
    yield from (f"{each} is false" for each in claim.holds if not eval(each, vars(sums)))
    yield from misplaced(claim)
    yield from (f"{by} leads nowhere" for by in claim.by if leads_nowhere(by))


def misplaced(claim: Claim) -> Iterator[str]:
    """The errors in what docs/claims.md needs of a claim."""
    if claim.topic not in ("", *TOPICS):
        yield f"there is no topic {claim.topic}"
    if bool(claim.topic) is not bool(claim.quote):
        yield (
            "it has a topic, but no quotation"
            if claim.topic
            else "it has a quotation, but no topic"
        )
    if claim.rank and not claim.topic:
        yield "it has a rank, but no topic"
    if claim.verdict in DISAGREES and not claim.topic:
        yield f"it is {claim.verdict}, but not on the page"
    if unknown := set(claim.crates) - {*CRATES, STANDARD}:
        yield f"no release of {', '.join(unknown)} is named"
    about = any(by.startswith(CRATE_TESTS) for by in claim.by)
    if about and not claim.crates:
        yield "it is checked on crates, but names none"


def leads_nowhere(reference: str) -> bool:
    """Whether there is no such property, scope, test, target, or heading."""
    kind, _, name = reference.partition(":")
    if kind == "property":
        return name not in {each.listed for each in statements()}
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
