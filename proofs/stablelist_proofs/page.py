"""``python -m stablelist_proofs.page``: writes the marked places of docs/proofs.md and docs/model.md."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from stablelist_spec.families.pool import KEYED
from stablelist_spec.parts.labels import key_labels
from stablelist_spec.systems.stable_list import model
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.observer import LABELS

from .contracts.tables import of_functions, of_methods
from .evidence import REPORTED, exhausted, tested
from .explore.published import PUBLISHED
from .kernel.statements import Statement, statements
from .marked import filled

__all__ = ["CONTENTS", "PAGE", "main"]

PAGE: Final = Path("docs/proofs.md")
MODEL: Final = Path("docs/model.md")


def main() -> int:
    """Generate the tables of the pages again."""
    for path, contents in ((PAGE, CONTENTS), (MODEL, OF_THE_MODEL)):
        path.write_text(filled(path.read_text("utf-8"), contents), encoding="utf-8")
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


# --- The page of the model --------------------------------------------------------------------------


def steps() -> str:
    """The steps of StableList as they are."""
    return f"```py\n{Path(str(model.__file__)).read_text('utf-8')}```"


def invariants() -> str:
    """Every predicate, with its sentence."""
    words = {name: " ".join(str(held.__doc__).split()) for name, held in INVARIANTS.items()}
    return table(("invariant", "says"), *((f"`{name}`", words[name]) for name in words))


def labels() -> str:
    """The labels of other operations than those on one key."""
    return meanings({name: LABELS[name] for name in LABELS if name not in key_labels(KEYED)})


def labels_of_a_key() -> str:
    """The labels of an operation on one key, once for all of them."""
    of_keys = key_labels(frozenset({"at"}))
    return meanings({f"<operation>{name[2:]}": word[8:] for name, word in of_keys.items()})


def meanings(words: Mapping[str, str]) -> str:
    """Labels with their meanings."""
    return table(("label", "meaning"), *((f"`{name}`", words[name]) for name in words))


OF_THE_MODEL: Final = {
    "steps": steps,
    "invariants": invariants,
    "labels": labels,
    "labels_of_a_key": labels_of_a_key,
}
"""The content of each marked place of the page of the model."""


if __name__ == "__main__":
    sys.exit(main())
