"""The programs of the port protocol (``docs/port-protocol.md``): a level, the configuration of a container, and words.

A program is kept as the words that travel; `stablelist_conformance.wire.operations` has what is behind a word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_type_hints

from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.operations import anchor, decimal, decode, encode
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.family import Family, Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System
from stablelist_spec.systems import STABLE_LIST

__all__ = [
    "MAX_ANSWER",
    "MAX_OPERATIONS",
    "MAX_PROGRAM",
    "OLDEST_VERSION",
    "PROTOCOL_VERSION",
    "Level",
    "Program",
    "choice",
    "highest",
    "in_word",
    "parse_program",
]

PROTOCOL_VERSION: Final = 6
OLDEST_VERSION: Final = 5
"""The first version whose ports are understood; they are not sent what came later."""
OPTIONAL: Final = "maximum"
"""A parameter that ports are told only where there is one, so that a port without it can be asked."""
MAX_OPERATIONS: Final = 10_000
MOST_CONFIGURED: Final = 65_536
"""The largest number in a configuration."""
MAX_PROGRAM: Final = 262_144
"""Bytes of a program line."""
MAX_ANSWER: Final = 16 * 1024 * 1024


class Level(IntEnum):
    """How much a port shows; each level includes the ones before it."""

    CONTRACT = 0
    LAYOUT = 1
    COST = 2

    @property
    def word(self) -> str:
        """The level as the protocol writes it."""
        return self.name.lower()


LEVELS: Final = {level.word: level for level in Level}


def highest(system: System) -> Level:
    """The highest level at which a port of this kind can show itself."""
    return Level(len(system.shown))


class Program(NamedTuple):
    """The configuration of a fresh container of some system, and operations on it, as words.

    >>> from stablelist_spec.parts.parameters import Parameters
    >>> Program(Parameters(), ("add", "remove:0")).line(Level.CONTRACT)
    'contract : add remove:0'
    """

    parameters: Any
    words: tuple[str, ...]
    system: str = STABLE_LIST.name

    @property
    def family(self) -> Family:
        """The family of its operations."""
        return system_named(self.system).family

    def line(self, level: Level) -> str:
        """The program as people write it, naming the choices that differ from the defaults."""
        system = system_named(self.system)
        return " ".join((configured(system, self.parameters, level), *self.words))

    def sent(self, level: Level) -> str:
        """The program as ports are sent it, naming every choice."""
        return " ".join((named(self.system, self.parameters, level), *self.words))

    @property
    def operations(self) -> list[Operation]:
        """The operations behind the words."""
        family = self.family
        return [decode(word, family) for word in self.words]


# --- Configurations -------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def named(system: str, chosen: object, level: Level) -> str:
    """The first words of a program for a port: its level, the choices by name, and a colon."""
    values = choices(system_named(system), chosen)
    return head(level, {name: value for name, value in values.items() if name != OPTIONAL or value})


def configured(system: System, chosen: object, level: Level) -> str:
    """The first words of a program for people: its level, the choices that differ from the defaults, and a colon."""
    usual = choices(system, system.configuration())
    values = choices(system, chosen).items()
    return head(level, {name: value for name, value in values if value != usual[name]})


def choices(system: System, chosen: object) -> dict[str, object]:
    """The choices of a configuration, by name."""
    return {name: getattr(chosen, name) for name in system.chosen}


def head(level: Level, values: Mapping[str, object]) -> str:
    """A level, some choices, and a colon."""
    return " ".join((level.word, *(f"{n}={in_word(value)}" for n, value in values.items()), ":"))


def in_word(value: object) -> str:
    """A choice as the protocol writes it; unbounded is 0."""
    match value:
        case Enum():
            return str(value.value)
        case str():
            return value
    return str(int(value or 0))  # type: ignore[call-overload] # a number, a truth, or None


def parse_program(line: str, system: str = STABLE_LIST.name) -> tuple[Level, Program]:
    """Read a program line.

    Raises:
        UsageError: the line is not a program of this protocol.

    >>> parse_program("layout truncate=memory id_bits=2 : add at:0")[1].parameters.id_bits
    2
    """
    level, *words = line.split() or [""]
    try:
        if "," in level:
            raise ValueError("it gives its parameters by position, but they have names")
        pairs, words = up_to_colon(words)
        parameters = from_names(system_named(system), pairs)
        if len(words) > MAX_OPERATIONS:
            raise ValueError(f"{len(words)} operations, where {MAX_OPERATIONS} are allowed")
        program = Program(parameters, tuple(words), system)
        check_keys(program)
        return level_of(level), program
    except ValueError as error:
        raise UsageError(
            f"{line[:80]!r} is not a program ({error}); write one such as {example(system)}"
        ) from error


EXEMPLARY: Final = (Role.GROW, Role.READ)
"""The roles of the two operations in an example."""


def example(name: str) -> str:
    """A short program of a system, in quotes.

    >>> print(example("sparse-set"))
    'layout universe=16 : insert:0 contains:0'
    """
    system = system_named(name)
    level, family = min(Level.LAYOUT, highest(system)), system.family
    offered = [each for each in family.kinds if each in system.operations]
    roles = {family.kinds[each].role: each for each in reversed(offered)}
    words = [encode(family.least(roles[role]), family) for role in EXEMPLARY if role in roles]
    return repr(" ".join((named(name, system.configuration(), level), *words)))


def level_of(word: str) -> Level:
    """A level from its word.

    Raises:
        ValueError: it is none.
    """
    if word not in LEVELS:
        raise ValueError(f"its level, {word[:40]!r}, is none of {', '.join(LEVELS)}")
    return LEVELS[word]


def up_to_colon(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words before the colon, and the words after it.

    Raises:
        ValueError: there is no colon.
    """
    if ":" not in words:
        raise ValueError("no colon stands alone between its configuration and its operations")
    at = words.index(":")
    return list(words[:at]), list(words[at + 1 :])


