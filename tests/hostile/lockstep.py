"""The native and the interpreted build run the same program in two processes; the answers must be equal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import zip_longest
from typing import Any, Final

from hostile.famine import starve
from hostile.program import run

__all__ = ["Interpreted", "difference", "require_alike"]

STEPS: Final = 60


class Interpreted:
    """A process that runs programs on the interpreted build."""

    def __init__(self) -> None:
        environment = os.environ | {"STABLELIST_INTERPRETED": "1"}
        for name in ("LD_PRELOAD", "PYTHONMALLOC"):  # the oracle needs no sanitizer
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hostile.lockstep"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, seed: int, steps: int) -> list[str]:
        """The answers of a program in that process."""
        answered: list[str] = self.asked("run", seed, steps)
        return answered

    def starve(self, name: str, parameters: str, count: int) -> int:
        """The number of references that are lost in that process."""
        lost: int = self.asked("starve", name, parameters, count)
        return lost

    def asked(self, *question: object) -> Any:
        """The answer to a question."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def difference(oracle: Interpreted, seed: int, steps: int) -> str:
    """The first difference between the builds, in words; empty if there is none."""
    native, interpreted = run(seed, steps), oracle.run(seed, steps)
    for line, (ours, theirs) in enumerate(zip_longest(native, interpreted, fillvalue="nothing")):
        if ours != theirs:
            shown = "\n".join(native[max(0, line - 40) : line])
            return f"{shown}\nnative:      {ours}\ninterpreted: {theirs}"
    return ""


def require_alike(oracle: Interpreted, seed: int) -> None:
    """Require that both builds give the same answers.

    Raises:
        AssertionError: shows the end of the shortest program in which they do not.
    """
    if not difference(oracle, seed, STEPS):
        return
    steps = next(steps for steps in range(STEPS + 1) if difference(oracle, seed, steps))
    raise AssertionError(f"after {steps} steps:\n{difference(oracle, seed, steps)}")


def serve() -> None:
    """Answer questions from standard input."""
    answers: dict[str, Callable[..., object]] = {"run": run, "starve": starve}
    sys.unraisablehook = lambda _: None
    for line in sys.stdin:
        what, *question = json.loads(line)
        print(json.dumps(answers[what](*question)), flush=True)


if __name__ == "__main__":
    serve()
