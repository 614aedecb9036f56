"""Invented repetitions, with every field that real ones have."""

from bench.figures import Figures, figures
from bench.forms import FORMS
from bench.methods import METHODS
from bench.methods import SIZES as METHOD_SIZES
from bench.names import AFTERWARDS, COLLIDERS, CROSSED, DICT, NATIVE, OPERATIONS, STABLE, STEP, WIDE
from bench.peers.every import CYCLED

SIZES = (10, 100, 10_000)
REPETITIONS = 5


def made_up(ours: float = 2.0, build: str = NATIVE) -> Figures:
    """Repetitions in which StableList takes *ours* nanoseconds and each of the others takes one."""
    nanoseconds = {kind.name: ours if kind.name in {STABLE, WIDE} else 1.0 for kind in CYCLED}
    forms = {form.name: nanoseconds[form.kind.name] for form in FORMS}
    repetitions: dict[tuple[str, str, str], list[tuple[float, ...]]] = {}
    for peer, each in nanoseconds.items():
        for what in OPERATIONS:
            for size in SIZES:
                repetitions[what, str(size), peer] = [(each * 1e-9,)] * REPETITIONS
        for what in (STEP, AFTERWARDS) if peer != WIDE else ():
            repetitions[what, "10000", peer] = [(each * 1e-9,) * 255] * REPETITIONS
    for method in METHODS:
        for peer in (STABLE, DICT):
            for size in METHOD_SIZES:
                repetitions[method.name, str(size), peer] = [
                    (nanoseconds[peer] * 1e-9,)
                ] * REPETITIONS
    for form, each in forms.items():
        repetitions[COLLIDERS, "1000", form] = [(each * 1e-3,)] * REPETITIONS
        repetitions[CROSSED, "200", form] = [(each * 1e-6,) * 255] * REPETITIONS
    memory = {
        peer: {str(size): [6.0 * each, 2.0 * each, None] for size in SIZES}
        for peer, each in nanoseconds.items()
    }
    return figures(
        repetitions,
        {"machine": "none", "stablelist": build},
        {"esper": "3.9"},
        {"processes": 1},
        memory,
    )
