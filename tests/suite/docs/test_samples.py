"""README.md and docs/verify.md: what a command prints is what the page shows."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.running.manifest import ListedPort, read_manifest
from suite.captured import captured
from suite.docs.pages import ROOT, blocks, commands, matches

PAGES: Final = ("README.md", "docs/verify.md")
LISTED: Final = read_manifest(ROOT / "tests/ports/ports.toml")


def samples() -> Iterator[object]:
    """The commands with the output that is shown, and the port that they start; `make nightly` does whole runs."""
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for block in blocks(text):
            for command, shown in commands(block.text) if block.language == "console" else ():
                if shown:
                    port = next((port for port in LISTED if f'"{port.start}"' in command), None)
                    whole = port is not None or "--manifest" in command
                    marks = [pytest.mark.soak] if whole else []
                    yield pytest.param(command, shown, port, marks=marks, id=f"{page}:{block.line}")


@pytest.mark.parametrize(("command", "shown", "port"), [*samples()])
def test_sample_is_what_is_printed(
    command: str,
    shown: str,
    port: ListedPort | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Line by line, except for those that the page leaves out; the exit status fits."""
    if port is not None:
        if port.missing():
            pytest.skip(str(port.missing()))
        monkeypatch.chdir(ROOT)
        port.prepare()
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    (tmp_path / "docs/pages").mkdir(parents=True)
    shutil.copy(ROOT / "docs/pages/wrong_pool.py", tmp_path / "docs/pages")
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = captured(command, shell=True, cwd=tmp_path, env=os.environ | {"PATH": tools})
    assert matches(shown, ran.stdout), f"$ {command}\n{ran.stdout}{ran.stderr}"
    assert ran.returncode == ("\nrefuted" in shown)
