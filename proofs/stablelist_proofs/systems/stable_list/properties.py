"""Every property that is proved or refuted, by name: in words, in mathematics, and where it is stated.

The notation is that of docs/proofs.md, whose tables are made from this list and from the results of the engines. A
property that is also an invariant of the model is worded as in the model.
"""

from __future__ import annotations

from typing import Final

from stablelist_proofs.core.property import Property
from stablelist_spec.families.contract import REFINEMENT
from stablelist_spec.systems.stable_list.sentences import REVIVAL, SENTENCES

__all__ = ["FURTHER", "INVARIANT", "LEMMAS", "PROPERTIES", "REFUTED"]


def _invariant(
    name: str, mathematics: str, module: str = "systems/stable_list/invariant.py"
) -> Property:
    """A property that is also an invariant of the model."""
    return Property(name, mathematics, SENTENCES[name], module)


INVARIANT: Final = (
    _invariant(
        "partitions_tile_the_element_space",
        "4 ∣ s, 4 ∣ m, 4 ≤ m ≤ s ≤ a; q1 = [0, s/4), q2 = [s/4, s/2), h2 = [s/2, s)",
    ),
    _invariant(
        "allocated_memory_is_the_space_doubled",
        "∃ k ≥ 0: a = 2ᵏ · s",
        "systems/stable_list/doublings.py",
    ),
    _invariant(
        "opened_cells_form_a_prefix",
        "0 ≤ live(p) ≤ opened(p) ≤ size(p); opened(q2) > 0 ⇒ opened(q1) = size(q1); "
        "opened(h2) > 0 ⇒ opened(q2) = size(q2)",
    ),
    _invariant("counts_agree", "live(p) = #{i ∈ p : has(i)}"),
    _invariant(
        "free_lists_stay_in_their_partition",
        "∀ r < v(p): start(p) ≤ entry(p, r) < start(p) + opened(p); that entry is the list that head and next form "
        "is the next row",
    ),
    _invariant(
        "free_lists_are_acyclic",
        "∀ r < v(p): ¬has(entry(p, r)); v(p) > 0 ⇒ head(p) = entry(p, v(p) − 1), next(entry(p, 0)) = none, "
        "next(entry(p, r)) = entry(p, r − 1) for r ≥ 1; v(p) = 0 ⇒ head(p) = none",
    ),
    _invariant("free_lists_are_complete", "∀ i opened in p: ¬has(i) ⇒ ∃ r < v(p): entry(p, r) = i"),
    _invariant(
        "free_lists_are_disjoint",
        "p ≠ q, r < v(p), t < v(q) ⇒ entry(p, r) ≠ entry(q, t)",
        "systems/stable_list/inductive.py",
    ),
    _invariant(
        "live_ids_are_distinct",
        "has(i), has(j), i ≠ j ⇒ born(i) ≠ born(j), id(i) = stamp(born(i)); "
        "so id(i) ≠ id(j) if stamp is injective",
        "core/stamps.py",
    ),
    _invariant(
        "live_key_resolves",
        "(i, stamp(n)) not retired ⇒ i < opened, has(i), born(i) = n, and so id(i) = stamp(n)",
        "core/stamps.py",
    ),
    _invariant(
        "retired_key_never_resolves",
        "(i, stamp(n)) retired, has(i) ⇒ born(i) > n; so it never resolves if stamp is injective",
        "core/stamps.py",
    ),
    _invariant(
        "cascade_leaves_h2_live",
        "live(h2) > 0 ∨ opened(h2) = 0 ∨ mode = never ∨ 8 ∤ s ∨ s/2 < m",
    ),
    _invariant(
        "visits_never_exceed_removals",
        "visits by removals + max(0, v(q1) + v(q2) − live(h2)) ≤ removals; so visits ≤ removals, which is amortised "
        "O(1) visits for each removal",
        "systems/stable_list/visits.py",
    ),
)
"""The invariants of the model."""


FURTHER: Final = (
    Property(
        REFINEMENT,
        "α(step(σ)) = step(α(σ)) for α(σ) = {key ↦ element}; len(σ) = #α(σ); an insertion is refused ⇔ live = 2ᵇ, and "
        "else answers a key that resolved to nothing; `remove` answers α(σ)(key) or none",
        SENTENCES[REFINEMENT],
        "core/refinement.py",
    ),
    Property(
        "exactly_one_case_applies",
        "of the guards g₁ … gₙ, exactly one holds",
        "Exactly one case of `add`, `remove`, `replace`, a step of the walk or of the cascade applies, so a "
        "state has one successor.",
        "core/choices.py",
    ),
    Property(
        "every_loop_ends",
        "s ≥ 0 falls with each halving, v(q1) − dealt ≥ 0 with each entry walked; "
        "live + n − room ≥ 0 falls with each doubling",
        "The cascade, the walk of a free list and the loop of `reserve` end (5.2).",
        "core/choices.py",
    ),
    Property(
        "lengths_fit_one_bit_more",
        "index of b ≥ 2 bits ⇒ opened ≤ 2ᵇ; s < 2 · 2ᵇ, a < 2 · 2ᵇ",
        "Every position fits into an index, and every length into one bit more, so no length overflows (R9).",
        "systems/stable_list/invariant.py",
    ),
    Property(
        REVIVAL,
        "(i, stamp(n)) retired: it resolves ⇔ has(i) ∧ stamp(born(i)) = stamp(n); "
        "with stamp(n) = n mod 2ᵇ: ⇔ has(i) ∧ ∃ k ≥ 1: born(i) = n + k · 2ᵇ",
        SENTENCES[REVIVAL],
        "core/identity.py",
    ),
    Property(
        "truncation_finds_q1_and_q2_opened",
        "at every halving by a removal: opened(q1) = size(q1), opened(q2) = size(q2)",
        "Truncation never meets an untouched cell below h2 (5.2; R5).",
        "systems/stable_list/visits.py",
    ),
    Property(
        "growth_moves_at_most_two_cells_per_insertion",
        "mode ≠ memory, no `shrink_to_fit` ⇒ grown ≤ 2 · insertions, grown ≤ a − a₀",
        "Growth moves at most two cells for each insertion (R3, R6).",
        "core/growth.py",
    ),
    Property(
        "reserve_allocates_less_than_twice_what_is_needed",
        "in the loop: room = s ∨ room < 2 · (live + n)",
        "`reserve` doubles no more often than necessary.",
        "systems/stable_list/invariant.py",
    ),
)
"""Properties of steps, keys and costs."""


