"""The walk: phases, one after the other, with questions between them. Programs of other classes use it, too."""

from __future__ import annotations

from typing import Final

from stablelist_conformance.programs.writer import Writer

__all__ = [
    "COINCIDENCE",
    "LENGTH",
    "burst",
    "churn",
    "drain",
    "fill",
    "room_twice",
    "sandwich",
    "walk",
]

COINCIDENCE: Final = "coincidence"
"""The class of programs that ask the same question before and after a change."""
NESTING: Final = 0.25
"""The share of programs in which they are: in many a wrong tree, what is deep below is in a circle, and ports hang."""
NESTED: Final = 4
"""How often elements are moved to others, if an operation does that, for each other phase."""
FURNISHED: Final = 6
"""How often something is given to elements, if an operation does that, for each other phase."""
DEEPER: Final = 0.6
"""The share of elements that are moved to the one that was moved before."""
LENGTH: Final = 400
"""The number of words at which a program is complete; the last phase may exceed it."""


def walk(writer: Writer, length: int = LENGTH) -> None:
    """Write phases until the program is long enough."""
    phases = [fill, drain, churn, churn, burst, oscillate, wrap, prepare]
    if writer.can.returning:
        phases.append(turn_back)
    if writer.can.moving and writer.random() < NESTING:
        phases += [nest] * NESTED
    if writer.can.giving:
        phases += [furnish] * FURNISHED
    if writer.can.members and (writer.can.releasing or writer.can.shortening):
        phases.append(rearrange)
    if (
        writer.can.questions
        and writer.can.changes
        and writer.abilities.excluded_class != COINCIDENCE
    ):
        phases.append(sandwiches)
    while len(writer.words) < length:
        writer.pick(phases)(writer)
        writer.glance()
        writer.look()


def fill(writer: Writer) -> None:
    """Insert up to and over a boundary of the element space."""
    goal = writer.pick((4, 8, 16, 32, 64)) + writer.below(4) - 1
    writer.add_some(max(1, goal - len(writer.live)))


