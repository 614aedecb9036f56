"""The statements about a StableList, written a second time in Python; what is said of keys is in `reading_keys`."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Final

from stablelist_proofs.core.comparing.astray import Wrong, astray, elsewhere, instead
from stablelist_proofs.core.comparing.drawing import Values
from stablelist_proofs.core.comparing.reading import Reading, Readings
from stablelist_proofs.core.comparing.reading_keys import OF_KEYS
from stablelist_proofs.core.comparing.reading_steps import ASKED, of_contract
from stablelist_proofs.core.counting import COUNTED
from stablelist_proofs.core.functions import MEMORY, POSITION, RANK
from stablelist_proofs.core.growth import GROWTH
from stablelist_proofs.core.obligation import PLANTED_TRUTH, Obligation
from stablelist_proofs.core.refinement import refinement_obligations
from stablelist_proofs.core.terms import symbol

from .clauses import GROUPS
from .doublings import DOUBLED, ROOM_IS_A_RUNG
from .formulas import Assignment
from .inductive import layout
from .invariant import ROOMY
from .lemma_readings import OF_COUNTS, OF_DEALING, OF_LADDERS
from .lemmas import DEALT
from .movement import MENDED
from .obligations import SEEN
from .program import CASCADE, IDLE, RESERVING, WALKING
from .state import PARTITIONS, symbolic
from .walk import symbolic_walk, walk_invariant

__all__ = ["READINGS"]


def completed(v: Values) -> Values:
    """The values, and the numbers of opened cells and of elements."""
    return v | {
        field: sum(v[f"{name}_{field}"] for name in PARTITIONS)
        for field in ("opened", "live")
        if all(f"{name}_{field}" in v for name in PARTITIONS)
    }


def full_below(v: Values) -> object:
    """Whether q1 and q2 are opened to their ends."""
    return v["q1_opened"] == v["q1_size"] and v["q2_opened"] == v["q2_size"]


def full_after_halving(v: Values) -> object:
    """Whether the old q1 fills the new q1 and q2, which are eighths of the old space."""
    return v["q1_opened"] == 2 * (v["space"] // 8)


def apart(one: str, other: str) -> Reading:
    """No entry of one free list is an entry of another."""

    def reading(v: Values) -> object:
        r, t = v["one_rank"], v["other_rank"]
        listed = is_rank(v, one, r) and is_rank(v, other, t)
        return not listed or v[f"{one}_entry"](r) != v[f"{other}_entry"](t)

    return reading


def is_rank(v: Values, name: str, rank: int) -> object:
    """Whether a rank is valid for the free list of a partition."""
    return 0 <= rank - v[f"{name}_base"] < v[f"{name}_opened"] - v[f"{name}_live"]


def entries_are_left(v: Values) -> object:
    """Whether the walk has not gone beyond the end of q1's free list."""
    return v["q1_opened"] - v["q1_live"] >= v["dealt"]


def growth_is_paid(v: Values) -> object:
    """The bound on growth, with the statements that imply it."""
    bounds = v["grown"] <= 2 * v["added"] and v["grown"] <= v["allocated"] - v["initial_space"]
    kept = v["live"] <= v["added"] and v["initial_space"] >= 4 and v["mode"] != MEMORY
    return bounds and kept and v["moved"] == v["grown"] + v["reserved"]


def roomy(v: Values) -> object:
    """`reserve` has only doubled spaces that were too small."""
    fits, room = v["live"] + v["wanted"], v["room"]
    named = fits - 1 < v["index_count"] if v["bounded"] else fits >= 1
    return (
        v["wanted"] >= 0
        and named
        and room >= v["space"]
        and (room == v["space"] or room < 2 * fits)
    )


def mended_is_paid(v: Values) -> object:
    """The bound on moves with the mended rule, with its potential."""
    potential = v["allocated"] + max(0, 6 * v["live"] - 3 * v["allocated"])
    paid = 2 * v["moved"] + potential <= 6 * v["added"] + v["initial_space"]
    return paid and v["initial_space"] >= 4


def mended_between(v: Values) -> object:
    """Between operations, memory is the space, or twice the space."""
    return mended_is_paid(v) and v["allocated"] in (v["space"], 2 * v["space"])


