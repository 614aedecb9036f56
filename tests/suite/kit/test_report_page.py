"""The page to step through: long programs, and a file that needs no other file and escapes all text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report.page import contents, page
from stablelist_conformance.report.recorder import record_trace
from stablelist_spec.systems import SYSTEMS

from .samples import ALL, HOSTILE, PASSING, SMALL, Document, counterexample, passed, source_of, told

# --- The story ------------------------------------------------------------------------------------


def test_a_model_that_breaks_its_invariant_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the port says: here no key may ever be retired."""
    system = SYSTEMS["stablelist"]
    invariants = {"nothing_is_retired": lambda _, fresh: not fresh.retired}
    monkeypatch.setitem(SYSTEMS, "stablelist", replace(system, invariants=invariants))
    data = told(passed(PASSING))
    (broken,) = data["sentences"]
    assert (broken["name"], broken["broken"]) == ("nothing_is_retired", [3, 4, 5])
    assert (data["outcome"], data["title"]) == ("refuted", "The model breaks nothing_is_retired")


def test_page_of_a_long_program_has_its_last_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps before are counted, and the program to send is complete."""
    monkeypatch.setattr(contents, "MOST_STEPS", 10)
    data = told(counterexample("layout index_bits=0 : " + "add " * 30 + "remove:2"))
    assert (data["first"], data["total"]) == (21, 31)
    assert [step["step"] for step in data["steps"]] == list(range(21, 32))
    assert data["steps"][0]["words"] == "21 operations before"
    assert dict(data["facts"])["send"].count("add") == 30


def test_a_large_container_makes_no_large_page() -> None:
    """Some of 3,000 cells are shown."""
    line = "layout index_bits=0 : extend:1000 extend:1000 extend:1000 remove:7 remove:2999"
    text = page(record_trace(counterexample(line)))
    assert len(text) < 200_000
    data = Document(text).data()
    assert data["more"] == "and 2,952 more keys"
    assert any("cells:" in part.get("gap", "") for part in data["scenes"][-1]["rows"][0]["parts"])


# --- The file -------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", ALL)
def test_page_loads_nothing(sample: Counterexample) -> None:
    """No address, no source, no link out of the page; only the icon, which is empty."""
    text = page(record_trace(sample))
    found = Document(text)
    outside = [
        value
        for tag, attributes in found.tags
        for name, value in attributes.items()
        if name in ("src", "href", "srcset", "data", "action") and not (value or "").startswith("#")
    ]
    assert outside == ["data:,"]
    assert "@import" not in text
    assert "url(" not in text


def test_the_policy_allows_this_script_and_this_style_only() -> None:
    """They are allowed by their hashes; nothing can be loaded or sent."""
    found = Document(page(record_trace(SMALL)))
    assert found.policy().split("; ") == [
        "default-src 'none'",
        f"style-src {source_of(found.inside['style'])}",
        f"script-src {source_of(found.inside['script'])}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_hostile_text_stays_text() -> None:
    """Whatever a port calls itself, answers or writes, no element of the page comes from it."""
    hostile = replace(
        SMALL,
        handshake=replace(SMALL.handshake, name=HOSTILE),
        port=HOSTILE,
        answered=HOSTILE,
        detail=HOSTILE,
        stderr=HOSTILE,
        answers=(*SMALL.answers[:-1], HOSTILE),
        inside=(HOSTILE,) * 8,
    )
    text = page(record_trace(hostile), HOSTILE)
    text.encode()
    tags = [tag for tag, _ in Document(text).tags]
    assert tags == [tag for tag, _ in Document(page(record_trace(SMALL))).tags]
    data = Document(text).data()
    shown = [data["title"], *(step.get("port") or "" for step in data["steps"])]
    shown += [each["port"] for each in data["inside"]] + [value for _, value in data["facts"]]
    assert not re.search("[\x1b\u202e\ud800]", "".join(shown))
