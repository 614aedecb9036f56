"""The statements about two masks of a dyadic list, and about what needs no loop, written a second time in Python."""

from __future__ import annotations

from typing import Any, Final

from stablelist_proofs.core.comparing.drawing import Values
from stablelist_proofs.core.comparing.reading import Made, Reading, Step
from stablelist_proofs.core.functions import NONE

from .at_once import CONSTANT
from .frame import CELLS
from .masks import EMPTY, MASKS
from .program import IDLE, TRUNCATING
from .state import OF_A_BLOCK
from .untouched import BLANK
from .words import COUNTED, WORD

__all__ = ["ENDING", "INSERTING", "OF_MASKS", "REMOVING"]


# --- Masks ----------------------------------------------------------------------------------------


def named(v: Values, end: str) -> bool:
    """Both masks are those of the blocks up to an end."""
    blocks = [b for b in v["block"] if b >= 0]
    roomy = [b for b in blocks if b < v[end] and v["live_in"](b) != v["size_of"](b)]
    occupied = [b for b in blocks if b < v[end] and v["live_in"](b) >= 1]
    return (ones(v, "roomy"), ones(v, "occupied")) == (roomy, occupied)


def ones(v: Values, mask: str) -> list[int]:
    """The blocks whose bit is set in a mask."""
    return [b for b in v["block"] if b >= 0 and v[mask](b)]


def emptied(v: Values) -> bool:
    """Blocks that are gone have no element, and the cells of those that are left are as before."""
    gone = [b for b in v["block"] if v["blocks"] <= b < v["blocks_before"]]
    few = v["opened"] == min(v["opened_before"], v["border"](v["blocks"]))
    more = v["dropped"] - v["dropped_before"] == v["opened_before"] - v["opened"]
    fewer = v["blocks"] <= v["blocks_before"]
    return bool(fewer and few and more and not any(v["live_in"](b) for b in gone))


# --- Where loops end ------------------------------------------------------------------------------


def lowest(v: Values) -> bool:
    """The block that was found has room, by its bit, and none before it has."""
    which = v["which"]
    return bool(v["roomy"](which)) and not [b for b in ones(v, "roomy") if b < which]


def none_has_room(v: Values) -> bool:
    """No block has room, by its bit."""
    return not [b for b in ones(v, "roomy") if b < v["blocks"]]


def after_highest(v: Values) -> bool:
    """So many blocks are left as up to the highest that had elements, or one; and the cells up to its end."""
    left = v["blocks"]
    end = v["start_of"](left - 1) + v["size_of"](left - 1)
    later = [b for b in v["block"] if left <= b < v["blocks_before"] and v["occupied"](b)]
    highest = left == 1 or (left > 1 and v["occupied"](left - 1))
    cells = v["opened"] == min(end, v["opened_before"])
    gone = v["dropped"] == v["dropped_before"] + v["opened_before"] - v["opened"]
    return bool(highest and not later and cells and gone)


def reserved(v: Values) -> bool:
    """The loop of `reserve` ends with the space, or with the block of the last wanted cell."""
    last = v["live"] + v["wanted"] - 1
    return last < 0 or bool(v["found"] == max(v["blocks"], v["block_of"](last) + 1))


# --- What is written ------------------------------------------------------------------------------


def block_of_step(step: Step) -> Any:  # noqa: ANN401 - a number
    """The block whose record a step writes: a new one, the one that was found, or that of the key."""
    v = step.before
    if step.arc.name.startswith("add_grow"):
        return v["blocks"]
    return v["which"] if step.answer and len(step.answer) > 1 else v["block_of"](v["key_index"])


def same_bits(step: Step, end: Any = None) -> bool:  # noqa: ANN401 - a number
    """Both masks are as before up to an end, but for the block of the step."""
    old, new, but = step.before, step.after, block_of_step(step)
    end = new["blocks"] if end is None else end
    blocks = [b for b in old["block"] if 0 <= b < end and b != but]
    return all(
        bool(old[mask](b)) == bool(new[mask](b)) for mask in ("roomy", "occupied") for b in blocks
    )


