"""Scopes that tests explore, and runs of them."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from stablelist_proofs.explore.expand import Question
from stablelist_proofs.explore.invariants import asked
from stablelist_proofs.explore.run import Run
from stablelist_proofs.explore.scope import Keep, Scope
from stablelist_proofs.explore.search import searching
from stablelist_spec.parts.parameters import Truncate

SMALL: Final = [
    Scope(mode=mode, positions=positions, keep=keep, id_bits=id_bits, capacity=capacity)
    for mode in Truncate
    for keep, positions, id_bits, capacity in (
        (Keep.SETS, 7, None, 0),
        (Keep.SETS, 9, None, 8),
        (Keep.ORDER, 7, None, 0),
        (Keep.ORDER, 8, None, 8),
        (Keep.KEY, 4, 1, 0),
        (Keep.KEY, 4, None, 0),
    )
]
"""What the model's own explorer walks in a moment."""


def question(scope: Scope) -> Question:
    """Every invariant."""
    return Question(asked(scope.keep))


@cache
def whole(scope: Scope) -> Run:
    """A scope to its end, explored once for all tests that plant nothing; nothing can be written to its map."""
    with TemporaryDirectory() as folder:
        run = explored(scope, Path(folder))
        levels = np.array(run.levels)
    levels.flags.writeable = False
    return replace(run, levels=levels)


def explored(scope: Scope, folder: Path, jobs: int = 1) -> Run:
    """A scope, to its end."""
    with searching(scope, question(scope), folder, jobs=jobs) as search:
        search.go_on()
        return search.run
