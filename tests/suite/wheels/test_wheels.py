"""The content of the container's wheels, and what they add to an environment and remove."""

import os
import re
import shlex
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from suite.captured import captured
from suite.wheels.conftest import TOP, WANTED, files, install, make_wheel, text
from suite.wheels.installed import Installed

SCRIPTS = Path(sys.executable).parent
TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"


def test_wheels_can_lie_side_by_side(wheels: dict[str, Path]) -> None:
    """Their tags tell the installer which wheel fits."""
    assert wheels["pure"].name.endswith("-py3-none-any.whl")
    assert f"-{TAG}-{TAG}-" in wheels["native"].name
    assert "Root-Is-Purelib: true" in text(wheels["pure"], ".dist-info/WHEEL")
    assert "Root-Is-Purelib: false" in text(wheels["native"], ".dist-info/WHEEL")


def test_wheels_differ_in_the_extension_alone(wheels: dict[str, Path]) -> None:
    """Sources, data and metadata are the same."""
    native, pure = files(wheels["native"]).keys(), files(wheels["pure"]).keys()
    (additional,) = native - pure
    assert pure - native == set()
    assert additional == f"stablelist/_native{EXTENSION_SUFFIXES[0]}"
    for suffix in (".dist-info/METADATA", "licenses/LICENSE"):
        assert text(wheels["pure"], suffix) == text(wheels["native"], suffix)


def test_wheels_hold_the_container_and_no_more(wheels: dict[str, Path]) -> None:
    """Every source file and data file of the package is there, and nothing else."""
    wanted = {
        path.relative_to(TOP / "impl").as_posix()
        for path in (TOP / "impl/stablelist").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert "stablelist/py.typed" in wanted
    found = {name for name in files(wheels["pure"]) if ".dist-info/" not in name}
    assert found == wanted


def test_wheel_is_the_same_from_the_checkout(wheels: dict[str, Path], tmp_path: Path) -> None:
    """The checkout contains many other files."""
    assert files(make_wheel(TOP, tmp_path, **WANTED["pure"])) == files(wheels["pure"])


def test_source_distribution_holds_the_container_and_no_more(sources: Path) -> None:
    """There are no ports, no tests, and no results of a build."""
    about = {".gitignore", "CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}
    assert {path.name for path in sources.iterdir()} == {"impl", *about}
    folders = {"c", "native", "stablelist", "stablelist_build"}
    assert {path.name for path in (sources / "impl").iterdir()} == folders


def test_metadata_asks_for_nothing_but_has_the_kit_as_an_extra(wheels: dict[str, Path]) -> None:
    """What a clone needs is in dependency groups, which are not published."""
    metadata = text(wheels["pure"], ".dist-info/METADATA")
    (number,) = re.findall(r"^Version: (.*)$", metadata, re.MULTILINE)
    assert re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE) == [
        f"stablelist-conformance=={number}; extra == 'kit'"
    ]
    assert "Requires-Python: >=3.11" in metadata


def test_installation_takes_its_own_names_and_no_others(installed: Installed) -> None:
    """Nothing of the build is at top level, and only the standard library is imported."""
    entries = {path.name for path in installed.site_packages().iterdir()}
    assert {name for name in entries if not name.endswith(".dist-info")} == {"stablelist"}
    imported = set(installed.observe("build")["modules"])
    assert imported - sys.stdlib_module_names == {"stablelist", "__main__"}


def test_command_without_the_kit_says_how_to_install_it(installed: Installed) -> None:
    refused = installed.try_to_run(str(installed.folder / "bin" / "stablelist"), "verify")
    assert refused.returncode == 2
    assert "pip install 'stablelist[kit]'" in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_installation_knows_which_build_it_is(installations: dict[str, Installed]) -> None:
    """`stablelist.__compiled__` is for programs, `python -m stablelist` for people."""
    told = {build: each.observe("build")["compiled"] for build, each in installations.items()}
    assert told == {"pure": False, "native": True}
    lines = {build: each.run("-m", "stablelist") for build, each in installations.items()}
    assert re.fullmatch(r"stablelist [\d.]+, interpreted build, CPython .*\n", lines["pure"])
    assert re.fullmatch(r"stablelist [\d.]+, native build, CPython .*\n", lines["native"])


def test_wheels_for_other_platforms_are_tested_by_a_command_that_passes_here(
    installations: dict[str, Installed],
) -> None:
    """The native one passes; it fails for the other."""
    settings = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
    python, *command = shlex.split(settings["test-command"])
    assert (python, settings["environment"]) == ("python", {"STABLELIST_EXTENSION": "1"})
    installations["native"].run(*command)
    assert "AssertionError" in installations["pure"].try_to_run(*command).stderr


def test_extension_is_stripped(installations: dict[str, Installed]) -> None:
    """Symbols and lines for a debugger would be three quarters of it."""
    assert installations["native"].extension().stat().st_size < 150_000


def test_first_example_of_the_readme_runs(installed: Installed) -> None:
    """This is what a new user would try."""
    readme = TOP / "README.md"
    assert ">>> particles.remove(spark)" in readme.read_text()
    installed.run("-m", "doctest", str(readme))


def test_type_checker_reads_the_installation(installed: Installed, tmp_path: Path) -> None:
    """It rejects a key for another element type, and nothing else."""
    program = (
        "from stablelist import Key, StableList\n"
        "def first(pool: StableList[str], key: Key[int]) -> str | None:\n"
        "    return pool.at(key)\n"
    )
    options = ["--strict", "--config-file=", f"--cache-dir={tmp_path}", "--no-error-summary"]
    environment = ["--python-executable", str(installed.python)]
    finished = captured(
        [sys.executable, "-m", "mypy", *options, *environment, "-c", program], cwd=tmp_path
    )
    assert re.fullmatch(r'<string>:3: error: .*"Key\[int\]".*\n', finished.stdout), finished.stdout


def test_types_are_complete(installed: Installed, tmp_path: Path) -> None:
    """Pyright finds an annotation for every public name."""
    where = str(installed.python.parent)
    verified = captured(
        ["basedpyright", "--verifytypes", "stablelist", "--ignoreexternal"],
        cwd=tmp_path,
        env={**os.environ, "PATH": os.pathsep.join([where, str(SCRIPTS), os.environ["PATH"]])},
    )
    assert f'Package directory: "{installed.site_packages()}/stablelist"' in verified.stdout
    assert "Type completeness score: 100%" in verified.stdout, verified.stdout


@pytest.mark.parametrize("build", ["pure", "native"])
def test_uninstalling_leaves_nothing(wheels: dict[str, Path], tmp_path: Path, build: str) -> None:
    environment = install(wheels[build], tmp_path)
    environment.observe("build")
    environment.pip("uninstall", "--quiet", "--yes", "stablelist")
    assert list(environment.site_packages().iterdir()) == []
