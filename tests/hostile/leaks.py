"""Checks that no operation keeps a reference or memory, however often it is repeated."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from hostile.operations import OPERATIONS, filled

__all__ = ["lost"]


class Thing:
    """An element whose references are counted."""


def resident() -> int:
    """The resident memory of this process in bytes, if it can be read."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0


def lost(name: str, parameters: str, rounds: int) -> str:
    """What *rounds* of an operation have lost, in words; empty if nothing."""
    thing, operation = Thing(), OPERATIONS[name]
    pool = filled(thing, parameters)
    key = next(iter(pool))

    def repeat(times: int) -> tuple[int, int, int, int]:
        for _ in range(times):
            operation(pool, key, thing)
        gc.collect()
        total = getattr(sys, "gettotalrefcount", lambda: 0)()
        return sys.getrefcount(thing), sys.getallocatedblocks(), resident(), total

    repeat(rounds // 10 + 10)
    before = repeat(10)
    after = repeat(rounds)
    references, blocks, memory, total = (
        now - then for now, then in zip(after, before, strict=True)
    )
    pool.check()
    if not sys.getallocatedblocks():
        memory = 0  # a sanitizer keeps what is released, to see whether it is used
    # A few blocks come and go with caches of the interpreter; a leak loses one in every round.
    if (
        references
        or blocks > rounds / 2 + 100
        or memory > 8 * rounds + 4_000_000
        or total > rounds / 2 + 100
    ):
        return f"{references} references, {blocks} blocks, {memory} bytes, total {total}"
    return ""
