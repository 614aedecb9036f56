"""What is proved about each list: the theorems by name, with a sentence and a formula; read from the sources.

A list's main theorems are the definitions without arguments in its ``Statements.v``, which imports only the model; a
theorem of the same name in the same folder proves each. Its further theorems are those of ``Further.v``. What holds of
every list is proved once, in modules of ``Theorems.v``, which these files include.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from stablelist_spec.systems.dyadic.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.sentences import SENTENCES, in_one_line

__all__ = ["LISTS", "ROCQ", "TABLE", "Statement", "Unproved", "rows", "statements"]

ROCQ: Final = Path(__file__).parents[2] / "rocq"
LISTS: Final = {"StableList": "", "Dyadic": "dyadic/"}
"""The folder of each list, with what the names of its properties begin with."""
TABLE: Final = Path(__file__).with_name("theorems.toml")
STATED: Final = "Statements"
FURTHER: Final = "Further"
"""The files, each in the folder of a list."""
STATEMENT: Final = re.compile(r"^Definition (\w+) :=", re.MULTILINE)
DECLARED: Final = re.compile(r"^ *(?:Theorem|Lemma|Definition|Corollary) (\w+)", re.MULTILINE)
INCLUDED: Final = re.compile(r"^Include Theorems\.(\w+) ", re.MULTILINE)
THEOREM: Final = re.compile(r"^ *Theorem (\w+)", re.MULTILINE)


class Unproved(Exception):  # noqa: N818 - what is wrong is the proof, and not this program
    """Something in proofs/rocq is not proved, or is not what was recorded; the message says what."""


class Statement(NamedTuple):
    """A theorem about a list.

    Attributes:
        folder: that of its list.
        name: a sentence.
        proved: the module that proves it.
        main: whether `STATED` states it, and `proved` only proves it.
    """

    folder: str
    name: str
    proved: str
    main: bool

    @property
    def listed(self) -> str:
        """Its name among those of all lists, such as ``dyadic/counts_agree``."""
        return f"{LISTS[self.folder]}{self.name}"

    @property
    def theorem(self) -> str:
        """The constant that is its proof."""
        return f"Lists.{self.folder}.{self.proved}.{self.name}"

    @property
    def stated(self) -> str:
        """The file that states it, below proofs/rocq; what designs share stands in the module that theirs includes."""
        shared = f"{STATED if self.main else self.proved}.v"
        own = f"{self.folder}/{shared}"
        return own if self.name in (ROCQ / own).read_text(encoding="utf-8") else shared

    @property
    def text(self) -> str:
        """The statement as a file has it: where it only names one of another file, as that has it."""
        file = self.stated
        shown = _declaration(file, self.name)
        if elsewhere := re.search(rf"(\w+)\.{self.name}\b", shown):
            near = Path(self.folder, f"{elsewhere[1]}.v")
            file = near.name if (ROCQ / near.name).exists() else str(near)
            shown = _declaration(file, self.name)
        return shown

    @property
    def words(self) -> str:
        """What it says, in words: those of the model, if it is an invariant there."""
        return _words(self.listed)

    @property
    def formula(self) -> str:
        """What it says, in mathematics."""
        return _row(self.listed)["formula"]


def statements(rocq: Path = ROCQ) -> tuple[Statement, ...]:
    """Every theorem, those of a StableList first.

    Raises:
        Unproved: no theorem proves a statement.
    """
    return tuple(each for folder in LISTS for each in _of(rocq, folder))


def _of(rocq: Path, folder: str) -> Iterator[Statement]:
    files = sorted((rocq / folder).glob("*.v"))
    text = {path.stem: _written_out(rocq, path.read_text(encoding="utf-8")) for path in files}
    declared = {stem: DECLARED.findall(text[stem]) for stem in text if stem != STATED}
    for name in STATEMENT.findall(text[STATED]):
        proving = [stem for stem, names in declared.items() if name in names]
        if not proving:
            raise Unproved(f"{folder}/{STATED}.v states {name}, and no theorem there proves it")
        yield Statement(folder, name, proving[0], main=True)
    for name in THEOREM.findall(text[FURTHER]):
        yield Statement(folder, name, FURTHER, main=False)


def _written_out(rocq: Path, text: str) -> str:
    """The text of a file, with that of the modules that it includes."""
    shared = (rocq / "Theorems.v").read_text(encoding="utf-8")
    return INCLUDED.sub(
        lambda module: shared.partition(f"\nModule {module[1]} ")[2].partition(
            f"\nEnd {module[1]}."
        )[0],
        text,
    )


def _declaration(file: str, name: str) -> str:
    """A definition, or a theorem without its proof."""
    text = (ROCQ / file).read_text(encoding="utf-8")
    found = re.search(rf"^(Definition|Theorem) {name}\b.*?\.$", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]


def _row(name: str) -> dict[str, str]:
    """The row of a property: that of its list, or else that of both."""
    return rows()[name if name in rows() else name.rpartition("/")[2]]


@cache
def rows() -> dict[str, dict[str, str]]:
    """The table, by the names of properties."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def _words(name: str) -> str:
    """The sentence in the table, or else that of the model."""
    if words := _row(name).get("words"):
        return words
    system, _, plain = name.rpartition("/")
    of_dyadic = system and plain in INVARIANTS
    return in_one_line(INVARIANTS[plain]) if of_dyadic else SENTENCES[plain]
