"""The vocabulary of a writer: the operations of a container, by what a writer uses them for.

All of it follows from the family: from the role of an operation, from its operands, and from the kind of its answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from stablelist_spec.core.family import MODULUS, Answer, Family, Kind, Meaning, Role

__all__ = ["Vocabulary"]

WEIGHTS: Final = {
    Role.GROW: 2,
    Role.SHRINK: 2,
    Role.RESET: 1,
    Role.READ: 3,
    Role.REPLACE: 3,
    Role.ORDER: 3,
    Role.CHANGE: 3,
    Role.MEMORY: 1,
    Role.SHOW: 4,
}
"""How often expensive operations are asked, by their roles."""
PLAIN: Final = 6
"""How often the plainest insertion is used for each other one of the same kind of elements."""


class Vocabulary:
    """The operations that a container of some configuration can be asked. A list may be empty.

    Attributes:
        family: their family.
        kinds: the operations, in the order of the family's table.
        members, trying: as in the family.
        operands: the operands of each, and whether they name elements: by their keys, as members, or by their places.
        placed: whether elements are named by their places.
        subjects: those that do.
        ranges: the operations about a range of members.
        of_one: the operations with one operand, which names an element.
        bare: those without operands.
        listing: those whose answer may list all elements.
        elements: the insertions of different kinds of elements, if there are several.
        single: those that add one element, by how often; if all have other operands, all that add any.
        simple: whether each of these is only named, and adds an element of the only kind.
        bulk: the one that adds as many elements as it is told, and how many at most.
        filling: those that a full container refuses.
        removing: those that remove one element, by its kind: the one that they name, or any; if there are none, all
            that remove some.
        removal: the only one of these, if it has nothing but the name of the element.
        cutting: those that remove several elements by their places.
        thinning: those that keep the elements with a residue.
        shortening: those that remove as many as a number says, or the one at its place, if elements have names.
        clearing: those that remove everything.
        reserving: those that make room for a number of elements.
        releasing: those that give memory back.
        returning: those that note the elements, or go back to them.
        copying: those that go on with a copy.
        asking: those that neither add nor remove elements.
        questions: those that change nothing, and whose answer shows something.
        changes: all others.
        finding: those that find one element; the simplest one comes first.
        looking_up: the simplest of these; all of them, if there are several kinds of elements.
        about_elements: those about one element, of which those that remove it come last.
        pairs: those about two elements, of which none is removed.
        forgeable: those about one, by how often they are tried with forged keys.
        changing_all: those that change every element.
        visiting: the same, or else those that show every element.
        adding_up: those that change elements by a number, and not only answer whether they did.
        moving: those that move one element to another, where elements have no places.
        giving: those that give or take what belongs to one element; a question has the same operands.
        cheap: those about one element, one whose answer is short, and moves; if there are none, all questions.
        expensive: all that do not add or remove one element, and are not cheap, by how often they are asked.
        in_order: questions about several elements or their order, and changes of it, whose answers do not list all.
        structural: those that are tried while elements are lent.
    """

    def __init__(self, family: Family, kinds: Mapping[str, Kind]) -> None:
        self.family, self.kinds = family, kinds
        self.members, self.trying = family.members, family.trying
        self.operands = {
            name: [(each, family.names_element(each)) for each in kind.operands]
            for name, kind in kinds.items()
        }
        self.placed = any(
            each.meaning is Meaning.PLACE for kind in kinds.values() for each in kind.operands
        )
        self.subjects = {
            n: [each for each, named in some if named] for n, some in self.operands.items()
        }
        self.ranges = {
            n
            for n, some in self.subjects.items()
            if Meaning.BOUND in [each.meaning for each in some]
        }
        self.of_one = {n for n in kinds if len(self.subjects[n]) == len(kinds[n].operands) == 1}
        self.bare = {name for name, kind in kinds.items() if not kind.operands}
        self.listing = {name for name, kind in kinds.items() if kind.lists}
        self._of_role: dict[Role, list[str]] = {
            role: [name for name, kind in kinds.items() if kind.role is role and not kind.tries]
            for role in Role
        }
        self._about_one = {
            name for name, named in self.subjects.items()
            if len(named) == 1 and name not in self.listing
        }  # fmt: skip
        self._changes_of_memory()
        self._insertions()
        self._removals()
        self._questions()
        self._changes_of_elements()
        self._how_often()

    def _changes_of_memory(self) -> None:
        bare, memory = self.bare, self._of_role[Role.MEMORY]
        self.reserving = [name for name in memory if name not in bare]
        self.releasing = [name for name in memory if name in bare]
        self.returning = [name for name in self._of_role[Role.CHANGE] if name in bare]
        self.copying = [name for name in self._of_role[Role.READ] if not self.kinds[name].asks]

    def _insertions(self) -> None:
        grow, kinds = self._of_role[Role.GROW], self.kinds
        self.elements = [*dict.fromkeys(kind.of for kind in self.family.kinds.values() if kind.of)]
        plain = [
            name for name in grow
            if name not in self.ranges and (self.members or not kinds[name].displaces)
            and all(named or each.meaning is Meaning.VALUE for each, named in self.operands[name])
        ]  # fmt: skip
        often = {*self.elements, *plain[: 1 if self.family.inserting else None]}
        self.single = [n for n in plain for _ in range(PLAIN if n in often else 1)] or grow
        self.simple = {*self.single} <= self.bare & self.family.inserting and not self.elements
        self.bulk = self.family.bulk(kinds)
        self.filling = [
            name for name in (*grow, *self.reserving) if self.members or not kinds[name].displaces
        ]

    def _removals(self) -> None:
        kinds, bare = self.kinds, self.bare
        self.removing: dict[str, list[str]] = {}
        for name in self._of_role[Role.SHRINK]:
            one = name in self._about_one and kinds[name].answer is not Answer.SEQUENCE
            if one or (name in bare and not kinds[name].of):
                self.removing.setdefault(kinds[name].of, []).append(name)
        self.thinning = [
            name for name in self._of_role[Role.SHRINK] if MODULUS in kinds[name].operands[:1]
        ]
        some = [name for name in self._of_role[Role.SHRINK] if name not in self.thinning]
        self.shortening = [n for n in some if n not in bare and not self.subjects[n]]
        of_one = {name for names in self.removing.values() for name in names}
        self.cutting = [name for name in some if self.placed and name not in of_one]
        self.removing = self.removing or {"": some}
        only = [name for names in self.removing.values() for name in names]
        self.removal = only[0] if len(only) == 1 and only[0] in self.of_one else ""
        self.clearing = [name for name in self._of_role[Role.RESET] if name in bare]

    def _questions(self) -> None:
        kinds, read = self.kinds, self._of_role[Role.READ]
        structural = (Role.GROW, Role.SHRINK, Role.RESET, Role.CHANGE)
        self.asking = {
            name for name, kind in kinds.items()
            if kind.role not in structural or (kind.role is Role.CHANGE and kind.keys)
        }  # fmt: skip
        self.questions = [name for name, kind in kinds.items() if kind.asks]
        self.changes = [name for name, kind in kinds.items() if not kind.asks]
        self.finding = [name for name in read if name in self.of_one & self._about_one]
        self.looking_up = self.finding if self.elements else self.finding[:1]
        about = [
            n
            for n, named in self.subjects.items()
            if len(named) == 1 and not (kinds[n].inserts or kinds[n].revives)
        ]
        self.about_elements = sorted(about, key=lambda name: kinds[name].role is Role.SHRINK)
        self.pairs = [
            n for n, named in self.subjects.items()
            if len(named) == 2 and kinds[n].role is not Role.SHRINK
        ]  # fmt: skip

    def _changes_of_elements(self) -> None:
        kinds, replace = self.kinds, self._of_role[Role.REPLACE]
        self.changing_all = [name for name in replace if not self.subjects[name]]
        self.visiting = self.changing_all or [
            name for name in self._of_role[Role.READ]
            if name in self.listing and not (kinds[name].lists_others or kinds[name].iterates)
        ]  # fmt: skip
        self.adding_up = [
            name for name in replace
            if kinds[name].answer is not Answer.TRUTH
            and len(self.subjects[name]) < len(kinds[name].operands)
        ]  # fmt: skip
        moves = [name for name in self._of_role[Role.ORDER] if len(self.subjects[name]) == 2]
        self.moving = [] if self.placed else moves
        several = {n for n in self.questions if kinds[n].keys and n not in self.of_one}
        self.giving = [
            name for name in self._of_role[Role.CHANGE]
            if any(kinds[name].operands[: len(kinds[n].operands)] == kinds[n].operands for n in several)
        ]  # fmt: skip

    def _how_often(self) -> None:
        read, shrink = self._of_role[Role.READ], self._of_role[Role.SHRINK]
        often = [*self.finding[:1], *(name for name in shrink if name in self._about_one)]
        self.forgeable = [*self.about_elements, *often, *often]
        short = [n for n in read if n in self.bare - self.listing and self.kinds[n].asks][:1]
        about = [n for n in (*read, *self._of_role[Role.REPLACE]) if n in self._about_one]
        self.cheap = [*about, *short, *self.moving, *self.giving] or self.questions
        one = {*self.single, *(name for names in self.removing.values() for name in names)}
        self.expensive = [
            name
            for name, kind in self.kinds.items()
            for _ in range(WEIGHTS[kind.role])
            if name not in one.union(self.cheap)
        ]
        self.in_order = [
            name for name in (*self._of_role[Role.READ], *self._of_role[Role.ORDER])
            if name not in self.listing.union(self.cheap)
        ]  # fmt: skip
        self.structural = [name for name in self.family.structural if name in self.kinds]

    def look_ups(self, of: str) -> Sequence[str]:
        """The simplest operation that finds an element of some kind, if there is one."""
        return [name for name in self.finding if self.kinds[name].of == of][:1]
