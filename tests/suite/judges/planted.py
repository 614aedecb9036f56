"""Planted ports in this process: what a defective container, or a hostile port, answers to one program."""

from __future__ import annotations

import importlib.util
import io
import shutil
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import stablelist
from stablelist_conformance.answerers import Answerer, ContainerAnswerer, ModelAnswerer
from stablelist_conformance.defects import Defect, defects
from stablelist_conformance.hostile import HOSTILE, Hostile
from stablelist_conformance.protocol import Level, Program

__all__ = ["line_of", "right_line"]

DEFECTS = {defect.name: defect for defect in defects()}


def right_line(level: Level, program: Program) -> str:
    """What the model answers."""
    return " ".join(ModelAnswerer().answer(program, level))


@cache
def line_of(name: str, level: Level, program: Program) -> str:
    """What a planted port answers."""
    if name in HOSTILE:
        said = io.StringIO()
        Hostile(name, io.StringIO(program.line(level)), said).run()
        return said.getvalue().removesuffix("\n")
    return " ".join(container(DEFECTS[name]).answer(program, level))


@cache
def container(defect: Defect) -> Answerer:
    """The bundled container with a defect, as a package of another name."""
    name = defect.name.replace("-", "_")
    with TemporaryDirectory() as parent:
        folder = Path(parent) / name
        sources = Path(str(stablelist.__file__)).parent
        shutil.copytree(sources, folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        defect.plant(folder)
        package = imported(name, folder)
    return ContainerAnswerer(package.StableList, name=defect.name)


def imported(name: str, folder: Path) -> ModuleType:
    """A package from a folder; it stays imported, because what it pickles is looked up by name."""
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    spec.loader.exec_module(package)
    return package
