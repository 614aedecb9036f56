"""Every property that is proved of a dyadic list, by name: in words, in mathematics, and where it is stated."""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.property import Property
from stablelist_proofs.systems.stable_list.properties import PROPERTIES
from stablelist_spec.systems.dyadic.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.sentences import in_one_line

__all__ = ["OF_DYADIC"]

FOLDER: Final = "systems/dyadic"


def _invariant(name: str, mathematics: str, module: str = "invariant") -> Property:
    """A property that is also an invariant of the model."""
    return _property(name, mathematics, in_one_line(INVARIANTS[name]), module)


def _property(name: str, mathematics: str, words: str, module: str) -> Property:
    where = module if "/" in module else f"{FOLDER}/{module}"
    return Property(f"dyadic/{name}", mathematics, words, f"{where}.py")


def _of_both(name: str, module: str = "") -> Property:
    """A property that is stated once, for both lists."""
    of_stable_list = PROPERTIES[name]
    where = f"{FOLDER}/{module}.py" if module else of_stable_list.module
    return of_stable_list._replace(name=f"dyadic/{name}", module=where)


DYADIC: Final = (
    _invariant(
        "blocks_tile_the_element_space",
        "4 ∣ m, 4 ≤ m, n ≥ 1, s = border(n) ≤ a; start(b) = border(b), size(b) = border(b + 1) − border(b) for b < n",
    ),
    _invariant(
        "allocated_memory_is_the_space_doubled", "∃ k ≥ n: a = border(k), and border doubles"
    ),
    _invariant(
        "opened_cells_form_a_prefix",
        "0 ≤ opened ≤ s; 0 ≤ live(b) ≤ opened(b) = min(max(opened − border(b), 0), size(b))",
    ),
    _invariant("counts_agree", "live(b) = #{i ∈ b : has(i)}, live = #{i : has(i)}"),
    _invariant(
        "free_lists_stay_in_their_partition",
        "head(b), and next(i) for a vacant i in b, is none or an opened cell of b",
    ),
    _invariant(
        "free_lists_are_acyclic",
        "v(b) > 0 ⇒ head(b) is vacant, rank(head(b)) = v(b) − 1; i vacant ⇒ next(i) is vacant, rank(next(i)) = "
        "rank(i) − 1, or none if rank(i) = 0",
    ),
    _invariant(
        "free_lists_are_complete",
        "i vacant in b ⇒ rank(i) < v(b), and no other cell of b has that rank",
    ),
    _invariant(
        "free_lists_are_disjoint",
        "b ≠ c ⇒ heads and links of b and of c lead to different cells",
        "placing",
    ),
    _of_both("live_ids_are_distinct"),
    _of_both("live_key_resolves"),
    _of_both("retired_key_never_resolves"),
    _invariant(
        "truncation_leaves_the_top_block_live",
        "live(n − 1) > 0 ∨ opened(n − 1) = 0 ∨ n = 1 ∨ mode = never",
    ),
    _invariant("truncation_visits_nothing", "visits = 0, whatever is done"),
    _property(
        "insertion_takes_the_lowest_block_with_room",
        "a key (i, x) is answered, i ∈ b ⇒ live(c) = size(c) for all c < b; and live(b) < size(b), or b = n is new",
        "An insertion goes to the lowest block with room; a new block is made only when all are full (R2, R3).",
        "placing",
    ),
    _property(
        "insertion_passes_full_blocks_only",
        "in the search, at b: live(c) = size(c) for all c < b, and all cells before border(b) are live",
        "The search of an insertion passes full blocks only.",
        "invariant",
    ),
    _property(
        "every_step_changes_one_cell_and_one_block_at_most",
        "all cells but one, and the records of all blocks but its own, are as before; opened′ ≤ opened + 1, "
        "n − 1 ≤ n′ ≤ n + 1; moved′ = moved or moved + opened",
        "A step writes at most one cell and the record of at most one block, except for `clear`, which empties all "
        "records. Dropping one block is one step.",
        "frame",
    ),
    _property(
        "blocks_are_dropped_at_most_once_per_block_added",
        "dropped blocks + n ≤ blocks at first + insertions",
        "At most as many blocks are dropped as there were at first, plus those that insertions have appended. So "
        "dropping them is amortised O(1) for each insertion.",
        "dropping",
    ),
    _property(
        "masks_name_the_blocks_with_room_and_with_elements",
        "for b ≥ 0: b ∈ room ⇔ b < n ∧ live(b) ≠ size(b); b ∈ elements ⇔ b < n ∧ live(b) > 0; in a truncation, n is "
        "the number of blocks before it",
        "Two masks name the blocks with room and the blocks with elements. A container keeps them by a rule that looks "
        "only at the record that a step has just written.",
        "masks",
    ),
    _property(
        "dropping_passes_empty_blocks_only",
        "while blocks are dropped, with n₀, opened₀ from before: n ≤ n₀, live(b) = 0 for n ≤ b < n₀; opened = "
        "min(opened₀, border(n))",
        "The dropping of blocks passes empty blocks only, and changes nothing but three lengths.",
        "masks",
    ),
    _property(
        "every_operation_has_constant_bookkeeping",
        "an insertion takes b = min(room), or b = n is new if room = ∅; dropping ends at n′ = max(elements) + 1, or 1 "
        "if elements = ∅, with the list that dropping n₀ − n′ blocks at once gives; all cells but one, all records "
        "but one and all bits but its two are as before, as far as b < n′",
        "With the two masks, an insertion, a removal with its truncation, `replace` and `shrink_to_fit` are one step "
        "each. The step finds at most one bit, and writes at most one cell, one record, one bit of each mask and a "
        "fixed number of lengths; one “and” clears the bits of all dropped blocks.",
        "at_once",
    ),
    _property(
        "masks_fit_into_one_word",
        "index of w bits ⇒ n < w; also k < w if a = border(k), and for each space border(k) that `reserve` tries; "
        "since 2 · 2ⁿ ≤ border(n) < 2 · 2ʷ",
        "A list has fewer blocks than an index has bits, so each mask fits into one word (R9).",
        "words",
    ),
    _property(
        "reserve_finds_the_least_space_with_room",
        "the loop ends at border(k) for k = max(n, block_of(live + wanted − 1) + 1)",
        "`reserve` ends with the space, or with the block of the last wanted cell, which needs no loop (R6).",
        "words",
    ),
    _property(
        "record_of_a_block_without_opened_cells_is_empty",
        "opened ≤ border(b) ⇒ live(b) = opened(b) = 0, head(b) = none; after `clear`, opened = 0",
        "A block without an opened cell has an empty record. So `clear` has no record to write, if such records are "
        "never read (R7).",
        "untouched",
    ),
    _of_both("growth_moves_at_most_two_cells_per_insertion"),
    _property(
        "space_is_at_most_twice_the_highest_live_position",
        "h: no live position is higher. After a truncation or `shrink_to_fit`: s ≤ max(m, 2h). Mode ≠ never: so it is "
        "whenever the top was opened; and always s ≤ max(m, 2h, the space at first or at the last `clear`)",
        "The element space is the least space, or at most twice as long as the highest live position, unless the user "
        "asked for more (R4).",
        "spaces",
    ),
    _of_both("every_step_refines_the_contract"),
    _of_both("retired_key_revives_exactly_after_whole_periods"),
    _property(
        "exactly_one_case_applies",
        "of the guards g₁ … gₙ, exactly one holds",
        "Exactly one case of an operation, or of a turn of one of its loops, applies, so a state has one successor.",
        "core/choices",
    ),
    _property(
        "every_loop_ends",
        "n − b ≥ 0 falls with each block that a search passes, n with each that is dropped; live + wanted − room with "
        "each doubling",
        "The search of an insertion, the dropping of blocks and the loop of `reserve` end.",
        "core/choices",
    ),
    _of_both("lengths_fit_one_bit_more", "invariant"),
    _of_both("reserve_allocates_less_than_twice_what_is_needed", "invariant"),
    _property(
        "every_live_cell_is_counted",
        "i ≤ j ⇒ below(i) ≤ below(j) ≤ below(i) + j − i",
        "The number of live cells before a position rises by at most one from each position to the next; by induction.",
        "lemmas",
    ),
    _property(
        "every_position_lies_in_one_block",
        "border(block_of(i)) ≤ i < border(block_of(i) + 1); b < c ⇒ border(b + 1) ≤ border(c)",
        "Blocks do not overlap, and every position lies in one; by induction.",
        "geometry",
    ),
)
OF_DYADIC: Final = {each.name: each for each in DYADIC}
"""Every property by its name."""
