"""Patience: only time in which a port could have worked counts. No clock is asked here."""

from __future__ import annotations

import os
import queue
from itertools import count
from pathlib import Path

import pytest

from stablelist_conformance.port import timeout
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.port.timeout import LEAST, SLICES, Patience, stretched
from stablelist_conformance.wire.errors import FaultKind, PortFault
from suite.kit.ports import tiny


def slices(waiting: Patience) -> int:
    """How many slices it takes until the wait is over."""
    return next(n for n in count(1) if waiting.is_over(waiting.slice))


def test_idle_port_is_waited_for_as_long_as_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was not kept waiting for a processor; it had nothing to say."""
    monkeypatch.setattr(timeout, "kept_waiting", lambda *_: 7.0)
    assert slices(Patience(1, 10.0)) == SLICES


def test_port_that_gets_no_processor_is_waited_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """It spent 0.9 of each second in the queue: a tenth counts, except for the first slice, which is not measured."""
    queued = count(0.0, 0.9)
    monkeypatch.setattr(timeout, "kept_waiting", lambda *_: next(queued))
    assert slices(Patience(1, 10.0)) == pytest.approx(91, abs=1)


def test_patience_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that never gets a processor is waited for 20 times its limit."""
    queued = count(0.0, 1.0)
    monkeypatch.setattr(timeout, "kept_waiting", lambda *_: next(queued))
    assert slices(Patience(1, 10.0)) == pytest.approx(SLICES / LEAST, rel=0.2)


def test_without_a_scheduler_that_tells_everything_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the limit itself is stretched by what the handshake took."""
    monkeypatch.setattr(timeout, "kept_waiting", lambda *_: None)
    assert slices(Patience(1, 10.0)) == SLICES
    assert (stretched(10.0, 0.1), stretched(10.0, 3.0)) == (10.0, 60.0)


def test_with_a_scheduler_that_tells_the_limit_is_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the handshake took."""
    monkeypatch.setattr(timeout, "kept_waiting", lambda *_: 0.0)
    assert stretched(10.0, 3.0) == 10.0


def test_scheduler_tells_of_this_session() -> None:
    """A number of seconds, for whichever session; none for one that does not exist."""
    assert timeout.kept_waiting(os.getsid(0)) is not None
    assert timeout.kept_waiting() is not None
    assert timeout.kept_waiting(2**22 + 1) is None


@pytest.mark.parametrize("text", ["", "0 0 0\n", "1 2\n", "a b c\n"])
def test_scheduler_that_does_not_count_tells_nothing(tmp_path: Path, text: str) -> None:
    """Some kernels have the file, and no numbers in it."""
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
    monkeypatch.setattr(timeout, "kept_waiting", lambda *_: 0.0)
    with ProcessPort(tiny()) as port:
        port.send(["contract id_bits=0 index_bits=0 : len"])
        assert port._outlet is not None
        port._outlet.lines.get(timeout=60)
        port._outlet.lines, real = Script(silent), port._outlet.lines
        takes = iter([True] * written)
        monkeypatch.setattr(port, "_write", lambda: next(takes, False))
        try:
            return port.receive()
        finally:
            port._outlet.lines = real


def test_port_that_takes_what_it_is_sent_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wait begins anew whenever the pipe took something: a long program on a slow port."""
    assert asked(SLICES - 1, 0, monkeypatch) == "ok"
    assert asked(SLICES * 10, SLICES * 9 + 2, monkeypatch) == "ok"
    with pytest.raises(PortFault) as late:
        asked(SLICES, 0, monkeypatch)
    assert (late.value.kind, late.value.late) == (FaultKind.HUNG, True)
