"""Groups of findings: one mistake in a port shows in several operations and breaks several properties.

Two findings are linked if they break the same property or fail in the same operation, and a group has all that are
linked, also through others. What says little of the mistake, such as an operation that failed for any reason, links
only findings of one operation. A group says how many forms it has, so a second mistake that is linked to the first is
still seen, and is found by itself when the first is mended, left out, or expected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from stablelist_conformance.judging.properties import FAILING
from stablelist_conformance.judging.verdict import Counterexample, Finding, Signature

__all__ = ["Group", "groups_of"]

WRONG: Final = "answer"
"""The kind of a wrong answer; those that break no property have in common that only the model tells them."""


@dataclass(frozen=True)
class Group:
    """Findings that are linked.

    Attributes:
        findings: the one with the shortest program first.
    """

    findings: Sequence[Finding]

    @property
    def counterexample(self) -> Counterexample:
        """The shortest of theirs."""
        return self.findings[0].counterexample

    @property
    def reason(self) -> str:
        """Why they are expected; empty if they are not."""
        return self.findings[0].reason

    @property
    def times(self) -> int:
        """How many programs failed."""
        return sum(found.times for found in self.findings)

    @property
    def operations(self) -> list[str]:
        """The operations that fail."""
        names = (found.signature.operation for found in self.findings)
        return [*dict.fromkeys(name for name in names if name)]

    @property
    def properties(self) -> list[str]:
        """The properties that they break."""
        return [*dict.fromkeys(name for found in self.findings for name in found.signature.breaks)]

    def signatures(self) -> Iterator[Signature]:
        """For each way to fail what all findings of it have in common; a part in which they differ is empty.

        A failure that breaks no property is told by its operation: without that, its entry would cover any failure.
        """

        def way(told: Signature) -> tuple[str, tuple[str, ...], str]:
            return told.kind, told.breaks, "" if told.breaks else told.operation

        for (kind, breaks, _), each in groupby(
            sorted((f.signature for f in self.findings), key=way), way
        ):
            told = [*each]
            operations, shapes = {one.operation for one in told}, {one.shape for one in told}
            yield Signature(
                kind,
                breaks,
                told[0].operation if len(operations) == 1 else "",
                told[0].shape if len(shapes) == 1 else "",
            )


def groups_of(findings: Sequence[Finding]) -> list[Group]:
    """The groups of some findings, in the order in which the first of each was found."""
    groups: list[tuple[set[tuple[str, str]], list[int]]] = []
    for number, finding in enumerate(findings):
        names, members = links(finding), [number]
        for group in [each for each in groups if not names.isdisjoint(each[0])]:
            groups.remove(group)
            names, members = names | group[0], members + group[1]
        groups.append((names, sorted(members)))
    found = sorted(members for _, members in groups)
    return [Group(sorted((findings[number] for number in each), key=length)) for each in found]


def links(finding: Finding) -> set[tuple[str, str]]:
    """What links a finding to others with the same reason, or none."""
    kind, breaks, operation, _ = finding.signature
    general = FAILING in breaks or (not breaks and kind != WRONG)
    names = {operation} if general and operation else {operation, *(breaks or (kind,))}
    return {(finding.reason, name) for name in names if name}


def length(finding: Finding) -> int:
    """The length of its program."""
    return len(finding.counterexample.program.words)
