"""The numbers are the model's nodes, and every transition is the model's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

import numpy as np
import pytest

from stablelist_proofs.explore import insertion, memory, removal, tie, truncation
from stablelist_proofs.explore.expand import UNSEEN
from stablelist_proofs.explore.keys import Keys
from stablelist_proofs.explore.numbering import Block, Numbering
from stablelist_proofs.explore.scope import Keep, Scope
from stablelist_proofs.explore.system import Moves, System
from stablelist_proofs.explore.transitions import OPERATIONS
from stablelist_proofs.explore.vacancies import Ints, Sets, Stacks, Taken
from stablelist_spec.core.explore import explore
from stablelist_spec.parts.parameters import Truncate
from suite.proofs.explore.runs import SMALL, whole


@pytest.mark.parametrize("scope", [
    pytest.param(scope, marks=[pytest.mark.slow] * (scope.positions == 9 and scope.mode is not Truncate.MEMORY))
    for scope in SMALL
], ids=str)  # fmt: skip
def test_small_scopes_are_the_models(scope: Scope) -> None:
    """The same states, diameter, and transitions with their labels and what they pay."""
    system, run = System(scope), whole(scope)
    found: Any = explore(scope.parameters, tie.quotient(system))
    numbers = np.array(sorted(tie.number(system, node) for node in found.reached))
    assert numbers.tolist() == np.flatnonzero(run.levels != UNSEEN).tolist()
    assert (run.tally.states, run.tally.transitions) == (found.states, found.transitions)
    assert run.diameter == found.diameter
    assert run.complete == found.complete
    assert found.labels.keys() <= run.tally.labels.keys()
    steps = Counter(tie.models(system, numbers))
    assert Counter(tie.ours(system, numbers)) == steps
    counted = Counter(label for step in steps.elements() for label in step.labels)
    told = set(tie.told(system, run.tally.labels))
    assert counted == {label: run.tally.labels[label] for label in told}


@pytest.mark.parametrize(
    "scope",
    [
        Scope(positions=12),
        Scope(positions=12, mode=Truncate.MEMORY, capacity=12),
        Scope(positions=17, keep=Keep.SETS),
        Scope(positions=17, keep=Keep.SETS, mode=Truncate.NEVER),
        Scope(positions=6, keep=Keep.KEY, id_bits=2, mode=Truncate.MEMORY),
        Scope(positions=6, keep=Keep.KEY, id_bits=3),
    ],
    ids=str,
)
def test_a_sample_of_larger_scopes_is_the_models(scope: Scope) -> None:
    """States drawn at random, every transition from them, and every invariant as the model asks it."""
    sample = tie.sampled(System(scope), whole(scope).levels, 120, seed=1)
    assert sample.states == 120
    assert sample.transitions > 600
    assert sample.differences == []
    assert sample.broken == []


def test_numbers_and_nodes_are_each_others() -> None:
    """Every number of a lawful key stands for a node, and the node for that number."""
    system = System(Scope(positions=6))
    for number in range(system.numbering.count):
        assert tie.number(system, tie.node(system, number)) == number


# --- Planted defects ----------------------------------------------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]


def replaced_in_stacks(name: str, wrong: Callable[[Stacks, Any], Any]) -> Plant:
    """A defect in the tables of free lists."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(Stacks, name, wrong)

    return plant


def list_by_list(change: Callable[[tuple[int, ...], int], tuple[tuple[int, ...], ...]]) -> Any:
    """A way to split free lists, written out."""

    def split(stacks: Stacks, numbers: Ints, size: int) -> tuple[Ints, Ints]:
        parts = [change(stacks.arrangement(int(number)), size) for number in numbers]
        low = np.array([stacks.number(part[0]) for part in parts], np.int64)
        high = np.array([stacks.number(part[1]) for part in parts], np.int64)
        return low, high

    return split


