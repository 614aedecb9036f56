"""A port of which a stale key must not be used is never sent one, by no engine and not while a program shrinks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.engines import Batch, drawn, programs_of
from stablelist_conformance.running.rerun import SingleRun
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.families.documented import Documented
from stablelist_spec.parts.parameters import Parameters

from .played import Stage, on_stage

PORT = Handshake("a", "1", "slab", Level.CONTRACT, documented=Documented(undefined=True))
SUBJECT = Target("a", PORT, Level.CONTRACT, timeout=1.0)
BATCHES = [Batch("cover", -60, -1), Batch("swarm", 0, 40), Batch("marathon", 0, 9, operations=200)]


def program(words: str) -> Program:
    """A program about a slab."""
    return Program(Parameters(), tuple(words.split()), "slab")


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("add at:0 remove:0 at:0 len", "add at:0 remove:0 len"),
        ("add add clear contains:1 add contains:2", "add add clear add contains:2"),
        ("extend:3 retain:2:0 at:1 at:2", "extend:3 retain:2:0 at:2"),
        ("extend:2 replace:0:1 retain:2:1 at:0 at:1", "extend:2 replace:0:1 retain:2:1 at:0 at:1"),
        ("add add remove:0 pair:1:1 pair:0:1 pair:1:0", "add add remove:0 pair:1:1"),
        ("add lend:remove:0 remove:0 lend:remove:0", "add lend:remove:0 remove:0"),
        ("add at:#0.0 at:0~0.1", "add"),
        ("add at:0 each drain len", "add at:0 each drain len"),
    ],
)
def test_without_stale_keys_leaves_out_stale_and_forged_keys(words: str, left: str) -> None:
    assert SUBJECT.without_stale_keys(program(words)) == program(left)


@pytest.mark.parametrize("batch", BATCHES, ids=[batch.engine for batch in BATCHES])
def test_no_engine_sends_a_stale_key(batch: Batch) -> None:
    """Of another port each of them would."""
    asked = [*programs_of(SUBJECT, batch)] if batch.engine != "marathon" else few(SUBJECT, batch)
    assert asked
    assert [SUBJECT.without_stale_keys(each) for each in asked] == asked
    usual = replace(SUBJECT, handshake=replace(PORT, documented=Documented()))
    assert any(SUBJECT.without_stale_keys(each) != each for each in few(usual, batch))


def few(target: Target, batch: Batch) -> list[Program]:
    """The first programs of a batch, which may have no end."""
    return [each for each, _ in zip(programs_of(target, batch), range(60), strict=False)]


def test_without_stale_keys_keeps_everything_else() -> None:
    """Insertions above all, so that keys keep their numbers."""
    for batch in BATCHES:
        pairs = zip(drawn(SUBJECT, batch), few(SUBJECT, batch), strict=False)
        for before, after in pairs:
            excluded = [*before.words]
            for word in after.words:
                excluded.remove(word)
            assert all(":" in word for word in excluded)
            names = {word.partition(":")[0] for word in excluded}
            assert not names & {"add", "insert_with", "extend", "put"}


def test_rerun_does_not_try_a_program_with_a_stale_key() -> None:
    stage = on_stage(lambda _: "!other")
    target = replace(stage, handshake=PORT, level=Level.CONTRACT)
    assert isinstance(target, Stage)
    with SingleRun(target) as alone:
        assert alone.fails(program("add remove:0 at:0"), "answer") is None
        assert "add remove:0 at:0" not in str(stage.told)
