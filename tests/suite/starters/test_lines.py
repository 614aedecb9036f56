"""``stablelist verify --coverage``: in each language, the lines of a port's code that ran, and those that never did."""

import re
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from stablelist_conformance.cli.starter import starters
from stablelist_conformance.lines.counting import counted
from stablelist_conformance.lines.llvm import of_the_compiler
from stablelist_conformance.lines.result import SourceLines
from stablelist_conformance.lines.tool import installed
from stablelist_conformance.port.command import port_command
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.wire.errors import PortFault
from suite.docs.pages import blocks, commands
from suite.starters.test_start_pages import NEEDED, START, Reader

PLANTED: Final = tomllib.loads(Path(__file__).with_name("lines.toml").read_text("utf-8"))
HEADING: Final = "## Which lines ran"
MOMENT: Final = 1.2
"""Seconds in which V8's lines are written."""


def lacking(language: str) -> bool:
    """Whether the tools are missing that build a port, or read what it counted."""
    tools = (
        {"c": "gcov", "cpp": "gcov", "java": "mvn"}.get(language, "sh"),
        NEEDED.get(language, "sh"),
    )
    unread = language == "rust" and not installed("llvm-cov", of_the_compiler())
    return unread or any(shutil.which(each) is None for each in tools)


LANGUAGES: Final = [
    pytest.param(
        each,
        marks=[
            pytest.mark.slow,
            pytest.mark.skipif(lacking(each), reason=f"needs the tools for {each}"),
        ],
    )
    for each in starters()
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_planted_lines_are_told_apart(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only a killed process ran counts, as does what ended one; what none ran is named, with its function."""
    planted = PLANTED[language]
    start = begun(language, tmp_path, monkeypatch, planted)
    with counted(port_command(start)) as lines:
        asked(start, "contract : add remove:0 add")
        asked(start, "contract : add add add add add add add add")
        told = lines()
    assert told.notes == ()
    (found,) = (each for each in told.files if each.path == (Path.cwd() / planted["file"]))
    assert line(found, "killed") in found.ran
    assert line(found, "ended") in found.ran
    never = [each for each in found.never() if each.first <= line(found, "never") <= each.last]
    assert [each.function for each in never] == [planted["function"]]
    assert not any(each.path.stem.lower() == "starter" for each in told.files)


def begun(
    language: str, folder: Path, monkeypatch: pytest.MonkeyPatch, planted: dict[str, Any]
) -> str:
    """The port of a page, with something planted, built as the page says; returns what starts it."""
    page = (START / f"{language}.md").read_text("utf-8")
    reader = Reader(page, folder)
    for block in blocks(page[: page.index("## Verify it")]):
        for command, shown in commands(block.text) if block.language == "console" else ():
            if command.startswith(("stablelist init", "cd ")):
                reader.run(command, shown)
        if block.language != "console":
            reader.follow(block)
    monkeypatch.chdir(reader.folder)
    source = Path(planted["file"])
    text = source.read_text("utf-8")
    assert text.count(planted["after"]) == 1
    text = text.replace(planted["after"], planted["after"] + planted["planted"].lstrip("\n"))
    source.write_text(
        planted.get("before_all", "") + text.removeprefix("package main"), encoding="utf-8"
    )
    section = page[page.index(HEADING) :]
    console = next(each for each in blocks(section) if each.language == "console")
    *building, (verifying, _) = commands(console.text)
    for command in [*(each for each, _ in building), planted.get("build", "true")]:
        reader.run(command, "...")
    *_, start = shlex.split(verifying)
    monkeypatch.setenv("PATH", reader.environment["PATH"])
    return start


def asked(start: str, program: str) -> None:
    """Ask a port that ends, or does not answer, and end it."""
    with ProcessPort(start, timeout=10 * MOMENT) as port:
        port.send([program])
        port.limit = MOMENT
        with pytest.raises(PortFault):
            port.receive()


def line(file: SourceLines, comment: str) -> int:
    """The number of the line with a comment."""
    text = file.path.read_text("utf-8").splitlines()
    (found,) = (
        at for at, each in enumerate(text, 1) if re.search(rf"(#|//|/\*) {comment}\b", each)
    )
    return found
