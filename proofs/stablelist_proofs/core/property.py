"""A property as the page on proofs lists it: by name, in words, in mathematics, and where it is stated."""

from __future__ import annotations

from inspect import getdoc
from typing import NamedTuple

__all__ = ["Property", "in_one_line"]


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


def in_one_line(predicate: object) -> str:
    """Return the docstring of an invariant in one line, with its references before the full stop."""
    words, _, references = (getdoc(predicate) or "").partition("\n\n")
    return f"{words.removesuffix('.')} {references}." if references else words
