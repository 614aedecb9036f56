"""The words of answers (``docs/port-protocol.md``), as the model writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from zlib import crc32

from stablelist_conformance.wire.protocol import Level
from stablelist_spec.core.family import Answer, Family, Refusal
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import Abridged, Exchanged, Found, Paired, Pivot

__all__ = ["abridged", "encode_answer", "in_order", "list_word"]


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
        case Abridged(items):
            return abridged([_word(item, level) for item in items if item is not None])
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


def abridged(items: Sequence[str]) -> str:
    """A list of which only the length, both ends and a checksum are shown.

    >>> abridged(["0.0", "1.1"]), abridged([])
    ('2/0.0/1.1/1008480475', '0')
    """
    if not items:
        return "0"
    checksum = crc32(",".join(items).encode())
    return f"{len(items)}/{items[0]}/{items[-1]}/{checksum}"


def list_word(items: Iterable[str]) -> str:
    """A list as the protocol writes it."""
    return f"[{','.join(items)}]"
