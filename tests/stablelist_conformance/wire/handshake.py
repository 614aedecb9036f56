"""The handshake: what a port declares about itself (section 2 of ``docs/port-protocol.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Protocol

from stablelist_conformance.wire.declared import (
    Declared,
    Ways,
    declarable,
    option_fields,
    read_options,
    read_ways,
)
from stablelist_conformance.wire.errors import HandshakeError, UsageError
from stablelist_conformance.wire.protocol import (
    LEVELS,
    OLDEST_VERSION,
    PROTOCOL_VERSION,
    Level,
    Program,
    highest,
)
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.family import OTHER, Family
from stablelist_spec.core.system import System
from stablelist_spec.families.documented import DECLARATIONS, KINDS, SAME, USUAL, Documented
from stablelist_spec.families.pool import KEYED
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import SYSTEMS

__all__ = [
    "ONLY_ANSWERS",
    "Answerer",
    "Handshake",
    "Widths",
    "keeps_its_capacity",
    "parse_handshake",
]

MAXIMUM: Final = "maximum"
"""Lists with a maximum number of elements, set by the user."""
ABILITIES: Final = ("forge", "negative", MAXIMUM)

ANY_WIDTH: Final = Widths(((0, 64),))
ANY_INDEX: Final = Widths(((0, 0), (2, 64)))
UNDECLARED: Final = {"id_bits": ANY_WIDTH, "index_bits": ANY_INDEX}
"""The widths of a port that declares none."""


@dataclass(frozen=True)
class Handshake:
    """What a port declares about itself."""

    name: str
    version: str
    system_name: str
    level: Level
    id_bits: Widths = ANY_WIDTH
    index_bits: Widths = ANY_INDEX
    parity: bool = False
    wraps: bool = True
    capacity: str | int = "grows"
    documented: Documented = USUAL
    without: frozenset[str] = field(default_factory=frozenset)
    protocol: int = PROTOCOL_VERSION
    options: Declared = ()
    ways: Ways = ()

    @property
    def system(self) -> System:
        """The kind of container that it offers."""
        return system_named(self.system_name)

    @cached_property
    def lacking(self) -> frozenset[str]:
        """What the port is never sent: what it leaves out or does not support, and what is newer than it."""
        newer = self.system.family.newer_than(self.protocol)
        return self.without | self.documented.lacking | newer

    @property
    def offered(self) -> frozenset[str]:
        """The operations of its kind that it offers."""
        return self.system.operations - self.lacking

    @property
    def pairs(self) -> bool:
        """Whether it has operations that concern two containers, so that a program may have a second one."""
        return not self.offered.isdisjoint(self.system.family.both)

    @property
    def fixed(self) -> bool:
        """Whether a program sets the capacity, and the container holds no more."""
        return self.capacity == "fixed" or keeps_its_capacity(self.system)

    def offer(self) -> Handshake:
        """What the port offers, without its name and version."""
        return replace(self, name="", version="")

    def line(self) -> str:
        """The handshake as a line of the protocol."""
        fields: dict[str, object] = {
            "protocol": self.protocol,
            "name": self.name,
            "version": self.version,
            "system": self.system_name,
            "level": self.level.word,
        }
        special = {
            "id_bits": self.id_bits,
            "index_bits": self.index_bits,
            "parity": "yes" if self.parity else "no",
            "wrap": "wrap" if self.wraps else "retire",
            "capacity": self.capacity,
        }
        fields |= {name: special[name] for name in self.system.fields if name in special}
        fields |= option_fields(self.options)
        fields |= self.documented.fields
        if self.ways:
            fields["ways"] = ",".join(f"{name}:{count}" for name, count in self.ways)
        if self.without:
            fields["without"] = ",".join(sorted(self.without))
        return "port " + " ".join(f"{name}={value}" for name, value in fields.items())

    def declaring(self, fields: Mapping[str, str]) -> Handshake:
        """The handshake with other fields, as they are written on its line.

        Raises:
            HandshakeError: one is none of its system, or has no such value.

        >>> Handshake("my-ring", "1", "ring", Level.CONTRACT).declaring({"capacity": "grows"}).options
        (('capacity', (0,)),)
        """
        own = dict(each.split("=", 1) for each in self.line().split(" ")[1:])
        line = " ".join(f"{name}={value}" for name, value in (own | {**fields}).items())
        return parse_handshake(f"port {line}", self.system_name)

    @property
    def widths(self) -> dict[str, Widths]:
        """The widths that bound its programs: those that it declares, and those that the user asks for.

        A port of a published container's model declares none, because its container has any width.
        """
        return {
            name: widths
            for name, any_ in UNDECLARED.items()
            if (widths := getattr(self, name)) != any_ or name in self.system.fields
        }

    def supports(self, parameters: Parameters) -> bool:
        """Whether the widths are among those that bound its programs, and the options among the declared ones."""
        return all(
            widths.supports(getattr(parameters, name))
            for name, widths in self.widths.items()
            if hasattr(parameters, name)
        ) and all(getattr(parameters, name) in values for name, values in self.options)

    def room(self, parameters: Parameters) -> int | None:
        """How many elements the container promises to hold; None if it grows."""
        if self.fixed:
            return parameters.capacity
        return None if self.capacity == "grows" else int(self.capacity)


def keeps_its_capacity(system: System) -> bool:
    """Whether every container of a system has the capacity that a program sets, so that each of its ports says so."""
    return system.exact and "capacity" in system.fields


REQUIRED: Final = ("protocol", "name", "version", "level")
OPTIONAL: Final = ("without", "ways")
NEWER: Final = (
    "ways",
    *(each.field for each in DECLARATIONS.values() if each.since > OLDEST_VERSION),
)
"""Fields that came with version 6."""


def parse_handshake(line: str, wanted: str | None = None) -> Handshake:
    """Read a handshake line.

    Args:
        line: as the port wrote it.
        wanted: the expected system, if any; the only way to recognize one that is not in the registry.

    Raises:
        HandshakeError: the line is not a handshake.
        UsageError: the port speaks another version of the protocol than this kit.
    """
    word, *rest = line.split(" ")
    pairs = [part.partition("=") for part in rest]
    fields = {name: value for name, _, value in pairs}
    if word != "port":
        raise HandshakeError(
            f"the port answered 'hello {PROTOCOL_VERSION}' with a line that is not a handshake; {ONLY_ANSWERS}; "
            f"{sent(line)}"
        )
    try:
        if len(fields) != len(pairs):
            raise ValueError("a field is given twice")
        check_version(fields)
        check_texts(fields)
        kind = kind_of(fields, wanted)
        check_fields(fields, system_named(kind))
        return from_fields(fields, kind)
    except ValueError as error:
        raise HandshakeError(
            f"the handshake is wrong: {error}; see section 2 of docs/port-protocol.md; {sent(line)}"
        ) from error


ONLY_ANSWERS: Final = (
    "standard output is only for answers, so write everything else to standard error"
)
"""What to do about a port that prints something else."""
LONGEST_SHOWN: Final = 2_000
"""The most characters of a line that a message shows."""


def sent(line: str) -> str:
    """The line as the port sent it; whoever prints it escapes control characters."""
    excluded = len(line) - LONGEST_SHOWN
    more = f" ... and {excluded:,} characters more" if excluded > 0 else ""
    return f"the port sent: {line[:LONGEST_SHOWN]}{more}"


def check_version(fields: dict[str, str]) -> None:
    """Refuse another protocol before its fields are read."""
    version = number("protocol", fields.get("protocol", ""))
    if not OLDEST_VERSION <= version <= PROTOCOL_VERSION:
        newer = "install a newer stablelist, or " * (version > PROTOCOL_VERSION)
        raise UsageError(
            f"the port speaks version {version} of the protocol and this kit versions {OLDEST_VERSION} to "
            f"{PROTOCOL_VERSION}; {newer}let the port answer with protocol={PROTOCOL_VERSION} and speak as "
            "docs/port-protocol.md says"
        )


def kind_of(fields: dict[str, str], wanted: str | None) -> str:
    """Take the name of the system that a port offers out of the fields."""
    declared = fields.pop("system", "")
    if wanted is not None and declared in (wanted, system_named(wanted).name):
        return wanted
    return one_of("system", declared, SYSTEMS)


def check_fields(fields: dict[str, str], system: System) -> None:
    """Refuse fields that are missing, empty, unknown, or belong to another system."""
    for name in (*REQUIRED, *(name for name in system.fields if name.endswith("_bits"))):
        if not fields.get(name):
            raise ValueError(f"{name} is missing")
    options = declarable(system)
    for name in fields:
        if name not in (*REQUIRED, *OPTIONAL, *system.fields, *options):
            raise ValueError(f"the system {system.name} has no field {name!r}")
        if name in (*NEWER, *options) and fields["protocol"] == str(OLDEST_VERSION):
            raise ValueError(f"{name} can be declared since version 6; leave it out")
    if keeps_its_capacity(system) and fields.get("capacity") != "fixed":
        raise ValueError(
            f"the system {system.name} holds no more than the capacity that a program sets; declare capacity=fixed"
        )


LONGEST_NAME: Final = 80
"""Characters of ``name`` and ``version``, which are shown in tables."""


def check_texts(fields: dict[str, str]) -> None:
    """Refuse names that reports cannot show."""
    for name in ("name", "version"):
        if len(fields.get(name, "")) > LONGEST_NAME:
            raise ValueError(
                f"{name} has {len(fields[name])} characters; at most {LONGEST_NAME} are allowed"
            )
    for name, value in fields.items():
        if not value.isprintable():
            raise ValueError(f"{name}={value!r} has characters that cannot be printed")


def index_widths(text: str) -> Widths:
    """The widths of indices, at least 2 bits, which the smallest element space needs."""
    widths = Widths.parse(text)
    if widths.supports(1):
        raise ValueError(f"index_bits={widths}; use at least 2, or 0 for unbounded")
    return widths


def from_fields(fields: dict[str, str], kind: str) -> Handshake:
    """A handshake from its fields."""
    system, level = system_named(kind), LEVELS[one_of("level", fields["level"], LEVELS)]
    protocol = number("protocol", fields["protocol"])
    if newer := sorted(system.family.newer_than(protocol) & system.family.essential):
        raise ValueError(
            f"protocol={protocol}, but the system {system.name} needs {newer[0]!r}, which is newer"
        )
    if level > (most := highest(system)):
        raise ValueError(
            f"level={level.word}; the system {system.name} has only the level {most.word}"
        )
    handshake = Handshake(
        name=fields["name"],
        version=fields["version"],
        system_name=kind,
        level=level,
        id_bits=Widths.parse(fields.get("id_bits", str(ANY_WIDTH))),
        index_bits=index_widths(fields.get("index_bits", str(ANY_INDEX))),
        parity=one_of("parity", fields.get("parity", "no"), ("yes", "no")) == "yes",
        wraps=one_of("wrap", fields.get("wrap", "wrap"), ("wrap", "retire")) == "wrap",
        documented=documented(fields, system),
        without=read_without(fields.get("without", ""), system.family),
        capacity=capacity(fields, system),
        protocol=protocol,
    )
    offered = handshake.offered
    ways = read_ways(fields.get("ways", ""), system.family, offered)
    return replace(handshake, options=read_options(fields, system, offered), ways=ways)


def documented(fields: dict[str, str], system: System) -> Documented:
    """The documented differences of the container."""
    declared = {
        attribute: one_of(each.field, fields[each.field], (each.value,)) == each.value
        for attribute, each in DECLARATIONS.items()
        if each.value and each.field in fields and each.field in system.fields
    }
    panics = frozenset(filter(None, fields.get("panics", "").split(",")))
    for word in sorted(panics):
        check_panic(word, system)
    return Documented(panics=panics, **declared)


def check_panic(word: str, system: System) -> None:
    """Refuse words that name no operation, or no kind of key that it panics on."""
    name = word.partition(".")[0]
    if name not in system.operations:
        raise ValueError(f"panics={word} is not an operation of the system {system.name}")
    operands = system.family.kinds[name].operands
    kinds = [each for each in KINDS if each != SAME or OTHER in operands]
    expected = [f"{name}.{each}" for each in kinds] if name in KEYED else [name]
    if word not in expected:
        raise ValueError(f"panics={word}; write {' or '.join(expected)}")


def read_without(text: str, family: Family) -> frozenset[str]:
    """The operations and abilities in ``without``."""
    without = frozenset(filter(None, text.split(",")))
    for word in sorted(without):
        if word not in family.kinds and word not in ABILITIES:
            raise ValueError(f"without={word} is not an operation or ability")
    if needed := sorted(without & family.essential):
        raise ValueError(f"without={needed[0]}, but nothing can be verified without it")
    return without


def capacity(fields: dict[str, str], system: System) -> str | int:
    """The capacity: the container grows, has the capacity that the program gives, or a fixed one."""
    text = fields.get("capacity", "grows") if "capacity" in system.fields else "grows"
    return text if text in ("grows", "fixed") else number("capacity", text)


def one_of(field: str, value: str, known: Iterable[str]) -> str:
    """A value that must be one of the known ones."""
    if value not in known:
        raise ValueError(f"{field}={value}; choose one of {', '.join(known)}")
    return value


LONGEST_NUMBER: Final = 18
"""The most digits of a number in a handshake."""


def number(field: str, text: str) -> int:
    """A decimal number."""
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise ValueError(f"{field}={text!r} is not a number")
    return int(text)


class Answerer(Protocol):
    """Something that answers programs."""

    @property
    def handshake(self) -> Handshake:
        """What it declares about itself."""
        ...

    def answer(self, program: Program, level: Level) -> list[str]:
        """One word for each operation."""
        ...