def removes(step: Step) -> bool:
    """If so many blocks are left, cells, records and bits there are as before, but for one each."""
    old, new, left = step.before, step.after, step.before["blocks_left"]
    if not 1 <= left < old["blocks"]:
        return True
    end = min(new["opened"], new["start_of"](left - 1) + new["size_of"](left - 1))
    cells = [i for i in old["position"] if 0 <= i < end and i != old["key_index"]]
    blocks = [b for b in old["block"] if 0 <= b < left and b != block_of_step(step)]
    kept = all(old[name](i) == new[name](i) for name in CELLS for i in cells)
    same = all(old[name](b) == new[name](b) for name in OF_A_BLOCK.values() for b in blocks)
    few = end <= old["opened"] and old["visits"] == new["visits"]
    return bool(kept and same and few) and same_bits(step, left)


# --- Records --------------------------------------------------------------------------------------

VALUES: Final = {"live_in": 0, "opened_in": 0, "head_of": NONE}
"""What the record of an empty block says."""


def blank(v: Values) -> bool:
    """Blocks that begin after the last opened cell have empty records."""
    beyond = [b for b in v["block"] if 0 <= b < v["blocks"] and v["border"](b) >= v["opened"]]
    return all(v[name](b) == value for b in beyond for name, value in VALUES.items())


def cleared(step: Step) -> bool:
    """The records after it are empty where no cell is opened, and as before elsewhere."""
    old, new = step.before, step.after
    blocks = [b for b in old["block"] if 0 <= b < new["blocks"]]
    untouched = {b: new["opened"] <= old["border"](b) for b in blocks}
    return all(
        new[name](b) == (value if untouched[b] else old[name](b))
        for name, value in VALUES.items()
        for b in blocks
    )


# --- Words ----------------------------------------------------------------------------------------


def fits(v: Values, number: str) -> bool:
    """With indices of so many bits, a number is smaller than that."""
    width = v["width"]
    such = v["bounded"] and width >= 0 and v["index_count"] == v["power"](width)
    return not such or bool(v[number] < width)


OF_WORDS: Final[dict[str, Reading]] = {
    "powers_are_positive_base": lambda v: v["power"](0) > 0,
    "powers_are_positive_step": lambda v: v["many"] < 0 or v["power"](v["many"] + 1) > 0,
    "powers_rise_base": lambda _: True,
    "powers_rise_step": lambda v: (
        not 0 <= v["few"] <= v["many"] or v["power"](v["many"] + 1) >= v["power"](v["few"])
    ),
    "blocks_are_long_base": lambda v: v["least"] < 4 or v["border"](1) >= 2 * v["power"](1),
    "blocks_are_long_step": lambda v: (
        v["least"] < 4
        or v["many"] < 1
        or v["border"](v["many"] + 1) >= 2 * v["power"](v["many"] + 1)
    ),
    "conclusion": lambda v: fits(v, "blocks"),
    "memory": lambda v: fits(v, "memory"),
    "reserve": lambda v: fits(v, "found"),
}
"""That a mask fits into one word, by case."""


# --- The table ------------------------------------------------------------------------------------

INSERTING: Final = ("add_append", "add_reuse", "add_grow_moving", "add_grow_in_place")
REMOVING: Final = ("remove_from_block", "remove_empties_top")
ENDING: Final = ("truncation_ends", "truncation_frees", "shrinking_ends", "shrinking_frees")

OF_MASKS: Final[dict[str, Reading | Made]] = {
    f"{MASKS} {IDLE}": lambda v: named(v, "blocks"),
    f"{MASKS} {TRUNCATING}": lambda v: named(v, "blocks_before"),
    f"{EMPTY} {TRUNCATING}": emptied,
    **{f"{CONSTANT}/search_{name}": lowest for name in INSERTING[:2]},
    **{f"{CONSTANT}/search_{name}": none_has_room for name in INSERTING[2:]},
    f"{CONSTANT}/search_add_index_range_full": lambda v: (
        lowest(v) if v["which"] < v["blocks"] else none_has_room(v)
    ),
    **{f"{CONSTANT}/once_{name}": after_highest for name in ENDING},
    **{f"{CONSTANT}/bits_{name}": Made(same_bits) for name in (*INSERTING, *REMOVING)},
    **{
        f"{CONSTANT}/remove_with_{name}": Made(removes)
        for name in ("truncation", "truncation_frees")
    },
    **{f"{WORD}/{case}": reading for case, reading in OF_WORDS.items()},
    **{f"{COUNTED}/{name}": reserved for name in ("reserve_has_enough", "reserve_allocates")},
    f"{BLANK}/conclusion": blank,
    f"{BLANK}/clear": Made(cleared),
}
"""The readings, by statement."""
