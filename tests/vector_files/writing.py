"""Writes the vectors from the models; the files are the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import chain, repeat
from pathlib import Path
from typing import Final

from stablelist_conformance.vectors.manifest import MANIFEST, VERSION, Entry, hashed, written
from stablelist_conformance.vectors.needs import Needs
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.operations import decode
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.core.family import Role
from stablelist_spec.systems import REALMS, STABLE_LIST, SYSTEMS

from .answers import AnsweredProgram, with_answers
from .choice import Couples, choose, couples, singles
from .far import Shows
from .needs import needs
from .scopes import USUAL, Scope, scopes

__all__ = ["BRIEF", "Vectors", "files", "parts", "terse", "write"]

BRIEF: Final = (
    *("deferred", "first-free", "first-free-skipping"),
    *("lifo-slotmap", "dense-slotmap", "hop-slotmap", "stack-slotmap"),
    *("lifo-arena", "fixed-arena", "handle-map", "stable-vec", "shared-vec", "stable-graph"),
    *(each.name for each in REALMS),
)
"""Variants of other systems, and systems made after one release: their files show every label, not every couple."""
OVERHEAD: Final = 60
"""The cost of a program in addition to its operations, counted in operations."""
LONG: Final = 400
"""Characters of an answer that a program which goes far gives only once."""
MOST_USUAL: Final = 2_500
"""The cost of all programs of a file of tier `usual`: a system of a hundred labels has thousands of couples."""
FARTHEST: Final = {Level.CONTRACT: 20_000, Level.LAYOUT: 60_000, Level.COST: 60_000}
"""Characters of the farthest program of a class, with its answers."""
FARTHEST_OF_ALL: Final = 200_000
"""The same for a StableList, whose layout shows more the farther a program goes, and for what is marked as long."""
BESIDE: Final = {Level.CONTRACT: 15_000, Level.LAYOUT: 60_000, Level.COST: 30_000}
"""Characters of all programs of a class beside the farthest."""


def write(folder: Path, systems: Sequence[str] = (), jobs: int = 1) -> list[Entry]:
    """Write the vectors of some systems into a folder, *jobs* parts at once; by default of all.

    Raises:
        UsageError: there is such a version already.
        OSError: they cannot be written.
    """
    top = folder / VERSION
    if top.exists():
        raise UsageError(f"{str(top)!r} is there already; remove it first, or name another folder")
    wanted = [name for name in SYSTEMS if name in (systems or SYSTEMS)]
    each = [(name, number) for name in wanted for number in range(len(parts(name)))]
    with ProcessPoolExecutor(jobs) as pool:
        entries = list(
            chain.from_iterable(pool.map(write_part, repeat(top), *zip(*each, strict=True)))
        )
    (top / MANIFEST).write_text(written(entries), encoding="utf-8", newline="\n")
    return entries


@cache
def parts(system: str) -> list[list[Scope]]:
    """The files of a system, in parts that do not depend on each other."""
    every = [scope for scope in scopes() if scope.system.name == system]
    far = [] if system in BRIEF else [[scope] for scope in every if scope.far]
    return [[scope for scope in every if not scope.far], *far]


def write_part(top: Path, system: str, number: int) -> list[Entry]:
    """Write the files of one part; returns their entries."""
    entries = []
    for entry, texts in files(parts(system)[number]):
        for suffix, text in zip((".in", ".out"), texts, strict=True):
            file = top / f"{entry.path}{suffix}"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)
        entries.append(entry)
    return entries


Vectors = tuple[Entry, tuple[bytes, bytes]]


def files(part: Iterable[Scope]) -> Iterator[Vectors]:
    """The entries of a part, with the contents of their files."""
    covered: dict[str, Couples] = {}
    for scope in part:
        chosen = far(scope, scope.far.shows) if scope.far else near(scope, covered)
        if chosen:
            yield file(scope, chosen)


def near(scope: Scope, covered: dict[str, Couples]) -> list[AnsweredProgram]:
    """A few programs that show all couples that the tiers below do not show."""
    candidates = list(dict.fromkeys(scope.candidates()))
    settled = {
        each.program: each
        for each in (with_answers(scope.system, program, scope.level) for program in candidates)
    }
    below = frozenset(chain.from_iterable(covered[place] for place in scope.below))
    shown = [shows(scope, each) for each in settled.values()]
    costs = [OVERHEAD + len(program.words) for program in settled]
    room = MOST_USUAL if scope.name == USUAL else sum(costs)
    places, covered[scope.place] = choose(costs, shown, below, room)
    return [list(settled.values())[place] for place in places]


def shows(scope: Scope, settled: AnsweredProgram) -> Couples:
    """The couples that count. Those of the levels below do not count again, since a port takes their files, too."""
    if scope.system.name in BRIEF:
        return singles(settled.program, settled.labels, modes=False)
    if scope.level is Level.COST:
        return singles(settled.program, settled.labels)
    modes = scope.name in {"basic", "common"}  # what the other tiers add is the same in all modes
    return couples(settled.program, settled.labels, scope.about, modes=modes)


def far(scope: Scope, shows: Shows) -> list[AnsweredProgram]:
    """Programs of a class: the farthest, and those that show most beside it for their length."""
    rooms = farthest(scope), BESIDE[scope.level]
    drawn = [each for each in scope.candidates() if least_cost(scope, each) <= rooms[0]]
    settled = [terse(scope, with_answers(scope.system, each, scope.level)) for each in drawn]
    costs = [len(asked(scope, each)) + len(each.line) for each in settled]
    shown = [shows(scope.system, each) for each in settled]
    return [settled[place] for place in farthest_first(costs, shown, *rooms)]


def farthest(scope: Scope) -> int:
    """The largest number of characters of one program."""
    whole = scope.system is STABLE_LIST and scope.level is Level.LAYOUT
    long = scope.level > Level.CONTRACT and scope.far is not None and scope.far.long
    return FARTHEST_OF_ALL if whole or long else FARTHEST[scope.level]


def farthest_first(
    costs: Sequence[int], shown: Sequence[Couples], room: int, beside: int
) -> list[int]:
    """The places of the program that shows most of those that fit, then of others, as long as there is room."""
    fitting = [place for place, cost in enumerate(costs) if cost <= room]
    if not fitting:
        return []
    first = max(fitting, key=lambda place: len(shown[place]))
    rest, _ = choose(costs, shown, shown[first], beside)
    return sorted({first, *rest})


def asked(scope: Scope, settled: AnsweredProgram) -> str:
    """The line of a program."""
    return settled.program.sent(scope.level)


def least_cost(scope: Scope, program: Program) -> int:
    """A lower bound of the characters of a program, with its answers."""
    inserted = sum(map(scope.system.family.insertions, program.operations))
    return sum(map(len, program.words)) + inserted * len("ok,")


def terse(scope: Scope, settled: AnsweredProgram) -> AnsweredProgram:
    """A program without the questions that have long answers, but for the last.

    To ask may cost something, so that with costs the answers are settled once more.
    """
    words, answers = settled.program.words, settled.line.split(" ")
    both = enumerate(zip(words, answers, strict=True))
    long = [i for i, (word, answer) in both if len(answer) > LONG and asks(scope, word)]
    kept = [i for i in range(len(words)) if i not in long[:-1]]
    program = settled.program._replace(words=tuple(words[i] for i in kept))
    if scope.level is Level.COST and len(long) > 1:
        return with_answers(scope.system, program, scope.level)
    return settled._replace(
        program=program,
        labels=tuple(settled.labels[i] for i in kept),
        line=" ".join(answers[i] for i in kept),
    )


def asks(scope: Scope, word: str) -> bool:
    """Whether an operation only reads."""
    family = scope.system.family
    return family.kinds[decode(word, family).name].role in (Role.READ, Role.SHOW)


def file(scope: Scope, chosen: Sequence[AnsweredProgram]) -> Vectors:
    """The entry of a file, and the contents."""
    lines = text(asked(scope, each) for each in chosen)
    right = text(each.line for each in chosen)
    hashes = hashed(lines), hashed(right)
    entry = Entry(
        path=f"{scope.folder}/{scope.name}-{hashed(lines + right)[:8]}",
        hashes=hashes,
        programs=len(chosen),
        operations=sum(len(each.program.words) for each in chosen),
        labels=len(set(chain.from_iterable(chain.from_iterable(each.labels) for each in chosen))),
        needs=needed(scope, chosen),
        reach=scope.far.name if scope.far else "",
    )
    return entry, (lines, right)


def needed(scope: Scope, chosen: Iterable[AnsweredProgram]) -> Needs:
    """What all programs of a file need."""
    total = Needs()
    for each in chosen:
        total |= needs(each.program, scope.system, each.uses)
    return total


def text(lines: Iterable[str]) -> bytes:
    """Lines as bytes."""
    return "".join(f"{line}\n" for line in lines).encode("ascii")
