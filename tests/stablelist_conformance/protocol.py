"""The port protocol's words (``docs/port-protocol.md``): programs, answers and handshakes as text.

A program is kept as the words that travel. `decode` gives the operation behind a word; it is cached, because the
same few thousand words come back millions of times.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from stablelist_spec.contract import insertions
from stablelist_spec.labels import KEY_OPERATIONS, STRUCTURAL
from stablelist_spec.operation import OPERATIONS, KeyName, Operation
from stablelist_spec.parameters import Parameters, Truncate
from stablelist_spec.stable_list import Cost, Exchanged, Failure, Key, Pivot, State, free_lists

from .errors import UsageError

__all__ = [
    "MAX_ANSWER",
    "MAX_OPERATIONS",
    "OPERANDS",
    "PROTOCOL_VERSION",
    "Level",
    "Program",
    "decimal",
    "decode",
    "encode",
    "encode_answer",
    "insertions",
    "layout_word",
    "parse_program",
]

PROTOCOL_VERSION: Final = 2
CONFIGURED: Final = 6
MAX_OPERATIONS: Final = 10_000
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


class Program(NamedTuple):
    """Parameters of a fresh container and operations on it, as words.

    >>> Program(Parameters(), ("add", "remove:0")).line(Level.CONTRACT)
    'contract,4,0,iteration,32,32 add remove:0'
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
        if len(parts) != CONFIGURED:
            raise ValueError(f"its first word has {len(parts)} parts, not {CONFIGURED}")
        level, minimum, capacity, mode, id_bits, index_bits = parts
        sizes = configured_number("minimum", minimum), configured_number("capacity", capacity)
        check_size(words, *sizes)
        parameters = Parameters(
            *sizes,
            configured_mode(mode),
            configured_number("id_bits", id_bits) or None,
            configured_number("index_bits", index_bits) or None,
        )
        program = Program(parameters, tuple(words))
        check_keys(program)
        return LEVELS[level], program
    except (ValueError, KeyError) as error:
        raise UsageError(
            f"{line[:80]!r} is not a program ({error}); a program starts with "
            "level,minimum,capacity,mode,id_bits,index_bits as in 'layout,4,4,iteration,32,32 add at:0'"
        ) from error


def configured_number(name: str, text: str) -> int:
    """A number of the first word.

    Raises:
        ValueError: it is none.
    """
    try:
        return decimal(text)
    except ValueError:
        raise ValueError(f"its {name}, {text[:40]!r}, is no number") from None


_NUMBER: Final = re.compile("-?[0-9]{1,40}")


def decimal(text: str) -> int:
    """A decimal number in ASCII digits, and nothing else that Python would take for one.

    Raises:
        ValueError: it is none.

    >>> decimal("-12")
    -12
    """
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no number")
    return int(text)


def configured_mode(text: str) -> Truncate:
    """The mode of the first word.

    Raises:
        ValueError: there is no such mode.
    """
    try:
        return Truncate(text)
    except ValueError:
        modes = ", ".join(mode.value for mode in Truncate)
        raise ValueError(f"its mode, {text!r}, is none of {modes}") from None


def check_size(words: Sequence[str], minimum: int, capacity: int) -> None:
    """Refuse what is beyond the limits of the protocol.

    Raises:
        ValueError: it is.
    """
    for what, size, most in (
        ("operations", len(words), MAX_OPERATIONS),
        ("as minimum", minimum, MOST_RESERVED),
        ("as capacity", capacity, MOST_RESERVED),
    ):
        if size > most:
            raise ValueError(f"{size} {what}, where {most} are allowed")


def check_keys(program: Program) -> None:
    """Refuse a key that names an insertion still to come."""
    added = 0
    for word in program.words:
        operation = decode(word)
        for key in (operation.key, operation.other):
            if isinstance(key, int) and not 0 <= key < added:
                before = f"only {added}" if added else "none"
                raise UsageError(f"{word!r} names insertion {key}, but {before} came before it")
        added += insertions(operation)


# --- Operations -----------------------------------------------------------------------------------------

