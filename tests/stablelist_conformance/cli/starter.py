"""Starters: files for the author of a port, who only has to write the adapter.

Each folder of ``starters`` holds the files for one language: the *starter*, which speaks the port protocol and is
copied as it is, and an adapter with the blanks marked. In the files that an author edits, ``@name@`` and ``@system@``
stand for what they say. The lines between two lines with ``@@`` are for the systems that have one of the operations,
fields or families that the first of them names::

    // @@ at_mut
    // atMut: (container, key, difference) => blank(...),
    // @@
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import MAXIMUM
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL
from stablelist_spec.families.sets import SET

__all__ = ["FAMILIES", "STARTERS", "Starter", "port_name", "starter_for", "starters"]

STARTERS: Final = Path(__file__).parents[1] / "starters"
FAMILIES: Final = (POOL, SET)
"""The families whose operations the starters know."""


@dataclass(frozen=True)
class Starter:
    """The files for one language.

    Attributes:
        language: the name of their folder.
        copied: the files that are copied as they are, the starter first.
        adapter: the file whose blanks the author fills in.
        build: the command that builds the port, if there is one.
        start: the command that starts it.
    """

    language: str
    copied: tuple[str, ...]
    adapter: str
    start: str
    build: str | None = None

    @property
    def folder(self) -> Path:
        """The folder of the files."""
        return STARTERS / self.language

    def files(self) -> list[Path]:
        """All files, relative to their folder, without what an installer compiled of them."""
        return sorted(
            path.relative_to(self.folder)
            for path in self.folder.rglob("*")
            if path.is_file() and path.parent.name != "__pycache__"
        )

    def write(self, into: Path, system: System) -> list[Path]:
        """Write the files for a port of a system into a folder, which is made if it is missing.

        Raises:
            UsageError: the folder has something in it, or is none, or there is no starter for the family.
            OSError: it cannot be written.
        """
        if system.family not in FAMILIES:
            families = " or a ".join(family.name for family in FAMILIES)
            raise UsageError(
                f"{system.name} is a {system.family.name}, and a starter is for a {families}; "
                "write the port from docs/port-protocol.md"
            )
        if into.exists() and not into.is_dir():
            raise UsageError(f"{str(into)!r} is a file; name a folder for the port")
        if into.is_dir() and any(into.iterdir()):
            raise UsageError(f"the folder {str(into)!r} is not empty; name a new one")
        written = []
        for file in self.files():
            text = (self.folder / file).read_text(encoding="utf-8")
            if str(file) not in self.copied:
                text = filled(text, port_name(into), system)
            target = into / file
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("x", encoding="utf-8") as out:
                out.write(text)
            written.append(target)
        return written


def starters() -> dict[str, Starter]:
    """The starters by language."""
    table = tomllib.loads((STARTERS / "starters.toml").read_text(encoding="utf-8"))
    return {
        language: Starter(language, tuple(entry.pop("copied")), **entry)
        for language, entry in table.items()
    }


def starter_for(language: str) -> Starter:
    """The starter for a language.

    Raises:
        UsageError: there is none.
    """
    known = starters()
    if language.lower() not in known:
        raise UsageError(
            f"there is no starter for {language!r}; choose one of {', '.join(known)}, "
            "or write the port from docs/port-protocol.md alone"
        )
    return known[language.lower()]


def port_name(folder: Path) -> str:
    """The name of the port in a folder: the folder's name, restricted to characters that every language allows.

    >>> port_name(Path("My port!")), port_name(Path("2d"))
    ('my-port', 'port-2d')
    """
    name = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-") or "port"
    return name if name[0].isalpha() else f"port-{name}"


def filled(text: str, name: str, system: System) -> str:
    """A file of an adapter for the port of that name."""
    lines = chosen(text.splitlines(keepends=True), known(system))
    return "".join(lines).replace("@name@", name).replace("@system@", system.name)


def known(system: System) -> frozenset[str]:
    """The words for which an adapter's file may have its own lines."""
    words = {*system.operations, *system.fields, system.family.name, system.name}
    if system.family is POOL:
        words.add("forge")
    if MAXIMUM in system.chosen:
        words.add(MAXIMUM)
    return frozenset(words)


MARK: Final = re.compile(r"[^\w@]*@@(?P<words>[\w\s-]*)(\*/)?\s*$")


def chosen(lines: Iterable[str], offered: frozenset[str]) -> Iterator[str]:
    """The lines that are for every port, and the lines for one of the words."""
    wanted = True
    for line in lines:
        if mark := MARK.match(line):
            words = mark["words"].split()
            wanted = not words or not offered.isdisjoint(words)
        elif wanted:
            yield line
