"""The distribution stablelist-conformance: the content of its wheel, and whether it runs without the checkout."""

import re
import shutil
import sysconfig
import tarfile
from pathlib import Path

import pytest

from suite.docs.pages import links
from suite.wheels.conftest import TOP, build, files, install, make_wheel, source_distribution, text
from suite.wheels.installed import Installed

HOME = TOP / "tests"
PACKAGES = {
    "stablelist_conformance": "tests",
    "stablelist_proofs": "proofs",
    "stablelist_spec": "spec",
}
"""The packages of the kit, with their places in the checkout."""
VECTORS = HOME / "vectors"

NO_PACKAGE = {".gitignore", "LICENSE", "PKG-INFO", "README.md", "hatch_build.py", "pyproject.toml"}


@pytest.fixture(scope="module")
def kit_sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its unpacked source distribution."""
    return source_distribution(HOME, tmp_path_factory.mktemp("kit-sdist"))


@pytest.fixture(scope="module")
def kit_wheel(kit_sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its wheel, built from the source distribution."""
    return make_wheel(kit_sources, tmp_path_factory.mktemp("kit"))


@pytest.fixture(scope="module")
def kit(
    kit_wheel: Path, wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    """An environment with the wheels of the kit and of the container, and with the packages that the kit needs."""
    environment = install(kit_wheel, tmp_path_factory.mktemp("kit-environment"), wheels["pure"])
    others = environment.site_packages() / "others.pth"
    others.write_text(sysconfig.get_path("purelib"))
    return environment


def in_checkout() -> dict[str, bytes]:
    """Every source file and data file of its packages."""
    sources = {
        path.relative_to(TOP / home).as_posix(): path.read_bytes()
        for package, home in PACKAGES.items()
        for path in (TOP / home / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    vectors = {
        f"stablelist_conformance/vectors/files/{path.relative_to(VECTORS).as_posix()}": path.read_bytes()
        for path in VECTORS.rglob("*")
        if path.is_file()
    }
    return sources | vectors


def test_wheel_holds_three_packages_and_the_vectors_and_no_more(kit_wheel: Path) -> None:
    """There is nothing of the suite, the ports, the planted defects or the container."""
    assert "stablelist_conformance/py.typed" in in_checkout()
    found = {
        name: content for name, content in files(kit_wheel).items() if ".dist-info/" not in name
    }
    assert found == in_checkout()


def test_source_distribution_holds_what_the_wheel_is_made_of(kit_sources: Path) -> None:
    """The packages are side by side, with the hook that finds them, which a build may have compiled."""
    found = {path.name for path in kit_sources.iterdir()} - {"__pycache__"}
    assert found == NO_PACKAGE | PACKAGES.keys() | {"vectors"}


def test_wheel_is_the_same_from_the_checkout(kit_wheel: Path, tmp_path: Path) -> None:
    """`pip install . ./tests` builds it in this way: the hook finds the other folders beside this one."""
    assert files(make_wheel(HOME, tmp_path)) == files(kit_wheel)


def test_kit_goes_with_one_version_of_the_container(
    kit_wheel: Path, wheels: dict[str, Path], kit_sources: Path
) -> None:
    """It requires the same version, and the number is written in one place."""
    metadata = text(kit_wheel, ".dist-info/METADATA")
    (number,) = re.findall(r"^Version: (.*)$", text(wheels["pure"], "METADATA"), re.MULTILINE)
    assert f"\nVersion: {number}\n" in metadata
    assert f"\nRequires-Dist: stablelist=={number}\n" in metadata
    assert metadata == (kit_sources / "PKG-INFO").read_text(encoding="utf-8")
    assert number not in (HOME / "pyproject.toml").read_text(encoding="utf-8")


def test_command_comes_with_the_container_alone(kit_wheel: Path, wheels: dict[str, Path]) -> None:
    """So `pipx install 'stablelist[kit]'` brings the command; two distributions must not both have it."""
    entries = text(wheels["pure"], "entry_points.txt")
    assert "[console_scripts]\nstablelist = stablelist.command:main\n" in entries
    assert "console_scripts" not in text(kit_wheel, "entry_points.txt")


def test_kit_has_the_plugin(kit_wheel: Path) -> None:
    """What only exploring or pytest needs is in extras."""
    entries = text(kit_wheel, "entry_points.txt")
    assert "[pytest11]\nstablelist = stablelist_conformance.pytest.plugin\n" in entries
    required = re.findall(r"^Requires-Dist: (.*)$", text(kit_wheel, "METADATA"), re.MULTILINE)
    names = {re.match(r"[\w-]+", each)[0] for each in required if "extra ==" not in each}  # type: ignore[index]
    assert names == {"click", "hypothesis", "msgspec", "platformdirs", "rich", "stablelist"}
    assert [each for each in required if "extra == 'explore'" in each]


def test_licence_is_that_of_the_container(kit_wheel: Path) -> None:
    """A distribution can only contain files from its own folder, so there are two copies."""
    assert text(kit_wheel, "licenses/LICENSE") == (TOP / "LICENSE").read_text(encoding="utf-8")


def test_its_page_can_be_read_anywhere() -> None:
    """On a package index, no other file is beside it."""
    page = (HOME / "README.md").read_text(encoding="utf-8")
    assert [link for link in links(page) if not link.startswith("https://")] == []


def test_installed_kit_judges_without_the_checkout(kit: Installed) -> None:
    """It runs the installed container, and finds its vectors; what is planted in ports is not installed."""
    found = kit.run("-c", "import stablelist_spec; print(stablelist_spec.__file__)")
    assert Path(found.strip()).is_relative_to(kit.site_packages())
    command = str(kit.folder / "bin" / "stablelist")
    assert "-> none" in kit.run(command, "replay", "contract : add remove:0 at:0")
    assert kit.run("-c", "import importlib.util as u; print(u.find_spec('defects'))") == "None\n"
    model = f"{kit.python} -m stablelist_conformance serve --model --system sparse-set"
    assert "of which 0 are answered wrongly" in kit.run(command, "vectors", "run", model)


def copied(folder: Path) -> Path:
    """A copy of the kit's folders in another place."""
    ignored = shutil.ignore_patterns("__pycache__")
    for package, home in PACKAGES.items():
        shutil.copytree(TOP / home / package, folder / home / package, ignore=ignored)
    shutil.copytree(VECTORS, folder / "tests" / "vectors")
    for name in ("README.md", "LICENSE", "hatch_build.py", "pyproject.toml"):
        shutil.copy(HOME / name, folder / "tests" / name)
    shutil.copy(TOP / "pyproject.toml", folder)
    return folder


def test_editable_installation_reads_the_folders_in_place(tmp_path: Path) -> None:
    """An edit of the specification or the proofs is effective at once."""
    checkout = copied(tmp_path / "checkout")
    wheel = build(checkout / "tests", "wheel:editable", tmp_path)
    assert [name for name in files(wheel) if name.endswith(".py")] == []
    environment = install(wheel, tmp_path / "environment")
    for package, home in PACKAGES.items():
        module = checkout / home / package / "__init__.py"
        module.write_text(module.read_text() + "\nEDITED = True\n")
        assert environment.run("-c", f"import {package}; print({package}.EDITED)") == "True\n"


def test_version_and_addresses_are_those_of_the_container(tmp_path: Path) -> None:
    checkout = copied(tmp_path / "checkout")
    settings = checkout / "pyproject.toml"
    changed = settings.read_text().replace(
        "[project.urls]\n", '[project.urls]\nSource = "https://example.org/pool"\n'
    )
    settings.write_text(re.sub('(?m)^version = ".*"', 'version = "7.8.9"', changed))
    archive = build(checkout / "tests", "sdist", tmp_path)
    assert archive.name == "stablelist_conformance-7.8.9.tar.gz"
    with tarfile.open(archive) as contents:
        contents.extractall(tmp_path, filter="data")
    wheel = build(tmp_path / "stablelist_conformance-7.8.9", "wheel", tmp_path)
    metadata = text(wheel, "METADATA")
    assert "\nProject-URL: Source, https://example.org/pool\n" in metadata
    assert "\nRequires-Dist: stablelist==7.8.9\n" in metadata
