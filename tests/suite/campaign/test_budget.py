"""The budget: covering programs, a long-lived process, all classes in turn; and single classes if nothing is new."""

from __future__ import annotations

from stablelist_conformance.campaign.budget import Budget
from stablelist_conformance.campaign.shard import Name

from .conftest import done

PLAIN = ["size", "life"]


def names(budget: Budget, count: int, *, news: bool = False) -> list[Name]:
    """The next shards, none of which find anything new."""
    found = []
    for _ in range(count):
        found.append(budget.next(100))
        budget.found(news=news)
    return found


def test_shards_are_numbered_from_the_seed() -> None:
    """The first two are the same for every campaign."""
    assert names(Budget(PLAIN, 7), 4, news=True) == [
        Name("cover", 0),
        Name("marathon", 7, "process"),
        Name("swarm", 8),
        Name("swarm", 9),
    ]


def test_without_news_the_budget_moves_to_what_is_least_covered() -> None:
    """In turn, because each of them is then covered more."""
    later = names(Budget(PLAIN, 0, patience=3), 8)[3:]
    assert [name.only for name in later] == ["size", "life", "size", "life", "process"]
    assert later[-1].engine == "marathon"


def test_news_bring_all_classes_back() -> None:
    """At once."""
    budget = Budget(PLAIN, 0, patience=2)
    assert names(budget, 3)[-1].only == "size"
    budget.found(news=True)
    assert budget.next(100).only == ""


def test_a_campaign_goes_on_where_numbers_are_missing() -> None:
    """What was spent counts, and lost shards are run."""
    before = [done(0, engine="cover"), done(0, engine="marathon", only="process"), done(2), done(3)]
    budget = Budget(PLAIN, 0, before)
    assert [name.seed for name in names(budget, 3, news=True)] == [1, 4, 5]
    assert budget.spent["process"] == 1000
