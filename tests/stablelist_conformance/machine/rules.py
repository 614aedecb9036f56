# ruff: noqa: ANN401 - operands are of any type
"""The rules that a family determines: one for each operation, whose arguments are the operands that it declares.

Most operations change little, so that a container which is only changed by them stays small. What adds or removes one
element has further rules, which do so many times: `grow` and `fall`. Their amounts are single numbers, of which the
least is one operation, so that Hypothesis shrinks them to it. What gives something to elements has the rule `give`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from keyword import iskeyword
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, MultipleResults, multiple, rule

from stablelist_conformance.machine.container import ContainerMachine
from stablelist_conformance.programs.vocabulary import Vocabulary
from stablelist_spec.core.family import Family, Meaning, Operand, Role, Type
from stablelist_spec.core.operation import Configuration, Operation
from stablelist_spec.core.system import System, values

__all__ = ["Bundles", "Rule", "bundles", "made", "operation_rules"]

Rule = Callable[..., Any]
Bundles = Mapping[str, "Bundle[int]"]
"""The keys of each insertion, by its name."""

TIMES: Final = "times"
BY: Final = "by"
RESERVED: Final = frozenset({TIMES, BY, "target", "targets"})
"""Arguments of rules that are no operands."""
MANY: Final = 33
"""The most operations of one growth: 33 at once grow a fresh list four times."""
FEW: Final = 6
"""The most gifts at once."""
OFTEN: Final = 8
"""How often a rule for many operations is tried for each time that another one is.

