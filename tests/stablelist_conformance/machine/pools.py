"""What is tried on pools only: aliases of operations, callbacks that raise, and keys that were never issued."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, NoReturn

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, rule

from stablelist_conformance.machine.container import ContainerMachine
from stablelist_conformance.machine.rules import Rule, made
from stablelist_conformance.python.aliases import aliases_of
from stablelist_conformance.python.answerers import ContainerAnswerer
from stablelist_conformance.python.method_run import error_word
from stablelist_conformance.wire.protocol import Level
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import POOL

__all__ = ["CALLBACKS", "rules"]

HUGE: Final = 9007199254740991
"""The largest index of the protocol."""
FORGED: Final = ("at", "contains", "remove", "apply", "inspect")
"""Operations that are tried with keys that were never issued."""


def rules(
    answerer: ContainerAnswerer, without: Collection[str], keys: Bundle[int]
) -> dict[str, Rule]:
    """The rules for what a container offers."""
    offered, known = answerer.handshake.offered, answerer.handshake.system.operations
    ways: dict[str, list[str]] = {}
    for name, alias in aliases_of(answerer.first).items():
        if alias.operation in known.difference(without) and name not in without:
            ways.setdefault(alias.operation, []).append(name)
    found = {f"{name}_by_alias": alias_rule(name, each, keys) for name, each in ways.items()}
    for name, call in CALLBACKS.items():
        if name in offered:
            found[f"{name}_raises"] = callback_rule(name, call, keys)
    if "forge" not in answerer.handshake.without:
        asked = [name for name in FORGED if name in offered]
        found["forged"] = forged_rule(asked, forged_keys(answerer))
    return found


def alias_rule(operation: str, aliases: Sequence[str], keys: Bundle[int]) -> Rule:
    """The rule that carries an operation out by an alias; a container may have only these."""

    def perform(machine: ContainerMachine, alias: str, key: int = 0, value: int = 0) -> None:
        machine.perform(POOL.least(operation, key, number=value), alias)

    drawn: dict[str, st.SearchStrategy[Any]] = {"alias": st.sampled_from(aliases)}
    if POOL.kinds[operation].operands:
        drawn |= {"key": keys, "value": st.integers(0, 9)}
    return made(perform, f"{operation}_by_alias", drawn)


class Raised(Exception):  # noqa: N818 - it is meant to be raised
    """The exception that callbacks raise on purpose."""


def raising(*_: object) -> NoReturn:
    """A callback that fails."""
    raise Raised


def failing() -> Iterator[int]:
    """Elements of which the second raises."""
    yield 0
    raise Raised


CALLBACKS: Final[dict[str, Callable[[Any, Any], object]]] = {
    "insert_with": lambda pool, _: pool.insert_with(raising),
    "extend": lambda pool, _: pool.extend(failing()),
    "at_mut": lambda pool, key: pool.at_mut(key, raising),
    "apply": lambda pool, key: pool.apply(key, raising),
    "inspect": lambda pool, key: pool.inspect(key, raising),
}
"""Operations with a callback that can fail, except those that count an iteration."""


def callback_rule(operation: str, call: Callable[[Any, Any], object], keys: Bundle[int]) -> Rule:
    """The rule for a callback that raises; after every step, the other rules check that nothing has changed."""

    def raises(machine: ContainerMachine, key: int) -> None:
        """Let a callback raise: the exception must be passed on, unless the callback was not called."""
        try:
            changed = call(machine.run.container, machine.run.keys[key])
        except Exception as error:
            if isinstance(error, Raised) or error_word(error) == "!full":
                return
            raise
        if changed:
            reason = f"{operation} swallowed what its callback raised"
            raise AssertionError(f"{reason}\n\n{machine.program(None)}")

    return made(raises, f"{operation}_raises", {"key": keys})


def forged_keys(answerer: ContainerAnswerer) -> st.SearchStrategy[Key]:
    """Keys that were never issued; at contract level, none that could coincide with an issued key."""
    exact = answerer.handshake.level > Level.CONTRACT
    indices = st.sampled_from((HUGE, HUGE - 1, 1 << 32))
    if exact:
        indices = st.one_of(st.integers(0, 9), indices)
    if "negative" not in answerer.handshake.without:
        indices = st.one_of(indices, st.sampled_from((-1, -2, -4, -HUGE)))
    return st.builds(Key, indices, st.integers(0, 9))


def forged_rule(asked: Sequence[str], forgeries: st.SearchStrategy[Key]) -> Rule:
    """The rule that tries forged keys."""

    @rule(operation=st.sampled_from(asked), key=forgeries)
    def forged(machine: ContainerMachine, operation: str, key: Key) -> None:
        """Try a key that was never issued."""
        machine.perform(Operation(operation, key=key))

    return forged