MOST_EXTENDED: Final = 1_000
MOST_RESERVED: Final = 65_536
MOST_VALUE: Final = 1_000
_FORGED: Final = re.compile(r"#(-?[0-9]+)\.([0-9]+)")


class Operand(NamedTuple):
    """An operand of an operation: the field of `Operation` that holds it, and how it is read."""

    field: str
    read: Callable[[str], KeyName]


class OperandError(ValueError):
    """An operand that cannot be read; says why."""


def _key(text: str) -> KeyName:
    """A key's name: the number of an insertion, or ``#index.id``."""
    forged = _FORGED.fullmatch(text)
    try:
        return Key(int(forged[1]), int(forged[2])) if forged else decimal(text)
    except ValueError:
        raise OperandError(
            f"{text!r} names no key; write the number of an insertion, or #index.id"
        ) from None


def _number(least: int, most: int | None = None) -> Callable[[str], int]:
    """What reads a number within bounds."""

    def read(text: str) -> int:
        try:
            value = decimal(text)
        except ValueError as error:
            raise OperandError(str(error)) from None
        if value < least:
            raise OperandError(f"{value}, where {least} is the least")
        if most is not None and value > most:
            raise OperandError(f"{value}, where {most} is the most")
        return value

    return read


_KEY: Final = Operand("key", _key)
_VALUE: Final = Operand("value", _number(0, MOST_VALUE))

OPERANDS: Final[Mapping[str, tuple[Operand, ...]]] = {
    **dict.fromkeys(OPERATIONS, ()),
    **dict.fromkeys(KEY_OPERATIONS, (_KEY,)),
    "exchange": (_KEY, Operand("other", _key)),
    "replace": (_KEY, _VALUE),
    "at_mut": (_KEY, _VALUE),
    "each_mut": (_VALUE,),
    "extend": (Operand("count", _number(0, MOST_EXTENDED)),),
    "reserve": (Operand("count", _number(0, MOST_RESERVED)),),
    "retain": (Operand("modulus", _number(1)), Operand("residue", _number(0))),
}
"""The operands of every operation, in the order in which they are written. ``lend`` has those of what it tries."""


@lru_cache(maxsize=1 << 17)
def decode(word: str) -> Operation:
    """The operation behind a word.

    Raises:
        UsageError: no operation is written like that.

    >>> decode("at:#-1.0").key, decode("lend:extend:5").count
    (Key(index=-1, id=0), 5)
    """
    name, *texts = word.split(":")
    try:
        structural = texts.pop(0) if name == "lend" else ""
        if structural and structural not in STRUCTURAL:
            raise ValueError(structural)
        pairs = zip(OPERANDS[structural or name], texts, strict=True)
        operands: dict[str, Any] = {operand.field: operand.read(text) for operand, text in pairs}
        return Operation(name, structural=structural, **operands)
    except (ValueError, LookupError) as error:
        reason = f" ({error})" if isinstance(error, OperandError) else ""
        raise UsageError(
            f"{word!r} is no operation{reason}; see the table of operations in docs/port-protocol.md"
        ) from error


def encode(operation: Operation) -> str:
    """The word of an operation.

    >>> encode(Operation("exchange", 3, Key(7, 0)))
    'exchange:3:#7.0'
    """
    name, structural = operation.name, operation.structural
    operands = OPERANDS[structural or name]
    parts = [key_word(getattr(operation, operand.field)) for operand in operands]
    return ":".join([name, structural, *parts] if structural else [name, *parts])


def key_word(name: KeyName) -> str:
    """A key's name, or a number, as the protocol writes it."""
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
        case "contains" | "is_empty" | "replace":
            return "yes" if answer else "no"
        case "clear" | "shrink_to_fit" | "reload" | "each_mut":
            return "ok"
        case "reserve" if answer is None:
            return "ok"
    return _word(answer, level)


def _word(answer: object, level: Level) -> str:
    """An answer's word by its type."""
    match answer:
        case None:
            return "none"
        case Failure():
            return f"!{answer}"
        case Key(index, id_):
            return "ok" if level is Level.CONTRACT else f"{index}.{id_}"
        case Exchanged(pivot, other):
            return f"{pivot}/{_word(other, level)}"
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
