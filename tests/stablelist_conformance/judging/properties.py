"""Properties: which named properties of the model a wrong answer breaks.

The names are those of the model and the proofs. The port's answers are translated into states of the model, and the
model's own predicates check them:

1. A wrong answer about a key breaks a property of that key. A live key must lead to its element (`live_key_resolves`),
a retired key to none until its id is issued again (`retired_key_never_resolves`), and then to the right one
(`retired_key_revives_exactly_after_whole_periods`, if the layout tells which). After elements were changed, a wrong
number may be another key's element or a wrong change.
2. New keys make a state of the cells that they name: live ids are distinct, no retired key is issued again, and no live
key loses its cell.
3. A layout makes a state whose live cells are those of the live keys; all other opened cells are vacant, in a free list
or not.
4. Costs are compared with the removals of the program.

Some other wrong answers have names of their own (`OBSERVED`); the rest is not a step of the contract
(`every_step_refines_the_contract`). An answer that is only different breaks no named property: a list in another order,
another consistent key or layout, costs within the bound. The same is true of a port that died, or that did not answer
with one word for each operation. A container without keys can only break properties in `OBSERVED` and `KEYLESS`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Final, NamedTuple

from stablelist_conformance.judging.judge import FollowedProgram, contract_judge
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.wire.answers import in_order
from stablelist_conformance.wire.parse_answers import Layout, read_cost, read_keys, read_layout
from stablelist_conformance.wire.play import play
from stablelist_spec.core.family import Role
from stablelist_spec.core.history import History
from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Provenance
from stablelist_spec.families.graph import FINDING, GRAPH
from stablelist_spec.families.knowledge import LIVE, REFINEMENT, RETIRED, Pool
from stablelist_spec.families.sets import SET
from stablelist_spec.parts.cells import Cell, Has, Not
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.sentences import REVIVAL, SENTENCES
from stablelist_spec.systems.stable_list.state import State, initial

__all__ = [
    "DISTINCT",
    "FAILING",
    "FURTHER",
    "KEYLESS",
    "LENGTH",
    "LISTED",
    "LOCKED",
    "OBSERVED",
    "ROOM",
    "UNSEEN",
    "Before",
    "broken_at",
    "broken_by",
    "broken_inside",
    "meaning",
]

DISTINCT: Final = "live_ids_are_distinct"

FURTHER: Final = (REVIVAL, REFINEMENT)
"""Properties of steps, which are proved, but are not predicates of a state."""

UNSEEN: Final = {
    "allocated_memory_is_the_space_doubled": "no answer says how much memory is allocated; "
    "whether cells moved shows only whether there was enough",
}
"""Invariants whose violation no answer can show, each with the reason."""

LENGTH: Final = "length_counts_the_live_elements"
LISTED: Final = "iteration_shows_each_live_element_once"
ORDERED: Final = "lists_are_in_the_promised_order"
TOLD: Final = "answers_tell_what_is_there"
LOST: Final = "member_stays_until_it_is_removed"
INTRUDED: Final = "only_what_was_inserted_is_a_member"
REFUSED: Final = "refusals_are_those_that_are_documented"
ROOM: Final = "room_is_refused_only_where_there_is_none"
LOCKED: Final = "lent_elements_lock_the_container"
FAILING: Final = "no_operation_fails_without_reason"

OBSERVED: Final = {
    LENGTH: "What is counted is what is live",
    LISTED: "Iteration shows every live element once, and nothing else",
    ROOM: "An insertion is refused if and only if there is no room for it",
    LOCKED: "While an element is lent, no element is added or removed",
    FAILING: "Every operation is answered, unless a refusal is documented",
}
"""Properties that a user observes without a key; they are part of the refinement of the contract."""

Before = Callable[[], "History | FollowedProgram[Pool] | None"]
"""Returns the container before a wrong answer, which may then be changed: the model; or where several answers may be
right, the port as its user knows it, None if it was wrong before."""

KEYLESS: Final = {
    ORDERED: "A list whose order is part of the contract is in that order",
    TOLD: "What is read, removed or displaced is what was put there",
    LOST: "A number that was inserted is a member until it is removed",
    INTRUDED: "A number that was never inserted, or was removed, is no member",
    REFUSED: "A refusal comes if and only if it is documented",
}
"""Further properties in families without keys."""

AtStake = Callable[[int], str]
"""The property that a wrong answer about the first or the second key of an operation breaks."""


@lru_cache(16)
def broken_by(found: Counterexample) -> tuple[str, ...]:
    """The names of the properties that the wrong answer of a counterexample evidently breaks."""
    return broken_at(found, partial(_before, found))


def broken_at(found: Counterexample, before: Before) -> tuple[str, ...]:
    """The same, where the container before the wrong answer is known."""
    at, answered = found.at, found.answered
    if found.kind != "answer" or at is None or found.answers[at : at + 1] != (answered,):
        return ()
    operation, system = found.program.operations[at], found.handshake.system
    if operation.name in system.read:
        played = before()
        return _of_own(played, operation.name, answered) if isinstance(played, History) else ()
    if not system.family.keyed:
        wrong = answered not in found.expected.split(" or ")
        name = _observed(operation, found) or _of_member(operation, found) or _keyless(found)
        return (name,) if wrong else ()
    history = before()
    if history is None:
        return ()
    if isinstance(history, FollowedProgram):
        at_stake = partial(_at_stake_in_contract, history, operation, answered)
        if history.family.kinds[operation.name].chosen and answered.isdecimal():
            return (at_stake(0),)
        return _of_answer(operation, found, at_stake)
    if operation.name in history.system.shown:
        return _of_inside(history, operation.name, answered)
    if operation.name in history.system.family.inserting:
        right, new = read_keys(found.expected), read_keys(answered)
        if right and new and len(right) == len(new):
            return _of_new_keys(history, operation, right, new)
    return _of_answer(operation, found, partial(_at_stake_in_layout, history, operation))


def broken_inside(history: History, answered: str) -> tuple[str, ...]:
    """The invariants that a port's answer to ``layout`` breaks, when the model is where *history* is."""
    return _of_inside(history, "layout", answered)


