"""Python containers of any family: their methods are called like its operations.

A method is given the operands in their order: a key as the container returned it, a number, a word. An insertion is
given its element, too, if the method takes one more argument; one of several is given the elements in the place of
their number. What is raised is a refusal of the family by the name of its class. A key of an insertion that failed
finds nothing, and the container is not asked.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from typing import Any, Final

from stablelist_conformance.python.factory import Factory
from stablelist_conformance.python.method_run import Complaint, MethodRun, silent
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import Handshake, keeps_its_capacity
from stablelist_conformance.wire.play import REFUSED, finding_nothing
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.text import listed
from stablelist_spec.core.family import Kind
from stablelist_spec.core.history import contract_of
from stablelist_spec.core.operation import Configuration, Operation
from stablelist_spec.systems import STABLE_LIST

__all__ = ["MethodAnswerer"]

FORMS: Final = {
    "insert": ("add",),
    "len": ("__len__",),
    "contains": ("__contains__",),
    "each": ("__iter__",),
}
"""The forms that operations have in Python, beside a method of the same name."""


class MethodAnswerer:
    """A Python container, created by a factory.

    Operations without a method are left out, and so are those in *without*.

    Attributes:
        first: the first container, which shows what all of them offer.
        methods: the name of the method of each operation that is offered.
        complain: is given every exception that is answered by ``!other``.

    Raises:
        UsageError: the factory makes nothing, or nothing that has what its family needs.

    >>> from stablelist_conformance.wire.protocol import parse_program
    >>> answerer = MethodAnswerer(set, name="set", system_name="sparse-set")
    >>> answerer.answer(parse_program("contract : insert:3 contains:3 len", "sparse-set")[1], Level.CONTRACT)
    ['no', 'yes', '1']
    """

    def __init__(
        self,
        factory: Callable[..., Any],
        *,
        name: str,
        version: str = "0",
        system_name: str = STABLE_LIST.name,
        without: Collection[str] = (),
    ) -> None:
        self.system = system = system_named(system_name)
        self.factory = Factory(factory, system.configuration, name)
        self.first = self.factory.first()
        self.complain: Complaint = silent
        alone = system.operations - system.family.both - {*without}
        found = {each: self.method_of(each) for each in alone}
        self.methods = {each: method for each, method in found.items() if method}
        self._check()
        shown = [each in self.methods for each in system.shown]
        self.handshake = self._declared(
            Handshake(
                name=name,
                version=version,
                system_name=system_name,
                level=Level([*shown, False].index(False)),
                capacity="fixed" if keeps_its_capacity(system) else "grows",
                without=frozenset(system.answered - self.methods.keys() | {"forge", "negative"}),
            ),
            without,
        )

    def names_of(self, operation: str) -> tuple[str, ...]:
        """The names of the methods that can carry out an operation, the first one first."""
        return (operation, *FORMS.get(operation, ()))

    def method_of(self, operation: str) -> str:
        """The name of the method that carries out an operation; empty if the container has none."""
        names = self.names_of(operation)
        return next((each for each in names if callable(getattr(self.first, each, None))), "")

    @property
    def needed(self) -> frozenset[str]:
        """The operations that every container must have."""
        return self.system.family.essential

    def _check(self) -> None:
        """Refuse a container that has nothing, or not what its family needs."""
        system, kind = self.system, type(self.first).__name__
        made = f"the {kind} that {self.factory.name} makes has no method"
        needed = [each for each in system.family.kinds if each in self.needed]
        for operation in needed:
            if operation not in self.methods:
                raise UsageError(
                    f"{made} {' or '.join(self.names_of(operation))}; "
                    f"a container of {system.name} needs {listed(needed)}"
                )
        if not self.methods.keys() & system.answered:
            asked = [each for each in system.family.kinds if each in system.answered]
            raise UsageError(f"{made} of {system.name}; give it {listed(asked)}")

    def _declared(self, handshake: Handshake, _: Collection[str]) -> Handshake:
        """The handshake, with what only the containers of some families have."""
        self.elements = {
            each
            for each, method in self.methods.items()
            if takes_its_element(getattr(self.first, method), self.system.family.kinds[each])
        }
        return handshake

    def run(self, chosen: Configuration, level: Level) -> MethodRun:
        """A fresh container, which answers word by word."""
        contract, family = contract_of(self.system, self.handshake, chosen), self.system.family

        def nothing(operation: Operation) -> str:
            return finding_nothing(contract, operation, level, family)

        made = self.factory.make(chosen)
        return MethodRun(family, self.methods, self.elements, nothing, made, level)

    def answer(self, program: Program, level: Level) -> list[str]:
        """One word for each operation, from a fresh container, if the factory makes one."""
        try:
            run = self.run(program.parameters, level)
        except Exception as error:  # it refuses this configuration, so that every operation fails
            self.complain(error)
            return [REFUSED] * len(program.words)
        run.complain = self.complain
        answers = run.answer(program.words)
        run.raised = None  # its traceback holds the run, which would wait for the garbage collector
        return answers


def takes_its_element(method: Callable[..., Any], kind: Kind) -> bool:
    """Whether the method of an insertion takes the element behind the operands."""
    if not kind.inserts or kind.counted:
        return False
    try:
        inspect.signature(method).bind(*kind.operands, None)
    except TypeError:
        return False
    except ValueError:  # it is written in C, and does not say
        pass
    return True
