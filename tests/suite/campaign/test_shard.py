"""A shard, which gives the same result wherever and whenever it is run; and the budget, which says what is next."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from stablelist_conformance.campaign import budget as module
from stablelist_conformance.campaign.budget import Budget
from stablelist_conformance.campaign.records import Name, Record
from stablelist_conformance.campaign.shard import run_shard
from stablelist_conformance.campaign.worker import CannotStart, Start, here, started
from suite.kit.ports import DEFECT, tiny

from .conftest import OPTIONS, done


@pytest.mark.parametrize("port", [tiny(), tiny(after_word=DEFECT)], ids=["right", "wrong"])
def test_shard_run_twice_gives_equal_records(port: str) -> None:
    """Except for when it was run, how long that took, and how far shrinking got in its time."""

    def run() -> Record:
        record, notes = run_shard(Start(port, OPTIONS), Name("swarm", 5), 2_000, (), {})
        assert notes == []
        return changed(record, at=0.0, seconds=0.0, found=())

    one = run()
    assert one == run()
    assert one.operations + 200 * sum(times for _, times in one.failed) >= 2_000


def test_shard_has_only_what_is_not_known() -> None:
    """Labels, and failures whose number has doubled."""
    start, name = Start(tiny(after_word=DEFECT), OPTIONS), Name("swarm", 6)
    whole, _ = run_shard(start, name, 2_000, (), {})
    counted = {alike: 1 << 30 for alike, _ in whole.failed}
    rest, _ = run_shard(start, name, 2_000, whole.labels, counted)
    assert whole.labels
    assert whole.found
    assert (rest.labels, rest.found) == ((), ())
    assert rest.failed == whole.failed


def test_port_that_declares_something_else_is_refused() -> None:
    """Than where it was started first; another command line that declares the same is the same."""
    with started(Start(tiny(), OPTIONS)) as target:
        hand = target.handshake
    with started(Start(tiny(answer="print(answer, flush=True) # other"), OPTIONS, hand)):
        pass
    with (
        pytest.raises(CannotStart) as refused,
        started(Start(tiny(), OPTIONS, replace(hand, version="2"))),
    ):
        pass
    assert refused.value.worker == here()
    assert "install the same port on every machine" in refused.value.reason


# --- The budget -------------------------------------------------------------------------------------


def names(budget: Budget, count: int, *, news: bool = False) -> list[Name]:
    """The next shards, which find something new or not."""
    found = []
    for _ in range(count):
        found.append(budget.next(100))
        budget.found(news=news)
    return found


def test_budget_moves_to_single_classes_until_there_are_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Shards are numbered from the seed; each class in turn is then covered more."""
    monkeypatch.setattr(module, "QUIET", 3)
    budget = Budget(["size", "life"], 7)
    assert names(budget, 3) == [Name("cover", 0), Name("marathon", 7, "process"), Name("swarm", 8)]
    later = names(budget, 5)
    assert [name.only for name in later] == ["size", "life", "size", "life", "process"]
    assert later[-1].engine == "marathon"
    budget.found(news=True)
    assert budget.next(100) == Name("swarm", 14)


def test_budget_goes_on_where_numbers_are_missing() -> None:
    before = [done(0, engine="cover"), done(0, engine="marathon", only="process"), done(2), done(3)]
    budget = Budget(["size", "life"], 0, before)
    assert [name.seed for name in names(budget, 3, news=True)] == [1, 4, 5]
    assert budget.spent["process"] == 1000
