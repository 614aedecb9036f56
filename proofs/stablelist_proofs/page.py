"""``python -m stablelist_proofs.page``: writes the tables of docs/proofs.md, which are between marks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from .contracts.tables import of_functions, of_methods
from .evidence import REPORTED, exhausted, tested
from .explore.published import PUBLISHED
from .kernel.statements import Statement, statements
from .marked import filled

__all__ = ["CONTENTS", "PAGE", "main"]

PAGE: Final = Path("docs/proofs.md")


def main() -> int:
    """Generate the tables of the page again."""
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(filled(page, CONTENTS), encoding="utf-8")
    return 0


def table(*rows: Iterable[str]) -> str:
    """A table whose first row is its header."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|---" * lines[0].count(" | ") + "|---|", *lines[1:]])


# --- Properties -----------------------------------------------------------------------------------


def properties(folder: str) -> str:
    """The theorems about a list, each with what else is known."""
    own = (each for each in statements() if each.folder == folder)
    return table(("property", "proved", "exhausted", "tested"), *map(_row, own))


def _row(each: Statement) -> Iterator[str]:
    anchor = each.listed.replace("/", "-")
    yield f'<a id="{anchor}"></a>`{each.name}`<br>{each.words}<br>*{each.formula}*'
    files = dict.fromkeys((each.stated, f"{each.folder}/{each.proved}.v"))
    yield ", ".join(f"[`{Path(file).name}`](../proofs/rocq/{file})" for file in files)
    scope = exhausted(each.listed)
    yield f"[{scope.extent}](../{scope.file})" if scope else "-"
    yield f"[reports name it](../{REPORTED})" if each.listed in tested() else "-"


def side_by_side() -> str:
    """Each sentence and formula, with the statement that it is about; once, if both lists have it."""
    said = dict[str, str]()
    for each in statements():
        sentence = f"{each.words}<br>*{each.formula}*"
        said.setdefault(sentence, f"`{each.name}`: {sentence}\n\n```text\n{each.text}\n```")
    return "\n\n".join(said.values())


# --- Scopes -----------------------------------------------------------------------------------------


def scopes() -> str:
    """The exhausted scopes."""
    rows = (
        (f"`{p.command}`", f"{p.states:,}", f"{p.transitions:,}", str(p.diameter))
        for p in PUBLISHED
    )
    return table(("command", "states", "transitions", "diameter"), *rows)


CONTENTS: Final[Mapping[str, Callable[[], str]]] = {
    "stablelist": partial(properties, "StableList"),
    "dyadic": partial(properties, "Dyadic"),
    "side_by_side": side_by_side,
    "scopes": scopes,
    "confirmed_methods": of_methods,
    "confirmed_functions": of_functions,
}
"""The content of each marked place of the page."""


if __name__ == "__main__":
    sys.exit(main())
