"""Programs without stale keys, for containers in which using one is undefined (``stale=undefined``)."""

from __future__ import annotations

from stablelist_conformance.wire.protocol import Program
from stablelist_spec.families.contract import Pool, Room, outcomes
from stablelist_spec.families.pool import POOL
from stablelist_spec.families.stamps import Unstamped

__all__ = ["without_stale_keys"]


def without_stale_keys(program: Program) -> Program:
    """A program without the operations that would use a key after its element was removed.

    An insertion that fails in the port is treated as one that succeeds, because its key does not exist anyway.

    >>> from stablelist_spec import Parameters
    >>> without_stale_keys(Program(Parameters(), ("add", "remove:0", "at:0", "len"), "slab")).words
    ('add', 'remove:0', 'len')
    """
    pool, words = Pool(Unstamped(), Room()), []
    for word, operation in zip(program.words, program.operations, strict=True):
        if all(name in pool.live for name in POOL.keys_of(operation)):
            words.append(word)
            first = next(iter(outcomes(pool, operation)))
            pool = first.after(pool)  # only `put` has others, which such ports are never sent
    return program._replace(words=tuple(words))
