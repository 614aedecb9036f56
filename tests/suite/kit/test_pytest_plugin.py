"""The pytest plugin, as its users have it: test files are written, and pytest is run on them."""

import re
import shlex
import sys
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from stablelist_conformance.judging.names_of_tests import names_of_tests
from stablelist_conformance.pytest import shared_verdicts
from stablelist_conformance.pytest.shared_verdicts import Verdicts, search_path
from suite.captured import captured
from suite.kit.ports import HANDSHAKE, command, script_of, tiny
from suite.kit.test_keep_going import DIES, MISCOUNTS, REVIVES
from suite.kit.test_machine import example

IMPORT: Final = "from stablelist_conformance.pytest.testing import conformance_tests\n"
POOL: Final = example(0).partition("\n\n\nTest")[0].partition("\n\n\n")[2] + "\n\n\n"
"""The class of the page on state machines."""
EXPECTING: Final = (
    '[[failure]]\nproperty = "length_counts_the_live_elements"\nreason = "see issue 12"\n'
)
QUICK: Final = "operations=500, jobs=1"
RETIRED, LENGTH = "retired_key_never_resolves", "length_counts_the_live_elements"
ANSWERED, REACHED = "every_program_is_answered", "everything_within_reach_was_reached"


@pytest.fixture(autouse=True)
def not_on_a_build_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """There, pytest repeats the whole text of a failure in its summary."""
    for name in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(name, raising=False)


def ran(pytester: pytest.Pytester, source: str, *arguments: str) -> tuple[dict[str, str], str]:
    """The outcome of every test in a file, and the output."""
    pytester.makepyfile(IMPORT + source)
    result = pytester.runpytest("-rA", *arguments)
    told = re.findall(
        r"^([A-Z]+) +(?:\[1\] )?test_\S+::(\w+)(?:@\S+)?(?: - .*)?$",
        result.stdout.str(),
        re.MULTILINE,
    )
    return {name: outcome for outcome, name in told}, result.stdout.str()


def of_port(port: str, options: str = QUICK) -> str:
    """The line for a port."""
    return f"TestPort = conformance_tests({port!r}, {options})\n"


def named(outcomes: dict[str, str], outcome: str) -> set[str]:
    """The tests with an outcome."""
    return {name for name, had in outcomes.items() if had == outcome}


# --- Right and wrong ------------------------------------------------------------------------------


@pytest.mark.slow
def test_wrong_class_fails_what_it_breaks(pytester: pytest.Pytester) -> None:
    """No other test fails; the first defect is explained without a traceback, and each can be replayed."""
    wrong = POOL.replace("version + 1", "version")
    folder = pytester.mkdir("more")
    (folder / "test_pool.py").write_text(
        f"{IMPORT}{wrong}TestPool = conformance_tests(MyPool, {QUICK})\n", encoding="utf-8"
    )
    pytester.makeini("[pytest]")
    shown = pytester.runpytest("-rA").stdout.str()
    assert re.findall(r"^FAILED \S+::(\w+)", shown, re.MULTILINE) == [RETIRED]
    assert f"breaks      {RETIRED}: ABA immunity" in shown
    assert shown.count(f"breaks      {RETIRED}") == 1
    assert "shape       add remove:live remove:stale" in shown
    assert shown.count("\nreplay ") == shown.count("\nalso ") + 1 >= 2
    assert "Traceback" not in shown
    assert not re.search(r"^\S+\.py:\d+", shown, re.MULTILINE)
    (line, *_) = re.findall(r"^replay +(.*)$", shown, re.MULTILINE)
    assert line.startswith("PYTHONPATH=more stablelist replay stablelist-report/counterexample-")
    again = line.replace(
        "stablelist", f"{shlex.quote(sys.executable)} -m stablelist_conformance", 1
    )
    replayed = captured(again, shell=True, cwd=pytester.path)
    assert (replayed.returncode, RETIRED in replayed.stdout) == (1, True), replayed.stderr


@pytest.mark.slow
def test_port_fails_what_it_breaks(pytester: pytest.Pytester) -> None:
    """Three defects, of which one is expected, for pytest, too; also in the file for build servers."""
    (pytester.path / "known.toml").write_text(EXPECTING, encoding="utf-8")
    port = tiny(after_word=f"{MISCOUNTS}\n        {REVIVES}", answer=DIES)
    line = of_port(port, f"{QUICK}, expected_failures='known.toml'")
    outcomes, shown = ran(pytester, line, "--junitxml=junit.xml")
    assert named(outcomes, "FAILED") == {RETIRED, ANSWERED}
    assert named(outcomes, "XFAIL") == {LENGTH}
    assert "the port is refuted" in shown
    assert "see issue 12" in shown
    assert "not checked: it needs lend, which the port does not offer" in shown
    cases = ET.parse(pytester.path / "junit.xml").iter("testcase")
    failed = {case.get("name") for case in cases if case.find("failure") is not None}
    assert failed == {RETIRED, ANSWERED}


