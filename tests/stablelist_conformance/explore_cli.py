"""The command ``stablelist explore``: every state within a scope."""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from stablelist_spec.invariants import INVARIANTS
from stablelist_spec.labels import LABELS
from stablelist_spec.operation import Operation
from stablelist_spec.parameters import Parameters, Truncate

from .errors import UsageError
from .protocol import Level, configuration, encode, layout_word

if TYPE_CHECKING:
    from stablelist_proofs.explore.expand import Question
    from stablelist_proofs.explore.run import Run
    from stablelist_proofs.explore.scope import Scope
    from stablelist_proofs.explore.search import Search, Way
    from stablelist_proofs.explore.system import System
    from stablelist_proofs.explore.tally import Tally

__all__ = ["explore"]

MEBIBYTE = 1 << 20


@click.command()
@click.option("--minimum", default=4, show_default=True, help="The list's minimum.")
@click.option("--capacity", default=0, show_default=True, help="Its initial capacity.")
@click.option(
    "--mode",
    default="iteration",
    show_default=True,
    type=click.Choice([m.value for m in Truncate]),
    help="Its truncation mode.",
)
@click.option(
    "--positions",
    default=8,
    show_default=True,
    help="Positions it may use, 4 to 32: what bounds the scope.",
)
@click.option(
    "--keep",
    default="order",
    show_default=True,
    type=click.Choice(["sets", "order", "key"]),
    help="What is kept of a state: which cells are live; free lists, too; a followed key, too.",
)
@click.option(
    "--id-bits",
    type=click.IntRange(0, 3),
    help="Width of ids where a key is followed; 0 is unbounded.  [default: 2]",
)
@click.option(
    "--invariant",
    "invariants",
    multiple=True,
    metavar="NAME",
    help="Ask this one only; may be repeated.  [default: all]",
)
@click.option(
    "--label", metavar="NAME", help="Stop at a shortest program whose last step bears this label."
)
@click.option(
    "--find",
    metavar="EXPRESSION",
    help="Stop at a shortest program to a state of which this is true.",
)
@click.option(
    "--run",
    "folder",
    type=click.Path(path_type=Path),
    help="Keep the run in this folder; go on with it if it is there.",
)
@click.option(
    "--graph", type=click.Path(path_type=Path), help="Write the graph, as .dot or .graphml."
)
@click.option(
    "--sample",
    default=200,
    show_default=True,
    type=click.IntRange(0),
    help="States to compare with the model, drawn at random.",
)
@click.option("--seed", default=0, show_default=True, help="Seed of that sample.")
@click.option(
    "--jobs",
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
    type=click.IntRange(1),
    help="Processes.",
)
def explore(**given: Any) -> None:
    """Explore every state within a scope, breadth first.

    A scope is a list whose positions are bounded. States that differ only in what is not kept are one.

    \b
    Examples:
      stablelist explore --positions 14                      6 million states, free lists kept, in a minute
      stablelist explore --keep key --id-bits 1              what becomes of a key when ids wrap
      stablelist explore --label truncate_reverses --positions 12
      stablelist explore --find "h2.live == 1 and q1.vacant == 2"

    \b
    Names in an expression: space opened live vacant; size opened live vacant of q1 q2 h2, as in q1.live.
    With --keep order or key: allocated, q1.head q2.head h2.head (-1: none).
    With --keep key: key.position key.retired key.resolves key.wrapped.

    Exit status: 0 explored, 1 an invariant is broken, 2 bad usage or too little memory, 3 not decided.
    """
    try:
        from stablelist_proofs.explore.expression import ExpressionError
        from stablelist_proofs.explore.scope import ScopeError
    except ModuleNotFoundError as missing:
        raise UsageError(
            f"explore needs {missing.name}, which is not installed; pip install 'stablelist[prove]'"
        ) from None
    try:
        sys.exit(Command(**given).run())
    except (ScopeError, ExpressionError) as error:
        raise UsageError(str(error)) from None
    except BrokenExecutor:
        raise UsageError(
            "a process of the run was killed, perhaps for want of memory; with --run, call again to go on, "
            "and lower --jobs"
        ) from None


