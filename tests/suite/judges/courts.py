"""The *courts*: functions that run a judge on a planted defect, and return what it finds."""

from __future__ import annotations

import shlex
import sys
import tomllib
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pytest

from defects.hostile import HOSTILE
from stablelist import InvariantError
from stablelist_conformance.judging.coverage import labelled_answer, reach
from stablelist_conformance.judging.judge import ExactJudge, Judge, contract_judge
from stablelist_conformance.judging.verdict import Counterexample, Verdict
from stablelist_conformance.programs.target import Subject
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.python.serve import BUNDLED
from stablelist_conformance.running import engines
from stablelist_conformance.running.engines import Batch, run_batch
from stablelist_conformance.running.rerun import Alone
from stablelist_conformance.wire.errors import PortFault, UsageError
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_proofs.explore.system import System
from stablelist_spec.core.history import History
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import broken
from suite.impl.damage import DAMAGE, sound
from suite.judges.planted import PlantedSubject, container, line_of, right_line
from suite.proofs.explore.runs import explored
from suite.proofs.explore.test_search import BREAKERS
from suite.spec.defects import DEFECTS, Defect, named
from suite.spec.programs import operations
from suite.spec.test_refinement import CASES as STEPS
from suite.spec.test_refinement import accepted
from suite.systems.graph_cases import ANSWERED, GRAPH, with_defects, written

__all__ = ["CASES", "COURTS", "Case"]


class Case(NamedTuple):
    """A test case for a judge.

    Attributes:
        defect: what is planted, by its name.
        program: what a port is asked, as the port protocol writes it.
        port: the handshake of the port, where it matters.
        right: what is answered without the defect, where the model has no such operation or the port declares that it
            answers otherwise.
    """

    defect: str
    program: str = ""
    port: str = ""
    right: str = ""


Court = Callable[[Case, bool], str]
"""The finding of a judge in a case, with or without the planted defect; empty if it finds nothing."""


def of_the_model(case: Case, planted: bool) -> str:
    """The invariant that a defect of the model breaks, if its program shows this."""
    defect = named(case.defect)
    with defect.in_force() if planted else nullcontext():
        found = broken_by(defect)
    return defect.breaks if defect.breaks in found else ", ".join([] if planted else found)


def broken_by(defect: Defect) -> list[str]:
    """The invariants that are broken at the end of a defect's program."""
    history = History(STABLE_LIST, defect.parameters)
    for operation in operations(defect.program):
        history.perform(operation)
    return broken(history.state, history.fresh())


def of_steps(case: Case, planted: bool) -> str:
    """Whether a defective step is rejected, or a step without a defect."""
    if planted:
        name, _, defect = case.defect.partition(": ")
        ((by, step),) = (
            (each, each.defects[defect])
            for each in STEPS
            if each.operation.name == name and defect in each.defects
        )
        return "" if accepted(by, step) else "rejected"
    return ", ".join(each.operation.name for each in STEPS if not accepted(each, each.correct))


def of_the_container(case: Case, planted: bool) -> str:
    """The clause that a damaged list breaks."""
    (damage,) = (each for each in DAMAGE if str(each) == case.defect)
    pool = sound(source=damage.source)
    if planted:
        damage.do(pool)
    try:
        pool.check()
    except InvariantError as error:
        return error.clause
    return ""


UNTOLD: Final = "port protocol=5 name=a version=1 system=stablelist level=contract id_bits=0-64 index_bits=0,2-64"
"""The handshake of a port in cases where it does not matter."""


def of_ports(case: Case, planted: bool) -> str:
    """The first wrong word in a port's answers to a program."""
    handshake = parse_handshake(case.port or UNTOLD)
    system = handshake.profile if handshake.system.exact else STABLE_LIST.name
    level, program = parse_program(case.program, system)
    judge: Judge = (
        contract_judge(handshake)
        if level is Level.CONTRACT
        else ExactJudge(ModelAnswerer(system), level)
    )
    right = case.right or right_line(level, program)
    line = line_of(case.defect, level, program) if planted else right
    wrong = judge.judge(program, judge.prepare(program), line)
    return f"{wrong.at}: not {wrong.answered} but {wrong.expected}" if wrong else ""


def of_graphs(case: Case, planted: bool) -> str:
    """The first word in which the answers of a graph are not acceptable. The defect is the wrong line itself."""
    judge = contract_judge(ModelAnswerer(GRAPH).handshake)
    line = case.defect if planted else case.right
    wrong = judge.judge(written(case.program), None, line)
    return f"{wrong.at}: not {wrong.answered} but {wrong.expected}" if wrong else ""


def of_handshakes(case: Case, planted: bool) -> str:
    """The error in a handshake. The program of the case is the expected system."""
    try:
        for line in [case.port] if planted else SOUND_HANDSHAKES:
            parse_handshake(line, case.program or None)
    except UsageError:
        return "another version"
    except PortFault as fault:
        _, wrong, reason = fault.detail.partition(" is wrong: ")
        return reason.partition("; see")[0] if wrong else "no handshake"
    return ""


