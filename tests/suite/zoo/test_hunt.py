"""Each way of testing finds what is wrong, nothing else, and ends."""

from collections import Counter
from functools import cache
from itertools import islice

import pytest

from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.handshaking import contact
from stablelist_conformance.running.options import Options
from suite.zoo import sets
from zoo.hunt import NOT_FOUND, Budget
from zoo.ways import WAYS, hunt, made_once
from zoo.words import LONGEST, uniform_programs

BUDGET = Budget(2_000, 20.0)

every_way = pytest.mark.parametrize("way", WAYS)


@cache
def target(kind: type[sets.RightSet], timeout: float = 10.0) -> Target:
    """A set as a port."""
    port = f"python:{kind.__module__}:{kind.__name__} universe=0 order=none"
    return contact(port, Options(system_name="set", timeout=timeout))


@every_way
def test_way_finds_a_wrong_answer(way: str) -> None:
    """It counts the operations up to it, and finds it after as many operations again."""
    first, second = (hunt(target(sets.ForgetfulSet), way, 3, BUDGET) for _ in range(2))
    assert first.found == "answer"
    assert first.operations == second.operations > 3
    assert first.seconds > 0


@every_way
def test_way_finds_nothing_in_a_right_set(way: str) -> None:
    assert hunt(target(sets.RightSet), way, 0, BUDGET)[:2] == (NOT_FOUND, BUDGET.operations)


@pytest.mark.parametrize("way", ["swarm", "machine", "words"])
def test_way_depends_on_its_seed(way: str) -> None:
    found = {hunt(target(sets.ForgetfulSet), way, seed, BUDGET).operations for seed in range(4)}
    assert len(found) > 1


@every_way
def test_way_ends_when_its_seconds_are_used_up(way: str) -> None:
    made_once(
        target(sets.SlowSet)
    )  # on a slow machine this alone takes longer, and nothing is asked
    budget = Budget(1_000_000, 0.5)
    found = hunt(target(sets.SlowSet), way, 0, budget)
    assert found.found == NOT_FOUND
    assert 0 < found.operations < budget.operations
    assert budget.seconds < found.seconds < 20


def test_seconds_of_the_port_count() -> None:
    """An insertion takes 10 ms of them, so that there are few."""
    assert hunt(target(sets.SlowSet), "words", 0, Budget(1_000_000, 0.5)).operations < 2_000


@every_way
def test_way_finds_a_port_that_hangs(way: str) -> None:
    assert hunt(target(sets.EndlessSet, 0.5), way, 0, BUDGET).found == "hung"


def test_random_words_are_uniform() -> None:
    """Each operation is as frequent as each other, and programs have all lengths."""
    programs = [*islice(uniform_programs(target(sets.RightSet), 0), 400)]
    counted = Counter(word.partition(":")[0] for program in programs for word in program.words)
    assert counted.keys() == target(sets.RightSet).handshake.offered - {"layout", "cost"}
    assert max(counted.values()) < 1.2 * min(counted.values())
    lengths = {len(program.words) for program in programs}
    assert min(lengths) < LONGEST / 10 < LONGEST * 9 / 10 < max(lengths) <= LONGEST