def not_reversed(list_: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """q2's part keeps its order."""
    return tuple(c for c in list_ if c < size), tuple(c - size for c in list_ if c >= size)


def both_reversed(list_: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """q1's part is reversed as well."""
    low, high = not_reversed(list_, size)
    return low[::-1], high[::-1]


def reused_from_the_tail(patch: pytest.MonkeyPatch) -> None:
    """The vacancy that has waited longest is taken."""
    real = Stacks.taken

    def taken(stacks: Stacks, numbers: Ints) -> Any:
        turned = [stacks.number(stacks.arrangement(int(number))[::-1]) for number in numbers]
        return real(stacks, np.array(turned, np.int64))

    patch.setattr(Stacks, "taken", taken)


def last_vacancy_alone(patch: pytest.MonkeyPatch) -> None:
    """With order forgotten, one vacancy is reused and no other."""
    real = Sets.taken

    def taken(sets: Sets, numbers: Ints) -> list[Taken]:
        return [*real(sets, numbers)][-1:]

    patch.setattr(Sets, "taken", taken)


def untouched_before_vacant(patch: pytest.MonkeyPatch) -> None:
    """A partition is filled to its end before a vacancy is reused."""
    real = insertion.placed

    def placed(system: System, states: Any) -> Any:
        block = states.block
        for which in range(3):
            if block.opened_in[which] < block.sizes[which]:
                if system.parameters.indexable(block.opened):
                    further = insertion.opened_further(system, block)
                    return insertion.opened(states, further, "add_append_q1")
                break
        return real(system, states)

    patch.setattr(insertion, "placed", placed)


def only_one_step(patch: pytest.MonkeyPatch) -> None:
    """The cascade ends after its first step."""

    def halvings(system: System, states: Any, *, frees: bool) -> Any:
        no = np.zeros(len(states.places), np.bool_)
        now = truncation.Halved(states, 0, no.astype(np.int64), no, no, no, no, unopened=False)
        may = system.parameters.may_halve(states.block.space)
        yield truncation.halved(system, now, frees=frees) if may else now

    patch.setattr(removal, "halvings", halvings)


def h2_is_not_watched(patch: pytest.MonkeyPatch) -> None:
    """No removal truncates."""

    def truncated(system: System, states: Any, action: Any, labels: Any) -> Any:
        yield Moves(action, states, labels, 1)

    patch.setattr(removal, "truncated", truncated)


def handed_over_without_its_list(patch: pytest.MonkeyPatch) -> None:
    """q2 becomes h2, but its vacancies are forgotten."""
    real = truncation.halved

    def halved(system: System, now: Any, *, frees: bool) -> Any:
        after = real(system, now, frees=frees)
        none = np.zeros_like(after.states.h2)
        return replace(after, states=after.states.with_list(2, none))

    patch.setattr(truncation, "halved", halved)


def visits_not_charged(patch: pytest.MonkeyPatch) -> None:
    """Truncation walks for nothing."""
    real = truncation.halved

    def halved(system: System, now: Any, *, frees: bool) -> Any:
        return replace(real(system, now, frees=frees), walked=now.walked)

    patch.setattr(truncation, "halved", halved)


def memory_grows_with_every_growth(patch: pytest.MonkeyPatch) -> None:
    """Memory kept earlier is not used."""
    real = Numbering.block

    def block(numbering: Numbering, space: int, allocated: int | None, opened: int) -> Block:
        grows = allocated is not None and opened == space // 2 + 1 and allocated == space
        return real(numbering, space, allocated if grows else space, opened)

    patch.setattr(Numbering, "block", block)


def reserve_that_always_has_room(patch: pytest.MonkeyPatch) -> None:
    """Nothing is ever allocated in advance."""

    def reserve(system: System, states: Any) -> Any:
        for moves in REAL_RESERVE(system, states):
            yield Moves(moves.action, states.pick(moves.after.places), moves.labels)

    patch.setitem(OPERATIONS, Keep.ORDER, tuple(
        reserve if operation is REAL_RESERVE else operation for operation in OPERATIONS[Keep.ORDER]
    ))  # fmt: skip


REAL_RESERVE: Final = memory.reserve


def key_survives_clear(patch: pytest.MonkeyPatch) -> None:
    """Clear retires no key."""
    patch.setattr(Keys, "after_clear", lambda _, numbers: numbers)


def ids_never_wrap(patch: pytest.MonkeyPatch) -> None:
    """An id that is given out again is another."""

    def after_insertion(keys: Keys, numbers: Ints, positions: Ints) -> Ints:
        return REAL_INSERTION(keys, numbers, np.full_like(positions, -2))

    patch.setattr(Keys, "after_insertion", after_insertion)


REAL_INSERTION: Final = Keys.after_insertion

ORDERED: Final = Scope(positions=9)
FORGOTTEN: Final = Scope(positions=9, keep=Keep.SETS)
KEYED: Final = Scope(positions=4, keep=Keep.KEY, id_bits=1)
DEFECTS: Final[dict[str, tuple[Scope, Plant]]] = {
    "q2's part keeps its order": (ORDERED, replaced_in_stacks("split", list_by_list(not_reversed))),
    "q1's part is reversed, too": (
        ORDERED,
        replaced_in_stacks("split", list_by_list(both_reversed)),
    ),
    "the tail is reused": (ORDERED, reused_from_the_tail),
    "untouched before vacant": (ORDERED, untouched_before_vacant),
    "a cascade of one step": (ORDERED, only_one_step),
    "no truncation": (ORDERED, h2_is_not_watched),
    "one vacancy is reused": (FORGOTTEN, last_vacancy_alone),
    "a cascade of one step, without order": (FORGOTTEN, only_one_step),
    "visits not charged, without order": (FORGOTTEN, visits_not_charged),
    "h2 without its list": (ORDERED, handed_over_without_its_list),
    "visits not charged": (ORDERED, visits_not_charged),
    "growth moves always": (ORDERED, memory_grows_with_every_growth),
    "reserve does nothing": (ORDERED, reserve_that_always_has_room),
    "clear retires no key": (KEYED, key_survives_clear),
    "ids never wrap": (KEYED, ids_never_wrap),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_planted_defect_is_a_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison sees each, and without it nothing."""
    scope, plant = DEFECTS[name]
    numbers = drawn(scope)
    plant(monkeypatch)
    assert tie.differences(System(scope), numbers) != []


@cache
def drawn(scope: Scope) -> Ints:
    """States in which there is no difference."""
    numbers = tie.drawn(whole(scope).levels, 250, seed=2)
    assert tie.differences(System(scope), numbers) == []
    return numbers