@pytest.mark.slow
def test_undecided_port_fails_one_test(pytester: pytest.Pytester) -> None:
    """A run that never fills the capacity says so; so does one in which an expected failure does not occur."""
    (pytester.path / "known.toml").write_text(EXPECTING, encoding="utf-8")
    port = tiny(handshake=HANDSHAKE.replace("id_bits=0", "id_bits=0 capacity=100000"))
    line = of_port(port, "operations=1, jobs=1, expected_failures='known.toml'")
    outcomes, shown = ran(pytester, line)
    assert named(outcomes, "FAILED") == {REACHED}
    assert "not reached: its capacity of 100,000 was not filled" in shown
    assert "unexpected pass: the failure that [[failure]] 1 of known.toml expects" in shown


# --- Bad input ------------------------------------------------------------------------------------


NOT_RUN: Final = {
    of_port("./nothing"): "the port './nothing' cannot be started: No such file or directory; ",
    "TestPort = conformance_tests(dict)": "has no method add or insert; a container of slotmap needs add, ",
    of_port(tiny(handshake="port protocol=one")): "the handshake is wrong: protocol='one' is not a number; see ",
    of_port(tiny(), "system='arena'"): "tiny declares the system 'slotmap', not 'arena'; ask for",
    of_port(tiny(), "operations=0"): "Invalid value for '--operations': 0 is not in the range",
}  # fmt: skip
NOT_NAMED: Final = {
    f"TestPort = conformance_tests({arguments})\n": told
    for arguments, told in {
        "lambda: 3": "cannot be imported by another process; give conformance_tests a class or a",
        "3": "3 cannot be imported by another process; ",
        "'./port', system='trie'": "there is no system 'trie'; choose one of stablelist, ",
        "'./port', level='deep'": "there is no level 'deep'; choose one of contract, layout, cost",
    }.items()
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "when", "arguments"),
    [(NOT_RUN, "at setup of", ("-k", "live_key_resolves")), (NOT_NAMED, "collecting", ())],
    ids=["not run", "without names"],
)
def test_conformance_tests_that_cannot_be_run_are_errors(
    pytester: pytest.Pytester, lines: dict[str, str], when: str, arguments: tuple[str, ...]
) -> None:
    pytester.makepyfile(**{f"test_{n}": IMPORT + line for n, line in enumerate(lines)})
    shown = pytester.runpytest(*arguments).stdout.str()
    errors = re.findall(rf"^_+ ERROR {when} .*_\n(.*)\n(?=[_=]{{5}})", shown, re.MULTILINE)
    for error, told in zip(errors, lines.values(), strict=True):
        assert told in error


# --- When it is started, and how often ------------------------------------------------------------


def logged(log: Path) -> str:
    """A right port that leaves a file when it is started."""
    return command(f"open({str(log)!r}, 'a').close()\n{script_of(tiny())}")


@pytest.mark.slow
def test_collecting_starts_nothing(pytester: pytest.Pytester) -> None:
    """The names of the tests are known without the port."""
    log = pytester.path / "started"
    _, shown = ran(pytester, of_port(logged(log)), "--collect-only")
    assert all(name in shown for name in names_of_tests("slotmap"))
    assert not log.exists()


def test_plugin_imports_nothing_of_the_kit() -> None:
    """If the kit is installed, every run of pytest loads it."""
    loaded = "import stablelist_conformance.pytest.plugin, sys; print(*sys.modules)"
    done = captured([sys.executable, "-c", loaded], check=True)
    modules = {name.partition(".")[0] for name in done.stdout.split()}
    assert "stablelist_conformance" in modules
    assert not modules & {
        "stablelist",
        "stablelist_spec",
        "stablelist_proofs",
        "click",
        "hypothesis",
    }
    ours = {name for name in done.stdout.split() if name.startswith("stablelist_conformance.")}
    assert ours == {
        f"stablelist_conformance.{name}" for name in ("pytest", "pytest.plugin", "pytest.testing")
    }


@pytest.mark.slow
def test_processes_of_xdist_come_to_the_same_outcomes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(IMPORT + of_port(tiny(after_word=MISCOUNTS)))
    result = pytester.runpytest_subprocess("-n", "2", "--dist", "load")
    result.assert_outcomes(passed=7, failed=1, skipped=3)
    result.stdout.fnmatch_lines([f"FAILED *::TestPort::{LENGTH}*"])


def test_workers_share_a_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second worker gets the verdict of the first; another port has its own."""
    asked: list[tuple[str, ...]] = []

    def run(arguments: tuple[str, ...], _: Path) -> str:
        asked.append(arguments)
        return f'"{len(asked)}"'

    monkeypatch.setattr(shared_verdicts, "run", run)
    first, second = Verdicts(tmp_path, tmp_path), Verdicts(tmp_path, tmp_path)
    assert [first.outcomes(("a",)), second.outcomes(("a",)), first.outcomes(("a",))] == ["1"] * 3
    assert second.outcomes(("b",)) == "2"
    alone = Verdicts(tmp_path, tmp_path / "on another machine")
    assert [alone.outcomes(("a",)), alone.outcomes(("a",))] == ["3", "3"]
    assert asked == [("a",), ("b",), ("a",)]


def test_modules_are_found_where_pytest_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folders of the project are relative to it; those of Python itself are not repeated."""
    known = [sys.prefix + "/lib", str(tmp_path), "", str(tmp_path / "src"), "/elsewhere"]
    monkeypatch.setattr(sys, "path", known)
    assert list(search_path(tmp_path)) == ["src", "/elsewhere"]
