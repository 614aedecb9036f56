"""The handshake: what a port says of itself, and the widths that its keys can have."""

from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stablelist_conformance.wire.errors import HandshakeError, UsageError
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import Level
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.families.documented import ISSUING, Documented
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import SYSTEMS

# --- Widths ---------------------------------------------------------------------------------------


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


# --- Handshakes -----------------------------------------------------------------------------------

WIDTHS = st.sampled_from([Widths.parse(text) for text in ("0", "1-64", "8,16")])
INDEX_WIDTHS = st.sampled_from([Widths.parse(text) for text in ("0", "2-64", "8,16")])
NAMES = st.from_regex(r"[!-~]{1,20}", fullmatch=True)
LEFT_OUT = st.frozensets(
    st.sampled_from(["forge", "negative", *sorted(POOL.kinds.keys() - {"add", "remove"})])
)


WRAPS = st.fixed_dictionaries(
    {
        "parity": st.booleans(),
        "wraps": st.booleans(),
        "capacity": st.sampled_from(["grows", "fixed", 128]),
    }
)
UNBOUND = Widths.parse("0,2-64")


@given(NAMES, NAMES, st.sampled_from(Level), WIDTHS, INDEX_WIDTHS, LEFT_OUT, WRAPS)
def test_handshake_comes_back_from_its_line(
    name: str,
    version: str,
    level: Level,
    ids: Widths,
    indices: Widths,
    without: frozenset[str],
    wraps: dict[str, Any],
) -> None:
    """Every field survives the way, and those that only a slot map has."""
    told = Handshake(name, version, "stablelist", level, ids, indices, without=without)
    assert parse_handshake(told.line()) == told
    slots = replace(told, system_name="slotmap", level=Level.CONTRACT, index_bits=UNBOUND, **wraps)
    assert parse_handshake(slots.line()) == slots


DECLARED = Documented(True, True, True, True, frozenset(["at.stale", "pair.same", "put"]))


def test_declarations_come_back_from_their_line() -> None:
    told = Handshake("a", "1", "slab", Level.CONTRACT, documented=DECLARED)
    assert parse_handshake(told.line()) == told
    assert told.line().endswith(
        " clear=forgets stale=undefined remove=silent panics=at.stale,pair.same,put ids=only"
    )
    assert told.offered == ISSUING - {"thin"}
    assert "forge" in told.lacking


def test_room_follows_from_declared_capacity() -> None:
    """One that grows promises everything, a fixed one what the program says, another what it has."""
    told = Handshake("a", "1", "slab", Level.CONTRACT)
    asked = Parameters(capacity=4)
    rooms = {c: replace(told, capacity=c).room(asked) for c in ("grows", "fixed", 128)}
    assert rooms == {"grows": None, "fixed": 4, 128: 128}


EXACT = "port protocol=6 name=a version=1 system=stablelist level=cost id_bits=0 index_bits=0"
FIXED = "port protocol=6 name=a version=1 system=fixed-arena level=cost"
RIGHT = "port protocol=6 name=a version=1 system=slab level=contract"
SLOTMAP = RIGHT.replace("slab", "slotmap") + " id_bits=32"


TABLE = Path(__file__).with_name("handshakes.tsv").read_text(encoding="ascii").splitlines()[2:]
REFUSED = [row.encode().decode("unicode_escape").split("\t") for row in TABLE]


@pytest.mark.parametrize(("line", "reason"), REFUSED)
def test_bad_handshake_is_a_fault_with_its_own_reason(line: str, reason: str) -> None:
    """The message quotes the line."""
    told, _, sent = reason_against(line).partition("; the port sent: ")
    assert reason in told
    assert sent == line


@pytest.mark.parametrize(
    ("version", "what_to_do"),
    [
        ("0", "let the port answer with protocol=6"),
        ("4", "let the port answer with protocol=6"),
        ("7", "install a newer stablelist, or let the port answer with protocol=6"),
    ],
)
def test_another_protocol_is_bad_usage(version: str, what_to_do: str) -> None:
    """This is not a fault of the container. The other fields are not read."""
    line = RIGHT.replace("protocol=6", f"protocol={version}") + " colour=red"
    told = f"the port speaks version {version} of the protocol and this kit versions 5 to 6; {what_to_do}"
    with pytest.raises(UsageError, match=told):
        parse_handshake(line)


# --- What is said and left unsaid -----------------------------------------------------------------

BY_PLACE = "stablelist_spec.systems.sparse_set:SPARSE_SET"
"""A system as a user names one of their own."""


def reason_against(line: str, wanted: str | None = None) -> str:
    """Why a handshake is refused; empty if it is taken."""
    try:
        parse_handshake(line, wanted)
    except HandshakeError as error:
        return str(error)
    return ""


def test_omitted_field_has_its_default() -> None:
    """The defaults are every width, and growth; they are immutable."""
    told = Handshake("a", "1", "slab", Level.CONTRACT)
    assert (str(told.id_bits), str(told.index_bits)) == ("0-64", "0,2-64")
    assert (told.parity, told.wraps, told.capacity) == (False, True, "grows")
    assert told.without == frozenset()
    assert parse_handshake(RIGHT) == told
    with pytest.raises(FrozenInstanceError):
        told.level = Level.COST  # type: ignore[misc]


@pytest.mark.parametrize(
    ("wanted", "declared", "kind"),
    [
        (None, "slab", "slab"),
        ("slab", "slab", "slab"),
        ("slotmap", "slab", "slab"),
        (BY_PLACE, "sparse-set", BY_PLACE),
        (BY_PLACE, "slab", "slab"),
    ],
)  # fmt: skip
def test_wanted_system_may_go_by_its_own_name(wanted: str | None, declared: str, kind: str) -> None:
    """One that a user describes is known by where it is; a port may be of another kind than was wanted."""
    assert parse_handshake(RIGHT.replace("slab", declared), wanted).system_name == kind


def test_widths_of_a_program_are_among_the_declared_ones() -> None:
    told = Handshake("a", "1", "stablelist", Level.COST, Widths.parse("8"), Widths.parse("0,4"))
    assert told.supports(Parameters(id_bits=8, index_bits=None)) is True
    assert told.supports(Parameters(id_bits=8, index_bits=8)) is False
    assert told.supports(Parameters(id_bits=4, index_bits=4)) is False
    assert told.supports(SYSTEMS["sparse-set"].configuration()) is True


@pytest.mark.parametrize(
    "line",
    [
        f"{RIGHT} without=forge,negative,len,,",
        f"{RIGHT} capacity={'9' * 18}",
        RIGHT.replace("name=a", f"name={'x' * 80}"),
        RIGHT.replace("version=1", f"version={'x' * 80}"),
        EXACT.replace("index_bits=0", "index_bits=2-8"),
        EXACT.replace("index_bits=0", "index_bits=0,2"),
    ],
)
def test_handshake_at_a_limit_is_taken(line: str) -> None:
    """Tables have room for 80 letters; the element space has four cells at least."""
    assert reason_against(line) == ""


def test_long_lines_are_quoted_in_part() -> None:
    """Any handshake that makes sense is quoted as a whole."""
    noise = "x" * 3_000
    assert reason_against(noise).endswith(
        f"; the port sent: {noise[:2_000]} ... and 1,000 characters more"
    )
    assert reason_against(noise[:2_000]).endswith(f"; the port sent: {noise[:2_000]}")
