"""A relative, put together of parts.

It chooses among the parts in `stamping`, `vacancies` and `arranging` by a subclass of `slots.Slots`, and among the
bulk operations here. Its labels, and most of its system, follow from these choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label, StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.pool import LOOPS

from .cells import Has, Not, Resolution, items
from .drafts import drafted, settled
from .invariants import Invariant
from .labels import insertion_labels, key_labels, meanings
from .model import Model, described
from .observer import Rules, Step, added, observer, removed
from .options import Versioned
from .picturing import cost_word
from .reading import iterated
from .slot_invariants import together
from .slot_picturing import extent, layout_word, picture, variables
from .slots import R, Slots, has_room, insert, vacate

__all__ = [
    "BULK",
    "ONCE_ONLY",
    "READING",
    "RULES",
    "SHOWN",
    "Relative",
    "composed",
    "fresh",
    "removes_each",
    "versioned",
    "vocabulary",
]

C = TypeVar("C")

ONCE_ONLY: Final = frozenset(
    {
        *("add", "remove", "at", "contains", "len", "is_empty", "each", "keys"),
        *("replace", "at_mut", "each_mut", "layout", "cost", "fill", "thin"),
    }
)
"""What every relative has, also one that uses a slot only once: insertion, removal, reading and replacing."""
READING: Final = ONCE_ONLY | LOOPS
"""What every relative has whose slots are used again."""
BULK: Final = frozenset({"insert_with", "clear", "drain", "retain", "reserve", "reload"})
"""What most published containers have in addition."""
SHOWN: Final[dict[str, Callable[[Any], str]]] = {"layout": layout_word, "cost": cost_word}


@dataclass(kw_only=True, eq=False)
class Relative(Model[C, R]):
    """A model of slots, whose elements are drained and retained in the order of its arrangement."""

    shown: Mapping[str, Callable[[R], str]] = field(default_factory=lambda: SHOWN)
    has_room: Callable[[R, int], bool] = has_room
    insert: Callable[[R, int], tuple[R, Key]] = insert
    vacate: Callable[[R, int], R] = vacate

    def drain(self, state: R) -> StepOf[R, tuple[int, ...]]:
        """Remove everything, in the order in which the arrangement gives it up."""
        shown = tuple(element_at(state, slot) for slot in state.arranging.drained(state))
        return StepOf(self.clear(iterated(state)).state, shown)

    def retain(self, state: R, modulus: int, residue: int) -> StepOf[R, tuple[int, ...]]:
        """Keep the elements with that residue, and remove the others as the arrangement meets them."""
        # WHERE
        rejected = frozenset(key.index for key, e in items(state) if e % modulus != residue)
        order = state.arranging.rejected(state, rejected)
        # CHANGE
        after = iterated(state)
        for slot in order:
            after = vacate(drafted(after), slot)
        # ANSWER
        return StepOf(settled(after), tuple(element_at(state, slot) for slot in order))


def element_at(state: Slots, slot: int) -> int:
    """The element of a live slot."""
    cell = state.cells[slot]
    assert isinstance(cell, Has)
    return cell.element


def fresh(kind: type[R], configuration: object) -> R:
    """A new container of some kind: no slot is opened but the sentinel, if there is one."""
    first = kind.sentinels
    bare = kind(configuration, cells=(Not(None),) * first)
    return bare._replace(stamps=kind.stamping.opened(kind.stamping.initial, bare.space))


# --- Operations on everything ---------------------------------------------------------------------


def removes_each(state: R) -> StepOf[R, None]:
    """`clear` as removals of all elements, one after the other: every stamp advances, and every slot is kept."""
    after = state
    for slot in state.arranging.drained(state):
        after = vacate(drafted(after), slot)
    return StepOf(settled(after), None)


# --- Labels and systems ---------------------------------------------------------------------------


def placed(before: Slots, after: Slots, _: Key) -> Iterator[Label]:
    """What kind of vacancy an element went to."""
    yield f"add_{before.vacancies.filled(before, after)}"


def left(before: Slots, after: Slots, slot: int) -> Iterator[Label]:
    """What a removal did to the other elements, to the vacancies, and to the stamps."""
    yield from before.arranging.moves(before, slot)
    yield from before.vacancies.vacated(before, slot)
    if before.stamping.wrapped(after.stamps, slot):
        yield from before.stamping.labels
    if after.live == 0:
        yield "remove_empties"


def cleared(before: Slots, _: Operation, __: Step) -> Iterator[Label]:
    """Whether there was an element."""
    yield f"clear_{'some' if before.live else 'empty'}"


RULES: Final[Rules] = {"add": added(placed), "remove": removed(left), "clear": cleared}
"""What the labels of a relative are told by."""

WORDS: Final[dict[Label, str]] = {
    "extend_none": "an extension by zero elements",
    "extend_within": "an extension by one element or more",
    "extend_full": "refused: there is no room for one of the elements, nothing changes",
    "remove_empties": "no element is left",
    "clear_empty": "clear of a container without elements",
    "clear_some": "clear of a container with elements",
    "drain_empty": "drain of a container without elements",
    "drain_some": "drain of a container with elements",
    "reserve_has_room": "there is room, or it is made; nothing changes",
    "reserve_full": "refused: there cannot be so many, nothing changes",
}
FULL: Final = {"full": "refused: there cannot be another element, nothing changes"}
SHARED: Final = ("retain_", "each_", "each_mut_", "reload_")


def vocabulary(
    kind: type[Slots],
    operations: frozenset[str],
    own: Mapping[Label, str],
    gone: Resolution | None,
    *,
    but: frozenset[Label] = frozenset(),
) -> dict[Label, str]:
    """Every label of a relative.

    Args:
        kind: its choices.
        operations: its operations.
        own: the labels that no other relative has, or that mean something else.
        gone: what looking up a retired key results in, if its slot was dropped.
        but: labels of other relatives that it does not have.
    """
    removals = {**kind.vacancies.removals, **kind.arranging.removals, **kind.stamping.labels}
    known = insertion_labels({**kind.vacancies.insertions, **FULL}) | removals | WORDS
    known |= meanings(SHARED, but=frozenset({"retain_truncates"})) | {**own}
    passed = "skips_vacancy" if kind.arranging.dense else "never passed"
    offered = {
        label: meaning
        for label, meaning in known.items()
        if label.startswith(tuple(f"{name}_" for name in operations))
        and not label.endswith(passed)
        and label not in but
    }
    dropped = {Resolution.BEYOND, Resolution.UNTOUCHED} - {gone}
    unlike = dropped | ({Resolution.OTHER_ID} if not kind.stamping.shown else set())
    never = frozenset[Resolution]() if kind.prepared else frozenset({Resolution.UNTOUCHED})
    return offered | key_labels(operations, but=frozenset(unlike), never=never)


def composed(model: Relative[Any, Any], name: str, **more: Any) -> System:  # noqa: ANN401 - as `described`
    """The system of a relative; *more* has its other attributes."""
    shared = {"extent": extent, "picture": picture, "variables": variables, "nameless": as_it_is}
    return described(model, name, **{**shared, **more})


def versioned(
    kind: type[R],
    name: str,
    *,
    title: str,
    operations: frozenset[str] = READING | BULK,
    noun: str = "slot map",
    configuration: type[Any] = Versioned,
    invariants: tuple[Invariant, ...] = (),
    **more: Any,  # noqa: ANN401 - as `described`
) -> tuple[Relative[Any, R], System]:
    """The model and the system of a relative whose slots have versions; nearly all of it follows from its choices.

    Args:
        kind: its choices.
        name: of the system.
        title: the name of the model.
        operations: what it offers.
        noun: its name in sentences.
        configuration: the class of its options.
        invariants: those that do not follow from its choices.
        more: other attributes of the system.
    """
    usual = {"choices": {"capacity": (0, 0, 1, 2, 3, 8, 64)}} if configuration is Versioned else {}
    model = Relative[Any, R](
        name=title,
        operations=operations,
        labels=vocabulary(kind, operations, {}, None),
        classify=observer(RULES),
        invariants=together(kind, *invariants),
        initial=lambda chosen: fresh(kind, chosen),
        clear=removes_each,
    )
    system = composed(
        model,
        name,
        configuration=configuration,
        noun=noun,
        promised=Promise(lambda _, bits: kind.stamping.policy(bits)),
        period=lambda chosen: kind.stamping.period(chosen.id_bits),
        **{**usual, **more},
    )
    return model, system


def as_it_is(state: R) -> R:
    """The state with its stamps, on which later steps depend."""
    return state