def meaning(name: str) -> str:
    """What a property says, without its section numbers and rulings.

    >>> meaning("live_key_resolves")
    'A key resolves until it is retired'
    """
    own = name.replace("_", " ").capitalize()
    words = (OBSERVED | KEYLESS | SENTENCES).get(name, own)
    return re.sub(r"( \([^()]*\))?\.$", "", words)


# --- Up to the wrong answer -----------------------------------------------------------------------


def _before(found: Counterexample) -> History | FollowedProgram[Pool] | None:
    """The container before the wrong answer."""
    operations = found.program.operations[: found.at]
    if found.by_contract:
        run = contract_judge(found.handshake).following(found.program.parameters)
        return run if run.follow(operations, found.answers) is None else None
    history = History(found.handshake.system, found.program.parameters)
    deque(play(history, operations, found.level), maxlen=0)
    return history


# --- Answers about keys, and whatever else a user is answered -----------------------------------------

_CHANGE_ELEMENTS: Final = frozenset({"replace", "at_mut", "each_mut", "exchange"})
_SAY_WHETHER: Final = frozenset({"contains", "replace"})
_NUMBER: Final = re.compile(r"-?\d+")


def _observed(operation: Operation, found: Counterexample) -> str:
    """The property of `OBSERVED` that an answer breaks, if it breaks one."""
    name, answered = operation.name, found.answered
    if answered == "!other":
        return FAILING
    if name in {"len", "is_empty"}:
        return LENGTH
    if name == "lend":
        return LOCKED
    if "!full" in {answered, found.expected}:
        return ROOM
    if name in found.handshake.system.family.inserting:
        return ""
    lists = [word.partition("[")[2] for word in (found.expected, answered)]
    counts = {len(items.split(",")) * (items != "]") for items in lists}
    if all(lists) and in_order(answered) == in_order(found.expected):
        return ORDERED
    if all(lists) and (len(counts) > 1 or not _changed(operation, found)):
        return LISTED
    return ""


def _of_member(operation: Operation, found: Counterexample) -> str:
    """The property that an answer breaks which says whether a number was a member of a set; empty for any other."""
    truth = {found.expected, found.answered} == {"yes", "no"}
    if found.program.family is not SET or not truth or "value" not in operation.operands:
        return ""
    inserts = SET.kinds[operation.name].role is Role.GROW
    was_none = "yes" if inserts else "no"  # only what is no member can be inserted
    return LOST if found.answered == was_none else INTRUDED


