"""Planted defects: edits of correct sources, each of which breaks one clause. ``make selfcheck`` plants all of them.

They are in TOML files in `tables`, one for each port, so the sources themselves need no switches. A file begins with
the commands that build and start a copy of its port. `stablelist_proofs.edits` says how an edit is matched.

- `selfcheck` - every defect and every hostile port must be caught by the kit, and every control must pass
- `hostile` - ports that break one duty of the protocol each
- `strength` - how many of the defects the test vectors find
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from stablelist_conformance.wire.errors import UsageError
from stablelist_proofs.edits import Edit, EditError

__all__ = ["Defect", "Head", "Table", "defects", "read", "tables"]

TABLES: Final = Path(__file__).parent / "tables"


@dataclass(frozen=True, kw_only=True)
class Defect(Edit):
    """One planted defect.

    Attributes:
        why: what is wrong with it.
        reach: the class of programs that it was planted for, if only far-reaching programs find it.
        only: whether it survives without that class; most others are also found by a neighbouring class.
    """

    name: str
    port: str
    why: str
    reach: str = ""
    only: bool = False

    def plant(self, folder: Path) -> None:
        """Change a copy of the port's sources, in the folder that all of them lie in.

        Raises:
            UsageError: the sources have changed, so that the edit no longer fits.
        """
        try:
            super().plant(folder)
        except EditError as error:
            raise UsageError(f"the defect {self.name} does not fit its port: {error}") from error


@dataclass(frozen=True, kw_only=True)
class Head:
    """The commands that build and start a copy of a port.

    Commands may say ``{folder}`` for the copy, ``{parent}`` for the folder that it lies in, and ``{python}``. A copy is
    built in that parent.

    Attributes:
        system: the port's kind of container.
        needs: programs that must be installed.
        package: the installed package with the sources; if empty, they are in a folder of ports.
        sources: the name of that folder, if it is not the port's.
        beside: more folders of sources, as paths from that one, at which their copies are found as well.
        daily: how many defects `make slow` runs, from the first of the table on.
    """

    start: str
    system: str
    build: str = ""
    needs: Sequence[str] = ()
    package: str = ""
    sources: str = ""
    beside: Sequence[str] = ()
    daily: int = 2


class Table(NamedTuple):
    """The planted defects of one port."""

    port: str
    head: Head
    defects: list[Defect]

    @property
    def daily(self) -> list[Defect]:
        """The defects that `make slow` runs."""
        return self.defects[: self.head.daily]


def tables() -> list[Table]:
    """All tables, by port."""
    return [
        read(path.stem, path.read_text(encoding="utf-8")) for path in sorted(TABLES.glob("*.toml"))
    ]


def read(port: str, text: str) -> Table:
    """Read a table: the head, and for each defect's name, its edit."""
    listed = tomllib.loads(text)
    head = Head(**listed.pop("port"))
    return Table(
        port, head, [Defect.listed(name=name, port=port, **each) for name, each in listed.items()]
    )


def defects() -> list[Defect]:
    """All planted defects, by port and in the order of its table."""
    return [defect for table in tables() for defect in table.defects]
