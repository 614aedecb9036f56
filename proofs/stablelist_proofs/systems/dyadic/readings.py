"""The statements about a dyadic list, written a second time in Python; what is said of keys is in `reading_keys`.

To read a further statement, add a line to `OF_THE_LIST`, under its name: for an obligation, that of the property and
the case; for a clause, its name and the point where it is asserted. A reading is a function of values, by the names
that they have in the formulas. If it compares a list with the list after a step, it is `Made` of the step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stablelist_proofs.core.comparing.drawing import Values
from stablelist_proofs.core.comparing.reading import Made, Reading, Readings, Step
from stablelist_proofs.core.comparing.reading_keys import OF_KEYS
from stablelist_proofs.core.comparing.reading_steps import of_contract
from stablelist_proofs.core.functions import MEMORY, NEVER, NONE, POSITION
from stablelist_proofs.core.growth import GROWTH
from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.refinement import refinement_obligations

from .astray import seen, writes, wrong_marks, wrong_steps
from .at_once import once_obligations
from .clauses import GROUPS
from .dropping import DROPPED
from .frame import CELLS, FRAME, frame_obligations
from .geometry import GEOMETRY
from .invariant import LOWEST, ROOMY
from .lemma_readings import OF_COUNTS, OF_GEOMETRY, last_is_live
from .lemmas import COUNTED
from .mask_readings import ENDING, INSERTING, OF_MASKS, REMOVING
from .masks import masks
from .obligations import SEEN
from .placing import DISJOINT, INSERTION
from .program import IDLE, RESERVING, SEARCHING
from .spaces import SPACE
from .state import BLOCK, OF_A_BLOCK, symbolic
from .untouched import untouched_obligations

__all__ = ["READINGS"]


# --- Free lists -----------------------------------------------------------------------------------


def head(v: Values, which: str) -> Any:  # noqa: ANN401 - a position
    """The head of the free list of a block, or none; there may be no such block."""
    return v["head_of"](v[which]) if 0 <= v[which] < v["blocks"] else NONE


def link(v: Values, which: str) -> Any:  # noqa: ANN401 - a position
    """Where a vacant cell leads, or none; there may be no such cell."""
    there = 0 <= v[which] < v["opened"] and not v["has"](v[which])
    return v["next"](v[which]) if there else NONE


def apart(one: int, other: int, blocks: tuple[int, int]) -> bool:
    """Two links that lead somewhere, from two blocks, lead to different cells."""
    return NONE in (one, other) or blocks[0] == blocks[1] or one != other


OF_FREE_LISTS: Final[dict[str, Reading]] = {
    "heads": lambda v: apart(
        head(v, "one_block"), head(v, "other_block"), (v["one_block"], v["other_block"])
    ),
    "links": lambda v: apart(
        link(v, "one_cell"),
        link(v, "other_cell"),
        (v["block_of"](v["one_cell"]), v["block_of"](v["other_cell"])),
    ),
    "heads_and_links": lambda v: apart(
        link(v, "one_cell"), head(v, "one_block"), (v["block_of"](v["one_cell"]), v["one_block"])
    ),
}
"""That free lists share no cell, by case."""


# --- Insertion, and what a step writes ------------------------------------------------------------


def full(v: Values, block: int) -> bool:
    """Whether every cell of a block is live."""
    return bool(v["live_in"](block) == v["size_of"](block))


def full_before(v: Values, block: int) -> bool:
    """Whether all blocks before one are full."""
    return all(full(v, b) for b in v["block"] if 0 <= b < block)


def takes_the_lowest(step: Step) -> bool:
    """All blocks before that of the new key are full; and it had room itself, or is a new one."""
    v, block = step.before, step.before["block_of"](step.answer[0])
    if step.arc.name.startswith("add_grow"):
        return block == v["blocks"] and full_before(v, block)
    return 0 <= block < v["blocks"] and not full(v, block) and full_before(v, block)


def changes_one(step: Step) -> bool:
    """Apart from one cell, and the record of its block, all that was there and still is there is as before."""
    old, new = step.before, step.after
    cell = cell_of(step)
    block = None if cell is None else old["block_of"](cell)
    cells, blocks = (
        [n for n in old[domain] if 0 <= n < min(old[end], new[end]) and n != but]
        for domain, end, but in (("position", "opened", cell), ("block", "blocks", block))
    )
    same = all(old[name](i) == new[name](i) for name in CELLS for i in cells)
    kept = all(old[name](b) == new[name](b) for name in OF_A_BLOCK.values() for b in blocks)
    moved = new["moved"] - old["moved"] in (0, old["opened"]) and new["visits"] == old["visits"]
    few = new["opened"] - old["opened"] <= 1 and abs(new["blocks"] - old["blocks"]) <= 1
    return same and kept and bool(moved and few)


def cell_of(step: Step) -> Any:  # noqa: ANN401 - a position, or none
    """The cell of the key that a step answers, or that it was given."""
    if step.arc.operation in ("remove", "replace"):
        return step.before["key_index"]
    return step.answer[0] if step.answer else None


DROPPING: Final = ("truncation_drops", "shrinking_drops")
OBSERVED: Final = (
    *(*INSERTING, "add_index_range_full", *REMOVING, "remove_stale", *DROPPING),
    *("clear", "replace_stale", "replace_live"),
)
"""The steps that the contract describes; of the parts of operations, only dropping a block changes cells."""
CHANGING: Final = (
    *(*INSERTING, *REMOVING, *DROPPING, "truncation_frees", "shrinking_frees"),
    *("replace_live", "reserve_allocates"),
)
"""The steps that change something, except for `clear`."""


# --- The space ------------------------------------------------------------------------------------


def space(v: Values) -> Any:  # noqa: ANN401 - a number
    """Where the top block ends."""
    return v["start_of"](v["blocks"] - 1) + v["size_of"](v["blocks"] - 1)


def short(v: Values) -> bool:
    """If no live cell comes after the last, the space is the least, or at most twice the last position."""
    return not last_is_live(v) or bool(space(v) <= max(v["least"], 2 * v["last"]))


def live_top(v: Values) -> bool:
    """If truncation is on, the top is live, or the base, or one of the blocks that the user has asked for."""
    wanted = v["blocks"] == 1 or v["blocks"] <= v["given_blocks"]
    return bool(wanted or v["mode"] == NEVER or v["live_in"](v["blocks"] - 1) > 0)


def passes_full(v: Values) -> bool:
    """The blocks before the one that a search looks at are full, so all cells before it are live."""
    which = v["which"]
    start = v["border"](which)
    counted = start <= v["opened"] and v["below"](start) == start
    return 0 <= which <= v["blocks"] and counted and full_before(v, which)


def roomy(v: Values) -> bool:
    """`reserve` has only doubled spaces that were too small; its room is the space of so many blocks."""
    fits, least = v["live"] + v["wanted"], v["border"](v["blocks"])
    named = fits <= v["index_count"] if v["bounded"] else fits >= 1
    room = v["room"] == v["border"](v["found"]) and v["found"] >= v["blocks"]
    lean = v["room"] == least or v["room"] < 2 * fits
    return bool(v["wanted"] >= 0 and named and room and lean)


def balanced(v: Values) -> bool:
    """The blocks that were dropped, and those that are there, are no more than the first and one per insertion."""
    return bool(v["lost_blocks"] + v["blocks"] <= v["first_blocks"] + v["added"])


def paid_for(v: Values) -> bool:
    """Growth has moved no more cells than memory has grown by, and no more than two per insertion."""
    moved = v["moved"] == v["grown"] + v["reserved"]
    bounds = v["allocated"] - v["initial_space"] >= v["grown"] and twice(v)
    started = v["initial_space"] >= 4 and v["mode"] != MEMORY
    return bool(moved and bounds and started and v["added"] >= v["live"])


def twice(v: Values) -> bool:
    """Growth has moved at most two cells per insertion."""
    return bool(v["added"] + v["added"] >= v["grown"])


# --- The table ------------------------------------------------------------------------------------


def of(sentence: str, cases: Mapping[str, Reading]) -> dict[str, Reading]:
    """The readings of the cases of a property."""
    return {f"{sentence}/{case}": reading for case, reading in cases.items()}


OF_THE_LIST: Final[dict[str, Reading | Made]] = {
    **of(GEOMETRY, OF_GEOMETRY),
    **of(COUNTED, OF_COUNTS),
    **of(DISJOINT, OF_FREE_LISTS),
    **{f"{INSERTION}/{name}": Made(takes_the_lowest) for name in INSERTING},
    **{f"{FRAME}/{name}": Made(changes_one) for name in CHANGING},
    **{f"{SPACE}/after_{name}": Made(lambda step: short(step.after)) for name in ENDING},
    f"{SPACE}/opened_top": lambda v: (
        v["mode"] == NEVER or v["opened"] <= v["border"](v["blocks"] - 1) or short(v)
    ),
    f"{SPACE}/conclusion": lambda v: (
        v["mode"] == NEVER or space(v) <= v["border"](v["given_blocks"]) or short(v)
    ),
    f"{SPACE} {IDLE}": live_top,
    f"{DROPPED}/conclusion": balanced,
    f"{DROPPED} {IDLE}": lambda v: v["lost_blocks"] >= 0 and balanced(v),
    f"{GROWTH}/conclusion": twice,
    f"{GROWTH} {IDLE}": paid_for,
    f"{LOWEST} {SEARCHING}": passes_full,
    f"{ROOMY} {RESERVING}": roomy,
    "every_loop_ends/add_passes": lambda v: v["which"] <= v["blocks"],
    **{f"every_loop_ends/{name}": lambda v: v["blocks"] >= 0 for name in DROPPING},
    "every_loop_ends/reserve_doubles": lambda v: v["live"] + v["wanted"] >= v["room"] > 0,
}
"""Every statement that is made of a dyadic list alone."""


def of_wrong_steps() -> list[Obligation]:
    """Statements about steps, of steps that go astray."""
    marked, clears = wrong_marks((*INSERTING, *REMOVING)), wrong_steps(("clear",))
    once = once_obligations(marked, masks(marked))
    return [
        *frame_obligations(wrong_steps(CHANGING)),
        *refinement_obligations(wrong_steps(OBSERVED), SEEN),
        *(each for each in once if each.case.startswith(("bits", "remove"))),
        *(each for each in untouched_obligations(clears, symbolic()) if each.case == "clear"),
    ]


READINGS: Final = Readings(
    where=__name__,
    readings={**OF_KEYS, **OF_THE_LIST, **OF_MASKS, **of_contract(OBSERVED)},
    compared=frozenset(name for group in GROUPS for name in group.clauses),
    left_out=frozenset(),
    step=writes,
    seen=seen(),
    domains=(POSITION, BLOCK),
    completed=dict,
    astray=of_wrong_steps,
)
"""Everything that is read of a dyadic list."""
