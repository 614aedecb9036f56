"""The reports of counterexamples, answered programs and verdicts, compared with the files in `reports`.

``pytest tests/suite/kit/test_reports.py --update`` writes the files anew; ``git diff`` then shows what has changed.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from stablelist_conformance.judging import judge
from stablelist_conformance.judging.coverage import NOT_ASKED
from stablelist_conformance.judging.judge import ContractJudge, Unjudged
from stablelist_conformance.judging.luck import Alone
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.judging.verdict import (
    Counterexample,
    EngineReport,
    Finding,
    Passed,
    Signature,
    Verdict,
)
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report import folder, recorder
from stablelist_conformance.report.drawing import svg
from stablelist_conformance.report.itf import write
from stablelist_conformance.report.junit import junit_xml
from stablelist_conformance.report.page import contents, page
from stablelist_conformance.report.panels import panels
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.sarif import sarif_json
from stablelist_conformance.report.sentence import sentence
from stablelist_conformance.report.summary import describe, table
from stablelist_conformance.report.trace import Trace, size
from stablelist_conformance.report.transcript import transcript
from stablelist_conformance.report.words import explain, explained, headline
from stablelist_conformance.wire.errors import FaultKind
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_conformance.wire.text import COLUMNS, legal, should_be
from stablelist_spec.core.history import History
from stablelist_spec.core.picture import VACANT, Cell, Chain, Group, Picture, Row
from stablelist_spec.families.documented import Documented
from stablelist_spec.families.pool import KEY_OPERATIONS, POOL
from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import STABLE_LIST, SYSTEMS

from .conftest import Golden
from .made_up import COUNTER, EMPTY, SLAB, SPARSE_SET, VERSIONED, dyadic
from .samples import (
    ALL,
    BAD_EXIT,
    DUMP,
    HOSTILE,
    LOST,
    OPEN,
    PASSING,
    PROGRAMS,
    RUST,
    SILENT,
    SLOT_MAP,
    SMALL,
    STALE,
    TRUNCATION,
    Document,
    counterexample,
    going_on,
    passed,
    source_of,
    told,
    verdict,
)
from .test_run import COLOURED, PRINTED

LEAVING_OUT = replace(
    RUST,
    without=frozenset({"forge", "put", "reload", "repack", "at_mut", "lend", "exchange", "traverse", "remove_many"}),
)  # fmt: skip
"""It leaves a few words out; a StableList has no `put` in any case."""
SLAB_PORT = Handshake("a", "1", "slab", Level.CONTRACT)
OPERANDS = {
    "exchange": ":0:1",
    "retain": ":2:0",
    "each_removing": ":2:0",
    "each_first": ":2",
    "lend": ":add",
    "replace": ":0:5",
    "at_mut": ":0:5",
    "pair": ":0:1",
    "remove_many": ":0:1",
    "each_mut": ":5",
    "extend": ":3",
    "reserve": ":7",
    "put": ":6",
    "insert_at": ":0",
    "sort": ":2",
}


def of_words(*words: str, **parameters: object) -> Counterexample:
    """A program that no port has answered."""
    given = Parameters(**{"index_bits": None, **parameters})  # type: ignore[arg-type]
    return replace(SMALL, program=Program(given, words), at=None, answers=())


def hostile(sample: Counterexample) -> Counterexample:
    """A port that writes markup and control characters."""
    return replace(sample, answered=HOSTILE, detail=HOSTILE, stderr=HOSTILE)


SAMPLES = {
    "small": SMALL,
    "truncation": TRUNCATION,
    "dump": DUMP,
    "open": OPEN,
    "silent": SILENT,
    "stale": STALE,
    "retained": counterexample("layout capacity=16 index_bits=0 : add add add add remove:0 remove:2 remove:1 len"),
    "operands": counterexample("contract id_bits=2 : add exchange:0:0 retain:3:0 lend:clear"),
    "put": counterexample("contract : put:3 len", handshake=SLOT_MAP),
    "middle": replace(SMALL, at=2, stopped=True),
    "after-others": replace(SMALL, kind="unsteady", earlier=(STALE.program, TRUNCATION.program)),
    "empty": replace(SMALL, program=Program(Parameters(), ()), at=None),
    "empty-silent": replace(SILENT, program=Program(Parameters(), ()), original_length=0),
}  # fmt: skip
"""Counterexamples in every form."""

WORDS = {
    "every-operation": of_words(
        *("add", "add"),
        *(f"{n}{OPERANDS.get(n, ':0' if n in KEY_OPERATIONS else '')}" for n in POOL.kinds),
    ),
    "while-lent": of_words(
        *("add", "lend:add", "lend:insert_with", "lend:extend:3", "lend:remove:0", "lend:clear"),
        *("lend:remove_many:0:0", "lend:drain", "lend:retain:2:1", "lend:reserve:7", "lend:shrink_to_fit"),
    ),
    "changed-elements": of_words("extend:2", "replace:0:9", "at_mut:1:5", "each_mut:1", "at:0", "remove:1", "at:1"),
    "exchanged": of_words("add", "add", "exchange:0:1", "at:0", "exchange:0:#1.9", "retain:3:1"),
    "kinds-of-keys": of_words(
        *["add"] * 5, "remove:0", "remove:0", "at:4", "contains:#-1.2", "apply:1", index_bits=2
    ),
    "operation-of-a-newer-kit": replace(of_words("add", "vanish:5\x1b", "add"), at=2),
    "operation-without-an-answer": replace(of_words("add", "repack:0"), at=1),
    "all-parameters": of_words("len", minimum=8, capacity=12, truncate=Truncate.MEMORY, id_bits=None, index_bits=16),
    "long": replace(counterexample("layout id_bits=2 index_bits=0 : " + "add " * 300), at=200),
    "reason-that-is-seen": replace(SMALL, detail=should_be(6, "1", "none")),
    "space-of-16": counterexample("layout : extend:9 remove:5 remove:0 remove:3"),
    "space-of-64": counterexample("layout index_bits=0 : extend:33"),
    "space-of-20": counterexample("layout capacity=20 index_bits=0 : reserve:1"),
    "space-of-68": counterexample("layout capacity=68 minimum=68 index_bits=0 : extend:68 at:16"),
    "long-free-lists": counterexample("layout index_bits=0 : extend:300 retain:2:0 remove:122"),
    "large": counterexample("layout index_bits=0 : " + "add " * 1000 + "remove:999"),
    "many-keys": counterexample("contract index_bits=0 : extend:200 remove:100"),
    "long-answers": replace(DUMP, expected="[" + "0," * 500 + "17]", answered="[" + "0," * 500 + "71]"),
    "no-answer": replace(SMALL, answered=""),
    "hint": replace(SMALL, detail="operation 7 should be answered 1, not none; declare capacity=4 in the handshake"),
    "hostile": hostile(SMALL),
    "followed": replace(
        OPEN,
        program=OPEN.program._replace(words=(*OPEN.program.words[:4], "remove:0", "len")),
        expected="1",
        answered="2",
    ),
    "several-answers": counterexample(
        "contract capacity=1 : add add", handshake=replace(SLAB_PORT, capacity="fixed"),
        expected="!full or ok", answered="?", answers="ok ?",
    ),
    "after-the-difference": replace(
        counterexample("contract id_bits=1 : add len len len", answers="ok 1 7 8"), at=2, expected="1"
    ),
    "died": counterexample(
        "contract id_bits=1 : add add remove:0 len", kind="died", expected="an answer within 10 s"
    ),
    "two-pools": counterexample(
        "contract : add copy 2.add remove:0 at:1 2.at:0", handshake=SLAB_PORT, answers="ok ok ok 0 none none",
        expected="0", answered="none",
    ),
    "revived": counterexample(
        "contract : add remove:0 add add replace:0:7 remove:2 at:1", handshake=SLAB_PORT,
        answers="ok 0 ok ok yes 7 1", blame=False,
    ),
    **{
        f"live-after-{word.partition(':')[0]}-{level}": counterexample(
            f"{level} id_bits=0 : extend:3 {word} len",
            answers=f"[ok,ok,ok] {answer} 0" * (level == "contract"), blame=False,
        )
        for level in ("layout", "contract")
        for word, answer in (
            *(("add", "ok"), ("remove:1", "1"), ("clear", "ok"), ("drain", "[0,1,2]")),
            *(("retain:2:0", "[1]"), ("exchange:0:2", "0/2")),
        )
    },
}  # fmt: skip
"""Counterexamples for their text."""

LIVES = {
    "taken-cell": counterexample("layout id_bits=2 index_bits=0 : add add add", expected="2.2", answered="1.2"),
    "other-cell": counterexample("layout id_bits=2 index_bits=0 : add add add", expected="2.2", answered="3.2"),
    "died-at-a-key": replace(STALE, kind="died", answered="", answers=(), detail="it died"),
    **{
        f"exchanged-{number}": counterexample(
            "contract index_bits=0 : add add add remove:1 exchange:0:1", expected="0/none", answered=answered
        )
        for number, answered in enumerate(("0/2", "1/none", "1/2"))
    },
    "removed-together": counterexample("contract index_bits=0 : extend:3 retain:2:0 clear add len"),
    "failed-insertion": counterexample(
        "contract capacity=4 : extend:4 add at:4", handshake=replace(SLOT_MAP, capacity=4),
        answers="ok !full none", expected="none", answered="1",
    ),
    "beyond-the-difference": replace(
        STALE, program=STALE.program._replace(words=(*STALE.program.words, "len", "clear"))
    ),
    "wrong-layout-inside": replace(
        counterexample("layout id_bits=2 index_bits=0 : add remove:0 len add", expected="0.1", answered="1.1"),
        inside=(
            "4|0:1:0:0:|1:1:0:0:|2:2:0:0:|0", "4|0:1:1:1:|1:1:0:0:|2:2:0:0:|1",
            *["4|0:1:0:1:|1:1:0:0:|2:2:0:0:|1"] * 2, "nonsense",
        ),
        answers=("0.0", "0", "0", "1.1"),
    ),
    "wrong-layout-asked-for": replace(DUMP, answers=(*["?"] * 11, DUMP.answered)),
    "wrong-layout-without-a-model": replace(OPEN, inside=("a", "b")),
    "not-asked": replace(STALE, handshake=LEAVING_OUT),
    "looks": counterexample("layout id_bits=2 index_bits=0 : add add at:1 at:#0.9 at:#-1.0 at:#5.0 len"),
    "many-confused": counterexample(
        "contract index_bits=0 : extend:99 at:0 at:1 at:2 remove:3 at:3", expected="none", answered="98"
    ),
}  # fmt: skip
"""Counterexamples for their page."""

PASSED = {
    "passing": passed(PASSING),
    **{f"passing-{name}": passed(line, name) for name, line in PROGRAMS.items()},
    **{f"passing-{each.word}": passed(f"{each.word} id_bits=2 : add remove:0") for each in Level},
}
"""Programs that are answered rightly."""


def changing(state: Any) -> Picture:
    """Cells that move from row to row, and a row that is not always there."""
    live = [Cell(True, str(cell.element)) for cell in state.cells if isinstance(cell, Has)]
    rows = [Row(4, [*live, VACANT]), Row(4, live[1:], name="others")]
    return Picture(rows=rows[: len(live)])


PICTURES = {
    "counter": COUNTER,
    "no-cells": EMPTY,
    "two-rows": SPARSE_SET,
    "one-chain": SLAB,
    "versions": VERSIONED,
    "blocks": dyadic(1),
    "nothing": Picture(),
    "wide-words": Picture(rows=[Row(9, [Cell(True, "7", str(2**32 - 1))] * 9, second="id")]),
    "lost-vacancy": Picture(rows=[Row(4, [VACANT, VACANT], chains=[Chain("", (1,))])]),
    "long-names": Picture(
        rows=[
            Row(
                40,
                [Cell(True, "7")],
                [Group("a", 0, 1), Group("front", 1, 2), Group("the very front", 2, 3), Group("rest", 3, 40)],
            )
        ]
    ),
    "long-legend": replace(
        VERSIONED, rows=[*VERSIONED.rows, Row(1, [Cell(True, "7", "1")], name="dense", second="slot")]
    ),
}  # fmt: skip
"""Pictures of systems that do not exist: nothing in a report is StableList's own."""