def from_names(system: System, pairs: Sequence[str]) -> object:
    """A configuration from ``name=value``; choices that are not named have their defaults.

    Raises:
        ValueError: it is none.
    """
    chosen: dict[str, Any] = {}
    for name, _, text in (pair.partition("=") for pair in pairs):
        if name not in system.chosen or name in chosen:
            why = "is given twice" if name in chosen else f"is none of {', '.join(system.chosen)}"
            raise ValueError(f"{name!r} {why}")
        chosen[name] = choice(system.configuration, name, text)
    return system.configuration(**chosen)


def choice(configuration: Callable[..., object], name: str, text: str) -> Enum | str | int | None:
    """A choice from its word.

    Raises:
        ValueError: it is none.
    """
    kind = kinds(configuration)[name]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return chosen_among(kind, name, text)
    if kind is str:
        return text
    try:
        number = decimal(text)
    except ValueError:
        raise ValueError(f"its {name}, {text[:40]!r}, is no number") from None
    if number > MOST_CONFIGURED:
        raise ValueError(f"{number} as {name}, where {MOST_CONFIGURED} are allowed")
    return kind(number) if kind in (int, bool) else number or None


@lru_cache(maxsize=64)
def kinds(configuration: Callable[..., object]) -> dict[str, Any]:
    """The types of the fields, cached: to evaluate the annotations takes longer than to answer a short program."""
    return get_type_hints(configuration)


def chosen_among(kind: type[Enum], name: str, text: str) -> Enum:
    """A member of an enumeration.

    Raises:
        ValueError: there is no such member.
    """
    words = {str(member.value): member for member in kind}
    if text not in words:
        raise ValueError(f"its {name}, {text[:40]!r}, is none of {', '.join(words)}")
    return words[text]


def check_keys(program: Program) -> None:
    """Refuse a key that names a later insertion."""
    added, family = 0, program.family
    for word, operation in zip(program.words, program.operations, strict=True):
        for key in family.keys_of(operation):
            number = anchor(key)
            if number is not None and not 0 <= number < added:
                before = f"only {added}" if added else "none"
                raise UsageError(f"{word!r} names insertion {number}, but {before} came before it")
        added += family.insertions(operation)