Once where there are no keys: nothing is looked up after them there, and few numbers are met again.
"""
LOOKED_UP: Final = 16
"""How many of the oldest keys are looked up after many operations, and how many of the youngest."""
NOTHING: Final = ("none", "no")
"""The answers to a look-up that finds nothing."""
SMALL: Final = range(4)
FAR: Final = (9, 17, 40, 300)


def bundles(family: Family) -> Bundles:
    """One bundle for all keys, or one for each insertion if these add different kinds of elements."""
    if any(kind.of for kind in family.kinds.values()):
        return {name: Bundle(name) for name in family.inserting}
    return dict.fromkeys((family.plain, *family.inserting), Bundle("keys"))


def operation_rules(family: Family, offered: Collection[str], keys: Bundles) -> dict[str, Rule]:
    """The rules for the operations that are offered, except those that show the inside."""
    kinds = {n: kind for n, kind in family.kinds.items() if n in offered and not kind.loops}
    vocabulary = Vocabulary(family, kinds)
    rules: dict[str, Rule] = {}
    for name, kind in kinds.items():
        if kind.tries:
            rules[name] = trying_rule(family, name, vocabulary.structural, keys)
        elif kind.role is not Role.SHOW:
            rules[name] = operation_rule(family, name, keys)
    for each in several(vocabulary, keys):
        rules |= {f"{each.__name__}_{time}": each for time in range(OFTEN if family.keyed else 1)}
    return rules


def several(vocabulary: Vocabulary, keys: Bundles) -> Iterator[Rule]:
    """The rules that add many elements, and those that remove many."""
    for name in dict.fromkeys(vocabulary.single):
        yield repeating_rule("grow", name, vocabulary, keys)
    for names in vocabulary.removing.values():
        for name in names:
            if vocabulary.kinds[name].keys:
                yield falling_rule("fall", -1, name, vocabulary, keys)
                yield falling_rule("fall_from", 1, name, vocabulary, keys)
            else:
                yield repeating_rule("fall", name, vocabulary, keys)
    if vocabulary.giving:
        yield giving_rule(vocabulary, keys)


def giving_rule(vocabulary: Vocabulary, keys: Bundles) -> Rule:
    """The rule that gives something to a few elements, or takes it, asks about each of them, and iterates."""
    kinds, mine = vocabulary.kinds, keys[vocabulary.family.plain]
    questions = [n for n in vocabulary.about_elements if kinds[n].asks]
    questions += [n for n in vocabulary.questions if kinds[n].iterates]
    drawn = [
        st.fixed_dictionaries({each.name: operand_values(each, mine) for each in kinds[n].operands})
        for n in vocabulary.giving
    ]
    some = [st.tuples(st.just(n), each) for n, each in zip(vocabulary.giving, drawn, strict=True)]

    def give(machine: ContainerMachine, given: list[tuple[str, dict[str, Any]]]) -> None:
        for name, operands in given:
            machine.perform(Operation(name, **operands))
        for _, operands in given:
            for name in questions:
                asked = {each.name: operands[each.name] for each in kinds[name].operands}
                machine.perform(Operation(name, **asked))

    return made(give, "give", {"given": st.lists(st.one_of(some), min_size=1, max_size=FEW)})


def made(
    perform: Rule, name: str, drawn: Mapping[str, st.SearchStrategy[Any]], *targets: Bundle[int]
) -> Rule:
    """The rule of a function, by whose name Hypothesis prints its steps."""
    perform.__name__ = name
    typed: Callable[..., Callable[[Rule], Rule]] = rule
    return typed(targets=targets, **drawn)(perform)


def operation_rule(family: Family, name: str, keys: Bundles) -> Rule:
    """The rule that carries an operation out."""
    kind = family.kinds[name]
    mine = keys[kind.of or family.plain]
    drawn = {argument(each): operand_values(each, mine) for each in kind.operands}

    def perform(machine: ContainerMachine, /, **given: Any) -> MultipleResults[int] | None:
        operation = Operation(name, **{each.name: given[argument(each)] for each in kind.operands})
        numbers = machine.perform(operation)
        return multiple(*numbers) if kind.inserts else None

    return made(perform, name, drawn, *([keys[name]] if kind.inserts else []))


def trying_rule(family: Family, name: str, tried: list[str], keys: Bundles) -> Rule:
    """The rule of an operation that tries another one."""

    def attempt(machine: ContainerMachine, key: int, tried: str, number: int) -> None:
        [operand] = family.kinds[name].operands
        least = family.least(tried, key, number=number)
        machine.perform(Operation(name, **{operand.name: least}))

    drawn = {
        "key": keys[family.plain],
        "tried": st.sampled_from(tried),
        "number": st.sampled_from(SMALL),
    }
    return made(attempt, name, drawn)


def repeating_rule(way: str, name: str, vocabulary: Vocabulary, keys: Bundles) -> Rule:
    """The rule that carries an operation out many times, with one element after the other, and then looks keys up."""
    family, kind = vocabulary.family, vocabulary.kinds[name]
    mine = keys[kind.of or family.plain]
    drawn = {argument(each): operand_values(each, mine) for each in kind.operands}
    drawn |= {TIMES: st.integers(1, MANY), **looked_up(vocabulary)}

    def perform(machine: ContainerMachine, /, **given: Any) -> MultipleResults[int] | None:
        first = {each: given[argument(each)] for each in kind.operands}
        numbers = machine.perform_all(
            Operation(name, **{each.name: later(each, first[each], time) for each in first})
            for time in range(given[TIMES])
        )
        look_up(machine, **given)
        return multiple(*numbers) if kind.inserts else None

    return made(perform, f"{way}_{name}", drawn, *([keys[name]] if kind.inserts else []))


def falling_rule(way: str, step: int, name: str, vocabulary: Vocabulary, keys: Bundles) -> Rule:
    """The rule that removes some key's element and those inserted since, the youngest or the oldest first.

    Each is looked up before, so that nothing is removed twice.
    """
    kind = vocabulary.kinds[name]
    looks = vocabulary.look_ups(kind.of)

    def perform(machine: ContainerMachine, key: int, **given: Any) -> None:
        numbers = [each for each in machine.numbers(kind.of) if each >= key]
        machine.perform_all(
            Operation(name, key=number)
            for number in numbers[::step]
            if all(machine.ask(Operation(look, key=number)) not in NOTHING for look in looks)
        )
        look_up(machine, **given)

    drawn = {"key": keys[kind.of or vocabulary.family.plain], **looked_up(vocabulary)}
    return made(perform, f"{way}_{name}", drawn)


def later(operand: Operand, value: Any, time: int) -> Any:
    """The value of an operand when an operation is repeated: a number that names an element is followed by the next."""
    named = operand.meaning in (Meaning.MEMBER, Meaning.VALUE)
    return operand.near(value + time) if named else value


def looked_up(vocabulary: Vocabulary) -> dict[str, st.SearchStrategy[str]]:
    """The argument that says by which operation keys are looked up; none if there are no keys."""
    finding = [name for name in vocabulary.finding if vocabulary.kinds[name].keys]
    return {BY: st.sampled_from(finding)} if finding else {}


def look_up(machine: ContainerMachine, by: str = "", **_: Any) -> None:
    """Look up the oldest and the youngest keys, of which some are stale."""
    if by:
        numbers = machine.numbers(machine.system.family.kinds[by].of)
        for number in dict.fromkeys((*numbers[:LOOKED_UP], *numbers[-LOOKED_UP:])):
            machine.ask(Operation(by, key=number))


def argument(operand: Operand) -> str:
    """The name of an operand as an argument of a rule."""
    return operand.name + "_" * (operand.name in RESERVED or iskeyword(operand.name))


def operand_values(operand: Operand, keys: Bundle[int]) -> st.SearchStrategy[Any]:
    """The values of an operand: keys that were issued, or what depends on the configuration."""
    if operand.type is Type.KEY:
        return keys
    machines: st.SearchStrategy[ContainerMachine] = st.runner()
    return machines.flatmap(
        lambda machine: numbers_or_words(operand, machine.system, machine.parameters)
    )


def numbers_or_words(
    operand: Operand, system: System, chosen: Configuration
) -> st.SearchStrategy[Any]:
    """What the system names, every word, a number of insertions, a place, or numbers that are mostly small."""
    if operand.meaning is Meaning.PLACE:
        return st.integers(0, MANY)
    if operand.type is Type.WORD or operand.name in system.operands:
        return st.sampled_from(values(system, chosen, operand))
    if operand.counts:
        most = MANY if operand.most is None else min(operand.most, MANY)
        return st.integers(max(operand.least, 1), most) | st.just(operand.least)
    small = (operand.least + each for each in SMALL)
    return st.sampled_from([each for each in (*small, *FAR) if operand.allows(each)])
