"""Writing the vectors: by one command from the models, byte for byte the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Final

from stablelist_conformance.errors import UsageError
from stablelist_conformance.protocol import PROTOCOL_VERSION, Level, Program, decode
from stablelist_spec.core.family import Role

from .answers import Settled, settle
from .choice import Couples, choose, couples, singles
from .manifest import MANIFEST, VERSION, Entry, hashed, written
from .needs import Needs, needs
from .scopes import Scope, scopes

__all__ = ["Vectors", "made", "write"]

LONG: Final = 400
"""Characters of an answer that a program which goes far gives only once."""
LONGEST: Final = 30_000
"""Characters of all its answers."""


def write(folder: Path, systems: Sequence[str] = ()) -> list[Entry]:
    """Write all vectors, or those of some systems, into a folder for their version.

    Raises:
        UsageError: there is such a version already.
        OSError: they cannot be written.
    """
    top = folder / VERSION
    if top.exists():
        raise UsageError(f"{str(top)!r} is there already; remove it first, or name another folder")
    entries = []
    for entry, texts in made(systems):
        for suffix, text in zip((".in", ".out"), texts, strict=True):
            file = top / f"{entry.path}{suffix}"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)
        entries.append(entry)
    (top / MANIFEST).write_text(written(entries), encoding="utf-8", newline="\n")
    return entries


Vectors = tuple[Entry, tuple[bytes, bytes]]


def made(systems: Sequence[str] = ()) -> Iterator[Vectors]:
    """Every entry of the manifest, with the contents of its two files."""
    covered: dict[tuple[str, str], Couples] = {}
    for scope in scopes():
        if systems and scope.system.name not in systems:
            continue
        chosen = far(scope) if scope.far else near(scope, covered)
        if chosen:
            yield file(scope, chosen)


def near(scope: Scope, covered: dict[tuple[str, str], Couples]) -> list[Settled]:
    """Few programs that show all couples which the tiers below do not show."""
    candidates = list(dict.fromkeys(scope.candidates()))
    settled = {
        each.program: each for each in (settle(scope.system, program) for program in candidates)
    }
    below = frozenset(
        chain.from_iterable(covered.get((scope.folder, name), ()) for name in scope.below)
    )
    shown = [shows(scope, each) for each in settled.values()]
    chosen, covered[scope.folder, scope.name] = choose(list(settled), shown, below)
    return [settled[program] for program in chosen]


def shows(scope: Scope, settled: Settled) -> Couples:
    """What counts of a program. Costs are shown in all that a port of that level takes of the levels below."""
    if scope.level is Level.COST:
        return singles(settled.program, settled.labels)
    return couples(settled.program, settled.labels, scope.about)


def far(scope: Scope) -> list[Settled]:
    """Programs of a class, but for those with the longest answers."""
    settled = (settle(scope.system, program) for program in scope.candidates())
    short = (settle(scope.system, terse(scope, each)) for each in settled)
    fitting = (each for each in short if len(each.line(scope.level)) <= LONGEST)
    return list(islice(fitting, scope.number))


def terse(scope: Scope, settled: Settled) -> Program:
    """A program without the questions that have long answers, but for the last."""
    program, answers = settled.program, settled.line(scope.level).split(" ")
    asked = list(zip(program.words, answers, strict=True))
    long = [i for i, (word, answer) in enumerate(asked) if len(answer) > LONG and asks(scope, word)]
    dropped = set(long[:-1])
    words = tuple(word for i, word in enumerate(program.words) if i not in dropped)
    return program._replace(words=words)


def asks(scope: Scope, word: str) -> bool:
    """Whether an operation only asks."""
    family = scope.system.family
    return family.kinds[decode(word, family).name].role in (Role.READ, Role.SHOW)


def file(scope: Scope, chosen: Sequence[Settled]) -> Vectors:
    """The entry of a file, and the contents."""
    asked = text(each.program.line(scope.level, PROTOCOL_VERSION) for each in chosen)
    right = text(each.line(scope.level) for each in chosen)
    hashes = hashed(asked), hashed(right)
    entry = Entry(
        path=f"{scope.folder}/{scope.name}-{hashed(asked + right)[:8]}",
        hashes=hashes,
        programs=len(chosen),
        operations=sum(len(each.program.words) for each in chosen),
        labels=len(set(chain.from_iterable(chain.from_iterable(each.labels) for each in chosen))),
        needs=needed(scope, chosen),
        reach=scope.far.name if scope.far else "",
    )
    return entry, (asked, right)


def needed(scope: Scope, chosen: Iterable[Settled]) -> Needs:
    """What all programs of a file need."""
    total = Needs()
    for each in chosen:
        total |= needs(each.program, scope.system, each.uses)
    return total


def text(lines: Iterable[str]) -> bytes:
    """Lines as bytes."""
    return "".join(f"{line}\n" for line in lines).encode("ascii")