def story(trace: Trace) -> str:
    """What a page tells, one part on each line; its text is left out if it is the usual one."""
    data = Document(page(trace, "stablelist replay it")).data()
    text = data.pop("told").splitlines()
    if not isinstance(trace.answered, Counterexample):
        data["told"] = text
    parts = [f"{json.dumps(name)}: {lines(part)}" for name, part in data.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def lines(part: Any) -> str:
    """A value, with each of its items on a line."""
    if not isinstance(part, list):
        return json.dumps(part)
    return "[" + ",".join(f"\n {json.dumps(item)}" for item in part) + "]"


def itf(trace: Trace) -> str:
    """A trace, each state on a line."""
    data = json.loads(write(trace))
    return "{\n" + ",\n".join(f"{json.dumps(k)}: {lines(v)}" for k, v in data.items()) + "\n}\n"


@pytest.mark.parametrize("sample", [SMALL, TRUNCATION, DUMP])
def test_samples_expect_what_the_model_answers(sample: Counterexample) -> None:
    """A sample that is wrong about the model would test nothing."""
    answers = ModelAnswerer().answer(sample.program, sample.level)
    assert answers[-1] == sample.expected != sample.answered
    assert list(sample.answers[:-1]) in ([], answers[:-1])


@pytest.mark.parametrize(("kind", "render"), [("txt", explain), ("itf.json", itf), ("json", story)])
@pytest.mark.parametrize("name", SAMPLES)
def test_counterexample_is_reported(
    golden: Golden, name: str, kind: str, render: Callable[[Trace], str]
) -> None:
    golden(f"{name}.{kind}", render(record_trace(SAMPLES[name])))


@pytest.mark.parametrize("name", WORDS)
def test_counterexample_is_explained(golden: Golden, name: str) -> None:
    """In plain words, with pictures of what is before and after the difference."""
    golden(f"words/{name}.txt", within_columns(explain(record_trace(WORDS[name]))))


def within_columns(text: str) -> str:
    """A text that looks the same in every terminal; only the line to be sent to a port must stay whole."""
    shown = [line for line in text.splitlines() if not line.startswith("send ")]
    assert all(line.isascii() and line.isprintable() and line == line.rstrip() for line in shown)
    assert max(map(len, shown)) <= COLUMNS
    return text


def test_files_and_outcome_are_named_at_the_end(golden: Golden) -> None:
    """The last lines are what one looks for; the whole program is told when that is asked for."""
    files = ("reports/a.itf.json", "reports/a.html")
    golden(
        "words/with-files.txt",
        explain(record_trace(SMALL), *files, outcome="refuted     with seed 3"),
    )
    assert "not shown" not in explain(record_trace(WORDS["long"]), most=None)


HEAP = Counterexample(
    port="./heap",
    handshake=Handshake("heap", "1", "heap", Level.CONTRACT),
    program=parse_program("contract : put:3:7 put:4:7 pop peek", "heap")[1],
    level=Level.CONTRACT,
    at=3,
    expected="4/7",
    answered="none",
    detail="",
    answers=("none", "none", "3/7", "none"),
)


def test_container_without_keys_is_shown_by_its_answers() -> None:
    """It has no live keys; before the wrong answer, either entry may have been removed until one was."""
    trace = record_trace(HEAP)
    told = {step: trace.states[step].answers for step in trace.states}
    assert [each["len"] for each in told.values()] == ["0", "1", "2", "1", "1"]
    assert told[2]["peek"] == "3/7 or 4/7"
    text = explain(trace)
    assert "  peek 4/7, len 1, entries [4/7]\n" in text
    assert "live keys" not in text + page(trace)
    assert json.loads(write(trace))["states"][2]["observed"]["#map"][1] == ["len", "2"]


def test_headline_says_how_a_port_failed(golden: Golden) -> None:
    failed = [replace(SMALL, kind=kind) for kind in ("answer", *FaultKind, "melted")]
    golden(
        "words/headlines.txt",
        "".join(explain(record_trace(each)).partition("\n")[0] + "\n" for each in failed),
    )


def test_port_is_not_followed_where_too_much_is_possible(
    golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its later answers are not judged, and what was live is shown as it was."""
    record_trace.cache_clear()
    monkeypatch.setattr(judge, "MOST_STATES", 1)
    golden("words/too-much-is-possible.txt", explain(record_trace(WORDS["revived"])))


@pytest.mark.parametrize("name", LIVES)
def test_counterexample_has_a_page(golden: Golden, name: str) -> None:
    """Steps, scenes, sentences that are broken, and the lives of keys."""
    golden(f"page/{name}.json", story(record_trace(LIVES[name])))


@pytest.mark.parametrize("name", PASSED)
def test_answered_program_is_reported(golden: Golden, name: str) -> None:
    trace = record_trace(PASSED[name])
    golden(f"page/{name}.json", story(trace))
    golden(
        f"words/{name}.txt", transcript(Passed(PASSED[name], (), modelled=True, breach=None), trace)
    )


@pytest.mark.parametrize("name", [*PICTURES, "changing", "none"])
def test_any_picture_is_reported(
    golden: Golden, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    look = {"none": None, "changing": changing}.get(name, lambda _: PICTURES[name])
    monkeypatch.setitem(SYSTEMS, "stablelist", replace(STABLE_LIST, picture=look))
    trace = record_trace(SMALL)
    text = transcript(Passed(SMALL, (), modelled=False, breach=None), trace)
    golden(f"pictures/{name}.txt", f"{within_columns(explain(trace))}\n{text}\n")
    golden(f"pictures/{name}.json", story(trace))


# --- Verdicts -------------------------------------------------------------------------------------

LEAST = Reach(
    live=1,
    insertions=1,
    words=1,
    programs=1,
    in_process=1,
    widths={"id_bits": {32}, "index_bits": {32}},
)
"""What one insertion reaches."""

VERDICTS: dict[str, list[Verdict]] = {
    "verified": [verdict()],
    "refuted": [verdict(SMALL)],
    "refuted-without-a-property": [verdict(SILENT)],
    "refuted-with-last-words": [verdict(TRUNCATION)],
    "never-started": [replace(verdict(SMALL), engines=[])],
    "several-seeds": [
        replace(verdict(), runs=[Alone(seed, frozenset(), Reach(live=live)) for seed, live in ((7, 3), (8, 4))]),
        replace(verdict(SMALL), runs=[Alone(seed, frozenset(), Reach(), refuted=seed > 7) for seed in (7, 8)]),
    ],
    "undecided": [verdict(notes=["the time was up after 60 s"])],
    "more-labels-than-reachable": [
        replace(verdict(), covered={*verdict().covered, "each_empty"})
    ],
    "one-engine": [replace(verdict(), engines=verdict().engines[:1], reach=LEAST)],
    "idle-engine": [replace(verdict(), engines=[EngineReport("cover"), *verdict().engines[:1]])],
    "no-engine": [replace(verdict(), engines=[])],
    "many-unreachable": [
        replace(verdict(), unreachable={f"label_{n:02}": ("reason", NOT_ASKED)[n % 2] for n in range(30)})
    ],
    "documented": [
        replace(verdict(), handshake=replace(RUST, documented=Documented(silent=True, panics=frozenset(["at.stale"])))),
        replace(verdict(), handshake=replace(RUST, documented=Documented(forgets=True))),
    ],
    "not-asked": [
        replace(verdict(), handshake=LEAVING_OUT),
        replace(verdict(), uncovered="covering programs: the system counter has no scopes"),
        replace(verdict(notes=["x"]), handshake=LEAVING_OUT, uncovered="covering programs: x"),
        replace(going_on(LOST), handshake=LEAVING_OUT),
        replace(verdict(SMALL), handshake=LEAVING_OUT),
    ],
    "several-ports": [
        verdict(), replace(verdict(notes=["x"]), handshake=SLOT_MAP), verdict(SMALL),
    ],
    "went-on": [
        going_on(LOST, BAD_EXIT, notes=["alas"]),
        going_on(LOST, replace(LOST, signature=LOST.signature._replace(operation="at", shape="at:live"))),
        going_on(BAD_EXIT),
        going_on(BAD_EXIT, notes=["x"]),
        going_on(replace(LOST, signature=LOST.signature._replace(shape=""))),
        going_on(
            Finding(Signature("answer", ("live_key_resolves",), "remove", "add remove:live"), SMALL, 7),
            Finding(Signature("died", (), "drain"), TRUNCATION),
            Finding(Signature("bad-exit"), SILENT, reason="see <#12>\x1b"),
        ),
    ],
    "hostile": [
        replace(verdict(), handshake=replace(SLOT_MAP, name="\x1b[2J" * 20), port="\x07<&\"'"),
        replace(
            verdict(replace(hostile(SMALL), handshake=replace(RUST, name=HOSTILE))),
            port=HOSTILE, widths=HOSTILE, notes=[HOSTILE],
        ),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", VERDICTS)
def test_verdicts_are_reported(golden: Golden, name: str) -> None:
    given = VERDICTS[name]
    excluded = ["js-stablelist", "slotmap in Rust"]
    texts = [*map(describe, given), table(given, excluded if len(given) > 1 else [])]
    golden(f"verdicts/{name}.txt", "\n".join(texts))
    assert all(line.isprintable() for text in texts for line in text.splitlines())
    assert max(map(len, texts[-1].splitlines())) <= COLUMNS
    golden(f"verdicts/{name}.xml", junit_xml(given))
    assert ET.fromstring(junit_xml(given)).tag == "testsuites"


IN_SARIF = ("went-on", "hostile", "never-started")


@pytest.mark.parametrize("name", IN_SARIF)
def test_verdicts_are_told_in_sarif(golden: Golden, name: str) -> None:
    """Each result names a rule that is listed, and a file."""
    told = sarif_json(VERDICTS[name])
    golden(f"verdicts/{name}.sarif", told)
    for run in json.loads(told)["runs"]:
        rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
        assert rules == {result["ruleId"] for result in run["results"]}


def test_verdict_says_how_much_was_not_judged() -> None:
    told = describe(replace(verdict(), unjudged=Unjudged(3, 1_200)))
    assert "not judged  the last 1,200 operations of 3 programs, where too many" in told
    assert "not judged" not in describe(verdict())


def test_verdict_says_that_a_port_is_too_slow() -> None:
    """One sentence, beside the words that the port leaves out."""
    told = describe(replace(verdict(), slow="loops: 8,192 turns may take longer"))
    assert "not asked   loops: 8,192 turns may take longer" in told.splitlines()


def test_no_word_of_the_table_is_lost() -> None:
    """The long name of a system of one's own is wrapped, and so is the outcome; numbers and ports are not."""
    port = replace(
        LEAVING_OUT, name="generational-arena-insert-with", system_name="suite.toy.broken:BOUND"
    )
    shown = table([replace(verdict(), handshake=port)])
    names = "generational-arena- insert-with suite.toy.brok en:BOUND"
    words = {*names.split(), "cost", "2", "of", "verified,", "asked"}
    assert words <= set(shown.split())
    usual = replace(port, system_name="stable-graph")
    labels = {f"label {number}" for number in range(200)}
    wide = replace(
        verdict(), handshake=usual, level=Level.CONTRACT, covered=labels, reachable=labels
    )
    assert "stable-graph" in table([wide])


def test_every_file_is_compared() -> None:
    """None is left of a report that is not tested any more."""
    written = [
        *(f"{name}.{kind}" for name in SAMPLES for kind in ("txt", "itf.json", "json")),
        *(f"words/{name}.txt" for name in (*WORDS, *PASSED, *("with-files", "headlines", "too-much-is-possible"))),
        *(f"page/{name}.json" for name in (*LIVES, *PASSED)),
        *(f"pictures/{name}.{kind}" for name in (*PICTURES, "changing", "none") for kind in ("txt", "json")),
        *(f"verdicts/{name}.{kind}" for name in VERDICTS for kind in ("txt", "xml")),
        *(f"verdicts/{name}.sarif" for name in IN_SARIF),
        *("coverage.txt", "tests-of-ports.txt", "bad-traces.txt", "reach.txt"),
        *(f"runs/{name}.txt" for name in PRINTED),
        *(f"runs/{colours}-{name}.txt" for name in COLOURED for colours in ("coloured", "bold")),
        *(f"variables/{name}.json" for name in ("nothing", "something")),
    ]  # fmt: skip
    reports = Path(__file__).with_name("reports")
    files = (path for path in reports.rglob("*") if path.is_file())
    assert sorted(path.relative_to(reports).as_posix() for path in files) == sorted(written)


# --- The drawing ----------------------------------------------------------------------------------


SVG = "{http://www.w3.org/2000/svg}"
NAMED = replace(SMALL, handshake=replace(RUST, name="{title} {{ <&>"))
DRAWN = {**SAMPLES, **WORDS, "named": NAMED}


@pytest.mark.parametrize("name", DRAWN)
def test_drawing_is_a_whole_document(name: str) -> None:
    """It needs nothing from elsewhere, has a title, and shows the words of the explanation in their order."""
    trace = record_trace(DRAWN[name])
    text = svg(trace)
    root = ET.fromstring(text)
    assert text.count("http") == 1
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {
        *("svg", "title", "style", "defs", "clipPath", "rect", "g", "text")
    }
    title = root.find(f"{SVG}title")
    assert title is not None
    assert root.get("aria-labelledby") == title.get("id")
    assert title.text == legal(headline(trace.counterexample))
    shown = " ".join(each.text or "" for each in root.iter(f"{SVG}text"))
    assert shown.split() == legal(explain(trace)).split()
    assert float(root.attrib["viewBox"].split()[2]) < 1000


def test_drawing_has_the_colours_of_a_terminal() -> None:
    """The right answer is green, and the wrong one red."""
    root = ET.fromstring(svg(record_trace(SMALL)))
    style = (root.findtext(f"{SVG}style") or "").splitlines()
    for word, colour in (("expected", "#008000"), ("answered", "#800000")):
        (kind,) = {
            each.get("class")
            for each in root.iter(f"{SVG}text")
            if (each.text or "").split()[:1] == [word]
        }
        assert any(line.startswith(f".{kind} ") and colour in line for line in style)


# --- The story ------------------------------------------------------------------------------------


def test_a_model_that_breaks_its_invariant_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert not re.search("[\x00\x07\x1b\x85\u202e\ud800\ufffe]", "".join(shown))


# --- The trace: a program is played once, and little of it is kept --------------------------------


@pytest.mark.parametrize("sample", ALL)
def test_saving_starts_the_model_once(
    sample: Counterexample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file, and what the terminal shows, is rendered from one trace; by contract, the port is followed once."""
    record_trace.cache_clear()
    started: list[str] = []

    def counted(kind: type, name: str) -> None:
        """Count the calls of a method."""
        call = getattr(kind, name)

        def starts(*arguments: Any) -> Any:
            started.append(name)
            return call(*arguments)

        monkeypatch.setattr(kind, name, starts)

    counted(History, "__init__")
    counted(ContractJudge, "following")
    explained(sample, folder.save(sample, tmp_path))
    assert started == ["following" if sample.level is Level.CONTRACT else "__init__"]


def test_last_states_of_a_long_program_are_kept() -> None:
    """As many as have the size that is asked for, and the one before; at least two."""
    program = Program(Parameters(), ("add",) * 200)
    sample = replace(SMALL, program=program, at=None, level=Level.LAYOUT)
    states = record_trace(sample, most=1_000).states
    assert list(states) == list(range(195, 201))
    assert sum(size(states[number]) for number in range(196, 201)) <= 1_000
    assert list(record_trace(sample, most=1).states) == [199, 200]
    assert len(record_trace(sample, most=None).states) == 201


@pytest.mark.parametrize("level", ["contract", "layout"])
def test_early_steps_of_a_long_program_are_not_watched(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To watch all keys takes time for each of them at each step; what is shown of the last steps is the same."""
    removed = " ".join(f"remove:{n}" for n in range(9))
    sample = counterexample(f"{level} : extend:20 {removed} at:15 remove:15 at:15 at:3 at:16")
    whole = record_trace(sample)
    record_trace.cache_clear()
    monkeypatch.setattr(recorder, "MOST_WATCHED", 80)
    trace = record_trace(sample)
    assert [sentence(step) for step in trace.steps[9:]] == [
        "remove by the key that insertion 8 returned",
        "look up the key that insertion 15 returned",
        "remove element 15 (with the key that insertion 15 returned)",
        "look up the key that insertion 15 returned (retired by operation 12)",
        "look up the key that insertion 3 returned (retired long ago)",
        "look up element 16 (with the key that insertion 16 returned)",
    ]
    assert [step.answer for step in trace.steps] == [step.answer for step in whole.steps]
    assert (trace.last, [*panels(trace)]) == (whole.last, [*panels(whole)])
    assert (trace.live, trace.breaks) == (whole.live, whole.breaks)
    assert (min(whole.states), min(trace.states)) == (0, 11)