def _keyless(found: Counterexample) -> str:
    """The property that any other wrong answer of a container without keys breaks."""
    refused = [word.startswith("!") for word in (found.expected, found.answered)]
    return REFUSED if any(refused) else TOLD


class _Part(NamedTuple):
    """The part of an answer that says what a key finds."""

    which: int
    said: str
    right: frozenset[str]


def _of_answer(operation: Operation, found: Counterexample, at_stake: AtStake) -> tuple[str, ...]:
    """The properties that an answer to a user breaks."""
    right = [in_order(word) for word in found.expected.split(" or ")]
    answered = in_order(found.answered)
    if answered in right:
        return ()
    listed = answered.strip("[]").split(",") if operation.name == "keys" else []
    if "none" in listed and "[]" not in right and not found.handshake.system.determined:
        return (LIVE,)  # iteration has just returned that key
    keys = found.handshake.system.family.keys[operation.name]
    part = _wrong_part(keys, operation, [word.split("/") for word in right], answered.split("/"))
    if part is None:
        return (_observed(operation, found) or REFINEMENT,)
    name, a_number = at_stake(part.which), _NUMBER.fullmatch(part.said)
    if operation.name == "key_at" and name != LIVE:
        return (REFINEMENT,)  # what is at the index of a stale key says nothing about that key
    # The view never shows the pivot, so a live key may have to find nothing.
    if name == LIVE and (part.right == {"none"} or (a_number and _changed(operation, found))):
        return (REFINEMENT,)
    return (name,)


def _wrong_part(
    keys: Sequence[str], operation: Operation, right: list[list[str]], answered: list[str]
) -> _Part | None:
    """The wrong part of an answer about the first of some keys, or about the second."""
    if not keys:
        return None
    part = _Part(0, answered[0], frozenset(parts[0] for parts in right))
    if part.said in part.right and len(keys) == 2 and len(answered) == 2:
        seconds = (parts[1] for parts in right if parts[0] == part.said and len(parts) == 2)
        part = _Part(1, answered[1], frozenset(seconds))
    wrong = part.right and part.said not in part.right
    return part if wrong and _tells(operation, part.said) else None


def _tells(operation: Operation, said: str) -> bool:
    """Whether a word says what a key finds; an error does not."""
    if operation.name in _SAY_WHETHER:
        return said in {"yes", "no"}
    return said == "none" or _NUMBER.fullmatch(said) is not None


def _changed(operation: Operation, found: Counterexample) -> bool:
    """Whether an element may have been changed after its insertion."""
    before = found.program.operations[: found.at]
    return operation.name == "at_mut" or any(o.name in _CHANGE_ELEMENTS for o in before)


OF_OTHERS: Final = frozenset(GRAPH.keyed) - FINDING
"""Operations on a key whose answer is not the element of that key."""


def _at_stake_in_layout(history: History, operation: Operation, which: int) -> str:
    """By the model, which knows every id; where it is the contract, a key promises nothing else.

    A graph answers most questions about a key with the elements of others.
    """
    if history.system.determined or operation.name in OF_OTHERS:
        return REFINEMENT
    name = history.system.family.keys_of(operation)[which]
    key = history.key(name)
    if key in history.fresh().retired:
        return RETIRED
    if history.provenance(name) is Provenance.RETIRED:
        return REVIVAL
    return LIVE if key in history.system.live(history.state) else REFINEMENT


def _at_stake_in_contract(
    run: FollowedProgram[Pool], operation: Operation, answered: str, which: int
) -> str:
    """By what a user can know: the id of a retired key may have been issued again."""
    ways = run.acceptable(operation, answered).values()
    outcomes = (outcome for way in ways for _, outcome in way)
    names = {each.at_stake[which] for each in outcomes if each.at_stake}  # none, if it may panic
    return names.pop() if len(names) == 1 else REFINEMENT


# --- States as a port shows them ------------------------------------------------------------------


