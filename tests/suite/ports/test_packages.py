"""The findings in Java and Python packages are reproduced, and docs/findings-java.md says what can be."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from stablelist_conformance.manifest import read_manifest

TOP = Path(__file__).parents[3]
MANIFESTS = (TOP / "tests/ports/field-java.toml", TOP / "tests/ports/field-python.toml")
PORTS = {port.start: port for path in MANIFESTS for port in read_manifest(path)}
PAGE = (TOP / "docs/findings-java.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```text\n\$ (.+)\n([^`]+)^```$", PAGE, re.MULTILINE)
CHECKS = (
    "mvn --quiet --batch-mode --file tests/ports/java/pom.xml test",
    "make --silent --directory tests/ports/python check",
)


@pytest.mark.parametrize("command", CHECKS)
def test_findings_are_reproduced(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The packages' own tests succeed."""
    if shutil.which(shlex.split(command)[0]) is None:
        pytest.skip(f"{command.split()[0]} not found")
    monkeypatch.chdir(TOP)
    tested = subprocess.run(shlex.split(command), capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_every_finding_has_a_test() -> None:
    """Each section of the page names the test that has its number."""
    java = (TOP / "tests/ports/java/src/test/java/FindingsTest.java").read_text()
    python = (TOP / "tests/ports/python/test_findings.py").read_text(encoding="utf-8")
    tests = re.findall(r"void (j\w+)\(", java) + re.findall(r"def (test_j\w+)\(", python)
    findings = re.findall(r"^## (J\d+) ", PAGE, re.MULTILINE)
    named = re.findall(r"^Test: `(\w+)`\.$", PAGE, re.MULTILINE)
    assert findings
    assert sorted(named) == sorted(tests)
    assert [name.removeprefix("test_").partition("_")[0].upper() for name in named] == findings


@pytest.mark.parametrize(
    ("command", "conversation"),
    SESSIONS,
    ids=[command.rpartition(" ")[2] for command, _ in SESSIONS],
)
def test_session_is_reproduced(
    command: str, conversation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The port answers every program of a session as the page says."""
    missing = PORTS[command].missing()
    if missing is not None:
        pytest.skip(missing)
    monkeypatch.chdir(TOP)
    PORTS[command].prepare()
    lines = conversation.splitlines()
    programs, answers = lines[::2], lines[1::2]
    said = subprocess.run(
        shlex.split(command), input="\n".join(programs) + "\n", capture_output=True, text=True
    )
    assert said.stdout.splitlines() == answers, said.stderr


def test_every_session_is_found() -> None:
    """No session of the page escapes the test above by its form."""
    assert len(SESSIONS) == PAGE.count("\n$ ") > 0
