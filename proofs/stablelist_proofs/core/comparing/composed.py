"""Operations that consist of others, carried out by the formulas.

The proofs have no obligations about these operations, because each consists of moves that have obligations. This module
says which moves these are, and in which order, and this is compared with the model:

    extend       whether there is room for all, as `reserve` asks; then an addition for each
    insert_with  an addition, whose key is known before
    drain        a look at every element, then `clear`
    retain       a look at every element, then the removal of each that is rejected, in ascending position
    remove_many  a removal for each key
    at_mut       a replacement by the element changed
    each_mut     a look at every element, and a replacement of each
    exchange     two replacements, if both keys resolve and the elements are two

A look at every element costs the opened cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stablelist_spec.core.key import Key
from stablelist_spec.families.pool import Exchanged, Paired, PoolError

from .running import Runner

__all__ = ["Combining"]


class Combining(Runner):
    """A list that combines its moves."""

    def extend(self, elements: Sequence[int]) -> tuple[Key | PoolError, ...] | PoolError:
        """Insert all elements, or none."""
        self.symbols["wanted"] = len(elements)
        if not self._holds(self.formulas.fits):
            return PoolError.FULL
        return tuple(self.add(element) for element in elements)

    def drain(self) -> tuple[int, ...]:
        """Remove everything, and return the elements."""
        elements = tuple(element for _, element in self._visited())
        self.clear()
        return elements

    def retain(self, modulus: int, residue: int) -> tuple[int | None, ...]:
        """Remove the elements with another residue, and return them."""
        rejected = [key for key, element in self._visited() if element % modulus != residue]
        return tuple(self.remove(key) for key in rejected)

    def remove_many(self, keys: tuple[Key, Key]) -> Paired:
        """Remove with one key after the other."""
        first, second = keys
        return Paired(self.remove(first), self.remove(second))

    def at_mut(self, key: Key, difference: int) -> int | None:
        """Add to an element, and return the sum."""
        element = self.at(key)
        changed = None if element is None else element + difference
        return changed if self.replace(key, changed or 0) else None

    def each_mut(self, difference: int) -> None:
        """Add to every element."""
        for key, element in self._visited():
            self.replace(key, element + difference)

    def exchange(self, key: Key, sought: Key) -> Exchanged | None:
        """Exchange the elements of two keys."""
        pivot, other = self.at(key), self.at(sought)
        if pivot is None:
            return None
        if other is None or key == sought:
            return Exchanged(pivot, None)
        self.replace(key, other)
        self.replace(sought, pivot)
        return Exchanged(pivot, other)

    def _visited(self) -> list[tuple[Key, int]]:
        """Every key and element in ascending position, at the cost of the opened cells."""
        self.symbols["cells"] += self.opened
        return list(self.items())

    def items(self) -> Iterator[tuple[Key, int]]:
        """Every key and element in ascending position."""
        has, ids, elements = (self.functions[name] for name in ("has", "id", "element"))
        for position, live in enumerate(has):
            if live:
                yield Key(position, ids[position]), elements[position]