def drain(writer: Writer) -> None:
    """Remove most elements: the youngest first, the oldest first, or at random."""
    keep = writer.pick((0, 0, 1, 2, 4, len(writer.live) // 2))
    place = writer.pick((-1, 0, None, None))
    writer.cut()
    while len(writer.live) > keep:
        writer.remove(writer.any_live() if place is None else place)
    if not writer.live:
        writer.remove_nothing()


def churn(writer: Writer) -> None:
    """Insert, remove and look up at random."""
    random, live = writer.random, writer.live
    growth = 0.3 + 0.2 * random()
    for _ in range(10 + writer.below(70)):
        if not live:
            writer.remove_nothing()
        chance = random()
        if chance < growth or not live:
            writer.add()
        elif chance < 0.7:
            writer.remove(writer.any_live())
        elif chance < 0.9 or not writer.can.placed:
            writer.glance()
        else:
            writer.look()  # few operations are about one place, and most others cost as little


def burst(writer: Writer) -> None:
    """Insert many, then remove nearly all of them at random, the last one last."""
    before = len(writer.live)
    writer.add_some(8 + writer.below(82))
    for last in range(len(writer.live) - 1, max(before, 2) - 1, -1):
        writer.remove(writer.below(last))
    for _ in writer.live[-2:]:
        writer.remove()


def oscillate(writer: Writer) -> None:
    """Insert and remove around a boundary."""
    writer.add_some(max(0, writer.pick((4, 8, 16)) - len(writer.live)))
    for _ in range(2 + writer.below(10)):
        for _ in range(1 + writer.below(2)):
            writer.add()
        for _ in range(min(1 + writer.below(2), len(writer.live))):
            writer.remove()
        writer.glance()


def wrap(writer: Writer) -> None:
    """Insert and remove until ids have wrapped, and look up retired keys."""
    bits: int | None = getattr(writer.configuration, "id_bits", None)
    turns = 1 << bits if bits is not None and bits <= 4 else 3
    for _ in range(turns + writer.below(3)):
        writer.add()
        if writer.live:
            writer.remove(-1 if writer.random() < 0.7 else writer.any_live())
        writer.glance()


def prepare(writer: Writer) -> None:
    """Reserve memory, perhaps use it, perhaps release it."""
    if writer.can.reserving:
        writer.write(writer.pick(writer.can.reserving))
        room = int(writer.words[-1].rpartition(":")[2])
        writer.add_some(min(room, writer.pick((0, 1, 10, 60))))
    churn(writer)
    if writer.can.releasing:
        writer.write(writer.pick(writer.can.releasing))
        writer.add_some(writer.below(6))


def rearrange(writer: Writer) -> None:
    """Leave a few gaps between members, some side by side near the end, give memory back, and ask everything.

    Members may be stored in another way then, such as in runs.
    """
    can = writer.can
    writer.add_some(32 + writer.below(32))
    for _ in range(1 + writer.below(3)):
        writer.remove(writer.any_live())
    for name in can.shortening * (4 + writer.below(4)):
        writer.write(name, value=lambda _: max(0, len(writer.live) - 1 - writer.below(3)))
    for name in can.releasing:
        writer.write(name)
    writer.add_some(1 + writer.below(4))
    short = [name for name in can.questions if name not in can.listing]
    writer.ask(*short, *short, *short, *can.questions)


def nest(writer: Writer) -> None:
    """Move a few elements to others, so that they are deep below each other; ask, remove some, and ask again."""
    can, chosen = writer.can, 3 + writer.below(8)
    writer.add_some(max(0, chosen - len(writer.live)))
    few = writer.live[-chosen:]
    last = few[0]
    for each in (*few[1:], *(writer.pick(few) for _ in few)):
        other = last if writer.random() < DEEPER else writer.pick(few)
        writer.words.append(f"{writer.pick(can.moving)}:{each}:{other}")
        last = each
    questions = [name for name in can.about_elements if name in can.asking]
    while len(writer.live) > 1 and writer.random() < 0.8:
        writer.words += [writer.about(writer.pick(questions), each) for each in few if questions]
        writer.remove(-1 - writer.below(min(chosen, len(writer.live))))


def furnish(writer: Writer) -> None:
    """Give something to a few elements, and take some of it; remove a few, and ask about all of them."""
    can, chosen = writer.can, 1 + writer.below(8)
    questions = [name for name in can.about_elements if can.kinds[name].asks]
    writer.add_some(max(0, chosen - len(writer.live)))
    for _ in range(1 + writer.below(3)):
        few = [*writer.live[-chosen:], *writer.stale[-2:]]
        for each in [writer.pick(few) for _ in range(3 * len(few))]:
            writer.words.append(writer.about(writer.pick(can.giving), each))
        writer.ask(*(name for name in can.questions if can.kinds[name].iterates))
        if writer.live:
            writer.remove(-1 - writer.below(min(chosen, len(writer.live))))
        writer.words += [writer.about(writer.pick(questions), each) for each in few]
        writer.add()


def turn_back(writer: Writer) -> None:
    """Note the elements, remove some, perhaps change more, and go back; then remove some again."""
    for name in writer.can.returning:
        writer.write(name)
        for _ in range(min(len(writer.live), writer.below(4))):
            writer.remove(writer.any_live())
        if writer.random() < 0.5:
            writer.look()
        writer.glance()


def sandwiches(writer: Writer) -> None:
    """A few questions, each asked before and after a change."""
    for _ in range(1 + writer.below(4)):
        sandwich(writer, writer.pick(writer.can.questions), writer.pick(writer.can.changes))
    room_twice(writer)


def room_twice(writer: Writer) -> None:
    """Reserve memory, release it, and reserve the same memory again."""
    for reserving, releasing in zip(writer.can.reserving, writer.can.releasing, strict=False):
        reserve = f"{reserving}:{9 + len(writer.words) % 50}"
        writer.words += [reserve, releasing, reserve]


def sandwich(writer: Writer, question: str, change: str) -> None:
    """Ask a question, change one thing, in half of the cases what the question was about, and ask it again."""
    if not writer.live:
        writer.add()
    element = writer.some(0.6, writer.can.kinds[question].of)
    asked = writer.about(question, element)
    writer.words.append(asked)
    same = writer.can.subjects[change] and writer.random() < 0.5
    if same:
        writer.write(change, str(element))
    else:
        writer.ask(change)
    writer.words.append(asked)
