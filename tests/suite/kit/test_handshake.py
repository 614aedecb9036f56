"""The handshake: what a port says of itself, and the widths that its keys can have."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stablelist_conformance.errors import HandshakeError, UsageError
from stablelist_conformance.handshake import Handshake, parse_handshake
from stablelist_conformance.protocol import Level
from stablelist_conformance.widths import Widths
from stablelist_spec.families.documented import ISSUING, Documented
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import SYSTEMS
from stablelist_spec.systems.relatives import SINCE

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
    """In version 1, systems other than StableList had `drain` and `retain`; none had the newer operations."""
    old = Handshake("a", "1", "stablelist", Level.COST, without=frozenset({"lend"}), protocol=1)
    in_2 = {name for name, version in SINCE.items() if version == 2}
    in_4 = {"key_at", "remove_many", "maximum"}
    assert old.lacking == in_2 | in_4 | {"lend", "drain", "retain", "near"}
    slab = replace(old, profile="slab")
    assert slab.lacking == in_2 | {"lend", "near", "forge", "pair", "put"}
    assert replace(slab, protocol=2).lacking == {"lend", "near", "forge", "pair", "put"}
    assert replace(old, protocol=2).lacking == in_4 | {"lend", "near"}
    assert replace(old, protocol=3).lacking == in_4 | {"lend"}
    assert replace(old, protocol=4).lacking == {"lend"}
    vectors = [replace(old, profile=name, without=frozenset()) for name in ("vec", "shared-vec")]
    assert [replace(each, protocol=4).lacking for each in vectors] == [{"sort"}] * 2
    assert [replace(each, protocol=5).lacking for each in vectors] == [frozenset()] * 2
    assert POOL.kinds.keys() - in_2 == {
        "add", "remove", "at", "contains", "len", "is_empty", "clear", "each", "keys", "apply", "exchange", "traverse",
        "lend", "drain", "retain", "layout", "cost", "pair", "put", "key_at", "remove_many",
        "sort",
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


DECLARED = Documented(True, True, True, True, frozenset(["at.stale", "pair.same", "put"]))


def test_declarations_come_back_from_their_line() -> None:
    """All of them; and what is asked of such a port is less."""
    told = Handshake("a", "1", "slab", Level.CONTRACT, documented=DECLARED)
    assert parse_handshake(told.line()) == told
    assert told.line().endswith(
        " clear=forgets stale=undefined remove=silent panics=at.stale,pair.same,put ids=only"
    )
    assert told.offered == ISSUING
    assert "forge" in told.lacking


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


NAMED = "port protocol=3 name=a version=1 system=slab level=contract"
EXACT = "port protocol=3 name=a version=1 system=stablelist level=cost id_bits=0 index_bits=0"
FIXED = "port protocol=3 name=a version=1 system=fixed-arena level=cost"
RIGHT = "port protocol=1 name=a version=1 profile=slab level=contract"
SLOTMAP = RIGHT.replace("slab", "slotmap") + " id_bits=32"


def test_least_handshake_of_a_profile_is_taken() -> None:
    """So the errors below come from the changes."""
    assert parse_handshake(RIGHT).profile == "slab"
    assert parse_handshake(SLOTMAP).profile == "slotmap"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "is not a handshake"),
        ("hello 1", "is not a handshake"),
        ("port", "protocol='' is not a number"),
        (RIGHT.removesuffix(" level=contract"), "level is missing"),
        (RIGHT.replace("name=a", "name="), "name is missing"),
        (SLOTMAP.removesuffix(" id_bits=32"), "id_bits is missing"),
        (f"{RIGHT} colour=red", "'colour'"),
        (f"{RIGHT} index_bits=8", "'index_bits'"),
        (f"{RIGHT} name=b", "given twice"),
        (RIGHT.replace(" name", "  name"), "''"),
        (
            RIGHT.replace("slab", "heap"),
            f"profile=heap; choose one of {', '.join(SYSTEMS)}",
        ),
        (RIGHT.replace("protocol=1", "protocol=0"), "protocol=0"),
        (RIGHT.replace("protocol=1", "protocol=one"), "'one'"),
        (RIGHT.replace("contract", "deep"), "level=deep; choose one of contract, layout, cost"),
        (RIGHT.replace("contract", "layout"), "only the level contract"),
        (SLOTMAP.replace("32", "65"), "65"),
        (SLOTMAP.replace("32", "many"), "'many'"),
        (f"{RIGHT} without=fly", "without=fly"),
        (f"{RIGHT} without=len,add", "without=add, but nothing can be verified without it"),
        (f"{SLOTMAP} parity=maybe", "parity=maybe; choose one of yes, no"),
        (f"{SLOTMAP} wrap=never", "wrap=never; choose one of wrap, retire"),
        (f"{RIGHT} capacity=plenty", "capacity='plenty'"),
        (f"{NAMED} clear=keeps", "clear=keeps; choose one of forgets"),
        (f"{NAMED} ids=few", "ids=few; choose one of only"),
        (f"{NAMED} panics=fly", "panics=fly is not an operation of the system slab"),
        (f"{NAMED} panics=at", "panics=at; write at.stale or at.forged"),
        (f"{NAMED} panics=at.same", "panics=at.same; write at.stale or at.forged"),
        (f"{NAMED} panics=put.stale", "panics=put.stale; write put"),
        (f"{RIGHT} clear=forgets", "version 1 of the protocol has no field 'clear'"),
        (f"{RIGHT} panics=clear", "version 1 of the protocol has no field 'panics'"),
        (FIXED, "holds no more than the capacity that a program sets; declare capacity=fixed"),
        (f"{FIXED} capacity=grows", "declare capacity=fixed"),
        (f"{FIXED} capacity=64", "declare capacity=fixed"),
        (f"{EXACT} stale=undefined", "the system stablelist has no field 'stale'"),
    ],
)
def test_bad_handshake_is_a_fault_with_its_own_reason(line: str, reason: str) -> None:
    """Each wrong field has its own message, which quotes the line."""
    with pytest.raises(HandshakeError) as caught:
        parse_handshake(line)
    told, _, sent = str(caught.value).partition("; the port sent: ")
    assert reason in told
    assert sent == line


def test_newer_protocol_is_the_users_business() -> None:
    """This is not a fault of the port: the user has to install a newer kit. Its other fields are not read."""
    line = RIGHT.replace("protocol=1", "protocol=6") + " colour=red"
    with pytest.raises(UsageError, match=r"version 6 of the protocol .* install a newer"):
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


def test_unsaid_is_whatever_means_nothing_to_a_port() -> None:
    """The defaults are every width, growth, and the newest protocol; they are immutable."""
    told = Handshake("a", "1", "slab", Level.CONTRACT)
    assert (str(told.id_bits), str(told.index_bits)) == ("0-64", "0,2-64")
    assert (told.parity, told.wraps, told.capacity) == (False, True, "grows")
    assert (told.without, told.protocol) == (frozenset(), 5)
    assert parse_handshake(NAMED) == replace(told, protocol=3)
    with pytest.raises(FrozenInstanceError):
        told.level = Level.COST  # type: ignore[misc]


@pytest.mark.parametrize(("protocol", "called"), [(1, "profile"), (2, "profile"), (3, "system")])
def test_kind_of_container_is_called_a_system_since_version_3(protocol: int, called: str) -> None:
    """A port has to use the word of its version."""
    told = Handshake(
        "a", "1", "slotmap", Level.CONTRACT, protocol=protocol, without=frozenset({"len", "at"})
    )
    assert told.called == called
    assert replace(told, protocol=4).called == "system"
    assert told.line() == (
        f"port protocol={protocol} name=a version=1 {called}=slotmap level=contract id_bits=0-64 "
        "parity=no wrap=wrap capacity=grows without=at,len"
    )
    assert parse_handshake(told.line()) == told
    other = {"profile": "system", "system": "profile"}[called]
    assert f"{called}=; choose one of" in reason_against(told.line().replace(called, other))


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
    assert parse_handshake(NAMED.replace("slab", declared), wanted).profile == kind


def test_what_is_offered_is_neither_name_nor_version() -> None:
    """A port that is started again may have a newer build."""
    told = Handshake("a", "1", "slab", Level.CONTRACT, without=frozenset({"len"}))
    assert told.offer() == replace(told, name="b", version="2").offer()
    assert told.offer() != replace(told, without=frozenset()).offer()
    assert told.offered == told.system.operations - {"len"}
    old = replace(told, protocol=1, without=frozenset({"len", "extend"}))
    assert {"len", "extend"} <= old.lacking


def test_widths_of_a_program_are_among_the_declared_ones() -> None:
    """Both of them, where there are any."""
    told = Handshake("a", "1", "stablelist", Level.COST, Widths.parse("8"), Widths.parse("0,4"))
    assert told.supports(Parameters(id_bits=8, index_bits=None)) is True
    assert told.supports(Parameters(id_bits=8, index_bits=8)) is False
    assert told.supports(Parameters(id_bits=4, index_bits=4)) is False
    assert told.supports(SYSTEMS["sparse-set"].configuration()) is True


@pytest.mark.parametrize(("field", "of"), [("name", "a"), ("version", "1")])
def test_long_names_are_refused(field: str, of: str) -> None:
    """Tables have room for 80 letters."""
    line = f"{field}={of}"
    assert reason_against(NAMED.replace(line, f"{field}={'x' * 80}")) == ""
    assert f"{field} has 81 characters; at most 80 are allowed" in reason_against(
        NAMED.replace(line, f"{field}={'x' * 81}")
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"{NAMED} without=a\x1b", r"without='a\x1b' has characters that cannot be printed"),
        (NAMED.replace("=a", "=\u200b"), "has characters that cannot be printed"),
        (f"{NAMED} without=remove,add", "without=add, but nothing can be verified without it"),
        (f"{NAMED} without=forge,negative,len,,", ""),
        (f"{NAMED} capacity={'9' * 18}", ""),
        (f"{NAMED} capacity={'9' * 19}", "is not a number"),
        (f"{NAMED} capacity=\u0663", "is not a number"),
        (f"{NAMED} capacity=1_0", "is not a number"),
        (f"{NAMED} capacity=", "capacity='' is not a number"),
        (NAMED.replace("protocol=3", ""), "protocol='' is not a number"),
        (NAMED.replace("level=contract", "level=cost"), "level=cost; the system slab has only the level contract"),
        (NAMED.replace("level=contract", "level="), "level is missing"),
        (NAMED.replace("version=1", "version="), "version is missing"),
        (NAMED.replace(" name=a", ""), "name is missing"),
    ],
)  # fmt: skip
def test_field_is_taken_or_refused(line: str, reason: str) -> None:
    """The message has the wrong value."""
    refused = reason_against(line)
    assert bool(refused) is bool(reason)
    assert reason in refused


@pytest.mark.parametrize(
    ("widths", "taken"),
    [("2-8", True), ("0,2", True), ("1-8", False), ("0,1", False), ("0-64", False)],
)
def test_indices_have_two_bits_at_least(widths: str, *, taken: bool) -> None:
    """The element space has four cells at least."""
    line = f"port protocol=3 name=a version=1 system=stablelist level=layout id_bits=8 index_bits={widths}"
    assert (reason_against(line) == "") is taken
    if not taken:
        assert f"index_bits={widths}; use at least 2, or 0 for unbounded" in reason_against(line)


def test_every_level_up_to_the_systems_can_be_declared() -> None:
    """The port then shows this level."""
    line = "port protocol=3 name=a version=1 system=stablelist level=LEVEL id_bits=8 index_bits=0"
    for level in Level:
        assert parse_handshake(line.replace("LEVEL", level.word)).level is level


def test_long_lines_are_quoted_in_part() -> None:
    """Any handshake that makes sense is quoted as a whole."""
    noise = "x" * 3_000
    assert reason_against(noise).endswith(
        f"; the port sent: {noise[:2_000]} ... and 1,000 characters more"
    )
    assert reason_against(noise[:2_000]).endswith(f"; the port sent: {noise[:2_000]}")


@pytest.mark.parametrize("protocol", [1, 2, 3])
def test_every_version_so_far_is_spoken(protocol: int) -> None:
    """From the first one to this kit's."""
    told = Handshake("a", "1", "slab", Level.CONTRACT, protocol=protocol)
    assert parse_handshake(told.line()).protocol == protocol