def _of_state(state: State, fresh: FreshKeys) -> tuple[str, ...]:
    """The invariants that do not hold in a state, of those that can be checked."""
    return tuple(
        name for name, holds in INVARIANTS.items() if name not in UNSEEN and not holds(state, fresh)
    )


def _of_layout(history: History, answered: str) -> tuple[str, ...]:
    """The invariants that an answer to ``layout`` breaks."""
    shown = read_layout(answered)
    if shown is None:
        return ()
    state = history.state._replace(
        space=shown.space,
        allocated=shown.space,
        next_id=shown.next_id,
        partitions=shown.partitions,
        cells=_cells(history, shown),
    )
    return _of_state(state, history.fresh())


def _of_inside(history: History, word: str, answered: str) -> tuple[str, ...]:
    """The invariants that an answer about the inside breaks, if it can be read."""
    if word in history.system.read:
        return _of_own(history, word, answered)
    reads = _READ.get((history.system.name, word))
    return () if reads is None else reads(history, answered)


def _of_own(history: History, word: str, answered: str) -> tuple[str, ...]:
    """The invariants that a system of one's own names, and an answer about the inside breaks."""
    try:
        state = history.system.read[word](history.state, answered)
    except ValueError:
        return ()
    fresh = history.fresh()
    return tuple(n for n, holds in history.system.invariants.items() if not holds(state, fresh))


def _of_cost(history: History, answered: str) -> tuple[str, ...]:
    """The invariants that an answer to ``cost`` breaks."""
    cost = read_cost(answered, removals=history.state.cost.removals)
    return () if cost is None else _of_state(history.state._replace(cost=cost), history.fresh())


_READ: Final[Mapping[tuple[str, str], Callable[[History, str], tuple[str, ...]]]] = {
    (STABLE_LIST.name, "layout"): _of_layout,
    (STABLE_LIST.name, "cost"): _of_cost,
}
"""Functions that read answers about the inside of a container; those of other systems are only compared."""


def _cells(history: History, shown: Layout) -> tuple[Cell, ...]:
    """The opened cells: as many as the layout shows, and all that are live."""
    live = {at: cell for at, cell in enumerate(history.state.cells) if isinstance(cell, Has)}
    links: dict[int, int | None] = {}
    for free in shown.free_lists:
        for position, following in zip_longest(free, free[1:]):
            links.setdefault(position, following)
    touched = 1 + max((key.index for key in history.issued), default=-1)
    opened = min(touched, sum(partition.opened for partition in shown.partitions))
    length = max(opened, 1 + max(live, default=-1))
    return tuple(live.get(at) or Not(links.get(at)) for at in range(length))


def _of_new_keys(
    history: History, operation: Operation, right: tuple[Key, ...], new: tuple[Key, ...]
) -> tuple[str, ...]:
    """The invariants that the keys of new elements break, with the known keys and with each other."""
    held = history.system.live(history.state)
    history.perform(operation)
    fresh = history.fresh()
    live = [key for key in fresh.live if key not in right]
    live += [key for key, model in zip(new, right, strict=True) if model in fresh.live]
    cells, asked = _only_keys([*held, *new], FreshKeys(tuple(live), fresh.retired))
    state = initial(Parameters())._replace(space=len(cells), cells=cells)
    known = [name for name in (DISTINCT, LIVE, RETIRED) if name in history.system.invariants]
    names = tuple(name for name in known if not INVARIANTS[name](state, asked))
    return names or ((REFINEMENT,) if held.keys() & set(new) else ())


def _only_keys(held: list[Key], asked: FreshKeys) -> tuple[tuple[Cell, ...], FreshKeys]:
    """The cells with the keys that were issued last, and the keys, both with renumbered positions.

    Positions may be huge numbers; only their equality matters.
    """
    known = dict.fromkeys(key.index for key in (*held, *asked.retired))
    numbers = {index: number for number, index in enumerate(known)}

    def renumbered(keys: Iterable[Key]) -> tuple[Key, ...]:
        return tuple(Key(numbers[key.index], key.id) for key in keys)

    cells: list[Cell] = [Not(None)] * len(numbers)
    for key in renumbered(held):
        cells[key.index] = Has(0, key.id)
    return tuple(cells), FreshKeys(renumbered(asked.live), renumbered(asked.retired))
