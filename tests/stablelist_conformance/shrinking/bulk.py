"""Condensing: replace many words of a program by one, if the port offers such operations.

The replacement need not have the same effect. The shorter program is kept only if it fails as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from stablelist_conformance.programs.renumbering import insertion_numbers, live_keys
from stablelist_conformance.wire.operations import encode
from stablelist_spec.core.family import MODULUS, Family, Role
from stablelist_spec.core.operation import Operation

__all__ = [
    "Offers",
    "halves",
    "insertions_at_once",
    "keeping",
    "near_powers",
    "removals_at_once",
    "runs",
    "stretches",
]

Offers = Callable[[str], bool]
"""Whether the port can be sent a word."""


def insertions_at_once(count: int, family: Family, offers: Offers) -> Iterator[str]:
    """The fewest words by which the port can insert *number* elements.

    >>> from stablelist_spec.families.pool import POOL
    >>> list(insertions_at_once(2_300, POOL, lambda word: True))
    ['extend:1000', 'extend:1000', 'extend:300']
    >>> list(insertions_at_once(2, POOL, lambda word: word == "add"))
    ['add', 'add']
    """
    for name in sorted(family.inserting):
        for operand in family.kinds[name].operands:
            if operand.counts and offers(encode(family.least(name, number=1), family)):
                most = operand.most or count
                for before in range(0, count, most):
                    some = family.least(name).given(**{operand.name: min(most, count - before)})
                    yield encode(some, family)
                return
    plain = encode(family.least(family.plain, number=1), family) if family.plain else ""
    yield from [plain] * count


def removals_at_once(words: Sequence[str], family: Family, offers: Offers) -> Iterator[str]:
    """Words that remove several elements at once, as candidates to replace the removals at the end of these words.

    >>> from stablelist_spec.families.pool import POOL
    >>> words = ["extend:3", "remove:1", "remove:2"]
    >>> list(removals_at_once(words, POOL, lambda word: word.startswith(("clear", "retain"))))
    ['clear', 'retain:1:1', 'retain:3:0', 'retain:3:2', 'retain:2:0', 'retain:2:1']
    """
    for name, kind in family.kinds.items():
        if kind.role is Role.RESET and not kind.operands:
            yield from filter(offers, [encode(Operation(name), family)])
    inserted = insertion_numbers(words, family)[-1]
    for modulus, residue in remainders(inserted, live_keys(words, family)):
        yield from keeping(modulus, residue, family, offers)


def keeping(modulus: int, residue: int, family: Family, offers: Offers) -> Iterator[str]:
    """The words that keep only the elements with a remainder, if the port offers them.

    >>> from stablelist_spec.families.pool import POOL
    >>> list(keeping(5, 4, POOL, lambda word: True))
    ['retain:5:4', 'each_removing:5:4']
    """
    for name, kind in family.kinds.items():
        if kind.role is Role.SHRINK and MODULUS in kind.operands:
            word = encode(Operation(name, modulus=modulus, residue=residue), family)
            yield from filter(offers, [word])


def remainders(inserted: int, live: Sequence[int]) -> dict[tuple[int, int], None]:
    """The remainders of elements that are kept: none, one element, or one of every few."""
    none, whole = (1, 1), max(1, inserted)
    one = [(whole, number) for number in (*live[:2], *live[-2:], 0, whole - 1)]
    every = (2, 3, 4, 8, 16, whole // 8, whole // 4, whole // 2, whole - 1)
    few = [(m, residue) for m in every if 1 < m < whole for residue in (0, 1, m - 1)]
    return dict.fromkeys((none, *one, *few))


def near_powers(most: int) -> Iterator[int]:
    """The powers of two up to a number, each with its neighbours, the largest first.

    >>> list(near_powers(9))
    [9, 8, 7, 5, 4, 3, 3, 2, 1]
    """
    for exponent in range(most.bit_length() - 1, 0, -1):
        near = ((1 << exponent) + 1, 1 << exponent, (1 << exponent) - 1)
        yield from (number for number in near if number <= most)


def runs(words: Sequence[str], belongs: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """The start and end of each maximal run of two or more matching words, the last run first.

    >>> list(runs(["add", "add", "len", "add", "at:0", "add", "add"], lambda word: word == "add"))
    [(5, 7), (0, 2)]
    """
    end = len(words)
    for place in range(len(words) - 1, -2, -1):
        if place < 0 or not belongs(words[place]):
            if end - place > 2:
                yield place + 1, end
            end = place


def halves(size: int, least: int) -> Iterator[int]:
    """A size, its half, its quarter and so on."""
    while size >= least:
        yield size
        size //= 2


def stretches(length: int, size: int) -> Iterator[tuple[int, int]]:
    """The start and end of stretches of a size. The last comes first, because changing it moves none of the others."""
    for end in range(length, 0, -size):
        yield max(0, end - size), end
