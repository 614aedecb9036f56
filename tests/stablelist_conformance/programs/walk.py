"""The walk: phases, one after the other, with questions between them. Every other kind of program uses it, too."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.writer import Writer

__all__ = ["COINCIDENCE", "EVERYDAY", "LENGTH", "Class", "room_twice", "sandwich", "walk"]

COINCIDENCE: Final = "coincidence"
"""The class of programs that ask the same question before and after a change."""

LENGTH: Final = 400
"""The number of words at which a program is complete; the last phase may exceed it."""


class Class(NamedTuple):
    """A kind of program.

    Attributes:
        name: what it goes far in.
        choices: what of a configuration it wants.
        write: writes the program.
        turns: how many there are among the programs that the classes share.
        suits: whether it has something to say to a port.
    """

    name: str
    choices: Callable[[Abilities, Random], dict[str, Any]]
    write: Callable[[Writer], None]
    turns: int = 1
    suits: Callable[[Abilities], bool] = lambda _: True


def walk(writer: Writer, length: int = LENGTH) -> None:
    """Write phases until the program is long enough."""
    phases = [fill, drain, churn, churn, burst, oscillate, wrap, prepare]
    if writer.abilities.questions and writer.abilities.leaving_out != COINCIDENCE:
        phases.append(sandwiches)
    while len(writer.words) < length:
        writer.pick(phases)(writer)
        writer.glance()
        writer.look()


EVERYDAY: Final = Class("everyday", Abilities.small, walk)
"""Small programs about small containers."""


# --- Phases ---------------------------------------------------------------------------------------


def fill(writer: Writer) -> None:
    """Insert up to and over a boundary of the element space."""
    goal = writer.pick((4, 8, 16, 32, 64)) + writer.below(4) - 1
    writer.add_some(max(1, goal - len(writer.live)))


def drain(writer: Writer) -> None:
    """Remove most elements: the youngest first, the oldest first, or at random."""
    keep = writer.pick((0, 0, 1, 2, 4, len(writer.live) // 2))
    pick = writer.pick((writer.youngest, writer.oldest, writer.any_live, writer.any_live))
    while len(writer.live) > keep:
        writer.remove(pick())


def churn(writer: Writer) -> None:
    """Insert, remove and look up at random."""
    random, live = writer.random, writer.live
    growth = 0.3 + 0.2 * random()
    for _ in range(10 + writer.below(70)):
        chance = random()
        if chance < growth or not live:
            writer.add()
        elif chance < 0.7:
            writer.remove(writer.any_live())
        else:
            writer.glance()


def burst(writer: Writer) -> None:
    """Insert many, then remove nearly all of them at random, the last one last."""
    before = len(writer.live)
    writer.add_some(8 + writer.below(82))
    for last in range(len(writer.live) - 1, max(before, 2) - 1, -1):
        writer.remove(writer.below(last))
    writer.remove(writer.youngest())
    writer.remove(writer.youngest())


def oscillate(writer: Writer) -> None:
    """Insert and remove around a boundary."""
    while len(writer.live) < writer.pick((4, 8, 16)):
        writer.add()
    for _ in range(2 + writer.below(10)):
        for _ in range(1 + writer.below(2)):
            writer.add()
        for _ in range(min(1 + writer.below(2), len(writer.live))):
            writer.remove(writer.youngest())
        writer.glance()


def wrap(writer: Writer) -> None:
    """Insert and remove until ids have wrapped, and look up retired keys."""
    bits: int | None = getattr(writer.configuration, "id_bits", None)
    turns = 1 << bits if bits is not None and bits <= 4 else 3
    for _ in range(turns + writer.below(3)):
        writer.add()
        writer.remove(writer.youngest() if writer.random() < 0.7 else writer.any_live())
        writer.glance()


def prepare(writer: Writer) -> None:
    """Reserve memory, perhaps use it, perhaps release it."""
    if writer.offers("reserve"):
        word = writer.written("reserve")
        writer.words.append(word)
        room = int(word.partition(":")[2])
        writer.add_some(min(room, writer.pick((0, 1, 10, 60))))
    churn(writer)
    if writer.offers("shrink_to_fit"):
        writer.words.append("shrink_to_fit")
        writer.add_some(writer.below(6))


def sandwiches(writer: Writer) -> None:
    """A few questions, each asked before and after a change."""
    for _ in range(1 + writer.below(4)):
        sandwich(
            writer, writer.pick(writer.abilities.questions), writer.pick(writer.abilities.changes)
        )
    room_twice(writer)


def room_twice(writer: Writer) -> None:
    """Reserve memory, release it, and reserve the same memory again."""
    if writer.offers("reserve", "shrink_to_fit"):
        reserve = f"reserve:{9 + len(writer.words) % 50}"
        writer.words += [reserve, "shrink_to_fit", reserve]


def sandwich(writer: Writer, question: str, change: str) -> None:
    """Ask a question, change one thing, and ask the question again."""
    if not writer.live:
        writer.add()
    key = writer.some_key()
    asked = _question(writer, question, key)
    if asked is None:
        return
    writer.words.append(asked)
    _change(writer, change, key)
    writer.words.append(asked)


def _question(writer: Writer, question: str, key: int) -> str | None:
    """A question with its operands; none if this container cannot be asked it."""
    if question == "lend":
        return writer.written("lend")
    if question in writer.abilities.system.family.keyed:
        return writer.about(question, str(key)) if question != "repack" or writer.packs else None
    return question


def _change(writer: Writer, change: str, key: int) -> None:
    """Change something; in half of the cases, what the question was about."""
    same = writer.random() < 0.5
    number = key if same else writer.some_key()
    match change:
        case "add" | "insert_with":
            writer.words.append(change)
            writer.have_added(1)
        case "extend":
            writer.extend(writer.below(6))
        case "remove":
            writer.remove(
                writer.live.index(key) if same and key in writer.live else writer.any_live()
            )
        case "retain":
            writer.ask("retain")
        case "replace" | "at_mut":
            writer.words.append(writer.about(change, str(number)))
        case "exchange":
            writer.words.append(f"exchange:{number}:{writer.some_key()}")
        case _:
            writer.words.append(writer.written(change))
