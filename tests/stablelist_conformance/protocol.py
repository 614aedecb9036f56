"""The port protocol's words (``docs/port-protocol.md``): programs, answers and handshakes as text.

A program is kept as the words that travel. `decode` gives the operation behind a word; it is cached, because the
same few thousand words come back millions of times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from stablelist_spec.operation import OPERATIONS, KeyName, Operation
from stablelist_spec.parameters import Parameters, Truncate
from stablelist_spec.stable_list import Cost, Exchanged, Failure, Key, Pivot, State, free_lists

from .errors import FaultKind, PortFault, UsageError

__all__ = [
    "MAX_ANSWER",
    "MAX_OPERATIONS",
    "PROFILE_NAMES",
    "PROTOCOL_VERSION",
    "Handshake",
    "Level",
    "Program",
    "Widths",
    "decode",
    "encode",
    "encode_answer",
    "layout_word",
    "parse_handshake",
    "parse_program",
]

PROTOCOL_VERSION: Final = 1
MAX_OPERATIONS: Final = 10_000
MAX_ANSWER: Final = 16 * 1024 * 1024
ABILITIES: Final = ("forge", "negative")
PROFILE_NAMES: Final = ("stablelist", "slotmap", "arena", "slab")


class Level(IntEnum):
    """How much a port shows; each level includes the ones before it."""

    CONTRACT = 0
    LAYOUT = 1
    COST = 2

    @property
    def word(self) -> str:
        """The level as the protocol writes it."""
        return self.name.lower()


LEVELS: Final = {level.word: level for level in Level}


class Program(NamedTuple):
    """Parameters of a fresh container and operations on it, as words.

    >>> Program(Parameters(), ("add", "remove:0")).line(Level.CONTRACT)
    'contract,4,0,iteration,32,0 add remove:0'
    """

    parameters: Parameters
    words: tuple[str, ...]

    def line(self, level: Level) -> str:
        """The program as it travels."""
        return " ".join((configuration(self.parameters, level), *self.words))

    @property
    def operations(self) -> list[Operation]:
        """The operations behind the words."""
        return [decode(word) for word in self.words]


@lru_cache(maxsize=4096)
def configuration(parameters: Parameters, level: Level) -> str:
    """The first word of a program."""
    p = parameters
    return (
        f"{level.word},{p.minimum},{p.capacity},{p.truncate.value},"
        f"{p.id_bits or 0},{p.index_bits or 0}"
    )


def parse_program(line: str) -> tuple[Level, Program]:
    """Read a program line.

    Raises:
        UsageError: the line is not a program of this protocol.

    >>> parse_program("layout,4,8,memory,2,3 add at:0")[1].parameters.truncate
    <Truncate.MEMORY: 'memory'>
    """
    first, *words = line.split() or [""]
    parts = first.split(",")
    try:
        level, minimum, capacity, mode, id_bits, index_bits = parts
        parameters = Parameters(
            int(minimum),
            int(capacity),
            Truncate(mode),
            int(id_bits) or None,
            int(index_bits) or None,
        )
        program = Program(parameters, tuple(words))
        check_keys(program)
        return LEVELS[level], program
    except (ValueError, KeyError) as error:
        raise UsageError(
            f"{line[:80]!r} is not a program ({error}); a program starts with "
            "level,minimum,capacity,mode,id_bits,index_bits as in 'layout,4,4,iteration,32,32 add at:0'"
        ) from error


def check_keys(program: Program) -> None:
    """Refuse a key that names an insertion still to come."""
    added = 0
    for word in program.words:
        operation = decode(word)
        added += operation.name == "add"
        for key in (operation.key, operation.other):
            if isinstance(key, int) and not 0 <= key < added:
                raise UsageError(f"{word!r} names insertion {key}, but only {added} came before it")


# --- Operations -----------------------------------------------------------------------------------------

_KEYED: Final = frozenset({"remove", "at", "contains", "apply"})
_FORGED: Final = re.compile(r"#(-?\d+)\.(\d+)")


@lru_cache(maxsize=1 << 17)
def decode(word: str) -> Operation:
    """The operation behind a word.

    Raises:
        UsageError: no operation is written like that.

    >>> decode("at:#-1.0").key
    Key(index=-1, id=0)
    """
    name, *operands = word.split(":")
    try:
        if name in _KEYED:
            (key,) = operands
            return Operation(name, _key(key))
        if name == "exchange":
            key, other = operands
            return Operation(name, _key(key), _key(other))
        if name == "retain":
            modulus, residue = map(int, operands)
            return _retain(modulus, residue)
        if name == "lend":
            structural, *rest = operands
            return _lend(structural, rest)
        if name in OPERATIONS and not operands:
            return Operation(name)
    except ValueError:
        pass
    raise UsageError(
        f"{word!r} is no operation; see the table of operations in docs/port-protocol.md"
    )


def _retain(modulus: int, residue: int) -> Operation:
    """The operation ``retain:M:R``."""
    if modulus < 1:
        raise ValueError(modulus)
    return Operation("retain", modulus=modulus, residue=residue)


def _lend(structural: str, operands: list[str]) -> Operation:
    """The operation ``lend:O``."""
    if structural == "remove":
        (key,) = operands
        return Operation("lend", _key(key), structural=structural)
    if structural not in {"add", "clear"} or operands:
        raise ValueError(structural)
    return Operation("lend", structural=structural)


def _key(text: str) -> KeyName:
    """A key's name: the number of an insertion, or ``#index.id``."""
    forged = _FORGED.fullmatch(text)
    return Key(int(forged[1]), int(forged[2])) if forged else int(text)


