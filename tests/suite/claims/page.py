"""``python -m suite.claims.page``: docs/claims.md, whose marked places are made of the ledger."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Final

from stablelist_proofs.marked import filled

from .ledger import CLAIMS, HERE, SOURCES, Claim, Verdict, checks

__all__ = ["PAGE", "refreshed"]

TOP: Final = HERE.parents[2]
PAGE: Final = TOP / "docs/claims.md"
NAMED: Final = {
    "thesis": "thesis (Turku 2025)",
    "arena": "generational arena",
    "sets": "sparse sets",
    "rows": "index maps",
    "engine": "thesis (Vienna 2018)",
}


def refreshed(page: str) -> str:
    """The page, with its tables made again."""
    places = {source: partial(table, source) for source in SOURCES}
    return filled(page, {"counts": counts, **places})


def counts() -> str:
    """How many claims there are of each source, by verdict."""
    heads = ["", *NAMED.values(), "all"]
    found = Counter((each.verdict, each.source) for each in CLAIMS.values())
    lines = [heads, [":--", *["--:"] * (len(heads) - 1)]]
    for verdict in Verdict:
        numbers = [found[verdict, source] for source in SOURCES]
        lines.append([f"*{verdict}*", *map(str, numbers), str(sum(numbers))])
    totals = [sum(found[verdict, source] for verdict in Verdict) for source in SOURCES]
    lines.append(["all", *map(str, totals), f"**{sum(totals)}**"])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def table(source: str) -> str:
    """The claims of a source."""
    tests = checks()
    rows = [
        row(each, tests.get(each.name, [])) for each in CLAIMS.values() if each.source == source
    ]
    return "\n".join(["| | where | claim | verdict | shown by |", "|---|---|---|---|---|", *rows])


def row(claim: Claim, tests: list[str]) -> str:
    """One claim."""
    number = f'<a id="{claim.name}"></a>{SOURCES[claim.source]}{claim.number}'
    verdict = f"*{claim.verdict}*. {claim.found}" if claim.found else f"*{claim.verdict}*"
    here = [f"tests/suite/claims/{test}" for test in tests]
    shown = ", ".join(linked(reference) for reference in (*here, *claim.by)) or "-"
    return f"| {number} | {claim.at} | {claim.says} | {verdict} | {shown} |"


def linked(reference: str) -> str:
    """A check as a link."""
    kind, _, name = reference.partition(":")
    if kind == "property":
        return f"[`{name}`](proofs.md#{name})"
    if kind == "scope" or reference.startswith("make "):
        return f"`{reference.removeprefix('scope:')}`"
    path, double, name = reference.partition("::")
    if double:
        return f"[`{name.removeprefix('test_')}`](../{path})"
    page, _, _ = reference.partition("#")
    return f"[{Path(page).stem.capitalize()}]({reference})"


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text("utf-8")), "utf-8")
