"""Courts: what a judge finds when a planted defect is brought before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from stablelist import InvariantError
from stablelist_conformance.answerers import ModelAnswerer
from stablelist_conformance.handshake import parse_handshake
from stablelist_conformance.judge import ExactJudge, Judge
from stablelist_conformance.profiles import PROFILES
from stablelist_conformance.protocol import Level, parse_program
from stablelist_spec.history import History
from stablelist_spec.invariants import broken
from suite.impl.damage import DAMAGE, sound
from suite.judges.planted import line_of, right_line
from suite.judges.weakening import Weakening
from suite.spec.defects import DEFECTS, Defect
from suite.spec.programs import operations
from suite.spec.test_refinement import CASES, accepted

__all__ = ["COURTS", "Court"]

Court = Callable[[Weakening, bool], str]
"""What is found in the case of a weakening, with the defect planted or without it; empty for nothing."""


def of_the_model(case: Weakening, planted: bool) -> str:
    """The invariant that a defect of the model breaks, if its program is seen to break it."""
    (defect,) = (each for each in DEFECTS if each.plant.__name__ == case.noticed_by)
    with pytest.MonkeyPatch.context() as patch:
        if planted:
            defect.plant(patch)
        found = broken_by(defect)
    return defect.breaks if defect.breaks in found else ", ".join([] if planted else found)


def broken_by(defect: Defect) -> list[str]:
    """What is broken at the end of a defect's program."""
    history = History(defect.parameters)
    for operation in operations(defect.program):
        history.perform(operation)
    return broken(history.state, history.fresh())


def of_steps(case: Weakening, planted: bool) -> str:
    """Whether a defective step is rejected, or one of those that are not."""
    if planted:
        name, _, defect = case.noticed_by.partition(": ")
        ((by, step),) = (
            (each, each.defects[defect])
            for each in CASES
            if each.operation.name == name and defect in each.defects
        )
        return "" if accepted(by, step) else "rejected"
    return ", ".join(each.operation.name for each in CASES if not accepted(each, each.correct))


def of_the_container(case: Weakening, planted: bool) -> str:
    """The clause that a damaged list breaks."""
    (damage,) = (each for each in DAMAGE if str(each) == case.noticed_by)
    pool = sound(source=damage.source)
    if planted:
        damage.do(pool)
    try:
        pool.check()
    except InvariantError as error:
        return error.clause
    return ""


UNTOLD: Final = "port protocol=2 name=a version=1 profile=stablelist level=contract id_bits=0-64 index_bits=0-64"
"""The handshake of a port, where it does not matter."""


def of_ports(case: Weakening, planted: bool) -> str:
    """The first wrong word in a port's answers to a program."""
    level, program = parse_program(case.program)
    handshake = parse_handshake(case.port or UNTOLD)
    judge: Judge = (
        PROFILES[handshake.profile].judge(handshake)
        if level is Level.CONTRACT
        else ExactJudge(ModelAnswerer(), level)
    )
    line = line_of(case.noticed_by, level, program) if planted else right_line(level, program)
    wrong = judge.judge(program, judge.prepare(program), line)
    return f"{wrong.at}: not {wrong.answered} but {wrong.expected}" if wrong else ""


COURTS: Final[dict[str, Court]] = {
    "stablelist_spec.invariants": of_the_model,
    "stablelist_spec.refinement": of_steps,
    "stablelist.invariant": of_the_container,
    "stablelist_conformance.judge": of_ports,
    "stablelist_spec.stamps": of_ports,
}
"""The court of every judge."""
