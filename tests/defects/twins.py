"""Twins: defects of a StableList that were planted in several languages, and are planted in one now.

`twins.toml` names each that went, and the one that says the same and stays. Were that one found by luck, with some
seeds only, the others would have been worth their lines. ``python -m defects.twins`` therefore runs random programs of
ten seeds on each that stays. What a seed misses, the covering programs must find, which are the same for every seed.
"""

from __future__ import annotations

import sys
import tomllib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from stablelist_conformance.programs.target import Target
from stablelist_conformance.running.batch import Batch
from stablelist_conformance.running.covering import covering
from stablelist_conformance.running.engines import run_batch
from stablelist_conformance.running.handshaking import contact

from . import Defect, defects
from .selfcheck import OPTIONS, Sources, planted, sources

__all__ = ["Judged", "judged", "twins"]

SEEDS: Final = range(10)
OPERATIONS: Final = 20_000
"""For each seed; `make selfcheck` has 150,000."""
PROGRAMS: Final = 1 << 20
"""More than so many operations are."""
LIST: Final = Path(__file__).with_name("twins.toml")


def twins() -> dict[str, str]:
    """By the name of the defect that went: the name of the one that stays."""
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


class Judged(NamedTuple):
    """A defect that stays.

    Attributes:
        missed: the seeds whose random programs do not find it.
        covered: whether a covering program finds it, if a seed does not.
    """

    name: str
    missed: list[int]
    covered: bool = False

    @property
    def good(self) -> bool:
        """Whether a run finds it, whatever its seed is."""
        return not self.missed or self.covered

    def line(self) -> str:
        """What is said of it, if some seeds do not find it."""
        how = "a covering program finds it" if self.covered else "SURVIVED"
        return f"{self.name}: {how}; missed with the seeds {', '.join(map(str, self.missed))}"


def judged(sources: Sources, defect: Defect) -> Judged:
    """Plant a defect, and run programs of every seed; and the covering programs, if a seed misses it."""
    with planted(sources, defect) as port:
        target = contact(port, OPTIONS)
        drawn = {seed: Batch("swarm", 0, PROGRAMS, seed, OPERATIONS) for seed in SEEDS}
        missed = [seed for seed, batch in drawn.items() if not finds(target, batch)]
        covered = bool(missed) and finds(target, Batch("cover", 0, len(covering(target))))
        return Judged(defect.name, missed, covered)


def finds(target: Target, batch: Batch) -> bool:
    """Whether some program of a batch fails."""
    return run_batch(target, batch).failure is not None


def main(only: str = "", jobs: str = "2") -> int:
    """Print which seeds miss a defect that stays; the exit status is 3 if nothing else finds it, as of a self-check."""
    known, staying = sources(), {*twins().values()}
    asked = [each for each in defects() if each.name in staying and only in each.name]
    with ProcessPoolExecutor(int(jobs)) as pool:
        running = [pool.submit(judged, known[each.port], each) for each in asked]
        found = [each.result() for each in running]
    lines = [each.line() for each in found if each.missed]
    lines.append(f"found with every seed: {len(found) - len(lines)} of {len(found)}")
    sys.stdout.write(
        "\n".join([*lines, f"killed {sum(each.good for each in found)} of {len(found)}\n"])
    )
    return 0 if all(each.good for each in found) else 3


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
