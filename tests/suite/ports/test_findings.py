"""docs/findings.md contains only what can be reproduced; `make field` also tests the packages that it installs."""

import re
import shlex
from pathlib import Path

import pytest

from stablelist_conformance.running.manifest import is_there, read_manifest
from suite.captured import captured

TOP = Path(__file__).parents[3]
PORTS = {
    port.start: port
    for manifest in ("ports.toml", "field.toml", "zoo.toml")
    for port in read_manifest(TOP / "tests/ports" / manifest)
}
PAGE = (TOP / "docs/findings.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```text\n\$ (.+)\n([^`]+)^```$", PAGE, re.MULTILINE)
TESTS = {
    "rust-crates/tests/findings.rs": r"#\[test\]\nfn (\w+)",
    "rust-heaps/1.0.3/tests/findings.rs": r"#\[test\]\nfn (\w+)",
    "rust-heaps/1.0.4/tests/findings.rs": r"#\[should_panic.*\]\nfn (\w+)",
    "rust-bit-set/0.5.2/tests/findings.rs": r"#\[should_panic.*\]\nfn (\w+)",
    "rust-specs/0.18.0/tests/findings.rs": r"#\[test\]\nfn (\w+)",
    "rust-ecs/0.6.1/tests/findings.rs": r"#\[test\]\nfn (\w+)",
    "java-maps/0.9.1/src/test/java/FindingsTest.java": r"void (f\w+)\(",
    "rust-roaring/0.11.3/tests/findings.rs": r"#\[test\]\nfn (\w+)",
    "go/findings_test.go": r"^func (Test\w+)",
    "go-bitset/findings_test.go": r"^func (Test\w+)",
    "java/src/test/java/FindingsTest.java": r"void (f\w+)\(",
    "java-collections/src/test/java/FindingsTest.java": r"void (f\w+)\(",
    "rust-allocators/tests/findings.rs": r"#\[test\]\nfn (\w+)",
    "cpp-list/findings.cpp": r"^void (f\w+)\(",
    "cpp-boost/findings.cpp": r"^void (f\w+)\(",
    "javascript/findings.test.mjs": r"^test\('(\w+)'",
    "cpp/findings.cpp": r"^void (f\w+)\(",
    "python/test_findings.py": r"def (test_f\w+)\(",
}
"""The folders of the tests, and how the names of the tests begin."""
CHECKS = (
    "go test -C tests/ports/go",
    "go test -C tests/ports/go-bitset -modfile=old.mod -tags old",
    "mvn --quiet --batch-mode --file tests/ports/java/pom.xml test",
    "mvn --quiet --batch-mode --file tests/ports/java-collections/pom.xml test",
    "make --silent --directory tests/ports/python check",
    "make --silent --directory tests/ports/cpp-boost check",
    "make --silent --directory tests/ports/cpp-list check",
    "npm test --silent --prefix tests/ports/javascript",
)


def number(test: str) -> str:
    """The number of the finding that a test is about, from its name."""
    return str(re.findall(r"f\d+", test.lower())[0])


def test_every_finding_has_a_test() -> None:
    """Each section of the page names the tests with its number."""
    sources = ((TOP / "tests/ports" / path).read_text("utf-8") for path in TESTS)
    known = [
        name
        for source, begins in zip(sources, TESTS.values(), strict=True)
        for name in re.findall(begins, source, re.MULTILINE)
    ]
    named = re.findall(r"^Tests?: ([^.]+)\.$", PAGE, re.MULTILINE)
    tests = [re.findall(r"`(\w+)`", names) for names in named]
    assert sorted(name for names in tests for name in names) == sorted(known)
    findings = re.findall(r"^## (F\d+) ", PAGE, re.MULTILINE)
    assert findings == sorted({*findings}, key=lambda each: int(each[1:]))
    assert [{number(name).upper() for name in names} for names in tests] == [
        {each} for each in findings
    ]


def test_every_session_is_found() -> None:
    """The test below finds every session on the page."""
    assert len(SESSIONS) == PAGE.count("\n$ ") > 0


CHECKED = {
    **{command: command.split()[:1] for command in CHECKS},
    "make --silent --directory tests/ports/cpp check": [
        "make",
        "c++",
        "boost/heap/binomial_heap.hpp",
    ],
}
"""The commands, and what each needs."""


@pytest.mark.field
@pytest.mark.parametrize("command", CHECKED)
def test_findings_are_reproduced(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests of the packages succeed; `make slow` runs those in Rust."""
    if absent := [name for name in CHECKED[command] if not is_there(name)]:
        pytest.skip(f"{absent[0]} not found")
    monkeypatch.chdir(TOP)
    tested = captured(shlex.split(command))
    assert tested.returncode == 0, tested.stdout + tested.stderr


@pytest.mark.parametrize(
    ("command", "conversation"),
    [
        pytest.param(*each, marks=[] if "rust-crates" in each[0] else [pytest.mark.field])
        for each in SESSIONS
    ],
    ids=[command.rpartition(" ")[2] for command, _ in SESSIONS],
)
def test_session_is_reproduced(
    command: str, conversation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = PORTS[command].missing()
    if missing is not None:
        pytest.skip(missing)
    monkeypatch.chdir(TOP)
    PORTS[command].prepare()
    lines = conversation.splitlines()
    programs, answers = lines[::2], lines[1::2]
    said = captured(shlex.split(command), input="\n".join(programs) + "\n")
    assert said.stdout.splitlines() == answers, said.stderr
