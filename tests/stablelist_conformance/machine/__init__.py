"""A Hypothesis state machine for authors of containers in Python.

`state_machine` takes the class and returns a ``RuleBasedStateMachine``, which performs one operation at a time on a
fresh container and on the model. Operations are the words of the port protocol; `container_run` performs them on the
container. The right answer comes from the model (`stablelist_spec.core.history`) if the container shows its layout,
otherwise from the rules of its profile (`judge`).

Keys are named by the number of their insertion and never leave their bundle, so that stale ones are tried as
often as live ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, NoReturn, Protocol

from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
)

from stablelist_conformance.judging.judge import Difference, contract_judge
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.python.aliases import ALIASES, aliases_of
from stablelist_conformance.python.answerers import ContainerAnswerer
from stablelist_conformance.python.container_run import Run, error_word
from stablelist_conformance.report.recorder import tell
from stablelist_conformance.report.words import broken, parameter_words, steps
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.play import perform
from stablelist_conformance.wire.protocol import Level, Program, decode, encode, key_word
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import POOL, STRUCTURAL
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import STABLE_LIST

__all__ = ["state_machine"]

HUGE: Final = 9007199254740991
"""The largest index of the protocol."""


def state_machine(
    factory: Callable[..., Any],
    *,
    parameters: Parameters | None = None,
    profile: str = STABLE_LIST.name,
    without: Collection[str] = (),
) -> type[RuleBasedStateMachine]:
    """A state machine that drives containers made by *factory* beside the model.

    A step performs one operation on the container and on the model, and checks the invariants.

    Args:
        factory: a class or function; it is given whichever of the keyword arguments ``minimum``, ``capacity``,
            ``truncate``, ``id_bits`` and ``index_bits`` it takes.
        parameters: what every container is made with; drawn from small ranges if left out.
        profile: ``stablelist``, ``slotmap``, ``arena`` or ``slab``.
        without: operations, or aliases (`stablelist_conformance.python.aliases`), that the container has a method
            for, but that mean something else there.

    Raises:
        UsageError: no such profile or operation, or a factory that makes no container, or not with these parameters.

    >>> from stablelist import StableList
    >>> TestStableList = state_machine(StableList).TestCase
    """
    system_named(profile)
    if unknown := sorted(set(without) - POOL.kinds.keys() - ALIASES.keys() - {"forge", "negative"}):
        raise UsageError(f"{unknown[0]!r} is no operation; choose among {', '.join(POOL.kinds)}")
    name = str(getattr(factory, "__name__", type(factory).__name__))
    left_out = set(without) - ALIASES.keys()
    answerer = ContainerAnswerer(factory, name=name, profile=profile, without=left_out)
    members = {
        "answerer": answerer,
        "begin": beginning(answerer, parameters),
        **offered_rules(answerer),
        **alias_rules(answerer, without),
        "__doc__": f"Drives {name} beside the model.",
        "__module__": __name__,
    }
    return type(f"{name}Machine", (ContainerMachine,), members)


# --- Who says what is right -----------------------------------------------------------------------------


class Reference(Protocol):
    """Judges one word after the other."""

    def step(self, at: int, operation: Operation, answered: str) -> Difference | None:
        """The difference if the word is wrong; otherwise continue from it."""
        ...


class ByModel:
    """The model, which has one answer."""

    def __init__(self, history: History, level: Level) -> None:
        self.history, self.level = history, level

    def step(self, at: int, operation: Operation, answered: str) -> Difference | None:
        """Compare."""
        right = perform(self.history, operation, self.level).answer
        return None if answered == right else Difference(at, right, answered)


def reference(answerer: ContainerAnswerer, parameters: Parameters) -> Reference:
    """The model if the container shows its layout, else the rules of its profile."""
    handshake = answerer.handshake
    if handshake.level > Level.CONTRACT:
        return ByModel(History(handshake.system, parameters), handshake.level)
    return contract_judge(handshake).following(parameters)


# --- The machine ----------------------------------------------------------------------------------------


class ContainerMachine(RuleBasedStateMachine):
    """A container and its reference. `state_machine` adds the rules for the operations that are offered."""

    answerer: ClassVar[ContainerAnswerer]

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.answers: list[str] = []
        self.insertions = 0
        self.parameters = Parameters()
        self.run: Run
        self.reference: Reference

    def start(self, parameters: Parameters) -> None:
        """Create the container."""
        self.parameters = parameters
        self.run = self.answerer.run(parameters, self.answerer.handshake.level)
        self.reference = reference(self.answerer, parameters)

    def perform(self, word: str, alias: str = "") -> range:
        """Carry an operation out on both sides, and compare; returns the numbers of its insertions."""
        self.words.append(word)
        way = ALIASES[alias].answer if alias else None
        answered = self.run.answer_by(way, word) if way else self.run.answer((word,))[0]
        self.answers.append(answered)
        at, operation = len(self.words) - 1, decode(word, POOL)
        difference = self.reference.step(at, operation, answered)
        if difference is not None:
            raise AssertionError(self.told(difference, alias)) from self.cause(answered)
        first = self.insertions
        self.insertions += POOL.insertions(operation)
        return range(first, self.insertions)

    def ask(self, word: str) -> None:
        """Carry out a question, which becomes part of the program only if its answer is wrong."""
        self.perform(word)
        del self.words[-1], self.answers[-1]

    @invariant()
    def agrees(self) -> None:
        """Cheap questions are asked after every step, and the container's own ``check`` must pass."""
        handshake = self.answerer.handshake
        for word in ("len", "layout", "cost")[: 1 + handshake.level]:
            if word not in handshake.without:
                self.ask(word)
        check = getattr(self.run.container, "check", None)
        if callable(check):
            self.content(check)

    def content(self, check: Callable[[], object]) -> None:
        """The container's own ``check`` raises nothing."""
        try:
            check()
        except Exception as error:
            reason = f"check() raised {type(error).__name__}: {error}"
            raise AssertionError(f"{reason}\n\n{self.program(None)}") from error

    def cause(self, answered: str) -> Exception | None:
        """The exception of the container, if it was the reason."""
        return self.run.raised if answered.startswith("!") else None

    def told(self, difference: Difference, alias: str = "") -> str:
        """Operation, expected and actual answer, and the program so far."""
        at, expected, answered = difference
        asked = self.words[at] + (f" by its alias {alias}" if alias else "")
        headline = f"operation {at + 1}, {asked}: expected {expected}, answered {answered}"
        raised = self.cause(answered)
        if raised is not None:
            headline += f" ({type(raised).__name__}: {raised})"
        return f"{headline}\n\n{self.program(difference)}"

    def program(self, difference: Difference | None) -> str:
        """The program so far in plain words."""
        handshake = self.answerer.handshake
        at, expected, answered = difference or (None, "", "")
        told = Counterexample(
            port=handshake.name,
            handshake=handshake,
            program=Program(self.parameters, tuple(self.words)),
            level=handshake.level,
            kind="answer",
            at=at,
            expected=expected,
            answered=answered,
            detail="",
            answers=tuple(self.answers),
        )
        trace = tell(told)
        words = parameter_words(self.parameters, handshake)
        return "\n".join([words, *steps(trace), *broken(trace.breaks)])