def mended_within(v: Values) -> object:
    """Within a cascade, memory may also be at least four times the space."""
    return mended_between(v) or (mended_is_paid(v) and v["allocated"] >= 4 * v["space"])


FOUND: Final = "truncation_finds_q1_and_q2_opened"
OF_THE_LIST: Final[dict[str, Reading]] = {
    **{
        f"free_lists_are_disjoint/{one}_and_{other}": apart(one, other)
        for one, other in combinations(PARTITIONS, 2)
    },
    "every_loop_ends/walk_stays": entries_are_left,
    "every_loop_ends/walk_pushes": entries_are_left,
    "every_loop_ends/walk_ends": lambda v: 0 <= v["space"] and v["space"] // 2 < v["space"],
    "every_loop_ends/reserve_doubles": lambda v: (
        v["live"] + v["wanted"] >= v["room"] and 2 * v["room"] > v["room"]
    ),
    f"{FOUND}/remove_from_h2_last": lambda v: not v["paid_by_removals"] or full_below(v),
    f"{FOUND}/walk_ends": lambda v: not v["paid_by_removals"] or full_after_halving(v),
    "visits_never_exceed_removals/conclusion": lambda v: v["visits"] <= v["removals"],
    f"{GROWTH}/conclusion": lambda v: v["grown"] <= 2 * v["added"],
    f"{MENDED}/conclusion": lambda v: 2 * v["moved"] <= 6 * v["added"] + v["initial_space"],
    f"{GROWTH} {IDLE}": growth_is_paid,
    f"{MENDED} {IDLE}": mended_between,
    f"{MENDED} {CASCADE}": mended_within,
    f"{FOUND} {CASCADE}": lambda v: not v["paid_by_removals"] or full_below(v),
    f"{ROOM_IS_A_RUNG} {RESERVING}": lambda v: (
        v["wanted_rung"] >= v["lower_rung"] and v["ladder"](v["wanted_rung"]) == v["room"]
    ),
    f"{ROOMY} {RESERVING}": roomy,
}
"""What follows from the clauses; and clauses without a predicate in the model."""
OBSERVED: Final = (
    *(f"add_{how}_{name}" for how in ("append", "reuse") for name in PARTITIONS),
    *("add_index_range_full", "add_grow_in_place", "add_grow_moving"),
    *(f"remove_{which}" for which in ("stale", "from_q1", "from_q2", "from_h2", "from_h2_last")),
    *("clear", "replace_stale", "replace_live", "walk_ends"),
)
"""The steps that the contract describes; of the parts of operations, only the end of a halving changes cells."""

OF_LEMMAS: Final[dict[str, Reading]] = {
    f"{sentence}/{case}": reading
    for sentence, of in ((COUNTED, OF_COUNTS), (DEALT, OF_DEALING), (DOUBLED, OF_LADDERS))
    for case, reading in of.items()
}
LEFT_OUT: Final = frozenset(
    f"{name} {WALKING}" for name in walk_invariant(symbolic_walk(symbolic()))
)
"""Clauses within a halving, which have no second version."""


def of_partition(partition: str, field: str) -> Wrong:
    """A number of a partition is another one."""
    wrong = instead(field)
    return lambda after, hit: replace(after, **{partition: wrong(getattr(after, partition), hit)})


CELLS: Final = (
    elsewhere("has", PLANTED_TRUTH),
    *(elsewhere(name) for name in ("id", "element")),
    *(of_partition(name, field) for name in PARTITIONS for field in ("live", "opened")),
)


def of_wrong_steps() -> list[Obligation]:
    """What the contract says of steps, of steps that go astray."""
    state = symbolic()
    return refinement_obligations(
        astray(layout(state, symbolic_walk(state)), OBSERVED, CELLS), SEEN
    )


READINGS: Final = Readings(
    where=__name__,
    readings={**OF_KEYS, **OF_THE_LIST, **OF_LEMMAS, **of_contract(OBSERVED)},
    compared=frozenset(name for group in GROUPS for name in group.clauses),
    left_out=LEFT_OUT,
    step=Assignment,
    seen=(*ASKED, *(symbol(f"{name}_{field}") for name in PARTITIONS for field in ("live", "opened"))),
    domains=(POSITION, RANK),
    completed=completed,
    astray=of_wrong_steps,
)  # fmt: skip
"""Everything that is read of a StableList."""
