"""Observers: what happened in a step, as labels, told by the states before and after it.

Rules are functions of the state before, the operation, and the step, by the names of the operations. `observer` makes
the observer of a container with cells from its own rules and those that such containers share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Classify, Label, Provenance, StepOf
from stablelist_spec.families.pool import KEY_OPERATIONS, Pivot, PoolError

from .cells import Celled, Parametrised, found, items, resolve, visited
from .labels import key_label
from .parameters import Truncate

__all__ = [
    "PARAMETRISED",
    "Rule",
    "Rules",
    "Step",
    "added",
    "at_most_three",
    "inserted",
    "observer",
    "released",
    "removed",
    "reused",
    "shrunk",
    "times",
]

Step = StepOf[Any, Any]
Rule = Callable[[Any, Operation, Step], Iterable[Label]]
Rules = Mapping[str, Rule]
Placed = Callable[[Any, Any, Key], Iterable[Label]]
"""The labels of an insertion, by the states before and after it, and the key."""
Left = Callable[[Any, Any, int], Iterable[Label]]
"""The labels of a removal, by the states before and after it, and the position of the element."""


ABOUT_A_KEY: Final = frozenset(KEY_OPERATIONS)


def observer(own: Rules) -> Classify:
    """The observer with a container's own rules; those of ``insert_with`` and ``drain`` follow from two others."""
    rules = {
        **SHARED,
        **own,
        "insert_with": renamed(own["add"], "add", "insert_with"),
        "drain": renamed(own["clear"], "clear", "drain"),
    }

    def classify(
        before: Celled, operation: Operation, step: Step, origin: Provenance
    ) -> tuple[Label, ...]:
        name, rule = operation.name, rules.get(operation.name)
        of_key = name in ABOUT_A_KEY
        labels = (key_label(name, origin, resolve(before, operation["key"])),) if of_key else ()
        return labels if rule is None else (*labels, *rule(before, operation, step))

    return classify


def renamed(rule: Rule, name: str, to: str) -> Rule:
    """The rule of an operation that does the same as another, with its own name in the labels."""

    def of_another(before: Any, operation: Operation, step: Step) -> Iterator[Label]:  # noqa: ANN401
        return (label.replace(name, to, 1) for label in rule(before, operation, step))

    return of_another


def added(placed: Placed) -> Rule:
    """The rule of ``add``: an insertion was refused, or *placed* tells where its element went."""

    def of_add(before: Any, _: Operation, step: Step) -> Iterable[Label]:  # noqa: ANN401
        full = step.answer is PoolError.FULL
        return ("add_full",) if full else placed(before, step.state, step.answer)

    return of_add


def removed(left: Left) -> Rule:
    """The rule of ``remove``: if there was an element to remove, *left* tells what the removal left behind."""

    def of_remove(before: Any, operation: Operation, step: Step) -> Iterable[Label]:  # noqa: ANN401
        gone = step.answer is not None
        return left(before, step.state, operation["key"].index) if gone else ()

    return of_remove


# --- Rules that all containers with cells share ---------------------------------------------------


def amount_shown(before: Celled) -> str:
    """Whether an iteration finds no element, skips vacancies, or neither."""
    if before.live == 0:
        return "empty"
    return "all_live" if before.live == len(visited(before)) else "skips_vacancy"


def lent(before: Celled, operation: Operation, step: Step) -> Iterator[Label]:
    """What the view of `apply` or `inspect` shows."""
    name, key, pivot = operation.name, operation["key"], step.answer
    if not isinstance(pivot, Pivot):
        return
    others = [other.index for other, _ in items(before, but=key.index)]
    if not others:
        yield f"{name}_alone"
    if any(index < key.index for index in others):
        yield f"{name}_before_pivot"
    if any(index > key.index for index in others):
        yield f"{name}_after_pivot"


def exchanged(before: Celled, operation: Operation, step: Step) -> Iterator[Label]:
    """What looking a key up through the view of a pivot finds."""
    if step.answer is None:
        return
    if step.answer.other is not None:
        yield "exchange_found"
    else:
        stale = found(before, operation["other"]) is None
        yield "exchange_stale" if stale else "exchange_pivot"


def retained(before: Celled, _: Operation, step: Step) -> Iterator[Label]:
    """How much stayed."""
    left = step.state.live
    kept = "none" if left == 0 else "all" if left == before.live else "some"
    yield f"retain_{kept if before.live else 'empty'}"


def extended(before: Celled, operation: Operation, step: Step) -> Iterator[Label]:
    """Whether there was an insertion, or one that filled a vacancy."""
    if step.answer is PoolError.FULL:
        yield "extend_full"
        return
    yield "extend_within" if operation["count"] else "extend_none"
    yield from fills(before, operation, step)


def fills(before: Celled, operation: Operation, step: Step) -> Iterator[Label]:
    """Whether an extension filled a vacancy, instead of opening a cell for every element."""
    if step.state.opened - before.opened < operation["count"]:
        yield "extend_reuses"


