"""The whole tool on a small package: which mutants are noticed, survive or are listed, and which verdicts are kept."""

import subprocess
import sys
from pathlib import Path

import pytest

from mutation.notes import Notes
from mutation.packages import Package
from mutation.trial import Outcome, Verdict
from suite.captured import captured

MODULE = """
from __future__ import annotations


def emptied(a: list[int] | None) -> list[int] | None:
    while a:
        a.pop()
    return a


def least(a: int, b: int) -> int:
    return a if a < b else b


def unused() -> int:
    return 1
"""

TESTS = """
from toy.numbers import emptied, least


def test_emptied():
    assert emptied([1, 2, 3]) == []


def test_least():
    assert least(1, 2) == least(2, 1) == 1
"""

CONFTEST = """
from toy.numbers import emptied

assert emptied([]) == []
"""

LIST = """
[[toy.numbers]]
edit = ["least", "a < b", "a <= b"]
reason = "They are equal then."
"""

NOTICED = """
[[toy.numbers]]
edit = ["least", "a < b", "a >= b"]
reason = "Not so."
"""

RUN = """
import sys
from pathlib import Path
from mutation import equivalents, packages
from mutation.__main__ import main

sys.path.insert(0, sys.argv[1])
packages.PACKAGES["toy"] = packages.Package("toy", Path("toy"), (Path("tests"),))
equivalents.LIST = Path("list.toml")
sys.exit(main(["toy", *sys.argv[2:]]))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A package with one module and two tests; one function is not tested."""
    (tmp_path / "toy").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "toy" / "__init__.py").touch()
    (tmp_path / "toy" / "numbers.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "tests" / "test_numbers.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "tests" / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "list.toml").write_text(LIST, encoding="utf-8")
    return tmp_path


def mutation(
    project: Path, *arguments: str, imports: str = "."
) -> subprocess.CompletedProcess[str]:
    """Run the tool in this folder; packages are imported from the folder *imports*."""
    command = [sys.executable, "-c", RUN, imports, *arguments]
    return captured(command, cwd=project)


def rows(finished: subprocess.CompletedProcess[str]) -> dict[str, list[str]]:
    """The lines of the table, by module."""
    lines = [line.strip("| ").split("|") for line in finished.stdout.splitlines() if "|" in line]
    return {first.strip(): [cell.strip() for cell in rest] for first, *rest in lines[2:]}


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_survivors_are_shown_and_can_be_killed(project: Path) -> None:
    """Every mutant is counted once. After a test is added, only the survivors are judged again."""
    finished = mutation(project)
    assert finished.returncode == 1
    assert rows(finished)["numbers"] == ["11", "6", "1", "1", "3", "70.0"]
    assert finished.stdout.count("# survived\n") == finished.stdout.count('"unused"') == 3
    assert "numbers: 11 to judge" in finished.stderr

    tests = project / "tests" / "test_numbers.py"
    edit(tests, "import emptied, least", "import emptied, least, unused")
    with tests.open("a", encoding="utf-8") as file:
        file.write("\n\ndef test_unused():\n    assert unused() == 1\n")
    finished = mutation(project)
    assert finished.returncode == 0
    assert rows(finished)["numbers"] == ["11", "9", "1", "1", "0", "100.0"]
    assert "numbers: 3 to judge" in finished.stderr

    # Whoever says that two programs cannot be told apart is contradicted by a test that does.
    edit(project / "list.toml", LIST, LIST + NOTICED)
    finished = mutation(project)
    assert finished.returncode == 1
    assert "# listed, but noticed by tests/test_numbers.py::test_least\n" in finished.stdout


def test_run_that_was_broken_off_goes_on(project: Path) -> None:
    """Verdicts are kept only for the same source."""
    package = Package("toy", project / "toy", (project / "tests",))
    notes = Notes(package, "numbers", project)
    first, second, *others = notes.waiting()
    notes.note(first, Verdict(Outcome.KILLED, "whom"))
    notes.note(second, Verdict(Outcome.SURVIVED))
    with notes.path.open("a", encoding="utf-8") as file:
        file.write('["a line that was br')
    again = Notes(package, "numbers", project)
    assert again.known == notes.known
    assert again.waiting() == [*others, second]
    again.note(others[0], Verdict(Outcome.KILLED, "lost with that line, and judged again"))
    again.note(second, Verdict(Outcome.TIMED_OUT))
    assert Notes(package, "numbers", project).waiting() == others
    edit(package.path("numbers"), "    return 1\n", "    return 1  # one\n")
    assert first in Notes(package, "numbers", project).waiting()


def test_tests_that_fail_judge_nothing(project: Path) -> None:
    """If they fail without a mutant, they would seem to kill every mutant."""
    edit(project / "tests" / "test_numbers.py", "== 1", "== 3")
    finished = mutation(project)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert (
        "Error: the tests of toy: killed by tests/test_numbers.py::test_least." in finished.stderr
    )


@pytest.mark.parametrize("file", ["test_numbers.py", "test_others.py"])
def test_module_as_it_is_must_survive(project: Path, file: str) -> None:
    """A test that only notices that its module comes from memory says nothing about mutants."""
    with (project / "tests" / file).open("a", encoding="utf-8") as tests:
        tests.write("\n\ndef test_loader():\n    import toy.numbers as n\n")
        tests.write("    assert type(n.__loader__).get_code.__module__ != 'mutation.importing'\n")
    finished = mutation(project)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert f"Error: numbers as it is: killed by tests/{file}::test_loader." in finished.stderr


def test_other_copy_is_not_judged(project: Path) -> None:
    """A package of that name from elsewhere is not the changed package."""
    (project / "elsewhere").mkdir()
    (project / "toy").rename(project / "elsewhere" / "toy")
    (project / "toy").mkdir()
    (project / "toy" / "numbers.py").write_text(MODULE, encoding="utf-8")
    finished = mutation(project, imports="elsewhere")
    assert (finished.returncode, finished.stdout) == (2, "")
    expected = "Error: numbers as it is: killed by its import: toy.numbers is not imported from"
    assert expected in finished.stderr


def test_modules_of_a_sub_folder_are_judged_by_the_tests_of_its_name(project: Path) -> None:
    """This holds if the package is deep. A package inside another one is imported from there."""
    tests, inner = project / "tests", project / "toy" / "inner"
    for folder in (inner, tests / "inner"):
        folder.mkdir()
        (folder / "__init__.py").touch()
    (inner / "sums.py").touch()
    (tests / "inner" / "test_many.py").touch()
    shallow = Package("toy", project / "toy", (tests,))
    assert shallow.modules == ["__init__", "numbers"]
    assert shallow.own("numbers") == shallow.files == [str(tests / "test_numbers.py")]
    deep = shallow._replace(deep=True)
    assert deep.modules == ["__init__", "inner.__init__", "inner.sums", "numbers"]
    assert deep.own("inner.sums") == [str(tests / "inner" / "test_many.py")]
    assert deep.own("numbers") == shallow.own("numbers")
    assert deep.path("inner.sums") == inner / "sums.py"
    assert [deep.qualified(module) for module in ("__init__", "inner.__init__", "inner.sums")] == [
        "toy",
        "toy.inner",
        "toy.inner.sums",
    ]
    assert Package("inner", inner, ()).qualified("sums") == "toy.inner.sums"


def test_unknown_module_is_an_error_of_usage(project: Path) -> None:
    finished = mutation(project, "--module", "number")
    assert finished.returncode == 2
    assert "argument --module: invalid choice: 'number'" in finished.stderr