# --- Parameters -----------------------------------------------------------------------------------------

SMALL: Final[dict[str, st.SearchStrategy[Any]]] = {
    "minimum": st.sampled_from((4, 0, 5, 8)),
    "capacity": st.sampled_from((0, 4, 8, 12, 13)),
    "truncate": st.sampled_from((Truncate.ITERATION, Truncate.MEMORY, Truncate.NEVER)),
    "id_bits": st.sampled_from((32, 8, 3, 2, 1, None)),
    "index_bits": st.sampled_from((32, None, 5, 4, 3)),
    "maximum": st.sampled_from((None, 9, 4, 1)),
}
"""Small parameters, the simplest of each first."""


def beginning(
    answerer: ContainerAnswerer, parameters: Parameters | None
) -> Callable[[ContainerMachine, Parameters], None]:
    """The rule that creates the container."""
    drawn = small_parameters(answerer) if parameters is None else st.just(parameters)
    if parameters is not None:
        refuse_unfit(answerer, parameters)
    return initialize(parameters=drawn)(begin)


def begin(machine: ContainerMachine, parameters: Parameters) -> None:
    """Create the container."""
    machine.start(parameters)


def small_parameters(answerer: ContainerAnswerer) -> st.SearchStrategy[Parameters]:
    """Parameters that the factory takes, from small ranges; the others keep their defaults."""
    taken = answerer.takes
    if not answerer.handshake.system.exact:
        taken &= {"id_bits"}
    return st.fixed_dictionaries({}, optional={n: s for n, s in SMALL.items() if n in taken}).map(
        fitting
    )


