"""Failures: the first is shrunk, by this campaign or the next; the others are counted."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from stablelist_conformance.campaign import Limits, Store, port_campaign
from stablelist_conformance.campaign.campaign import INTERRUPTED
from stablelist_conformance.campaign.records import FailureFound
from stablelist_conformance.campaign.shrinking import Shrinking
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.report.itf import read
from stablelist_conformance.wire.errors import UsageError
from suite.kit.ports import DEFECT, tiny

from .conftest import FEW, Scene, records_of


def test_a_wrong_port(store: Store, few_covering: object) -> None:
    """The first failure is shrunk, the others are counted."""
    scene = Scene(store, tiny(after_word=DEFECT))
    (verdict,) = scene.run()
    assert verdict.outcome is Outcome.REFUTED
    assert all(len(found.program.words) <= 4 for found in scene.told.finds)
    told = {each.counterexample.program for each in verdict.findings}
    assert {found.program for found in scene.told.finds} == told
    shrinks = [order for order in scene.crew.orders if isinstance(order, Shrinking)]
    assert 2 * len(shrinks) < sum(each.times for each in verdict.findings)
    assert list((store.folder / "failures").glob("*.html"))


@pytest.fixture
def heeded() -> Iterator[None]:
    """Interrupts are taken as in the foreground, though these tests may run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeded")
def test_a_failure_that_was_not_shrunk_is_shrunk_later(store: Store, few_covering: object) -> None:
    """By the next campaign, and refutes the port meanwhile."""
    first = Scene(store, tiny(after_word=DEFECT))

    def interrupt(order: object) -> object:
        if isinstance(order, Shrinking):
            os.kill(os.getpid(), signal.SIGINT)
        return None

    first.crew.instead = interrupt
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(port_campaign, "shrink_failure", lambda _: pytest.fail("it was interrupted"))
        (verdict,) = first.run()
    assert verdict.outcome is Outcome.REFUTED
    assert INTERRUPTED in verdict.notes
    unshrunk = [each for each in records_of(store) if isinstance(each, FailureFound)]
    assert not any(each.shrunk for each in unshrunk)
    assert len(read(unshrunk[0].trace).program.words) >= 2
    second = Scene(store, first.port)
    (verdict,) = second.run(Limits(seconds=0.0, operations=2_000))
    assert second.told.finds
    assert len(verdict.findings[0].counterexample.program.words) <= 4


def test_a_program_that_is_no_port_is_bad_usage(scene: Scene) -> None:
    """As in a verification; the line that it sent is told."""
    with pytest.raises(
        UsageError, match=r"a line that is not a handshake; .* the port sent: hello 5$"
    ):
        scene.run(FEW, "cat")


def test_a_port_that_dies_again_and_again(store: Store, few_covering: object) -> None:
    """Is started again a few times in a shard, and no more."""
    dies = tiny(after_word="if len(words) > 30: sys.exit(3)")
    (verdict,) = Scene(store, dies).run(Limits(shards=3, operations=2_000))
    assert {each.signature.kind for each in verdict.findings} >= {"died"}
