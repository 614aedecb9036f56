"""Statements written a second time, in Python, and compared with the formulas for many numbers.

An obligation may be proved because its goal says too little. The clauses of the invariant are compared with the model's
predicates (`clauses`). Here the other statements are compared with a *reading*, a Python function that says the same as
the page on proofs. Both must be true for the same numbers: small ones, huge ones, and those that the formula mentions,
with their neighbours.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, Final

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.choices import operations
from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.functions import MEMORY
from stablelist_proofs.core.refinement import PROBE
from stablelist_proofs.core.terms import (
    Quantified,
    Sort,
    Term,
    apply,
    compiled,
    one_of,
    parts,
    symbol,
)
from stablelist_proofs.core.theory import Theory

from .formulas import Assignment
from .inductive import ROOMY
from .movement import GROWTH, MENDED
from .program import IDLE, RESERVING
from .state import PARTITIONS

__all__ = ["Read", "read"]

Values = dict[str, Any]
Reading = Callable[[Values], object]
"""Whether a statement is true of some values."""
Trial = tuple[Values, bool, bool]
"""Some values, whether the formula is true of them, and whether it should be."""

TRIES: Final = 3_000
SEED: Final = 1
HUGE: Final = (1 << 40, 1 << 64)


@dataclass
class Read:
    """The result: how many statements agree with their readings, in how many trials, and how many were false."""

    statements: int = 0
    trials: int = 0
    false: int = 0


def read(theory: Theory) -> Read:
    """Compare the statements with their readings.

    Raises:
        DisagreementError: one says something else than its reading, or has none.
    """
    done, asked = Read(), list(statements(theory))
    for name in sorted(expected(theory) - {name for name, _ in asked}):
        raise DisagreementError(f"{name} is not asked, though it has a reading")
    for name, trials in asked:
        done.statements += 1
        chance = random.Random(f"{SEED} {name}")  # noqa: S311 - a reproducible choice
        try:
            for values, said, meant in trials(chance):
                done.trials += 1
                done.false += not meant
                if said != meant:
                    raise DisagreementError(
                        f"{name} is {said} of {numbers_of(values)}; as it is read in readings.py, it is {meant}"
                    )
        except KeyError as missing:
            raise DisagreementError(f"{name} says nothing about {missing}") from missing
    return done


def numbers_of(values: Values) -> Values:
    """The values without functions."""
    return {name: value for name, value in values.items() if isinstance(value, int)}


def statements(theory: Theory) -> Iterator[tuple[str, Callable[[random.Random], Iterator[Trial]]]]:
    """The statements with their trials; statements about steps are all read in the same way."""
    for each in theory.obligations:
        if each.states and each.arc is not None and each.sentence == REFINEMENT:
            yield each.name, partial(of_a_step, each.arc, each.query.goal)
        elif each.states:
            yield each.name, partial(of_numbers, each.query.goal, reading_of(each.name))
    for asserted in theory.assertions:
        if not asserted.beside:
            yield from cases_of(asserted)
        for point in (IDLE, RESERVING):
            for name, term in asserted.asserted(point).items():
                if (name, point) in CLAUSES:
                    yield f"{name} {point}", partial(of_numbers, term, CLAUSES[name, point])


def cases_of(
    program: Assertions,
) -> Iterator[tuple[str, Callable[[random.Random], Iterator[Trial]]]]:
    """The reading of *exactly one case of an operation applies*, for any conditions."""
    for (operation, _), arcs in operations(program.arcs).items():
        names = [f"case {arc.name}" for arc in arcs]
        if len(arcs) > 1:
            says = one_of(*(symbol(name, Sort.BOOL) for name in names))
            name = f"that one case of {operation} applies ({program.name})"
            yield name, partial(of_numbers, says, partial(one_holds, names))


def one_holds(names: list[str], v: Values) -> bool:
    """Whether exactly one of some conditions holds."""
    return [v[name] for name in names].count(True) == 1


def expected(theory: Theory) -> set[str]:
    """The names of everything that must be compared."""
    program, *_ = theory.assertions
    steps = {arc.name for arc in program.arcs if arc.operation in OBSERVABLE}
    refinement = {f"{REFINEMENT}/{name}" for name in (*steps, "walk_ends")}
    return refinement | {*READINGS} | {f"{name} {point}" for name, point in CLAUSES}


OBSERVABLE: Final = ("add", "remove", "replace", "clear")
"""The operations that the contract describes; of their parts, only the end of a halving changes cells."""
REFINEMENT: Final = "every_step_refines_the_contract"


def reading_of(name: str) -> Reading:
    """The reading of a statement.

    Raises:
        DisagreementError: it has none.
    """
    if name not in READINGS:
        raise DisagreementError(f"{name} has no reading; write one in readings.py")
    return READINGS[name]


# --- Readings -------------------------------------------------------------------------------------


def opened(v: Values) -> int:
    """How many cells are opened."""
    return sum(v[f"{name}_opened"] for name in PARTITIONS)


def retired_finds(v: Values) -> object:
    """Whether the key that is followed finds an element."""
    i = v["tracked_index"]
    stamp = v["stamp"](v["tracked_birth"])
    return 0 <= i < opened(v) and v["has"](i) and v["id"](i) == stamp


def revived(v: Values) -> object:
    """Whether its cell has the element of a later insertion with the same id."""
    i, n = v["tracked_index"], v["tracked_birth"]
    there = i < opened(v) and v["has"](i)
    return there and v["born"](i) > n and v["stamp"](v["born"](i)) == v["stamp"](n)


def never_repeats(v: Values) -> bool:
    """Whether ids distinguish insertions."""
    return all(v["insertion_of"](v["stamp"](i)) == i for i in v["position"])


def two_cells_with_one_id(v: Values) -> object:
    """Whether two live cells have the same id."""
    one, other = v["one_cell"], v["other_cell"]
    live = all(0 <= i < opened(v) and v["has"](i) for i in (one, other))
    return live and one != other and v["id"](one) == v["id"](other)


def whole_periods(v: Values) -> object:
    """Whether one insertion is a number of periods after the other."""
    return v["other_insertion"] - v["one_insertion"] == v["period"] * v["laps"]


def lies_ahead(v: Values) -> object:
    """Whether it is a later insertion with the same id, a number of laps later."""
    later = v["other_insertion"] > v["one_insertion"] and v["period"] >= 1
    laps = v["laps"] == v["other_lap"] - v["one_lap"]
    return later and laps and v["one_id"] == v["other_id"]


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


READINGS: Final[dict[str, Reading]] = {
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
    "retired_key_revives_exactly_after_whole_periods/any_source": lambda v: (
        v["tracked_live"] or retired_finds(v) == revived(v)
    ),
    "retired_key_never_resolves/unbounded": lambda v: (
        not never_repeats(v) or v["tracked_live"] or not retired_finds(v)
    ),
    "live_ids_are_distinct/two_cells": lambda v: (
        not never_repeats(v) or not two_cells_with_one_id(v)
    ),
    "retired_key_revives_exactly_after_whole_periods/necessary": lambda v: (
        not lies_ahead(v) or (whole_periods(v) and v["laps"] >= 1)
    ),
    "retired_key_revives_exactly_after_whole_periods/sufficient": lambda v: (
        not whole_periods(v) or v["one_id"] == v["other_id"]
    ),
    "retired_key_revives_exactly_after_whole_periods/successor": lambda v: (
        v["other_id"] == (0 if v["one_id"] + 1 == v["period"] else v["one_id"] + 1)
    ),
    "truncation_finds_q1_and_q2_opened/remove_from_h2_last": lambda v: (
        not v["paid_by_removals"] or full_below(v)
    ),
    "truncation_finds_q1_and_q2_opened/walk_ends": lambda v: (
        not v["paid_by_removals"] or full_after_halving(v)
    ),
    "visits_never_exceed_removals/conclusion": lambda v: v["visits"] <= v["removals"],
    f"{GROWTH}/conclusion": lambda v: v["grown"] <= 2 * v["added"],
    f"{MENDED}/conclusion": lambda v: 2 * v["moved"] <= 6 * v["added"] + v["initial_space"],
}
"""The statements that follow from the clauses."""


def live(v: Values) -> int:
    """How many elements there are."""
    return sum(v[f"{name}_live"] for name in PARTITIONS)


def live_key_is_at_home(v: Values) -> object:
    """If the key is live, its cell holds its element."""
    i = v["tracked_index"]
    there = i < opened(v) and v["has"](i) and v["born"](i) == v["tracked_birth"]
    return not v["tracked_live"] or (there and v["element"](i) == v["tracked_element"])


def retired_key_is_older(v: Values) -> object:
    """If the key is retired, an element in its cell was inserted later, and an insertion has issued the key."""
    i, n = v["tracked_index"], v["tracked_birth"]
    there = i < opened(v) and v["has"](i)
    issued = i >= 0 and 0 <= n < v["added"]
    return issued and (v["tracked_live"] or not there or v["born"](i) > n)


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
    """The bound on moves with the mended rule, with its potential and the amount of memory."""
    potential = v["allocated"] + max(0, 6 * v["live"] - 3 * v["allocated"])
    paid = 2 * v["moved"] + potential <= 6 * v["added"] + v["initial_space"]
    return paid and v["allocated"] in (v["space"], 2 * v["space"]) and v["initial_space"] >= 4


CLAUSES: Final[dict[tuple[str, str], Reading]] = {
    ("live_key_resolves", IDLE): live_key_is_at_home,
    ("retired_key_never_resolves", IDLE): retired_key_is_older,
    (GROWTH, IDLE): growth_is_paid,
    (MENDED, IDLE): mended_is_paid,
    (ROOMY, RESERVING): roomy,
}
"""Clauses without a predicate in the model, and clauses about a key, which are compared only for small numbers."""


# --- Trials ---------------------------------------------------------------------------------------


def of_numbers(statement: Term, reading: Reading, chance: random.Random) -> Iterator[Trial]:
    """A statement about numbers, and random functions of them."""
    says = compiled(statement)
    for _ in range(TRIES):
        values = drawn([statement], chance)
        said = says(values, functions_of(values))[0]
        yield values, bool(said), bool(reading(with_sums(values)))


def with_sums(values: Values) -> Values:
    """The values, and the number of elements."""
    known = all(f"{name}_live" in values for name in PARTITIONS)
    return values | {"live": live(values)} if known else values


class Function:
    """A function whose values are drawn when they are needed."""

    def __init__(self, draw: Callable[[], Any]) -> None:
        self.values: dict[int, Any] = defaultdict(draw)

    def __call__(self, argument: int) -> Any:  # noqa: ANN401 - of either sort
        return self.values[argument]

    def __getitem__(self, argument: int) -> Any:  # noqa: ANN401 - of either sort
        return self(argument)

    def put(self, place: int, value: Any) -> Function:  # noqa: ANN401 - of either sort
        """The function with another value at one place."""
        return Known(lambda argument: value if argument == place else self(argument))


class Known(Function):
    """A function that is computed."""

    def __init__(self, known: Callable[[int], Any]) -> None:
        super().__init__(int)
        self.known = known

    def __call__(self, argument: int) -> Any:  # noqa: ANN401 - of either sort
        return self.known(argument)


def functions_of(values: Values) -> Mapping[str, Any]:
    """The functions among some values."""
    return {name: value for name, value in values.items() if isinstance(value, Function)}


def drawn(terms: list[Term], chance: random.Random) -> Values:
    """A value for each symbol and function in some terms.

    In each trial numbers are of one kind: a few small ones, so that many are equal; or those that the terms mention,
    and huge ones.
    """
    found = {part for term in terms for part in parts(term)}
    mentioned = sorted(
        {
            int(part.name)
            for part in found
            if part.op == "literal" and part.name.lstrip("-").isdigit()
        }
    )
    small = range(-1, chance.choice((2, 4, 9)))
    far = [n + d for n in (*mentioned, *HUGE) for d in (-1, 0, 1)]
    numbers = [*small] if chance.random() < 0.6 else [*small, *far]

    def value(sort: Sort) -> Any:  # noqa: ANN401 - of either sort
        return chance.random() < 0.7 if sort is Sort.BOOL else chance.choice(numbers)

    values: Values = {"position": range(4), "rank": range(4)}
    for part in sorted(found, key=lambda part: (part.op, part.name)):
        if part.op == "symbol":
            values.setdefault(part.name, value(part.sort))
        elif part.op == "apply":
            sort = part.sort
            values.setdefault(part.name, Function(lambda sort=sort: value(sort)))  # type: ignore[misc]
    if any(isinstance(part, Quantified) for part in found):
        identity = chance.random() < 0.7  # ids that distinguish insertions are rare otherwise
        if identity and "stamp" in values and "insertion_of" in values:
            shift, sign = chance.choice((-2, -1, 0, 1, 2, *HUGE)), chance.choice((-1, 1))
            values["stamp"] = Known(lambda i: sign * i + shift)
            values["insertion_of"] = Known(lambda i: sign * (i - shift))
    return values


# --- Steps ----------------------------------------------------------------------------------------


MADE_UP: Final = 300
"""The number of lists in which each step is made."""
OF_A_CELL: Final = {"has": Sort.BOOL, "id": Sort.INT, "element": Sort.INT}
OF_A_LIST: Final = (
    *(f"{name}_{field}" for name in PARTITIONS for field in ("live", "opened")),
    *("key_index", "key_id", "new_element", "index_count"),
)
"""Everything that the contract may ask about, whether or not the formula uses it."""


def of_a_step(arc: Arc, goal: Term, chance: random.Random) -> Iterator[Trial]:
    """A step of a random list: whether the goal holds for every key, and whether the contract allows the step."""
    says, step = compiled(goal), Assignment(arc)
    terms = [goal, *arc.answer, *step.terms, *asked()]
    for _ in range(MADE_UP):
        before = drawn(terms, chance)
        functions = functions_of(before)
        answer, after = step.answer(before, functions), stepped(step, before, functions)
        said = all(
            says(before | {PROBE[0].name: i, PROBE[1].name: x}, functions)[0]
            for i, x in probes(before, after, answer)
        )
        yield before, said, refines(arc, before, after, answer)


def asked() -> Iterator[Term]:
    """The values that the contract asks about."""
    yield from (apply(name, 0, sort=sort) for name, sort in OF_A_CELL.items())
    yield from map(symbol, OF_A_LIST)
    yield symbol("bounded", Sort.BOOL)


def stepped(step: Assignment, before: Values, functions: Mapping[str, Any]) -> Values:
    """The values after a step."""
    after = before | dict(zip(step.names, step.values(before, functions), strict=True))
    places, written = step.places(before, functions), step.written(before, functions)
    for name, place, value in zip(step.functions, places, written, strict=True):
        if name in OF_A_CELL:
            after[name] = after[name].put(place, value)
    return after


def places(before: Values, after: Values, answer: tuple[Any, ...]) -> set[int]:
    """The positions to look at: a few, and all numbers in the lists and in the answer."""
    known = (*before.values(), *after.values(), *answer)
    return {*range(-1, 12), *(number for number in known if type(number) is int)}


def probes(before: Values, after: Values, answer: tuple[Any, ...]) -> Iterator[tuple[int, int]]:
    """Keys to look up: at each of these positions, the present and past keys, and others."""
    for i in places(before, after, answer):
        known = {before["id"](i), after["id"](i), before["key_id"], *answer[1:], -7}
        yield from ((i, x) for x in known)


def refines(arc: Arc, before: Values, after: Values, answer: tuple[Any, ...]) -> bool:
    """Whether the contract allows a step: its answer, the keys, and their elements."""
    seen = places(before, after, answer)
    known, now = shown(before, seen), shown(after, seen)
    key, count = (before["key_index"], before["key_id"]), live(before)
    room = count < before["index_count"] if before["bounded"] else count >= 0
    expected, right, more = dict(known), True, 0
    match arc.operation:
        case "add" if answer:
            right, more = room and answer not in known, 1
            expected[answer[0], answer[1]] = before["new_element"]
        case "add":
            right = not room
        case "remove" if answer:
            right, more = key in known and answer[0] == before["element"](key[0]), -1
            expected.pop(key, None)
        case "remove":
            right = key not in known
        case "replace":
            hit = arc.name == "replace_live"
            right = (key in known) is hit and bool(answer[0]) is hit
            if hit and right:
                expected[key] = before["new_element"]
        case "clear":
            expected, more = {}, -count
    return right and now == expected and live(after) == count + more


def shown(values: Values, seen: set[int]) -> dict[tuple[int, int], int]:
    """Keys and elements at some positions."""
    end = opened(values)
    return {
        (i, values["id"](i)): values["element"](i)
        for i in seen
        if 0 <= i < end and values["has"](i)
    }
