# ruff: noqa: ANN401 - it drives containers of any class
"""One program on one Python container whose methods are called like the operations of its family."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, Final

from stablelist_conformance.python.way import ask
from stablelist_conformance.wire.answers import in_order, list_word
from stablelist_conformance.wire.operations import decode
from stablelist_conformance.wire.play import REFUSED
from stablelist_conformance.wire.protocol import Level
from stablelist_spec.core.family import Answer, Family, Type
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.families.components import COMPONENTS

__all__ = ["Complaint", "MethodRun", "error_word", "key_words", "silent", "value_word"]

Complaint = Callable[[Exception], None]
"""Tells a user about an exception."""


def silent(_: Exception) -> None:
    """Tell nobody."""


class MethodRun:
    """One program on one container.

    Args:
        family: that of the container.
        methods: the name of the method of each operation.
        elements: the operations whose methods are given an element.
        nothing: the answer to an operation whose keys find nothing.
        container: a fresh one.
        level: how much its answers show.

    Attributes:
        keys: what the container returned for each insertion; `none` if it failed.
        raised: what the container raised last.
        complain: is given every exception that is answered by ``!other``.
    """

    none: Any = None

    def __init__(
        self,
        family: Family,
        methods: Mapping[str, str],
        elements: Container[str],
        nothing: Callable[[Operation], str],
        container: Any,
        level: Level,
    ) -> None:
        self.family, self.methods, self.elements = family, methods, elements
        self.nothing = nothing
        self.container, self.level = container, level
        self.keys: list[Any] = []
        self.raised: Exception | None = None
        self.complain: Complaint = silent

    def take(self, container: Any) -> None:
        """Continue with another container."""
        self.container = container

    def answer(self, words: Iterable[str]) -> list[str]:
        """The answers to some words."""
        return [self.answered(decode(word, self.family)) for word in words]

    def answered(self, operation: Operation) -> str:
        """The word for what the method returns or raises."""
        first = len(self.keys)
        if self.family.kinds[operation.name].inserts:
            self.keys += [self.none] * self.family.insertions(operation)
        if operation.name not in self.methods:
            return REFUSED
        try:
            if self.lacks_key(operation):
                return self.nothing(operation)
            ask(operation.way)
            return self.read(operation, self.carried_out(operation, first), first)
        except Exception as error:
            return self.failed(error)
        finally:
            ask(1)

    def failed(self, error: Exception) -> str:
        """The word for an exception, which is noted."""
        self.raised, word = error, self.refusal(error)
        if word == REFUSED:
            self.complain(error)
        return word

    def lacks_key(self, operation: Operation) -> bool:
        """Whether a key of an operation cannot be given to the container."""
        return None in map(self.key, self.family.keys_of(operation))

    def carried_out(self, operation: Operation, first: int) -> Any:
        """What the method of an operation returns; *first* is the number of its first insertion."""
        return self.method(operation.name)(*self.given(operation, first))

    def method(self, operation: str) -> Callable[..., Any]:
        """The container's method for an operation."""
        found: Callable[..., Any] = getattr(self.container, self.methods[operation])
        return found

    def given(self, operation: Operation, first: int) -> list[Any]:
        """The arguments of the method."""
        kind = self.family.kinds[operation.name]
        arguments = [
            range(first, len(self.keys))
            if operand.counts and kind.inserts
            else self.key(operation[operand.name])
            if operand.type is Type.KEY
            else operation[operand.name]
            for operand in kind.operands
        ]
        return [*arguments, first] if operation.name in self.elements else arguments

    def key(self, name: KeyName) -> Any:
        """The container's key for a name; None if its insertion failed, or if it is forged."""
        return self.keys[name] if isinstance(name, int) else None

    def read(self, operation: Operation, found: Any, first: int) -> str:
        """The word for what a method returned; the keys of an insertion are kept."""
        kind = self.family.kinds[operation.name]
        if kind.inserts and not kind.displaces:
            self.keys[first:] = [*found] if kind.counted else [found]
            keys = key_words(self.keys[first:], self.level)
            return list_word(keys) if kind.counted else keys[0]
        if kind.answer is Answer.DONE:
            return "ok"
        if kind.answer is Answer.TRUTH:
            return "yes" if found else "no"
        keyed = (
            bool(self.family.inserting) and self.family is not COMPONENTS
        )  # which names by numbers
        word = value_word(found, self.level, keyed=keyed)
        open_order = self.level is Level.CONTRACT and kind.answer is not Answer.SEQUENCE
        return in_order(word) if open_order else word

    @staticmethod
    def refusal(error: Exception) -> str:
        """The word for an exception: that of a pool, or the name of a class that is none of Python's own.

        >>> class TooMuchError(Exception): ...
        >>> MethodRun.refusal(TooMuchError()), MethodRun.refusal(OverflowError()), MethodRun.refusal(KeyError())
        ('!too-much', '!full', '!other')
        """
        word = error_word(error)
        if word != REFUSED or type(error).__module__ == "builtins":
            return word
        name = type(error).__name__.removesuffix("Error")
        return "!" + re.sub("(?<=[a-z])(?=[A-Z])", "-", name).lower()


def key_words(keys: Iterable[Any], level: Level) -> list[str]:
    """Keys that were returned; their parts are shown only above contract level."""
    shows = level is not Level.CONTRACT
    return ["none" if key is None else f"{key.index}.{key.id}" if shows else "ok" for key in keys]


PLAIN: Final = frozenset({int, str})
"""Types whose values are written as they are; most elements are of these."""


def value_word(found: Any, level: Level, *, keyed: bool = True) -> str:
    """A returned value as the protocol writes it; items that are pairs begin with a key that is not shown, if *keyed*.

    >>> value_word(None, Level.CONTRACT), value_word((3, 4), Level.CONTRACT), value_word({7}, Level.CONTRACT)
    ('none', '3/4', '[7]')
    >>> value_word([(3, 4)], Level.CONTRACT), value_word([(3, 4)], Level.CONTRACT, keyed=False)
    ('[4]', '[3/4]')
    """
    match found:
        case None:
            return "none"
        case bool():
            return "yes" if found else "no"
        case int() | str():
            return str(found)
        case (first, second) if isinstance(found, tuple):
            if hasattr(first, "index") and hasattr(first, "id"):
                return item_word(found, level)
            return f"{value_word(first, level)}/{value_word(second, level)}"
    word = item_word if keyed else value_word
    return list_word([str(each) if type(each) in PLAIN else word(each, level) for each in found])


def item_word(item: Any, level: Level) -> str:
    """An element of a list, alone or with its key."""
    if not isinstance(item, tuple):
        return value_word(item, level)
    key, element = item
    return str(element) if level is Level.CONTRACT else f"{key.index}.{key.id}={element}"


def error_word(error: Exception) -> str:
    """The protocol's word for an exception."""
    for parent in type(error).__mro__:
        if parent.__name__ in ERROR_WORDS:
            return ERROR_WORDS[parent.__name__]
    return "!full" if isinstance(error, OverflowError) else REFUSED


ERROR_WORDS: Final = {"CapacityError": "!full", "BorrowError": "!borrow"}
"""By the names of exceptions, because a container need not use the classes of this package."""
