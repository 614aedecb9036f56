# ruff: noqa: ANN401 - operands are of any type
"""One rule for each operation of a family, whose arguments are the operands that the family declares."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, MultipleResults, multiple, rule

from stablelist_conformance.machine.container import ContainerMachine
from stablelist_spec.core.family import KEY, Family, Kind, Operand, Role, Type
from stablelist_spec.core.operation import Configuration, Operation
from stablelist_spec.core.system import System, values

__all__ = ["Bundles", "Rule", "bundles", "made", "operation_rules"]

Rule = Callable[..., Any]
Bundles = Mapping[str, "Bundle[int]"]
"""The keys of each insertion, by its name."""

TIMES: Final = "times"
RESERVED: Final = frozenset({TIMES, "target", "targets"})
"""Arguments of rules that are no operands."""
REPEATED: Final = (1, 1, 1, 1, 2, 3, 5, 9, 17)
"""How often the plain insertion is repeated: 17 at once grow a fresh list three times."""
COUNTS: Final = (1, 2, 3, 5, 9, 17, 0)
SMALL: Final = range(4)
FAR: Final = (9, 17, 40, 300)


def bundles(family: Family) -> Bundles:
    """One bundle for all keys, or one for each insertion if these add different kinds of elements."""
    if any(kind.of for kind in family.kinds.values()):
        return {name: Bundle(name) for name in family.inserting}
    return dict.fromkeys((family.plain, *family.inserting), Bundle("keys"))


def operation_rules(family: Family, offered: Collection[str], keys: Bundles) -> dict[str, Rule]:
    """The rules for the operations that are offered, except those that show the inside; and for several removals."""
    rules: dict[str, Rule] = {}
    for name, kind in family.kinds.items():
        if name not in offered or kind.role is Role.SHOW:
            continue
        if kind.tries:
            tried = [each for each in family.structural if each in offered]
            rules[name] = trying_rule(family, name, tried, keys)
        else:
            rules[name] = operation_rule(family, name, keys)
        if (kind.role, kind.operands) == (Role.SHRINK, (KEY,)):
            mine = keys[kind.of or family.plain]
            for way, step in (("unwind", -1), ("unwind_from", 1)):
                rules[f"{way}_{name}"] = unwinding_rule(way, step, name, kind, mine)
    return rules


def made(
    perform: Rule, name: str, drawn: Mapping[str, st.SearchStrategy[Any]], *targets: Bundle[int]
) -> Rule:
    """The rule of a function, by whose name Hypothesis prints its steps."""
    perform.__name__ = name
    typed: Callable[..., Callable[[Rule], Rule]] = rule
    return typed(targets=targets, **drawn)(perform)


def operation_rule(family: Family, name: str, keys: Bundles) -> Rule:
    """The rule that carries an operation out; the plain insertion is repeated."""
    kind = family.kinds[name]
    mine = keys[kind.of or family.plain]
    drawn = {argument(each): operand_values(each, mine) for each in kind.operands}
    if name == family.plain and not kind.keys:
        drawn[TIMES] = st.sampled_from(REPEATED)

    def perform(machine: ContainerMachine, /, **given: Any) -> MultipleResults[int] | None:
        operation = Operation(name, **{each.name: given[argument(each)] for each in kind.operands})
        times = range(given.get(TIMES, 1))
        numbers = [number for _ in times for number in machine.perform(operation)]
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


def unwinding_rule(way: str, step: int, name: str, kind: Kind, mine: Bundle[int]) -> Rule:
    """The rule that removes some key's element and those inserted since, the youngest or the oldest first."""

    def unwind(machine: ContainerMachine, key: int) -> None:
        numbers = [n for n, of in machine.issued.items() if n >= key and kind.of in ("", of)]
        for number in numbers[::step]:
            machine.perform(Operation(name, key=number))

    return made(unwind, f"{way}_{name}", {"key": mine})


def argument(operand: Operand) -> str:
    """The name of an operand as an argument of a rule."""
    return operand.name + "_" * (operand.name in RESERVED)


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
    """What the system names, every word, a few counts, or numbers that are mostly small."""
    if operand.type is Type.WORD or operand.name in system.operands:
        return st.sampled_from(values(system, chosen, operand))
    if operand.counts:
        return st.sampled_from([each for each in COUNTS if operand.allows(each)])
    small = (operand.least + each for each in SMALL)
    return st.sampled_from([each for each in (*small, *FAR) if operand.allows(each)])
