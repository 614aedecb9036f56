"""The ways of cross-iteration that are compared: for each peer, the ways to combine every element with all others."""

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
    """A way to combine every element with all others."""

    kind: type[Peer]
    run: Callable[[Any], None]

    @property
    def name(self) -> str:
        """The name that the page shows."""
        return f"{self.kind.name}: {self.run.__name__.replace('_', ' ')}"


FORMS: Final = (
    Form(Stable, traverse),
    Form(Stable, pivots),
    *(Form(CountedDict, run) for run in (nested, by_key, by_permutations, snapshot, slices)),
    *(Form(kind, nested) for kind in PEERS if kind not in {Stable, CountedDict}),
)
"""The goals are about the first one."""
