"""One mutant before some tests, in a process of its own, forked from this one, where pytest is loaded already.

The kernel watches the time: a test that takes ten times what it takes otherwise, and two seconds more, ends the
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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final, NamedTuple

import click  # noqa: F401 - loaded here, so that no trial has to load it
import hypothesis
import hypothesis.stateful
import pytest
import rich  # noqa: F401 - the same

from .importing import Replacement, replace

__all__ = ["Outcome", "Stage", "TrialError", "Verdict", "try_out"]

ARGUMENTS: Final = (
    *("-x", "-q", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:pytest_cov"),
)
TIMES: Final = 10
"""So many times as long as it takes otherwise may a test take."""
SECONDS: Final = 2.0
"""And so much longer."""
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
)
BROKEN: Final = 70
"""The status of a trial that never came to its tests."""


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
    unknown: float = 1.0
    """What a test is thought to take of which nothing is known."""


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
        return Verdict(Outcome.KILLED, json.loads(answer)["failed"])
    if status == pytest.ExitCode.OK:
        return Verdict(Outcome.SURVIVED, seconds=json.loads(answer)["seconds"])
    raise TrialError(f"pytest ended with status {status}, and {answer or 'no answer'}")


def live(replacement: Replacement | None, stage: Stage, writing: int) -> None:
    """The child's whole life; what its parent was about is no business of its own."""
    status, answer = BROKEN, ""
    try:
        status, answer = be_tried(replacement, stage)
    except BaseException:
        answer = traceback.format_exc()
    finally:
        os.write(writing, answer.encode())
        os._exit(status)


def be_tried(replacement: Replacement | None, stage: Stage) -> tuple[int, str]:
    """Run the tests; pytest's status, and what is to be told."""
    gc.freeze()  # nothing that the parent has loaded is garbage: not to look at it halves the time
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    # The same examples each time, and no time spent on making them smaller.
    hypothesis.settings.register_profile(
        "mutation",
        derandomize=True,
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    )
    hypothesis.settings.load_profile("mutation")
    if replacement is not None:
        replace(replacement)
    limit(TO_COLLECT)
    watch = Watch(stage)
    status = pytest.main([*ARGUMENTS, *stage.files], plugins=[watch])
    limit(0.0)
    return status, json.dumps({"failed": watch.failed, "seconds": watch.taken})


def limit(seconds: float) -> None:
    """From now on, so much time is left; without end, if none is named."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * WALL)


class Watch:
    """A plugin of pytest that selects tests, and watches how long each takes and which fails."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.failed = ""
        self.taken: dict[str, float] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The quickest first; what is not known yet comes before all."""
        kept = [item for item in items if item.nodeid not in self.stage.left_out]
        items[:] = sorted(kept, key=lambda item: self.stage.seconds.get(item.nodeid, 0.0))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Each test under its own limit."""
        before = used()
        limit(SECONDS + TIMES * self.stage.seconds.get(item.nodeid, self.stage.unknown))
        result = yield
        self.taken[item.nodeid] = used() - before
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The test that failed."""
        if report.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """The file that could not be imported."""
        if report.failed:
            self.failed = report.nodeid


def used() -> float:
    """The processor time of this process and of those that it has started."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
