"""Writes the pages that `step-through.md` shows: a stale key, a truncation cascade, and a planted defect.

`python docs/pages/write.py` writes them beside itself; a test compares.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from defects import defects
from defects.selfcheck import planted, sources
from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.judging.verdict import Answered
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ContainerAnswerer
from stablelist_conformance.python.serve import BUNDLED, bundled
from stablelist_conformance.report.page import page
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.running.batch import FailedProgram
from stablelist_conformance.running.replay import with_layouts
from stablelist_conformance.running.rerun import SingleRun, counterexample
from stablelist_conformance.wire.protocol import parse_program

HERE: Final = Path(__file__).parent

REVIVED: Final = "contract : add add remove:0 add at:1 at:0"
CASCADE: Final = (
    "cost : extend:9 remove:7 remove:3 remove:6 remove:2 remove:4 remove:1 remove:5 remove:8 at:0 at:8 "
    "add each"
)
GIVEN_TWICE: Final = "layout : extend:5 remove:0 remove:1 add at:5 len add at:5"
DEFECT: Final = "python-free-list-head-not-advanced"
TIMEOUT: Final = 10.0


def stale_key() -> str:
    """A small pool that does not compare stamps: a retired key finds the element that took its slot."""
    pool = runpy.run_path(str(HERE / "wrong_pool.py"))["WrongPool"]
    answerer = ContainerAnswerer(pool, name="wrong-pool", version="1", system_name="slotmap")
    level, program = parse_program(REVIVED, "slotmap")
    answers = " ".join(answerer.answer(program, level))
    port = "python:wrong_pool:WrongPool"
    target = Target(port, answerer.handshake, level, TIMEOUT)
    difference = contract_judge(answerer.handshake).judge(program, answers)
    failure = FailedProgram(program, difference, answers=answers)
    command = f"stablelist replay '{REVIVED}' --system slotmap --port {port}"
    return page(record_trace(counterexample(target, failure, failure)), command)


def cascade() -> str:
    """A program that passes: the removal of the last element in the upper half shrinks the list twice."""
    level, program = parse_program(CASCADE)
    answerer = ContainerAnswerer(bundled, name="stablelist", version=ours())
    answers = tuple(answerer.answer(program, level))
    shown = Answered(
        port=f"python:{BUNDLED}",
        handshake=answerer.handshake,
        program=program,
        level=level,
        answers=answers,
    )
    return page(record_trace(shown), f"stablelist replay '{CASCADE}'")


def ours() -> str:
    """The version of the bundled container."""
    with ProcessPort(f"python:{BUNDLED}") as port:
        assert port.handshake is not None
        return port.handshake.version


def given_twice() -> str:
    """A defect that was planted in the list: it gives out a vacant cell twice, and its layout shows that first."""
    (defect,) = (each for each in defects() if each.name == DEFECT)
    level, program = parse_program(GIVEN_TWICE)
    with planted(sources()[defect.port], defect) as command:
        with ProcessPort(command) as port:
            assert port.handshake is not None
            target = Target(command, port.handshake, level, TIMEOUT)
        with SingleRun(target) as alone:
            failure = alone.diagnose(program, "answer")
        assert failure is not None
        found = with_layouts(target, counterexample(target, failure, failure))
    named = replace(found, port=f"{defect.port} with the defect {DEFECT}")
    return page(record_trace(named), f"python -m defects --only {DEFECT}")


WRITTEN: Final[dict[str, Callable[[], str]]] = {
    "stale-key.html": stale_key,
    "cascade.html": cascade,
    "given-twice.html": given_twice,
}


def main() -> None:
    """Write all pages."""
    for name, write in WRITTEN.items():
        (HERE / name).write_text(write(), encoding="utf-8")


if __name__ == "__main__":
    main()
