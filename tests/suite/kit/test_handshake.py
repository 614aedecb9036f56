"""The handshake: what a port says of itself, and the widths that its keys can have."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stablelist_conformance.errors import FaultKind, PortFault, UsageError
from stablelist_conformance.handshake import Handshake, Widths, parse_handshake
from stablelist_conformance.protocol import Level
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import SYSTEMS
from stablelist_spec.systems.relatives import SINCE_2

# --- Widths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["1-64", "8,16,32", "0,1-64", "0", "0-64", "3"])
def test_widths_come_back_from_their_text(text: str) -> None:
    """Parsing and writing undo each other."""
    assert str(Widths.parse(text)) == text


@pytest.mark.parametrize("text", ["", "x", "8-", "1,,2", "65", "8-4", "-1", "1-2-3"])
def test_what_is_no_list_of_widths_is_refused(text: str) -> None:
    """A width is at most 64 bits, a range goes up, nothing is left open."""
    with pytest.raises(ValueError, match=r".*"):
        Widths.parse(text)


@pytest.mark.parametrize(
    ("text", "wanted", "nearest"),
    [
        ("1-64", 1, 1),
        ("8,16", 1, 8),
        ("8,16", 9, 16),
        ("8,16", 32, 16),
        ("8,16", None, 16),
        ("0", 4, None),
        ("0,32", 4, 32),
        ("0,32", None, None),
        ("0,8", 32, None),
        ("0-64", None, None),
    ],
)
def test_nearest_width(text: str, wanted: int | None, nearest: int | None) -> None:
    """The wanted one, else the narrowest above it, else the widest; unbounded is the widest of all."""
    assert Widths.parse(text).nearest(wanted) == nearest


@pytest.mark.parametrize(
    ("text", "narrowest"), [("0", None), ("0-64", 1), ("0,8-16", 8), ("32,8", 8)]
)
def test_narrowest_width(text: str, narrowest: int | None) -> None:
    """The least bounded width, if there is one."""
    assert Widths.parse(text).narrowest == narrowest


@pytest.mark.pure
@given(
    st.lists(st.tuples(st.integers(0, 64), st.integers(0, 64)).map(sorted), min_size=1),
    st.none() | st.integers(1, 64),
)
def test_nearest_width_is_supported(ranges: list[list[int]], wanted: int | None) -> None:
    """Whatever is wanted, a port is only ever sent a width that it has."""
    widths = Widths(tuple((low, high) for low, high in ranges))
    assert widths.supports(widths.nearest(wanted))


# --- Handshakes -----------------------------------------------------------------------------------

WIDTHS = st.sampled_from([Widths.parse(text) for text in ("0", "1-64", "8,16")])
INDEX_WIDTHS = st.sampled_from([Widths.parse(text) for text in ("0", "2-64", "8,16")])
NAMES = st.from_regex(r"[!-~]{1,20}", fullmatch=True)
LEFT_OUT = st.frozensets(
    st.sampled_from(["forge", "negative", *sorted(POOL.kinds.keys() - {"add", "remove"})])
)


@given(
    NAMES, NAMES, st.sampled_from(Level), WIDTHS, INDEX_WIDTHS, LEFT_OUT, st.sampled_from((1, 2))
)
def test_handshake_comes_back_from_its_line(
    name: str,
    version: str,
    level: Level,
    ids: Widths,
    indices: Widths,
    without: frozenset[str],
    protocol: int,
) -> None:
    """Every field survives the way."""
    told = Handshake(
        name, version, "stablelist", level, ids, indices, without=without, protocol=protocol
    )
    assert parse_handshake(told.line()) == told


def test_port_lacks_what_came_after_its_version() -> None:
    """In version 1 a relative drained and retained, and a StableList did not; both had none of the new words."""
    old = Handshake("a", "1", "stablelist", Level.COST, without=frozenset({"lend"}), protocol=1)
    assert old.lacking == SINCE_2 | {"lend", "drain", "retain"}
    assert replace(old, profile="slab").lacking == SINCE_2 | {"lend"}
    assert replace(old, protocol=2).lacking == {"lend"}
    assert POOL.kinds.keys() - SINCE_2 == {
        "add", "remove", "at", "contains", "len", "is_empty", "clear", "each", "keys", "apply", "exchange", "traverse",
        "lend", "drain", "retain", "layout", "cost",
    }  # fmt: skip


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize("wraps", [True, False])
@pytest.mark.parametrize("capacity", ["grows", "fixed", 128])
def test_slot_map_says_how_its_versions_wrap(
    *, parity: bool, wraps: bool, capacity: str | int
) -> None:
    """Parity, wrap and capacity travel for the profile that has them."""
    told = Handshake(
        "a", "1", "slotmap", Level.CONTRACT, parity=parity, wraps=wraps, capacity=capacity
    )
    found = parse_handshake(told.line())
    assert (found.parity, found.wraps, found.capacity) == (parity, wraps, capacity)


def test_room_of_a_container() -> None:
    """One that grows promises everything, a fixed one what the program says, another what it has."""
    told = Handshake("a", "1", "slab", Level.CONTRACT)
    asked = Parameters(capacity=4)
    rooms = {c: replace(told, capacity=c).room(asked) for c in ("grows", "fixed", 128)}
    assert rooms == {"grows": None, "fixed": 4, 128: 128}


def test_fields_may_come_in_any_order() -> None:
    """The page says so."""
    line = (
        "port index_bits=0 level=layout id_bits=32 profile=stablelist version=1 name=a protocol=1"
    )
    found = parse_handshake(line)
    assert (found.name, found.level, found.without) == ("a", Level.LAYOUT, frozenset())
    assert (str(found.id_bits), str(found.index_bits)) == ("32", "0")


RIGHT = "port protocol=1 name=a version=1 profile=slab level=contract"
SLOTMAP = RIGHT.replace("slab", "slotmap") + " id_bits=32"


def test_least_handshake_of_a_profile_is_taken() -> None:
    """So that the complaints below are the changes' own."""
    assert parse_handshake(RIGHT).profile == "slab"
    assert parse_handshake(SLOTMAP).profile == "slotmap"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "is no handshake"),
        ("hello 1", "is no handshake"),
        ("port", "is no handshake"),
        (RIGHT.removesuffix(" level=contract"), "level is missing"),
        (RIGHT.replace("name=a", "name="), "name is missing"),
        (SLOTMAP.removesuffix(" id_bits=32"), "id_bits is missing"),
        (f"{RIGHT} colour=red", "'colour'"),
        (f"{RIGHT} index_bits=8", "'index_bits'"),
        (f"{RIGHT} name=b", "given twice"),
        (RIGHT.replace(" name", "  name"), "''"),
        (
            RIGHT.replace("slab", "heap"),
            f"profile=heap; known are {', '.join(SYSTEMS)}",
        ),
        (RIGHT.replace("protocol=1", "protocol=0"), "protocol=0"),
        (RIGHT.replace("protocol=1", "protocol=one"), "'one'"),
        (RIGHT.replace("contract", "deep"), "level=deep; known are contract, layout, cost"),
        (RIGHT.replace("contract", "layout"), "only the level contract"),
        (SLOTMAP.replace("32", "65"), "65"),
        (SLOTMAP.replace("32", "many"), "'many'"),
        (f"{RIGHT} without=fly", "without=fly"),
        (f"{RIGHT} without=len,add", "without=add, without which there is nothing to verify"),
        (f"{SLOTMAP} parity=maybe", "parity=maybe; known are yes, no"),
        (f"{SLOTMAP} wrap=never", "wrap=never; known are wrap, retire"),
        (f"{RIGHT} capacity=plenty", "capacity='plenty'"),
    ],
)
def test_bad_handshake_is_a_fault_with_its_own_reason(line: str, reason: str) -> None:
    """Each field that can be wrong is told from the others, and the line is quoted."""
    with pytest.raises(PortFault) as caught:
        parse_handshake(line)
    assert caught.value.kind is FaultKind.GARBLED
    assert reason in caught.value.detail
    assert line in caught.value.detail
    assert "section 2 of docs/port-protocol.md" in caught.value.detail


def test_newer_protocol_is_the_users_business() -> None:
    """It is no fault of the port: somebody has to install a newer kit. What else it says is not looked at."""
    line = RIGHT.replace("protocol=1", "protocol=4") + " colour=red"
    with pytest.raises(UsageError, match=r"version 4 of the protocol .* install a newer"):
        parse_handshake(line)
