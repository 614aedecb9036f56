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

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.judging.judge import ExactJudge
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import Batch
from stablelist_conformance.running.engines import run_batch
from stablelist_conformance.wire.handshake import Handshake, Widths
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.systems import STABLE_LIST

from .names import DICT, JUDGE
from .stages import Stage, run_each

__all__ = ["PEERS", "Checks", "Dict", "Judge", "main", "stages"]

PROGRAMS: Final = 64
"""The number of programs; the model answers two of them."""
OFFERED: Final = Handshake(
    "noted", "0", "stablelist", Level.COST, Widths.parse("0-64"), Widths.parse("0,3-64")
)


class Noted(ProcessPort):
    """A port without a process, whose answers are recorded."""

    def __init__(self, answers: dict[str, str]) -> None:
        super().__init__("noted")
        self.answers = answers
        self.sent: deque[str] = deque()

    def __enter__(self) -> Self:
        """Nothing has to be started."""
        return self

    def send(self, lines: Sequence[str]) -> None:
        """Accept lines."""
        self.sent.extend(lines)

    def receive(self) -> str:
        """Return the recorded answers."""
        return self.answers[self.sent.popleft()]

    def quiet(self) -> None:
        """The port writes nothing before it is asked."""

    def finish(self) -> None:
        """Nothing has to be ended."""


@dataclass(frozen=True)
class Prepared(Target):
    """A subject whose answers to all programs are recorded.

    Only small programs are drawn. A large one would dominate the count, and its size depends on chance.
    """

    answers: dict[str, str] | None = None

    def swarm(self, seed: int, *, far: bool = False, only: str = "") -> Swarm:
        """The swarm without the classes that go far, whatever is requested."""
        return Swarm(self.abilities(), seed, ())

    def process(self) -> ProcessPort:
        """There is no process."""
        return Noted(self.answers or {})


NOTED: Final = Prepared("noted", OFFERED, Level.LAYOUT, timeout=1.0)


class Checks(Protocol):
    """The stages that are counted, with the same programs for every peer."""

    name: ClassVar[str]

    def __init__(self, programs: Sequence[Program]) -> None: ...

    def check(self) -> object:
        """All stages, from drawing the programs to the verdict."""
        ...

    def draw(self) -> object:
        """Draw the programs."""
        ...

    def answer(self) -> object:
        """The container's answers to all programs."""
        ...

    def label(self) -> object:
        """The model's answers to the first programs."""
        ...


class Judge:
    """The kit, with a port that shows its layout."""

    name: ClassVar[str] = JUDGE

    def __init__(self, programs: Sequence[Program]) -> None:
        target = NOTED
        self.programs = programs
        self.swarm = target.swarm(0)
        judge = target.judge()
        assert isinstance(judge, ExactJudge)
        self.container = judge.reference
        lines = (target.line(program) for program in programs)
        answers = dict(zip(lines, self.answer(), strict=True))
        self.prepared = replace(target, answers=answers)
        self.label()  # so that the interpreter has specialised the model's code as well

    def check(self) -> int:
        """Judge a batch, which is sound; returns the number of its operations."""
        result = run_batch(self.prepared, Batch("swarm", 0, len(self.programs)))
        assert result.failure is None, result.failure
        assert not result.doubt, result.doubt
        return result.operations

    def draw(self) -> object:
        """Draw the programs by their numbers."""
        return [self.swarm.program(number) for number in range(len(self.programs))]

    def answer(self) -> list[str]:
        """Compute the right answer lines."""
        words = (self.container.answer(program, Level.LAYOUT) for program in self.programs)
        return [*map(" ".join, words)]

    def label(self) -> object:
        """Follow the programs with the model, and collect labels."""
        return labelled_answer(STABLE_LIST, self.programs[0], Level.LAYOUT)


class Dict:
    """The least possible work: insertions and removals on a dict, with a look-up in place of every other operation."""

    name: ClassVar[str] = DICT

    def __init__(self, programs: Sequence[Program]) -> None:
        self.programs = programs

    def check(self) -> object:
        """The answers, as lines."""
        return [" ".join(followed(program.words)) for program in self.programs]

    draw = answer = check

    def label(self) -> object:
        """The answer to the first program."""
        return " ".join(followed(self.programs[0].words))


def followed(words: Sequence[str]) -> list[str]:
    """The answers of a dict whose keys are the numbers of insertions.

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
    """All of the work, and its largest parts."""
    every = sum(len(program.words) for program in programs)
    return [
        Stage("check", every, lambda peer: peer.check()),
        Stage("draw", every, lambda peer: peer.draw()),
        Stage("answer by container", every, lambda peer: peer.answer()),
        Stage("answer by model", len(programs[0].words), lambda peer: peer.label()),
    ]


def main(peer: str) -> None:
    """Run each stage with one peer. The garbage collector ignores objects that existed before."""
    programs = drawn(PROGRAMS)
    prepared = PEERS[peer](programs)
    gc.collect()
    gc.freeze()
    run_each(stages(programs), prepared)


if __name__ == "__main__":
    main(sys.argv[1])
