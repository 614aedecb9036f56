"""The Rust packages pass their own tests, and docs/findings.md says what can be reproduced."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from stablelist_conformance.manifest import read_manifest

TOP = Path(__file__).parents[3]
PACKAGES = sorted(TOP.glob("tests/ports/*/Cargo.toml"))
PORTS = {port.start: port for port in read_manifest(TOP / "tests/ports/ports.toml")}
PAGE = (TOP / "docs/findings.md").read_text()
SESSIONS = re.findall(r"^```text\n\$ (.+)\n([^`]+)^```$", PAGE, re.MULTILINE)

needs_cargo = pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo not found")


@needs_cargo
@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.parent.name)
def test_package_passes_its_own_tests(package: Path) -> None:
    """``cargo test`` succeeds."""
    command = ["cargo", "test", "--quiet", "--manifest-path", str(package)]
    tested = subprocess.run(command, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_every_finding_has_a_test() -> None:
    """Each section of the page names the test in findings.rs that has its number."""
    source = (TOP / "tests/ports/rust-crates/tests/findings.rs").read_text()
    tests = re.findall(r"^#\[test\]\nfn (\w+)", source, re.MULTILINE)
    findings = re.findall(r"^## F(\d+) ", PAGE, re.MULTILINE)
    assert findings
    assert [name.partition("_")[0] for name in tests] == [f"f{number}" for number in findings]
    assert re.findall(r"^Test: `(\w+)`\.$", PAGE, re.MULTILINE) == tests


@needs_cargo
@pytest.mark.parametrize(
    ("command", "conversation"),
    SESSIONS,
    ids=[command.rpartition(" ")[2] for command, _ in SESSIONS],
)
def test_session_is_reproduced(
    command: str, conversation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The port answers every program of a session as the page says."""
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
