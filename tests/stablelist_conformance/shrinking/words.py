"""Passes that make a failing program shorter: they leave words out, or replace many words by one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, takewhile
from typing import Final

from stablelist_conformance.programs.renumbering import (
    REMEMBERED,
    insertion_numbers,
    insertions,
    live_keys,
    renumbered,
    with_heads,
)
from stablelist_conformance.shrinking.bulk import (
    halves,
    insertions_at_once,
    keeping,
    near_powers,
    removals_at_once,
    runs,
    stretches,
)
from stablelist_conformance.shrinking.search import Search
from stablelist_conformance.shrinking.values import simpler_choices
from stablelist_conformance.wire.operations import decode, name_of
from stablelist_spec.core.family import Family, Meaning
from stablelist_spec.core.operation import Configuration, Operation

__all__ = [
    "begun_small",
    "inserting_at_once",
    "rebuilt",
    "removing_at_once",
    "shorter_and_simpler",
    "turned_from_the_first",
    "turning_at_once",
    "without_any_two",
    "without_kinds",
    "without_large_chunks",
    "without_members",
    "without_second",
    "without_small_chunks",
]

LARGE: Final = 64
"""The smallest chunks that the first pass leaves out, as a fraction of the program."""
FEW: Final = 40
"""The longest program of which any two words, and any stretch, are left out."""
LONG: Final = 200
"""The longest program that is tried with other parameters and without any stretch."""
SHORT: Final = 6
"""The shortest program that is rebuilt has more words than this."""
LAST: Final = 3
"""How many words at the end stay when a program is rebuilt."""
FIRST: Final = 3
"""The exponent of the power of two that a rebuilt program's insertions exceed."""
SHARE: Final = 6
"""Rebuilding takes at most one part of the time out of this many."""
GROWN: Final = 4
"""A program is rebuilt with up to this many times its insertions."""


# --- Words left out -------------------------------------------------------------------------------


def without_second(search: Search) -> None:
    """Leave out the second container, except for the last operation of the program, which fails."""
    both = search.family.both
    search.attempt_without(
        at for at, operation in enumerate(search.program.operations[:-1])
        if operation.on > 1 or operation.name in both
    )  # fmt: skip


def without_kinds(search: Search) -> None:
    """Leave out all operations of one kind, except the last operation of the program, which fails."""
    for name in search.family.kinds:
        words = search.words[:-1]
        search.attempt_without(at for at, w in enumerate(words) if name_of(w) == name)


