"""Sets, of which all but one are wrong."""

import time
from collections.abc import Iterator


class RightSet:
    """A set that is right."""

    def __init__(self) -> None:
        self.members: set[int] = set()

    def insert(self, number: int) -> bool:
        """Insert a number; return whether it was not there."""
        new = number not in self.members
        self.members.add(number)
        return new

    def remove(self, number: int) -> bool:
        """Remove a number; return whether it was there."""
        was = number in self.members
        self.members.discard(number)
        return was

    def contains(self, number: int) -> bool:
        """Whether a number is there."""
        return number in self.members

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[int]:
        return iter(self.members)


class ForgetfulSet(RightSet):
    """It forgets the number 2 unless that is among the first two."""

    def insert(self, number: int) -> bool:
        """Insert a number, mostly."""
        if number == 2 and len(self.members) >= 2:
            return True
        return super().insert(number)


class EndlessSet(RightSet):
    """It does not come back from removing a number that is not there."""

    def remove(self, number: int) -> bool:
        """Remove a number that is there."""
        while number not in self.members:
            time.sleep(0.01)
        return super().remove(number)


class SlowSet(RightSet):
    """It takes its time."""

    def insert(self, number: int) -> bool:
        """Insert a number after a while."""
        end = time.process_time() + 0.01
        while time.process_time() < end:
            pass
        return super().insert(number)
