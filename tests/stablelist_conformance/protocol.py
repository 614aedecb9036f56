"""The port protocol's words (``docs/port-protocol.md``): programs, answers and handshakes as text.

A program is kept as the words that travel. `decode` gives the operation behind a word; it is cached, because the
same few thousand words come back millions of times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_type_hints

from stablelist_spec.core.family import KEYS, Answer, Family, Operand, Refusal, Role
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL, Exchanged, Found, Paired, Pivot
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST

from .errors import UsageError
from .systems import system_named

__all__ = [
    "MAX_ANSWER",
    "MAX_OPERATIONS",
    "MAX_PROGRAM",
    "PROTOCOL_VERSION",
    "Level",
    "Program",
    "anchor",
    "decimal",
    "decode",
    "encode",
    "encode_answer",
    "highest",
    "in_order",
    "parse_program",
]

PROTOCOL_VERSION: Final = 5
POSITIONAL: Final = 2
"""The last version in which a program begins with parameters by position, and lists may have any order."""
LATER: Final = "maximum"
"""A parameter that version 4 added."""
POSITIONS: Final = ("minimum", "capacity", "truncate", "id_bits", "index_bits")
MAX_OPERATIONS: Final = 10_000
MOST_CONFIGURED: Final = 65_536
"""The largest number in a configuration."""
MAX_PROGRAM: Final = 262_144
"""Bytes of a program line."""
MAX_ANSWER: Final = 16 * 1024 * 1024


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


def highest(system: System) -> Level:
    """The highest level at which a port of this kind can show itself."""
    return Level(len(system.shown))


class Program(NamedTuple):
    """The configuration of a fresh container of some system, and operations on it, as words.

    >>> Program(Parameters(), ("add", "remove:0")).line(Level.CONTRACT)
    'contract,4,0,iteration,32,32 add remove:0'
    """

    parameters: Any
    words: tuple[str, ...]
    system: str = STABLE_LIST.name

    @property
    def family(self) -> Family:
        """The family of its operations."""
        return system_named(self.system).family

    def line(self, level: Level, version: int = POSITIONAL) -> str:
        """The program as a line in a version of the protocol, by default the first version that can express it."""
        if version > POSITIONAL or not positionable(self.parameters):
            return " ".join((named(self.system, self.parameters, level), *self.words))
        return " ".join((positional(self.parameters, level), *self.words))

    @property
    def operations(self) -> list[Operation]:
        """The operations behind the words."""
        family = self.family
        return [decode(word, family) for word in self.words]


# --- Configurations -------------------------------------------------------------------------------


def positionable(configuration: object) -> bool:
    """Whether a configuration can be written by position."""
    return isinstance(configuration, Parameters) and configuration.maximum is None


@lru_cache(maxsize=4096)
def positional(parameters: Parameters, level: Level) -> str:
    """The first word of a program, in versions 1 and 2."""
    p = parameters
    return (
        f"{level.word},{p.minimum},{p.capacity},{p.truncate.value},"
        f"{p.id_bits or 0},{p.index_bits or 0}"
    )


@lru_cache(maxsize=4096)
def named(system: str, chosen: object, level: Level) -> str:
    """The first words of a program since version 3: its level, the choices by name, and a colon.

    A bound that came later is named only where there is one, so that older ports are not told of it.
    """
    return head(system_named(system), chosen, level)


def head(system: System, chosen: object, level: Level) -> str:
    """The same for a system that is not known by a name."""
    values = {name: getattr(chosen, name) for name in system.chosen}
    pairs = (f"{n}={in_word(value)}" for n, value in values.items() if n != LATER or value)
    return " ".join((level.word, *pairs, ":"))


def in_word(value: object) -> str:
    """A choice as the protocol writes it; unbounded is 0."""
    return str(value.value if isinstance(value, Enum) else value or 0)


def parse_program(line: str, system: str = STABLE_LIST.name) -> tuple[Level, Program]:
    """Read a program line.

    Raises:
        UsageError: the line is not a program of this protocol.

    >>> parse_program("layout,4,8,memory,2,3 add at:0")[1].parameters.truncate
    <Truncate.MEMORY: 'memory'>
    >>> parse_program("layout truncate=memory id_bits=2 : add at:0")[1].parameters.id_bits
    2
    """
    first, *words = line.split() or [""]
    try:
        if "," in first:
            level, *chosen = first.split(",")
            parameters: object = from_positions(system_named(system), chosen)
        else:
            level, (pairs, words) = first, up_to_colon(words)
            parameters = from_names(system_named(system), pairs)
        if len(words) > MAX_OPERATIONS:
            raise ValueError(f"{len(words)} operations, where {MAX_OPERATIONS} are allowed")
        program = Program(parameters, tuple(words), system)
        check_keys(program)
        return LEVELS[level], program
    except (ValueError, KeyError) as error:
        raise UsageError(
            f"{line[:80]!r} is not a program ({error}); write one such as {example(system)}"
        ) from error


EXEMPLARY: Final = (Role.GROW, Role.READ)
"""The roles of the two operations in an example."""


def example(name: str) -> str:
    """A short program of a system, in quotes; of a StableList, also with its configuration by position.

    >>> print(example("sparse-set"))
    'layout universe=16 : insert:0 contains:0'
    """
    system = system_named(name)
    if system is STABLE_LIST:
        return (
            "'layout capacity=4 : add at:0', or with level,minimum,capacity,mode,id_bits,index_bits first as in "
            "'layout,4,4,iteration,32,32 add at:0'"
        )
    level, family = min(Level.LAYOUT, highest(system)), system.family
    offered = [each for each in family.kinds if each in system.operations]
    roles = {family.kinds[each].role: each for each in reversed(offered)}
    words = [encode(family.least(roles[role]), family) for role in EXEMPLARY if role in roles]
    return repr(" ".join((named(name, system.configuration(), level), *words)))


def from_positions(system: System, texts: Sequence[str]) -> Parameters:
    """The parameters of the first word of versions 1 and 2.

    Raises:
        ValueError: they are none.
    """
    if system.configuration is not Parameters:
        raise ValueError(f"the system {system.name} has no parameters by position")
    if len(texts) != len(POSITIONS):
        raise ValueError(f"its first word has {len(texts) + 1} parts, not {len(POSITIONS) + 1}")
    pairs = zip(POSITIONS, texts, strict=True)
    chosen: dict[str, Any] = {name: choice(Parameters, name, text) for name, text in pairs}
    return Parameters(**chosen)


def up_to_colon(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words before the colon, and the words after it.

    Raises:
        ValueError: there is no colon.
    """
    if ":" not in words:
        raise ValueError("no colon stands alone between its configuration and its operations")
    at = words.index(":")
    return list(words[:at]), list(words[at + 1 :])


