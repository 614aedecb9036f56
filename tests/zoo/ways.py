"""The ways of testing that are compared, each by its name: they end a hunt, or go on without end."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Final, NoReturn

from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import BATCH_PROGRAMS, Batch
from stablelist_conformance.running.covering import covering
from stablelist_conformance.running.engines import programs_of
from stablelist_conformance.wire.protocol import Program

from .driven import drive
from .hunt import NOT_FOUND, Budget, Caught, Ended, Meter, caught, judge_all
from .words import uniform_programs

__all__ = ["WAYS", "hunt", "made_once"]

WATCHED: Final = 2
"""After how many times its seconds a hunt is ended, whatever it does."""
Way = Callable[[Target, int, Meter], None]
"""Asks a port with a seed until the meter ends it."""


def kit(target: Target, seed: int, meter: Meter) -> None:
    """The covering programs, and then the swarm."""
    began = time.process_time()
    programs, seconds = made_once(target)
    meter.extra += seconds - (time.process_time() - began)
    batch = Batch("cover", 0, BATCH_PROGRAMS, programs=programs)
    if programs:
        judge_all(target, programs_of(target, batch), meter)
    swarm(target, seed, meter)


@cache
def made_once(target: Target) -> tuple[Sequence[Program], float]:
    """The covering programs of a port, and the seconds that it took to make them, which count for every seed."""
    began = time.process_time()
    programs = covering(target)
    return programs, time.process_time() - began


def swarm(target: Target, seed: int, meter: Meter) -> None:
    """The random programs of the kit alone."""
    batch = Batch("swarm", 0, BATCH_PROGRAMS, seed)
    judge_all(target, programs_of(target, batch), meter)


def uniform(target: Target, seed: int, meter: Meter) -> None:
    """Uniformly random words."""
    judge_all(target, uniform_programs(target, seed), meter)


WAYS: Final[dict[str, Way]] = {
    "kit": kit,
    "swarm": swarm,
    "machine": drive,
    "words": uniform,
}


def hunt(target: Target, way: str, seed: int, budget: Budget) -> Caught:
    """Hunt for a wrong answer of a port."""
    with target.process() as port:
        meter = Meter(budget, port)
        try:
            with watchdog(WATCHED * budget.seconds):
                WAYS[way](target, seed, meter)
        except Ended as ended:
            return caught(meter, ended)
    raise AssertionError(f"{way} ended by itself")


@contextmanager
def watchdog(seconds: float) -> Iterator[None]:
    """End the hunt after so much processor time of this process, even if it never asks how much it has used."""

    def bark(*_: object) -> NoReturn:
        raise Ended(NOT_FOUND)

    before = signal.signal(signal.SIGPROF, bark)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