def fitting(options: Mapping[str, Any]) -> Parameters:
    """Parameters from options; if the element space exceeds the index range, a smaller one is used."""
    try:
        return Parameters(**options)
    except ValueError:
        return Parameters(**{**options, "minimum": 4, "capacity": 0})


def refuse_unfit(answerer: ContainerAnswerer, parameters: Parameters) -> None:
    """Refuse parameters that the factory does not take."""
    default = Parameters()
    for name in SMALL:
        value = getattr(parameters, name)
        if name not in answerer.takes and value != getattr(default, name):
            raise UsageError(
                f"{answerer.handshake.name} takes no argument {name}, so that it cannot be {value}; "
                "leave it out of the parameters, or let the class take it"
            )


# --- Rules ----------------------------------------------------------------------------------------------

KEYS: Final = Bundle("keys")
Rule = Callable[..., Any]


@rule(target=KEYS, times=st.sampled_from((1, 1, 1, 1, 2, 3, 5, 9, 17)))
def add(machine: ContainerMachine, times: int) -> MultipleResults[int]:
    """Insert the next element, or some: 17 at once grow a fresh list three times."""
    return multiple(*(number for _ in range(times) for number in machine.perform("add")))


@rule(target=KEYS)
def insert_with(machine: ContainerMachine) -> MultipleResults[int]:
    """Insert through a factory that is given the key."""
    return multiple(*machine.perform("insert_with"))


@rule(target=KEYS, count=st.sampled_from((1, 2, 3, 5, 9, 17, 0)))
def extend(machine: ContainerMachine, count: int) -> MultipleResults[int]:
    """Insert some elements at once, or none."""
    return multiple(*machine.perform(f"extend:{count}"))


@rule(key=KEYS)
def remove(machine: ContainerMachine, key: int) -> None:
    """Remove by key."""
    machine.perform(f"remove:{key}")


@rule(key=KEYS)
def unwind(machine: ContainerMachine, key: int) -> None:
    """Remove the elements that were inserted since some key, and its own element, the youngest first."""
    for number in reversed(range(key, machine.insertions)):
        machine.perform(f"remove:{number}")


@rule(key=KEYS)
def unwind_from(machine: ContainerMachine, key: int) -> None:
    """Remove some key's element and the elements inserted since, the oldest first."""
    for number in range(key, machine.insertions):
        machine.perform(f"remove:{number}")


@rule(key=KEYS)
def at(machine: ContainerMachine, key: int) -> None:
    """Look up by key."""
    machine.perform(f"at:{key}")


@rule(key=KEYS)
def contains(machine: ContainerMachine, key: int) -> None:
    """Ask whether the key resolves."""
    machine.perform(f"contains:{key}")


