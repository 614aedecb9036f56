"""A cache of programs of a StableList on disk, in the user's cache folder: they take seconds to make.

They are kept in several parts, so that processes that need them at the same time share the work: a part that one of
them is making is left for later by the others, and then read. The name of a file has a hash of all sources, so the file
is not used after these have changed. It contains a hash of its lines, and the programs as lines of the port protocol.
If anything is wrong with the file or its folder, the programs are made again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import IO, Final

from platformdirs import user_cache_path

from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.files import replaced, sealed, unsealed
from stablelist_conformance.wire.protocol import Level, Program, parse_program

__all__ = ["cache_folder", "cached", "cleared", "place", "sources_hash"]

PACKAGES: Final = ("stablelist_spec", "stablelist", "stablelist_conformance")
"""The packages on whose sources programs and right answers depend."""
NAME: Final = "stablelist"
"""The name of the folder within the user's cache folder."""


def cached(parts: Mapping[str, Callable[[], Iterable[Program]]]) -> Iterator[Program]:
    """The programs of all parts, in order, from the disk if possible; otherwise they are made, and saved if possible.

    Args:
        parts: what makes the programs of a part, by its name.
    """
    found: dict[str, Iterable[Program]] = {}
    for wait in (False, True):
        for name in [each for each in parts if each not in found]:
            path = place(name)
            with claimed(path, wait=wait) as is_ours:
                programs = None if path is None else read(path)
                if programs is None and is_ours:
                    programs = tuple(parts[name]())
                    if path is not None:
                        write(path, programs)
            if programs is not None:
                found[name] = programs
    return (program for name in parts for program in found[name])


@contextmanager
def claimed(path: Path | None, *, wait: bool) -> Iterator[bool]:
    """Whether no other process is making these programs, or with *wait*, any more; it is ours if that is unknown."""
    lock = None if path is None else opened(path.with_suffix(".lock"))
    if lock is None:
        yield True
        return
    with lock:
        is_ours = True
        try:
            flock(lock, LOCK_EX | (0 if wait else LOCK_NB))
        except BlockingIOError:
            is_ours = False
        except OSError:  # this disk has no locks
            pass
        yield is_ours
        if is_ours:
            Path(lock.name).unlink(missing_ok=True)


def opened(path: Path) -> IO[str] | None:
    """A file to write, if there can be one."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("w", encoding="ascii")
    return None


def place(name: str) -> Path | None:
    """The path of the cached programs; None if there is no cache folder, or the sources cannot be read."""
    try:
        return cache_folder() / f"{name}.{sources_hash()}.programs"
    except (OSError, RuntimeError):
        return None


def cache_folder() -> Path:
    """The folder of what is kept, in the user's cache folder.

    Raises:
        RuntimeError: there is none.
    """
    return user_cache_path(NAME, appauthor=False)


def cleared() -> tuple[int, int]:
    """Remove everything that is kept; return the number of files and of bytes.

    Raises:
        OSError: a file cannot be removed.
    """
    files = [each for each in cache_folder().rglob("*") if each.is_file()]
    size = sum(each.stat().st_size for each in files)
    for each in files:
        each.unlink(missing_ok=True)
    return len(files), size


# --- A file ---------------------------------------------------------------------------------------


def read(path: Path) -> tuple[Program, ...] | None:
    """The programs in a file; None if it does not exist or is damaged."""
    try:
        return tuple(programs_in(unsealed(path.read_bytes()).decode("ascii")))
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
        replaced(path, sealed(lines.encode("ascii")))
        for other in path.parent.glob(f"{path.name.partition('.')[0]}.*{path.suffix}"):
            if other != path:
                other.unlink(missing_ok=True)


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
    """The sources below a folder, compiled ones, and crafted programs, in an order that is always the same."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from modules_of(entry)
        elif entry.name.endswith((".py", ".programs", ".so", ".pyd")):
            yield entry
