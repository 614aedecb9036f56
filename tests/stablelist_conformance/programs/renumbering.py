"""Renumbering: adjusts the words of a program when some of them are left out or changed.

Keys are named by the number of their insertion, so a program with fewer insertions names its keys by other numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from stablelist_conformance.wire.operations import anchor, decode, encode
from stablelist_spec.core.drawing import drawn
from stablelist_spec.core.family import MODULUS, Family, Role
from stablelist_spec.core.operation import KeyName, Near, Operation

__all__ = [
    "REMEMBERED",
    "insertion_numbers",
    "insertions",
    "live_keys",
    "named",
    "renumbered",
    "with_head",
    "with_heads",
]

REMEMBERED: Final = 1 << 17
"""The size of the caches of words; all candidates of a long program have nearly the same words."""


@lru_cache(REMEMBERED)
def insertions(word: str, family: Family) -> int:
    """How many insertions a word makes."""
    return family.insertions(decode(word, family))


@lru_cache(REMEMBERED)
def named(word: str, family: Family) -> tuple[int, ...]:
    """The insertions by which a word names its keys."""
    operation = decode(word, family)
    keys = map(anchor, family.keys_of(operation))
    return tuple(number for number in keys if number is not None)


@lru_cache(REMEMBERED)
def naming(word: str, numbers: tuple[int, ...], family: Family) -> str:
    """The word with the insertions that it names replaced by others.

    >>> from stablelist_spec.families.pool import POOL
    >>> naming("exchange:5:7", (3, 4), POOL), naming("exchange:#1.1:7~0.8", (4,), POOL)
    ('exchange:3:4', 'exchange:#1.1:4~0.8')
    """
    operation, given = decode(word, family), iter(numbers)
    keys = [anchored(key, given) for key in family.keys_of(operation)]
    return encode(family.with_keys(operation, keys), family)


def anchored(name: KeyName, given: Iterator[int]) -> KeyName:
    """The key with its insertion replaced by the next of the given ones; a forged key may have none."""
    if isinstance(name, Near):
        return name._replace(number=next(given))
    return next(given) if isinstance(name, int) else name


def insertion_numbers(words: Iterable[str], family: Family) -> list[int]:
    """For every place, and for the end, the number of insertions before it."""
    return list(accumulate((insertions(word, family) for word in words), initial=0))


def renumbered(
    words: Sequence[str], kept: Iterable[tuple[int, str]], family: Family
) -> Iterator[str]:
    """The words at the kept places, or their replacements, with keys renumbered to the remaining insertions.

    A word whose key no longer exists is left out, and so are the insertions that it makes: an edge has keys, and is
    one. If a replacement inserts less, its last insertion stands for the missing ones.
    """
    numbers = insertion_numbers(words, family)
    renamed: dict[int, int] = {}
    inserted = 0
    for place, word in kept:
        keys = named(word, family)
        if not all(key in renamed for key in keys):
            continue
        new = tuple(renamed[key] for key in keys)
        yield word if new == keys else naming(word, new, family)
        count = insertions(word, family)
        for offset in range(numbers[place + 1] - numbers[place] if count else 0):
            renamed[numbers[place] + offset] = inserted + min(offset, count - 1)
        inserted += count


def with_head(
    head: Sequence[str], words: Iterable[str], inserted: int, family: Family
) -> tuple[str, ...]:
    """Words that followed some insertions, put after another head, whose last insertion stands for missing ones.

    >>> from stablelist_spec.families.pool import POOL
    >>> with_head(["extend:3"], ["add", "remove:9", "remove:10"], 10, POOL)
    ('extend:3', 'add', 'remove:2', 'remove:3')
    """
    count = insertion_numbers(head, family)[-1]
    others = [
        naming(
            word,
            tuple(
                min(number, count - 1) if number < inserted else number - inserted + count
                for number in named(word, family)
            ),
            family,
        )
        for word in words
    ]
    return (*head, *others)


def with_heads(
    head: Sequence[str], words: Sequence[str], inserted: int, family: Family
) -> Iterator[tuple[str, ...]]:
    """The words put after another head; if the head leaves one element, also the words about that one.

    >>> from stablelist_spec.families.pool import POOL
    >>> list(with_heads(["extend:9", "retain:9:5"], ["remove:7"], 8, POOL))
    [('extend:9', 'retain:9:5', 'remove:7'), ('extend:9', 'retain:9:5', 'remove:5')]
    """
    yield with_head(head, words, inserted, family)
    if len(live := live_keys(head, family)) == 1:
        yield (*head, *(naming(word, (*live, *live), family) for word in words))


def retired_by(operation: Operation, inserted: int) -> Iterator[int]:
    """The insertions whose elements a loop removes, of so many."""
    if operation.name == "cycle":
        yield inserted - 1
    if operation.name == "thin":
        yield from drawn(operation["seed"], operation["count"], inserted)


def live_keys(words: Iterable[str], family: Family) -> list[int]:
    """The insertions whose elements are live after these words, if none was refused and no element was changed."""
    live: dict[int, None] = {}
    inserted = 0
    for word in words:
        operation, count = decode(word, family), insertions(word, family)
        live |= dict.fromkeys(range(inserted, inserted + count))
        inserted += count
        kind = family.kinds[operation.name]
        if kind.loops:
            for number in retired_by(operation, inserted):
                live.pop(number, None)
        elif kind.role is Role.RESET:
            live.clear()
        elif kind.role is Role.SHRINK and MODULUS in kind.operands:
            live = {n: None for n in live if n % operation["modulus"] == operation["residue"]}
        elif kind.role is Role.SHRINK:
            for key in family.keys_of(operation):
                live.pop(key, None)  # a forged key is not among them
    return list(live)