@rule(key=KEYS)
def key_at(machine: ContainerMachine, key: int) -> None:
    """Ask which key is at the index of a key."""
    machine.perform(f"key_at:{key}")


@rule(key=KEYS, other=KEYS)
def remove_many(machine: ContainerMachine, key: int, other: int) -> None:
    """Remove by two keys at once."""
    machine.perform(f"remove_many:{key}:{other}")


@rule()
def is_empty(machine: ContainerMachine) -> None:
    """Ask whether there is no element."""
    machine.perform("is_empty")


@rule()
def clear(machine: ContainerMachine) -> None:
    """Remove everything."""
    machine.perform("clear")


@rule()
def each(machine: ContainerMachine) -> None:
    """Iterate over keys and elements."""
    machine.perform("each")


@rule()
def keys(machine: ContainerMachine) -> None:
    """Iterate over the keys and look each one up."""
    machine.perform("keys")


@rule(key=KEYS, element=st.integers(0, 9))
def replace(machine: ContainerMachine, key: int, element: int) -> None:
    """Put another element in the place of one."""
    machine.perform(f"replace:{key}:{element}")


@rule(key=KEYS, difference=st.integers(0, 3))
def at_mut(machine: ContainerMachine, key: int, difference: int) -> None:
    """Change an element in place."""
    machine.perform(f"at_mut:{key}:{difference}")


@rule(difference=st.integers(0, 3))
def each_mut(machine: ContainerMachine, difference: int) -> None:
    """Change every element in place."""
    machine.perform(f"each_mut:{difference}")


@rule(key=KEYS)
def inspect(machine: ContainerMachine, key: int) -> None:
    """Lend a pivot with a read-only view of all others."""
    machine.perform(f"inspect:{key}")


@rule(key=KEYS)
def apply(machine: ContainerMachine, key: int) -> None:
    """Lend a pivot with a view of all others."""
    machine.perform(f"apply:{key}")


@rule(key=KEYS, other=KEYS)
def exchange(machine: ContainerMachine, key: int, other: int) -> None:
    """Exchange the pivot with an element found through the view."""
    machine.perform(f"exchange:{key}:{other}")


@rule()
def traverse(machine: ContainerMachine) -> None:
    """Cross-iterate over everything."""
    machine.perform("traverse")


@rule(key=KEYS, structural=st.sampled_from(STRUCTURAL), count=st.integers(0, 2))
def lend(machine: ContainerMachine, key: int, structural: str, count: int) -> None:
    """Try a structural operation while an element is lent."""
    if structural not in machine.answerer.handshake.without:
        tried = Operation(structural, key=key, other=key, modulus=1, residue=count, count=count)
        machine.perform(encode(Operation("lend", tried=tried), POOL))


@rule()
def drain(machine: ContainerMachine) -> None:
    """Remove and return all elements."""
    machine.perform("drain")


@rule(modulus=st.integers(1, 3), residue=st.integers(0, 2))
def retain(machine: ContainerMachine, modulus: int, residue: int) -> None:
    """Keep some elements, and return the others."""
    machine.perform(f"retain:{modulus}:{residue % modulus}")


@rule(key=KEYS, other=KEYS)
def pair(machine: ContainerMachine, key: int, other: int) -> None:
    """Look two keys up at once."""
    machine.perform(f"pair:{key}:{other}")


@rule(place=st.integers(0, 40))
def put(machine: ContainerMachine, place: int) -> None:
    """Insert at an index."""
    machine.perform(f"put:{place}")


@rule(count=st.sampled_from((1, 0, 4, 9, 40)))
def reserve(machine: ContainerMachine, count: int) -> None:
    """Make room for more elements."""
    machine.perform(f"reserve:{count}")


@rule()
def shrink_to_fit(machine: ContainerMachine) -> None:
    """Give back the room that is not needed."""
    machine.perform("shrink_to_fit")


