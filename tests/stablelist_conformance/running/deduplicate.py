"""Distinct defects: what distinguishes them, and which failures are shrunk.

A run that goes on after a failure meets most defects many times. Two failures have the same defect if they are of the
same kind, break the same properties, and shrink to the same shape. Shrinking takes a while. So of the failures that are
alike (of the same kind, in the same operation, breaking the same properties) only the first, the second, the fourth,
the eighth and so on are shrunk, and they share the time limit of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from stablelist_conformance.judging.expected import ExpectedFailure
from stablelist_conformance.judging.properties import broken_by
from stablelist_conformance.judging.verdict import Counterexample, Finding, Signature
from stablelist_conformance.programs.renumbering import live_keys
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import FailedProgram
from stablelist_conformance.running.rerun import ALONE_IT_PASSES, counterexample
from stablelist_conformance.wire.operations import called, decode, on_second
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.family import Family
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName

__all__ = ["AlikeFailures", "DistinctFailures", "likeness", "shape", "signature"]

LONG: Final = 200
"""The longest program that has a shape; a longer one was not shrunk."""
PARSED_WORDS: Final = 24
"""The most words in a shape."""


# --- What a failure looks like --------------------------------------------------------------------


def likeness(target: Target, failure: FailedProgram) -> Signature:
    """What failures that are alike have in common, known before shrinking; no operation if the port did not answer."""
    if failure.difference is None:
        return Signature(failure.kind)
    return without_shape(counterexample(target, failure, failure))


def signature(found: Counterexample) -> Signature:
    """The signature of a counterexample, which distinguishes its defect from others."""
    told = "" if ALONE_IT_PASSES in found.detail else shape(found.program)
    if not told and found.kind != "answer":
        return Signature(found.kind)  # it may have been any operation
    return without_shape(found)._replace(shape=told)


def without_shape(found: Counterexample) -> Signature:
    """The signature without the shape: the kind, the broken properties, and the operation."""
    operation = "" if found.at is None else found.program.operations[found.at].name
    return Signature(found.kind, broken_by(found), operation)


def shape(program: Program) -> str:
    """The operations of a program, each once, the failing one last, with the kinds of their keys.

    Shrunk programs of one defect differ in how often something is done, in the order of independent operations, and in
    how elements are inserted before the failure.

    >>> from stablelist_spec.parts.parameters import Parameters
    >>> words = ("add", "extend:2", "at_mut:0:7", "remove:1", "add", "exchange:0:1")
    >>> shape(Program(Parameters(), words))
    'add at_mut:live remove:live exchange:live:stale'
    """
    words = program.words
    if not words or len(words) > LONG:
        return ""
    family = program.family
    told = [shape_word(words, at, family) for at in range(len(words))]
    *before, last = (family.plain if word in family.inserting else word for word in told)
    once = [*dict.fromkeys(word for word in before if word != last), told[-1]]
    return " ".join(once) if len(once) <= PARSED_WORDS else ""


def shape_word(words: Sequence[str], at: int, family: Family) -> str:
    """A word of a shape."""
    operation = decode(words[at], family)
    keys = family.keys_of(operation)
    live = live_keys(words[:at], family) if keys else []
    given = (key_kind(key, live) for key in keys)
    names = (called(each.name, each.way) for each in operation.nested)
    told = ":".join((*names, *given))
    return told if operation.on == 1 else on_second(told)


def key_kind(key: KeyName, live: Sequence[int]) -> str:
    """The kind of a key."""
    if isinstance(key, int):
        return "live" if key in live else "stale"
    return "forged" if isinstance(key, Key) else "near"


# --- Which failures are shrunk, and what came of that ---------------------------------------------


@dataclass
class AlikeFailures:
    """Failures that are alike.

    Attributes:
        seconds: the time that is left for shrinking them.
        times: how many there were so far.
        finding: the finding of the last one that was shrunk.
    """

    seconds: float
    times: int = 0
    finding: Finding | None = None

    def is_due(self) -> bool:
        """Whether the next one should be shrunk; otherwise it counts for the finding of the last one."""
        self.times += 1
        power_of_two = self.times & (self.times - 1) == 0
        if self.finding is None or (power_of_two and self.seconds > 0):
            return True
        self.finding.times += 1
        return False

    @contextmanager
    def at_work(self) -> Iterator[float]:
        """The seconds that are left; the duration of the block is subtracted."""
        began = monotonic()
        try:
            yield max(0.0, self.seconds)
        finally:
            self.seconds -= monotonic() - began


@dataclass
class DistinctFailures:
    """The distinct failures of a run.

    Attributes:
        findings: the known ones, in the list that the verdict shares.
        expected: those in the file of expected failures.
        seconds: the time limit for shrinking one.
    """

    findings: list[Finding]
    expected: Sequence[ExpectedFailure] = ()
    seconds: float = 60.0
    suspects: dict[Signature, AlikeFailures] = field(default_factory=dict)

    def suspect(self, alike: Signature) -> AlikeFailures:
        """The record of all failures that are like this one."""
        return self.suspects.setdefault(alike, AlikeFailures(self.seconds))

    def record(self, suspect: AlikeFailures, found: Counterexample) -> None:
        """Record the finding of a suspect, which may be known."""
        told = signature(found)
        known = next((each for each in self.findings if each.signature == told), None)
        if known is None:
            reasons = (each.reason for each in self.expected if each.covers(told))
            suspect.finding = Finding(told, found, reason=next(reasons, ""))
            self.findings.append(suspect.finding)
        else:
            known.times += 1
            suspect.finding = known

    def may_expect(self, alike: Signature) -> bool:
        """Whether a failure that was not completely shrunk may be an expected one."""
        return any(
            each.covers(
                alike._replace(operation=alike.operation or each.operation, shape=each.shape)
            )
            for each in self.expected
        )

    def passed(self) -> list[str]:
        """The messages about expected defects that did not occur."""
        met = [found.signature for found in self.findings]
        return [each.passed for each in self.expected if not any(map(each.covers, met))]
