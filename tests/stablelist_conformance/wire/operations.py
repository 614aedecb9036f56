"""The words of operations (``docs/port-protocol.md``), and the operations behind them.

`decode` is cached, because the same few thousand words come back millions of times.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Any, Final

from stablelist_conformance.wire.errors import UsageError
from stablelist_spec.core.family import Family, Operand, Type
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation

__all__ = [
    "MOST_WAYS",
    "abilities",
    "anchor",
    "called",
    "decimal",
    "decode",
    "encode",
    "key_word",
    "name_of",
    "on_second",
]

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
