"""Documented differences between a container and others of its kind.

A difference is not a defect, but it has to be declared: then the contract of the pool is widened by exactly that (6 of
the design; section 2 of the port protocol).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from stablelist_spec.core.family import Refusal
from stablelist_spec.core.operation import Operation

from .pool import LOOPS, POOL, Abridged

__all__ = [
    "DECLARATIONS",
    "FORGETTING",
    "ISSUING",
    "KINDS",
    "SAME",
    "SILENT",
    "USUAL",
    "Declaration",
    "Documented",
    "Panic",
]

ISSUING: Final = frozenset(
    {
        *("add", "extend", "remove", "contains", "len", "is_empty", "clear"),
        *("reserve", "shrink_to_fit", "reload", *LOOPS),
    }
)
"""The operations of a container that issues ids and holds no elements."""

FORGETTING: Final = "clear"
"""The operation after which keys may be forgotten."""
SILENT: Final = "remove"
"""The operation that may not say what it did."""
UNORDERED: Final = frozenset({"neighbours", "outgoing", "incoming"})
"""The lists of a graph whose order may not be documented."""
KEEPING: Final = "insert_at"
"""The insertion that may make a key live again, instead of issuing another one."""
EDGELESS: Final = "remove_node"
"""The removal of a graph that may not hand out the edges that it removes."""
SAME: Final = "same"
KINDS: Final = ("stale", "forged", SAME)
"""Kinds of keys that an operation may panic on: retired, never handed out, given twice."""


class Declaration(NamedTuple):
    """How a difference is declared: a field of the handshake with its only value, or a list if that is empty."""

    field: str
    value: str
    sentence: str
    since: int = 5


DECLARATIONS: Final = {
    "forgets": Declaration(
        FORGETTING, "forgets", "after clear, an older key may find whatever is live"
    ),
    "undefined": Declaration("stale", "undefined", "a stale key must not be used, so none was"),
    "silent": Declaration(SILENT, "silent", "remove does not say what it removed"),
    "panics": Declaration("panics", "", "these may panic, and change nothing then"),
    "issues": Declaration("ids", "only", "it issues ids and holds no elements"),
    "unordered": Declaration(
        "order", "none", "edges of a node are listed in any order, and each neighbour once", since=6
    ),
    "edgeless": Declaration(
        EDGELESS, "silent", "remove_node does not hand out the edges that it removes", since=6
    ),
    "keeps": Declaration(
        KEEPING, "keeps", "an insertion at the slot of a key makes this key live again", since=6
    ),
}
"""Each difference, by the attribute of `Documented` that says that a container has it."""


class Panic(Refusal):
    """An operation that ended in a panic."""

    OTHER = "other"


class Documented(NamedTuple):
    """The differences of a container.

    Attributes:
        forgets: after ``clear``, older keys may resolve to whatever is live.
        undefined: a stale key must not be used at all.
        silent: ``remove`` returns nothing.
        issues: it is an issuer of ids without elements.
        unordered: the edges of a node are listed in any order, and its neighbours in any order and each once.
        edgeless: the removal of a node does not hand out the edges that it removes.
        keeps: an insertion at the slot of a key makes this key live again.
        panics: operations that may end in a panic, each with the kind of key; without one if it takes none.

    >>> Documented(silent=True, panics=frozenset(["remove.stale"])).fields
    {'remove': 'silent', 'panics': 'remove.stale'}
    """

    forgets: bool = False
    undefined: bool = False
    silent: bool = False
    issues: bool = False
    panics: frozenset[str] = frozenset()
    unordered: bool = False
    edgeless: bool = False
    keeps: bool = False

    @property
    def fields(self) -> dict[str, str]:
        """The differences, as fields of a handshake."""
        return {
            each.field: each.value or ",".join(sorted(self.panics))
            for attribute, each in DECLARATIONS.items()
            if getattr(self, attribute)
        }

    @property
    def lacking(self) -> frozenset[str]:
        """The operations that such a container is never sent, and the ability that it lacks."""
        without = frozenset(POOL.kinds) - ISSUING if self.issues else frozenset()
        return without | ({"forge", "put", "thin", KEEPING} if self.undefined else frozenset())

    @property
    def differing(self) -> frozenset[str]:
        """The operations that may answer otherwise than those of other containers.

        >>> sorted(Documented(silent=True, edgeless=True).differing)
        ['remove', 'remove_node']
        """
        by_declaration = (
            (self.silent or self.issues, {SILENT}),
            (self.unordered, UNORDERED),
            (self.edgeless, {EDGELESS}),
            (self.keeps, {KEEPING}),
        )
        return frozenset().union(*(names for declared, names in by_declaration if declared))

    def may_panic(self, operation: Operation, kinds: Iterable[str]) -> bool:
        """Whether an operation on keys of some kinds may end in a panic."""
        asked = {operation.name, *(f"{operation.name}.{kind}" for kind in kinds)}
        return not asked.isdisjoint(self.panics)

    def answered(self, operation: Operation, answer: object) -> object:
        """The answer of this container where others give that answer; a word stands for itself."""
        if self.unordered and operation.name in UNORDERED and isinstance(answer, tuple):
            return tuple(dict.fromkeys(sorted(answer)))
        if self.edgeless and operation.name == EDGELESS and isinstance(answer, tuple):
            return answer[:1]
        if isinstance(answer, Abridged) and operation.name == "thin":
            remove = Operation(SILENT)
            return Abridged(tuple(self.answered(remove, each) for each in answer.items))
        if operation.name != SILENT:
            return answer
        if self.silent:
            return "ok"
        return ("no" if answer is None else "yes") if self.issues else answer

    def sentences(self) -> Iterator[str]:
        """The differences, as sentences."""
        said = {each.field: each.sentence for each in DECLARATIONS.values()}
        return (f"{name}={value}: {said[name]}" for name, value in self.fields.items())


USUAL: Final = Documented()
"""No differences."""
