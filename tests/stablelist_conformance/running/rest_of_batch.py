"""The rest of a batch after a failing program, so that the batch can go on with a fresh port."""

from __future__ import annotations

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import Batch, BatchResult
from stablelist_conformance.running.engines import small_programs
from stablelist_conformance.wire.protocol import Level, Program

__all__ = ["labels_reached", "rest_of"]


def rest_of(target: Target, batch: Batch, result: BatchResult) -> Batch | None:
    """A batch of the programs that were not run yet; None if there are none, or its budget is used up.

    Operations of the failing program count against the budget.
    """
    assert result.failure is not None
    if batch.engine == "cover":
        return _cover(target, batch, result)
    operations = batch.operations - result.operations - len(result.failure.program.words)
    if operations <= 0:
        return None
    of = _marathon if batch.engine == "marathon" else _swarm
    return of(target, batch._replace(operations=operations), result)


def _cover(target: Target, batch: Batch, result: BatchResult) -> Batch | None:
    """The covering programs after the failing one."""
    assert result.failure is not None
    fitted = [each for each in map(target.fitted, batch.programs) if each.words]
    programs = fitted[result.programs :]
    if programs[:1] == [result.failure.program]:
        programs = programs[1:]
    return batch._replace(programs=programs) if programs else None


def _swarm(target: Target, batch: Batch, result: BatchResult) -> Batch:
    """The same for programs that are drawn by their numbers."""
    assert result.failure is not None
    first = batch.first + result.programs
    following = target.swarm(batch.seed).program(first)
    return batch._replace(first=first + (following == result.failure.program))


def _marathon(target: Target, batch: Batch, result: BatchResult) -> Batch | None:
    """All programs of a marathon except the failing one, which may be only the beginning of one."""
    assert result.failure is not None
    failed = result.failure.program
    small = small_programs(target, batch)
    programs = [
        each for each in small if each._replace(words=each.words[: len(failed.words)]) != failed
    ]
    return batch._replace(programs=programs) if programs else None


def labels_reached(target: Target, program: Program, answers: str = "") -> set[str]:
    """The labels of a program that failed in its last operation, including those of this operation.

    If the contract allows several answers, the port is followed as far as it answered.
    """
    if target.level > Level.CONTRACT:
        return labelled_answer(target.handshake.system, program, target.level)[1]
    labels, said = set[str](), answers.split()[: len(program.words) - 1]
    run = contract_judge(target.handshake).following(program.parameters)
    for at, operation in enumerate(program.operations):
        word = said[at] if at < len(said) else next(iter(run.acceptable(operation)), "")
        run.step(at, operation, word)
        labels |= run.labels
    return labels
