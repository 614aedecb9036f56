"""A naive first-free list with vacancy skipping: regions are counted where they are needed, and kept nowhere."""

from __future__ import annotations

from suite.spec.systems.first_free.naive import NaiveFirstFree

__all__ = ["NaiveSkipping"]


class NaiveSkipping(NaiveFirstFree):
    """A region begins at a vacancy that has none before it."""

    def visits(self) -> int:
        """Every element, and every beginning of a region."""
        return len(self.elements) + sum(i - 1 not in self.vacant() for i in self.vacant())

    def counted(self, vacancies: int) -> int:
        """However many there are, they are one region."""
        return int(vacancies > 0)
