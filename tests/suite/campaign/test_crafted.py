"""Crafted records, named by their right hash: each is refused in one sentence, or harmless in every later command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from stablelist_conformance.campaign import Campaign, Store
from stablelist_conformance.campaign.calibrate import Introduced
from stablelist_conformance.campaign.programs import programs_in
from stablelist_conformance.campaign.records import (
    FailureFound,
    PortMet,
    ProgramKept,
    ShardDone,
    decoded,
    encoded,
    named,
)
from stablelist_conformance.campaign.segments import read_segment, write_segment
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.report.itf import write
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.protocol import Level, parse_program
from suite.kit.conftest import Said

from .conftest import MET, OPTIONS, Inline, done
from .test_page import ALIKE, FOUND
from .test_segments import placed
from .test_store import REACH

HAND = parse_handshake(MET.handshake)
OTHER = replace(
    FOUND,
    handshake=replace(HAND, profile="slab"),
    program=parse_program(f"contract : {' '.join(FOUND.program.words)}", "slab")[1],
)
SUBJECT = Subject(MET.command, HAND, Level.CONTRACT, 10.0)
RECORDS: Final = (
    MET,
    done(0, labels=("a",), reach=REACH, failed=(ALIKE,), escaped=("x",), doubt="", operations=0),
    ProgramKept(MET.port, "add_one", "contract id_bits=0 : add"),
    FailureFound(MET.port, ALIKE, write(FOUND)),
    FailureFound(MET.port, ALIKE, write(FOUND), shrunk=True),
)
TEXTS: Final = tuple(encoded(each) for each in RECORDS)
DEEP: Any = "end"
for _ in range(500):
    DEEP = [DEEP]
WRONG: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 10**17, 10**400, 1e308, 5e-324, -0.5, float("nan"), float("inf")),
    *("", "x", "\x1b[31m\0\r\n", "\ud800", "1" * 9, "crafted_system:SYSTEM", "x" * 100_000),
    *([], [[]], {}, {"a": {}}, DEEP),
)
TEXT_WRONG: Final[tuple[Any, ...]] = (
    *(each for each in WRONG if isinstance(each, str)),
    *("[" * 400, "0.0 " * 50, "4|0:1:0:1:0|", "-1", "add", "layout : cost", "answer", "hung"),
    MET.handshake.replace("=slotmap", "=crafted_system:SYSTEM").replace("col=1", "col=3"),
)
WITHOUT, BESIDE = object(), object()
Path_ = tuple[str | int, ...]


def places(value: Any, before: Path_ = ()) -> Iterator[Path_]:
    """Where something can be changed."""
    for at in value if isinstance(value, dict) else range(len(value)) if value else ():
        yield (*before, at)
        if isinstance(value[at], dict | list):
            yield from places(value[at], (*before, at))


def changed(record: dict[str, Any], path: Path_) -> Iterator[dict[str, Any]]:
    """A record with something else in a place, without it, or with something beside it."""
    for wrong in (*WRONG, WITHOUT, BESIDE):
        copy = deepcopy(record)
        inside: Any = copy
        for at in path[:-1]:
            inside = inside[at]
        if wrong is WITHOUT:
            del inside[path[-1]]
        elif wrong is not BESIDE:
            inside[path[-1]] = wrong
        elif isinstance(inside, dict):
            inside["another"] = 1
        yield copy


def traces(trace: str) -> Iterator[str]:
    """A trace with another text in a field, or without it."""
    for field in json.loads(trace)["#meta"]:
        for wrong in (*TEXT_WRONG, None) if field.startswith("stablelist::") else ():
            copy = json.loads(trace)
            copy["#meta"] |= {field: wrong}
            yield json.dumps(copy)


def crafted(number: int, field: str) -> Iterator[dict[str, Any]]:
    """A record that is changed in a field, or somewhere within it."""
    record = json.loads(TEXTS[number])
    for path in places(record):
        if path[0] == field:
            yield from changed(record, path)
    if field == "trace":
        yield from (record | {field: trace} for trace in traces(record[field]))


FIELDS: Final = [(number, field) for number, text in enumerate(TEXTS) for field in json.loads(text)]


def text_of(record: dict[str, Any]) -> bytes:
    """As the kit would write it; a port has the name that fits, unless that is impossible."""
    if record.get("record") == "port":
        fields = [record.get(name) for name in ("command", "handshake", "level", "system")]
        if all(isinstance(each, str) and each.isascii() for each in fields):
            record = record | {"port": PortMet.told(*fields).port}  # type: ignore[arg-type] # texts
    return json.dumps(record, sort_keys=True, separators=(",", ":")).encode()


@pytest.mark.parametrize(("number", "field"), FIELDS)
def test_a_crafted_record_is_refused_or_harmless(
    number: int, field: str, said: Said, tmp_path: Path
) -> None:
    """What a segment would not bring in, a store goes on without, and says so; nothing is imported or written."""
    (tmp_path / "crafted_system.py").write_text("open('imported', 'w').close()")
    accepted, refused, said_so = list[bytes](), list[bytes](), list[str]()
    for text in dict.fromkeys(map(text_of, crafted(number, field))):
        try:
            read_segment(placed(tmp_path, write_segment({text, *TEXTS})))
            accepted.append(text)
        except UsageError as error:
            refused.append(text)
            said_so.append(str(error))
    with Store.create(tmp_path / "store") as store:
        store.add_texts(text for text in (*accepted, *TEXTS))
        with store.database:
            rows = [(named(text), text) for text in refused]
            store.database.executemany("INSERT OR IGNORE INTO records VALUES (?, ?)", rows)
    status, out, err = said("campaign", "report", "store")
    assert status == 1, err
    assert all("which is code; add --system" in line for line in err.splitlines())
    assert ("is left out: " in out) == bool(refused), refused
    assert out.isprintable() or set(out) - {"\n"} <= set(filter(str.isprintable, out))
    go_on(tmp_path / "store")
    assert said("campaign", "export", "store", "out")[0] == 0
    (segment,) = (tmp_path / "out").iterdir()
    assert said("campaign", "import", "other", str(segment))[0] == 0
    assert "is left out" not in said("campaign", "report", "other")[1]
    assert not (tmp_path / "imported").exists()


def go_on(folder: Path) -> None:
    """A verification begins with the programs, and a campaign goes on."""
    programs_in(folder)
    with Store.open(folder) as store:
        (front,) = Campaign(["port"], OPTIONS, store, Inline()).fronts
        front._introduced(Introduced("here", SUBJECT, 1000))
        assert front.next_shard()


@pytest.mark.parametrize(
    ("number", "field", "wrong", "why"),
    [
        (0, "level", "cost", "the port has no level cost"),
        (1, "port", "x", "it is not a record: "),
        (1, "port", "0" * 16, "there is no record of its port"),
        (1, "engine", "x", "it is not a record: "),
        (1, "seed", -1, "it is not a record: "),
        (1, "programs", 10**19, "it is not a record: "),
        (1, "seconds", 1e308, "it is not a record: "),
        (1, "at", 1e308, "it is not a record: "),
        (1, "another", 1, "it is not written as records are"),
        (3, "trace", write(OTHER), "its trace is of the system slab"),
    ],
    ids=lambda value: str(value)[:40].partition("\n")[0],
)
def test_what_is_wrong_with_a_record_is_told(
    number: int, field: str, wrong: object, why: str
) -> None:
    """In a record that would do no harm, too."""
    text = text_of(json.loads(TEXTS[number]) | {field: wrong})
    left_out = Summary.of((named(each), each) for each in {text, *TEXTS}).left_out
    assert left_out.keys() == {named(text)}
    assert left_out[named(text)].startswith(why)


def test_a_name_that_does_not_fit_is_told() -> None:
    """That of a record, and that of a port."""
    assert Summary.of([("0" * 64, TEXTS[0])]).left_out == {
        "0" * 64: "its text does not fit its hash"
    }
    misnamed = TEXTS[0].replace(MET.port.encode(), b"0" * 16)
    (why,) = Summary.of([(named(misnamed), misnamed)]).left_out.values()
    assert why == "the name of the port does not fit it"


def test_the_records_that_were_changed_are_right() -> None:
    """So each refusal above has one reason."""
    assert [decoded(text) for text in TEXTS] == list(RECORDS)
    assert {type(each) for each in RECORDS} == {PortMet, ShardDone, ProgramKept, FailureFound}
