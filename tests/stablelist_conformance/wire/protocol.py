"""The port protocol's words (``docs/port-protocol.md``): programs, answers and handshakes as text.

A program is kept as the words that travel. `decode` gives the operation behind a word; it is cached, because the
same few thousand words come back millions of times.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_type_hints

from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.family import Answer, Family, Operand, Refusal, Role, Type
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import Exchanged, Found, Paired, Pivot
from stablelist_spec.systems import STABLE_LIST

__all__ = [
    "MAX_ANSWER",
    "MAX_OPERATIONS",
    "MAX_PROGRAM",
    "MOST_WAYS",
    "OLDEST_VERSION",
    "PROTOCOL_VERSION",
    "Level",
    "Program",
    "abilities",
    "anchor",
    "called",
    "choice",
    "decimal",
    "decode",
    "encode",
    "encode_answer",
    "highest",
    "in_order",
    "in_word",
    "name_of",
    "on_second",
    "parse_program",
]

PROTOCOL_VERSION: Final = 6
OLDEST_VERSION: Final = 5
"""The first version whose ports are understood; they are not sent what came later."""
OPTIONAL: Final = "maximum"
"""A parameter that ports are told only where there is one, so that a port without it can be asked."""
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

    >>> from stablelist_spec.parts.parameters import Parameters
    >>> Program(Parameters(), ("add", "remove:0")).line(Level.CONTRACT)
    'contract : add remove:0'
    """

    parameters: Any
    words: tuple[str, ...]
    system: str = STABLE_LIST.name

    @property
    def family(self) -> Family:
        """The family of its operations."""
        return system_named(self.system).family

    def line(self, level: Level) -> str:
        """The program as people write it, naming the choices that differ from the defaults."""
        system = system_named(self.system)
        return " ".join((configured(system, self.parameters, level), *self.words))

    def sent(self, level: Level) -> str:
        """The program as ports are sent it, naming every choice."""
        return " ".join((named(self.system, self.parameters, level), *self.words))

    @property
    def operations(self) -> list[Operation]:
        """The operations behind the words."""
        family = self.family
        return [decode(word, family) for word in self.words]


# --- Configurations -------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def named(system: str, chosen: object, level: Level) -> str:
    """The first words of a program for a port: its level, the choices by name, and a colon."""
    values = choices(system_named(system), chosen)
    return head(level, {name: value for name, value in values.items() if name != OPTIONAL or value})


def configured(system: System, chosen: object, level: Level) -> str:
    """The first words of a program for people: its level, the choices that differ from the defaults, and a colon."""
    usual = choices(system, system.configuration())
    values = choices(system, chosen).items()
    return head(level, {name: value for name, value in values if value != usual[name]})


def choices(system: System, chosen: object) -> dict[str, object]:
    """The choices of a configuration, by name."""
    return {name: getattr(chosen, name) for name in system.chosen}


def head(level: Level, values: Mapping[str, object]) -> str:
    """A level, some choices, and a colon."""
    return " ".join((level.word, *(f"{n}={in_word(value)}" for n, value in values.items()), ":"))


def in_word(value: object) -> str:
    """A choice as the protocol writes it; unbounded is 0."""
    match value:
        case Enum():
            return str(value.value)
        case str():
            return value
    return str(int(value or 0))  # type: ignore[call-overload] # a number, a truth, or None


def parse_program(line: str, system: str = STABLE_LIST.name) -> tuple[Level, Program]:
    """Read a program line.

    Raises:
        UsageError: the line is not a program of this protocol.

    >>> parse_program("layout truncate=memory id_bits=2 : add at:0")[1].parameters.id_bits
    2
    """
    level, *words = line.split() or [""]
    try:
        if "," in level:
            raise ValueError("it gives its parameters by position, but they have names")
        pairs, words = up_to_colon(words)
        parameters = from_names(system_named(system), pairs)
        if len(words) > MAX_OPERATIONS:
            raise ValueError(f"{len(words)} operations, where {MAX_OPERATIONS} are allowed")
        program = Program(parameters, tuple(words), system)
        check_keys(program)
        return level_of(level), program
    except ValueError as error:
        raise UsageError(
            f"{line[:80]!r} is not a program ({error}); write one such as {example(system)}"
        ) from error


