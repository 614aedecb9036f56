"""Programs with a second container: both change in turn, and are cloned, compared, combined and exchanged.

The writer knows the elements of the container that it writes about; those of the other one are kept meanwhile.
"""

from __future__ import annotations

from copy import copy
from typing import Any, Final

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.walk import LENGTH, burst, churn, drain, fill
from stablelist_conformance.programs.writer import Writer
from stablelist_conformance.wire.operations import on_second
from stablelist_spec.core.family import Role

__all__ = ["SECOND", "second", "suits"]

SECOND: Final = "second"
"""The class of programs that have a second container."""
MOST: Final = 200
"""The most elements that two containers are combined with; to clone and to combine doubles them."""
FEW: Final = 6
"""The most operations between two that concern both."""
FILLED: Final = 0.4
"""How often one of two containers is filled before they are combined; what both have in common may be nothing."""
PHASES: Final = (fill, drain, churn, burst)
POPULATION: Final = ("live", "stale", "added", "kinds", "members")
"""What a writer knows about the elements of a container."""
NUMBERED: Final = frozenset({"added", "kinds"})
"""What it knows about the insertions of a program, which are numbered together where they hand out keys."""


def suits(abilities: Abilities) -> bool:
    """Whether a port has operations that concern both containers."""
    return bool(abilities.on_both)


def second(writer: Writer) -> None:
    """Change either container, let an operation concern both, change one, and ask both."""
    two = Two(writer)
    while len(writer.words) < LENGTH:
        two.write(writer.pick(PHASES) if writer.random() < 0.2 else few)
        two.concern(writer.pick(writer.abilities.on_both))
        two.write(few)
        two.write(everything)
        two.turn()
        two.write(everything)
        if writer.can.family.inserting:
            two.come_back()
        elif writer.can.clearing:
            two.come_to_the_same()


def few(writer: Writer) -> None:
    """Insert and remove a few elements, and change something else."""
    for _ in range(1 + writer.below(FEW)):
        if writer.random() < 0.5:
            writer.add()
        elif writer.live and writer.random() < 0.5:
            writer.remove(writer.any_live())
        else:
            writer.look()


def there_and_back(writer: Writer) -> None:
    """Insert a few elements, and remove them again."""
    live = len(writer.live)
    for _ in range(1 + writer.below(FEW)):
        writer.add()
    while len(writer.live) > live:
        writer.remove()


def everything(writer: Writer) -> None:
    """Ask every question about the whole, and one about an element; or every one, if elements are linked."""
    writer.ask(*(name for name in writer.can.questions if name in writer.can.bare))
    writer.glance()
    if writer.can.elements:
        for name in writer.can.looking_up:
            writer.ask_live(name)


class Two:
    """Both containers of a program.

    Attributes:
        on: the one that the writer writes about.
        other: what is known of the elements of the other.
    """

    def __init__(self, writer: Writer) -> None:
        self.writer, self.on = writer, 1
        self.other = self._known()

    def write(self, phase: Any) -> None:  # noqa: ANN401 - a function of a writer
        """Write a phase about either container."""
        if self.writer.random() < 0.5:
            self.turn()
        self.write_here(phase)

    def write_here(self, phase: Any) -> None:  # noqa: ANN401 - as above
        """Write a phase about the container that the writer writes about."""
        before = len(self.writer.words)
        phase(self.writer)
        self.writer.words[before:] = map(self._word, self.writer.words[before:])

    def concern(self, name: str) -> None:
        """Write an operation that concerns both, and record what it does to their elements."""
        writer, role = self.writer, self.writer.can.family.kinds[name].role
        if role is Role.COMBINE and writer.random() < FILLED:
            self.write(fill)
        others = self.other["live"]
        if role is Role.COMBINE and len(writer.live) + len(others) > MOST:
            return
        writer.words.append(self._word(name))
        match role:
            case Role.COPY:
                self.other = self._known()
            case Role.EXCHANGE:
                self._exchange()
            case Role.COMBINE if writer.placed:
                writer.resize(len(writer.live) + len(others))
                self.other |= {"live": [], "members": set()}
            # They may be members; what only removes some is no reason to forget others.
            case Role.COMBINE:
                for member in others:
                    writer.join(member)

    def come_back(self) -> None:
        """Clone one, remove again what is added to either, and compare: both have the same keys and elements."""
        for role, then in ((Role.COPY, there_and_back), (Role.COMPARE, everything)):
            for name in self._concerning(role):
                self.concern(name)
                self.write(then)

    def come_to_the_same(self) -> None:
        """Empty both after other lives, do the same with both, and compare them."""
        writer = self.writer
        self.write(writer.pick(PHASES))
        for _ in range(2):
            self.turn()
            self.write_here(Writer.empty)
        before = len(writer.words)
        self.write_here(few)
        same = [each.removeprefix(self._word("")) for each in writer.words[before:]]
        self.other = self._known()
        self.turn()
        writer.words += map(self._word, same)
        writer.words += map(self._word, self._concerning(Role.COMPARE))

    def turn(self) -> None:
        """Write about the other container."""
        self.on = 3 - self.on
        self._exchange()

    def _concerning(self, role: Role) -> list[str]:
        """The operations of a role."""
        kinds = self.writer.can.family.kinds
        return [name for name in self.writer.abilities.on_both if kinds[name].role is role]

    def _word(self, word: str) -> str:
        """A word on the container."""
        return word if self.on == 1 else on_second(word)

    def _known(self) -> dict[str, Any]:
        """What the writer knows of the elements."""
        shared = NUMBERED if self.writer.can.family.inserting else ()
        return {name: copy(vars(self.writer)[name]) for name in POPULATION if name not in shared}

    def _exchange(self) -> None:
        """Let the writer know the elements of the other container."""
        known = self._known()
        vars(self.writer).update(self.other)
        self.other = known
