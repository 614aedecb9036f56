"""Edits of the proofs themselves, each of which would let something wrong be proved, or less than the page says."""

from __future__ import annotations

from typing import Final, NamedTuple

from stablelist_proofs.edits import Edit

__all__ = ["CHEATS", "Cheat"]


class Cheat(NamedTuple):
    """An edit, and the obligation that fails because of it; or a complaint of the ledger.

    Attributes:
        fails: an obligation; or "held", if some hypothesis is false of a list; "asked", if a text is not what was
            booked; "tied", if the program is not the model's; "repaired", if the mended rule is not; "read", if a
            statement says something else; "extent", if something is claimed of less than all; "far", if it says less
            of far positions; if empty, the books are not in order.
    """

    what: str
    module: str
    within: str
    before: str
    after: str
    fails: str = ""

    @property
    def edit(self) -> Edit:
        return Edit(within=self.within, before=self.before, after=self.after)


SMALL: Final = "state.space <= 16"
MOVEMENT: Final = (
    "__import__('stablelist_proofs.systems.stable_list.movement', fromlist=['movement'])"
)
"""A module that the edited one does not know."""
CHEATS: Final = (
    Cheat(
        "U1: a premise is added to a lemma",
        "core.counting",
        "rises",
        "premise(low=low >= 0)",
        f"premise(low=low >= 0, small={SMALL})",
        "every_live_cell_is_counted/within_q1",
    ),
    Cheat(
        "U1: a premise is added to one step of a lemma's proof",
        "core.lemma",
        "Induction.step",
        "{**scheme.given, **so_far, **scheme.of_step(self.variable)}",
        "{**scheme.given, **so_far, **scheme.of_step(self.variable), "
        '"small": Hypothesis(Kind.PREMISE, self.variable <= 16)}',
    ),
    Cheat(
        "U1: a hypothesis is added before every step",
        "systems.stable_list.inductive",
        "_given",
        "before = list_.known(arc.source) | guard(arc.guard)",
        "before = list_.known(arc.source) | guard(arc.guard) "
        '| clauses({"small": list_.arcs[0].after.space <= 16})',
    ),
    Cheat(
        "U1: a lemma is used as it was not proved",
        "core.lemma",
        "Induction._said",
        "implies(all_of(*premises_of(scheme.given), inside), scheme.statement(number))",
        "scheme.statement(number)",
        "held",
    ),
    Cheat(
        "U1: an assumption says too much",
        "systems.stable_list.assumptions",
        "_rung",
        "equal(LADDER(0) % 8, 4)",
        "all_of(equal(LADDER(0) % 8, 4), number <= 10)",
        "held",
    ),
    Cheat(
        "U2: other keys may come to resolve",
        "core.refinement",
        "Step.goal",
        "equal(shown.resolves, contract.resolves)",
        "implies(contract.resolves, shown.resolves)",
        "every_step_refines_the_contract/remove_from_q1",
    ),
    Cheat(
        "U2: keys may be lost",
        "core.refinement",
        "Step.goal",
        "equal(shown.resolves, contract.resolves)",
        "implies(shown.resolves, contract.resolves)",
        "every_step_refines_the_contract/add_append_q1",
    ),
    Cheat(
        "U3: what growth moves counts half",
        "core.growth",
        "_grown",
        "GROWN + moved",
        "GROWN + moved // 2",
        "growth_moves_at_most_two_cells_per_insertion/add_grow_moving",
    ),
    Cheat(
        "U5: only the first part of each goal is asked",
        "core.terms",
        "skolemized",
        "all_of(*named)",
        "next(named)",
        "opened_cells_form_a_prefix/remove_from_q1",
    ),
    Cheat(
        "U5: each for all in a goal becomes true",
        "core.terms",
        "skolemized",
        "skolemized(goal.body(symbol(name)), name)",
        "TRUE",
        "free_lists_are_acyclic/remove_from_q1",
    ),
    Cheat(
        "the second part of a goal of three is not asked",
        "core.terms",
        "skolemized",
        "all_of(*named)",
        "all_of(*(each for n, each in enumerate(named) if n != 1 or len(goal.args) != 3))",
        "asked",
    ),
    Cheat(
        "a goal is asked of one value",
        "core.terms",
        "skolemized",
        "symbol(name)",
        "integer(3)",
        "asked",
    ),
    Cheat(
        "a goal is asked of a value about which something is known",
        "core.terms",
        "skolemized",
        "symbol(name)",
        "symbol('space')",
        "asked",
    ),
    Cheat(
        "two values of a goal are asked as if they were one",
        "core.terms",
        "skolemized",
        'f"{prefix}_{goal.domain.name}"',
        '"some"',
        "asked",
    ),
    Cheat(
        "of a conjunction only the first part is written",
        "core.query",
        "script",
        'f"(assert {smtlib(term)})"',
        "f\"(assert {smtlib(term.args[0] if term.op == 'and' else term)})\"",
        "asked",
    ),
    Cheat(
        "more is asserted than was booked",
        "core.query",
        "script",
        'f"(assert {smtlib(term)})"',
        'f"(assert {smtlib(term)}) (assert (< space 17))"',
        "asked",
    ),
    Cheat(
        "lists in mode never are halved, too",
        "systems.stable_list.program",
        "halves",
        "any_of(all_of(PAID, truncates(state)), all_of(no(PAID), shrinks))",
        "shrinks",
        "tied",
    ),
    Cheat(
        "reserve is for a few elements only",
        "systems.stable_list.program",
        "_reserve",
        "steps.fits(state)",
        "all_of(WANTED < 8, steps.fits(state))",
        "tied",
    ),
    Cheat(
        "a new list is a small one",
        "systems.stable_list.program",
        "program",
        "Arc('new_list', 'a new list', 'new', START, IDLE, lawful, new, new)",
        "Arc('new_list', 'a new list', 'new', START, IDLE, all_of(lawful, state.space < 64), new, new)",
        "tied",
    ),
    Cheat(
        "nothing is proved of an operation",
        "systems.stable_list.program",
        "program",
        "replacements(state)",
        "()",
        "tied",
    ),
    Cheat(
        "a clause of another program is assumed",
        "systems.stable_list.inductive",
        "_given",
        "before |= UNPAID.at()",
        f"before |= clauses({MOVEMENT}.so_far(IDLE, {MOVEMENT}.Growth(arc.before)))",
    ),
    Cheat(
        "a bound is shown of a part of the program",
        "systems.stable_list.visits",
        "visits",
        "list_.arcs",
        "list_.arcs[:-1]",
    ),
    Cheat(
        "an induction hypothesis says more than the statement",
        "core.lemma",
        "Induction.step",
        "Hypothesis(Kind.SO_FAR, scheme.statement(self.variable))",
        "Hypothesis(Kind.SO_FAR, all_of(scheme.statement(self.variable), self.variable <= 16))",
    ),
    Cheat(
        "something is chosen twice",
        "systems.stable_list.doublings",
        "of_ladders",
        "RUNG.at(LOWER)",
        "RUNG.at(LOWER) | ON_A_LADDER.at(integer(8), LOWER, where='here')",
    ),
    Cheat(
        "something is assumed of another step than it is true of",
        "systems.stable_list.inductive",
        "_given",
        "arc.name == 'shrinking_begins'",
        "arc.name in ('shrinking_begins', 'walk_ends')",
    ),
    Cheat(
        "a step is shown of another list than it leaves behind",
        "core.induction",
        "keyed",
        "list_.after",
        "lambda arc: arc.after if arc.name != 'clear' else replace(arc.after, q1=arc.after.q2)",
    ),
    Cheat(
        "a bound is a thousand more",
        "systems.stable_list.visits",
        "_conclusion",
        "Obligation(VISITS, 'conclusion', words, query(state.removals), flaws, point=IDLE, states=True)",
        "Obligation(VISITS, 'conclusion', words, query(state.removals + 1000), flaws, point=IDLE, states=True)",
        "read",
    ),
    Cheat(
        "keys are immune that the first insertion returned",
        "core.identity",
        "Sentences.unbounded",
        "implies(all_of(never, retired), miss)",
        "implies(all_of(never, retired, equal(self.state.tracked_birth, 0)), miss)",
        "read",
    ),
    Cheat(
        "an insertion may be refused in a large space",
        "core.refinement",
        "Step.answers",
        "no(room)",
        "any_of(no(room), before.space > 1000)",
        "read",
    ),
    Cheat(
        "two cases may apply if others lie between them",
        "core.terms",
        "one_of",
        "terms[:n]",
        "terms[max(0, n - 1):n]",
        "read",
    ),
    Cheat(
        "keys of late insertions need not be found",
        "core.stamps",
        "live_key_resolves",
        "state.tracked_live",
        "all_of(state.tracked_live, state.tracked_birth < 1000)",
        "read",
    ),
    Cheat(
        "the refinement is not asked",
        "systems.stable_list.obligations",
        "theory",
        "refinement_obligations(list_, SEEN)",
        "()",
        "read",
    ),
    Cheat(
        "elements of far positions may change",
        "core.refinement",
        "Step.goal",
        "implies(contract.resolves, equal(shown.element, contract.element))",
        "implies(all_of(contract.resolves, PROBE[0] < 4), equal(shown.element, contract.element))",
        "far",
    ),
    Cheat(
        "giving memory back costs nothing, by the mended rule",
        "systems.stable_list.movement",
        "_mended_program",
        "replace(state, allocated=2 * state.space, moved=state.moved + state.opened)",
        "replace(state, allocated=2 * state.space)",
        "repaired",
    ),
    Cheat(
        "U7: a contradiction in each negation",
        "core.query",
        "Query.negated",
        "{**(where or {}), **self.assertions()}",
        '{**(where or {}), **self.assertions(), "again": skolemized(self.goal)}',
        "counts_agree/remove_from_q1",
    ),
)
