"""Programs for the vectors alone, which go far in few characters.

They have a large container, which one word fills, and take the same few changes in turn, again and again, so that every
counter grows. Then they remove nearly everything, and fill it again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_conformance.programs.abilities import Abilities, telling
from stablelist_conformance.programs.walk import Class
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
    writer.extend(telling(writer.draw, FEWEST, MOST))
    for _ in range(1 + writer.below(3)):
        take_turns(writer)
        if writer.random() < THINNED:
            leave_few(writer)
        begin_again(writer)
        for question in ("len", "cost"):
            writer.ask(question)


def take_turns(writer: Writer) -> None:
    """One or two changes in turn."""
    able = [turn for turn, needed in TURNS.items() if writer.offers(*needed)]
    some = writer.draw.sample(able, min(len(able), 1 + writer.below(2)))
    for _ in range(telling(writer.draw, 1, OFTEN)):
        for turn in some:
            turn(writer)


def reserve_and_release(writer: Writer) -> None:
    """Memory is made and freed."""
    writer.words += [f"reserve:{1 + len(writer.live)}", "shrink_to_fit"]


def change_all(writer: Writer) -> None:
    """Every element is visited."""
    writer.words.append("each_mut:1")


def copy(writer: Writer) -> None:
    """The container is read from what was written of it."""
    writer.words.append("reload")


def add_and_remove(writer: Writer) -> None:
    """The next element comes, and goes."""
    writer.add()
    writer.remove(writer.youngest())


TURNS: Final[dict[Callable[[Writer], None], tuple[str, ...]]] = {
    reserve_and_release: ("reserve", "shrink_to_fit"),
    change_all: ("each_mut",),
    copy: ("reload",),
    add_and_remove: ("remove",),
}
"""What is done in turn, and the operations that it needs."""


def leave_few(writer: Writer) -> None:
    """Remove nearly everything at once, and the rest one by one, in some order."""
    if writer.live and writer.offers("retain"):
        modulus = max(2, len(writer.live) // (1 + writer.below(LEFT)))
        writer.retain(modulus, writer.pick(writer.live) % modulus)
    order = writer.pick((1, -1, 0))
    writer.live.sort(key=lambda number: order * number if order else writer.random())
    keep = writer.below(3)
    for _ in range(min(ONE_BY_ONE, len(writer.live) - keep)):
        writer.remove(-1)
    writer.ask("layout")


def begin_again(writer: Writer) -> None:
    """Release everything, or memory alone, or nothing; then add as many as before, or fewer."""
    for name in writer.pick((("clear",), ("shrink_to_fit",), ())):
        writer.ask(name)
    writer.extend(1 + writer.below(1 + len(writer.stale) // 2))
    writer.ask("cost")


ROUNDS: Final = Class(
    "rounds", Abilities.roomy, rounds, suits=lambda abilities: "extend" in abilities.operations
)
"""The class."""