@dataclass
class Command:
    """One call of the command."""

    minimum: int
    capacity: int
    mode: str
    positions: int
    keep: str
    id_bits: int | None
    invariants: tuple[str, ...]
    label: str | None
    find: str | None
    folder: Path | None
    graph: Path | None
    sample: int
    seed: int
    jobs: int
    began: float = field(default_factory=time.perf_counter)

    def run(self) -> int:
        """Explore, say what was found, and give the exit status."""
        from stablelist_proofs.explore.need import megabytes, need
        from stablelist_proofs.explore.search import searching

        scope = self.scope()
        question = self.question(scope)
        needed = need(scope, self.jobs)
        click.echo(f"scope      {scope}")
        click.echo(
            f"needs      {megabytes(needed.memory)} of memory, {megabytes(needed.disk)} on disk, "
            f"for {needed.numbers:,} numbers of states"
        )
        with self.place() as folder, searching(scope, question, folder, jobs=self.jobs) as search:
            before = copy(search.run.tally)
            with self.progress() as told:
                search.go_on(told, self.enough)
            self.tell(search.run, before)
            return max(self.tell_broken(search), self.tell_wanted(search), self.tell_sample(search))

    # --- What is asked ------------------------------------------------------------------------------

    def scope(self) -> Scope:
        """The scope that the options say."""
        from stablelist_proofs.explore.scope import Keep, Scope

        keep, id_bits = Keep(self.keep), self.id_bits
        if id_bits is None and keep is Keep.KEY:
            id_bits = 2
        return Scope(
            self.minimum, self.capacity, Truncate(self.mode), self.positions, keep, id_bits or None
        )

    def question(self, scope: Scope) -> Question:
        """What is asked of every state."""
        from stablelist_proofs.explore.expand import Question
        from stablelist_proofs.explore.expression import Expression
        from stablelist_proofs.explore.graph import check_ending

        self.check_names(scope)
        if self.graph is not None:
            check_ending(self.graph)
        expression = None if self.find is None else Expression(self.find, scope.keep)
        return Question(self.asked(scope), expression)

    def check_names(self, scope: Scope) -> None:
        """Refuse words that nobody knows, and labels that a port could not show."""
        if self.label is not None and self.label not in LABELS:
            raise UsageError(f"there is no label {self.label!r}; docs/model.md lists them")
        if self.label is not None and self.label not in bearable(scope.keep):
            raise UsageError(
                f"no transition of a scope that keeps {scope.keep} bears {self.label}; keep more, or choose another"
            )
        if self.label is not None and self.find is not None:
            raise UsageError("--label and --find exclude each other; leave one of them out")
        if self.label is not None and self.label.endswith("_full") and not scope.port_index_bits:
            raise UsageError(
                f"a list is not full after {scope.positions} positions; for {self.label} choose 4, 8, 16 or 32"
            )

    def asked(self, scope: Scope) -> tuple[str, ...]:
        """The invariants to ask."""
        from stablelist_proofs.explore.invariants import OF_EVERY_NUMBER, asked

        there = asked(scope.keep)
        for name in self.invariants:
            if name not in INVARIANTS:
                raise UsageError(
                    f"there is no invariant {name!r}; there are {', '.join(INVARIANTS)}"
                )
            if name not in (*there, *OF_EVERY_NUMBER):
                raise UsageError(f"{name} is about what this scope forgets; add --keep key")
        return tuple(name for name in there if not self.invariants or name in self.invariants)

    def enough(self, tally: Tally) -> bool:
        """Whether what was wanted is there, or something is broken."""
        wanted = tally.found is not None if self.label is None else self.label in tally.bearers
        return wanted or bool(tally.broken)

    # --- While it runs ------------------------------------------------------------------------------

    @contextmanager
    def place(self) -> Iterator[Path]:
        """The run's folder, for good or for now."""
        if self.folder is None:
            with tempfile.TemporaryDirectory(prefix="stablelist-explore-") as folder:
                yield Path(folder)
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / "lock").touch()
        except OSError as error:
            raise UsageError(
                f"{self.folder} cannot be written: {error.strerror}; choose another folder"
            ) from None
        yield self.folder

    @contextmanager
    def progress(self) -> Iterator[Any]:
        """A line that says how far it has come, on standard error."""
        with Console(stderr=True).status("exploring") as status:
            yield lambda run: status.update(
                f"level {run.level}: {run.tally.states:,} states, {run.tally.transitions:,} transitions"
            )

    # --- What was found -----------------------------------------------------------------------------

    def tell(self, run: Run, before: Tally) -> None:
        """Counts, speed, memory, labels."""
        seconds = time.perf_counter() - self.began
        speed = (run.tally.transitions - before.transitions) / seconds
        whole = "" if run.ended else " (not the whole scope)"
        click.echo(f"states     {run.tally.states:,}{whole}")
        click.echo(f"transitions {run.tally.transitions:,}")
        click.echo(f"diameter   {run.diameter}" if run.ended else f"levels     {run.level}")
        click.echo(
            f"time       {seconds:,.1f} s, {speed:,.0f} transitions and "
            f"{(run.tally.states - before.states) / seconds:,.0f} states a second"
        )
        click.echo(
            f"memory     {peak():,.0f} MiB in the largest process, the part of the map that it touched included"
        )
        self.tell_invariants(run)
        self.tell_labels(run)

    def tell_invariants(self, run: Run) -> None:
        """What was asked, and what need not be."""
        from stablelist_proofs.explore.invariants import OF_EVERY_NUMBER

        for name in run.question.invariants:
            broken = name in run.tally.broken
            click.echo(f"  {'BROKEN ' if broken else 'holds  '} {name}")
        for name in OF_EVERY_NUMBER:
            if not self.invariants or name in self.invariants:
                click.echo(
                    f"  by form {name} (states that break it have no number; asked of the sample)"
                )

    def tell_labels(self, run: Run) -> None:
        """How many transitions bear each label, and which were not reached."""
        if self.label is not None or self.find is not None:
            return
        for label in LABELS:
            if run.tally.labels[label]:
                click.echo(f"  {run.tally.labels[label]:>15,} {label}")
        missed = [label for label in bearable(run.scope.keep) if not run.tally.labels[label]]
        click.echo(f"  not reached: {', '.join(missed) or 'none'}")

    def tell_broken(self, search: Search) -> int:
        """A program for each broken invariant."""
        from stablelist_proofs.explore.invariants import VISITS

        for name, number in search.run.tally.broken.items():
            if name == VISITS:
                click.echo(
                    f"{name} is not shown: a transition raises the debt by more than it pays, from"
                )
            else:
                click.echo(f"{name} is broken by")
            self.tell_program(search, search.way(number))
        return 1 if search.run.tally.broken else 0

    def tell_wanted(self, search: Search) -> int:
        """A program for what was asked for."""
        tally = search.run.tally
        if self.label is not None:
            if self.label not in tally.bearers:
                return self.tell_absent(search, f"no transition bears {self.label}")
            return self.tell_program(search, self.labelled_way(search, tally.bearers[self.label]))
        if self.find is not None:
            if tally.found is None:
                return self.tell_absent(search, f"of no state is it true that {self.find}")
            return self.tell_program(search, search.way(tally.found))
        return 0

    def tell_absent(self, search: Search, sentence: str) -> int:
        """It is nowhere in the scope."""
        click.echo(
            f"{sentence} within this scope"
            + ("" if search.run.complete else ", as far as it was explored")
        )
        return 0 if search.run.complete else 3

    def labelled_way(self, search: Search, number: int) -> Way:
        """The way to a state and the step from it that bears the label."""
        from stablelist_proofs.explore.search import Way
        from stablelist_proofs.explore.witness import step_with_label

        assert self.label is not None
        step, way = step_with_label(search.system, number, self.label), search.way(number)
        return Way((*way.actions, step.action), (*way.numbers, step.target))

    def tell_program(self, search: Search, way: Way) -> int:
        """The program of a way, once the model has carried it out."""
        from stablelist_proofs.explore.witness import carried_out

        witness = carried_out(search, way)
        if witness is None or (self.label is not None and not self.borne(search, witness.labels)):
            click.echo(
                f"a way of {len(way.actions)} steps exists with free-list order forgotten, but the model does not "
                "take it: not decided; add --keep order"
            )
            return 3
        click.echo(
            f"shortest program, {len(witness.operations)} operations, carried out on the model:"
        )
        click.echo(f"  {program_line(search.system, witness.operations)}")
        click.echo(f"  {layout_word(witness.state)}")
        for action in witness.actions:
            click.echo(f"    {action}")
        return 0

    def borne(self, search: Search, labels: tuple[str, ...]) -> bool:
        """Whether the model's last step bears the label that was asked for."""
        return self.label in labels or bool(search.run.tally.broken)

    def tell_sample(self, search: Search) -> int:
        """Compare a sample with the model, and write the graph."""
        from stablelist_proofs.explore.graph import export
        from stablelist_proofs.explore.tie import sampled

        if self.graph is not None:
            drawn = export(search.system, search.run.levels, self.graph)
            click.echo(f"graph      {drawn:,} states in {self.graph}")
        if not self.sample:
            return 0
        told = sampled(search.system, search.run.levels, self.sample, self.seed)
        verdict = (
            "no difference"
            if not told.differences
            else f"{len(told.differences)} differences, such as {told.differences[0]}"
        )
        broken = f"; broken there: {', '.join(told.broken)}" if told.broken else ""
        click.echo(
            f"sample     {told.states} states compared with the model, {told.transitions:,} transitions: "
            f"{verdict}{broken}"
        )
        return 1 if told.differences or told.broken else 0


def bearable(keep: str) -> list[str]:
    """The labels that transitions of such a scope could bear."""
    from stablelist_proofs.explore.transitions import labels_of

    return [label for label in LABELS if labels_of(keep, label)]


def program_line(system: System, operations: Sequence[Operation]) -> str:
    """A program as a port gets it."""
    scope = system.scope
    parameters = Parameters(
        scope.minimum, scope.capacity, scope.mode, scope.id_bits, scope.port_index_bits or None
    )
    return " ".join([configuration(parameters, Level.LAYOUT), *map(encode, operations)])


def peak() -> float:
    """The largest resident size of any process so far, in MiB."""
    usages = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in usages) * 1024 / MEBIBYTE
