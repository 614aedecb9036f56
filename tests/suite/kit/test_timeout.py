"""Patience: only time in which a port could have worked counts. No clock is asked here."""

from __future__ import annotations

import os
import queue
from itertools import count
from pathlib import Path

import pytest

from stablelist_conformance.port import timeout
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.port.timeout import LEAST, SLICES, Deadline, stretched
from stablelist_conformance.wire.errors import FaultKind, PortFault
from suite.kit.ports import tiny


def slices(waiting: Deadline) -> int:
    """How many slices it takes until the wait is over."""
    return next(n for n in count(1) if waiting.is_over(waiting.slice))


def test_deadline_is_the_limit_for_an_idle_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeout, "waited_for_processor", lambda *_: 7.0)
    assert slices(Deadline(1, 10.0)) == SLICES


def test_deadline_counts_a_tenth_while_a_port_waits_for_a_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It spent 0.9 of each second in the queue; the first slice is not measured."""
    queued = count(0.0, 0.9)
    monkeypatch.setattr(timeout, "waited_for_processor", lambda *_: next(queued))
    assert slices(Deadline(1, 10.0)) == pytest.approx(91, abs=1)


def test_deadline_ends_after_20_times_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    queued = count(0.0, 1.0)
    monkeypatch.setattr(timeout, "waited_for_processor", lambda *_: next(queued))
    assert slices(Deadline(1, 10.0)) == pytest.approx(SLICES / LEAST, rel=0.2)


def test_deadline_counts_everything_without_schedstat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit itself is stretched by what the handshake took."""
    monkeypatch.setattr(timeout, "waited_for_processor", lambda *_: None)
    assert slices(Deadline(1, 10.0)) == SLICES
    assert (stretched(10.0, 0.1), stretched(10.0, 3.0)) == (10.0, 60.0)


def test_stretched_is_the_limit_with_schedstat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timeout, "waited_for_processor", lambda *_: 0.0)
    assert stretched(10.0, 3.0) == 10.0


def test_waited_for_processor_reads_schedstat_of_a_session() -> None:
    assert timeout.waited_for_processor(os.getsid(0)) is not None
    assert timeout.waited_for_processor() is not None
    assert timeout.waited_for_processor(2**22 + 1) is None


@pytest.mark.parametrize("text", ["", "0 0 0\n", "1 2\n", "a b c\n"])
def test_waited_for_processor_is_unknown_without_schedstat(tmp_path: Path, text: str) -> None:
    (tmp_path / "schedstat").write_text(text, "ascii")
    assert timeout._waited(tmp_path / "schedstat") is None
    assert timeout._waited(tmp_path / "none") is None


class Script(queue.SimpleQueue[list[bytes] | FaultKind]):
    """Output of a port that says nothing for so many slices, and then one line."""

    def __init__(self, silent: int) -> None:
        self.silent = silent

    def get(self, block: bool = True, timeout: float | None = None) -> list[bytes] | FaultKind:
        """Does not wait."""
        self.silent -= 1
        if self.silent >= 0:
            raise queue.Empty
        return [b"ok"]


def asked(silent: int, written: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """The answer of a port that is silent for so many slices, in the first of which it takes what it is sent."""
    monkeypatch.setattr(timeout, "waited_for_processor", lambda *_: 0.0)
    with ProcessPort(tiny()) as port:
        port.send(["contract id_bits=0 index_bits=0 : len"])
        assert port._reader is not None
        port._reader.lines.get(timeout=60)
        port._reader.lines, real = Script(silent), port._reader.lines
        takes = iter([True] * written)
        monkeypatch.setattr(port, "_write", lambda: next(takes, False))
        try:
            return port.receive()
        finally:
            port._reader.lines = real


def test_wait_begins_anew_when_the_pipe_took_something(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(SLICES - 1, 0, monkeypatch) == "ok"
    assert asked(SLICES * 10, SLICES * 9 + 2, monkeypatch) == "ok"
    with pytest.raises(PortFault) as late:
        asked(SLICES, 0, monkeypatch)
    assert (late.value.kind, late.value.late) == (FaultKind.HUNG, True)
