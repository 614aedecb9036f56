"""Starters: files for the author of a port, who only has to write the adapter.

Each folder of ``starters`` holds the files for one language: the *starter*, which speaks the port protocol and is
copied as it is, and an adapter with the blanks marked. In the files that an author edits, ``@name@`` and ``@system@``
stand for what they say. The lines between two lines with ``@@`` are for the systems that have one of the operations or
fields that the first of them names::

    // @@ at_mut
    // atMut: (container, key, difference) => blank(...),
    // @@

Pools have adapters of their own. For every other family, the files in the folder ``family`` take their place:
a starter that reads a table of the operations (`family_table`), the table, in which a line with ``@row@`` is written
once for each operation, and an adapter, in which this is done to a line with ``@operation@``. Ports for the same system
share the table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from keyword import iskeyword
from pathlib import Path
from typing import Final, NamedTuple

from stablelist_conformance.wire.declared import declarable, option_fields
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import MAXIMUM, Handshake, keeps_its_capacity
from stablelist_conformance.wire.play import finding_nothing
from stablelist_conformance.wire.protocol import PROTOCOL_VERSION, Level
from stablelist_spec.core.family import Family, Kind, Role
from stablelist_spec.core.history import contract_of
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL, RESTORING

__all__ = ["OTHERS", "STARTERS", "Starter", "port_name", "starter_for", "starters"]

STARTERS: Final = Path(__file__).parents[1] / "starters"
TABLE: Final = "Table.java"
"""The only table that another language uses."""
OTHERS: Final = STARTERS / "family"
"""The files that take the place of others, for a family that is not that of pools."""


@dataclass(frozen=True)
class Starter:
    """The files for one language.

    Attributes:
        language: the name of their folder.
        copied: the files that are copied as they are, the starter first.
        adapter: the file whose blanks the author fills in.
        build: the command that builds the port, if there is one.
        start: the command that starts it.
        asked: how a function asks for what it is given, by its kind, unless these are its arguments.
        beside: another language, whose starter and table this one uses.
    """

    language: str
    copied: tuple[str, ...]
    adapter: str
    start: str
    build: str | None = None
    asked: Mapping[str, str] = field(default_factory=dict)
    beside: str | None = None

    def files(self, family: Family) -> dict[Path, Path]:
        """All files by their path in the folder of a port, without what an installer compiled of them."""
        homes = [STARTERS] if family is POOL else [STARTERS, OTHERS]
        folders = [home / name for home in homes for name in (self.beside, self.language) if name]
        shared = {*self.copied, TABLE}
        return {
            path.relative_to(folder): path
            for folder in folders
            for path in sorted(folder.rglob("*"))
            if path.is_file()
            and path.parent.name != "__pycache__"
            and (folder.name != self.beside or path.name in shared)
        }

    def write(self, into: Path, system: System) -> list[Path]:
        """Write the files for a port of a system into a folder, which is made if it is missing; none is replaced.

        Raises:
            UsageError: the folder has one of the files, or is none.
            OSError: it cannot be written.
        """
        if into.exists() and not into.is_dir():
            raise UsageError(f"{str(into)!r} is a file; name a folder for the port")
        files = self.files(system.family)
        if there := [str(into / file) for file in files if (into / file).exists()]:
            raise UsageError(f"{there[0]!r} is there already; name another folder for the port")
        written = []
        for file, source in files.items():
            text = source.read_text(encoding="utf-8")
            if str(file) not in self.copied:
                text = filled(text, port_name(into), system, self.asked)
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


LEGEND: Final = (
    "Leave this as it is: operations (* is needed), operands > answer, answer if a key is gone."
)
"""What the table of a family's operations is, for the author of an adapter."""


def filled(text: str, name: str, system: System, asked: Mapping[str, str]) -> str:
    """A file of an adapter for the port of that name; `Starter` says what is *asked*."""
    lines = chosen(text.splitlines(keepends=True), known(system))
    if system.family is not POOL:
        lines = repeated(lines, family_table(system), asked)
    marks = {"name": name, "system": system.name, "fields": fields(name, system)}
    marks["legend"] = LEGEND
    told = f"; the choices are texts: {', '.join(system.chosen)}"
    marks["choices"] = told if system.chosen else ", which has no choices"
    marks["option"] = " ".join(
        f"{field}={value}"
        for field, value in option_fields(
            tuple((each, tuple(system.choices[each][:1])) for each in declarable(system))
        ).items()
    )
    text = "".join(lines)
    if RESTORING in system.operations:
        text = LEFT_OUT.sub(rf"\1,{RESTORING}", text)
    return re.sub(f"@({'|'.join(marks)})@", lambda mark: marks[mark[1]], text)