def from_names(system: System, pairs: Sequence[str]) -> object:
    """A configuration from ``name=value``; choices that are not named have their defaults.

    Raises:
        ValueError: it is none.
    """
    chosen: dict[str, Any] = {}
    for name, _, text in (pair.partition("=") for pair in pairs):
        if name not in system.chosen or name in chosen:
            why = "is given twice" if name in chosen else f"is none of {', '.join(system.chosen)}"
            raise ValueError(f"{name!r} {why}")
        chosen[name] = choice(system.configuration, name, text)
    return system.configuration(**chosen)


def choice(configuration: type[Any], name: str, text: str) -> Enum | int | None:
    """A choice from its word.

    Raises:
        ValueError: it is none.
    """
    kind = get_type_hints(configuration)[name]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return chosen_among(kind, name, text)
    try:
        number = decimal(text)
    except ValueError:
        raise ValueError(f"its {name}, {text[:40]!r}, is no number") from None
    if number > MOST_CONFIGURED:
        raise ValueError(f"{number} as {name}, where {MOST_CONFIGURED} are allowed")
    return number if number or kind is int else None


def chosen_among(kind: type[Enum], name: str, text: str) -> Enum:
    """A member of an enumeration.

    Raises:
        ValueError: there is no such member.
    """
    try:
        return kind(text)
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise ValueError(f"its {name}, {text[:40]!r}, is none of {known}") from None


_NUMBER: Final = re.compile("-?[0-9]{1,40}")


def decimal(text: str) -> int:
    """A decimal number in ASCII digits, without the other forms that Python accepts.

    Raises:
        ValueError: it is none.

    >>> decimal("-12")
    -12
    """
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no number")
    return int(text)


def anchor(name: KeyName | None) -> int | None:
    """The insertion that names a key, if there is one."""
    if isinstance(name, Near):
        return name.number
    return name if isinstance(name, int) else None


def check_keys(program: Program) -> None:
    """Refuse a key that names a later insertion."""
    added, family = 0, program.family
    for word, operation in zip(program.words, program.operations, strict=True):
        for key in (operation.key, operation.other):
            number = anchor(key)
            if number is not None and not 0 <= number < added:
                before = f"only {added}" if added else "none"
                raise UsageError(f"{word!r} names insertion {number}, but {before} came before it")
        added += family.insertions(operation)


# --- Operations -----------------------------------------------------------------------------------------

_FORGED: Final = re.compile(r"(?:#|([0-9]+)~)(-?[0-9]+)\.(-?[0-9]+)")


class OperandError(ValueError):
    """An operand that cannot be read; the message says why."""


def _read(operand: Operand, text: str) -> KeyName:
    """A key's name, or a number within bounds."""
    return _key(text) if operand.field in KEYS else _number(text, operand.least, operand.most)


