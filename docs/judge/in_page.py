"""The kit inside a browser: a port is another worker of the page, and nothing starts a process."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from js import bridge  # type: ignore[import-not-found] # what worker.js gives; only a browser has it

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.port.port import Port
from stablelist_conformance.port.ways import WAYS
from stablelist_conformance.report import summary
from stablelist_conformance.report.page import page
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.running.failures import BatchDone, CounterexampleFound, EngineBegan
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import long_lived, verify
from stablelist_conformance.wire.errors import FaultKind, PortFault, UsageError

__all__ = ["PagePort", "verified"]

PORT: Final = "pasted"
"""What the port is called in a report."""
TIMEOUT: Final = 5.0
"""Seconds for one answer."""
LOADING: Final = 10.0
"""Seconds for its text to be loaded."""
TURNS: Final = 1 << 17
"""How often a loop inside the port turns: a moment, since a page cannot tell a slow port from a busy machine."""
SHRINKING: Final = 20.0
"""Seconds for finding a smaller counterexample."""


class PagePort(Port):
    """A port in a worker of its own, which is asked a line at a time."""

    _lines: deque[str]
    _busy = 0.0
    _told = ""

    def launch(self) -> None:
        """Have the page start a worker with the pasted text."""
        self.handshake, self._lines = None, deque()
        trouble, said, self._told = self._words(bridge.begin(1000 * LOADING))
        if trouble == "failed":
            raise UsageError(f"the port cannot be loaded: {said}")
        if trouble:
            raise UsageError(f"the port did not load within {LOADING:g} s")

    def explain(self, fault: PortFault) -> None:
        """Without a handshake there is nothing to verify."""
        raise UsageError(f"the port gave no handshake: {fault.detail}") from fault

    def say_nothing(self) -> None:
        """It has nowhere to write to."""

    def send(self, lines: Sequence[str]) -> None:
        """Keep them until an answer is wanted."""
        self._lines.extend(lines)

    def gather(self, lines: int) -> None:
        """It is asked a line at a time."""

    def receive_bytes(self) -> bytes:
        """The answer to the next line."""
        began = time.monotonic()
        trouble, said, told = self._words(bridge.ask(self._lines.popleft(), 1000 * self.limit))
        self._busy += time.monotonic() - began
        self._told = told or self._told
        if trouble == "late":
            detail = f"it did not answer within {self.timeout:g} s"
            raise self.fault(FaultKind.HUNG, detail, late=True)
        if trouble == "flooded":
            raise self.fault(FaultKind.FLOODED, "its answer is longer than a page can show")
        if trouble:
            raise self.fault(FaultKind.DIED, f"it ended before its answer: {said}")
        self.taken = said.encode()
        return self.taken

    def quiet(self) -> None:
        """It cannot write more than one answer."""

    def finish(self) -> None:
        """End it."""
        self.kill()

    def kill(self) -> None:
        """End its worker."""
        bridge.end()

    def clock(self) -> float:
        """The time that its answers took."""
        return self._busy

    def complaints(self) -> str:
        """What it wrote to its console."""
        return self._told

    @staticmethod
    def _words(said: Any) -> tuple[str, str, str]:  # noqa: ANN401 - an array of JavaScript
        trouble, words, told = said
        return trouble, words, told


WAYS[PORT] = PagePort


class Progress:
    """What is done, for the page."""

    def __init__(self, budget: int) -> None:
        self.done, self.due = 0, budget

    def hear(self, message: object) -> None:
        """Account for what the kit tells."""
        match message:
            case EngineBegan(engine, operations):
                self.due += operations * (engine == "cover")
            case BatchDone(_, operations):
                self.done += operations
            case CounterexampleFound():
                bridge.tell(
                    self.done, self.due, "a wrong answer was found; a shorter program is looked for"
                )
                return
        bridge.tell(self.done, self.due, "")


def verified(operations: int) -> str:
    """The verdict on the pasted port: its outcome, the text of the report, and the page of a counterexample."""
    options = Options(
        operations=operations,
        timeout=TIMEOUT,
        turns=TURNS,
        jobs=0,
        batch=min(2_000, operations),
        shrink_seconds=SHRINKING,
    )
    progress = Progress(operations + long_lived(options))
    try:
        verdict = verify(PORT, options, progress.hear)
    except UsageError as error:
        return json.dumps({"outcome": "unusable", "text": str(error)})
    pages = [stepped(each) for each in verdict.refuting]
    lines = summary.report(verdict, lambda _: None).split("\n")
    text = "\n".join(
        each for each in lines if not each.startswith("replay ")
    )  # no command runs here
    return json.dumps({"outcome": verdict.outcome, "text": text, "page": (pages or [""])[0]})


def stepped(found: Counterexample) -> str:
    """A counterexample as a page to step through."""
    return page(record_trace(found))
