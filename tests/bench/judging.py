"""A program for counting instructions: ``python -m bench.judging PEER``. Its `stages` are parts of the kit's work.

Programs of the swarm are drawn, sent and judged as ``stablelist verify`` does it. There is no real port: its answers
were recorded beforehand, so that only the judge's own work is counted. The yardstick is the least work that a judge
could do: following the operations on a dict.
"""

from __future__ import annotations

import gc
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Protocol, Self

from stablelist_conformance.coverage import labelled_answer
from stablelist_conformance.engines import Batch, Subject, run_batch
from stablelist_conformance.handshake import Handshake, Widths
from stablelist_conformance.port import ProcessPort
from stablelist_conformance.protocol import Level, Program
from stablelist_conformance.swarm import Swarm
from stablelist_spec.systems import STABLE_LIST

from .names import DICT, JUDGE
from .stages import Stage, run_each

__all__ = ["PEERS", "Checks", "Dict", "Judge", "main", "stages"]

PROGRAMS: Final = 64
"""Of which the model is asked about two."""
OFFERED: Final = Handshake(
    "noted", "0", "stablelist", Level.COST, Widths.parse("0-64"), Widths.parse("0,3-64")
)


class Noted(ProcessPort):
    """A port without a process, which has its answers ready."""

    def __init__(self, answers: dict[str, str]) -> None:
        super().__init__("noted")
        self.answers = answers
        self.sent: deque[str] = deque()

    def __enter__(self) -> Self:
        """There is nothing to start."""
        return self

    def send(self, lines: Sequence[str]) -> None:
        """Take lines."""
        self.sent.extend(lines)

    def receive(self) -> str:
        """What was noted."""
        return self.answers[self.sent.popleft()]

    def quiet(self) -> None:
        """It says nothing unasked."""

    def finish(self) -> None:
        """There is nothing to end."""


@dataclass(frozen=True)
class Prepared(Subject):
    """Whatever is sent to this subject was answered before.

    Its programs are the small ones: a large one would be most of the count, and its share a matter of luck.
    """

    answers: dict[str, str] | None = None

    def swarm(self, seed: int, *, far: bool = False, only: str = "") -> Swarm:
        """Without the classes that go far, whatever is wanted."""
        return Swarm(self.abilities(), seed, ())

    def process(self) -> ProcessPort:
        """No process."""
        return Noted(self.answers or {})


NOTED: Final = Prepared("noted", OFFERED, Level.LAYOUT, timeout=1.0)


class Checks(Protocol):
    """What is counted, of the same programs for every peer."""

    name: ClassVar[str]

    def __init__(self, programs: Sequence[Program]) -> None: ...

    def check(self) -> object:
        """Everything, from drawing the programs to the verdict."""
        ...

    def draw(self) -> object:
        """The programs."""
        ...

    def answer(self) -> object:
        """What the container says to all of them."""
        ...

    def label(self) -> object:
        """What the model says to the first of them."""
        ...


class Judge:
    """The kit, on a port that shows its layout."""

    name: ClassVar[str] = JUDGE

    def __init__(self, programs: Sequence[Program]) -> None:
        subject = NOTED
        self.programs = programs
        self.swarm = subject.swarm(0)
        self.judge = subject.judge()
        lines = (subject.line(program) for program in programs)
        answers = dict(zip(lines, map(str, self.answer()), strict=True))
        self.prepared = replace(subject, answers=answers)
        self.label()  # so that the interpreter has adapted to the model, too

    def check(self) -> int:
        """A batch, which is sound; how many operations it took."""
        result = run_batch(self.prepared, Batch("swarm", 0, len(self.programs)))
        assert result.failure is None, result.failure
        assert not result.doubt, result.doubt
        return result.operations

    def draw(self) -> object:
        """The programs by their numbers."""
        return [self.swarm.program(number) for number in range(len(self.programs))]

    def answer(self) -> list[object]:
        """The right lines."""
        return [self.judge.prepare(program) for program in self.programs]

    def label(self) -> object:
        """With labels."""
        return labelled_answer(STABLE_LIST, self.programs[0], Level.LAYOUT)


class Dict:
    """The least: insertions, removals and look-ups, where everything else is looked up."""

    name: ClassVar[str] = DICT

    def __init__(self, programs: Sequence[Program]) -> None:
        self.programs = programs

    def check(self) -> object:
        """The answers, as lines."""
        return [" ".join(followed(program.words)) for program in self.programs]

    draw = answer = check

    def label(self) -> object:
        """The first line."""
        return " ".join(followed(self.programs[0].words))


def followed(words: Sequence[str]) -> list[str]:
    """What a dict by the numbers of insertions answers.

    >>> followed(["add", "at:0", "remove:0", "at:0"])
    ['ok', '0', '0', 'None']
    """
    pool: dict[str, int] = {}
    added = 0
    answers: list[str] = []
    for word in words:
        name, _, key = word.partition(":")
        if name == "add":
            pool[str(added)] = added
            added += 1
            answers.append("ok")
        elif name == "remove":
            answers.append(str(pool.pop(key, None)))
        else:
            answers.append(str(pool.get(key)))
    return answers


PEERS: Final[dict[str, type[Checks]]] = {kind.name: kind for kind in (Judge, Dict)}


def drawn(number: int) -> list[Program]:
    """The first programs of the swarm."""
    swarm = NOTED.swarm(0)
    return [swarm.program(n) for n in range(number)]


def stages(programs: Sequence[Program]) -> list[Stage[Checks]]:
    """All of the work, and its larger parts."""
    every = sum(len(program.words) for program in programs)
    return [
        Stage("check", every, lambda peer: peer.check()),
        Stage("draw", every, lambda peer: peer.draw()),
        Stage("answer by container", every, lambda peer: peer.answer()),
        Stage("answer by model", len(programs[0].words), lambda peer: peer.label()),
    ]


def main(peer: str) -> None:
    """Each stage by one peer. What was there before is none of the garbage collector's business."""
    programs = drawn(PROGRAMS)
    prepared = PEERS[peer](programs)
    gc.collect()
    gc.freeze()
    run_each(stages(programs), prepared)


if __name__ == "__main__":
    main(sys.argv[1])