def _key(text: str) -> KeyName:
    """A key's name: the number of an insertion, ``#index.id``, or ``number~index.id``."""
    forged = _FORGED.fullmatch(text)
    try:
        if forged is None:
            return decimal(text)
        number, index, id_ = forged[1], decimal(forged[2]), decimal(forged[3])
        if number is not None and (index, id_) != (0, 0):
            return Near(decimal(number), index, id_)
        if number is None and id_ >= 0:
            return Key(index, id_)
    except ValueError:
        pass
    raise OperandError(
        f"{text!r} names no key; write the number of an insertion, #index.id, or number~index.id"
    )


def _number(text: str, least: int, most: int | None) -> int:
    """A number within bounds."""
    try:
        value = decimal(text)
    except ValueError as error:
        raise OperandError(str(error)) from None
    if value < least:
        raise OperandError(f"{value}, where {least} is the least")
    if most is not None and value > most:
        raise OperandError(f"{value}, where {most} is the most")
    return value


@lru_cache(maxsize=1 << 17)
def decode(word: str, family: Family = POOL) -> Operation:
    """The operation behind a word.

    Raises:
        UsageError: no operation is written like that.

    >>> decode("at:#-1.0").key, decode("lend:extend:5").count
    (Key(index=-1, id=0), 5)
    """
    name, *texts = word.split(":")
    try:
        structural = texts.pop(0) if family.kinds[name].tries else ""
        if structural and structural not in family.structural:
            raise ValueError(structural)
        pairs = zip(family.kinds[structural or name].operands, texts, strict=True)
        operands: dict[str, Any] = {operand.field: _read(operand, text) for operand, text in pairs}
        return Operation(name, structural=structural, **operands)
    except (ValueError, LookupError) as error:
        reason = f" ({error})" if isinstance(error, OperandError) else ""
        raise UsageError(
            f"{word!r} is no operation{reason}; see the table of operations in docs/port-protocol.md"
        ) from error


def encode(operation: Operation, family: Family = POOL) -> str:
    """The word of an operation.

    >>> encode(Operation("exchange", 3, Key(7, 0))), encode(Operation("at", Near(3, 0, -8)))
    ('exchange:3:#7.0', 'at:3~0.-8')
    """
    name, structural = operation.name, operation.structural
    operands = family.operands(operation)
    parts = [key_word(getattr(operation, operand.field)) for operand in operands]
    return ":".join([name, structural, *parts] if structural else [name, *parts])


def key_word(name: KeyName) -> str:
    """A key's name, or a number, as the protocol writes it."""
    if isinstance(name, int):
        return str(name)
    anchor = f"{name.number}~" if isinstance(name, Near) else "#"
    return f"{anchor}{name.index}.{name.id}"


# --- Answers ------------------------------------------------------------------------------------------


def encode_answer(operation: Operation, answer: object, level: Level, family: Family = POOL) -> str:
    """The word that answers an operation."""
    kind = family.kinds[operation.name]
    if kind.answer is Answer.TRUTH and not isinstance(answer, Refusal):
        return "yes" if answer else "no"
    if kind.answer is Answer.DONE and answer is None:
        return "ok"
    word = _word(answer, level)
    open_order = level is Level.CONTRACT and kind.answer is not Answer.SEQUENCE
    return in_order(word) if open_order else word


def _word(answer: object, level: Level) -> str:
    """The word for an answer, by its type."""
    match answer:
        case None:
            return "none"
        case Refusal():
            return f"!{answer}"
        case Found(key, element):
            return _item((key, element), level)
        case Key(index, id_):
            return "ok" if level is Level.CONTRACT else f"{index}.{id_}"
        case Exchanged(pivot, other):
            return f"{pivot}/{_word(other, level)}"
        case Paired(first, second):
            return f"{_word(first, level)}/{_word(second, level)}"
        case Pivot(element, others):
            return f"{element}/{len(others)}/{list_word(map(str, others))}"
        case tuple():
            return list_word(_item(item, level) for item in answer)
    return str(answer)


def _item(item: object, level: Level) -> str:
    """One item of a list: of ``traverse``, of ``each``, of ``extend``, or a bare element."""
    match item:
        case Pivot(element, others):
            return f"{element}/{len(others)}/{sum(others)}"
        case (Key(index, id_), element):
            return str(element) if level is Level.CONTRACT else f"{index}.{id_}={element}"
    return _word(item, level)


def in_order(word: str) -> str:
    """The word with its list in ascending order, as versions since 3 write it if any order is right.

    >>> in_order("5/2/[10,9]"), in_order("[2/2/1,0/2/3]"), in_order("none")
    ('5/2/[9,10]', '[0/2/3,2/2/1]', 'none')
    """
    start = word.find("[")
    if start < 0:
        return word
    items = sorted(word[start + 1 : -1].split(","), key=_by_number)
    return f"{word[:start]}[{','.join(items)}{word[-1]}"


def _by_number(item: str) -> list[tuple[int, str]]:
    """The key by which an item is sorted: its numbers, whatever their lengths."""
    return [(len(part), part) for part in item.split("/")]


def list_word(items: Iterable[str]) -> str:
    """A list as the protocol writes it."""
    return f"[{','.join(items)}]"
