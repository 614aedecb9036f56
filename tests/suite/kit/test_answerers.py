"""Answerers: model and container agree, and any Python class is asked only for what it offers."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest

from stablelist import CapacityError
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.classes import CLASSES
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.python.answerers import Answerer, ContainerAnswerer, ModelAnswerer
from stablelist_conformance.python.container_run import PARSED_WORDS
from stablelist_conformance.python.serve import bundled
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.families.pool import POOL
from stablelist_spec.systems import SYSTEMS

from .relatives import SlotMap

# --- Model and container --------------------------------------------------------------------------


@pytest.mark.parametrize("level", Level)
def test_model_and_container_agree_on_the_swarm(level: Level) -> None:
    """The two know nothing of each other; on small programs and large ones they say the same, word for word."""
    container = ContainerAnswerer(bundled, name="stablelist")
    model = ModelAnswerer()
    abilities = Abilities(container.handshake, level)
    small, large = (Swarm(abilities, int(level), classes) for classes in ((), CLASSES))
    programs = [
        *map(small.program, range(60)),
        *map(large.program, range(20 * level, 20 * level + 8)),
    ]
    for program in programs:
        assert container.answer(program, level) == model.answer(program, level), program


def test_bundled_container_shows_everything() -> None:
    """It offers what the model offers, at the highest level, at any width."""
    shown = ContainerAnswerer(bundled, name="stablelist").handshake
    assert shown.level is Level.COST
    assert shown.without == ModelAnswerer().handshake.without == set()
    assert shown.id_bits.supports(1)
    assert shown.index_bits.supports(3)


@pytest.mark.parametrize("name", [name for name, each in SYSTEMS.items() if each.family is POOL])
def test_model_answers_in_every_scope(name: str) -> None:
    """Covering programs have these configurations, so that a width of one bit must not be refused there."""
    for scope in SYSTEMS[name].scopes:
        assert ModelAnswerer(name).answer(Program(scope, ("add",), name), Level.CONTRACT) == ["ok"]


def test_insertions_that_a_system_lacks_are_numbered() -> None:
    """As all that fail: their keys are not found, and the next insertion has the next number."""
    _, program = parse_program("layout : extend:2 remove:1 add at:2 layout", "lifo-slotmap")
    said = ["!other", "none", "1.1", "2", "1:1:|0,1"]
    assert ModelAnswerer("lifo-slotmap").answer(program, Level.LAYOUT) == said


def test_too_many_words_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are parsed again when they are needed."""
    monkeypatch.setattr("stablelist_conformance.python.container_run.MOST_TOLD", 3)
    answerer = ContainerAnswerer(bundled, name="stablelist")
    PARSED_WORDS.clear()
    for _ in range(2):
        _, program = parse_program(
            "layout truncate=memory id_bits=2 index_bits=3 : add add at:0 at:1 remove:0 at:0 len"
        )
        assert answerer.answer(program, Level.LAYOUT) == ["0.0", "1.1", "0", "1", "0", "none", "1"]
        assert 0 < len(PARSED_WORDS) <= 3


@pytest.mark.parametrize("raising", ["", " add" * 9])
def test_answerer_keeps_no_container_after_its_answer(raising: str) -> None:
    """The run and its container do not wait for the garbage collector, not even if an answer was an exception."""
    answerer = ContainerAnswerer(bundled, name="stablelist")
    _, program = parse_program(
        f"layout truncate=memory id_bits=2 index_bits=3 : add at:0 each lend:add{raising}"
    )
    answerer.answer(program, Level.LAYOUT)
    gc.collect()
    gc.disable()
    try:
        assert ("!full" in answerer.answer(program, Level.LAYOUT)) is bool(raising)
        assert gc.collect() == 0
    finally:
        gc.enable()


# --- A foreign class ------------------------------------------------------------------------------


class Few:
    """The least that a container can offer."""

    def __init__(self) -> None:
        self.elements: dict[int, int] = {}
        self.next = 0

    def insert(self, element: int) -> int:
        self.elements[self.next] = element
        self.next += 1
        return self.next - 1

    def remove(self, key: int) -> int | None:
        return self.elements.pop(key, None)

    def get(self, key: int) -> int | None:
        return self.elements.get(key)


