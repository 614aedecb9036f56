"""Programs without stale keys, for containers in which the use of one is undefined (``stale=undefined``)."""

from __future__ import annotations

from stablelist_spec.families.contract import Pool, Room, outcomes
from stablelist_spec.families.stamps import Unstamped

from .protocol import Program

__all__ = ["without_stale_keys"]


def without_stale_keys(program: Program) -> Program:
    """A program without the operations that would use a key after its element was removed.

    An insertion that fails in the port is taken for one that succeeds: its key does not exist, so nobody uses it.

    >>> from stablelist_spec import Parameters
    >>> without_stale_keys(Program(Parameters(), ("add", "remove:0", "at:0", "len"), "slab")).words
    ('add', 'remove:0', 'len')
    """
    pool, words = Pool(Unstamped(), Room()), []
    for word, operation in zip(program.words, program.operations, strict=True):
        names = (operation.key, operation.other)
        if all(name is None or name in pool.live for name in names):
            words.append(word)
            first = next(iter(outcomes(pool, operation)))
            pool = first.after(pool)  # only of `put`, which no such port is sent, are there others
    return program._replace(words=tuple(words))