@rule(key=KEYS)
def repack(machine: ContainerMachine, key: int) -> None:
    """Pack and unpack a key, and look it up."""
    if machine.answerer.handshake.system.able(machine.parameters, "repack"):
        machine.perform(f"repack:{key}")


@rule()
def reload(machine: ContainerMachine) -> None:
    """Save and load the container, and continue with the result."""
    machine.perform("reload")


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


def callback_rule(offered: Collection[str]) -> Rule:
    """The rule for callbacks that raise; after every step, the other rules check that nothing has changed."""

    @rule(operation=st.sampled_from([name for name in CALLBACKS if name in offered]), key=KEYS)
    def callback_raises(machine: ContainerMachine, operation: str, key: int) -> None:
        """Let a callback raise: the exception must be passed on, unless the callback was not called."""
        try:
            changed = CALLBACKS[operation](machine.run.container, machine.run.keys[key])
        except Exception as error:
            if isinstance(error, Raised) or error_word(error) == "!full":
                return
            raise
        if changed:
            reason = f"{operation} swallowed what its callback raised"
            raise AssertionError(f"{reason}\n\n{machine.program(None)}")

    return callback_raises


RULES: Final[dict[str, Rule]] = {
    "add": add,
    "insert_with": insert_with,
    "extend": extend,
    "remove": remove,
    "at": at,
    "contains": contains,
    "key_at": key_at,
    "remove_many": remove_many,
    "is_empty": is_empty,
    "clear": clear,
    "each": each,
    "keys": keys,
    "replace": replace,
    "at_mut": at_mut,
    "each_mut": each_mut,
    "apply": apply,
    "inspect": inspect,
    "exchange": exchange,
    "pair": pair,
    "put": put,
    "traverse": traverse,
    "lend": lend,
    "drain": drain,
    "retain": retain,
    "reserve": reserve,
    "shrink_to_fit": shrink_to_fit,
    "repack": repack,
    "reload": reload,
}
"""The rule of each operation; ``len``, ``layout`` and ``cost`` are asked after every step."""


def offered_rules(answerer: ContainerAnswerer) -> dict[str, Rule]:
    """The rules for what a container offers."""
    handshake = answerer.handshake
    offered = handshake.offered
    rules = {name: found for name, found in RULES.items() if name in offered}
    rules |= {"unwind": unwind, "unwind_from": unwind_from}
    if offered & CALLBACKS.keys():
        rules["callback_raises"] = callback_rule(offered)
    if "forge" not in handshake.without:
        asked = [
            name for name in ("at", "contains", "remove", "apply", "inspect") if name in offered
        ]
        rules["forged"] = forged_rule(asked, forged_keys(answerer))
    return rules


def alias_rules(answerer: ContainerAnswerer, without: Collection[str]) -> dict[str, Rule]:
    """The rules for operations under other names; at contract level, a container may have only these."""
    handshake = answerer.handshake
    known = handshake.system.operations - set(without)
    names: dict[str, list[str]] = {}
    for name, alias in aliases_of(answerer.first).items():
        if alias.operation in known and name not in without:
            names.setdefault(alias.operation, []).append(name)
    return {
        f"{operation}_by_alias": alias_rule(operation, ways) for operation, ways in names.items()
    }


def alias_rule(operation: str, names: Sequence[str]) -> Rule:
    """The rule that carries an operation out by an alias."""

    @rule(alias=st.sampled_from(names), key=KEYS, value=st.integers(0, 9))
    def of_a_key(machine: ContainerMachine, alias: str, key: int, value: int) -> None:
        """Use the alias."""
        machine.perform(encode(POOL.least(operation, key, number=value), POOL), alias)

    @rule(alias=st.sampled_from(names))
    def of_all(machine: ContainerMachine, alias: str) -> None:
        """Use the alias."""
        machine.perform(operation, alias)

    return of_a_key if POOL.kinds[operation].operands else of_all


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
        machine.perform(f"{operation}:{key_word(key)}")

    return forged