class More(Few):
    """A class whose iteration is over elements, and whose methods have other names."""

    def contains(self, key: int) -> bool:
        """A method in place of ``in``."""
        return key in self.elements

    def __len__(self) -> int:
        return len(self.elements)

    def __iter__(self) -> Iterator[int]:
        return iter(self.elements.values())

    def keys(self) -> list[int]:
        """The keys, which iteration does not show."""
        return list(self.elements)

    def items(self) -> list[tuple[int, int]]:
        """Pairs, in place of ``each``."""
        return list(self.elements.items())

    def clear(self) -> None:
        self.elements.clear()

    def drain(self) -> Iterator[int]:
        """Hand everything out."""
        while self.elements:
            yield self.elements.popitem()[1]

    def retain(self, keeps: Callable[[int, int], bool]) -> None:
        """Keep some."""
        self.elements = {k: e for k, e in self.elements.items() if keeps(k, e)}


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("insert_with at:0 add insert_with at:2", "ok 0 ok ok 2"),
        ("extend:2 extend:0 add at:1 at:2", "[ok,ok] [] ok 1 2"),
        ("add replace:0:7 at:0 remove:0 replace:0:7", "ok yes 7 7 no"),
        ("extend:2 at_mut:1:5 at:1 each_mut:2 each remove:0 at_mut:0:1", "[ok,ok] 6 6 ok [2,8] 2 none"),
        ("extend:3 remove:1 reload add each at:0 at:1 at:3", "[ok,ok,ok] 1 ok ok [0,2,3] 0 none 3"),
        ("extend:3 retain:2:0 drain len", "[ok,ok,ok] [1] [0,2] 0"),
        ("extend:3 each_removing:2:1 each at:0", "[ok,ok,ok] [0,1,2] [1] none"),
        ("extend:3 each_first:2 remove:0 each_first:0", "[ok,ok,ok] [0,1,2] 0 [1,2]"),
        ("extend:3 remove:1 pair:0:2 pair:1:1", "[ok,ok,ok] 1 0/2 none/none"),
        ("put:7 add put:7 at:0 each", "none ok 0 none [1,2]"),
        ("add insert_at:0 at:0 remove:1 insert_at:0 at:1 at:2", "ok 0 none 1 none none 2"),
    ],
)  # fmt: skip
def test_relative_that_has_much_is_asked_much(words: str, right: str) -> None:
    """Keys come from factories and lists, elements with keys or without, and a loaded container goes on."""
    shown = ContainerAnswerer(SlotMap, name="a", system_name="slotmap").handshake
    lacking = {"reserve", "shrink_to_fit", "repack", "lend", *POOL.both}
    assert shown.offered == SYSTEMS["slotmap"].operations - lacking
    assert said(SlotMap, words) == right


def test_class_that_cannot_be_saved_is_not_reloaded() -> None:
    """A generator is among its fields, which pickle refuses."""

    class Open(Few):
        def __init__(self) -> None:
            super().__init__()
            self.open = (number for number in range(3))

    shown = ContainerAnswerer(Open, name="open", system_name="slotmap").handshake
    assert "reload" in shown.without


def said(factory: Callable[..., Any], words: str, system_name: str = "slotmap") -> str:
    """The answer of a container to a program at contract level."""
    answerer: Answerer = ContainerAnswerer(factory, name="a", system_name=system_name)
    _, program = parse_program(f"contract index_bits=0 : {words}")
    return " ".join(answerer.answer(program, Level.CONTRACT))


def test_what_a_class_has_no_method_for_is_left_out() -> None:
    """Few methods, few operations; no forged keys for keys that are plain numbers."""
    shown = ContainerAnswerer(Few, name="few", system_name="slotmap").handshake
    offered = shown.offered
    assert offered == {"add", "remove", "at", "reload"} | POOL.looping
    assert {"forge", "negative"} <= shown.without
    assert (shown.level, str(shown.id_bits), str(shown.index_bits)) == (Level.CONTRACT, "32", "0")
    assert said(Few, "add add remove:0 remove:0 at:0 at:1") == "ok ok 0 none none 1"


def test_every_operation_finds_a_method_by_another_name() -> None:
    """insert, get, contains, keys, items and length stand in for what the protocol calls otherwise."""
    offered = ContainerAnswerer(More, name="a", system_name="slotmap").handshake.offered
    assert SYSTEMS["slotmap"].operations - offered == {
        "insert_with", "extend", "replace", "at_mut", "each_mut", "reserve", "shrink_to_fit", "repack", "pair", "put",
        "insert_at", "each_removing", "each_first", "lend", *POOL.both,
    }  # fmt: skip
    words = (
        "is_empty add add add remove:1 contains:0 contains:1 len is_empty each keys retain:2:0 drain len "
        "add clear len"
    )
    right = "yes ok ok ok 1 yes no 2 no [0,2] [0,2] [] [0,2] 0 ok ok 0"
    assert said(More, words) == right


def test_operation_can_be_left_out_by_name() -> None:
    """A method of that name may mean something else there."""
    shown = ContainerAnswerer(More, name="a", system_name="slotmap", without={"retain"}).handshake
    assert "retain" in shown.without
    assert "drain" not in shown.without


@pytest.mark.parametrize("missing", ["insert", "remove", "get"])
def test_class_without_essential_methods_is_refused(missing: str) -> None:
    """A container must be able to add, remove and look up."""
    methods = {name: vars(Few)[name] for name in ("insert", "remove", "get") if name != missing}
    lacking = type("Lacking", (), {"__init__": Few.__init__, **methods})
    with pytest.raises(UsageError, match=rf"Lacking that a makes has no method .*{missing}"):
        ContainerAnswerer(lacking, name="a")


