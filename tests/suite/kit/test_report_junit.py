"""JUnit XML: what a build server makes of a run."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

from stablelist_conformance.judging.verdict import Finding, Signature, Verdict
from stablelist_conformance.report.junit import junit_xml
from stablelist_spec.families.documented import Documented

from .test_report_samples import SILENT, SMALL, TRUNCATION, verdict


def suite(given: Verdict) -> ET.Element:
    """The suite of a verdict."""
    found = document(given).find("testsuite")
    assert found is not None
    return found


def document(*given: Verdict) -> ET.Element:
    """All suites."""
    return ET.fromstring(junit_xml(given))


def counts(element: ET.Element) -> list[str | None]:
    """Tests, failures, errors, skipped."""
    return [element.get(kind) for kind in ("tests", "failures", "errors", "skipped")]


def test_a_verified_port_is_a_suite_without_failures() -> None:
    """One case for each engine, and one for coverage."""
    found = suite(verdict())
    assert [case.get("name") for case in found.iter("testcase")] == [
        "edges",
        "swarm",
        "label coverage",
    ]
    assert counts(found) == ["3", "0", "0", "0"]
    assert found.get("name") == "./port --fast"


def test_the_numbers_of_a_run_are_properties() -> None:
    """A person finds seed, widths, operations and labels in the build server."""
    properties = {p.get("name"): p.get("value") for p in suite(verdict()).iter("property")}
    reach, ends = properties.pop("reach"), properties.pop("beyond reach")
    assert reach is not None
    assert reach.startswith(
        "40 elements live, a space of 64, a free list of 12, a cascade of 3 halvings; in one "
    )
    assert ends is not None
    assert ends.startswith("wrap-around of ids of 17-64 bits; a full range of ")
    assert properties == {
        "name": "stablelist-rust",
        "version": "0.1.0",
        "system": "stablelist",
        "level": "cost",
        "widths": "ids of 2 bits",
        "seed": "7",
        "programs": "1001",
        "operations": "300012",
        "labels covered": "2 of 2",
        "outcome": "verified",
    }


def test_what_is_documented_differently_is_a_property() -> None:
    """A person finds the declarations; where there are none, nothing is said."""
    said = replace(verdict().handshake, documented=Documented(forgets=True))
    properties = {
        p.get("name"): p.get("value")
        for p in suite(replace(verdict(), handshake=said)).iter("property")
    }
    assert properties["documented"] == (
        "clear=forgets: after clear, an older key may find whatever is live"
    )


def test_a_counterexample_is_a_failure_of_the_last_engine() -> None:
    """It has the whole explanation; coverage is not judged, because the run ended early."""
    found = suite(verdict(SMALL))
    failure = found.find("testcase[@name='swarm']/failure")
    assert failure is not None
    assert failure.get("type") == "answer"
    assert failure.get("message") == "stablelist-rust 0.1.0 answered wrongly at operation 7 of 7"
    assert "expected 1 / answered none" in (failure.text or "")
    assert found.find("testcase[@name='label coverage']/skipped") is not None
    assert counts(found) == ["3", "1", "0", "1"]


def test_what_is_broken_by_name_is_a_property() -> None:
    """A run that found no failure, or none with a name, has no such property."""
    found = suite(verdict(SMALL)).find("properties/property[@name='breaks']")
    assert found is not None
    assert found.get("value") == "live_key_resolves"
    for given in (verdict(), verdict(SILENT)):
        assert suite(given).find("properties/property[@name='breaks']") is None


def test_an_undecided_run_is_an_error() -> None:
    """It names what was not covered, and why the run ended."""
    found = suite(verdict(notes=["the time was up"]))
    error = found.find("testcase[@name='label coverage']/error")
    assert error is not None
    assert error.get("message") == "2 of 3 labels covered"
    assert (error.text or "").splitlines() == ["truncate_2", "the time was up"]
    assert counts(found) == ["3", "0", "1", "0"]


def test_the_last_words_of_a_port_are_kept() -> None:
    """Characters that would make the document unreadable are escaped."""
    found = suite(verdict(TRUNCATION))
    assert r"\x1b[31m" in (found.findtext("system-err") or "")
    assert suite(verdict(SMALL)).find("system-err") is None


def test_characters_that_xml_cannot_hold_are_escaped_everywhere() -> None:
    """This holds for names, values, messages and text."""
    hostile = "\x00\x1b\ud800\ufffe<&\"'"
    handshake = replace(SMALL.handshake, name=hostile, version=hostile)
    found = replace(SMALL, handshake=handshake, answered=hostile, detail=hostile, stderr=hostile)
    given = replace(
        verdict(found), port=hostile, handshake=handshake, widths=hostile, notes=[hostile]
    )
    assert suite(given).get("name") == r"\x00\x1b\ud800\ufffe" + "<&\"'"


def test_a_port_that_never_started_has_a_case() -> None:
    """Even without an engine, the failure is reported."""
    found = suite(replace(verdict(SMALL), engines=[]))
    assert found.find("testcase[@name='start']/failure") is not None


def test_several_ports_are_added_up() -> None:
    """The root counts what its suites count."""
    root = document(verdict(), verdict(SMALL), verdict(notes=["x"]))
    assert len(root) == 3
    assert counts(root) == ["9", "1", "1", "1"]


def test_the_same_run_gives_the_same_file() -> None:
    """No clock."""
    text = junit_xml([verdict(SMALL)])
    assert text == junit_xml([verdict(SMALL)])
    assert " time=" not in text
    assert "timestamp" not in text


def test_each_distinct_defect_is_a_case() -> None:
    """Named by what tells it from others, between the engines and coverage; one that is expected is skipped."""
    findings = [
        Finding(Signature("answer", ("live_key_resolves",), "remove", "add remove:live"), SMALL, 7),
        Finding(Signature("died", (), "drain"), TRUNCATION),
        Finding(Signature("bad-exit"), SILENT, reason="see <#12>\x1b"),
    ]
    given = replace(verdict(SMALL), findings=findings)
    found = suite(given)
    one, two, three, coverage = found.findall("testcase")[2:]
    assert [case.get("name") for case in (one, two, three, coverage)] == [
        "live_key_resolves: add remove:live", "died: drain", "bad-exit", "label coverage",
    ]  # fmt: skip
    assert "expected 1 / answered none" in (one.findtext("failure") or "")
    assert one.findtext("system-out") == "7 programs failed like that"
    assert two.find("failure") is not None
    assert [skipped.get("message") for skipped in found.iter("skipped")] == [
        r"expected: see <#12>\x1b", "the port is refuted",
    ]  # fmt: skip
    assert counts(found) == ["6", "2", "0", "2"]
    assert "src/lib.rs" in (found.findtext("system-err") or "")
    broken = found.find("properties/property[@name='breaks']")
    assert broken is not None
    assert broken.get("value") == "live_key_resolves"
