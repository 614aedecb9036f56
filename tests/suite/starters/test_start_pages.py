"""The pages in docs/start: a reader who follows a page sees what the page shows."""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.cli.starter import starters
from suite.captured import captured
from suite.docs.pages import ROOT, Block, blocks, commands, matches
from suite.starters.test_init import COMPILERS

START: Final = ROOT / "docs/start"
NEEDED: Final = {**COMPILERS, "c": "make", "cpp": "make"}
OFTEN: Final = {"python", "javascript", "ruby", "php"}
"""The languages whose pages are followed by `make slow`; `make nightly` follows the others, too."""


def marks(language: str) -> list[pytest.MarkDecorator]:
    """How often a page is followed, and that it needs the tools of its language."""
    needed = NEEDED.get(language, "sh"), COMPILERS.get(language, "sh")
    missing = any(shutil.which(each) is None for each in needed)
    return [
        pytest.mark.slow if language in OFTEN else pytest.mark.soak,
        pytest.mark.skipif(missing, reason=f"needs the tools for {language}"),
    ]


PAGES: Final = [pytest.param(language, marks=marks(language)) for language in starters()]
FEWER: Final = "--operations=2000 --jobs=1"
"""The options that are added to a verification on a page without a budget, so that it takes seconds."""
TURNS: Final = {"python": 1 << 17, "ruby": 1 << 17, "php": 1 << 17}
"""How many turns a port of a language is fast enough for, if these are not 2^24."""


class Reader:
    """A reader who follows a page, in a folder of their own."""

    def __init__(self, page: str, folder: Path, turns: int = 1 << 24) -> None:
        self.lines, self.folder = page.splitlines(), folder
        self.fewer = f"{FEWER} --turns={turns}"
        tools = Path(sys.executable).parent
        self.environment = os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}

    def follow(self, block: Block) -> None:
        """Do what a block shows."""
        if block.language == "console":
            for command, shown in commands(block.text):
                self.run(command, shown)
        elif block.language == "diff":
            for hunk in filter(None, re.split(r"^@@.*\n", block.text, flags=re.MULTILINE)):
                self.edit(self.named(block, "in "), hunk)
        else:
            self.write(block)

    def run(self, command: str, shown: str) -> None:
        """Run a command, and compare its output with the page."""
        if command.startswith("pip install"):
            return
        if command.startswith("cd "):
            self.folder /= command.removeprefix("cd ")
            return
        if " verify " in command:
            command += f" {self.fewer}"
        ran = captured(command, shell=True, cwd=self.folder, env=self.environment)
        printed = ran.stdout + ran.stderr
        assert matches(shown, printed), f"$ {command}\n{printed}"
        assert (ran.returncode == 0) is ("\nrefuted" not in shown), f"$ {command}\n{printed}"

    def named(self, block: Block, before: str = "") -> str:
        """The file that is named in the last sentence before a block."""
        said = " ".join(self.lines[: block.line - 2]).rpartition("```")[2]
        names: list[str] = re.findall(rf"{before}`([\w./]+)`", said)
        return names[-1]

    def write(self, block: Block) -> None:
        """Write a file, or append to it."""
        said = " ".join(self.lines[block.line - 5 : block.line - 2])
        path = self.folder / self.named(block)
        path.parent.mkdir(exist_ok=True)
        with path.open("a" if "Append" in said else "w", encoding="utf-8") as file:
            file.write(("\n" if "Append" in said else "") + block.text)

    def edit(self, name: str, difference: str) -> None:
        """Change a file."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        before, after = (
            "".join(line[1:] for line in difference.splitlines(keepends=True) if line[0] in kept)
            for kept in (" -", " +")
        )
        assert text.count(before) == 1
        path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.parametrize("language", PAGES)
def test_page_can_be_followed(language: str, tmp_path: Path) -> None:
    """Every command has the effect that the page describes, with the files that it shows, in the order of the page."""
    page = (START / f"{language}.md").read_text(encoding="utf-8")
    reader, met = Reader(page, tmp_path, TURNS.get(language, 1 << 24)), blocks(page)
    for block in met:
        reader.follow(block)
    assert [block.language for block in met].count("console") == 10
    assert (reader.folder / starters()[language].adapter).is_file()


def test_every_language_has_a_page() -> None:
    """All have the same headings, so that a reader of one finds the same section in another."""
    assert {path.stem for path in START.glob("*.md")} == set(starters())
    headings = {
        tuple(line for line in path.read_text("utf-8").splitlines() if line.startswith("## "))
        for path in START.glob("*.md")
    }
    assert len(headings) == 1
