"""Runs some tests on one mutant, in a process forked from this one, where pytest is already loaded.

The kernel limits the time: if a test takes a second more than ten times its usual duration, the process ends. The
limit is on processor time, so that a busy machine does no harm. A deadlock uses no processor time, so there is a second
limit on the time by the clock.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn

import click  # noqa: F401 - loaded here, so that no trial has to load it
import hypothesis
import hypothesis.stateful
import pytest
import rich  # noqa: F401 - the same

from .importing import Replacement, replace

__all__ = ["Outcome", "Stage", "TrialError", "Verdict", "try_out"]

ARGUMENTS: Final = (
    *("-x", "-q", "-s", "-p", "no:cacheprovider"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
TIMES: Final = 10
"""A test may take this many times its usual duration."""
SECONDS: Final = 1.0
"""And this many seconds more."""
UNKNOWN: Final = 1.0
"""The assumed duration in seconds of a test that was not measured."""
WALL: Final = 20
"""Seconds by the clock for one second of processor time, on a busy machine."""
TO_COLLECT: Final = 10.0
"""Seconds that the import of the tests may take."""
MEMORY: Final = 4 * 2**30
"""Bytes that a trial may allocate."""

KILLED: Final = (
    pytest.ExitCode.TESTS_FAILED,
    pytest.ExitCode.INTERRUPTED,  # a file of tests could not be imported
    pytest.ExitCode.INTERNAL_ERROR,
    pytest.ExitCode.USAGE_ERROR,  # a conftest could not be imported
)
BROKEN: Final = 70
"""The exit status of a trial that did not reach its tests."""


End = Callable[[int, object], NoReturn]
"""A function that ends the process with a status and an answer."""


class Outcome(StrEnum):
    """The outcome of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"


class Verdict(NamedTuple):
    """The outcome of a mutant, and the test that noticed it."""

    outcome: Outcome
    by: str = ""
    seconds: Mapping[str, float] = {}
    """The duration of each test that passed."""


class TrialError(Exception):
    """A trial could not be run, for reasons other than the mutant."""


class Stage(NamedTuple):
    """Tests that run in one process: those of *files* except the *left_out*, the quickest first."""

    files: Sequence[str]
    seconds: Mapping[str, float]
    left_out: frozenset[str] = frozenset()
    allowance: float = SECONDS
    """A test may take this much longer than expected, and ten times as long."""


def try_out(replacement: Replacement | None, stage: Stage) -> Verdict:
    """Run the tests of a stage while a module is replaced."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        live(replacement, stage, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as answers:
        answer = answers.read()
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError):  # processes that the tests left running
        os.killpg(child, signal.SIGKILL)
    return verdict(os.waitstatus_to_exitcode(status), answer)


def verdict(status: int, answer: str) -> Verdict:
    """The verdict, from how the process ended and what it reported."""
    if status in (-signal.SIGPROF, -signal.SIGALRM):
        return Verdict(Outcome.TIMED_OUT)
    if status < 0:
        return Verdict(Outcome.KILLED, f"signal {-status}")
    if status in KILLED:
        return Verdict(Outcome.KILLED, json.loads(answer))
    if status == pytest.ExitCode.OK:
        return Verdict(Outcome.SURVIVED, seconds=json.loads(answer))
    raise TrialError(f"pytest ended with status {status}, and {answer or 'no answer'}")


def live(replacement: Replacement | None, stage: Stage, writing: int) -> None:
    """All that the child process does; it does not continue the work of its parent."""
    end = partial(end_with, writing)
    try:
        be_tried(replacement, stage, end)
    except BaseException:
        end(BROKEN, traceback.format_exc())


def end_with(writing: int, status: int, answer: object) -> NoReturn:
    """Report the answer, and end the process."""
    os.write(writing, json.dumps(answer).encode())
    os._exit(status)


def be_tried(replacement: Replacement | None, stage: Stage, end: End) -> NoReturn:
    """Run the tests until one fails."""
    gc.freeze()  # nothing that the parent has loaded is garbage: not to look at it halves the time
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    # The same examples each time, however busy the machine; failing examples are not shrunk.
    hypothesis.settings.register_profile(
        "mutation",
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    )
    hypothesis.settings.load_profile("mutation")
    limit(TO_COLLECT)
    if replacement is not None:
        replace(replacement)
        try:
            import_module(replacement.module)
        except Exception as error:
            end(pytest.ExitCode.TESTS_FAILED, f"its import: {error}")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    watch = Watch(stage, end)
    status = pytest.main([*ARGUMENTS, *stage.files], plugins=[watch])
    end(status, watch.taken if status == pytest.ExitCode.OK else watch.uncollected)


def limit(seconds: float) -> None:
    """Allow this much processor time from now on; no limit if it is None."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * WALL)


class Watch:
    """A pytest plugin that selects tests, limits and measures their duration, and records which one fails."""

    def __init__(self, stage: Stage, end: End) -> None:
        self.stage = stage
        self.end = end
        self.taken: dict[str, float] = {}
        self.uncollected = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests: those without a measured duration first, then the quickest."""
        kept = [item for item in items if item.nodeid not in self.stage.left_out]
        items[:] = sorted(kept, key=lambda item: self.stage.seconds.get(item.nodeid, 0.0))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Run each test under its own time limit."""
        before = used()
        limit(self.stage.allowance + TIMES * self.stage.seconds.get(item.nodeid, UNKNOWN))
        result = yield
        self.taken[item.nodeid] = used() - before
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Stop at the first test that fails."""
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            self.end(pytest.ExitCode.TESTS_FAILED, item.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Report a file that could not be imported."""
        if report.failed:
            self.uncollected = report.nodeid


def used() -> float:
    """The processor time of this process and of the processes that it has started."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
