"""Properties: which of the named statements about the model a wrong answer breaks.

The names are the model's and the proofs'. What a port shows is put in the model's terms, and the model's own
predicates are asked of it:

1. An answer about a key breaks the property that is at stake for that key. A live one has to lead to its element
   (`live_key_resolves`), a retired one to none until its id is given out again (`retired_key_never_resolves`), and
   then to the right one (`retired_key_revives_exactly_after_whole_periods`, where the layout tells which that is).
   Once elements were changed, a wrong number is no more the element of another key than a change that went wrong.
2. New keys make a state of the cells that they name: no two live ids are the same, no retired key comes again, no live
   one loses its cell.
3. A layout makes a state whose live cells are those of the live keys; whatever else was opened is vacant, in a free
   list or not.
4. Costs are held against the removals that the program has made.

Of the other answers that no user may be given some have names of their own (`OBSERVED`); the rest is no step of the
contract (`every_step_refines_the_contract`). What is only
different breaks no property by name: a list in another order, a key or a layout as sound as the right one, costs within
the bound. Neither does a port that died, or that did not answer with one word for each operation. What hands out no
keys breaks only what is in `OBSERVED`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import zip_longest
from typing import Final, NamedTuple

from stablelist_proofs.properties import PROPERTIES
from stablelist_spec.core.history import History
from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Provenance
from stablelist_spec.families.contract import LIVE, REFINEMENT, RETIRED, Pool
from stablelist_spec.parts.cells import Cell, Has, Not
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.state import State, initial

from .answerers import model_word
from .judge import Following, contract_judge
from .protocol import Level, in_order
from .shown import Layout, read_cost, read_keys, read_layout
from .verdict import Counterexample

__all__ = [
    "FAILING",
    "FURTHER",
    "LENGTH",
    "LISTED",
    "LOCKED",
    "OBSERVED",
    "ROOM",
    "UNSEEN",
    "broken_by",
    "meaning",
]

DISTINCT: Final = "live_ids_are_distinct"
REVIVAL: Final = "retired_key_revives_exactly_after_whole_periods"

FURTHER: Final = (REVIVAL, REFINEMENT)
"""Properties of steps, which are proved and are no predicates of a state."""

UNSEEN: Final = {
    "allocated_memory_is_the_space_doubled": "no answer tells how much memory is allocated: that "
    "cells moved, or did not, shows only whether there was enough",
}
"""Invariants that no answer can show to be broken, each with the reason."""

LENGTH: Final = "length_counts_the_live_elements"
LISTED: Final = "iteration_shows_each_live_element_once"
ROOM: Final = "room_is_refused_only_where_there_is_none"
LOCKED: Final = "lent_elements_lock_the_container"
FAILING: Final = "no_operation_fails_without_reason"

OBSERVED: Final = {
    LENGTH: "What is counted is what is live",
    LISTED: "Iteration shows every live element once, and nothing else",
    ROOM: "An insertion is refused if there is no room for it, and only then",
    LOCKED: "While an element is lent, elements neither come nor go",
    FAILING: "Whatever is asked is answered, unless a refusal is documented",
}
"""What a user may observe without a key, which is part of the refinement of the contract."""

AtStake = Callable[[int], str]
"""The property that a wrong answer about the first or the second key of an operation breaks."""


def broken_by(found: Counterexample) -> tuple[str, ...]:
    """The names of the properties that the wrong answer of a counterexample breaks, as far as it shows."""
    at, answered = found.at, found.answered
    if found.kind != "answer" or at is None or found.answers[at : at + 1] != (answered,):
        return ()
    operation = found.program.operations[at]
    if not found.handshake.system.family.keyed:
        name = _observed(operation, found)
        return (name,) if name and answered not in found.expected.split(" or ") else ()
    if found.level is Level.CONTRACT:
        run = _followed(found, at)
        if run is None:
            return ()
        return _of_answer(operation, found, partial(_at_stake_in_contract, run, operation))
    history = _played(found, at)
    if operation.name in history.system.shown:
        reads = _READ.get((found.handshake.profile, operation.name))
        return () if reads is None else reads(history, answered)
    if operation.name in history.system.family.inserting:
        right, new = read_keys(found.expected), read_keys(answered)
        if right and new and len(right) == len(new):
            return _of_new_keys(history, operation, right, new)
    return _of_answer(operation, found, partial(_at_stake_in_layout, history, operation))


def meaning(name: str) -> str:
    """What a property says, without the places where it is stated.

    >>> meaning("live_key_resolves")
    'A key resolves until it is retired'
    """
    words = OBSERVED[name] if name in OBSERVED else PROPERTIES[name].words
    return re.sub(r"( \([^()]*\))?\.$", "", words)


# --- Up to the wrong answer -----------------------------------------------------------------------


def _played(found: Counterexample, at: int) -> History:
    """The model before the operation that was answered wrongly."""
    history = found.handshake.system.begin(found.program.parameters)
    for operation in found.program.operations[:at]:
        model_word(history, operation, found.level)
    return history


def _followed(found: Counterexample, at: int) -> Following[Pool] | None:
    """The port as its user knows it by then; None if it was wrong before."""
    run = contract_judge(found.handshake).following(found.program.parameters)
    steps = zip(found.program.operations[:at], found.answers, strict=False)
    wrong = any(run.step(number, *step) is not None for number, step in enumerate(steps))
    return None if wrong else run


# --- Answers about keys, and whatever else a user is answered -----------------------------------------

_CHANGE_ELEMENTS: Final = frozenset({"replace", "at_mut", "each_mut", "exchange"})
_SAY_WHETHER: Final = frozenset({"contains", "replace"})
_NUMBER: Final = re.compile(r"-?\d+")


def _observed(operation: Operation, found: Counterexample) -> str:
    """The property of `OBSERVED` that an answer breaks, if it is one of them."""
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
    if all(lists) and (len(counts) > 1 or not _changed(operation, found)):
        return LISTED
    return ""


class _Part(NamedTuple):
    """The part of an answer that says what a key leads to."""

    which: int
    said: str
    right: frozenset[str]


def _of_answer(operation: Operation, found: Counterexample, at_stake: AtStake) -> tuple[str, ...]:
    """What an answer breaks that a user can read."""
    right = [in_order(word) for word in found.expected.split(" or ")]
    answered = in_order(found.answered)
    if answered in right:
        return ()
    if operation.name == "keys" and "none" in answered.strip("[]").split(","):
        return (LIVE,)  # iteration has just handed that key out
    part = _wrong_part(operation, [word.split("/") for word in right], answered.split("/"))
    if part is None:
        return (_observed(operation, found) or REFINEMENT,)
    name, a_number = at_stake(part.which), _NUMBER.fullmatch(part.said)
    if operation.name == "key_at" and name != LIVE:
        return (REFINEMENT,)  # what is at the index of a stale key says nothing about that key
    # The view never shows the pivot, so that a live key may have to lead to nothing.
    if name == LIVE and (part.right == {"none"} or (a_number and _changed(operation, found))):
        return (REFINEMENT,)
    return (name,)


def _wrong_part(operation: Operation, right: list[list[str]], answered: list[str]) -> _Part | None:
    """What is said of the key, or else of the other key of ``exchange``, if that is wrong and says something."""
    if operation.key is None or operation.name == "lend":
        return None
    part = _Part(0, answered[0], frozenset(parts[0] for parts in right))
    if part.said in part.right and operation.other is not None and len(answered) == 2:
        seconds = (parts[1] for parts in right if parts[0] == part.said and len(parts) == 2)
        part = _Part(1, answered[1], frozenset(seconds))
    wrong = part.right and part.said not in part.right
    return part if wrong and _tells(operation, part.said) else None


def _tells(operation: Operation, said: str) -> bool:
    """Whether a word says what a key leads to; an error does not."""
    if operation.name in _SAY_WHETHER:
        return said in {"yes", "no"}
    return said == "none" or _NUMBER.fullmatch(said) is not None


def _changed(operation: Operation, found: Counterexample) -> bool:
    """Whether an element may be another than was inserted."""
    before = found.program.operations[: found.at]
    return operation.name == "at_mut" or any(o.name in _CHANGE_ELEMENTS for o in before)


def _at_stake_in_layout(history: History, operation: Operation, which: int) -> str:
    """By the model, which knows what has become of every id."""
    name = (operation.key, operation.other)[which]
    key = history.key(name)
    if key in history.fresh().retired:
        return RETIRED
    if history.provenance(name) is Provenance.RETIRED:
        return REVIVAL
    return LIVE if key in history.system.live(history.state) else REFINEMENT


def _at_stake_in_contract(run: Following[Pool], operation: Operation, which: int) -> str:
    """By what a user can know: the stamp of a retired key may have been given out again."""
    ways = run.acceptable(operation).values()
    names = {outcome.at_stake[which] for way in ways for _, outcome in way}
    return names.pop() if len(names) == 1 else REFINEMENT


# --- States as a port shows them ------------------------------------------------------------------


def _of_state(state: State, fresh: FreshKeys) -> tuple[str, ...]:
    """The invariants that do not hold, of those that can be seen."""
    return tuple(
        name for name, holds in INVARIANTS.items() if name not in UNSEEN and not holds(state, fresh)
    )


def _of_layout(history: History, answered: str) -> tuple[str, ...]:
    """What an answer to ``layout`` breaks."""
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


def _of_cost(history: History, answered: str) -> tuple[str, ...]:
    """What an answer to ``cost`` breaks."""
    cost = read_cost(answered, removals=history.state.cost.removals)
    return () if cost is None else _of_state(history.state._replace(cost=cost), history.fresh())


_READ: Final[Mapping[tuple[str, str], Callable[[History, str], tuple[str, ...]]]] = {
    (STABLE_LIST.name, "layout"): _of_layout,
    (STABLE_LIST.name, "cost"): _of_cost,
}
"""What reads an answer that shows the inside of a container; of other systems it is only compared."""


def _cells(history: History, shown: Layout) -> tuple[Cell, ...]:
    """The opened cells: as many as are shown, but all that are live, and none that was never touched."""
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
    """What the keys of new elements break: of the keys that are known, and of each other."""
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
    """Cells that bear what was handed out last, their positions renumbered; and the keys likewise.

    A position may be as large as it likes: all that matters is which of them are the same.
    """
    known = dict.fromkeys(key.index for key in (*held, *asked.retired))
    numbers = {index: number for number, index in enumerate(known)}

    def renumbered(keys: Iterable[Key]) -> tuple[Key, ...]:
        return tuple(Key(numbers[key.index], key.id) for key in keys)

    cells: list[Cell] = [Not(None)] * len(numbers)
    for key in renumbered(held):
        cells[key.index] = Has(0, key.id)
    return tuple(cells), FreshKeys(renumbered(asked.live), renumbered(asked.retired))
