"""``python -m stablelist_proofs.page``: writes the tables of docs/proofs.md.

``stablelist prove --record docs/proofs/record.json`` records the run that one of them reports. The text between the
marks is generated.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from .contracts.catalogue import Contract, contracts
from .contracts.engine import Word
from .core.property import Property
from .evidence import Evidence, evidence
from .explore.published import PUBLISHED
from .lengths import lengths
from .marked import filled
from .record import Record, load
from .systems.dyadic.properties import OF_DYADIC
from .systems.registry import SYSTEMS
from .systems.stable_list.properties import FURTHER, INVARIANT, LEMMAS, REFUTED

__all__ = ["PAGE", "RECORD", "contents", "main"]

PAGE: Final = Path("docs/proofs.md")
RECORD: Final = Path("docs/proofs/record.json")


def main() -> int:
    """Generate the tables of the page again."""
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(filled(page, contents(load(RECORD))), encoding="utf-8")
    return 0


def contents(record: Record) -> Mapping[str, Callable[[], str]]:
    """The content of each marked place of the page."""
    return {
        "invariants": lambda: properties(INVARIANT, record),
        "further": lambda: properties(FURTHER, record),
        "lemmas": lambda: properties(LEMMAS, record),
        "refuted": lambda: properties(REFUTED, record),
        "dyadic": lambda: properties(OF_DYADIC.values(), record),
        "scopes": scopes,
        "confirmed": lambda: followed(Word.CONFIRMED),
        "not_refuted": lambda: followed(Word.NOT_REFUTED),
        "assumed": assumed,
        "lengths": lines_of_code,
        "run": lambda: run(record),
    }


def table(*rows: Iterable[str]) -> str:
    """A table whose first row is its header."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|---" * lines[0].count(" | ") + "|---|", *lines[1:]])


# --- Properties -----------------------------------------------------------------------------------


def properties(group: Iterable[Property], record: Record) -> str:
    """The properties, each with its evidence."""
    return table(("property", "known", "rests on"), *(_row(each, record) for each in group))


def _row(each: Property, record: Record) -> Iterator[str]:
    known = list(evidence(each.name, record))
    name = each.name.rpartition("/")[2]
    yield f'<a id="{each.name.replace("/", "-")}"></a>`{name}`<br>{each.words}<br>*{each.mathematics}*'
    yield "<br>".join(map(_known, known))
    yield "<br>".join(f"{one.word}: {one.rests}" for one in known)


def _known(one: Evidence) -> str:
    links = f"[stated](../{one.stated}), [checked](../{one.test})"
    return f"*{one.word}* by {one.engine}: {one.extent}; {links}"


# --- Contracts ------------------------------------------------------------------------------------


def followed(word: Word) -> str:
    """The contracts with this result of CrossHair, and the functions that they are about."""
    stated: dict[str, list[Contract]] = {}
    for each in contracts():
        if each.expected is word:
            stated.setdefault(each.name, []).append(each)
    return table(("contract", "of"), *map(_contract, stated.values()))


def _contract(stated: list[Contract]) -> Iterator[str]:
    first = stated[0]
    link = f"[`{first.name}`](../proofs/{first.stated_in})"
    yield f"{link}<br>{first.words}<br>*{first.mathematics}*"
    yield "<br>".join(
        f"[`{each.of}`](../{each.storey}/{each.file}) {each.scope}".strip() for each in stated
    )


# --- Scopes, run --------------------------------------------------------------------


def scopes() -> str:
    """The exhausted scopes."""
    rows = (
        (f"`{p.command}`", f"{p.states:,}", f"{p.transitions:,}", str(p.diameter))
        for p in PUBLISHED
    )
    return table(("command", "states", "transitions", "diameter"), *rows)


def assumed() -> str:
    """What the proofs assume, by the names that their files use."""
    listed = {each.name: each for system in SYSTEMS.values() for each in system.assumptions}
    named = ((f"*{each.name}*", each.words) for each in listed.values())
    return table(("name", "what is assumed"), *named)


def lines_of_code() -> str:
    """How long the proofs are, in hundreds of lines, so that not every edit changes the page."""
    rows = (
        (
            f"[`{each.folder}`](../proofs/stablelist_proofs/{each.folder})",
            str(each.modules),
            f"{round(each.lines, -2):,}",
        )
        for each in lengths()
    )
    return table(("folder", "modules", "lines of code"), *rows)


def run(record: Record) -> str:
    """What was proved, with what, and how long it took."""
    entries = record.properties.values()
    count, defects = sum(e.obligations for e in entries), sum(e.defects for e in entries)
    took = " and ".join(
        f"{sum(e.seconds[solver] for e in entries):.0f} seconds of {solver} {version}"
        for solver, version in record.solvers.items()
    )
    return (
        f"The last run that was recorded proved {count} of {count} obligations, and refuted {defects} of {defects} "
        f"planted defects. The obligations alone took {took}; the defects are not in these times ({record.machine})."
    )


if __name__ == "__main__":
    sys.exit(main())