def reused(before: Celled, key: Key) -> bool:
    """Whether a new element is in a cell that was opened before."""
    return key.index < len(before.cells)


SHARED: Final[Rules] = {
    "extend": extended,
    "retain": retained,
    "reserve": lambda _, __, step: (f"reserve_{'has_room' if step.answer is None else 'full'}",),
    "apply": lent,
    "inspect": lent,
    "exchange": exchanged,
    "each": lambda before, _, __: (f"each_{amount_shown(before)}",),
    "keys": lambda before, _, __: (f"each_{amount_shown(before)}",),
    "each_mut": lambda before, _, __: (f"each_mut_{amount_shown(before)}",),
    "reload": lambda before, _, __: (
        f"reload_{'with' if before.live < before.opened else 'without'}_vacancies",
    ),
    "traverse": lambda before, _, __: (
        f"traverse_{('empty', 'one', 'many')[min(before.live, 2)]}",
    ),
    "lend": lambda before, operation, _: (
        f"lend_refuses_{operation['tried'].name}" if before.live else "lend_nothing",
    ),
}


# --- Rules of lists that grow and truncate --------------------------------------------------------


def times(before: Celled, after: Celled) -> str:
    """How often truncation has halved the space."""
    return at_most_three((before.space // after.space).bit_length() - 1)


def at_most_three(count: int) -> str:
    """A number, as the end of a label."""
    return str(count) if count < 3 else "3_or_more"


def refusal(before: Parametrised, additional: int, out_of_indices: str) -> str:
    """Why there is no room for so many more elements."""
    named = before.parameters.indexable(before.live + additional - 1)
    return "beyond_maximum" if named else out_of_indices


def inserted(placed: Placed) -> Rule:
    """The rule of ``add``: as `added`, and whether the list grew, and used its last id."""

    def of_add(before: Any, _: Operation, step: Step) -> Iterator[Label]:  # noqa: ANN401
        after = step.state
        if step.answer is PoolError.FULL:
            yield f"add_{refusal(before, 1, 'index_range_full')}"
            return
        if after.space > before.space:
            yield "add_grow_moving" if after.allocated > before.allocated else "add_grow_in_place"
        yield from placed(before, after, step.answer)
        if after.next_id == 0:
            yield "add_id_wraps"

    return of_add


def released(before: Parametrised) -> Iterator[Label]:
    """What a truncation gives back."""
    if before.parameters.truncate is Truncate.MEMORY:
        yield "truncate_reallocates"
        if before.allocated > before.space:
            yield "truncate_frees_reserve"


def cleared(before: Parametrised, _: Operation, __: Step) -> Iterator[Label]:
    """Whether there was an element, and what happens to the space."""
    shrinks = before.parameters.truncate is Truncate.MEMORY
    yield f"clear_{('to_minimum' if shrinks else 'keeps_space') if before.live else 'empty'}"


def grown(before: Parametrised, operation: Operation, step: Step) -> Iterator[Label]:
    """How often an extension doubled the space, and whether it filled a vacancy."""
    if step.answer is PoolError.FULL:
        yield f"extend_{refusal(before, operation['count'], 'full')}"
        return
    growths = (step.state.space // before.space).bit_length() - 1
    amount = ("within", "grows", "grows_repeatedly")[min(growths, 2)]
    yield f"extend_{amount if operation['count'] else 'none'}"
    yield from fills(before, operation, step)


def reserved(before: Parametrised, operation: Operation, step: Step) -> Iterator[Label]:
    """Whether memory was allocated."""
    if step.answer is PoolError.FULL:
        yield f"reserve_{refusal(before, operation['count'], 'full')}"
    else:
        more = step.state.allocated > before.allocated
        yield "reserve_allocates" if more else "reserve_has_room"


def retained_or_truncated(before: Celled, operation: Operation, step: Step) -> Iterator[Label]:
    """How much stayed, and whether the last of the removals truncated."""
    yield from retained(before, operation, step)
    if step.state.space < before.space:
        yield "retain_truncates"


def removed_many(before: Celled, operation: Operation, step: Step) -> Iterator[Label]:
    """Which of two keys were live, and whether their removals truncated."""
    first, second = (part is not None for part in step.answer)
    same = first and not second and operation["key"] == operation["other"]
    amounts = {(True, True): "both", (True, False): "first", (False, True): "second"}
    yield f"remove_many_{'same' if same else amounts.get((first, second), 'none')}"
    if step.state.space < before.space:
        yield "remove_many_truncates"


def shrunk(before: Parametrised, after: Parametrised, **happened: bool) -> tuple[Label, ...]:
    """What `shrink_to_fit` did, and whether it gave memory back."""
    happened["frees"] = after.space < before.allocated
    words = [word for word, true in happened.items() if true] or ["nothing"]
    return tuple(f"shrink_to_fit_{word}" for word in words)


PARAMETRISED: Final[Rules] = {
    "clear": cleared,
    "extend": grown,
    "reserve": reserved,
    "retain": retained_or_truncated,
    "remove_many": removed_many,
}
"""The rules that StableList and its variants share."""
