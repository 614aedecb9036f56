"""Passes that make a failing program simpler, but not shorter: its insertions, numbers, keys and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from typing import Final, NamedTuple

from stablelist_conformance.shrinking.bulk import halves
from stablelist_conformance.shrinking.search import UNBOUNDED, Search, amount, distance
from stablelist_conformance.wire.operations import decode, encode, name_of
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.family import Family, Meaning, Type
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Configuration, KeyName, Near

__all__ = [
    "first_containers",
    "first_ways",
    "nearer_keys",
    "plainer",
    "ranked",
    "simpler_choices",
    "simpler_parameters",
    "smaller_numbers",
    "smaller_numbers_together",
]


class Number(NamedTuple):
    """A number in a program: its place, which of the operands there it is, and how small it may be."""

    place: int
    nth: int
    value: int
    least: int


# --- Simpler words --------------------------------------------------------------------------------


def first_containers(search: Search) -> None:
    """Do every operation on the first container, or exchange the two; otherwise as many as possible on the first."""
    family = search.family
    decoded = [decode(word, family) for word in search.words]
    second = {at: encode(each.to(1), family) for at, each in enumerate(decoded) if each.on > 1}
    exchanged = {at: encode(each.to(3 - each.on), family) for at, each in enumerate(decoded)}
    if second:
        search.attempt_all_or_each(second, exchanged)


def first_ways(search: Search) -> None:
    """Do every operation in the first way, if a port has several; otherwise as many as possible."""
    first = [in_first_way(word) for word in search.words]
    search.attempt_all_or_each({at: w for at, w in enumerate(first) if w != search.words[at]})


_OTHER_WAY: Final = re.compile("@[0-9]+")


def in_first_way(word: str) -> str:
    """The word without the numbers of ways.

    >>> in_first_way("lend@3:remove@2:5")
    'lend:remove:5'
    """
    return _OTHER_WAY.sub("", word)


def plainer(search: Search) -> None:
    """Replace whatever adds elements by the plainest operation that does."""
    for place, word in enumerate(search.words):
        if name_of(word) in search.family.growing[1:]:
            plain = plainest(word, search.family)
            if search.offers(plain):
                search.attempt_changed(search.words, {place: plain})


def plainest(word: str, family: Family) -> str:
    """The plainest operation that adds elements, with the operands of a word that are called so, or mean the same.

    >>> from stablelist_spec.families.pool import POOL
    >>> from stablelist_spec.families.sets import SET
    >>> plainest("extend:5", POOL), plainest("insert_range:5:9", SET)
    ('add', 'insert:5')
    """
    adding, plain = decode(word, family), family.least(family.growing[0])
    operands, shared = family.kinds[adding.name].operands, dict[str, object]()
    for each in family.kinds[plain.name].operands:
        named = [other for other in operands if other.name == each.name]
        alike = [other for other in operands if other.meaning is each.meaning is not Meaning.AMOUNT]
        for other in (named or alike)[:1]:
            if each.type is Type.KEY or each.allows(adding[other.name]):
                shared[each.name] = adding[other.name]
    return encode(plain.given(**shared).to(adding.on), family)


def smaller_numbers(search: Search) -> None:
    """Make each number as small as possible; the last one first, because that renumbers none before it."""
    for number in reversed(numbers_of(search)):
        lowered(search, [number])


def smaller_numbers_together(search: Search) -> None:
    """Make two or three numbers smaller by the same amount."""
    numbers = numbers_of(search)
    some = (several for count in (2, 3) for several in combinations(numbers, count))
    any(lowered(search, several) for several in some)


def ranked(search: Search) -> None:
    """Give values that can be compared the numbers 0, 1 and so on in their order, distinct ones first.

    What depends on their order alone stays as it is, and does not depend on ties any more.
    """
    found = [
        (value, place, nth)
        for place, word in enumerate(search.words)
        for nth, (operand, value) in enumerate(search.family.leaves(decode(word, search.family)))
        if operand.meaning is Meaning.VALUE and operand.type is Type.NUMBER
    ]
    equal = {value: rank for rank, value in enumerate(sorted({value for value, *_ in found}))}
    distinct = {(at, nth): rank for rank, (_, at, nth) in enumerate(sorted(found))}
    dense = {(at, nth): equal[value] for value, at, nth in found}
    any(attempt_numbers(search, ranks) for ranks in (distinct, dense))


def attempt_numbers(search: Search, numbers: Mapping[tuple[int, int], int]) -> bool:
    """Try the program with other numbers, by place and operand."""
    words = list(search.words)
    for place in {place for place, _ in numbers}:
        operation = decode(words[place], search.family)
        given = [
            operand.near(numbers[place, nth]) if (place, nth) in numbers else value
            for nth, (operand, value) in enumerate(search.family.leaves(operation))
        ]
        words[place] = encode(search.family.with_leaves(operation, given), search.family)
    return search.attempt_words(words)


def numbers_of(search: Search) -> list[Number]:
    """All numbers of a program that can be smaller, including its keys."""
    return [
        Number(place, nth, rank, operand.least)
        for place, word in enumerate(search.words)
        for nth, (operand, value) in enumerate(search.family.leaves(decode(word, search.family)))
        if not isinstance(value, Near | Key) and (rank := operand.rank(value)) > operand.least
    ]


def lowered(search: Search, numbers: Sequence[Number]) -> bool:
    """Lower some numbers by the same amount, as far as possible, by bisection; return whether that helped.

    The two smallest are tried first, since what fails for odd numbers only is missed by halves.
    """
    words = search.words
    low, high = 0, min(number.value - number.least for number in numbers)
    if any(attempt_lower(search, words, numbers, each) for each in (high, high - 1) if each):
        return True
    while high - low > 1:
        middle = (low + high) // 2
        lower = attempt_lower(search, words, numbers, middle)
        low, high = (middle, high) if lower else (low, middle)
    return low > 0


def attempt_lower(
    search: Search, words: Sequence[str], numbers: Sequence[Number], amount: int
) -> bool:
    """Try some words with smaller numbers."""
    changed: dict[int, str] = {}
    for place, nth, value, _ in numbers:
        operation = decode(changed.get(place, words[place]), search.family)
        leaves = [*search.family.leaves(operation)]
        given = [each for _, each in leaves]
        given[nth] = leaves[nth][0].near(value - amount)
        changed[place] = encode(search.family.with_leaves(operation, given), search.family)
    return search.attempt_changed(words, changed)


def nearer_keys(search: Search) -> None:
    """Make each forged key as near to an issued one as possible."""
    for place, word in enumerate(search.words):
        for nth in range(len(search.family.keys_of(decode(word, search.family)))):
            any(
                search.attempt_changed(search.words, {place: candidate})
                for candidate in nearer(word, nth, search.family)
                if search.offers(candidate)
            )


def nearer(word: str, nth: int, family: Family) -> Iterator[str]:
    """The word with an issued key instead of its nth, forged one, or with smaller distances in it, the least first.

    >>> from stablelist_spec.families.pool import POOL
    >>> list(nearer("at:3~0.-4", 0, POOL))
    ['at:3', 'at:3~0.1', 'at:3~0.-1', 'at:3~0.2', 'at:3~0.-2', 'at:3~0.4']
    """
    operation = decode(word, family)
    keys = family.keys_of(operation)
    forged: KeyName = keys[nth]
    if not isinstance(forged, Near | Key):
        return
    names: list[KeyName] = [forged.number] if isinstance(forged, Near) else []
    names += (forged._replace(index=index) for index in nearer_zero(forged.index))
    ids = (id_ for id_ in nearer_zero(forged.id) if id_ >= 0 or isinstance(forged, Near))
    names += (forged._replace(id=id_) for id_ in ids)
    for each in names:
        if not (isinstance(each, Near) and each.index == each.id == 0):
            yield encode(family.with_keys(operation, [*keys[:nth], each, *keys[nth + 1 :]]), family)


def nearer_zero(number: int) -> Iterator[int]:
    """Zero, and the powers of two that are nearer to zero than a number, with both signs."""
    if number:
        yield 0
    for exponent in range(abs(number).bit_length()):
        yield from (n for n in (1 << exponent, -1 << exponent) if distance(n) < distance(number))


# --- Simpler parameters ---------------------------------------------------------------------------


def simpler_parameters(search: Search) -> None:
    """Give all parameters the simplest values, then each that the port is told, or else smaller values."""
    search.attempt(search.program._replace(parameters=search.simplest))
    for name in search.chosen:
        choices = list(simpler_choices(search, name))
        any(search.attempt(search.program._replace(parameters=choice)) for choice in choices)


def simpler_choices(search: Search, name: str) -> Iterator[Configuration]:
    """The parameters with another value of one of them, the simplest first; then narrower widths or smaller numbers."""
    for value in simpler_values(search, name):
        with suppress(ValueError):
            yield replace(search.program.parameters, **{name: value})


def simpler_values(search: Search, name: str) -> Iterator[object]:
    """Values of a parameter, the simplest first."""
    value, simplest = getattr(search.program.parameters, name), getattr(search.simplest, name)
    declared = dict(search.target.handshake.options).get(name, ())
    if value != simplest:
        yield simplest
    if isinstance(value, int):
        yield from sorted(each for each in declared if isinstance(each, int) and each < value)
    if isinstance(getattr(search.target.handshake, name, None), Widths):
        yield from range(1, min(amount(value), UNBOUNDED - 1))
    elif isinstance(value, int):
        least = simplest if isinstance(simplest, int) else 1
        yield from (value - more for more in halves(value - least, 1))
