"""The forms of cross-iteration that are compared: a peer, and a way to let each meet all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from .colliders import by_key, by_permutations, nested, pivots, slices, snapshot, traverse
from .peers.builtin import CountedDict
from .peers.every import PEERS
from .peers.peer import Peer
from .peers.stable import Stable

__all__ = ["FORMS", "Form"]


class Form(NamedTuple):
    """A way to let each meet all others."""

    kind: type[Peer]
    run: Callable[[Any], None]

    @property
    def name(self) -> str:
        """As it is shown."""
        return f"{self.kind.name}: {self.run.__name__.replace('_', ' ')}"


FORMS: Final = (
    Form(Stable, traverse),
    Form(Stable, pivots),
    *(Form(CountedDict, run) for run in (nested, by_key, by_permutations, snapshot, slices)),
    *(Form(kind, nested) for kind in PEERS if kind not in {Stable, CountedDict}),
)
"""The first is what is judged."""
