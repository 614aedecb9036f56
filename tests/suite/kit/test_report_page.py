"""The page to step through: its story is complete and right, and its file needs no other file and escapes all text."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest

from stablelist_conformance.judging.verdict import Answered, Counterexample
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report import itf
from stablelist_conformance.report.page import page, story
from stablelist_conformance.report.page.layout_differences import Difference, differences
from stablelist_conformance.report.page.scenes import Scenes, scene
from stablelist_conformance.report.page.story import story as told
from stablelist_conformance.report.playback import Live
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import SYSTEMS

from .made_up import COUNTER, EMPTY, SLAB, SPARSE_SET, dyadic
from .test_report_lives import STALE
from .test_report_samples import ALL, DUMP, OPEN, SILENT, SMALL, counterexample

PASSING = "layout id_bits=2 index_bits=0 : add add remove:0 add at:0"


def passed(line: str, system: str = "stablelist") -> Answered:
    """A program that was answered as the model answers it."""
    level, program = parse_program(line, system)
    model = ModelAnswerer(system)
    answers = tuple(model.answer(program, level))
    return Answered(
        port="./port", handshake=model.handshake, program=program, level=level, answers=answers
    )


class Document(HTMLParser):
    """The elements of a page, and the text of each script and style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Note the text of the last element, if it is its first."""
        if self.tags:
            tag, attributes = self.tags[-1]
            self.inside.setdefault(attributes.get("id") or tag, data)

    def data(self) -> dict[str, Any]:
        """The story."""
        found: dict[str, Any] = json.loads(self.inside["story"])
        return found

    def policy(self) -> str:
        """The Content-Security-Policy."""
        (content,) = (found["content"] for _, found in self.tags if "http-equiv" in found)
        return content or ""


# --- The story ------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", ALL)
def test_every_operation_is_a_step(sample: Counterexample) -> None:
    """After the fresh container, with its number, its words, and both answers."""
    steps = told(sample)["steps"]
    assert [step["step"] for step in steps] == list(range(len(sample.program.words) + 1))
    assert [step["word"] for step in steps[1:]] == list(sample.program.words)
    assert all(step["words"] for step in steps)
    assert all(step["model"] for step in steps[1:])


def test_answers_stand_side_by_side() -> None:
    """The first difference is the wrong step."""
    *_, right, wrong = told(STALE)["steps"]
    assert (right["model"], right["port"], right["verdict"]) == ("1", "1", "right")
    assert (wrong["model"], wrong["port"], wrong["verdict"]) == ("none", "2", "wrong")
    assert told(STALE)["at"] == 6


def test_a_step_begins_where_the_one_before_ended() -> None:
    """Scenes are stored once, and the changed cells are marked."""
    data = told(STALE)
    removal, addition = data["steps"][3:5]
    assert removal["after"] == addition["before"]
    assert removal["marks"] == addition["marks"] == {0: [0]}
    assert [step["changes"] for step in data["steps"][1:]] == [True, True, True, True, False, False]
    cells = data["scenes"][removal["after"]]["rows"][0]["parts"][0]["cells"]
    assert cells == [[0, "vacant", "", "end"]]


def test_the_broken_sentence_comes_first_and_says_where() -> None:
    """It has its name in the model, and its meaning; the others hold at every step."""
    broken, *others = told(STALE)["sentences"]
    assert (broken["name"], broken["broken"]) == ("retired_key_never_resolves", [6])
    assert broken["meaning"].startswith("ABA immunity")
    assert {len(each["broken"]) for each in others} == {0}
    assert {each["name"] for each in (broken, *others)} == SYSTEMS["stablelist"].invariants.keys()


def test_a_user_s_properties_are_watched_without_a_model() -> None:
    """At contract level: those that answers show."""
    broken, *others = told(OPEN)["sentences"]
    assert (broken["name"], broken["broken"]) == ("iteration_shows_each_live_element_once", [6])
    assert "live_key_resolves" in {each["name"] for each in others}


def test_a_fault_says_its_reason() -> None:
    """Nothing is wrong with any answer."""
    data = told(SILENT)
    assert (data["at"], data["reason"]) == (None, "the port ended with status 3")
    assert [step["verdict"] for step in data["steps"]] == ["", *["right"] * 4]


def test_answers_that_a_fault_took_along_are_unknown() -> None:
    """A port that ended in the middle of a line has not answered."""
    died = replace(STALE, kind="died", answered="", answers=(), detail="it died")
    data = told(died)
    assert [step["verdict"] for step in data["steps"][-2:]] == ["unknown", "failed"]
    assert data["steps"][-1]["port"] is None
    assert data["reason"] == "it died"


def test_a_passing_program_has_a_story() -> None:
    """The story has all properties, and a trace for other tools."""
    data = told(passed(PASSING), "stablelist replay it")
    assert (data["outcome"], data["at"]) == ("passes", None)
    assert {step["verdict"] for step in data["steps"][1:]} == {"right"}
    assert [each["name"] for each in data["sentences"] if each["broken"]] == []
    assert data["copies"]["program"].endswith("add add remove:0 add at:0")
    assert data["copies"]["replay command"] == "stablelist replay it"
    trace = json.loads(data["copies"]["ITF trace"])
    assert trace["#meta"]["status"] == "ok"
    assert len(trace["states"]) == 6


def test_a_model_that_breaks_its_invariant_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the port says: here no key may ever be retired."""
    system = SYSTEMS["stablelist"]
    invariants = {"nothing_is_retired": lambda _, fresh: not fresh.retired}
    monkeypatch.setitem(SYSTEMS, "stablelist", replace(system, invariants=invariants))
    data = told(passed(PASSING))
    (broken,) = data["sentences"]
    assert (broken["name"], broken["broken"]) == ("nothing_is_retired", [3, 4, 5])
    assert (data["outcome"], data["title"]) == ("refuted", "The model breaks nothing_is_retired")