SOUND_HANDSHAKES: Final = (
    ModelAnswerer().handshake.line(),
    ModelAnswerer("fixed-arena").handshake.line(),
    UNTOLD,
    "port protocol=5 name=a version=1 system=slab level=contract",
    "port protocol=5 name=a version=1 system=arena level=contract id_bits=8,16-32 without=len,forge",
    "port protocol=5 name=a version=1 system=slotmap level=contract id_bits=0 parity=yes wrap=retire capacity=8",
    "port protocol=5 name=a version=1 system=slab level=contract clear=forgets panics=put,at.stale,pair.same ids=only",
)


def of_verdicts(case: Case, planted: bool) -> str:
    """Why a run is not called verified: its outcome, or a label that was not covered."""
    handshake = parse_handshake(case.port or UNTOLD)
    level, program = parse_program(case.program or "contract :", handshake.profile)
    reachable = set(reach(handshake, level).labels)
    verdict = Verdict("", handshake, level, 0, "", covered=set(reachable), reachable=reachable)
    if planted and case.defect in SPOILED:
        SPOILED[case.defect](verdict)
        return "" if verdict.outcome.exit_status == 0 else verdict.outcome
    if planted and level is Level.CONTRACT:
        verdict.covered = contract_judge(handshake).follow(program, right_line(level, program))[1]
    elif planted:
        verdict.covered = labelled_answer(handshake.system, program, level)[1]
    undecided = verdict.outcome.exit_status != 0
    return case.defect if undecided and case.defect in verdict.missing else ""


def refute(verdict: Verdict) -> None:
    """Record that something was found."""
    verdict.counterexample = Counterexample(
        port="",
        handshake=verdict.handshake,
        program=Program(Parameters(), ("len",)),
        level=verdict.level,
        answered="1",
        detail="operation 1 should be answered 0, not 1",
    )


SPOILED: Final[dict[str, Callable[[Verdict], None]]] = {
    "a counterexample": refute,
    "a doubt": lambda verdict: verdict.notes.append("the judges disagree"),
    "a capacity that was not filled": lambda verdict: verdict.unreached.append("not filled"),
    "a label left out": lambda verdict: verdict.covered.remove(min(verdict.reachable)),
}
"""Conditions that keep a run with full coverage from being verified."""


def of_programs_alone(case: Case, planted: bool) -> str:
    """How a port fails on a single program."""
    level, program = parse_program(case.program)
    defect = case.defect if planted else ""
    subject = PlantedSubject("planted", ModelAnswerer().handshake, level, 1.0, defect=defect)
    with Alone(subject) as alone:
        failure = alone.diagnose(program, HOSTILE[case.defect].kind)
    return failure.kind if failure else ""


def of_processes(case: Case, planted: bool) -> str:
    """How a process fails on a single program."""
    level, program = parse_program(case.program)
    right = ("stablelist_conformance.python.serve", BUNDLED)
    module, argument = ("defects.hostile", case.defect) if planted else right
    command = shlex.join([sys.executable, "-m", module, argument])
    subject = Subject(command, ModelAnswerer().handshake, level, timeout=5.0)
    with Alone(subject) as alone:
        failure = alone.diagnose(program, HOSTILE[case.defect].kind)
    return failure.kind if failure else ""


def of_batches(case: Case, planted: bool) -> str:
    """How a port fails in a batch; or that the model disagrees with the container, which judges first in the swarm."""
    who, _, defect = case.defect.rpartition(": ")
    level, program = parse_program(case.program)
    defective = defect if planted and who != "the judge" else ""
    subject = PlantedSubject("planted", ModelAnswerer().handshake, level, 1.0, defect=defective)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "programs_of", lambda *_: iter([program]))
        if who and planted:
            patch.setattr(
                "stablelist_conformance.programs.target.ContainerAnswerer",
                lambda *_, **__: container(defect),
            )
        result = run_batch(subject, Batch("swarm" if who else "cover", 0, 1))
    return "doubt" if result.doubt else result.failure.kind if result.failure else ""


def of_exploration(case: Case, planted: bool) -> str:
    """The invariant that a defect of the search breaks; without a defect, any broken invariant."""
    scope, plant = BREAKERS[case.defect]
    System(scope)
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        if planted:
            plant(patch)
        found = explored(scope, Path(folder)).tally.broken
    return ", ".join(name for name in found if name == case.defect or not planted)


COURTS: Final[dict[str, Court]] = {
    "the model": of_the_model,
    "steps": of_steps,
    "the container": of_the_container,
    "ports": of_ports,
    "graphs": of_graphs,
    "handshakes": of_handshakes,
    "verdicts": of_verdicts,
    "programs alone": of_programs_alone,
    "processes": of_processes,
    "batches": of_batches,
    "exploration": of_exploration,
}
"""The courts by name."""


def listed() -> dict[str, list[Case]]:
    """The cases that are listed in a file."""
    path = Path(__file__).with_name("cases.toml")
    courts = tomllib.loads(path.read_text(encoding="utf-8"))
    return {court: [Case(*case) for case in cases] for court, cases in courts.items()}


CASES: Final[dict[str, list[Case]]] = {
    "the model": [Case(defect.name) for defect in DEFECTS],
    "steps": [Case(f"{case.operation.name}: {each}") for case in STEPS for each in case.defects],
    "the container": [Case(str(damage)) for damage in DAMAGE],
    "exploration": [Case(name) for name in BREAKERS],
    "graphs": [
        Case(wrong, text, right=right) for text, right, wrong in (*ANSWERED, *with_defects())
    ],
    **listed(),
}
"""The test cases of each court."""
