"""Keys that are not live: formulas, or a model, that find something under one do not agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.comparing.tie import explored, forged, wandered
from stablelist_proofs.core.terms import Term, all_of, equal
from stablelist_proofs.systems.stable_list import formulas
from stablelist_proofs.systems.stable_list.program import program
from stablelist_proofs.systems.stable_list.state import State
from stablelist_proofs.systems.stable_list.tie import SCOPES, STABLE_LIST
from stablelist_spec.core.key import Key
from stablelist_spec.parts import reading
from stablelist_spec.parts.cells import found

STATE = formulas.STATE


@dataclass(frozen=True)
class Careless(State):
    """A list that leaves a question out when it looks a key up."""

    left_out: int = -1

    def resolves(self, index: Term, identity: Term) -> Term:
        """All but one of the questions."""
        asked = (
            index >= 0,
            index < self.opened,
            self.has(index),
            equal(self.id(index), identity),
        )
        return all_of(*(each for number, each in enumerate(asked) if number != self.left_out))


def put(monkeypatch: pytest.MonkeyPatch, careless: Careless) -> None:
    """Removals look keys up in the careless way."""
    wrong = formulas.Formulas(program(careless, formulas.WALK)).cases
    monkeypatch.setitem(formulas.FORMULAS.cases, "remove", wrong["remove"])


@pytest.mark.parametrize(
    ("left_out", "complaint"),
    [
        (0, "Key.index=-1"),
        (1, "no step by the formulas"),
        (2, "remove.*id=0"),
        (3, "Key.index=0, id=21"),
    ],
    ids=["negative", "past the opened cells", "vacant", "another id"],
)
def test_a_formula_that_finds_what_is_not_there_is_noticed(
    left_out: int, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only keys that are not live show it."""
    careless = Careless(**vars(STATE), left_out=left_out)
    put(monkeypatch, careless)
    assert explored(SCOPES[1], 5000, system=STABLE_LIST).steps >= 5000
    with pytest.raises(DisagreementError, match=complaint):
        explored(SCOPES[1], moves=forged, system=STABLE_LIST)


@pytest.mark.parametrize(
    "wrong", [lambda key: Key(abs(key.index), key.id), lambda key: Key(key.index, abs(key.id))]
)
def test_a_model_that_finds_what_is_not_there_is_noticed(
    wrong: Callable[[Key], Key], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sign of an index or of an id matters to the formulas."""
    monkeypatch.setattr(reading, "found", lambda state, key: found(state, wrong(key)))
    assert explored(SCOPES[1], 5000, system=STABLE_LIST).steps >= 5000
    with pytest.raises(DisagreementError, match=r"answers .*, by the formulas None"):
        explored(SCOPES[1], moves=forged, system=STABLE_LIST)


def test_keys_that_are_not_live_are_met_in_long_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a list is large."""
    monkeypatch.setattr(
        reading, "found", lambda state, key: found(state, Key(key.index, abs(key.id)))
    )
    with pytest.raises(DisagreementError, match="by the formulas None"):
        wandered(20_000, seed=1, system=STABLE_LIST)


def test_retired_keys_are_met_in_long_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A vacant cell of the formulas still has the id of its last element."""
    put(monkeypatch, Careless(**vars(STATE), left_out=2))
    with pytest.raises(
        DisagreementError, match=r"^remove.{,600} answers .*None.*, by the formulas"
    ):
        wandered(20_000, seed=1, system=STABLE_LIST)
