"""What a type checker accepts and rejects: the files of `tests/typing`, run through mypy and basedpyright.

A line that must be rejected ends with a comment `# expect: error[code, ...]`, with mypy's codes; every other line
must be accepted.
"""

import json
import os
import re
import sys
from pathlib import Path

import pytest

import stablelist
from suite.captured import captured

CASES = Path(__file__).parents[2] / "typing"
SOURCES = Path(stablelist.__file__).parents[1]
EXPECTED = re.compile(r"# expect: error\[([a-z, -]+)\]$")
REPORTED = re.compile(r"^(?P<file>[^:]+):(?P<line>\d+): error: .*\[(?P<code>[a-z-]+)\]$")

Finding = tuple[str, int, str]


def expected() -> set[Finding]:
    """The lines that the comments mark."""
    return {
        (path.name, number, code)
        for path in CASES.glob("*.py")
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if (found := EXPECTED.search(line))
        for code in found[1].split(", ")
    }


def reported(cache: Path) -> set[Finding]:
    options = ["--strict", "--config-file=", "--no-error-summary", f"--cache-dir={cache}"]
    finished = captured(
        [sys.executable, "-m", "mypy", *options, *sorted(path.name for path in CASES.glob("*.py"))],
        cwd=CASES,
        env={**os.environ, "MYPYPATH": str(SOURCES)},
    )
    assert finished.returncode == 1, finished.stdout + finished.stderr
    errors = [line for line in finished.stdout.splitlines() if ": note: " not in line]
    matches = [REPORTED.match(line) or pytest.fail(line) for line in errors]
    return {(found["file"], int(found["line"]), found["code"]) for found in matches}


@pytest.mark.interpreted
def test_mypy_accepts_and_rejects_what_the_files_say(tmp_path: Path) -> None:
    """In particular, a `Key[int]` on a `StableList[str]` is rejected.

    (4.1)
    """
    assert {name for name, _, _ in expected()} == {"reject.py"}
    assert reported(tmp_path) == expected()


@pytest.mark.interpreted
def test_basedpyright_accepts_and_rejects_what_the_files_say(tmp_path: Path) -> None:
    """It reports an error in each of the lines, and in no other; its codes are not those of mypy.

    (4.1)
    """
    chosen = {"include": [str(CASES)], "extraPaths": [str(SOURCES)], "typeCheckingMode": "standard"}
    config = tmp_path / "pyrightconfig.json"
    config.write_text(json.dumps(chosen))
    finished = captured(
        [
            sys.executable,
            "-m",
            "basedpyright",
            "--outputjson",
            "--level=error",
            f"--project={config}",
        ]
    )
    assert finished.returncode == 1, finished.stdout + finished.stderr
    errors = json.loads(finished.stdout)["generalDiagnostics"]
    lines = {(Path(each["file"]).name, each["range"]["start"]["line"] + 1) for each in errors}
    assert lines == {(file, line) for file, line, _ in expected()}
