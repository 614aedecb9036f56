"""``make prove``: proofs, statements, ports and contracts; then a table of the theorems.

CrossHair, whose questions take longest, is asked beside all the rest. The first thing that is not as it should be ends
the run, and is named.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from stablelist_proofs.contracts import run as contracts
from stablelist_proofs.contracts.engine import EngineError, MissingEngineError

from .record import RECORD, differences, meaning, write
from .rocq import checked_again, compile_all, missing, modules
from .statements import LISTS, ROCQ, Statement, Unproved, statements

__all__ = ["DEEP", "PORTS", "WIDTH", "kernel", "main", "table"]

Say = Callable[[str], object]
WIDTH: Final = 80
KIT: Final = str(Path(sys.executable).with_name("stablelist"))
LEVEL: Final = ("--by-model", "--level", "cost", "--operations", "20000")
DEEP: Final = (
    f"cost capacity=65536 : {'extend:1000 ' * 33}retain:1000000000:2 layout cost",  # 14 halvings by one removal
    "cost minimum=28 capacity=56 : extend:29 remove:8 remove:10 remove:12 remove:28 layout cost",
)
"""Programs that the model takes seconds for, or that are drawn too seldom, so that no run of `verify` has them."""
RENEW: Final = "If it is meant, `python -m stablelist_proofs.kernel --record` records it."
PORTS: Final = ("tests/ports/rocq-stablelist", "tests/ports/rocq-dyadic")


def main(arguments: list[str] | None = None) -> int:
    """The exit status: 0 if everything is proved, 1 if not, 2 if a program is missing."""
    parser = argparse.ArgumentParser(prog="stablelist_proofs.kernel", description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--record", action="store_true", help=f"write {RECORD} anew, instead of comparing with it"
    )
    given = parser.parse_args(arguments)
    if lacking := _lacking():
        print(lacking, file=sys.stderr)
        return 2
    try:
        _start_afresh(ROCQ.parents[1])
        check = partial(kernel, ROCQ, record=True) if given.record else _everything
        proved = check(jobs=given.jobs, say=_say)
    except Unproved as error:
        print(f"\nNot proved. {error}", file=sys.stderr)
        return 1
    except (MissingEngineError, EngineError) as error:
        print(error, file=sys.stderr)
        return 2
    _say("\n".join(table(proved)))
    return 0


def _everything(jobs: int, say: Say) -> tuple[Statement, ...]:
    """Proofs, ports and contracts; return what is proved.

    Raises:
        Unproved: something is not as it should be.
        MissingEngineError: CrossHair is not installed.
        EngineError: CrossHair could not read its input.
    """
    with contracts.asked(jobs=jobs) as running:
        proved = kernel(ROCQ, jobs, say)
        say("coqchk checks the compiled files again, beside what follows.")
        with checked_again(ROCQ):
            _ports(ROCQ.parents[1], jobs)
            _contracts(running)
    say("\ncoqchk found no axiom, and no check that was switched off.")
    return proved


def _lacking() -> str:
    """What is not here, in one sentence; empty if everything is."""
    if not ROCQ.is_dir():
        return f"there are no proofs in {ROCQ}; make prove needs a clone of the repository"
    if absent := missing():
        are = "is" if len(absent) == 1 else "are"
        needs = (
            "make prove needs Debian's packages coq, ocaml and make, which .ci/packages installs"
        )
        return f"{', '.join(absent)} {are} not installed; {needs}"
    return ""


def _start_afresh(root: Path) -> None:
    """Delete what was compiled and extracted before: no file that lies there stands for one made of the sources."""
    _ran(["make", "--silent", "--directory", "proofs/rocq", "clean"], root, "it deletes nothing")
    for port in PORTS:
        shutil.rmtree(root / port / "target", ignore_errors=True)


def kernel(rocq: Path, jobs: int, say: Say, *, record: bool = False) -> tuple[Statement, ...]:
    """Check the proofs in a folder, and what they say; return what they prove.

    Raises:
        Unproved: something is not proved, or not as it is recorded.
    """
    stated = statements(rocq)
    say(f"Compiling the proofs, {len(modules(rocq))} files:")
    compile_all(rocq, jobs, lambda file: say(f"  {file}"))
    found = meaning(rocq, stated)
    if record:
        write(rocq, found)
    elif changed := list(differences(rocq, found)):
        raise Unproved("\n".join([*changed, f"Compare with proofs/rocq/{RECORD}. {RENEW}"]))
    say(
        f"{len(stated)} theorems, each closed under the global context: no axiom is used.\n"
        f"They and {len(found) - len(stated)} definitions are as {RECORD} has them."
    )
    return stated


def _ports(root: Path, jobs: int) -> None:
    """Build the extracted models, and have the kit verify them at cost level."""
    _say("\nThe proved models, extracted to OCaml, are verified by the kit:")
    for port in PORTS:
        _ran(["make", "--silent", "--directory", port], root, f"{port} does not build")
    started = [f"{port}/target/port" for port in PORTS]
    _ran(
        [KIT, "verify", *LEVEL, "--jobs", str(jobs), *started], root, "the kit does not verify them"
    )
    for program in DEEP:
        replayed = [KIT, "replay", "--port", started[0], program]
        _ran(replayed, root, "its answers are not the model's", shown=False)
    _say(f"{len(DEEP)} programs more are answered rightly, one of them with 14 halvings.")


def _ran(command: Sequence[str], folder: Path, otherwise: str, *, shown: bool = True) -> None:
    """Run a command; if its output is not *shown*, its end is part of the message when it fails."""
    ran = subprocess.run(command, cwd=folder, capture_output=not shown, text=True, check=False)
    if ran.returncode:
        said = "" if shown else f"{ran.stdout[-2000:]}{ran.stderr}"
        raise Unproved(f"{' '.join(command)}: {otherwise}\n{said}")


def _contracts(running: contracts.Running) -> None:
    """Wait for the contracts; show a dot for each question, and the answer only if it is not as expected."""
    _say("\nCrossHair follows every path of functions of the model and of the container:")
    shown = count(1)

    def seen(line: str) -> None:
        if line.startswith(("\n", "FAILED")):
            _say("\n" + textwrap.fill(line.strip(), WIDTH, subsequent_indent="    "))
        else:
            print(".", end="" if next(shown) % WIDTH else "\n", flush=True)

    rows = contracts.answers(running, seen)
    if not contracts.succeeded(rows):
        raise Unproved("A contract is not as expected; its line begins with FAILED.")
    _say("\n\n" + textwrap.fill(contracts.count_of(rows), WIDTH))


def table(proved: Sequence[Statement]) -> Iterator[str]:
    """Every theorem, and what it says."""
    for folder in LISTS:
        yield f"\n{folder:{WIDTH - 6}}proved"
        for each in (each for each in proved if each.folder == folder):
            yield f"  {each.name:{WIDTH - 9}}yes"
            yield textwrap.fill(each.words, WIDTH, initial_indent="    ", subsequent_indent="    ")
    yield f"\n{len(proved)} theorems, for lists of every size: proved"


def _say(line: str) -> None:
    print(line, flush=True)
