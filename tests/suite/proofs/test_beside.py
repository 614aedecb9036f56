"""The formulas beside the container: a container that does something else is noticed, and so are other formulas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stablelist import Key, Layout, StableList, Stats
from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.induction import WrongLine
from stablelist_proofs.prove import Check, run_check
from stablelist_proofs.systems.stable_list import beside
from stablelist_proofs.systems.stable_list.beside import accompanied
from stablelist_proofs.systems.stable_list.flaws import WRONG_LINES
from stablelist_proofs.systems.stable_list.ties import OPERATIONS
from suite.proofs.test_tie import plant

pytestmark = pytest.mark.slow


def test_the_container_does_what_the_formulas_say() -> None:
    """The spaces are not small, and cascades have several steps."""
    tied = accompanied(OPERATIONS, seed=1)
    assert tied.steps >= OPERATIONS
    assert tied.largest >= 256
    assert tied.deepest >= 4
    assert tied.shrunk >= 1


@pytest.mark.parametrize("line", WRONG_LINES, ids=lambda each: f"{each.move}: {each.words}")
def test_a_wrong_line_is_noticed(line: WrongLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The container is enough to notice it; the model need not be asked."""
    plant(line, monkeypatch)
    with pytest.raises(DisagreementError, match=r"the container|no step"):
        accompanied(OPERATIONS, seed=1)


# --- Another container ----------------------------------------------------------------------------


class Descending(StableList[int]):
    """Removes what is rejected from the last to the first."""

    def retain(self, predicate: Callable[[Key[int], int], bool]) -> list[tuple[Key[int], int]]:
        """Retain, in the wrong order."""
        self.each(lambda *_: None)
        rejected = [(key, self[key]) for key in self.layout_keys() if not predicate(key, self[key])]
        for key, _ in reversed(rejected):
            self.remove(key)
        return rejected

    def layout_keys(self) -> list[Key[int]]:
        """The live keys, without an iteration."""
        found = (self.key_at(index) for index in range(self.layout().opened))
        return [key for key in found if key is not None]


class Reversed(StableList[int]):
    """Shows another free list."""

    def layout(self) -> Layout:
        """The picture, with q1's free list reversed."""
        right = super().layout()
        return right._replace(q1=right.q1._replace(free=right.q1.free[::-1]))


class Cheaper(StableList[int]):
    """Counts one visit less."""

    def stats(self) -> Stats:
        """The costs, wrong from the first visit on."""
        right = super().stats()
        return right._replace(visits=max(0, right.visits - 1))


class Forgiving(StableList[int]):
    """Takes any id below zero for a good one."""

    def at(self, key: Any, default: Any = None) -> Any:
        """Look up, without the sign of the id."""
        return super().at(Key(key.index, abs(key.id)))


class Hasty(StableList[int]):
    """Gives the key of a later element to a factory."""

    def insert_with(self, factory: Callable[[Key[int]], int]) -> Key[int]:
        """Insert under another key than promised."""
        return super().insert_with(lambda key: factory(Key(key.index, key.id + 1)))


class Roomy(StableList[int]):
    """Reserves more than it is asked to."""

    def reserve(self, additional: Any) -> None:
        """Make room for twice as many."""
        super().reserve(2 * additional + 1)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (Descending, r"after retain.* of the container is|after .*, q. of the container"),
        (Reversed, "q1 of the container is"),
        (Cheaper, "visits of the container is"),
        (Forgiving, "at.* of the container answers"),
        (Hasty, "insert_with.* of the container answers"),
        (Roomy, "reserve.* of the container|after reserve"),
    ],
)
def test_another_container_is_noticed(
    wrong: type, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A container that differs in answers, cells or costs is noticed."""
    monkeypatch.setattr(beside, "StableList", wrong)
    with pytest.raises(DisagreementError, match=complaint):
        accompanied(OPERATIONS, seed=1)


def test_another_container_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "StableList", Cheaper)
    well, line = run_check(Check("accompanied"))
    assert not well
    assert line.startswith("FAILED  the formulas do not agree: after ")
