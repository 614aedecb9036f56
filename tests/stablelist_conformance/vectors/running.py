"""Running the vectors on a port: every file that it can take, line by line."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final

from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.running.handshaking import first_contact
from stablelist_conformance.vectors.manifest import Entry
from stablelist_conformance.wire.errors import PortFault, UsageError
from stablelist_conformance.wire.files import bounded_text
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import parse_program

__all__ = [
    "AHEAD",
    "Result",
    "WrongProgram",
    "answers",
    "failures_in",
    "offer",
    "program_id",
    "programs",
    "read_expected",
    "run",
    "taken",
]

AHEAD: Final = 32
"""The number of programs that are sent before the first answer is read."""
LONGEST: Final = 1 << 20
"""The largest size in bytes of a file of expected failures."""


@dataclass(frozen=True)
class WrongProgram:
    """A program that was answered wrongly.

    Attributes:
        id: of the program, by which a list of expected failures names it.
        path: of its file.
        line: the program.
        detail: the first wrong word, or how the port failed.
    """

    id: str
    path: str
    line: str
    detail: str


@dataclass(frozen=True)
class Result:
    """What was run, and what failed.

    Attributes:
        handshake: of the port.
        files: the entries that it could take.
        left: how many entries of its system it could not take.
        failures: the programs that it answered wrongly.
        ids: of all programs that were run.
    """

    handshake: Handshake
    files: Sequence[Entry]
    left: int
    failures: Sequence[WrongProgram]
    ids: frozenset[str] = frozenset()

    @property
    def programs(self) -> int:
        """How many programs were run."""
        return sum(entry.programs for entry in self.files)

    @property
    def operations(self) -> int:
        """How many operations were answered."""
        return sum(entry.operations for entry in self.files)


def program_id(line: str) -> str:
    """The id of a program, a hash of its line.

    >>> program_id("contract : add")
    '1075ef411c26'
    """
    return hashlib.sha256(line.encode("ascii")).hexdigest()[:12]


def taken(entries: Iterable[Entry], port: Handshake) -> list[Entry]:
    """The files that a port can take."""
    return [
        entry
        for entry in entries
        if entry.system == port.system.name
        and entry.level <= port.level
        and entry.needs.met_by(port)
    ]


def run(folder: Path, entries: Sequence[Entry], port: str, timeout: float = 10.0) -> Result:
    """Run a port on the vectors in the folder of a version.

    Raises:
        UsageError: the port cannot be started, or can take no file.
    """
    offered = offer(port, timeout)
    asked = {entry.path: programs(folder, entry, offered) for entry in taken(entries, offered)}
    files = [
        replace(entry, programs=len(each), operations=sum(len(right.split()) for _, right in each))
        for entry in entries
        if (each := asked.get(entry.path))
    ]
    if not files:
        raise UsageError(
            f"{offered.name} can take none of the vectors, for its system, widths, options or `without`; "
            "use `stablelist verify`"
        )
    failures = [
        failure
        for entry in files
        for failure in failures_in(entry, asked[entry.path], port, timeout)
    ]
    of_system = sum(entry.system == offered.system.name for entry in entries)
    ids = frozenset(program_id(line) for entry in files for line, _ in asked[entry.path])
    return Result(offered, files, of_system - len(files), failures, ids)


def offer(port: str, timeout: float) -> Handshake:
    """The handshake of a port.

    Raises:
        UsageError: it cannot be started, or does not keep to the protocol.
    """
    with first_contact(), ProcessPort(port, timeout=timeout) as process:
        assert process.handshake is not None
        process.finish()
        return process.handshake


def programs(folder: Path, entry: Entry, port: Handshake) -> list[tuple[str, str]]:
    """The programs of a file with their answers, without those in configurations that the port does not have."""
    asked, right = (lines(folder, entry, suffix) for suffix in (".in", ".out"))
    return [
        (line, answer)
        for line, answer in zip(asked, right, strict=True)
        if not port.options or port.supports(parse_program(line, entry.system)[1].parameters)
    ]


def failures_in(
    entry: Entry, asked: Iterable[tuple[str, str]], port: str, timeout: float
) -> Iterator[WrongProgram]:
    """The programs of a file that a port answers wrongly."""
    for line, expected, answered in answers(port, asked, timeout):
        if answered != expected:
            yield WrongProgram(
                program_id(line), entry.path, line, difference(line, expected, answered)
            )


def lines(folder: Path, entry: Entry, suffix: str) -> list[str]:
    """The lines of a file."""
    return (folder / f"{entry.path}{suffix}").read_text(encoding="ascii").splitlines()


def answers(
    port: str, programs: Iterable[tuple[str, str]], timeout: float
) -> Iterator[tuple[str, str, str]]:
    """Programs, right answers, and a port's answers. If the port fails, it is started again for the next programs."""
    rest = deque(programs)
    while rest:
        with ProcessPort(port, timeout=timeout) as process:
            try:
                while rest:
                    sent = list(islice(rest, AHEAD))
                    process.send([line for line, _ in sent])
                    for _ in sent:
                        answered = process.receive()
                        yield (*rest.popleft(), answered)
                process.finish()
            except PortFault as fault:
                if rest:
                    yield (*rest.popleft(), f"({fault.kind}: {fault.detail})")


def difference(line: str, expected: str, answered: str) -> str:
    """The first word that is wrong."""
    words = line.partition(" : ")[2].split(" ")
    right, given = expected.split(" "), answered.split(" ")
    if answered.startswith("(") or len(given) != len(right):
        return answered[:200]
    at = next(i for i, (one, other) in enumerate(zip(right, given, strict=True)) if one != other)
    return f"operation {at + 1}, {words[at]}: expected {right[at][:80]}, answered {given[at][:80]}"


def read_expected(path: Path) -> frozenset[str]:
    """The ids of programs that are expected to fail: one for each line, and the reason after a ``#``.

    Raises:
        UsageError: it cannot be read, or has a line that begins with no id.
    """
    ids = set()
    try:
        listed = bounded_text(path, LONGEST).splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path} cannot be read: {error}; name a list of expected failures"
        ) from error
    for line in listed:
        name = line.partition("#")[0].strip()
        if name and not (len(name) == 12 and set(name) <= set("0123456789abcdef")):
            raise UsageError(
                f"{path}: {name[:40]!r} is no id of a program; write the 12 digits that a failed run names"
            )
        ids |= {name} - {""}
    return frozenset(ids)
