"""``make bench-kit``: how fast the kit checks. No test depends on it; ratios are taken within one run.

Everything runs on one core, including the port, and each measurement in a process of its own, because leftovers in
memory slow down the next one by up to a quarter. Each figure is the median of several rounds, with the smallest and the
largest. Machines are shared, so only ratios can be compared between machines.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, ParamSpec

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from rich.console import Console
from rich.table import Table

from bench.kit_shrinking import shrink_table
from stablelist_conformance.port.port import Port
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import BATCH_PROGRAMS, Batch
from stablelist_conformance.running.engines import run_batch
from stablelist_conformance.running.manifest import read_manifest
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.operations import decode
from stablelist_conformance.wire.play import perform
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.core.explore import explore
from stablelist_spec.core.history import History
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import STABLE_LIST

__all__ = ["main"]

P = ParamSpec("P")

ROUNDS: Final = 3
WARMED: Final = 50_000
"""Operations of other programs before a round of the kit, as a worker process checks batch after batch."""
CHECKED: Final = 100_000
"""Operations in a round of the kit."""
KNOWN: Final = 500_000
"""Operations in a round whose right answers are known."""
STEPPED: Final = 10
"""Programs in a round of the state machine."""
MANIFEST: Final = Path("tests/ports/ports.toml")
PORT: Final = "StableList in Rust"
SLOT_MAP: Final = "slotmap::SlotMap"


def main(arguments: Sequence[str]) -> int:
    """Measure, and print the tables."""
    options = argparse.ArgumentParser(prog="stablelist bench", description="The speed of the kit.")
    options.add_argument("--quick", action="store_true", help="one round, no shrinking")
    console, quick = Console(), options.parse_args(arguments).quick
    try:
        target, slots = built(PORT, Level.LAYOUT), built(SLOT_MAP, Level.CONTRACT)
    except UsageError as error:
        console.print(f"stablelist bench: {error}", style="red", soft_wrap=True)
        return 2
    console.print(machine(), soft_wrap=True)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    console.print(table(target, slots, 1 if quick else ROUNDS))
    if not quick:
        console.print(shrink_table())
    return 0


def built(name: str, level: Level) -> Target:
    """A port of the manifest at some level, built."""
    listed = {port.name: port for port in read_manifest(MANIFEST)}[name]
    missing = listed.missing()
    if missing is not None:
        raise UsageError(f"the benchmark needs the port {name}: {missing}; install that first")
    listed.prepare()
    with ProcessPort(listed.start) as port:
        assert port.handshake is not None
        return Target(listed.start, port.handshake, level, timeout=60.0)


def table(target: Target, slots: Target, number: int) -> Table:
    """All figures, of so many rounds."""
    triples = [
        (apart(checked, target), apart(again, target), apart(stepped, target))
        for _ in range(number)
    ]  # under the same load
    kit, known, plain = ([each[place] for each in triples] for place in range(3))
    shown = Table(title="per second, on one core (median, smallest, largest)", title_justify="left")
    shown.add_column("what")
    for name in ("median", "smallest", "largest"):
        shown.add_column(name, justify="right")
    for name, figures in (
        ("operations checked by the kit, Rust StableList, layout level", kit),
        ("the same, when right answers are known", known),
        ("the same programs through a plain Hypothesis state machine", plain),
        ("operations of slotmap in Rust, contract level", rounds(partial(checked, slots), number)),
        ("the same, when right answers are known", rounds(partial(again, slots), number)),
        ("explore: states, ids of 1 bit, free-list order kept, space 8", rounds(tracked, number)),
    ):
        middle = statistics.median(figures)
        shown.add_row(name, *(f"{value:,.0f}" for value in (middle, min(figures), max(figures))))
    for name, fast in (("the kit", kit), ("the kit with known answers", known)):
        ratios = [one / other for one, other in zip(fast, plain, strict=True)]
        middle = statistics.median(ratios)
        row = (f"{value:,.1f}" for value in (middle, min(ratios), max(ratios)))
        shown.add_row(f"{name} / the state machine, round by round", *row)
    return shown


def rounds(measure: Callable[[], float], number: int) -> list[float]:
    """Repeat a measurement."""
    return [apart(measure) for _ in range(number)]


def apart(measure: Callable[P, float], *arguments: P.args, **_: P.kwargs) -> float:
    """Run a measurement in a process of its own."""
    with get_context("fork").Pool(1) as child:
        return child.apply(measure, arguments)


def rate(work: Callable[[], int]) -> float:
    """The amount of work per second."""
    gc.collect()
    gc.freeze()  # older objects must not slow down the measurement
    began = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - began)


def checked(target: Target) -> float:
    """Operations per second of a batch of the swarm, after a warm-up batch."""
    batch(target, seed=1, operations=WARMED)
    return rate(lambda: batch(target, seed=0, operations=CHECKED))


def again(target: Target) -> float:
    """The same for a batch whose right answers are known; they are kept in a folder of their own."""
    with TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        batch(target, seed=0, operations=KNOWN, cached=True)
        return rate(lambda: batch(target, seed=0, operations=KNOWN, cached=True))


def batch(target: Target, *, seed: int, operations: int, cached: bool = False) -> int:
    """Run a batch of the swarm, which passes; return how many operations it had."""
    one = Batch("swarm", 0, BATCH_PROGRAMS, seed, operations, cached=cached)
    result = run_batch(target, one)
    assert result.failure is None, result.failure
    return result.operations


def stepped(target: Target) -> float:
    """Operations per second of a state machine over the first programs of that batch."""
    swarm = Swarm(target.abilities(), 0)
    programs = [swarm.program(number) for number in range(STEPPED)]
    with target.process() as port:
        return rate(lambda: sum(step_through(program, port) for program in programs))


class Stepper(RuleBasedStateMachine):
    """Follows a program: in each step only the rule of the next operation is enabled."""

    program: Program
    port: Port
    done: int

    def __init__(self) -> None:
        super().__init__()
        self.history = History(STABLE_LIST, self.program.parameters)
        self.answers: list[str] = []

    def wants(self, *names: str) -> bool:
        """Whether the next operation is one of these."""
        at = len(self.answers)
        return (
            at < len(self.program.words)
            and decode(self.program.words[at], self.program.family).name in names
        )

    def perform(self) -> None:
        """Perform the next operation on the model."""
        operation = decode(self.program.words[len(self.answers)], self.program.family)
        self.answers.append(perform(self.history, operation, Level.LAYOUT).answer)

    @precondition(lambda self: self.wants("add"))
    @rule()
    def add(self) -> None:
        """Insert."""
        self.perform()

    @precondition(lambda self: self.wants("remove"))
    @rule()
    def remove(self) -> None:
        """Remove."""
        self.perform()

    @precondition(lambda self: self.wants("at", "contains"))
    @rule()
    def look_up(self) -> None:
        """Look up."""
        self.perform()

    @precondition(lambda self: not self.wants("add", "remove", "at", "contains"))
    @rule()
    def other(self) -> None:
        """Any other operation."""
        if len(self.answers) < len(self.program.words):
            self.perform()

    def teardown(self) -> None:
        """The port answers the whole program, and the answers are compared."""
        words = self.program.words[: len(self.answers)]
        if words:
            self.port.send([self.program._replace(words=words).sent(Level.LAYOUT)])
            assert self.port.receive() == " ".join(self.answers)
        type(self).done += len(words)


def step_through(program: Program, port: Port) -> int:
    """Run one program through the state machine; return how many operations it had."""

    class Following(Stepper):
        """The state machine for this program and this port."""

    Following.program, Following.port, Following.done = program, port, 0
    once = settings(
        max_examples=1,
        stateful_step_count=len(program.words),
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Following, settings=once)
    return Following.done


def tracked() -> float:
    """States per second, with ids renumbered."""
    parameters = Parameters(id_bits=1, index_bits=3)
    return rate(lambda: explore(parameters, TrackedKey(STABLE_LIST), limit=20_000).states)


def machine() -> str:
    """The machine of the measurements: processor, cores, Python."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return f"{model}, {os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
