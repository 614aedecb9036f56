"""A shard: the same result wherever and whenever it is run, and none of another build of the port."""

from __future__ import annotations

from dataclasses import replace

from stablelist_conformance.campaign.shard import Name, Shard, run_shard
from stablelist_conformance.campaign.worker import Refused, Start, here, subject_of
from suite.kit.ports import tiny

from .conftest import OPTIONS


def test_a_shard_is_pure() -> None:
    """But for who did it and how long it took."""
    shard = Shard(Start(tiny(), OPTIONS), Name("swarm", 5), 2_000)
    one, two = run_shard(shard), run_shard(shard)
    assert not isinstance(one, Refused)
    assert not isinstance(two, Refused)
    one.seconds = two.seconds = 0.0
    assert one == two
    assert one.operations >= 2_000


def test_other_builds_of_a_port_are_refused() -> None:
    """Where they declare something else."""
    shard = Shard(Start(tiny(), OPTIONS), Name("swarm", 0), 100)
    assert not isinstance(run_shard(shard), Refused)
    subject = subject_of(shard.start)
    other = Start(tiny(answer="print(answer, flush=True) # other"), OPTIONS, subject.handshake)
    assert not isinstance(run_shard(Shard(other, Name("swarm", 0), 100)), Refused)
    wrong = replace(subject.handshake, version="2")
    refused = run_shard(Shard(Start(shard.start.port, OPTIONS, wrong), Name("swarm", 0), 100))
    assert isinstance(refused, Refused)
    assert refused.worker == here()
    assert "install the same port on every machine" in refused.reason
