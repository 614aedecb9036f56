"""One mutant before some tests, in a process of its own, forked from this one, where pytest is loaded already.

The kernel watches the time: a test that takes ten times what it takes otherwise, and a second more, ends the
process. Processor time is what counts, so that a busy machine does no harm; a deadlock takes none, hence the
second alarm.
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
"""So many times as long as it takes otherwise may a test take."""
SECONDS: Final = 1.0
"""And so much longer."""
UNKNOWN: Final = 1.0
"""So many seconds is a test thought to take of which nothing is known."""
WALL: Final = 20
"""What a second of processor time may take by the clock, on a busy machine."""
TO_COLLECT: Final = 10.0
"""So many seconds may it take to import the tests."""
MEMORY: Final = 4 * 2**30
"""So many bytes may a trial ask for."""

KILLED: Final = (
    pytest.ExitCode.TESTS_FAILED,
    pytest.ExitCode.INTERRUPTED,  # a file of tests could not be imported
    pytest.ExitCode.INTERNAL_ERROR,
    pytest.ExitCode.USAGE_ERROR,  # a conftest could not be imported
)
BROKEN: Final = 70
"""The status of a trial that never came to its tests."""


End = Callable[[int, object], NoReturn]
"""Ends the process with a status and an answer."""


class Outcome(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"


class Verdict(NamedTuple):
    """What became of a mutant, and by whom."""

    outcome: Outcome
    by: str = ""
    seconds: Mapping[str, float] = {}
    """What each test took that passed."""


class TrialError(Exception):
    """A trial could not be held, whatever the mutant."""


class Stage(NamedTuple):
    """Tests that are run in one process: those of *files* but the *left_out*, the quickest first."""

    files: Sequence[str]
    seconds: Mapping[str, float]
    left_out: frozenset[str] = frozenset()
    patience: float = SECONDS
    """So much longer than expected may a test take, and ten times as long."""


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
    with suppress(ProcessLookupError):  # what the tests have started, and did not end
        os.killpg(child, signal.SIGKILL)
    return verdict(os.waitstatus_to_exitcode(status), answer)


def verdict(status: int, answer: str) -> Verdict:
    """By how the process ended, and by what it said."""
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
    """The child's whole life; what its parent was about is no business of its own."""
    end = partial(end_with, writing)
    try:
        be_tried(replacement, stage, end)
    except BaseException:
        end(BROKEN, traceback.format_exc())


def end_with(writing: int, status: int, answer: object) -> NoReturn:
    """Say so, and be gone."""
    os.write(writing, json.dumps(answer).encode())
    os._exit(status)


def be_tried(replacement: Replacement | None, stage: Stage, end: End) -> NoReturn:
    """Run the tests, until one fails."""
    gc.freeze()  # nothing that the parent has loaded is garbage: not to look at it halves the time
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    # The same examples each time, however busy the machine; no time is spent on making them smaller.
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
    """From now on, so much time is left; without end, if none is named."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * WALL)


class Watch:
    """A plugin of pytest that selects tests, and watches how long each takes and which fails."""

    def __init__(self, stage: Stage, end: End) -> None:
        self.stage = stage
        self.end = end
        self.taken: dict[str, float] = {}
        self.uncollected = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The quickest first; what is not known yet comes before all."""
        kept = [item for item in items if item.nodeid not in self.stage.left_out]
        items[:] = sorted(kept, key=lambda item: self.stage.seconds.get(item.nodeid, 0.0))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Each test under its own limit."""
        before = used()
        limit(self.stage.patience + TIMES * self.stage.seconds.get(item.nodeid, UNKNOWN))
        result = yield
        self.taken[item.nodeid] = used() - before
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """The first test that fails is the last; nobody will read a report of it."""
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            self.end(pytest.ExitCode.TESTS_FAILED, item.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that could not be imported."""
        if report.failed:
            self.uncollected = report.nodeid


def used() -> float:
    """The processor time of this process and of those that it has started."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
