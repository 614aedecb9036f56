"""Deep cascades, large spaces, much memory: a model that gives up on the way does not agree."""

from __future__ import annotations

from typing import Any

import pytest

from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.comparing.diving import dived
from stablelist_proofs.core.comparing.tie import wandered
from stablelist_proofs.systems.stable_list.tie import STABLE_LIST
from stablelist_spec import stable_list as model
from stablelist_spec.core.step import StepOf
from stablelist_spec.systems.stable_list import model as stable_list
from stablelist_spec.systems.stable_list.model import (
    shrink_to_fit,
    truncated,
    truncated_once,
)
from stablelist_spec.systems.stable_list.state import State
from suite.planting import edited

pytestmark = pytest.mark.slow


def test_dive_reaches_its_depth() -> None:
    """A space of 16,384 cells is given back by one removal, and one of 32,768 by `shrink_to_fit`."""
    done = dived(system=STABLE_LIST)
    assert (done.largest, done.deepest, done.shrunk) == (32_768, 12, 13)
    assert done.reserved == 2**40


def gives_up(most: int) -> Any:
    """A truncation of so many halvings at most."""

    def shallow(state: State) -> State:
        deep = truncated(state)
        for _ in range(most):
            if state.space > deep.space:
                state = truncated_once(state)
        return state

    return shallow


@pytest.mark.parametrize("most", [7, 11])
def test_model_that_gives_up_is_noticed(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it would not be by programs that are less deep."""
    monkeypatch.setattr(stable_list, "truncated", gives_up(most))
    assert wandered(5_000, seed=1, system=STABLE_LIST).deepest < most
    with pytest.raises(DisagreementError, match=r"remove.*space is .*, by the formulas 4"):
        dived(system=STABLE_LIST)


def test_model_that_stops_shrinking_is_noticed() -> None:
    """`shrink_to_fit` has a loop of its own."""
    stops = edited(shrink_to_fit, "may_halve(state)", "may_halve(state) and state.space != 64")
    with stops, pytest.raises(DisagreementError, match="shrink_to_fit"):
        dived(64, system=STABLE_LIST)


@pytest.mark.parametrize("most", [300, 65_536, 2**32])
def test_model_that_reserves_no_more_is_noticed(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model says that it has reserved."""
    right = model.reserve

    def reserve(state: State, additional: int) -> StepOf[State, Any]:
        return right(state, min(additional, most))

    monkeypatch.setattr(model, "reserve", reserve)
    with pytest.raises(DisagreementError, match="reserve"):
        dived(64, system=STABLE_LIST)
