"""Examples: programs, and what the models answer. `python -m suite.spec.systems.examples` writes the table.

Of the crafted programs, there are the shortest that show every label; and there are the beginnings of some random
programs. Each ends with the layout and the costs. Ports in other languages are verified by the same
models (`suite.ports.test_ports`), but for a first-free list, which has no port; a naive list in Python answered so.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.programs.cover import crafted
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import Program, highest, parse_program
from stablelist_spec.core.system import System
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from suite.spec.programs import Checked, random_programs

__all__ = ["EXAMPLES", "FURTHER", "Example"]

FILE: Final = Path(__file__).with_suffix(".tsv")
COMPARED: Final = {"deferred", "first-free-skipping"}
"""They are compared with a StableList and with a first-free list, in their folders."""
FURTHER: Final = [
    system
    for name, system in SYSTEMS.items()
    if system.exact and system is not STABLE_LIST and name not in COMPARED
]
SEEDS: Final = range(4)
LENGTH: Final = 60
"""The number of operations of a random program, at most."""
LONGEST: Final = 2_000
"""The number of characters of the answers, at most."""


class Example(NamedTuple):
    """A program in the words of the port protocol, its answers, how many removals the model has counted, and labels.

    The labels of each step are joined by a plus.
    """

    system: System
    line: str
    answers: str
    removals: int
    labels: str

    @classmethod
    def of(cls, system: System, program: Program) -> Self:
        """The example that the model gives."""
        level = highest(system)
        ending = (word for word in system.shown if word not in program.words[-2:])
        program = program._replace(words=(*program.words, *ending))
        answers = ModelAnswerer(system.name).answer(program, level)
        came = Checked(system, program.parameters).run(program.operations)
        labels = " ".join(map("+".join, came.told))
        return cls(system, program.line(level), " ".join(answers), removals(came.state), labels)

    @classmethod
    def read(cls, row: str) -> Self:
        """The example of a row."""
        name, line, answers, counted, labels = row.split("\t")
        return cls(SYSTEMS[name], line, answers, int(counted), labels)

    @property
    def program(self) -> Program:
        return parse_program(self.line, self.system.name)[1]

    def __str__(self) -> str:
        return "\t".join((self.system.name, *map(str, self[1:])))


def removals(state: Any) -> int:
    """How many removals the model counts, to which it compares its visits; no operation shows it."""
    return int(getattr(getattr(state, "cost", None), "removals", 0))


def chosen(system: System) -> Iterator[Program]:
    """The shortest crafted programs, as long as they show something new, and the beginnings of random ones."""
    met: set[str] = set()
    for program in sorted(crafted(system.name), key=lambda each: len(each.words)):
        answers, labels = labelled_answer(system, program, highest(system))
        shown = {what_happened(system, label) for label in labels}
        if not shown <= met and sum(map(len, answers)) < LONGEST:
            met |= shown
            yield program
    for seed in SEEDS:
        for program in random_programs(system, seed, 1):
            yield program._replace(words=program.words[:LENGTH])


def what_happened(system: System, label: str) -> str:
    """A label without the operation on a key, since they all find keys in the same way."""
    operation, _, rest = label.partition("_")
    return rest if operation in system.family.keyed else label


def rows(systems: Iterable[System]) -> Iterator[str]:
    for system in systems:
        for program in chosen(system):
            yield f"{Example.of(system, program)}\n"


if __name__ == "__main__":
    FILE.write_text("".join(rows(FURTHER)), encoding="ascii")

EXAMPLES: Final = [Example.read(row) for row in FILE.read_text("ascii").splitlines()]