PROGRAMS = {
    "stablelist": "cost id_bits=2 index_bits=0 : extend:3 remove:1 add at:1 layout cost",
    "dyadic": "cost : extend:3 remove:1 add at:1 layout cost",
    "lifo-slab": "cost capacity=8 : extend:3 remove:1 add at:1 layout cost",
    "sparse-set": "cost universe=8 : insert:3 insert:5 remove:3 contains:3 layout cost",
}


@pytest.mark.parametrize("system", PROGRAMS)
def test_every_system_has_a_page(system: str) -> None:
    """From its description alone: pictures, lives and sentences."""
    data = told(passed(PROGRAMS[system], system))
    assert all(scene["rows"] for scene in data["scenes"])
    assert len(data["lives"]) >= 2
    assert {each["name"] for each in data["sentences"]} == SYSTEMS[system].invariants.keys()
    assert all(each["meaning"] for each in data["sentences"])


def test_a_long_program_is_told_from_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps before are counted, and what can be copied is complete."""
    monkeypatch.setattr(story, "MOST_STEPS", 10)
    data = told(counterexample("layout index_bits=0 : " + "add " * 30 + "remove:2"))
    assert (data["first"], data["total"]) == (21, 31)
    assert [step["step"] for step in data["steps"]] == list(range(21, 32))
    assert data["steps"][0]["words"] == "21 operations before"
    assert data["copies"]["program"].count("add") == 30


def test_a_large_container_makes_no_large_page() -> None:
    """Some of 3,000 cells are shown, and a trace that is too long is left out."""
    text = page(
        counterexample(
            "layout index_bits=0 : extend:1000 extend:1000 extend:1000 remove:7 remove:2999"
        )
    )
    assert len(text) < 200_000
    data = Document(text).data()
    assert "ITF trace" not in data["copies"]
    assert data["more"] == "and 2,952 more keys"
    assert any("cells:" in part.get("gap", "") for part in data["scenes"][-1]["rows"][0]["parts"])


def test_the_story_ends_with_the_wrong_answer() -> None:
    """The operations of an unshrunk program after it are not judged."""
    longer = STALE.program._replace(words=(*STALE.program.words, "len", "clear"))
    assert len(told(replace(STALE, program=longer))["steps"]) == 7


def test_an_empty_program_has_a_page() -> None:
    """A port can fail before its first program."""
    empty = replace(SMALL, program=Program(Parameters(), ()), at=None)
    data = told(empty)
    assert [step["words"] for step in data["steps"]] == ["a fresh container"]
    assert data["reason"] == "the port lost an element"


# --- Scenes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", [COUNTER, SPARSE_SET, SLAB, dyadic(1), dyadic(4)])
def test_any_picture_is_a_scene(shown: Any) -> None:
    """Every row, every group by its name, and chains in the order of reuse."""
    rows = scene(shown, {})["rows"]
    assert [row["name"] for row in rows] == [row.name for row in shown.rows]
    names = [
        part["name"].partition(":")[0] for row in rows for part in row["parts"] if "name" in part
    ]
    assert set(names) - {""} <= {group.name for row in shown.rows for group in row.groups}
    assert [row["chains"] for row in rows] == [
        [each for each in row["chains"] if "\N{RIGHTWARDS ARROW}" in each] for row in rows
    ]


def test_row_without_cells_is_a_scene() -> None:
    """It says that there are none."""
    assert scene(EMPTY, {})["rows"][0]["parts"] == [{"gap": "no cells"}]


def test_many_live_keys_are_a_scene_in_part() -> None:
    """At contract level, the touched ones are among them."""
    live = Live({number: number for number in range(200)})
    parts = scene(live, {0: {100}})["rows"][0]["parts"]
    shown = [cell[0] for part in parts for cell in part.get("cells", ())]
    assert {0, 100, 199} <= set(shown)
    assert [part["gap"] for part in parts if "gap" in part] == [
        "80 live keys more",
        "80 live keys more",
    ]


def test_equal_scenes_have_one_number() -> None:
    """Different scenes have different numbers."""
    scenes = Scenes()
    assert [scenes.number(each, {}) for each in (SLAB, COUNTER, SLAB)] == [0, 1, 0]
    assert len(scenes.all) == 2


# --- Inside ---------------------------------------------------------------------------------------

RIGHT = ("4|0:1:0:0:|1:1:0:0:|2:2:0:0:|0", "4|0:1:1:1:|1:1:0:0:|2:2:0:0:|1")
LEAKED = "4|0:1:0:1:|1:1:0:0:|2:2:0:0:|1"
"""The cell is vacant, but in no free list."""


def test_the_first_wrong_layout_is_found_before_the_wrong_answer() -> None:
    """It breaks an invariant two steps earlier than anybody notices."""
    sample = replace(
        counterexample(
            "layout id_bits=2 index_bits=0 : add remove:0 len add", expected="0.1", answered="1.1"
        ),
        inside=(*RIGHT, LEAKED, LEAKED, "nonsense"),
        answers=("0.0", "0", "0", "1.1"),
    )
    found = differences(sample)
    assert [each.step for each in found] == [2, 3, 4]
    assert found[0] == Difference(
        2, LEAKED, "4|0:1:0:1:0|1:1:0:0:|2:2:0:0:|1", ("free_lists_are_complete",)
    )
    data = told(sample)
    assert data["looked"]
    assert data["inside"][0]["step"] == 2
    sentence = next(each for each in data["sentences"] if each["broken"])
    assert (sentence["name"], sentence["broken"]) == ("free_lists_are_complete", [2, 3])


def test_a_layout_in_the_program_counts_as_well() -> None:
    """The port was asked there."""
    sample = replace(DUMP, answers=(*["?"] * 11, DUMP.answered))
    assert [each.step for each in differences(sample)] == [12]
    assert told(DUMP)["looked"] is False


def test_without_a_model_there_is_no_inside() -> None:
    """Whatever a slot map shows."""
    assert differences(replace(OPEN, inside=("a", "b"))) == []


def test_layouts_are_kept_in_the_trace() -> None:
    """So the page of a replayed counterexample has them."""
    sample = replace(STALE, inside=("a", "b"))
    assert itf.read(itf.write(sample)) == sample


# --- The file -------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", ALL)
def test_a_page_needs_nothing(sample: Counterexample) -> None:
    """No address, no source, no link out of the page; only the icon, which is empty."""
    text = page(sample)
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
    found = Document(page(SMALL))

    def allowed(text: str) -> str:
        return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"

    assert found.policy().split("; ") == [
        "default-src 'none'",
        f"style-src {allowed(found.inside['style'])}",
        f"script-src {allowed(found.inside['script'])}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]


HOSTILE = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>&\x1b[31m\u202e\ud800"


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
    text = page(hostile, HOSTILE)
    text.encode()
    tags = [tag for tag, _ in Document(text).tags]
    assert tags == [tag for tag, _ in Document(page(SMALL)).tags]
    data = Document(text).data()
    shown = [data["title"], *(step.get("port") or "" for step in data["steps"])]
    shown += [each["port"] for each in data["inside"]] + [value for _, value in data["facts"]]
    assert not re.search("[\x1b\u202e\ud800]", "".join(shown))


def test_without_scripts_the_page_still_says_it_in_words() -> None:
    """The explanation of a counterexample; of another program, its steps."""
    assert "expected 1 / answered none" in page(SMALL)
    assert "3. remove element 0 (with the key that insertion 0 returned) -&gt; 0" in page(
        passed(PASSING)
    )


def test_every_level_has_a_page() -> None:
    """Costs are shown at the level of costs only."""
    facts = {}
    for level in Level:
        scenes = told(passed(f"{level.word} id_bits=2 : add remove:0"))["scenes"]
        facts[level.word] = "; ".join(scenes[-1]["facts"])
    assert facts["contract"] == "0 live keys, 1 retired"
    assert "next id" in facts["layout"]
    assert "cost so far" in facts["cost"]
    assert "cost so far" not in facts["layout"]
