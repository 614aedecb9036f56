"""Run hostile programs: ``python -m hostile --seconds 600``; the extension has to be on the path.

A failure ends the run, and prints the kind, the seed and the program. This also works for a crash: the seed
of each program is written to a file before the program begins, and another process reads it from there.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import stablelist
from hostile import famine, leaks, operations, storms
from hostile.lockstep import Interpreted, require_alike

KINDS: Final = ("lockstep", "collect", "together", "watched", "famine", "leaks")
CHILD: Final = "STABLELIST_HOSTILE_NOTES"
SERIOUS: Final = (AssertionError, SystemError, stablelist.InvariantError)
"""Exceptions that must not be raised, not even where nobody can catch them."""


def main() -> None:
    """Run the requested programs, in a process of their own, because it may crash."""
    options = asked()
    assert stablelist.__compiled__, "this is about the extension: put a build of it on the path"
    notes = os.environ.get(CHILD)
    if notes:
        run(options, Path(notes))
        return
    with TemporaryDirectory() as folder:
        path = Path(folder, "notes")
        process = subprocess.run(
            [sys.executable, "-X", "faulthandler", "-m", "hostile", *sys.argv[1:]],
            env=os.environ | {CHILD: str(path)},
            check=False,
        )
        if process.returncode:
            print(f"failed, status {process.returncode}; to repeat it:")
            print(f"python -m hostile {path.read_text() if path.exists() else ''}")
        sys.exit(bool(process.returncode))


def asked() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m hostile", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--programs", type=int, help="so many of each kind, and no more")
    parser.add_argument("--rounds", type=int, default=2000, help="of each operation, for leaks")
    parser.add_argument("--only", choices=KINDS, action="append")
    return parser.parse_args()


def run(options: argparse.Namespace, notes: Path) -> None:
    """Run the kinds in turn, a few programs of each, until the time is over."""
    unraised: list[Any] = []
    sys.unraisablehook = lambda one: (
        unraised.append(one.exc_value) if isinstance(one.exc_value, SERIOUS) else None
    )
    wanted = options.only or KINDS
    kinds = {kind: programs for kind, programs in kinds_of(options).items() if kind in wanted}
    done = dict.fromkeys(kinds, 0)
    end = time.monotonic() + options.seconds
    while kinds and time.monotonic() < end:
        for kind, programs in list(kinds.items()):
            slice_end = min(end, time.monotonic() + 5)
            while time.monotonic() < slice_end:
                seed, program = next(programs, (0, None))
                if program is None or done[kind] == options.programs:
                    del kinds[kind]
                    break
                notes.write_text(f"--only {kind} --seed {seed} --programs 1")
                program()
                done[kind] += 1
                if unraised:
                    raise unraised[0]
    print("clean: " + ", ".join(f"{kind} {count}" for kind, count in done.items()))


def kinds_of(options: argparse.Namespace) -> dict[str, Iterator[tuple[int, Callable[[], object]]]]:
    """The programs of each kind, with their seeds; for some kinds their number is limited."""
    first = options.seed
    oracle = Interpreted()
    cases = [
        (name, parameters) for name in operations.OPERATIONS for parameters in operations.PARAMETERS
    ]
    hungry = cases if famine.AVAILABLE else []
    return {
        "lockstep": (
            (seed, partial(require_alike, oracle, seed)) for seed in itertools.count(first)
        ),
        "collect": ((seed, partial(storms.collect, seed)) for seed in itertools.count(first)),
        "together": ((seed, partial(storms.together, seed)) for seed in itertools.count(first)),
        "watched": ((seed, partial(storms.watched, seed)) for seed in itertools.count(first)),
        "famine": (
            (number, partial(starved, oracle, *hungry[number]))
            for number in range(first, len(hungry))
        ),
        "leaks": (
            (number, partial(require_nothing_lost, *cases[number], options.rounds))
            for number in range(first, len(cases))
        ),
    }


def starved(oracle: Interpreted, name: str, parameters: str) -> None:
    """One failing allocation, then three in a row; only references that Python itself loses may be lost."""
    for count in (1, 3):
        lost = famine.starve(name, parameters, count)
        if lost:
            theirs = oracle.starve(name, parameters, count)
            assert lost <= theirs, (
                f"{name}, {parameters}: {lost} references lost, interpreted {theirs}"
            )


def require_nothing_lost(name: str, parameters: str, rounds: int) -> None:
    """Require that no reference and no memory is kept."""
    kept = leaks.lost(name, parameters, rounds)
    assert not kept, f"{rounds} rounds of {name}, {parameters}: {kept}"


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