def without_large_chunks(search: Search) -> None:
    """Leave out halves, quarters and so on."""
    without_chunks(search, max(1, len(search.words) // LARGE))


def without_small_chunks(search: Search) -> None:
    """Leave out ever smaller chunks, down to single words."""
    without_chunks(search, 1)


def without_chunks(search: Search, least: int) -> None:
    """Leave out chunks of half the program, then of a quarter, and so on."""
    for size in halves(len(search.words) // 2, least):
        for start, end in stretches(len(search.words), size):
            search.attempt_without(range(start, end))


def without_members(search: Search) -> None:
    """Leave out all operations on some of the elements that the caller named, then on single ones."""
    named = [members(word, search.family) for word in search.words[:-1]]
    every = [*dict.fromkeys(member for each in named for member in each)]
    for size in halves(len(every) // 2, 1):
        for start, end in stretches(len(every), size):
            some = {*every[start:end]}
            words = enumerate(search.words[:-1])
            search.attempt_without(at for at, w in words if some & members(w, search.family))


@lru_cache(REMEMBERED)
def members(word: str, family: Family) -> frozenset[int]:
    """The elements that a word names by names of the caller's.

    >>> from stablelist_spec.families.heap import HEAP
    >>> members("put:5:7", HEAP), members("pop", HEAP)
    (frozenset({5}), frozenset())
    """
    leaves = family.leaves(decode(word, family))
    return frozenset(value for operand, value in leaves if operand.meaning is Meaning.MEMBER)


def without_any_two(search: Search) -> None:
    """Leave out any stretch of a short program, or any two words."""
    total = len(search.words)
    if total > FEW:
        return
    any(
        search.attempt_without(range(start, end))
        for start, end in combinations(range(total + 1), 2)
    ) or any(search.attempt_without(pair) for pair in combinations(range(total), 2))


# --- Many operations in one word ------------------------------------------------------------------


def inserting_at_once(search: Search) -> None:
    """Insert all elements of a stretch at its beginning, at once."""
    total = len(search.words)
    for size in halves(total, max(2, total // LARGE)):
        for start, end in stretches(len(search.words), size):
            insert_at_once(search, start, end)
    for start, end in runs(search.words, lambda word: insertions(word, search.family) > 0):
        insert_at_once(search, start, end)


def insert_at_once(search: Search, start: int, end: int) -> None:
    """Insert all elements of a stretch at its beginning. Every key keeps its number."""
    words, family = search.words, search.family
    stretch = words[start:end]
    count = sum(insertions(word, family) for word in stretch)
    several = insertions_at_once(count, family, search.offers)
    others = (word for word in stretch if not insertions(word, family))
    search.attempt_words((*words[:start], *several, *others, *words[end:]))


def removing_at_once(search: Search) -> None:
    """Remove at once the elements that a run of words removes, or all of them except the last."""
    removing = search.family.shrinking | search.family.resetting
    for start, end in runs(search.words, lambda word: name_of(word) in removing):
        any(remove_at_once(search, start, last) for last in (end, end - 1) if last - start > 1)


def remove_at_once(search: Search, start: int, end: int) -> bool:
    """Replace the removals of a stretch by one word, which may remove other elements."""
    words = search.words
    return any(
        search.attempt_words((*words[:start], word, *words[end:]))
        for word in removals_at_once(words[:end], search.family, search.offers)
    )


def turned_from_the_first(search: Search) -> None:
    """Replace all words from the first loop on, but the last one or two, by as many turns at once.

    A program with many turns takes long, so this is tried before any other candidate.
    """
    turning, total = loops(search), len(search.words)
    if turning:
        any(turn_at_once(search, turning[0], end) for end in (total - 1, total - 2))


def turning_at_once(search: Search) -> None:
    """Replace a stretch by as many turns at once, if there is a loop or the program is long; of a short one, any."""
    long = len(search.words) > FEW and search.offers(turns_in_a_word(2))
    if not (long or loops(search)):
        return
    total = len(search.words)
    for size in halves(total, max(2, total // LARGE)):
        for start, end in stretches(len(search.words), size):
            turn_at_once(search, start, end)
    total = len(search.words)
    if total <= FEW:
        sizes = range(total - 1, 1, -1)
        every = ((start, start + size) for size in sizes for start in range(total - size))
        any(turn_at_once(search, *stretch) for stretch in every)


def loops(search: Search) -> list[int]:
    """The places of the words that turn many times."""
    return [at for at, word in enumerate(search.words) if name_of(word) == "cycle"]


def turn_at_once(search: Search, start: int, end: int) -> bool:
    """Replace the insertions of a stretch, and whatever else there is, by as many turns at once."""
    words, operations = search.words, search.program.operations
    places = [at for at in range(start, end) if insertions(words[at], search.family)]
    turns = sum(turns_of(operations[at], search.family) for at in places)
    if len(places) < 1 or end == len(words):
        return False
    turned = [(places[-1], turns_in_a_word(turns))]
    kept = [(at, words[at]) for at in range(len(words)) if not start <= at < end]
    return search.attempt_words(renumbered(words, sorted(kept + turned), search.family))


def turns_in_a_word(turns: int) -> str:
    """The word for so many turns."""
    return f"cycle:{turns}"


def turns_of(operation: Operation, family: Family) -> int:
    """How many turns an insertion is worth."""
    turns: int = operation["count"] if operation.name == "cycle" else family.insertions(operation)
    return turns


def begun_small(search: Search) -> None:
    """Insert as few elements as necessary at once, keep all, one or none, and go on with the last few words.

    A program with few elements runs quickly, so this is tried before any long candidate.
    """
    if may_rebuild(search):
        half = insertion_numbers(search.words, search.family)[-1] // 2
        exponents = range(FIRST, half.bit_length())
        quick = takewhile(lambda _: search.elapsed < search.seconds / SHARE, exponents)
        any(begun_with(search, (1 << exponent) + 1) for exponent in quick)


def begun_with(search: Search, count: int) -> bool:
    """Begin with *number* insertions."""
    words, family = search.words, search.family
    numbers = insertion_numbers(words, family)
    several = tuple(insertions_at_once(count, family, search.offers))
    youngest, none = (count, count - 1), (1, 1)
    fewer = (word for kept in (youngest, none) for word in keeping(*kept, family, search.offers))
    return any(
        search.attempt(search.program._replace(parameters=search.simplest, words=begun))
        for start in (several, *((*several, word) for word in fewer))
        for place in (len(words) - 1, len(words) - 2)
        for begun in with_heads(start, words[place:], numbers[place], family)
    )


def may_rebuild(search: Search) -> bool:
    """Whether a program is long enough to be rebuilt, and the port inserts several at once."""
    one_word = len([*insertions_at_once(2, search.family, search.offers)]) == 1
    return one_word and len(search.words) > SHORT


def rebuilt(search: Search) -> None:
    """Replace all but the last few words by inserting many elements and removing some of them, at once."""
    if may_rebuild(search):
        any(rebuilt_before(search, len(search.words) - last) for last in range(1, LAST + 1))


def rebuilt_before(search: Search, place: int) -> bool:
    """Replace the words before a place, with as many insertions as there, or about a power of two."""
    head, tail, family = search.words[:place], search.words[place:], search.family
    inserted, live = insertion_numbers(head, family)[-1], len(live_keys(head, family))
    counts = dict.fromkeys((inserted, live, *near_powers(GROWN * inserted)))
    starts = (start for count in counts if count for start in beginnings(search, count))
    return any(
        search.attempt(search.program._replace(parameters=parameters, words=words))
        for start in starts
        for words in with_heads(start, tail, inserted, family)
        for parameters in (search.simplest, search.program.parameters)
    )


def beginnings(search: Search, count: int) -> Iterator[tuple[str, ...]]:
    """Words that insert *number* elements; all but the first variant also remove some of them."""
    several = tuple(insertions_at_once(count, search.family, search.offers))
    yield several
    for removal in removals_at_once(several, search.family, search.offers):
        yield *several, removal


# --- Other parameters ----------------------------------------------------------------------------


def shorter_and_simpler(search: Search) -> None:
    """Leave out a stretch and simplify a parameter, as far as it goes or by one: a smaller container needs less."""
    if len(search.words) > LONG:
        return
    simpler = ([*simpler_choices(search, name)] for name in search.chosen)
    ends = [choice for choices in simpler for choice in (*choices[:1], *choices[-1:])]
    any(
        attempt_shorter(search, choice)
        for choice in dict.fromkeys([search.simplest, *ends])
        if choice != search.program.parameters
    )


def attempt_shorter(search: Search, parameters: Configuration) -> bool:
    """Try the program with other parameters and without a stretch of any length, the longest first."""
    words, total = search.words, len(search.words)
    for size in range(total - 1, 0, -1):
        for start, end in stretches(total, size):
            kept = [(at, words[at]) for at in (*range(start), *range(end, total))]
            shorter = tuple(renumbered(words, kept, search.family))
            if search.attempt(search.program._replace(parameters=parameters, words=shorter)):
                return True
    return False
