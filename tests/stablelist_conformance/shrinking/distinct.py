"""A pass that tells elements apart: those that a failing program adds get distinct values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stablelist_conformance.shrinking.search import Search
from stablelist_conformance.wire.operations import decode, encode, name_of
from stablelist_spec.core.family import Family, Meaning, Role

__all__ = ["distinct_values"]


def distinct_values(search: Search) -> None:
    """Give the elements that are added distinct values, as far as the program then still fails.

    The numbers are as small before. But of elements that are all 0, nobody sees which one went where.
    """
    family, words = search.family, search.words
    changed = dict(told_apart(words, family))
    if changed and not search.attempt_as_small(changed):
        for place, word in changed.items():
            if adds(word, family):
                search.attempt_as_small({place: word})


def told_apart(words: Sequence[str], family: Family) -> Iterator[tuple[int, str]]:
    """The words whose values change if elements are numbered as they are added.

    What is asked for becomes the first element that had its value.

    >>> from stablelist_spec.families.sequence import SEQUENCE
    >>> dict(told_apart(("push:0", "extend:2:0", "push:0", "get:0", "index_of:0"), SEQUENCE))
    {1: 'extend:2:1', 2: 'push:3'}
    """
    number, first = 0, dict[object, int]()
    for place, word in enumerate(words):
        operation, added = decode(word, family), adds(word, family)
        values = [
            value
            if operand.meaning is not Meaning.VALUE
            else operand.near(number if added else first.get(value, value))
            for operand, value in family.leaves(operation)
        ]
        for operand, value in family.leaves(operation):
            if operand.meaning is Meaning.VALUE:
                first.setdefault(value, number)
        number += family.kinds[operation.name].added(operation) if added else 0
        changed = encode(family.with_leaves(operation, values), family)
        if changed != word:
            yield place, changed


def adds(word: str, family: Family) -> bool:
    """Whether a word adds elements, or replaces some, by a value that it gives."""
    kind = family.kinds[name_of(word)]
    given = any(operand.meaning is Meaning.VALUE for operand in kind.operands)
    return given and kind.role in (Role.GROW, Role.REPLACE)
