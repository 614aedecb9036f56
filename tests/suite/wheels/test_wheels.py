"""What is in the wheels, and what they leave in an environment and take away."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from suite.wheels.conftest import TOP, WANTED, install
from suite.wheels.installed import Installed

PACKAGES = {"stablelist", "stablelist_spec", "stablelist_proofs", "stablelist_conformance"}
TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"


def names(wheel: Path) -> set[str]:
    """The files in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def text(wheel: Path, suffix: str) -> str:
    """The one file with that ending."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(suffix)]
        return archive.read(name).decode()


def test_wheels_can_lie_side_by_side(wheels: dict[str, Path]) -> None:
    """The tags tell the installer which one is for whom."""
    assert wheels["pure"].name.endswith("-py3-none-any.whl")
    assert f"-{TAG}-{TAG}-" in wheels["native"].name
    assert "Root-Is-Purelib: true" in text(wheels["pure"], ".dist-info/WHEEL")
    assert "Root-Is-Purelib: false" in text(wheels["native"], ".dist-info/WHEEL")


def test_wheels_differ_in_the_extension_alone(wheels: dict[str, Path]) -> None:
    """Sources, data and metadata are the same."""
    (additional,) = names(wheels["native"]) - names(wheels["pure"])
    assert names(wheels["pure"]) - names(wheels["native"]) == set()
    assert additional == f"stablelist/_native{EXTENSION_SUFFIXES[0]}"
    for suffix in (".dist-info/METADATA", ".dist-info/entry_points.txt", "licenses/LICENSE"):
        assert text(wheels["pure"], suffix) == text(wheels["native"], suffix)


def test_wheels_hold_every_source_and_all_data(wheels: dict[str, Path]) -> None:
    """What lies in the four packages of the checkout lies in the wheel."""
    roots = ("impl/stablelist", "spec", "proofs", "tests/stablelist_conformance")
    wanted = {
        path.relative_to(TOP / root.partition("/")[0]).as_posix()
        for root in roots
        for path in (TOP / root).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert {f"{package}/py.typed" for package in PACKAGES} < wanted
    assert "stablelist_conformance/defects/python-stablelist.toml" in wanted
    found = {name for name in names(wheels["pure"]) if ".dist-info/" not in name}
    assert found == wanted


def test_metadata_asks_for_nothing(wheels: dict[str, Path]) -> None:
    """The container needs nothing; whoever wants more names an extra."""
    metadata = text(wheels["pure"], ".dist-info/METADATA")
    requirements = re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE)
    assert requirements
    assert [each for each in requirements if "extra ==" not in each] == []
    assert "Requires-Python: >=3.11" in metadata
    assert "stablelist = stablelist_conformance.__main__:main" in text(
        wheels["pure"], "entry_points.txt"
    )


def test_installation_takes_its_own_names_and_no_others(installed: Installed) -> None:
    """Nothing of the build at top level; nothing imported but the standard library."""
    entries = {path.name for path in installed.site_packages().iterdir()}
    assert {name for name in entries if not name.endswith(".dist-info")} == PACKAGES
    imported = set(installed.observe("build")["modules"])
    assert imported - sys.stdlib_module_names == {"stablelist", "__main__"}


def test_installation_knows_which_build_it_is(installations: dict[str, Installed]) -> None:
    """`stablelist.__compiled__` tells a program, `python -m stablelist` a person."""
    told = {build: each.observe("build")["compiled"] for build, each in installations.items()}
    assert told == {"pure": False, "native": True}
    lines = {build: each.run("-m", "stablelist") for build, each in installations.items()}
    assert re.fullmatch(r"stablelist [\d.]+, interpreted build, CPython .*\n", lines["pure"])
    assert re.fullmatch(r"stablelist [\d.]+, native build, CPython .*\n", lines["native"])


def test_native_build_can_be_told_to_interpret(installations: dict[str, Installed]) -> None:
    """By an environment variable: to debug, or to compare."""
    told = installations["native"].run("-m", "stablelist", STABLELIST_INTERPRETED="1")
    assert "interpreted build" in told


def test_first_example_of_the_readme_runs(installed: Installed) -> None:
    """As a new user would try it."""
    readme = TOP / "README.md"
    assert ">>> particles.remove(spark)" in readme.read_text()
    installed.run("-m", "doctest", str(readme))


def test_type_checker_reads_the_installation(installed: Installed, tmp_path: Path) -> None:
    """A key of another list's type is refused, and that is all."""
    program = (
        "from stablelist import Key, StableList\n"
        "def first(pool: StableList[str], key: Key[int]) -> str | None:\n"
        "    return pool.at(key)\n"
    )
    options = ["--strict", "--config-file=", f"--cache-dir={tmp_path}", "--no-error-summary"]
    environment = ["--python-executable", str(installed.python)]
    finished = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *environment, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.fullmatch(r'<string>:3: error: .*"Key\[int\]".*\n', finished.stdout), finished.stdout


@pytest.mark.parametrize("build", ["pure", "native"])
def test_uninstalling_leaves_nothing(wheels: dict[str, Path], tmp_path: Path, build: str) -> None:
    """Not even after it has been used."""
    environment = install(wheels[build], tmp_path)
    environment.observe("build")
    environment.pip("uninstall", "--quiet", "--yes", "stablelist")
    assert list(environment.site_packages().iterdir()) == []


def test_editable_installation_is_never_native(sources: Path, tmp_path: Path) -> None:
    """The extension would hide what is edited, so that the hook does nothing even if asked."""
    build = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-t",
        "wheel:editable",
        "-d",
        str(tmp_path),
    ]
    subprocess.run(build, cwd=sources, env={**os.environ, **WANTED["native"]}, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert not any(name.endswith((".so", ".pyd")) for name in names(wheel))