LEMMAS: Final = (
    Property(
        "walk_halves_an_empty_h2",
        "live(h2) = 0, 8 ∣ s, s/2 ≥ m",
        "While a halving is in progress, h2 is empty and R1 allows the halving.",
        "systems/stable_list/walk.py",
    ),
    Property(
        "walk_leaves_q2_alone",
        "the three clauses of a free list hold of q2's",
        "q2's free list stays intact until it is handed over to h2.",
        "systems/stable_list/walk.py",
    ),
    Property(
        "walk_stands_at_the_next_entry",
        "here = entry(q1, v(q1) − dealt − 1), or none if dealt = v(q1)",
        "The next entry to visit is the entry of the next rank, until there is none.",
        "systems/stable_list/walk.py",
    ),
    Property(
        "walk_leaves_the_rest_alone",
        "∀ r < v(q1) − dealt: entry(q1, r) is vacant, and linked as before",
        "The entries that were not visited yet are linked as before.",
        "systems/stable_list/walk.py",
    ),
    Property(
        "walk_counts_what_was_dealt",
        "stayed = #{dealt i : i < s/8}, pushed = #{dealt i : i ≥ s/8}",
        "As many visited entries stayed in q1 as lie below the border.",
        "systems/stable_list/walk.py",
    ),
    Property(
        "walk_deals_to_the_right_side",
        "stay_entry(r) < s/8 ≤ push_entry(r) < s/4",
        "Each new list lies on its side of the border.",
        "systems/stable_list/walk.py",
    ),
    Property(
        "walk_deals_every_entry_once",
        "dealt i < s/8 ⇒ stay_entry(placed(i)) = i; dealt i ≥ s/8 ⇒ push_entry(placed(i)) = i",
        "Every visited entry is in the new list of its side, at one rank.",
        "systems/stable_list/walk.py",
    ),
    Property(
        "walk_links_what_was_dealt",
        "next(stay_entry(r)) = stay_entry(r − 1), next(push_entry(r)) = push_entry(r − 1)",
        "The new lists are linked from their heads downwards.",
        "systems/stable_list/walk.py",
    ),
    Property(
        "walk_keeps_the_order_of_q1_and_reverses_q2",
        "i, j dealt, rank(i) > rank(j): both stay ⇒ placed(i) > placed(j), both pushed ⇒ placed(i) < placed(j)",
        "Two entries that go to the same side keep their order in q1, and reverse it in q2 (R5).",
        "systems/stable_list/walk.py",
    ),
    Property(
        "every_live_cell_is_counted",
        "i ≤ j ⇒ below(i) ≤ below(j)",
        "The number of live cells before a position does not decrease with the position; by induction.",
        "core/counting.py",
    ),
    Property(
        "dealt_and_live_cells_are_all",
        "the walk done: below(i) + dealt_below(i) = i for i ≤ opened(q1)",
        "After the walk, every opened cell of q1 is live or was a visited entry; by induction.",
        "systems/stable_list/lemmas.py",
    ),
)
"""Lemmas for the induction over a halving."""


REFUTED: Final = (
    Property(
        "memory_moves_a_bounded_number_of_cells_per_operation",
        "∃ c: moved ≤ c · operations",
        "Mode `memory` moves a constant number of cells for each operation (5.2; R6).",
        "systems/stable_list/families.py",
    ),
    Property(
        "mended_memory_moves_at_most_three_cells_per_insertion",
        "no `reserve`, no `shrink_to_fit` ⇒ 2 · moved + a + max(0, 6 · live − 3 · a) ≤ 6 · insertions + a₀",
        "With another rule, mode `memory` with hysteresis, at most three cells would be moved for each insertion, "
        "and half the initial space.",
        "systems/stable_list/movement.py",
        rests="SGIB",
    ),
)
"""Properties that one would expect but that do not hold, and one that holds with another rule."""


PROPERTIES: Final = {each.name: each for each in (*INVARIANT, *FURTHER, *LEMMAS, *REFUTED)}
"""Every property by its name."""