EXEMPLARY: Final = (Role.GROW, Role.READ)
"""The roles of the two operations in an example."""


def example(name: str) -> str:
    """A short program of a system, in quotes.

    >>> print(example("sparse-set"))
    'layout universe=16 : insert:0 contains:0'
    """
    system = system_named(name)
    level, family = min(Level.LAYOUT, highest(system)), system.family
    offered = [each for each in family.kinds if each in system.operations]
    roles = {family.kinds[each].role: each for each in reversed(offered)}
    words = [encode(family.least(roles[role]), family) for role in EXEMPLARY if role in roles]
    return repr(" ".join((named(name, system.configuration(), level), *words)))


def level_of(word: str) -> Level:
    """A level from its word.

    Raises:
        ValueError: it is none.
    """
    if word not in LEVELS:
        raise ValueError(f"its level, {word[:40]!r}, is none of {', '.join(LEVELS)}")
    return LEVELS[word]


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


def choice(configuration: Callable[..., object], name: str, text: str) -> Enum | str | int | None:
    """A choice from its word.

    Raises:
        ValueError: it is none.
    """
    kind = kinds(configuration)[name]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return chosen_among(kind, name, text)
    if kind is str:
        return text
    try:
        number = decimal(text)
    except ValueError:
        raise ValueError(f"its {name}, {text[:40]!r}, is no number") from None
    if number > MOST_CONFIGURED:
        raise ValueError(f"{number} as {name}, where {MOST_CONFIGURED} are allowed")
    return kind(number) if kind in (int, bool) else number or None


@lru_cache(maxsize=64)
def kinds(configuration: Callable[..., object]) -> dict[str, Any]:
    """The types of the fields, cached: to evaluate the annotations takes longer than to answer a short program."""
    return get_type_hints(configuration)


def chosen_among(kind: type[Enum], name: str, text: str) -> Enum:
    """A member of an enumeration.

    Raises:
        ValueError: there is no such member.
    """
    words = {str(member.value): member for member in kind}
    if text not in words:
        raise ValueError(f"its {name}, {text[:40]!r}, is none of {', '.join(words)}")
    return words[text]


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


def anchor(name: KeyName) -> int | None:
    """The insertion that names a key, if there is one."""
    if isinstance(name, Near):
        return name.number
    return name if isinstance(name, int) else None


def check_keys(program: Program) -> None:
    """Refuse a key that names a later insertion."""
    added, family = 0, program.family
    for word, operation in zip(program.words, program.operations, strict=True):
        for key in family.keys_of(operation):
            number = anchor(key)
            if number is not None and not 0 <= number < added:
                before = f"only {added}" if added else "none"
                raise UsageError(f"{word!r} names insertion {number}, but {before} came before it")
        added += family.insertions(operation)


# --- Operations -----------------------------------------------------------------------------------------

WAY: Final = "@"
"""What stands between an operation and the number of the way to do it."""
SECOND: Final = "2."
"""What stands before an operation on the second container."""
MOST_WAYS: Final = 64

_FORGED: Final = re.compile(r"(?:#|([0-9]+)~)(-?[0-9]+)\.(-?[0-9]+)")


class OperandError(ValueError):
    """An operand that cannot be read; the message says why."""


