"""A shard, which gives the same result wherever and whenever it is run; and which shard is next."""

from dataclasses import replace
from itertools import islice

import pytest
from msgspec.structs import replace as changed

from stablelist_conformance.campaign import Campaign, Store
from stablelist_conformance.campaign.records import Name, Record
from stablelist_conformance.campaign.shard import run_shard
from stablelist_conformance.campaign.worker import CannotStart, Start, here, started
from suite.kit.ports import DEFECT, tiny

from .conftest import OPTIONS, Inline


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


def test_next_shards_are_those_that_are_not_done(store: Store) -> None:
    """The covering programs come first; of the others, one in twenty is a long-lived process."""
    (port,) = Campaign(["./tiny"], replace(OPTIONS, seed=7), store, Inline()).ports
    first, *others = islice(port._names(frozenset()), 42)
    assert first == Name("cover", 0)
    assert [name.seed for name in others] == [*range(7, 48)]
    assert [name.seed for name in others if name.engine == "marathon"] == [7, 27, 47]
    done = frozenset({first, Name("marathon", 7), Name("swarm", 9)})
    assert [*islice(port._names(done), 2)] == [Name("swarm", 8), Name("swarm", 10)]
