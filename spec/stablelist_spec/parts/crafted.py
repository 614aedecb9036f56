"""Crafted programs about a key, for any pool with cells."""

from __future__ import annotations

from typing import Final

__all__ = ["ABOUT_A_KEY", "ABOUT_A_SLOT", "BOUNDED", "TWO_AT_ONCE", "about_an_entry"]

ABOUT_A_KEY: Final = (
    # a key that truncation cut off, then reused; one that is vacant, then untouched
    "cost id_bits=8 index_bits=8 : extend:5 remove:4 ?:4 add ?:4 remove:0 ?:0 clear ?:1 layout",
    # one-bit ids: a retired key that resolves again
    "cost id_bits=1 index_bits=8 : add remove:0 add remove:1 add ?:0 len each layout cost",
    # a view of no element, of elements before the pivot, of elements after it
    "cost id_bits=8 index_bits=8 : add ?:0 add add ?:1 each layout cost",
    # forged keys by kind
    (
        "cost id_bits=8 index_bits=8 : add*3 remove:1 ?:#-1.0 ?:#-4.0 ?:#0.7 ?:#1.1 ?:#3.3 ?:#9.0 ?:#256.0 ?:#0.256 "
        "?:#258.1 ?:#4294967296.0 ?:#9007199254740991.0 len ?:#2.2 each ?:2 layout"
    ),
)
"""Programs for every operation on a key, which replaces the question mark."""

TWO_AT_ONCE: Final = (
    # both live, one of them, neither, the same twice
    (
        "cost id_bits=8 index_bits=8 : add*6 remove_many:1:0 remove_many:1:2 remove_many:3:0 remove_many:4:4 "
        "remove_many:0:1 each add*4 layout cost"
    ),
    # the first truncates, or the second; a key whose position the first has cut off
    "cost id_bits=8 index_bits=8 : add*5 remove_many:4:0 layout cost add*4 remove_many:1:8 layout cost add*5 each",
    (
        "cost truncate=memory id_bits=8 index_bits=8 : add*9 remove:4..6 remove_many:8:7 layout cost "
        "remove_many:8:3 cost"
    ),
    # refused while an element is lent, also if neither key is live
    "cost id_bits=8 index_bits=8 : add add lend:remove_many:0:1 remove:0 lend:remove_many:0:0 layout",
    # one-bit ids: a retired key that resolves again
    "cost id_bits=1 index_bits=8 : add remove:0 add remove:1 add add remove_many:0:3 len layout cost",
)
"""Programs for the removal of two keys at once."""

BOUNDED: Final = (
    # every way to insert, and making room, up to the maximum and beyond it
    (
        "cost id_bits=8 index_bits=8 maximum=5 : add*5 layout add insert_with extend:1 extend:0 reserve:1 reserve:0 "
        "at:5 len layout cost remove:2 insert_with add layout cost each"
    ),
    "cost id_bits=8 index_bits=8 maximum=3 : extend:4 extend:3 reserve:1 clear reserve:3 reserve:4 extend:3 layout",
    # a maximum within the first partition, at a doubling, above the index range
    "cost id_bits=8 index_bits=8 maximum=1 : add add remove:0 add add each layout cost",
    "cost capacity=16 id_bits=8 index_bits=8 maximum=8 : add*9 reserve:9 remove:0..3 extend:5 extend:4 layout cost",
    "cost id_bits=8 index_bits=3 maximum=9 : add*9 extend:1 reserve:1 layout cost",
    # a saved and loaded list has the same maximum
    "cost id_bits=8 index_bits=8 maximum=2 : extend:2 reload add remove:0 add add layout",
)
"""Programs for a list that holds no more elements than its user allows."""

ABOUT_A_SLOT: Final = (
    # a key that is vacant, reused, and resolves again when the versions of its slot have started over
    "cost capacity=0 id_bits=1 : add ?:0 remove:0 ?:0 add ?:0 remove:1 ?:0 len each layout cost",
    "cost capacity=0 id_bits=2 : add add remove:0 ?:0 add ?:0 remove:2 add ?:0 remove:3 add ?:0 ?:2 layout cost",
    # forged keys by kind
    (
        "cost capacity=0 id_bits=8 : add*3 remove:1 ?:#-1.0 ?:#-4.0 ?:#0.7 ?:#0.0 ?:#1.7 ?:#1.0 ?:#1.1 ?:#2.0 ?:#2.1 "
        "?:#9.0 ?:#4294967296.0 ?:#9007199254740991.0 len each ?:2 layout"
    ),
    # full, with and without a vacancy
    (
        "cost capacity=2 id_bits=3 : add*2 add insert_with reserve:1 reserve:0 remove:0 reserve:2 reserve:1 "
        "insert_with len layout"
    ),
    # many slots, vacancies among them
    (
        "cost capacity=0 id_bits=8 : add*70 remove:3 remove:60 remove:69 remove:4..9 layout each insert_with*12 "
        "layout each cost"
    ),
    # everything is removed, or some of it
    (
        "cost capacity=0 id_bits=2 : retain:1:0 drain clear add*6 retain:2:0 layout add*4 retain:1:0 retain:2:1 "
        "each layout"
    ),
    (
        "cost capacity=0 id_bits=3 : add*5 remove:1 clear layout add*3 drain layout add*6 each keys retain:1:1 "
        "layout cost"
    ),
)
"""Programs for a relative with a version for each slot, and a sentinel."""


def about_an_entry(roomy: str, two: str) -> tuple[str, ...]:
    """Programs for a relative with a generation for each entry, and without operations on everything.

    Args:
        roomy: the option with which it holds some hundred elements.
        two: the option with which it holds two.
    """
    return (
        # a key that is vacant, reused, and resolves again when the generations of its entry have started over
        f"cost {roomy} id_bits=1 : add ?:0 remove:0 ?:0 add ?:0 remove:1 add ?:0 ?:2 len each layout cost",
        (
            f"cost {roomy} id_bits=2 : add add remove:0 ?:0 add remove:2 add remove:3 add remove:4 add ?:0 ?:5 "
            "layout cost"
        ),
        # forged keys by kind
        (
            f"cost {roomy} id_bits=8 : add*3 remove:1 ?:#-1.0 ?:#-4.0 ?:#0.7 ?:#1.1 ?:#1.0 ?:#0.0 ?:#2.0 ?:#3.0 "
            "?:#9.0 ?:#4294967296.0 ?:#9007199254740991.0 len each ?:2 layout"
        ),
        # full, with and without a vacancy
        f"cost {two} id_bits=3 : add*2 add remove:0 add add len layout",
        # many elements, vacancies among them
        (
            f"cost {roomy} id_bits=8 : add*70 remove:3 remove:60 remove:69 remove:4..9 layout each add*12 layout each "
            "cost"
        ),
    )
