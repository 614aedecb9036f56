"""Java and Kotlin by JaCoCo: an agent counts, and writes when the program ends, also if a signal ends it.

The kit takes it from the local repository of Maven, in one version; `GET` says how it gets there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from os import pathsep
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from stablelist_conformance.lines.result import Function, SourceLines
from stablelist_conformance.lines.tool import Run, UnreadError, answered_by, before

__all__ = ["JaCoCo"]

VERSION: Final = "0.8.14"
NAMES: Final = (("org.jacoco.agent", "runtime"), ("org.jacoco.cli", "nodeps"))
GET: Final = "mvn dependency:get -Dtransitive=false -Dartifact=org.jacoco:{}:{}:jar:{}"
CLASS: Final = re.compile(r"\s*(\w+ )*(class|enum) \w+")
END: Final = 1 << 31
"""Beyond every line."""


class JaCoCo:
    """The tool."""

    name = "JaCoCo"

    def environment(self, run: Run) -> Mapping[str, str]:
        """Every virtual machine loads the agent; none does if it is missing."""
        agent, _ = jars()
        if not agent.is_file():
            return {}
        loaded = f'"-javaagent:{agent}=destfile={run.folder / "java.exec"}"'
        return before("JAVA_TOOL_OPTIONS", loaded, " ")

    def read(self, run: Run) -> Iterator[SourceLines]:
        """Ask for a report about the classes of the port."""
        if Path(run.command[0]).name not in ("java", "kotlin"):
            return
        _, reporter = jars()
        if missing := [name for name, jar in zip(NAMES, jars(), strict=True) if not jar.is_file()]:
            get = "; ".join(GET.format(name, VERSION, kind) for name, kind in missing)
            raise UnreadError(
                f"JaCoCo {VERSION} is not in the local repository of Maven; get it by {get}"
            )
        report = run.folder / "report.xml"
        classes = [f"--classfiles={each}" for each in class_path(run.command) if own(each, run)]
        executed = str(run.folder / "java.exec")
        java = ["java", "-jar", str(reporter), "report", executed, *classes]
        answered_by([*java, f"--xml={report}", "--quiet"])
        yield from parsed(ElementTree.parse(report).getroot())  # noqa: S314 - JaCoCo wrote it


def jars() -> list[Path]:
    """The agent, and what reads its file."""
    repository = Path.home() / ".m2/repository/org/jacoco"
    return [repository / f"{name}/{VERSION}/{name}-{VERSION}-{kind}.jar" for name, kind in NAMES]


def class_path(command: Sequence[str]) -> list[Path]:
    """The folders and files that hold the classes of a program.

    >>> class_path(["java", "-cp", "target:lib/pool.jar", "Port"])
    [PosixPath('target'), PosixPath('lib/pool.jar')]
    """
    for word, following in pairwise((*command, "")):
        if word in ("-cp", "-classpath", "--class-path", "-jar"):
            return [Path(each) for each in following.split(pathsep)]
        if word.startswith("--class-path="):
            return [Path(each) for each in word.partition("=")[2].split(pathsep)]
    return [Path()]


def own(path: Path, run: Run) -> bool:
    """Whether a part of the class path holds classes of the port."""
    return path.exists() and path.resolve().is_relative_to(run.root)


def parsed(report: ElementTree.Element) -> Iterator[SourceLines]:
    """The files of a report whose text is below this folder, without the lines that only begin a class."""
    for package in report.iter("package"):
        for file in package.iter("sourcefile"):
            name = f"{package.attrib['name']}/{file.attrib['name']}".lstrip("/")
            for path in (each for each in here(name) if each.is_file()):
                text = path.read_text("utf-8", "replace").splitlines()
                lines = {
                    int(each.attrib["nr"]): each.attrib["ci"] != "0" for each in file.iter("line")
                }
                can = frozenset(at for at in lines if not CLASS.match(text[at - 1]))
                ran = frozenset(at for at in can if lines[at])
                yield SourceLines(path.resolve(), can, ran, methods(package, file.attrib["name"]))


def here(name: str) -> Iterator[Path]:
    """The files below this folder whose path ends so."""
    for path in Path.cwd().rglob(Path(name).name):
        if path.as_posix().endswith(f"/{name}"):
            yield path


def methods(package: ElementTree.Element, file: str) -> tuple[Function, ...]:
    """The methods of a file; each ends before the next one."""
    begun = sorted(
        (int(method.attrib["line"]), plain_name(method.attrib["name"], each.attrib["name"]))
        for each in package.iter("class")
        if each.attrib.get("sourcefilename") == file
        for method in each.iter("method")
        if "line" in method.attrib
    )
    ends = [*(line - 1 for line, _ in begun[1:]), END]
    return tuple(Function(line, end, name) for (line, name), end in zip(begun, ends, strict=False))


def plain_name(method: str, of_class: str) -> str:
    """The name of a method as its file has it.

    >>> plain_name("lambda$each$0", "Pool"), plain_name("<init>", "pools/Pool$Slot"), plain_name("add", "Pool")
    ('each', 'Slot', 'add')
    """
    if method.startswith("<"):
        return of_class.rpartition("/")[2].rpartition("$")[2]
    return method.split("$")[1] if method.startswith("lambda$") else method
