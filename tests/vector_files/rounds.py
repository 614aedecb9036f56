"""Programs for the vectors alone, which go far in few characters.

They have a large container, which one word fills, and take the same few changes in turn, again and again, so that every
counter grows. Then they remove nearly everything, and fill it again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_conformance.programs.classes import Class
from stablelist_conformance.programs.configurations import roomy
from stablelist_conformance.programs.far import show
from stablelist_conformance.programs.numbers import near_powers_of_two
from stablelist_conformance.programs.vocabulary import Vocabulary
from stablelist_conformance.programs.writer import Writer

__all__ = ["ROUNDS"]

FEWEST: Final = 64
MOST: Final = 4096
"""Elements of a container."""
OFTEN: Final = 512
"""The most rounds."""
THINNED: Final = 0.7
"""The share of rounds after which nearly all elements are removed; after the others, all at once at most."""
LEFT: Final = 32
"""The most elements that are left when nearly all are removed."""
ONE_BY_ONE: Final = 256
"""The most elements that are removed one by one."""


def rounds(writer: Writer) -> None:
    """Fill, take turns, remove nearly everything, and fill again."""
    writer.extend(near_powers_of_two(writer.draw, FEWEST, MOST))
    for _ in range(1 + writer.below(3)):
        take_turns(writer)
        if writer.random() < THINNED:
            leave_few(writer)
        begin_again(writer)
        writer.glance()
        show(writer)


def take_turns(writer: Writer) -> None:
    """One or two changes in turn."""
    able = [turn for turn, able in TURNS.items() if able(writer.can)]
    some = writer.draw.sample(able, min(len(able), 1 + writer.below(2)))
    for _ in range(near_powers_of_two(writer.draw, 1, OFTEN)):
        for turn in some:
            turn(writer)


def reserve_and_release(writer: Writer) -> None:
    """Memory is made and freed."""
    writer.words += [f"{writer.can.reserving[0]}:{1 + len(writer.live)}", writer.can.releasing[0]]


def change_all(writer: Writer) -> None:
    """Every element is visited."""
    writer.words.append(f"{writer.can.changing_all[0]}:1")


def copy(writer: Writer) -> None:
    """The container is read from what was written of it."""
    writer.words.append(writer.can.copying[0])


def add_and_remove(writer: Writer) -> None:
    """The next element comes, and goes."""
    writer.add()
    writer.remove()


TURNS: Final[dict[Callable[[Writer], None], Callable[[Vocabulary], bool]]] = {
    reserve_and_release: lambda can: bool(can.reserving and can.releasing),
    change_all: lambda can: bool(can.changing_all),
    copy: lambda can: bool(can.copying),
    add_and_remove: lambda can: bool(can.removing),
}
"""What is done in turn, and whether a container can."""


def leave_few(writer: Writer) -> None:
    """Remove nearly everything at once, and the rest one by one, in some order."""
    if writer.live:
        modulus = max(2, len(writer.live) // (1 + writer.below(LEFT)))
        writer.thin(modulus, writer.pick(writer.live) % modulus)
    order = writer.pick((1, -1, 0))
    writer.live.sort(key=lambda number: order * number if order else writer.random())
    keep = writer.below(3)
    for _ in range(min(ONE_BY_ONE, len(writer.live) - keep)):
        writer.remove()
    show(writer)


def begin_again(writer: Writer) -> None:
    """Release everything, or memory alone, or nothing; then add as many as before, or fewer."""
    writer.ask(*writer.pick((writer.can.clearing[:1], writer.can.releasing, [])))
    writer.extend(1 + writer.below(1 + len(writer.stale) // 2))
    show(writer)


ROUNDS: Final = Class("rounds", roomy, rounds, suits=lambda able: able.usual.bulk is not None)
"""The class."""
