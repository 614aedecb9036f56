"""The pytest plugin: collects the tests of a port, and verifies it once when the first of them runs.

The port is verified in a process of its own, so that nothing of the kit runs within pytest. Under pytest-xdist, the
first worker that needs a verdict leaves it to the others in a folder that the controller has made for the session.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from stablelist_conformance.pytest.testing import ConformanceTests

if TYPE_CHECKING:
    from stablelist_conformance.pytest.shared_verdicts import Verdicts

__all__ = ["ConformanceCollector", "PropertyTest"]

FOLDER: Final = "stablelist_folder"
"""The name under which the controller of pytest-xdist tells its workers where verdicts are shared."""
SHARED = pytest.StashKey["tempfile.TemporaryDirectory[str]"]()
VERDICTS = pytest.StashKey["Verdicts"]()


def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> pytest.Collector | None:
    """Collect the result of `conformance_tests`."""
    if not isinstance(obj, ConformanceTests):
        return None
    return ConformanceCollector.from_parent(collector, name=name, tests=obj)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist where verdicts are shared."""
    stash = node.config.stash
    if SHARED not in stash:
        stash[SHARED] = tempfile.TemporaryDirectory(prefix="stablelist-")
    node.workerinput[FOLDER] = stash[SHARED].name


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the shared verdicts."""
    if SHARED in config.stash:
        config.stash[SHARED].cleanup()


def verdicts(config: pytest.Config) -> Verdicts:
    """The verdicts of this session."""
    from stablelist_conformance.pytest.shared_verdicts import Verdicts

    if VERDICTS not in config.stash:
        folder = getattr(config, "workerinput", {}).get(FOLDER)
        config.stash[VERDICTS] = Verdicts(config.rootpath, folder and Path(folder))
    return config.stash[VERDICTS]


class ConformanceCollector(pytest.Collector):
    """The tests of one port."""

    def __init__(self, *, tests: ConformanceTests, **others: Any) -> None:
        super().__init__(**others)
        self.tests = tests

    def collect(self) -> Iterator[pytest.Item]:
        """Make a test for each property of the system; nothing is started for this."""
        from stablelist_conformance.judging.names_of_tests import names_of_tests
        from stablelist_conformance.wire.errors import UsageError

        try:
            arguments = tuple(self.tests.arguments())
            names = names_of_tests(self.tests.system, self.tests.level)
        except (UsageError, ValueError) as error:
            raise self.CollectError(str(error)) from None
        for name in names:
            yield PropertyTest.from_parent(self, name=name, arguments=arguments)


class PropertyTest(pytest.Item):
    """The test of one property."""

    def __init__(self, *, arguments: tuple[str, ...], **others: Any) -> None:
        super().__init__(**others)
        self.arguments = arguments
        self.outcome = self.text = ""

    def setup(self) -> None:
        """Verify the port, unless this was done already; a port that cannot be verified is an error, not a failure."""
        outcomes = verdicts(self.config).outcomes(self.arguments)
        if isinstance(outcomes, str):
            pytest.fail(outcomes, pytrace=False)
        self.outcome, self.text = outcomes[self.name]

    def runtest(self) -> None:
        """Report the outcome."""
        if self.outcome == "skipped":
            pytest.skip(self.text)
        elif self.outcome == "expected":
            pytest.xfail(self.text)
        elif self.outcome == "failed":
            pytest.fail(self.text, pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The heading of a report."""
        assert self.parent is not None
        return self.path, None, f"{self.parent.name}: {self.name}"
