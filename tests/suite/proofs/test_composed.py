"""Operations that consist of others: another order, cost or answer is noticed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from stablelist_proofs.core.comparing.comparison import SHARED, DisagreementError
from stablelist_proofs.core.comparing.tie import combined, explored
from stablelist_proofs.systems.stable_list.tie import SCOPES, STABLE_LIST
from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.pool import Paired
from stablelist_spec.parts import reading
from stablelist_spec.parts.cells import items
from stablelist_spec.parts.model import Model

pytestmark = pytest.mark.slow


def descending(self: Model[Any, Any], state: Any, modulus: int, residue: int) -> Any:
    """Retain, but remove what is rejected from the last to the first."""
    rejected = [(key, element) for key, element in items(state) if element % modulus != residue]
    after = reading.iterated(state)
    for key, _ in reversed(rejected):
        after = self.remove(after, key).state
    return StepOf(after, tuple(element for _, element in rejected))


def free_of_charge(self: Model[Any, Any], state: Any) -> Any:
    """A `drain` that does not count the iteration."""
    return StepOf(self.clear(state).state, tuple(element for _, element in items(state)))


def as_many_as_fit(self: Model[Any, Any], state: Any, elements: Sequence[int]) -> Any:
    """Extend, but insert what there is room for."""
    keys = list[Key]()
    for element in elements:
        state, key, _ = self.add(state, element)
        if not isinstance(key, Key):
            return StepOf(state, key)
        keys.append(key)
    return StepOf(state, tuple(keys))


def second_first(self: Model[Any, Any], state: Any, keys: tuple[Key, Key]) -> Any:
    """Remove many, but from the last to the first."""
    second = self.remove(state, keys[1])
    first = self.remove(second.state, keys[0])
    return StepOf(first.state, Paired(first.answer, second.answer))


@pytest.mark.parametrize(
    ("name", "wrong", "complaint"),
    [
        ("retain", descending, "retain.*, by the formulas|retain.*: cell"),
        ("drain", free_of_charge, "drain.*: cells is 11000, by the formulas 1100"),
        ("extend", as_many_as_fit, r"extend.*: \w+ is|extend.*: cell"),
        ("remove_many", second_first, "remove_many"),
    ],
)
def test_another_composition_is_noticed(
    name: str, wrong: object, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another order, another cost, another answer."""
    monkeypatch.setattr(Model, name, wrong)
    assert explored(SCOPES[1], 5000, system=STABLE_LIST).steps >= 5000
    with pytest.raises(DisagreementError, match=complaint):
        explored(SCOPES[1], moves=combined, system=STABLE_LIST)


@pytest.mark.parametrize("name", ["at_mut", "each_mut", "exchange"])
def test_a_replacement_that_is_not_made_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer alone is not enough."""
    right = SHARED[name]

    def nothing(state: Any, *arguments: Any) -> Any:
        return right(state, *arguments)._replace(state=state)

    monkeypatch.setitem(SHARED, name, nothing)
    with pytest.raises(DisagreementError, match=name):
        explored(SCOPES[1], moves=combined, system=STABLE_LIST)
