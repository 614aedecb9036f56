"""What CI services run: the script that action, template and image share, in an empty environment."""

import os
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from suite.captured import captured
from suite.wheels.conftest import TOP
from suite.wheels.installed import Installed

OFFLINE = {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"}
"""What the kit needs is taken from here; a negated option of pip is set by 0."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of Python in which neither the container nor the kit is installed."""
    made = Installed(tmp_path_factory.mktemp("ci"))
    venv.create(made.folder)
    (made.site_packages() / "others.pth").write_text(sysconfig.get_path("purelib"))
    return made.folder


RIGHT = "serve --model --system lifo-slab"
WRONG = "serve python:wrong_pool:WrongPool --system slotmap"


@pytest.mark.parametrize(("served", "status"), [(RIGHT, 0), (WRONG, 1)], ids=["right", "wrong"])
def test_script_installs_the_kit_and_verifies(
    environment: Path, tmp_path: Path, served: str, status: int
) -> None:
    """Its exit status is that of the job."""
    port = f"{sys.executable} -m stablelist_conformance {served}"
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    run = captured(
        ["bash", str(TOP / "tests/ci/verify.sh"), "--operations", "2000", "--jobs", "1", port],
        cwd=tmp_path,
        env={**os.environ, **OFFLINE, "PATH": path, "PYTHONPATH": str(TOP / "docs/pages")},
    )
    assert run.returncode == status, run.stderr
    reports = {each.name for each in (tmp_path / "stablelist-report").iterdir()}
    assert {"junit.xml", "verdict.sarif"} <= reports
