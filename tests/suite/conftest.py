"""For the whole suite: profiles of Hypothesis, a cache folder, and a standard error stream if that is closed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

if sys.__stderr__ is None:  # pytest asks it for its descriptor
    sys.__stderr__ = Path(os.devnull).open("w")  # type: ignore[misc]  # noqa: SIM115 - open as long as the process

settings.register_profile("untimed", deadline=None)  # a machine may be busy
settings.load_profile("untimed")
settings.register_profile(
    "crosshair",  # by `make crosshair`: the tests marked pure run on symbols
    backend="crosshair",
    deadline=None,
    max_examples=50,
    suppress_health_check=list(HealthCheck),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that writes expected files anew."""
    parser.addoption("--update", action="store_true", help="write the expected reports anew")


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache folder that all processes of a session share, instead of the user's."""
    folder = tmp_path_factory.getbasetemp().parent / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder
