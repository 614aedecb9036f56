"""Both wheels of the container, built once from the source distribution; and an environment with only one of them."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from suite.captured import captured
from suite.wheels.installed import BUILDS, Installed

TOP = Path(__file__).parents[3]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these tests on one worker, so that wheels are built once."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("wheels"))


WANTED = {"native": {"STABLELIST_EXTENSION": "1"}, "pure": {"STABLELIST_EXTENSION": "0"}}


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution, far from the checkout."""
    return source_distribution(TOP, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="session")
def wheels(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The two wheels, by the name of the build."""
    return {
        build: make_wheel(sources, tmp_path_factory.mktemp(build), **WANTED[build])
        for build in BUILDS
    }


def source_distribution(project: Path, folder: Path) -> Path:
    """Build the source distribution, and unpack it."""
    archive = build(project, "sdist", folder)
    with tarfile.open(archive) as contents:
        contents.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def build(project: Path, target: str, folder: Path, **variables: str) -> Path:
    """Build with hatchling."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=project, env={**os.environ, **variables}, check=True)
    (built,) = folder.glob("*.tar.gz" if target == "sdist" else "*.whl")
    return built


def make_wheel(sources: Path, folder: Path, **variables: str) -> Path:
    """Build a wheel with pip."""
    finished = pip_wheel(sources, folder, **variables)
    assert finished.returncode == 0, finished.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def pip_wheel(sources: Path, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel with the packages that are installed here, so without network."""
    command = [sys.executable, "-m", "pip", "wheel", "--verbose", "--wheel-dir", str(folder)]
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--check-build-dependencies"]
    inherited = {
        name: value for name, value in os.environ.items() if name != "STABLELIST_EXTENSION"
    }
    return captured([*command, *offline, str(sources)], env={**inherited, **variables})


@pytest.fixture(scope="session")
def installations(
    wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Installed]:
    """Both wheels, installed by pip."""
    return {
        build: install(wheel, tmp_path_factory.mktemp(f"{build}-environment"))
        for build, wheel in wheels.items()
    }


@pytest.fixture(params=BUILDS)
def installed(request: pytest.FixtureRequest, installations: dict[str, Installed]) -> Installed:
    """One wheel after the other, installed."""
    return installations[request.param]


def install(wheel: Path, folder: Path, *others: Path) -> Installed:
    """Install wheels into a fresh environment, which does not even contain pip."""
    venv.create(folder)
    environment = Installed(folder)
    environment.pip("install", "--quiet", "--no-deps", "--no-index", *map(str, (wheel, *others)))
    return environment


def files(wheel: Path) -> dict[str, bytes]:
    """The files in a wheel, by name."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def text(wheel: Path, suffix: str) -> str:
    """The content of the only file with that ending."""
    (found,) = [content for name, content in files(wheel).items() if name.endswith(suffix)]
    return found.decode()