def _read(operand: Operand, text: str) -> KeyName | str:
    """The value of an operand: a key's name, a number within bounds, or a word."""
    match operand.type:
        case Type.KEY:
            return _key(text)
        case Type.NUMBER:
            return _number(text, operand.least, operand.most)
    if text not in operand.words:
        raise OperandError(f"{text!r}, which is none of {', '.join(operand.words)}")
    return text


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
def decode(word: str, family: Family) -> Operation:
    """The operation behind a word.

    Raises:
        UsageError: no operation is written like that.

    >>> from stablelist_spec.families.pool import POOL
    >>> decode("at:#-1.0", POOL), decode("lend:extend:5", POOL)
    (Operation('at', key=Key(index=-1, id=0)), Operation('lend', tried=Operation('extend', count=5)))
    >>> decode("add@2", POOL)
    Operation('add').by(2)
    >>> from stablelist_spec.families.ring import RING
    >>> decode("2.push_back:5", RING)
    Operation('push_back', value=5).to(2)
    """
    alone = word.removeprefix(SECOND)
    try:
        operation = _decoded(alone.split(":"), family, family.kinds)
        if alone != word and not family.both:
            raise OperandError(f"a {family.name} has no second container")
        return operation if alone == word else operation.to(2)
    except (ValueError, LookupError) as error:
        reason = f" ({error})" if isinstance(error, OperandError) else ""
        raise UsageError(
            f"{word!r} is no operation{reason}; see the table of operations in docs/port-protocol.md"
        ) from error


def _decoded(parts: Sequence[str], family: Family, known: Container[str]) -> Operation:
    """The operation of a name and its operands; one that it tries is written behind the others.

    Raises:
        ValueError: it has too few or too many operands, or one that cannot be read.
        LookupError: there is no such operation.
    """
    (called, *texts), operands = parts, dict[str, Any]()
    name, marked, way = called.partition(WAY)
    if name not in known:
        raise LookupError(name)
    for operand in family.kinds[name].operands:
        if operand.type is Type.OPERATION:
            operands[operand.name], texts = _decoded(texts, family, family.structural), []
        else:
            text, *texts = texts
            operands[operand.name] = _read(operand, text)
    if texts:
        raise ValueError(texts)
    operation = Operation(name, **operands)
    return operation.by(_number(way, 2, MOST_WAYS)) if marked else operation


def encode(operation: Operation, family: Family) -> str:
    """The word of an operation.

    >>> from stablelist_spec.families.pool import POOL
    >>> encode(Operation("exchange", key=3, other=Key(7, 0)), POOL)
    'exchange:3:#7.0'
    >>> encode(Operation("at", key=Near(3, 0, -8)).by(2), POOL)
    'at@2:3~0.-8'
    """
    return SECOND * (operation.on > 1) + ":".join(
        [
            called(operation.name, operation.way),
            *(
                encode(value, family) if isinstance(value, Operation) else key_word(value)
                for operand in family.kinds[operation.name].operands
                for value in [operation[operand.name]]
            ),
        ]
    )


def called(name: str, way: int) -> str:
    """The first part of a word: an operation, and the way to do it unless this is the first.

    >>> called("add", 1), called("add", 2)
    ('add', 'add@2')
    """
    return f"{name}{WAY}{way}" if way > 1 else name


def name_of(word: str) -> str:
    """The operation that a word names.

    >>> name_of("at@2:3"), name_of("2.add")
    ('at', 'add')
    """
    return word.partition(":")[0].partition(WAY)[0].removeprefix(SECOND)


def abilities(word: str) -> set[str]:
    """What a port must be able to do to take a word, for the keys that it names.

    >>> sorted(abilities("at:3~0.-8")), abilities("at:3")
    (['forge', 'near', 'negative'], set())
    """
    needed = {"forge": "#" in word or "~" in word, "near": "~" in word, "negative": "-" in word}
    return {ability for ability, needs in needed.items() if needs}


def on_second(word: str) -> str:
    """The word of an operation, on the second container.

    >>> on_second("push:3")
    '2.push:3'
    """
    return SECOND + word


def key_word(name: KeyName | str) -> str:
    """A key's name, a number, or a word, as the protocol writes it."""
    if isinstance(name, int | str):
        return str(name)
    anchor = f"{name.number}~" if isinstance(name, Near) else "#"
    return f"{anchor}{name.index}.{name.id}"


# --- Answers ------------------------------------------------------------------------------------------


def encode_answer(operation: Operation, answer: object, level: Level, family: Family) -> str:
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
    """The word with its list in ascending order, as a port writes it if any order is right.

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
