"""The tests that judge a mutant, their order, and the controls.

The tests that are named after the module come first, with those about every module, then all others of the package. Of
each kind, the quickest come first, as many as fit into a few seconds. So a mutant that survives takes no longer than
this. A mutant that only long explorations would notice counts as not noticed, because there should be a test that says
what was broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final

from .importing import Replacement
from .packages import Package
from .trial import Outcome, Stage, TrialError, Verdict, try_out

__all__ = ["Judge", "survey"]

OWN: Final = 4.0
"""Seconds for the tests that are named after the module."""
OTHERS: Final = 1.5
"""Seconds for the other tests; most of them take almost none."""
LONGEST: Final = 60.0
"""Seconds that no single test exceeds."""


class Judge:
    """Judges mutants of a package by its tests, whose durations are *seconds*."""

    def __init__(self, package: Package, seconds: Mapping[str, float]) -> None:
        self.package = package
        self.seconds = seconds

    def stages(self, module: str) -> Iterator[Stage]:
        """The tests that are named after the module, then the others."""
        own = self.package.own(module)
        others = [file for file in self.package.files if file not in own]
        for files, budget in ((own, OWN), (others, OTHERS)):
            if files:
                yield self.stage(files, budget)

    def stage(self, files: list[str], budget: float) -> Stage:
        """As many tests of some files as fit into the budget."""
        known = {test: taken for test, taken in self.seconds.items() if file_of(test) in files}
        quickest = sorted(known, key=known.__getitem__)
        sums = accumulate(known[test] for test in quickest)
        left_out = frozenset(
            test for test, total in zip(quickest, sums, strict=True) if total > budget
        )
        return Stage(files, known, left_out)

    def judge(self, module: str, source: str) -> Verdict:
        """The outcome for a module with another source."""
        replacement = self.replacement(module, source)
        verdict = Verdict(Outcome.SURVIVED)
        for stage in self.stages(module):
            verdict = try_out(replacement, stage)
            if verdict.outcome is not Outcome.SURVIVED:
                break
        return verdict

    def replacement(self, module: str, source: str) -> Replacement:
        """A module with another source."""
        path = self.package.path(module).resolve()
        return Replacement(self.package.qualified(module), path, source)

    def require_controls(self, module: str) -> None:
        """Require that the unchanged module survives, and that a module that cannot be imported does not."""
        source = self.package.path(module).read_text(encoding="utf-8")
        unchanged = self.judge(module, source)
        if unchanged.outcome is not Outcome.SURVIVED:
            raise TrialError(f"{module} as it is: {unchanged.outcome} by {unchanged.by}")
        canary = self.judge(module, f"{source}\nraise ImportError\n")
        if canary.outcome is not Outcome.KILLED:
            raise TrialError(f"{module} that cannot be imported: {canary.outcome}")


def survey(package: Package) -> dict[str, float]:
    """The duration of each test of a package, at most; all of them have to pass.

    The tests run twice. The second time, the quickest come first, so that no test looks quick only because a slower
    one has filled a cache.
    """
    first = passed(package, {})
    second = passed(package, first)
    return {test: max(first[test], second[test]) for test in first}


def passed(package: Package, seconds: Mapping[str, float]) -> Mapping[str, float]:
    """The duration of each test of a package, run in the order of *seconds*."""
    verdict = try_out(None, Stage(package.files, seconds, allowance=LONGEST))
    if verdict.outcome is not Outcome.SURVIVED:
        raise TrialError(f"the tests of {package.name}: {verdict.outcome} by {verdict.by}")
    return verdict.seconds


def file_of(test: str) -> str:
    """The file that contains a test."""
    return test.partition("::")[0]
