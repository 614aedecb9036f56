"""For the whole suite: profiles of Hypothesis, a cache folder, coverage, durations, a standard error stream."""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

if sys.__stderr__ is None:  # pytest asks it for its descriptor
    sys.__stderr__ = Path(os.devnull).open("w")  # type: ignore[misc]  # noqa: SIM115 - open as long as the process

UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A machine may be busy."""
KEPT = Path(__file__).parents[2] / ".hypothesis" / "nightly"
"""The failures of one night are the first examples of the next, until `make clean`."""

settings.register_profile("dev", UNTIMED)
settings.register_profile(
    "ci", UNTIMED, derandomize=True
)  # no other failures than on one's own machine
settings.register_profile(
    "nightly",  # by `make soak`
    UNTIMED,
    max_examples=5_000,
    database=DirectoryBasedExampleDatabase(KEPT),
    print_blob=True,
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
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
def cache_folder(pytestconfig: pytest.Config) -> Iterator[Path]:
    """A cache folder that all processes share, and later runs, too; instead of the user's."""
    folder = pytestconfig.rootpath / "build" / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setenv("STABLELIST_CACHE", "no")  # tests plant errors in the judges
        yield folder


COVERING = {"spec", "systems", "toy", "impl", "native"}
"""These folders must cover every branch of the specification and of the container, with the tests marked `covers`."""


def pytest_configure(config: pytest.Config) -> None:
    """In a process of xdist, stop the tracer that pytest-cov 7.1 starts before its own, and forgets.

    It would go on whenever a test is marked no_cover, and such tests would take three times as long.
    """
    started = config.pluginmanager.get_plugin("_cov")
    if started is not None and hasattr(config, "workerinput"):
        started.cov_controller.cov.stop()


def is_covering(item: pytest.Item) -> bool:
    """Whether a test is one of those that must cover every branch."""
    folders = item.path.relative_to(item.config.rootpath).parts
    return item.get_closest_marker("covers") is not None or not COVERING.isdisjoint(folders)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what `make slow` runs; and do not trace the tests of most folders, which would make them slower."""
    daily = tuple(config.rootpath / path for path in config.getini("testpaths"))
    for item in items:
        if not any(item.path.is_relative_to(path) for path in daily):
            item.add_marker(pytest.mark.later)
        if config.pluginmanager.hasplugin("pytest_cov") and not is_covering(item):
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture(scope="module", autouse=True)
def settled_heap() -> None:
    """Spare the collector what is there, or tests that collect garbage would visit it each time."""
    gc.collect()
    gc.freeze()


SINCE = pytest.StashKey[float]()


def cpu_seconds() -> float:
    """The CPU seconds of this process and of its children that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Start to measure a test."""
    item.stash[SINCE] = cpu_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report CPU seconds as the duration of a phase: those are the same on a busy machine."""
    report = yield
    now = cpu_seconds()
    report.duration = now - item.stash[SINCE]
    item.stash[SINCE] = now
    return report
