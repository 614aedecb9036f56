"""The container where the extension cannot be compiled or loaded."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from suite.wheels.conftest import TOP, WANTED, build, install, pip_wheel
from suite.wheels.installed import Installed

WARNING = (
    "The C extension of stablelist could not be compiled, so this wheel is of Python alone, which does the"
    " same more slowly; install a C compiler and the headers of Python to change that."
)
REFUSAL = (
    "The C extension of stablelist could not be compiled: install a C compiler and the headers of Python,"
    " or unset STABLELIST_EXTENSION to do without it."
)

COMPILERS = {
    "fails": "exit 1",
    "is missing": None,
    "leaves nothing": "exit 0",
    "fails half-way": 'case "$*" in *pool.c*) exit 1;; *) exec cc "$@";; esac',
    "cannot link": 'case "$*" in *-shared*) exit 1;; *) exec cc "$@";; esac',
    "leaves half a library": 'case "$*" in *-shared*) cc "$@"; exit 1;; *) exec cc "$@";; esac',
}
"""C compilers that fail in different ways, as shell scripts."""


def compiler(does: str, folder: Path) -> dict[str, str]:
    """The environment variables that select the compiler."""
    path = folder / "cc"
    if (script := COMPILERS[does]) is not None:
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
    return {"CC": str(path)}


def usable(installed: Installed) -> None:
    """Check that the container works, and whether there is a warning; a pure wheel gives none."""
    works = "from stablelist import *; pool = StableList('ab'); assert list(pool.values()) == ['a', 'b']"
    installed.run("-W", "error", "-c", works)
    assert "interpreted build" in installed.run("-m", "stablelist")


@pytest.mark.parametrize("does", COMPILERS)
def test_wheel_is_pure_where_nothing_can_be_compiled(
    sources: Path, tmp_path: Path, does: str
) -> None:
    """One sentence says so."""
    finished = pip_wheel(sources, tmp_path, **compiler(does, tmp_path))
    assert finished.returncode == 0, finished.stderr
    told = finished.stdout + finished.stderr
    assert told.count("could not be compiled") == told.count(WARNING) == 1
    assert "Traceback" not in told
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    usable(install(wheel, tmp_path / "environment"))


@pytest.mark.parametrize(
    ("wish", "does", "why"),
    [
        *(("1", does, REFUSAL) for does in ("fails", "is missing", "leaves nothing")),
        ("yes", "fails", "STABLELIST_EXTENSION is 'yes'; set it to 1 to insist on the C extension"),
    ],
)
def test_whoever_insists_or_misspells_gets_no_wheel(
    sources: Path, tmp_path: Path, wish: str, does: str, why: str
) -> None:
    """After the output of the compiler, one sentence says why."""
    wished = {"STABLELIST_EXTENSION": wish, **compiler(does, tmp_path)}
    finished = pip_wheel(sources, tmp_path, **wished)
    assert finished.returncode != 0
    told = finished.stdout + finished.stderr
    assert told.count(why) == 1
    assert told.count("could not be compiled") == (wish == "1")
    assert "Traceback" not in told
    assert list(tmp_path.glob("*.whl")) == []


def test_nothing_is_compiled_if_it_is_not_wanted(sources: Path, tmp_path: Path) -> None:
    """There is no message."""
    unwanted = {"STABLELIST_EXTENSION": "0", **compiler("fails", tmp_path)}
    finished = pip_wheel(sources, tmp_path, **unwanted)
    assert finished.returncode == 0
    assert "could not be compiled" not in finished.stdout + finished.stderr
    assert [wheel.name[-16:] for wheel in tmp_path.glob("*.whl")] == ["py3-none-any.whl"]


def garbled(extension: Path) -> None:
    """The file is no library."""
    extension.write_bytes(b"\x00garbage" * 1000)


def emptied(extension: Path) -> None:
    """The file is empty, as if the disk had been full."""
    extension.write_bytes(b"")


def foreign(extension: Path) -> None:
    """The file is another library."""
    program = extension.with_suffix(".c")
    program.write_text("int nothing;\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(extension), str(program)], check=True)


@pytest.mark.parametrize("breaks", [garbled, emptied, foreign])
def test_broken_extension_is_not_used(
    wheels: dict[str, Path], tmp_path: Path, breaks: Callable[[Path], None]
) -> None:
    """There is a warning, because users would expect the speed of the extension."""
    environment = install(wheels["native"], tmp_path)
    breaks(environment.extension())
    finished = environment.try_to_run("-c", "import stablelist; print(stablelist.__compiled__)")
    assert finished.stdout == "False\n"
    assert finished.stderr.count("RuntimeWarning: the C extension of stablelist is here, but") == 1
    assert "Traceback" not in finished.stderr
    assert environment.observe("expressions")


def test_lost_extension_is_not_missed(wheels: dict[str, Path], tmp_path: Path) -> None:
    """The installation is then the pure build."""
    environment = install(wheels["native"], tmp_path)
    environment.extension().unlink()
    usable(environment)


def test_editable_installation_reads_the_sources(sources: Path, tmp_path: Path) -> None:
    """An edit is effective at once, even if the extension was required."""
    copy = shutil.copytree(sources, tmp_path / "sources")
    wheel = build(copy, "wheel:editable", tmp_path, **WANTED["native"])
    environment = install(wheel, tmp_path / "environment")
    usable(environment)
    assert list(copy.rglob("_native.*")) == [copy / "impl/stablelist/_native.pyi"]
    module = copy / "impl/stablelist/truncate.py"
    module.write_text(module.read_text() + "\nEDITED = True\n")
    assert (
        environment.run("-c", "from stablelist.truncate import EDITED; print(EDITED)") == "True\n"
    )


def test_sources_in_c_are_in_the_source_distribution(sources: Path) -> None:
    """Without them, no wheel could be built from it."""
    for folder in ("impl/native", "impl/c"):
        files = {path.name: path.read_text() for path in (sources / folder).iterdir()}
        assert files == {path.name: path.read_text() for path in (TOP / folder).iterdir()}
        assert {"native.h", "stablelist.c"} & files.keys()


def test_import_loads_little(installed: Installed) -> None:
    """It imports no module that takes longer than the package itself, which mainly waits for typing."""
    modules = set(installed.run("-c", "import stablelist, sys; print(*sys.modules)").split())
    assert "stablelist" in modules
    assert modules & {"dataclasses", "inspect", "ast", "ctypes", "logging", "asyncio"} == set()


def test_import_compiles_no_annotation(installed: Installed) -> None:
    """The typing module compiles the annotations of a tuple or a dict if they are strings, which takes long."""
    program = (
        "import sys, typing\n"
        "def watch(event, arguments):\n"
        "    if event == 'compile' and arguments[1] == '<string>':\n"
        "        print(arguments[0])\n"
        "sys.addaudithook(watch)\n"
        "import stablelist\n"
    )
    compiled = installed.run("-c", program).splitlines()
    assert compiled  # a named tuple makes one function of text
    assert [text for text in compiled if "lambda _cls" not in text] == []
