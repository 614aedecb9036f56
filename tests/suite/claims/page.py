"""``python -m suite.claims.page``: docs/claims.md and docs/claims-table.md, whose marked places are made of the ledger.

docs/claims.md is for readers of the sources: what stands in their words, by topic. docs/claims-table.md has every
claim.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from stablelist_proofs.marked import filled

from .instruments import behind_expression
from .ledger import (
    CLAIMS,
    CRATES,
    DISAGREES,
    HERE,
    SOURCES,
    STANDARD,
    TOPICS,
    Claim,
    Verdict,
    checks,
)
from .listings import FOLDER

DOCS: Final = HERE.parents[2] / "docs"
PAGES: Final = (DOCS / "claims.md", DOCS / "claims-table.md")
NAMED: Final = {
    "thesis": "thesis (Turku 2025)",
    "arena": "generational arena",
    "sets": "sparse sets",
    "rows": "index maps",
    "engine": "thesis (Vienna 2018)",
}
OTHERS: Final = "other_"
"""The beginning of the places for listings and errata of the other documents."""
ORDER: Final = list(Verdict)
BALANCE: Final = {
    "right": set(Verdict) - DISAGREES - {Verdict.NOT_CHECKABLE},
    "refuted": {Verdict.REFUTED},
    "depends on a reading": {Verdict.EXPLAINED},
    "defect of a listing": {Verdict.LISTING},
    "not checkable": {Verdict.NOT_CHECKABLE},
}
"""The columns of the balance, with their verdicts."""


def refreshed(page: str) -> str:
    """The page, with its tables made again."""
    topics = {name: partial(topic, name) for name in TOPICS}
    others = {f"{OTHERS}{name}": partial(topic, name, thesis=False) for name in COLUMNS}
    tables = {f"all_{source}": partial(table, source) for source in SOURCES}
    summaries = {"balance": balance, "counts": counts, "releases": releases}
    return filled(page, {**summaries, **topics, **others, **tables})


def drawn(head: str, rows: Iterable[Iterable[str]]) -> str:
    columns = head.count("|") - 1
    lines = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, "|---" * columns + "|", *lines])


# --- docs/claims.md -------------------------------------------------------------------------------------


def topic(name: str, *, thesis: bool = True) -> str:
    """The claims of a topic, the weightiest first, then those that hold; of the thesis, or of the other documents."""
    sources = [source for source in SOURCES if (source == "thesis") is thesis or name == source]
    chosen = [each for each in CLAIMS.values() if each.topic == name and each.source in sources]
    head, columns = COLUMNS.get(name, ORDINARY)
    chosen.sort(key=place)
    return drawn(head, ([column(each) for column in columns] for each in chosen))


def place(claim: Claim) -> tuple[int, float, int]:
    """What a topic's table is sorted by."""
    source, verdict = list(SOURCES).index(claim.source), ORDER.index(claim.verdict)
    return source, claim.rank or float("inf"), verdict


def quoted(claim: Claim) -> str:
    """The words of the source, the place, and the number, which leads to the claim in our words."""
    number = f"[{SOURCES[claim.source]}{claim.number}](claims-table.md#{claim.name})"
    words = claim.quote if claim.quote.startswith("`") else f"“{claim.quote}”"
    return f'<a id="{claim.name}"></a>{escaped(words)} ({claim.at}; {number})'


def said(claim: Claim) -> str:
    return f"*{claim.verdict}*"


def found(claim: Claim) -> str:
    """What a reader should know, with the releases that it is about."""
    return " ".join(filter(None, [claim.found, released(claim)]))


def released(claim: Claim) -> str:
    """The releases of the crates that a claim is about: of February 2025, and the newest if it is another one."""
    named = []
    for crate in claim.crates:
        if crate != STANDARD:
            then, now = CRATES[crate]
            named.append(f"{crate} {then}" if then == now else f"{crate} {then} and {now}")
    return f"({', '.join(named)})" if named else ""


def fix(claim: Claim) -> str:
    """How a listing is mended."""
    return escaped(claim.fix)


def shown(claim: Claim) -> str:
    """The evidence, as short links."""
    links = (f"[{kind}]({target})" if target else kind for kind, _, target in evidence(claim))
    return ", ".join(dict.fromkeys(links))


def escaped(text: str) -> str:
    return text.replace("|", r"\|")