LEFT_OUT: Final = re.compile(rf"(without\W+{MAXIMUM})")
"""Where an adapter's file says what is left out; starters have no word for restorations, which one system has."""


def fields(name: str, system: System) -> str:
    """The fields of the handshake that an author cannot leave out."""
    widths = {each: 32 for each in system.fields if each.endswith("_bits")}
    capacity = {"capacity": "fixed"} if keeps_its_capacity(system) else {}
    own = {"name": name, "version": "0.1.0", "system": system.name}
    given = {"protocol": PROTOCOL_VERSION, **own, **widths, **capacity}
    return " ".join(f"{field}={value}" for field, value in given.items())


def known(system: System) -> frozenset[str]:
    """The words for which an adapter's file may have its own lines."""
    words = {*system.operations, *system.fields, system.name, "forge"}
    if MAXIMUM in system.chosen:
        words.add(MAXIMUM)
    if declarable(system):
        words.add("options")
    words.add("issued" if system.family.inserting else "keyless")
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


# --- Families that are not that of pools ----------------------------------------------------------------


class Row(NamedTuple):
    """What an adapter says of an operation.

    Attributes:
        row: its name, its operands, its answer, and the answer if a key finds nothing; a star marks what is essential,
            and the last word what concerns both containers.
        arguments: the names of what a function is given besides the container.
        kinds: the same, each by what it is.
    """

    row: str
    operation: str
    sentence: str
    arguments: Sequence[str]
    kinds: Sequence[str]


def family_table(system: System) -> list[Row]:
    """The operations of a system, except those that try another one, and those that show keys.

    >>> from stablelist_spec.systems import SYSTEMS
    >>> [each.row for each in family_table(SYSTEMS["stable-graph"])][:3]
    ['add_node* > key -', 'add_edge* key key > key !missing', 'node key > value none']
    """
    return [
        table_row(name, kind, system)
        for name, kind in system.family.kinds.items()
        if name in (system.answered if system.family.inserting else system.operations)
        and not (kind.tries or kind.loops)
    ]


def table_row(name: str, kind: Kind, system: System) -> Row:
    """The row of an operation."""
    family, chosen = system.family, system.configuration()
    port = Handshake("", "", system.name, Level.CONTRACT)
    nothing = "-"
    if kind.keys:
        contract = contract_of(system, port, chosen)
        nothing = finding_nothing(contract, family.least(name), Level.CONTRACT, family)
    counts = [each.counts and kind.inserts for each in kind.operands]
    given = [*zip(counts, kind.operands, strict=True)]
    operands = ["count" if several else each.type.value for several, each in given]
    answer = "shown" if name in system.shown else kind.answer.value
    if kind.inserts:
        answer = "keys" if kind.counted else "key"
    names = [
        "elements" if several else each.name + "_" * iskeyword(each.name) for several, each in given
    ]
    both: list[str] = []
    answer = {Role.COPY: "clone", Role.EXCHANGE: "exchange"}.get(kind.role, answer)
    if kind.both and kind.role is not Role.COPY:
        both = ["both"]
    star = "*" * (name in family.essential)
    others = ["other"] * len(both) + ["element"] * (answer == "key")
    return Row(
        " ".join([name + star, *operands, ">", answer, nothing, *both]),
        name,
        kind.sentence,
        [*names, *others],
        [*operands, *others],
    )


def repeated(lines: Iterable[str], table: Sequence[Row], asked: Mapping[str, str]) -> Iterator[str]:
    """The lines, those with a mark once for each operation."""
    for line in lines:
        if "@row@" in line:
            yield from (line.replace("@row@", each.row) for each in table)
        elif "@operation@" in line:
            for each in table:
                arguments = "".join(f", {name}" for name in each.arguments)
                named = enumerate(zip(each.arguments, each.kinds, strict=True))
                given = [f"{name} = {asked.get(kind, '').format(at)}" for at, (name, kind) in named]
                yield (
                    line.replace("@operation@", each.operation)
                    .replace("@sentence@", each.sentence)
                    .replace("@arguments@", arguments)
                    .replace("@given@", "; " * bool(given) + ", ".join(given))
                )
        else:
            yield line
