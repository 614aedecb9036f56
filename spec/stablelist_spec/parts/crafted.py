"""Crafted programs about a key, for any pool whose elements live in cells."""

from __future__ import annotations

from typing import Final

__all__ = ["ABOUT_A_KEY"]

ABOUT_A_KEY: Final = (
    # a key that truncation cut off, then reused; one that is vacant, then untouched
    "cost,4,0,iteration,8,8 extend:5 remove:4 ?:4 add ?:4 remove:0 ?:0 clear ?:1 layout",
    # one-bit ids: a retired key that resolves again
    "cost,4,0,iteration,1,8 add remove:0 add remove:1 add ?:0 len each layout cost",
    # a view of none, of what is before the pivot, of what is behind it
    "cost,4,0,iteration,8,8 add ?:0 add add ?:1 each layout cost",
    # forged keys by kind
    (
        "cost,4,0,iteration,8,8 add*3 remove:1 ?:#-1.0 ?:#-4.0 ?:#0.7 ?:#1.1 ?:#3.3 ?:#9.0 ?:#256.0 ?:#0.256 ?:#258.1 "
        "?:#4294967296.0 ?:#9007199254740991.0 len ?:#2.2 each ?:2 layout"
    ),
)
"""Programs for every operation on a key, which stands in place of the question mark."""
