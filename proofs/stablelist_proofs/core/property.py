"""A property as the page on proofs lists it: by name, in words, in mathematics, and where it is stated."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Property"]


class Property(NamedTuple):
    """A sentence about every list.

    Attributes:
        name: a sentence.
        mathematics: the statement, with the symbols that docs/proofs.md explains.
        words: the statement in words.
        module: the file below proofs/stablelist_proofs that states it for the solvers.
    """

    name: str
    mathematics: str
    words: str
    module: str
    rests: str = "SMTGIB"
    """Letters of the trusted base, in `stablelist_proofs.evidence`, that its proof rests on."""

    @property
    def system(self) -> str:
        """The system that it is about; empty for a StableList."""
        return self.name.rpartition("/")[0]