def encode(operation: Operation) -> str:
    """The word of an operation.

    >>> encode(Operation("exchange", 3, Key(7, 0)))
    'exchange:3:#7.0'
    """
    parts = [operation.name]
    if operation.name == "retain":
        parts += [str(operation.modulus), str(operation.residue)]
    if operation.structural:
        parts.append(operation.structural)
    parts += [key_word(key) for key in (operation.key, operation.other) if key is not None]
    return ":".join(parts)


def key_word(name: KeyName) -> str:
    """A key's name as the protocol writes it."""
    return str(name) if isinstance(name, int) else f"#{name.index}.{name.id}"


# --- Answers ------------------------------------------------------------------------------------------


def encode_answer(
    operation: Operation, answer: object, level: Level, state: State | None = None
) -> str:
    """The word that answers an operation; *state* is needed for ``layout`` and ``cost``."""
    match operation.name:
        case "layout":
            assert state is not None
            return layout_word(state)
        case "cost":
            assert state is not None
            return cost_word(state.cost)
        case "add" if isinstance(answer, Key):
            return "ok" if level is Level.CONTRACT else f"{answer.index}.{answer.id}"
        case "contains" | "is_empty":
            return "yes" if answer else "no"
        case "clear":
            return "ok"
    return _word(answer, level)


def _word(answer: object, level: Level) -> str:
    """An answer's word by its type."""
    match answer:
        case None:
            return "none"
        case Failure():
            return f"!{answer}"
        case Exchanged(pivot, other):
            return f"{pivot}/{_word(other, level)}"
        case Pivot(element, others):
            return f"{element}/{len(others)}/{list_word(map(str, others))}"
        case tuple():
            return list_word(_item(item, level) for item in answer)
    return str(answer)


def _item(item: object, level: Level) -> str:
    """One item of a list: of ``traverse``, of ``each``, or a bare element."""
    match item:
        case Pivot(element, others):
            return f"{element}/{len(others)}/{sum(others)}"
        case (Key(index, id_), element):
            return str(element) if level is Level.CONTRACT else f"{index}.{id_}={element}"
    return _word(item, level)


def list_word(items: Iterable[str]) -> str:
    """A list as the protocol writes it."""
    return f"[{','.join(items)}]"


def layout_word(state: State) -> str:
    """The answer to ``layout``."""
    parts = [
        f"{p.start}:{p.size}:{p.live}:{p.opened}:{','.join(map(str, free))}"
        for p, free in zip(state.partitions, free_lists(state), strict=True)
    ]
    return "|".join((str(state.space), *parts, str(state.next_id)))


def cost_word(cost: Cost) -> str:
    """The answer to ``cost``."""
    return f"{cost.visits}/{cost.moved}/{cost.dropped}/{cost.cells}"


# --- Handshake ----------------------------------------------------------------------------------------


class Widths(NamedTuple):
    """A set of widths, as ranges; 0 stands for unbounded.

    >>> Widths.parse("0,1-8,32").supports(4), Widths.parse("8,16").narrowest
    (True, 8)
    """

    ranges: tuple[tuple[int, int], ...]

    @classmethod
    def parse(cls, text: str) -> Widths:
        """Read ``1-64`` or ``0,8,16``."""
        ranges = []
        for part in text.split(","):
            low, dash, high = part.partition("-")
            ranges.append((int(low), int(high if dash else low)))
        if not all(0 <= low <= high <= 64 for low, high in ranges):
            raise ValueError(text)
        return cls(tuple(ranges))

    def supports(self, bits: int | None) -> bool:
        """Whether a width is among them."""
        return any(low <= (bits or 0) <= high for low, high in self.ranges)

    @property
    def narrowest(self) -> int | None:
        """The least bounded width; None if there is only the unbounded one."""
        bounded = [max(low, 1) for low, high in self.ranges if high > 0]
        return min(bounded, default=None)

    def nearest(self, bits: int | None) -> int | None:
        """The wanted width if supported, else the narrowest above it, else the widest."""
        if self.supports(bits):
            return bits
        above = [
            max(low, bits or 0) for low, high in self.ranges if high >= (bits or 0) and high > 0
        ]
        if bits is not None and above:
            return min(above)
        return None if self.supports(None) else max(high for _, high in self.ranges)

    def __str__(self) -> str:
        """As the protocol writes it."""
        return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in self.ranges)


