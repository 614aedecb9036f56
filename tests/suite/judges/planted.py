"""Planted ports in this process: the answers of a container with a defect, or of a hostile port."""

from __future__ import annotations

import importlib.util
import io
import shutil
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import stablelist
from defects import defects
from defects.hostile import HOSTILE, Hostile
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.python.answerers import Answerer, ContainerAnswerer, ModelAnswerer
from stablelist_conformance.wire.errors import FaultKind, PortFault
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program

__all__ = ["PlantedSubject", "container", "line_of", "right_line"]

DEFECTS = {defect.name: defect for defect in defects()}
ANSWERS = "answers: "
"""The prefix of the names of defects that consist only of answers."""


def right_line(level: Level, program: Program) -> str:
    """The model's answer line."""
    return " ".join(ModelAnswerer(program.system).answer(program, level))


@cache
def line_of(name: str, level: Level, program: Program) -> str:
    """The answer line of a planted port."""
    if name.startswith(ANSWERS):
        return name.removeprefix(ANSWERS)
    if name in HOSTILE:
        return hostile_lines(name, [program.line(level)])[0]
    return " ".join(container(name).answer(program, level))


def hostile_lines(name: str, lines: Sequence[str]) -> list[str]:
    """The output of a hostile port for some lines; if the port ends itself, this is all."""
    said = io.StringIO()
    with suppress(SystemExit):
        Hostile(name, io.StringIO("\n".join(lines)), said).run()
    return said.getvalue().splitlines()


@cache
def container(defect_name: str) -> Answerer:
    """The bundled container with a defect, as a package with another name."""
    defect = DEFECTS[defect_name]
    name = defect_name.replace("-", "_")
    with TemporaryDirectory() as parent:
        folder = Path(parent) / name
        sources = Path(str(stablelist.__file__)).parent
        shutil.copytree(sources, folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        defect.plant(folder)
        package = imported(name, folder)
    return ContainerAnswerer(package.StableList, name=defect.name)


def imported(name: str, folder: Path) -> ModuleType:
    """A package from a folder. It stays imported, because its pickles are looked up by name."""
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    spec.loader.exec_module(package)
    return package


@dataclass(frozen=True)
class PlantedSubject(Subject):
    """A subject whose port is planted and has no process; without a defect, it is the model."""

    defect: str = ""

    def process(self) -> ProcessPort:
        return PlantedPort(self)


class PlantedPort(ProcessPort):
    """A planted port that answers at once."""

    def __init__(self, subject: PlantedSubject) -> None:
        super().__init__("planted")
        self.subject = subject
        self.asked: list[str] = []
        self.said: deque[str] = deque()
        self.heard = 0

    def start(self) -> Handshake:
        """It is already running."""
        return self.subject.handshake

    def kill(self) -> None:
        """It ends by itself."""

    def send(self, lines: Sequence[str]) -> None:
        """Compute the answers to the lines."""
        name, programs = self.subject.defect, [parse_program(line) for line in lines]
        if name in HOSTILE:
            self.asked += lines
            self.said = deque(hostile_lines(name, self.asked)[self.heard :])
        elif name:
            self.said += [line_of(name, level, program) for level, program in programs]
        else:
            self.said += [right_line(level, program) for level, program in programs]

    def receive(self) -> str:
        if not self.said:
            raise PortFault(FaultKind.HUNG, "it has nothing more to say")
        self.heard += 1
        return self.said.popleft()

    def complaints(self) -> str:
        """Return no text, since this port has no standard error."""
        return ""

    def quiet(self) -> None:
        """It writes nothing without being asked."""

    def finish(self) -> None:
        """End in the way that this port ends."""
        if self.subject.defect == "nonzero-exit":
            raise PortFault(FaultKind.BAD_EXIT, "exit status 3")
