"""docs/builds.md: its table has the rows that are tested, and its C program is also a C++ program."""

import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from suite.captured import captured
from suite.docs.pages import blocks
from suite.wheels.conftest import TOP
from suite.wheels.test_behaviour import DIFFERENCES

PAGE = (TOP / "docs" / "builds.md").read_text("utf-8")
CORE = TOP / "impl" / "c"
WRITER = runpy.run_path(str(TOP / "docs/pages/builds.py"))
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def test_every_difference_is_a_row() -> None:
    section = PAGE.partition("## What differs")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|-].*?) \| .* \| .* \|$", section, re.MULTILINE)
    assert sorted(rows) == sorted(DIFFERENCES)


def test_methods_are_those_of_today() -> None:
    """Each has a column; `make pages` writes them."""
    assert WRITER["refreshed"](PAGE) == PAGE


@pytest.mark.parametrize(
    ("compiler", "options", "suffix"), [("cc", "-std=c11", "c"), ("c++", "-std=c++17", "cpp")]
)
def test_program_in_c_does_what_it_shows(
    tmp_path: Path, compiler: str, options: str, suffix: str
) -> None:
    """The list itself is compiled as C in both cases, as the page says."""
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    (program,) = [block.text for block in blocks(PAGE) if block.language == "c"]
    (shown,) = [block.text for block in blocks(PAGE) if "a.out" in block.text]
    source = tmp_path / f"program.{suffix}"
    source.write_text(program)
    library, built = tmp_path / "stablelist.o", tmp_path / "program"
    compile_list = ["cc", "-std=c11", *STRICT, "-c", str(CORE / "stablelist.c"), "-o", str(library)]
    subprocess.run(compile_list, check=True)
    build = [
        compiler,
        options,
        *STRICT,
        "-I",
        str(CORE),
        str(source),
        str(library),
        "-o",
        str(built),
    ]
    subprocess.run(build, check=True)
    printed = captured([str(built)], check=True).stdout
    assert printed.splitlines() == shown.splitlines()[1:]
