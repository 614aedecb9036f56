"""What a container documents differently from others of its kind.

No such thing is a defect, and none may be hidden either: it is declared, and the contract of the pool is widened by
exactly that (6 of the design; section 2 of the port protocol).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from stablelist_spec.core.family import Refusal
from stablelist_spec.core.operation import Operation

from .pool import POOL

__all__ = ["ISSUING", "KINDS", "SAME", "USUAL", "Documented", "Panic"]

ISSUING: Final = frozenset(
    {
        *("add", "extend", "remove", "contains", "len", "is_empty", "clear"),
        *("reserve", "shrink_to_fit", "reload"),
    }
)
"""The operations of what issues ids and holds no elements."""

SAME: Final = "same"
KINDS: Final = ("stale", "forged", SAME)
"""Kinds of keys that an operation may panic on: retired, never handed out, given twice."""


class Panic(Refusal):
    """An operation that did not end as it should."""

    OTHER = "other"


class Documented(NamedTuple):
    """Where a container differs.

    Attributes:
        forgets: after ``clear``, older keys may resolve to whatever is live.
        undefined: a stale key must not be used at all.
        silent: ``remove`` answers nothing.
        issues: it is an issuer of ids without elements.
        panics: operations that may end in a panic, each with the kind of key; without one if it takes none.

    >>> Documented(silent=True, panics=frozenset(["remove.stale"])).fields
    {'remove': 'silent', 'panics': 'remove.stale'}
    """

    forgets: bool = False
    undefined: bool = False
    silent: bool = False
    issues: bool = False
    panics: frozenset[str] = frozenset()

    @property
    def fields(self) -> dict[str, str]:
        """What is declared, as fields of a handshake."""
        declared = {
            "clear": "forgets" * self.forgets,
            "stale": "undefined" * self.undefined,
            "remove": "silent" * self.silent,
            "panics": ",".join(sorted(self.panics)),
            "ids": "only" * self.issues,
        }
        return {name: value for name, value in declared.items() if value}

    @property
    def lacking(self) -> frozenset[str]:
        """What such a container is never asked, and the ability that it does not have."""
        without = frozenset(POOL.kinds) - ISSUING if self.issues else frozenset()
        return without | ({"forge", "put"} if self.undefined else frozenset())

    def may_panic(self, operation: Operation, kinds: Iterable[str]) -> bool:
        """Whether an operation on keys of some kinds may end in a panic."""
        asked = {operation.name, *(f"{operation.name}.{kind}" for kind in kinds)}
        return not asked.isdisjoint(self.panics)

    def answered(self, operation: Operation, answer: object) -> object:
        """What is answered where others answer so; a word stands for itself."""
        if operation.name != "remove":
            return answer
        if self.silent:
            return "ok"
        return ("no" if answer is None else "yes") if self.issues else answer

    def sentences(self) -> Iterator[str]:
        """What is declared, for a person."""
        said = {
            "clear": "after clear, an older key may find whatever is live",
            "stale": "a stale key must not be used, so none was",
            "remove": "remove does not say what it removed",
            "panics": "these may panic, and change nothing then",
            "ids": "it issues ids and holds no elements",
        }
        for name, value in self.fields.items():
            yield f"{name}={value}: {said[name]}"


USUAL: Final = Documented()
"""Nothing is different."""
