"""Reach in words."""

from __future__ import annotations

from collections.abc import Iterator

from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.wire.text import count
from stablelist_conformance.wire.widths import Widths

__all__ = ["reached"]


def reached(reach: Reach) -> Iterator[str]:
    """How far a run went, in a few sentences."""
    inside = [f"a space of {reach.space:,}", f"a free list of {reach.free:,}"]
    inside += [f"a cascade of {count(reach.cascade, 'halving')}"]
    yield ", ".join([f"{count(reach.live, 'element')} live", *(inside if reach.space else [])])
    done = [f"{count(reach.insertions, 'insertion')}", f"{count(reach.removals, 'removal')}"]
    done += [count(reach.words, "operation")]
    done += [f"a slot used again {count(reach.reuses, 'time')}"] if reach.reuses else []
    yield f"in one container {', '.join(done)}"
    changes = f"{reach.in_process:,} insertions and removals"
    yield f"in one process {count(reach.programs, 'program')}, {changes}"
    far = [
        f"{what} off by 2^{min(powers)} to 2^{max(powers)}"
        for what, powers in (("index", reach.indices), ("id", reach.ids))
        if powers
    ]
    if far:
        yield f"forged keys: {', '.join(far)}"
    drawn = [
        f"{name} {least:,} to {most:,}" for name, (least, most) in reach.lengths.items() if most
    ]
    if drawn:
        yield ", ".join(drawn)
    yield from _widths(reach)


def _widths(reach: Reach) -> Iterator[str]:
    """The widths that were drawn, and those whose end was reached."""
    names = (
        ("ids", "id_bits", reach.wrapped, "seen to wrap"),
        ("indices", "index_bits", reach.used_up, "used up"),
    )
    for what, field, ends, met in names:
        drawn = reach.widths.get(field, set())
        if bounded := {bits for bits in drawn if bits is not None}:
            end = f", {met} at {Widths.of(ends)}" if ends else f", never {met}"
            yield f"{what} of {Widths.of(bounded)} bits{end}" + ", and unbounded" * (None in drawn)
