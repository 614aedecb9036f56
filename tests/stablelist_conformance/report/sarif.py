"""Verdicts as SARIF 2.1.0, for services that show findings beside the code: one run per port, one result per failure.

What is broken is the rule: a property, or the way in which a port died. An expected failure is suppressed. A result is
about the file that the port is started from, because the kit does not see the container's own code. Nothing depends on
the clock.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from os.path import isfile  # which takes any text
from pathlib import Path
from typing import Any, Final

from stablelist_conformance.judging.groups import groups_of
from stablelist_conformance.judging.properties import broken_by, meaning
from stablelist_conformance.judging.verdict import Counterexample, Outcome, Verdict
from stablelist_conformance.report.summary import coverage
from stablelist_conformance.report.words import headline
from stablelist_conformance.wire.errors import FaultKind
from stablelist_conformance.wire.text import plain
from stablelist_conformance.wire.versions import KIT_VERSION

__all__ = ["sarif_json"]

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
UNDECIDED: Final = "undecided"
SENTENCES: Final = {
    UNDECIDED: "The run did not reach what it has to",
    "answer": "An answer differs from the model's",
    **{kind.value: f"The port failed: {kind}" for kind in FaultKind},
}
"""What it means that a rule is broken which is no property."""
Object = Mapping[str, Any]


def sarif_json(verdicts: Sequence[Verdict]) -> str:
    """All verdicts as one document."""
    runs = [_run(verdict) for verdict in verdicts]
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": runs}, indent=1) + "\n"


def _run(verdict: Verdict) -> Object:
    """One port."""
    results = [*_results(verdict)]
    rules = dict.fromkeys(each["ruleId"] for each in results)
    driver = {
        "name": "stablelist verify",
        "version": KIT_VERSION,
        "rules": [
            {"id": rule, "shortDescription": {"text": SENTENCES.get(rule) or meaning(rule)}}
            for rule in rules
        ],
    }
    return {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"stablelist/{plain(verdict.port)}/"},
        "results": results,
    }


def _results(verdict: Verdict) -> Iterator[Object]:
    """Every failure; and that nothing is decided, if so."""
    if verdict.findings:
        for group in groups_of(verdict.findings):
            yield _result(verdict, group.counterexample, group.reason)
    elif verdict.counterexample is not None:
        yield _result(verdict, verdict.counterexample)
    elif verdict.outcome is Outcome.UNDECIDED:
        told = [f"{coverage(verdict)} labels covered", *verdict.unreached, *verdict.notes]
        yield _of(verdict, UNDECIDED, "warning", "; ".join(told))


def _result(verdict: Verdict, found: Counterexample, reason: str = "") -> Object:
    """A failure, with the lines that show it."""
    rule = next(iter(broken_by(found)), found.kind)
    told = f"{headline(found)}. Send it: " + " / ".join(found.lines)
    mark = sha256("\n".join(found.lines).encode()).hexdigest()
    expected = {"suppressions": [{"kind": "external", "justification": reason}]} if reason else {}
    return {
        **_of(verdict, rule, "error", told),
        "partialFingerprints": {"program/v1": mark},
        **expected,
    }


def _of(verdict: Verdict, rule: str, level: str, told: str) -> Object:
    """A result about the file from which a port is started."""
    file = {"artifactLocation": {"uri": _file(verdict.port)}, "region": {"startLine": 1}}
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": plain(told)},
        "locations": [{"physicalLocation": file}],
    }


def _file(port: str) -> str:
    """The first word of a command that is a file below the current folder; otherwise the first word."""
    words = port.split()
    relative = (word for word in words if not Path(word).is_absolute())
    return Path(next(filter(isfile, relative), [*words, port][0])).as_posix()