ANY_WIDTH: Final = Widths(((0, 64),))


@dataclass(frozen=True)
class Handshake:
    """What a port says of itself."""

    name: str
    version: str
    profile: str
    level: Level
    id_bits: Widths = ANY_WIDTH
    index_bits: Widths = ANY_WIDTH
    parity: bool = False
    wraps: bool = True
    without: frozenset[str] = field(default_factory=frozenset)
    protocol: int = PROTOCOL_VERSION

    def line(self) -> str:
        """The handshake as it travels."""
        fields = {
            "protocol": self.protocol,
            "name": self.name,
            "version": self.version,
            "profile": self.profile,
            "level": self.level.word,
            "id_bits": self.id_bits,
            "index_bits": self.index_bits,
        }
        if self.profile == "slotmap":
            fields |= {
                "parity": "yes" if self.parity else "no",
                "wrap": "wrap" if self.wraps else "retire",
            }
        if self.without:
            fields["without"] = ",".join(sorted(self.without))
        return "port " + " ".join(f"{name}={value}" for name, value in fields.items())


_FIELDS: Final = frozenset(
    [
        "protocol",
        "name",
        "version",
        "profile",
        "level",
        "id_bits",
        "index_bits",
        "parity",
        "wrap",
        "without",
    ]
)


def parse_handshake(line: str) -> Handshake:
    """Read a handshake line.

    Raises:
        PortFault: the line is not a handshake.
        UsageError: the port speaks a newer version of the protocol than this kit.
    """
    word, *rest = line.split(" ")
    pairs = [part.partition("=") for part in rest]
    fields = {name: value for name, _, value in pairs}
    if word != "port" or len(fields) != len(pairs) or not _complete(fields):
        raise PortFault(
            FaultKind.GARBLED,
            f"the port answered 'hello {PROTOCOL_VERSION}' with {line[:120]!r}, which is no handshake; "
            "see section 2 of docs/port-protocol.md",
        )
    try:
        version = int(fields["protocol"])
        if version > PROTOCOL_VERSION:
            raise UsageError(
                f"the port speaks version {version} of the protocol and this kit version "
                f"{PROTOCOL_VERSION}; install a newer stablelist, or let the port speak {PROTOCOL_VERSION}"
            )
        return _handshake(fields, version)
    except (KeyError, ValueError) as error:
        raise PortFault(
            FaultKind.GARBLED, f"the handshake {line[:200]!r} has a bad field: {error}"
        ) from error


def _complete(fields: dict[str, str]) -> bool:
    """Whether all required fields are there, and no unknown one."""
    required = {"protocol", "name", "version", "profile", "level"}
    return required <= fields.keys() <= _FIELDS


def _handshake(fields: dict[str, str], version: int) -> Handshake:
    """A handshake from its fields; raises KeyError or ValueError with the offending value."""
    without = frozenset(filter(None, fields.get("without", "").split(",")))
    unknown = without - OPERATIONS.keys() - set(ABILITIES)
    profile, level = fields["profile"], fields["level"]
    if unknown:
        raise ValueError(f"without={','.join(sorted(unknown))} is no operation or ability")
    if needed := sorted(without & {"add", "remove"}):
        raise ValueError(f"without={needed[0]}, without which there is nothing to verify")
    if profile not in PROFILE_NAMES:
        raise ValueError(f"profile={profile}; known are {', '.join(PROFILE_NAMES)}")
    if level not in LEVELS:
        raise ValueError(f"level={level}; known are {', '.join(LEVELS)}")
    if version < 1:
        raise ValueError(f"protocol={version}")
    return Handshake(
        name=fields["name"],
        version=fields["version"],
        profile=profile,
        level=LEVELS[level] if profile == "stablelist" else Level.CONTRACT,
        id_bits=Widths.parse(fields.get("id_bits", "0")),
        index_bits=Widths.parse(fields.get("index_bits", "0")),
        parity={"yes": True, "no": False}[fields.get("parity", "no")],
        wraps={"wrap": True, "retire": False}[fields.get("wrap", "wrap")],
        without=without,
        protocol=version,
    )
