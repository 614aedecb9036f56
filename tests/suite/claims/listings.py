"""The listings that are transcribed into ports, in tests/listings."""

import importlib.util
import shlex
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify

FOLDER: Final = Path(__file__).parents[2] / "listings"
STARTERS: Final = FOLDER.parent / "stablelist_conformance/starters"
OTHERS: Final = {"bit_set", "resizing_sparse_set", "lagging_ring", "trusting_vector"}
"""The ports that are no pools, and so have another starter."""
DESCRIBED: Final = {"chained_chunks": "CHUNKS"}
"""The port of a system that is described beside it."""
BUDGET: Final = Options(operations=4_000, jobs=1, turns=1 << 13)


def refutation(port: str) -> tuple[str, str]:
    """The shortest program that the kit finds against a port, shrunk, with its configuration; and the last answer."""
    name, *arguments = port.split()
    command = shlex.join([sys.executable, str(FOLDER / f"{name}.py"), *arguments])
    system_name = f"listings.described:{DESCRIBED[name]}" if name in DESCRIBED else None
    verdict = verify(command, Options(**{**vars(BUDGET), "system_name": system_name}))
    found = verdict.counterexample
    assert verdict.outcome is Outcome.REFUTED
    assert found is not None
    return " ".join(found.program.words), found.answers[-1]


@cache
def loaded(name: str) -> ModuleType:
    """A port as a module."""
    spec = importlib.util.spec_from_file_location(f"listings.{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    path, known = list(sys.path), set(sys.modules)
    family = "family" if name in OTHERS else ""
    sys.path[:0] = [str(STARTERS / family / "python"), str(FOLDER)]
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = path
        for extra in {"starter", "spoken"} - known:
            sys.modules.pop(extra, None)
    return module
