"""Traces: what is written can be read, by this kit and by other tools."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pytest

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report import itf
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.system import System
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import STABLE_LIST, SYSTEMS

from .conftest import Golden
from .samples import ALL, SMALL, STALE, TRUNCATION


def trace(sample: Counterexample) -> Any:
    """The trace as JSON."""
    return json.loads(itf.write(record_trace(sample)))


def changed(**fields: object) -> str:
    """A trace with some of our fields changed, or dropped if None."""
    document = trace(SMALL)
    for name, value in fields.items():
        document["#meta"][f"stablelist::{name}"] = value
        if value is None:
            del document["#meta"][f"stablelist::{name}"]
    return json.dumps(document)


# --- Replay -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sample",
    [
        *ALL,
        replace(SMALL, answers=("",)),
        replace(SMALL, answers=("", "")),
        replace(SMALL, answers=()),
        replace(SMALL, answered='"\x1b\ud800\\ \N{SNOWMAN}', stderr="a\nb\r\n\x00"),
        replace(SMALL, at=0),
        replace(STALE, inside=("a", "b")),
        replace(SMALL, program=Program(Parameters(), ()), at=None),
    ],
)
def test_a_counterexample_survives_its_trace(sample: Counterexample) -> None:
    """Every field, whatever the port wrote."""
    assert itf.read(itf.write(record_trace(sample))) == sample


def test_names_of_broken_properties_are_computed_again() -> None:
    """They are in the trace for other readers."""
    assert itf.read(changed(breaks="nothing")) == SMALL


# --- The format ---------------------------------------------------------------------------------------


def test_the_trace_of_a_huge_list_keeps_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of gigabytes would be useless; the program is complete, and the trace says what is left out."""
    monkeypatch.setattr(itf, "MOST_CELLS", 5)
    document = trace(TRUNCATION)
    assert [state["#meta"]["index"] for state in document["states"]] == [12, 13]
    assert "12 states at the start left out" in document["#meta"]["description"]
    assert itf.read(itf.write(record_trace(TRUNCATION))) == TRUNCATION


# --- Other systems ------------------------------------------------------------------------------------


class Full(NamedTuple):
    """A cell with something in it."""

    element: int


class Gap(NamedTuple):
    """A cell with nothing in it."""

    next: int | None


@dataclass(frozen=True)
class Made:
    """A state with values of every kind."""

    mode: Truncate
    full: bool
    head: int | None
    kept: Full | Gap | None
    pair: tuple[int, str]
    cells: tuple[Full | Gap, ...]
    by_name: Mapping[str, int | None]
    seen: frozenset[int]


EMPTY = Made(Truncate.NEVER, False, None, None, (0, ""), (), {}, frozenset())
MADE = Made(
    Truncate.NEVER,
    True,
    0,
    Full(7),
    (1, "a"),
    (Gap(None), Full(2)),
    {"b": 1, "a": None},
    frozenset({3, 2}),
)


@pytest.mark.parametrize("name", ["nothing", "something"])
def test_a_variable_has_one_type_in_every_state(
    golden: Golden, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It is the declared type, whatever the value."""
    made = {"nothing": EMPTY, "something": MADE}[name]
    monkeypatch.setitem(SYSTEMS, "stablelist", replace(STABLE_LIST, variables=lambda _: made))
    last = trace(SMALL)["states"][-1]
    golden(f"variables/{name}.json", json.dumps(last, indent=1) + "\n")
    assert "space" not in last


def test_without_variables_of_its_own_the_whole_state_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    system = replace(STABLE_LIST, variables=System.variables)
    monkeypatch.setitem(SYSTEMS, "stablelist", system)
    last = trace(SMALL)["states"][-1]
    assert last["cells"][0]["tag"] == "Has"
    assert last["parameters"]["id_bits"] == {"tag": "Some", "value": {"#bigint": "2"}}
    assert len(last["partitions"]["#tup"]) == 3


# --- Bad input ----------------------------------------------------------------------------------------


CONFIGURED = "layout capacity=4 truncate=never id_bits=2 index_bits=0 :"
BAD = [
    *("", "nonsense", itf.write(record_trace(SMALL))[:-100], "[" * 100_000, "[1]", "7"),
    *('{"#meta": 3, "states": []}', '{"#meta": {"stablelist::format": "1"}}'),
    '{"#meta": {"source": "bank.qnt"}, "states": []}',
    *(changed(format=each) for each in ("2", "one", 1)),
    *(changed(at=each) for each in ("7", "-1", "\N{SUPERSCRIPT TWO}")),
    *(changed(program=f"{CONFIGURED}{each}") for each in (" fly", " at:0")),
    *(changed(program=""), changed(program="layout,4 add"), changed(port=None)),
    *(changed(handshake="hello"), changed(original_length="9" * 5000), changed(kind="melted")),
]
"""Files that are no traces of this kit."""


def test_bad_input_is_refused_in_one_sentence(golden: Golden) -> None:
    """It says which file, what is wrong with it, and what to do."""
    complaints = []
    for text in BAD:
        with pytest.raises(UsageError) as caught:
            itf.read(text, "'some.itf.json'")
        complaints.append(f"{caught.value}\n")
    golden("bad-traces.txt", "".join(complaints))
    for said in complaints:
        assert said.startswith("'some.itf.json' ")
        assert "stablelist verify" in said or "install a newer stablelist" in said
        assert said.count("\n") == 1
        assert len(said) < 400


def test_a_port_of_a_newer_protocol_is_refused() -> None:
    """The sentence of the handshake's own reader says what to do."""
    newer = SMALL.handshake.line().replace("protocol=6", "protocol=9")
    with pytest.raises(UsageError, match="install a newer stablelist"):
        itf.read(changed(handshake=newer))