Column = Callable[[Claim], str]
ORDINARY: Final[tuple[str, tuple[Column, ...]]] = (
    "| the text says | verdict | what we find | shown by |",
    (quoted, said, found, shown),
)
COLUMNS: Final[Mapping[str, tuple[str, tuple[Column, ...]]]] = {
    "listings": (
        "| the listing says | what happens | a fix | shown by |",
        (quoted, found, fix, shown),
    ),
    "errata": ("| the text says | what is right | shown by |", (quoted, found, shown)),
}
"""The head and the columns of a topic's table, if they are not the ordinary ones."""


def balance() -> str:
    """How many claims of each source are right, are not, or depend on something."""
    head = f"| | claims | {' | '.join(BALANCE)} |"
    rows = [[NAMED[source], *balanced({source})] for source in SOURCES]
    return drawn(head, [*rows, ["all", *balanced(SOURCES)]])


def balanced(sources: Collection[str]) -> list[str]:
    """The numbers of some sources: of all claims, and of those in each column of the balance."""
    verdicts = [each.verdict for each in CLAIMS.values() if each.source in sources]
    columns = [sum(each in column for each in verdicts) for column in BALANCE.values()]
    return [f"**{len(verdicts)}**", *map(str, columns)]


def releases() -> str:
    """The crates with both releases."""
    head = "| crate | current in February 2025 | newest |"
    return drawn(head, ([crate, *both] for crate, both in CRATES.items()))


# --- docs/claims-table.md -------------------------------------------------------------------------------


def counts() -> str:
    """How many claims there are of each source, by verdict."""
    heads = ["", *NAMED.values(), "all"]
    number = Counter((each.verdict, each.source) for each in CLAIMS.values())
    lines = [heads, [":--", *["--:"] * (len(heads) - 1)]]
    for verdict in Verdict:
        numbers = [number[verdict, source] for source in SOURCES]
        lines.append([f"*{verdict}*", *map(str, numbers), str(sum(numbers))])
    totals = [sum(number[verdict, source] for verdict in Verdict) for source in SOURCES]
    lines.append(["all", *map(str, totals), f"**{sum(totals)}**"])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def table(source: str) -> str:
    chosen = [each for each in CLAIMS.values() if each.source == source]
    return drawn("| | where | claim | verdict | shown by |", map(row, chosen))


def row(claim: Claim) -> list[str]:
    number = f'<a id="{claim.name}"></a>{SOURCES[claim.source]}{claim.number}'
    verdict = f"{said(claim)}. {found(claim)}" if found(claim) else said(claim)
    links = [f"[{name}]({target})" if target else name for _, name, target in evidence(claim)]
    return [number, claim.at, claim.says, verdict, ", ".join(dict.fromkeys(links)) or "-"]


# --- Evidence -------------------------------------------------------------------------------------------

TESTS: Final = checks()


def evidence(claim: Claim) -> list[tuple[str, str, str]]:
    """The checks of a claim: the kind, the name, and the target of a link if there is one."""
    here = [f"tests/suite/claims/{test}" for test in TESTS.get(claim.name, [])]
    sums = [
        ("model" if behind_expression(each) else "arithmetic", f"`{escaped(each)}`", "")
        for each in claim.holds
    ]
    return [*sums, *programs(claim), *(of(reference) for reference in (*here, *claim.by))]


def programs(claim: Claim) -> Iterator[tuple[str, str, str]]:
    """The programs that the claim's row has, and the listings that they are about."""
    for who, program, _ in filter(None, (claim.refuted, *claim.asked)):
        listing = FOLDER / f"{who.split()[0]}.py"
        place = f"../{listing.relative_to(DOCS.parent)}" if listing.is_file() else ""
        yield "listing" if place else "model", f"`{who}: {program}`", place
    for compiler in ("rustc",) * bool(claim.rust) + ("c++",) * bool(claim.cpp):
        yield "compiler", f"`{compiler}`", f"../tests/suite/claims/{claim.source}.toml"


def of(reference: str) -> tuple[str, str, str]:
    """The kind, the name and the target of a check."""
    kind, _, name = reference.partition(":")
    if kind == "property":
        return "proof", f"`{name}`", f"proofs.md#{name}"
    if kind == "scope" or reference.startswith("make "):
        command = f"`{reference.removeprefix('scope:')}`"
        return command, command, ""
    path, double, name = reference.partition("::")
    if double:
        where = "crate" if "/rust-crates/" in path else "test"
        return where, f"`{name.removeprefix('test_')}`", f"../{path}"
    page = Path(path.partition("#")[0]).stem.capitalize()
    return page, page, reference


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(refreshed(path.read_text("utf-8")), "utf-8")
