"""Each two elements of a pool once; the native twin is in impl/native/pairs.c.

The elements are lent until the iterator ends or is dropped. What replaces an element meanwhile is shown from then on.
(5.5; R12, R14, R15)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, final

from .compiled import native
from .lending import Loan, lent
from .pool import Pool

__all__ = ["Pairs"]


@native
@final
class Pairs:
    """What iterates over pairs; made by `pairs` and `item_pairs`."""

    @staticmethod
    def _of(pool: Pool[Any], keyed: bool) -> Iterator[tuple[Any, ...]]:
        """Each two elements of *pool*, or if *keyed*, each with its key before it."""
        loan = Loan(pool)
        return lent(pool, items_paired(pool) if keyed else paired(pool), loan)


def paired(pool: Pool[Any]) -> Iterator[tuple[Any, ...]]:
    """Each two elements of a lent pool."""
    positions = [key.index for key, _ in pool._live_items()]
    for one, other in combinations(positions, 2):
        yield pool._element(one), pool._element(other)


def items_paired(pool: Pool[Any]) -> Iterator[tuple[Any, ...]]:
    """The same, with keys."""
    keys = [key for key, _ in pool._live_items()]
    for one, other in combinations(keys, 2):
        yield one, pool._element(one.index), other, pool._element(other.index)