@pytest.mark.parametrize(
    ("factory", "reason"),
    [(lambda needed: needed, "needed"), (lambda: 1 // 0, "ZeroDivisionError")],
)
def test_factory_that_makes_nothing_is_refused(factory: Callable[..., Any], reason: str) -> None:
    """It needs an argument that it does not get, or it raises."""
    with pytest.raises(UsageError, match="a makes no container") as caught:
        ContainerAnswerer(factory, name="a")
    assert reason in str(caught.value)


def test_configuration_that_the_factory_refuses_is_answered() -> None:
    """Every operation is answered by `!other`; the next program is answered as usual."""

    def small(*, id_bits: int = 32) -> Few:
        if id_bits > 40:
            raise ValueError(id_bits)
        return Few()

    answerer = ContainerAnswerer(small, name="small", system_name="slotmap")
    for id_bits, right in ((41, "!other !other"), (40, "ok 0")):
        _, program = parse_program(f"contract id_bits={id_bits} : add at:0", "slotmap")
        assert " ".join(answerer.answer(program, Level.CONTRACT)) == right


class Mode(Enum):
    """A user's own enumeration."""

    NEVER = "never"
    ITERATION = "iteration"
    MEMORY = "memory"


def test_factory_is_given_what_it_takes() -> None:
    """Options by name, an enumeration in its own type, and everything where anything is taken."""
    given: dict[str, object] = {}

    def some(*, truncate: Mode = Mode.NEVER, id_bits: int | None = 8) -> Few:
        given.update(truncate=truncate, id_bits=id_bits)
        return Few()

    def anything(**options: object) -> Few:
        given.update(options)
        return Few()

    _, program = parse_program(
        "contract minimum=5 capacity=9 truncate=memory id_bits=2 index_bits=8 : add"
    )
    shown = ContainerAnswerer(some, name="some")
    shown.answer(program, Level.CONTRACT)
    assert given == {"truncate": Mode.MEMORY, "id_bits": 2}
    assert shown.handshake.id_bits.supports(1)
    given.clear()
    ContainerAnswerer(anything, name="anything").answer(program, Level.CONTRACT)
    assert given == {
        "minimum": 5, "capacity": 9, "truncate": "memory", "id_bits": 2, "index_bits": 8, "maximum": None,
    }  # fmt: skip


# --- Exceptions -----------------------------------------------------------------------------------


class BorrowError(Exception):
    """A user's own error, recognized by its name."""


class MyCapacityError(CapacityError):
    """A child of an error known by its name."""


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (OverflowError(), "!full"),
        (CapacityError("add", 8, 3), "!full"),
        (MyCapacityError("add", 8, 3), "!full"),
        (BorrowError(), "!borrow"),
        (KeyError(0), "!other"),
        (RuntimeError(), "!other"),
        (NotImplementedError(), "!other"),
    ],
)
def test_exception_becomes_a_closed_word(error: Exception, word: str) -> None:
    """The name of its class or of a parent decides; the program continues."""

    class Raising(More):
        def get(self, key: int) -> int | None:
            raise error

        def clear(self) -> None:
            raise error

    assert said(Raising, "add at:0 clear remove:0") == f"ok {word} {word} 0"


@dataclass(frozen=True)
class StrictKey:
    """A key of two parts."""

    index: int
    id: int


def strict(index: int, id: int) -> StrictKey:  # noqa: A002 - the field's word
    """A key type that refuses what it cannot hold."""
    if index < 0:
        raise ValueError(index)
    return StrictKey(index, id)


def test_key_that_the_type_cannot_hold_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says so; it is no failure of the container."""

    class Keyed(More):
        def insert(self, element: int) -> Any:
            super().insert(element)
            return StrictKey(element, 0)

        def get(self, key: Any) -> int | None:
            return super().get(key.index)

        def contains(self, key: Any) -> bool:
            return super().contains(key.index)

    monkeypatch.setattr("stablelist_conformance.python.answerers.key_type", lambda *_: strict)
    assert said(Keyed, "add at:#-1.0 contains:#-1.0 at:#0.0 at:#7.0") == "ok none no 0 none"


def test_refused_structural_change_is_told_apart_from_a_crash() -> None:
    """While an element is lent: `!borrow` if refused, `ok` if accepted, `!other` if it raised another error."""

    class Lending(More):
        def each(self, visit: Callable[[int, int], object]) -> None:
            for key, element in list(self.elements.items()):
                visit(key, element)

        def clear(self) -> None:
            raise BorrowError

        def remove(self, key: int) -> int:
            return self.elements.pop(key)

    words = "lend:add add lend:clear lend:add lend:remove:0 lend:remove:0 len"
    assert said(Lending, words, "stablelist") == "none ok !borrow ok ok !other 1"


def test_container_that_takes_no_element_is_served_all_the_same() -> None:
    """Its first addition raises: that is for a judge to find, with a program."""

    class Refusing:
        def add(self, element: int) -> int:
            raise IndexError(element)

        def remove(self, key: int) -> None:
            """Nothing."""

        def at(self, key: int) -> None:
            """Nothing."""

    answerer = ContainerAnswerer(Refusing, name="refusing", system_name="slab")
    assert "forge" in answerer.handshake.without
    _, program = parse_program("contract : add at:0")
    assert answerer.answer(program, Level.CONTRACT) == ["!other", "none"]
