"""Verdicts as JUnit XML, for build servers: one suite per port, with one case per engine and one for coverage.

If the run went on after a failure, there is also a case for each distinct failure; an expected one is reported as
skipped. Nothing depends on the clock, so the same run gives the same file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from stablelist_conformance.judging.groups import Group, groups_of
from stablelist_conformance.judging.properties import broken_by
from stablelist_conformance.judging.reach import beyond
from stablelist_conformance.judging.verdict import (
    Counterexample,
    EngineReport,
    Outcome,
    Verdict,
)
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.summary import coverage, ended_early, engine_words, reached
from stablelist_conformance.report.words import explain, headline
from stablelist_conformance.wire.text import count, legal

__all__ = ["junit_xml"]


def junit_xml(verdicts: Sequence[Verdict]) -> str:
    """All verdicts as one document."""
    root = ET.Element("testsuites", name="stablelist verify")
    for verdict in verdicts:
        root.append(_suite(verdict))
    for kind in ("tests", "failures", "errors", "skipped"):
        root.set(kind, str(sum(int(suite.get(kind, 0)) for suite in root)))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suite(verdict: Verdict) -> ET.Element:
    """One port."""
    suite = ET.Element("testsuite", name=legal(verdict.port))
    _add_properties(suite, _properties(verdict))
    for engine in verdict.engines or [EngineReport("start")]:
        _add_case(suite, verdict, engine.name, engine_words(engine))
    if verdict.findings:
        for group in groups_of(verdict.findings):
            _add_group(suite, verdict, group)
    elif verdict.counterexample is not None:  # in the case of the last engine, where the run ended
        _add_failure(suite.findall("testcase")[-1], verdict.counterexample)
    _add_coverage(_add_case(suite, verdict, "label coverage", coverage(verdict)), verdict)
    if last_words := [found.stderr for found in verdict.refuting if found.stderr]:
        ET.SubElement(suite, "system-err").text = legal("\n".join(last_words))
    for kind, element in (
        ("tests", "testcase"),
        ("failures", "testcase/failure"),
        ("errors", "testcase/error"),
        ("skipped", "testcase/skipped"),
    ):
        suite.set(kind, str(len(suite.findall(element))))
    return suite


def _properties(verdict: Verdict) -> Mapping[str, str]:
    """The numbers of a run, and the names of the broken properties, if any."""
    broken = dict.fromkeys(name for found in verdict.refuting for name in broken_by(found))
    more = {
        "breaks": " ".join(broken),
        "reach": "; ".join(reached(verdict.reach)) if verdict.reach.programs else "",
        "luck": verdict.luck,
        "beyond reach": "; ".join(beyond(verdict.handshake, verdict.reach)),
        "documented": "; ".join(verdict.handshake.documented.sentences()),
        "not asked": "; ".join(verdict.not_asked),
    }
    return {
        "name": verdict.handshake.name,
        "version": verdict.handshake.version,
        "system": verdict.handshake.system_name,
        "level": verdict.level.word,
        "widths": verdict.widths,
        "seed": verdict.seeds,
        "programs": str(verdict.programs),
        "operations": str(verdict.operations),
        "labels covered": coverage(verdict),
        "outcome": verdict.outcome,
    } | {name: told for name, told in more.items() if told}


def _add_properties(suite: ET.Element, properties: Mapping[str, str]) -> None:
    """Add properties with their names and values."""
    parent = ET.SubElement(suite, "properties")
    for name, value in properties.items():
        ET.SubElement(parent, "property", name=name, value=legal(value))


def _add_case(suite: ET.Element, verdict: Verdict, name: str, told: str) -> ET.Element:
    """Add a test case with its numbers."""
    classname = f"stablelist.{legal(verdict.handshake.name)}"
    case = ET.SubElement(suite, "testcase", name=legal(name), classname=classname)
    ET.SubElement(case, "system-out").text = told
    return case


def _add_failure(case: ET.Element, found: Counterexample) -> None:
    """Add the counterexample to its case."""
    failure = ET.Element("failure", type=legal(found.kind))
    failure.set("message", legal(headline(found)))
    failure.text = legal(explain(record_trace(found)))
    case.insert(0, failure)


def _add_group(suite: ET.Element, verdict: Verdict, group: Group) -> None:
    """Add a case for a distinct failure, named by what its findings break and by the operations that fail."""
    first, *others = (found.signature for found in group.findings)
    shown = ", ".join(group.operations) if others else first.shape or first.operation
    name = ": ".join(filter(None, (" ".join(group.properties) or first.kind, shown)))
    told = f"{count(group.times, 'program')} failed like that"
    case = _add_case(suite, verdict, name, told)
    if group.reason:
        case.insert(0, ET.Element("skipped", message=legal(f"expected: {group.reason}")))
    else:
        _add_failure(case, group.counterexample)


def _add_coverage(case: ET.Element, verdict: Verdict) -> None:
    """Add the case that fails if a run is not decided."""
    if verdict.outcome is Outcome.REFUTED:
        why = "the run ended at a counterexample" if ended_early(verdict) else "the port is refuted"
        case.insert(0, ET.Element("skipped", message=why))
    elif verdict.outcome is Outcome.UNDECIDED:
        error = ET.Element("error", type="undecided")
        error.set("message", f"{coverage(verdict)} labels covered")
        error.text = legal("\n".join([*verdict.missing, *verdict.unreached, *verdict.notes]))
        case.insert(0, error)
