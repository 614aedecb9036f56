"""The results of hunts: a file of tab-separated lines, to which each hunt adds one.

The first line names the budget. The columns are the port, the way, the seed, what was found, and after how many
operations; the last column, seconds of processor time, is the only one that depends on the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from stablelist_conformance.wire.errors import UsageError

from .hunt import NOT_FOUND, Budget, Caught

__all__ = ["RECORDED", "VERIFY", "Hunt", "Summary", "add", "begin", "read", "summary"]

RECORDED: Final = Path(__file__).parent / "results.tsv"
"""The results that the page shows."""
VERIFY: Final = "verify"
"""The way of sound releases; what is found is the outcome of the verdict."""
COLUMNS: Final = ("port", "way", "seed", "found", "operations", "seconds")


class Hunt(NamedTuple):
    """One hunt and its result."""

    port: str
    way: str
    seed: int
    caught: Caught


class Summary(NamedTuple):
    """Several hunts by one way, with different seeds.

    Attributes:
        found: how many of them found something.
        hunts: how many there were.
        median: of the operations; None if most found nothing.
        worst: the most operations; None if one found nothing.
        seconds: the median of the seconds of all, whether they found something or not.
    """

    found: int
    hunts: int
    median: int | None
    worst: int | None
    seconds: float


def begin(path: Path, budget: Budget) -> None:
    """Begin a file, unless it exists, with the same budget.

    Raises:
        UsageError: the file has another one.
    """
    head = f"# {budget.operations} operations or {budget.seconds:g} seconds\n"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + "\t".join(COLUMNS) + "\n", "utf-8")
    with path.open(encoding="utf-8") as lines:
        if (first := lines.readline()) != head:
            raise UsageError(
                f"{path} begins with {first.strip()!r}, and not with {head.strip()!r}; "
                "give the same budget, or another file"
            )


def add(path: Path, hunt: Hunt) -> None:
    """Add a hunt to the file."""
    port, way, seed, caught = hunt
    cells = (port, way, seed, caught.found, caught.operations, f"{caught.seconds:.2f}")
    with path.open("a", encoding="utf-8") as file:
        file.write("\t".join(map(str, cells)) + "\n")


def read(path: Path) -> tuple[Budget, list[Hunt]]:
    """The budget, and the hunts; a line that was not written to its end is left out."""
    first, _, *lines = path.read_text("utf-8").rpartition("\n")[0].splitlines()
    _, operations, _, _, seconds, _ = first.split()
    return Budget(int(operations), float(seconds)), [hunt_of(line) for line in lines]


def hunt_of(line: str) -> Hunt:
    r"""The hunt on a line.

    >>> hunt_of("denque 2.1.0\tkit\t3\tanswer\t41\t0.25").caught
    Caught(found='answer', operations=41, seconds=0.25)
    """
    port, way, seed, found, operations, seconds = line.split("\t")
    return Hunt(port, way, int(seed), Caught(found, int(operations), float(seconds)))


def summary(some: Iterable[Caught]) -> Summary:
    """The median and the worst of some hunts. One that found nothing is worse than any that did.

    >>> summary([Caught("answer", 7, 0.5), Caught("no", 100, 2.0), Caught("died", 9, 1.0)])
    Summary(found=2, hunts=3, median=9, worst=None, seconds=1.0)
    """
    hunts: Sequence[Caught] = sorted(
        some, key=lambda each: (each.found == NOT_FOUND, each.operations)
    )
    operations = [None if each.found == NOT_FOUND else each.operations for each in hunts]
    return Summary(
        found=len(hunts) - operations.count(None),
        hunts=len(hunts),
        median=operations[len(operations) // 2],
        worst=operations[-1],
        seconds=median(each.seconds for each in hunts),
    )
