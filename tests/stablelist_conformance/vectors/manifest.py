"""The manifest of the vectors: a line for each file, with its hashes and what a port must offer to take it.

It is a table with tabs between its columns, so that it can be read in any language, or by hand. Lists have commas
between their items, and an empty one is ``-``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from stablelist_conformance.vectors.needs import Needs
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import LEVELS, Level
from stablelist_conformance.wire.text import count

__all__ = [
    "CONTENT",
    "MANIFEST",
    "VERSION",
    "Entry",
    "hashed",
    "newest",
    "read_manifest",
    "written",
]

FORMAT: Final = 4
"""The version of the format: the newest version of the protocol that a program needs."""
CONTENT: Final = 2
"""The number of the content, which begins at 1 again with every format."""
VERSION: Final = f"{FORMAT}.{CONTENT}"
"""The version of the format, followed by that of the content."""
MANIFEST: Final = "MANIFEST.tsv"
COLUMNS: Final = (
    *("path", "in", "out", "programs", "operations", "labels"),
    *("needs", "uses", "id_bits", "index_bits", "room", "reach"),
)
NOTHING: Final = "-"


@dataclass(frozen=True)
class Entry:
    """One line: two files with the same name, of which one ends with ``.in`` and one with ``.out``.

    Attributes:
        path: ``system/level/width/name``.
        hashes: SHA-256 of ``.in`` and ``.out``.
        programs: the number of lines in each.
        operations: the number of words in all answers.
        labels: the number of different labels that the programs reach.
        needs: what a port must offer.
        reach: the class of programs that go far, if it is one.
    """

    path: str
    hashes: tuple[str, str]
    programs: int
    operations: int
    labels: int
    needs: Needs
    reach: str = ""

    @property
    def system(self) -> str:
        """The kind of container."""
        return self.path.split("/")[0]

    @property
    def level(self) -> Level:
        """How much the answers show."""
        return LEVELS[self.path.split("/")[1]]

    def cells(self) -> list[str]:
        """The line, column by column."""
        numbers = (self.programs, self.operations, self.labels)
        lists = (self.needs.offered, self.needs.uses, self.needs.id_bits, self.needs.index_bits)
        return [
            *(self.path, *self.hashes),
            *map(str, numbers),
            *map(joined, lists),
            str(self.needs.room),
            self.reach or NOTHING,
        ]


def joined(items: Iterable[object]) -> str:
    """A list in one cell; numbers by their size."""
    return (
        ",".join(map(str, sorted(items, key=lambda item: (str(item).zfill(9), str(item)))))
        or NOTHING
    )


def separated(cell: str) -> frozenset[str]:
    """The list in a cell."""
    return frozenset(cell.split(",")) if cell != NOTHING else frozenset()


def hashed(data: bytes) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def written(entries: Iterable[Entry]) -> str:
    """The manifest as text."""
    lines = [COLUMNS, *(entry.cells() for entry in entries)]
    return "".join("\t".join(line) + "\n" for line in lines)


def read_manifest(folder: Path) -> list[Entry]:
    """Read the manifest in the folder of one version; every file must exist and be unchanged.

    Raises:
        UsageError: it is of a newer format, or is none; or a file is missing, or was edited.
    """
    check_version(folder)
    try:
        lines = (folder / MANIFEST).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{folder / MANIFEST} cannot be read: {error}; name a folder of vectors"
        ) from error
    if tuple(lines[:1]) != ("\t".join(COLUMNS),):
        raise UsageError(
            f"{folder / MANIFEST} does not begin with {' '.join(COLUMNS)}; write the vectors anew"
        )
    entries = [entry(folder, line) for line in lines[1:]]
    for each in entries:
        check_files(folder, each)
    return entries


def check_version(folder: Path) -> None:
    """Refuse a manifest of a later kit."""
    first, _, rest = folder.name.partition(".")
    if not (first.isdecimal() and rest.isdecimal()):
        raise UsageError(
            f"{folder.name!r} is no version of vectors; name a folder such as vectors/{VERSION}"
        )
    if int(first) > FORMAT:
        raise UsageError(
            f"the vectors in {folder} are of format {first}, and this kit reads up to {FORMAT}; "
            "install a newer stablelist-conformance"
        )


def entry(folder: Path, line: str) -> Entry:
    """One line."""
    try:
        path, first, second, programs, operations, labels, *rest, room, reach = line.split("\t")
        offered, uses, ids, indices = map(separated, rest)
        asked = (frozenset(map(int, ids)), frozenset(map(int, indices)))
        needs = Needs(offered, uses, *asked, int(room))
        counts = (int(programs), int(operations), int(labels))
        found = Entry(
            path, (first, second), *counts, needs, reach.replace(NOTHING, "", reach == NOTHING)
        )
        assert found.level in Level
    except (ValueError, KeyError, IndexError) as error:
        raise UsageError(
            f"{folder / MANIFEST} has a line that is none: {line[:80]!r}; write the vectors anew"
        ) from error
    return found


def check_files(folder: Path, entry: Entry) -> None:
    """Refuse a file that is missing or was edited, or that does not have as much as the manifest says."""
    contents: list[bytes] = []
    for suffix, expected in zip((".in", ".out"), entry.hashes, strict=True):
        file = folder / f"{entry.path}{suffix}"
        try:
            contents.append(file.read_bytes())
        except OSError as error:
            raise UsageError(
                f"the manifest names {file}, which cannot be read ({error.strerror}); write the vectors anew"
            ) from error
        found = hashed(contents[-1])
        if found != expected:
            raise UsageError(
                f"{file} was edited: its SHA-256 is {found[:12]}…, where the manifest says {expected[:12]}…; "
                "write the vectors anew"
            )
    programs, answers = (content.splitlines() for content in contents)
    counted = (len(programs), len(answers), sum(len(line.split()) for line in answers))
    if counted != (entry.programs, entry.programs, entry.operations):
        raise UsageError(
            f"{folder / entry.path} has {count(counted[0], 'program')}, {count(counted[1], 'line')} of answers and "
            f"{count(counted[2], 'word')} in these, where the manifest says {count(entry.programs, 'program')} and "
            f"{count(entry.operations, 'operation')}; "
            "write the vectors anew"
        )


def newest(folder: Path) -> Path:
    """The folder of the newest version among vectors, or the folder itself if it is of one version.

    Raises:
        UsageError: there is none.
    """
    if (folder / MANIFEST).is_file():
        return folder
    versions = sorted(versions_in(folder))
    if not versions:
        raise UsageError(
            f"there are no vectors in {str(folder)!r}; name their folder, or write them"
        )
    return versions[-1][1]


def versions_in(folder: Path) -> Iterator[tuple[tuple[int, int], Path]]:
    """The versions in a folder."""
    for manifest in folder.glob(f"*.*/{MANIFEST}"):
        first, _, rest = manifest.parent.name.partition(".")
        if first.isdecimal() and rest.isdecimal():
            yield (int(first), int(rest)), manifest.parent
