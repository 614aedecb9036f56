"""The strength of the vectors: how many of the planted defects they find, at every level of their ports.

``python -m defects.strength FOLDER PORT/`` plants every defect of `make selfcheck` in a
port, and runs it on the vectors. A defect that the vectors of a level miss is named.

Many a defect shows in costs alone. After a number of jobs, ``judged`` has the judge look for what the vectors miss at
a level: a defect that it does not find either does not count there. It takes minutes for each of them.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from defects import Defect, defects
from defects.selfcheck import Sources, chosen, planted, sources
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.verify import verify
from stablelist_conformance.vectors.manifest import Entry, newest, read_manifest
from stablelist_conformance.vectors.running import failures_in, offer, programs, taken
from stablelist_conformance.wire.errors import PortFault
from stablelist_conformance.wire.protocol import Level

__all__ = ["Found", "find", "report"]

LONGEST_WAIT: Final = 3.0
"""Seconds for one answer line."""


class Found(NamedTuple):
    """A defect.

    Attributes:
        levels: those at which the vectors find it.
        highest: the highest level of its port.
        hidden: levels at which even the judge finds nothing.
        starts: whether the port with the defect starts; otherwise nothing was asked of it.
    """

    name: str
    port: str
    levels: frozenset[Level]
    highest: Level
    hidden: frozenset[Level] = frozenset()
    starts: bool = True

    def is_found_up_to(self, level: Level) -> bool:
        """Whether the vectors that a port of a level takes find it."""
        return any(lower <= level for lower in self.levels)


def find(
    folder: Path, entries: Sequence[Entry], sources: Sources, defect: Defect, judged: str = ""
) -> Found:
    """Plant a defect, and run the vectors of every level on their own, and perhaps the judge where they miss it."""
    with planted(sources, defect) as port:
        try:
            handshake = offer(port, LONGEST_WAIT)
        except PortFault:
            return Found(defect.name, defect.port, frozenset(), Level.COST, starts=False)
        files = taken(entries, handshake)
        asked = {
            level: [
                (each, programs(folder, each, handshake)) for each in files if each.level is level
            ]
            for level in Level
        }
        levels = {level for level, some in asked.items() if finds(some, port)}
        found = Found(defect.name, defect.port, frozenset(levels), handshake.level)
        return found._replace(hidden=frozenset(hidden(found, defect, port))) if judged else found


def hidden(found: Found, defect: Defect, port: str) -> Iterator[Level]:
    """The levels below its highest at which neither the vectors nor the judge find a defect."""
    for level in Level:
        if level >= found.highest or found.is_found_up_to(level):
            return
        if verify(port, replace(chosen(defect), level=level)).outcome is Outcome.REFUTED:
            return
        yield level


def finds(files: Iterable[tuple[Entry, list[tuple[str, str]]]], port: str) -> bool:
    """Whether a program in the files is answered wrongly."""
    return any(next(failures_in(*each, port, LONGEST_WAIT), None) for each in files)


def report(found: Sequence[Found]) -> str:
    """How many of the defects are found, by port, and which are missed."""
    lines, ports = [], defaultdict(list)
    broken = [each for each in found if not each.starts]
    found = [each for each in found if each.starts]
    for each in found:
        ports[each.port].append(each)
    for port, some in [*ports.items(), ("all", list(found))]:
        up_to = {
            level: [e for e in some if e.highest >= level and level not in e.hidden]
            for level in Level
        }
        cells = [
            f"{level.word} {sum(e.is_found_up_to(level) for e in known)} of {len(known)}"
            for level, known in up_to.items()
            if known
        ]
        lines.append(f"{port:20} {', '.join(cells)}")
    lines += [f"does not start: {each.port}/{each.name}" for each in broken]
    lines += [f"missed: {each.name}" for each in found if not each.levels]
    lines += [
        f"missed at contract: {each.name}"
        for each in found
        if each.levels and Level.CONTRACT not in each.levels | each.hidden
    ]
    return "\n".join(lines)


def main(folder: str, only: str = "", jobs: str = "2", judged: str = "") -> None:
    """Print the report."""
    version = newest(Path(folder))
    entries, known = read_manifest(version), sources()
    wanted = [
        each
        for each in defects()
        if only in f"{each.port}/{each.name}" and not known[each.port].missing()
    ]
    with ProcessPoolExecutor(int(jobs)) as pool:
        running = [
            pool.submit(find, version, entries, known[each.port], each, judged) for each in wanted
        ]
        sys.stdout.write(report([each.result() for each in running]) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
