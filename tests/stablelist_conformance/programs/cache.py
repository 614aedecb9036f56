"""A cache of programs of a StableList on disk, in the user's cache folder: they take seconds to make.

The name of a file has a hash of all sources, so the file is not used after these have changed. It contains a hash of
its lines, and the programs as lines of the port protocol. If anything is wrong with the file or its folder, the
programs are made again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.files import replaced
from stablelist_conformance.wire.protocol import Level, Program, parse_program

__all__ = ["cached", "place", "sources_hash"]

PACKAGES: Final = ("stablelist_spec", "stablelist_conformance")
"""The packages on whose sources the programs depend."""
PROGRAMS: Final = "stablelist"
"""The name of the folder within the user's cache folder."""


def cached(name: str, make: Callable[[], Iterable[Program]]) -> tuple[Program, ...]:
    """The programs with a name, from the disk if possible; otherwise they are made, and saved if possible."""
    path = place(name)
    programs = None if path is None else read(path)
    if programs is None:
        programs = tuple(make())
        if path is not None:
            write(path, programs)
    return programs


def place(name: str) -> Path | None:
    """The path of the cached programs; None if there is no cache folder, or the sources cannot be read."""
    try:
        return user_cache_path(PROGRAMS, appauthor=False) / f"{name}.{sources_hash()}.programs"
    except (OSError, RuntimeError):
        return None


# --- A file ---------------------------------------------------------------------------------------


def read(path: Path) -> tuple[Program, ...] | None:
    """The programs in a file; None if it does not exist or is damaged."""
    try:
        told, _, lines = path.read_text(encoding="ascii").partition("\n")
        if told != digest(lines):
            return None
        return tuple(programs_in(lines))
    except (OSError, ValueError, UsageError):
        return None


def programs_in(lines: str) -> Iterator[Program]:
    """The programs in some lines. Only their configurations are parsed; the words are trusted."""
    configurations: dict[str, Program] = {}
    for line in lines.splitlines():
        head, _, words = line.partition(" : ")
        if head not in configurations:
            configurations[head] = parse_program(f"{head} :")[1]
        yield configurations[head]._replace(words=tuple(words.split(" ")))


def write(path: Path, programs: Iterable[Program]) -> None:
    """Write programs to a file, and remove those of older sources; errors are ignored."""
    lines = "".join(f"{program.sent(Level.COST)}\n" for program in programs)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        replaced(path, f"{digest(lines)}\n{lines}")
        for other in path.parent.glob(f"{path.name.partition('.')[0]}.*{path.suffix}"):
            if other != path:
                other.unlink(missing_ok=True)


def digest(text: str) -> str:
    """A hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


# --- The sources ----------------------------------------------------------------------------------


@cache
def sources_hash() -> str:
    """A hash of all sources of the specification and of the kit.

    Raises:
        OSError: one of them cannot be read.
    """
    made = hashlib.sha256()
    for package in PACKAGES:
        for source in modules_of(resources.files(package)):
            text = source.read_bytes()
            made.update(f"{source.name} {len(text)}\n".encode() + text)
    return made.hexdigest()[:32]


def modules_of(folder: Traversable) -> Iterator[Traversable]:
    """The sources below a folder, and crafted programs, in an order that is always the same."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from modules_of(entry)
        elif entry.name.endswith((".py", ".programs")):
            yield entry
