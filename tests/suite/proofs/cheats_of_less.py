"""Edits after which less is proved than the page says: of fewer steps, lists, keys, loops or numbers."""

from __future__ import annotations

from typing import Final

from .cheats import Cheat

__all__ = ["OF_LESS"]

ITSELF: Final = """
proof = []
lemma = __import__('stablelist_proofs.core.lemma', fromlist=['lemma'])
kind = __import__('stablelist_proofs.core.query', fromlist=['query']).Kind.LEMMA
shown = lemma.Shown(lambda: term, lambda: proof, list, dict, lambda: [term])
cited = {**given, 'as is known': Hypothesis(kind, term, shown)}
proof.append(Obligation(name, arc.name, arc.words, Query(cited, term), flaws, arc))
yield proof[0]
"""
OF_LESS: Final = (
    Cheat(
        "keys are followed that an untouched cell was given to, no others",
        "systems.stable_list.inductive",
        "issues",
        "arc.operation == 'add' and bool(arc.answer)",
        "arc.name.startswith('add_append')",
        "extent",
    ),
    Cheat(
        "a bound is claimed of programs without another step, and says so",
        "systems.stable_list.movement",
        "growths",
        "SHRINKING",
        "(*SHRINKING, 'reserve_allocates')",
        "extent",
    ),
    Cheat(
        "a bound is claimed of lists that were not preallocated",
        "core.growth",
        "_beginning",
        "not_in_memory(arc.after)",
        "all_of(not_in_memory(arc.after), equal(arc.after.space, arc.after.least))",
        "extent",
    ),
    Cheat(
        "the mended rule has no clear",
        "systems.stable_list.movement",
        "_mended_program",
        "('cascade', 'shrink_to_fit', 'reserve', 'its loop')",
        "('cascade', 'shrink_to_fit', 'reserve', 'its loop', 'clear')",
        "extent",
    ),
    Cheat(
        "the mended rule is for some new lists",
        "systems.stable_list.movement",
        "_mended_program",
        "yield arc",
        "yield arc if arc.source != START else "
        "replace(arc, guard=all_of(arc.guard, no(equal(arc.after.space % 3, 0))))\n",
        "extent",
    ),
    Cheat(
        "growth that follows a reserve is not counted as growth",
        "core.growth",
        "_grown",
        "return Growth(after, grown=GROWN + moved)",
        "from stablelist_proofs.core.terms import choose\n"
        "return Growth(after, grown=GROWN + choose(RESERVED > 0, 0, moved), "
        "reserved=RESERVED + choose(RESERVED > 0, moved, 0))",
        "extent",
    ),
    Cheat(
        "each list is taken to begin with four cells",
        "core.growth",
        "_grown",
        "Growth(after, after.space, nothing, nothing)",
        "Growth(after, integer(4), nothing, nothing)",
        "extent",
    ),
    Cheat(
        "the initial space is taken for eight times as much",
        "systems.stable_list.movement",
        "_initial",
        "arc.after.space",
        "8 * arc.after.space",
        "extent",
    ),
    Cheat(
        "ids are told apart only if there are few",
        "core.identity",
        "never_repeats",
        "equal(apply('insertion_of', stamp(i)), i)",
        "all_of(equal(apply('insertion_of', stamp(i)), i), stamp(i) >= 0, stamp(i) < 1000)",
        "extent",
    ),
    Cheat(
        "ids are told apart only if none is negative",
        "core.identity",
        "never_repeats",
        "equal(apply('insertion_of', stamp(i)), i)",
        "all_of(equal(apply('insertion_of', stamp(i)), i), stamp(i) >= 0)",
        "read",
    ),
    Cheat(
        "counters are narrower than the examples",
        "core.identity",
        "_divided",
        "remainder >= 0",
        "all_of(remainder >= 0, period <= 1 << 70)",
        "extent",
    ),
    Cheat(
        "visits are counted up to a million",
        "systems.stable_list.walk",
        "_visited",
        "choose(PAID, state.visits + 1, state.visits)",
        "choose(all_of(PAID, state.visits < 1_000_000), state.visits + 1, state.visits)",
        "extent",
    ),
    Cheat(
        "entries of two lists differ if their ranks are the same",
        "systems.stable_list.inductive",
        "disjoint_obligations",
        "implies(all_of(*entries), apart)",
        "implies(all_of(*entries, equal(*ranks)), apart)",
        "read",
    ),
    Cheat(
        "two lists are not asked whether they share an entry",
        "systems.stable_list.inductive",
        "disjoint_obligations",
        "combinations(PARTITIONS, 2)",
        "[*combinations(PARTITIONS, 2)][:2]",
        "read",
    ),
    Cheat(
        "the loop of reserve need not end",
        "systems.stable_list.cases",
        "_ends",
        "arc.source == arc.target == RESERVING",
        "False",
        "read",
    ),
    Cheat(
        "two steps of a loop are measured differently",
        "systems.stable_list.cases",
        "_ends",
        "falls(given(list_, arc), arc, 'an entry less', _left)",
        "falls(given(list_, arc), arc, 'an entry less', _left if arc.name == 'walk_stays' else "
        "lambda walk: 3 * _left(walk) + walk.dealt + walk.dealt - walk.stayed)",
        "read",
    ),
    Cheat(
        "a proof cites itself",
        "core.induction",
        "kept",
        "yield Obligation(name, arc.name, arc.words, Query(given, term), flaws, arc)",
        ITSELF,
    ),
)
"""Edits by a person who had not seen the tests; most of them passed the checks of that time."""
