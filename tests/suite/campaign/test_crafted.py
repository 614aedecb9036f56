"""Crafted records, named by their right hash: each is left out with a sentence, or harmless in every later command."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from stablelist_conformance.campaign import Campaign, Store
from stablelist_conformance.campaign.records import decoded, encoded, named
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.programs.target import Target
from stablelist_conformance.report.itf import write
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.protocol import Level, parse_program
from suite.kit.conftest import Said

from .conftest import ALIKE, FOUND, OPTIONS, PORT, REACH, Inline, done

HAND = parse_handshake(PORT.handshake)
OTHER = replace(
    FOUND,
    handshake=replace(HAND, system_name="slab"),
    program=parse_program(f"contract : {' '.join(FOUND.program.words)}", "slab")[1],
)
RECORD: Final = done(
    0,
    reach=REACH,
    labels=("add_one",),
    failed=((ALIKE, 3),),
    found=((ALIKE, write(record_trace(FOUND))),),
    escaped=("x",),
    operations=0,
)
TEXT: Final = encoded(RECORD)
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
    PORT.handshake.replace("=slotmap", "=crafted_system:SYSTEM").replace("col=1", "col=3"),
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


def crafted(field: str) -> Iterator[dict[str, Any]]:
    """A record that is changed in a field, or somewhere within it."""
    record = json.loads(TEXT)
    for path in places(record):
        if path[0] == field:
            yield from changed(record, path)
    if field == "found":
        ((alike, trace),) = record[field]
        yield from (record | {field: [[alike, each]]} for each in traces(trace))


@pytest.mark.parametrize("field", json.loads(TEXT))
def test_crafted_record_is_left_out_or_harmless(field: str, said: Said, tmp_path: Path) -> None:
    """A store goes on without it, and says so; nothing is imported or written."""
    (tmp_path / "crafted_system.py").write_text("open('imported', 'w').close()")
    texts = {json.dumps(each, separators=(",", ":")).encode() for each in crafted(field)}
    with Store.create(tmp_path / "store") as store:
        store.add([TEXT, *texts])
        found = Summary.of(store)
        assert found.excluded
        assert named(TEXT) not in found.excluded
    status, out, err = said("campaign", "report", "store")
    assert status in (1, 2), err
    assert all("which is code; add --system" in line for line in err.splitlines())
    assert "is left out: " in out
    assert set(out) - {"\n"} <= set(filter(str.isprintable, out))
    go_on(tmp_path / "store")
    assert not (tmp_path / "imported").exists()


def go_on(folder: Path) -> None:
    """A campaign goes on."""
    with Store.open(folder) as store:
        (port,) = Campaign(["port"], OPTIONS, store, Inline()).ports
        port._calibrated((Target(PORT.command, HAND, Level.CONTRACT, 10.0), 1000))
        assert port.next_shard()


@pytest.mark.parametrize(
    ("path", "wrong", "why"),
    [
        (("port", "level"), "cost", "the port has no level cost"),
        (("port", "another"), 1, "it is not a record: "),
        (("shard", 0), "x", "it is not a record: "),
        (("shard", 1), -1, "it is not a record: "),
        (("programs",), 10**19, "it is not a record: "),
        (("seconds",), 1e308, "it is not a record: "),
        (("at",), 1e308, "it is not a record: "),
        (("another",), 1, "it is not a record: "),
        (("found", 0, 1), write(record_trace(OTHER)), "its trace is of the system slab"),
    ],
    ids=lambda value: str(value)[:40].partition("\n")[0],
)
def test_what_is_wrong_with_a_record_is_told(
    store: Store, path: Path_, wrong: object, why: str
) -> None:
    record: Any = json.loads(TEXT)
    inside = record
    for at in path[:-1]:
        inside = inside[at]
    inside[path[-1]] = wrong
    store.add([json.dumps(record).encode(), TEXT])
    (told,) = Summary.of(store).excluded.values()
    assert why in told


def test_hash_that_does_not_fit_is_told(store: Store) -> None:
    """One bit is enough; the record before it was right."""
    assert decoded(TEXT) == RECORD
    store.add([TEXT])
    (path,) = store.records.iterdir()
    path.write_bytes(TEXT.replace(b"100.0", b"100.1"))
    assert Summary.of(store).excluded == {named(TEXT): "its text does not fit its hash"}
