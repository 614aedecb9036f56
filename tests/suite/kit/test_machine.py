"""The state machine for authors in Python: correct classes pass; planted bugs are found, shrunk and reported."""

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache, partialmethod
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from stablelist import BorrowError, Key, StableList
from stablelist_conformance.judging.properties import FAILING, LENGTH, LISTED
from stablelist_conformance.machine import state_machine
from stablelist_conformance.machine.pools import CALLBACKS
from stablelist_conformance.python.aliases import ALIASES
from stablelist_conformance.python.methods import FORMS
from stablelist_conformance.python.serve import bundled
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import from_names
from stablelist_conformance.wire.systems import system_named
from stablelist_spec import Truncate
from stablelist_spec.core.family import Refusal
from stablelist_spec.core.history import NO_KEY, History
from stablelist_spec.core.key import Key as Block
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import SYSTEMS
from stablelist_spec.systems.allocator import Region
from suite.captured import captured
from suite.kit.test_answerers import More

BUSY = [HealthCheck.too_slow]
"""A machine that has other things to do as well is no failure."""
FEW = settings(
    max_examples=15, stateful_step_count=40, derandomize=True, suppress_health_check=BUSY
)
MANY = settings(
    max_examples=300,
    stateful_step_count=25,
    derandomize=True,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=BUSY,
)
HUNDRED = settings(
    deadline=None, database=None, phases=(Phase.generate, Phase.target), suppress_health_check=BUSY
)
"""As many examples as Hypothesis runs by default."""
FIRST = settings(MANY, stateful_step_count=50, phases=(Phase.generate,))
"""The first failure is enough; to make it smaller takes most of the time."""
PAGE = Path(__file__).parents[3] / "docs" / "state-machine.md"


def example(number: int) -> str:
    """A complete file from the page."""
    files = re.finditer(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [file[1] for file in files][number]


def pasted(source: str) -> dict[str, Any]:
    """The names that a file defines."""
    names: dict[str, Any] = {"__name__": "test_my_pool"}
    exec(source, names)
    return names


def failure(machine: type[RuleBasedStateMachine], how: settings = MANY) -> str:
    """The message of a machine that finds something."""
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(machine, settings=how)
    return str(caught.value)


# --- The page -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_page_runs_as_it_is_pasted(tmp_path: Path) -> None:
    files = [tmp_path / f"test_pasted_{number}.py" for number in range(4)]
    for number, file in enumerate(files):
        file.write_text(example(number), encoding="utf-8")
    run = captured(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, files)],
        cwd=tmp_path,
        env=os.environ | {"CI": "true"},
        timeout=300,
    )
    assert run.returncode == 0, run.stdout
    assert "4 passed" in run.stdout


def test_page_shows_what_its_planted_bug_is_told_as() -> None:
    """The page's class with the page's bug, shrunk to the page's four operations, in the page's words."""
    names = pasted(example(0).replace("version + 1, None", "version, None"))
    told = failure(state_machine(names["MyPool"], system="slotmap"))
    shown = re.search(r"```text\nAssertionError: (.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert shown is not None
    assert [line.strip() for line in told.splitlines()] == [
        line.strip() for line in shown[1].splitlines()
    ]


def test_page_names_every_operation() -> None:
    """The table is complete, and what it calls an operation is one."""
    from stablelist_conformance.python.answerers import METHODS

    table = PAGE.read_text(encoding="utf-8").partition("| operation |")[2]
    for operation in POOL.kinds.keys() - POOL.both - POOL.looping:  # a machine has one container
        assert operation in table
        for method in METHODS.get(operation, (operation,)):
            asked = {"__contains__": "key in pool", "__len__": "len(pool)", "__iter__": "iteration"}
            asked["__reduce_ex__"] = "what `pickle` asks for"
            assert asked.get(method, f"`{method}(") in table


def test_page_names_every_alias_and_callback() -> None:
    """The second table is complete, and so is the list below it."""
    table, below = PAGE.read_text(encoding="utf-8").partition("| alias |")[2].split("\n\n")[:2]
    named = {
        name
        for row in re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
        for name in row.split(", ")
    }
    assert named - {"---"} == {f"`{name}`" for name in ALIASES}
    assert re.findall(r"`(\w+)`", below) == list(CALLBACKS)


# --- Right classes --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "parameters", [Parameters(5, 12, Truncate.MEMORY, 2, 4), Parameters(id_bits=1)]
)
def test_parameters_can_be_given(parameters: Parameters) -> None:
    """Every container is made with them."""
    made: list[dict[str, object]] = []

    def making(**options: Any) -> StableList[int]:
        made.append(options)
        pool = bundled(**options)
        assert isinstance(pool, StableList)
        return pool

    run_state_machine_as_test(state_machine(making, parameters=parameters), settings=FEW)
    assert len(made) > 10
    for options in made[1:]:
        assert (options["minimum"], options["capacity"]) == (
            parameters.minimum,
            parameters.capacity,
        )
        assert options["truncate"] == parameters.truncate.value
        assert options["id_bits"] == parameters.id_bits


@pytest.mark.slow
def test_parameters_are_small_and_various_and_containers_grow_and_fall() -> None:
    """Of a hundred examples forty truncate four times or more; all modes, narrow ids, a full index range."""
    ended: list[tuple[dict[str, Any], int]] = []

    class Ending(state_machine(bundled)):  # type: ignore[misc]
        """It notes how its examples end."""

        def teardown(self) -> None:
            ended.append(({**vars(self.parameters)}, self.run.container.stats().truncations))
            super().teardown()

    run_state_machine_as_test(seed(2)(Ending), settings=HUNDRED)
    drawn = {name: {options[name] for options, _ in ended} for name in ended[0][0]}
    assert drawn["truncate"] == {*Truncate}
    assert {1, 2, 3} & drawn["id_bits"]
    assert {3, 4, 5} & drawn["index_bits"]
    assert max(drawn["capacity"]) <= 16
    assert sum(truncations >= 4 for _, truncations in ended) * 100 >= 40 * len(ended) >= 4_000


# --- Planted bugs ---------------------------------------------------------------------------------


class Drifting(More):
    """Its length is not that of a pool after a stale removal."""

    drift = 0

    def remove(self, key: int) -> int | None:
        """Remove, and count what was not there."""
        self.drift += key not in self.elements
        return super().remove(key)

    def __len__(self) -> int:
        return max(0, len(self.elements) - self.drift)


class Skipping(More):
    """Its keys lack the last of four."""

    def keys(self) -> list[int]:
        return super().keys()[:3]


class Raising(More):
    """A pool that raises on a stale key."""

    def get(self, key: int) -> int | None:
        return self.elements[key]


class Greedy(More):
    """It keeps nothing when it should keep what has residue 1."""

    def retain(self, keeps: Any) -> None:
        if keeps(0, 1):
            self.elements.clear()
        else:
            super().retain(keeps)


class Suspicious(More):
    """Its own invariant does not hold with three elements."""

    def check(self) -> None:
        assert len(self.elements) != 3, "three is one too many"


def test_right_pool_of_few_methods_passes() -> None:
    """So the failures below are caused by the bugs."""
    run_state_machine_as_test(state_machine(More, system="slotmap"), settings=FEW)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pool", "headline", "longest", "name"),
    [
        (Drifting, r"len: expected \d, answered \d", 0, LENGTH),
        (Skipping, r"keys: expected \[0,1,2,3[,4]*\], answered \[0,1,2\]", 6, LISTED),
        (Raising, r"at:0: expected none, answered !other \(KeyError: 0\)", 3, FAILING),
        (Greedy, r"len: expected \d, answered 0", 3, LENGTH),
    ],
)
def test_planted_bug_is_found_shrunk_and_told(
    pool: type, headline: str, longest: int, name: str
) -> None:
    """Operation, expected and actual answer come first, then a short program in words, and the broken property.

    What the container raised is the cause, so that the traceback of its author's class can be read.
    """
    how = MANY if longest else FIRST
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(state_machine(pool, system="slotmap"), settings=how)
    assert isinstance(caught.value.__cause__, KeyError) is (pool is Raising)
    told = str(caught.value)
    first, _, rest = told.partition("\n\n")
    steps, _, broken = rest.partition("\nbreaks ")
    assert re.fullmatch(rf"operation \d+, {headline}", first)
    assert not longest or len(re.findall(r"^>? +\d+\. ", steps, re.MULTILINE)) <= longest, told
    assert "expected" in steps.splitlines()[-1]
    assert broken.lstrip().startswith(f"{name}: ")


def test_check_of_the_container_is_called() -> None:
    """Its exception is reported with the program, and is the cause of the error."""
    with pytest.raises(
        AssertionError, match=r"check\(\) raised AssertionError: three is"
    ) as caught:
        run_state_machine_as_test(state_machine(Suspicious, system="slotmap"), settings=MANY)
    assert str(caught.value).count("add element") == 3
    assert isinstance(caught.value.__cause__, AssertionError)


class Wearing(StableList[int]):
    """A truncation uses up an id."""

    def remove(self, key: Key[int]) -> int | None:
        before = self.layout().space
        found = super().remove(key)
        if self.layout().space < before:
            StableList.remove(self, self.add(0))
        return found


class Losing(StableList[int]):
    """Position 3 is not found in a space of 16 or more."""

    def at(self, key: Key[int]) -> int | None:
        return None if self.loses(key) else super().at(key)

    def loses(self, key: Any) -> bool:
        """Whether a key is not found."""
        return isinstance(key, Key) and key.index == 3 and self.layout().space >= 16


class Denying(Losing):
    """The same is only denied: `at` finds it."""

    def at(self, key: Key[int]) -> int | None:
        return StableList.at(self, key)

    def __contains__(self, key: object) -> bool:
        return not self.loses(key) and super().__contains__(key)


class Miscounting(StableList[int]):
    """Its layout is right, its cost is not."""

    def each(self, f: Any) -> None:
        """Iterate, and iterate again."""
        super().each(f)
        super().each(lambda _, __: None)


class Wasteful(StableList[int]):
    """A factory that raises has used up an id."""

    def insert_with(self, factory: Any) -> Key[int]:
        try:
            return super().insert_with(factory)
        except BaseException:
            with suppress(BorrowError):
                self.remove(self.add(0))
            raise


class Lenient(StableList[int]):
    """pool[key] makes nothing of a stale key."""

    def __getitem__(self, key: Any) -> Any:
        return self.get(key, -1)


class Swallowing(StableList[int]):
    """It keeps to itself what the callback of at_mut raises."""

    def at_mut(self, key: Any, f: Any) -> bool:
        try:
            return super().at_mut(key, f)
        except Exception:
            return True


@pytest.mark.slow
def test_alias_can_be_left_out() -> None:
    run_state_machine_as_test(state_machine(Lenient, without={"subscription"}), settings=FEW)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pool", "headline", "longest"),
    [
        (Wearing, r"operation \d+, layout", 0),
        (Wasteful, r"operation \d+, layout: expected \S+, answered \S+", 0),
        (Miscounting, r"operation \d+, cost", 0),
        (Losing, r"operation \d+, at:3: expected 3, answered none", 10),
        (Denying, r"operation \d+, contains:\d+: expected yes, answered no", 0),
        (
            Lenient,
            r"operation \d+, at:\d+ by its alias subscription: expected none, answered -1",
            0,
        ),
        (Swallowing, "at_mut swallowed what its callback raised", 0),
    ],
)
def test_bug_of_a_stable_list_is_found_and_shrunk(pool: type, headline: str, longest: int) -> None:
    """In a hundred examples, also if it needs many elements; layout and cost are compared with the model's."""
    phases = MANY.phases if longest else FIRST.phases
    told = failure(state_machine(pool), settings(HUNDRED, phases=phases, derandomize=True))
    assert re.match(headline, told)
    assert not longest or len(re.findall(r"^>? +\d+\. ", told, re.MULTILINE)) <= longest, told


# --- Bad usage ------------------------------------------------------------------------------------


def test_operation_can_be_left_out() -> None:
    run_state_machine_as_test(
        state_machine(Skipping, system="slotmap", without={"keys"}), settings=FEW
    )


# --- Other families -------------------------------------------------------------------------------


FEW_STEPS = settings(FEW, max_examples=25, stateful_step_count=30)
MANY_STEPS = settings(FEW_STEPS, max_examples=300, phases=(Phase.generate, Phase.shrink))
RING = "suite.toy.ring:RING"
LINEAR, STACK = "linear-allocator", "stack-allocator"


Does = Callable[[History, Operation], Any]
"""Carries an operation out, and returns its answer."""


def rightly(history: History, operation: Operation) -> Any:
    """As the model does it."""
    return history.perform(operation).answer


class Modelled:
    """A container that does what the model of its system does, in methods that are called like the operations."""

    system: ClassVar[System]
    does: ClassVar[Does]

    def __init__(self, **choices: object) -> None:
        known = ((name, value) for name, value in choices.items() if name in self.system.chosen)
        pairs = [f"{name}={value or 0}" for name, value in known]
        self.history = History(self.system, from_names(self.system, pairs))

    def perform(self, name: str, *given: Any) -> Any:
        """Carry an operation out. A refusal is raised; an insertion is given its element, too, which is its number."""
        kind, known = self.system.family.kinds[name], self.history.issued
        operands = dict(zip((each.name for each in kind.operands), given, strict=False))
        if kind.inserts:  # it is not asked to insert what names a key that does not exist
            known += [NO_KEY] * (given[-1] - len(known))
        answer = type(self).does(self.history, Operation(name, **operands))
        if isinstance(answer, Refusal):
            raise type(f"{answer.title()}Error", (Exception,), {})
        return [*answer] if type(answer) is tuple else answer


def modelled(system_name: str, does: Does = rightly) -> type[Modelled]:
    """The class of a system, with a bug if it does not do everything rightly."""
    system = system_named(system_name)
    members: dict[str, Any] = {"system": system, "does": staticmethod(does)}
    for name in system.answered:
        members[FORMS.get(name, (name,))[-1]] = partialmethod(Modelled.perform, name)
    if system is SYSTEMS["sparse-set"]:  # any order is right
        members["__iter__"] = lambda self: reversed(self.perform("each"))
    return type("Modelled", (Modelled,), members)


def sticky(history: History, operation: Operation) -> Any:
    """The second member of a set stays when everything is removed."""
    members = sorted(rightly(history, Operation("each")))
    answer = rightly(history, operation)
    if operation.name == "clear" and members[1:]:
        rightly(history, Operation("insert", value=members[1]))
    return answer


def upside(history: History, operation: Operation) -> Any:
    """A ring pops the newest of three."""
    room, values = history.state
    if operation.name == "pop" and len(values) == 3:
        history.state = room, values[:-1]
        return values[-1]
    return rightly(history, operation)


def wrong_end(history: History, operation: Operation) -> Any:
    """A full deque overwrites its first element also with one that comes in front."""
    room, elements = history.state
    if operation.name == "push_front" and len(elements) == room.capacity > 1:
        rightly(history, Operation("pop_front"))
    return rightly(history, operation)


def dangling(history: History, operation: Operation) -> Any:
    """The edges of a removed node are not handed out."""
    answer = rightly(history, operation)
    return answer[:1] if operation.name == "remove_node" else answer


def once(history: History, operation: Operation) -> Any:
    """The degree of a node counts a loop once."""
    answer = rightly(history, operation)
    if operation.name != "degree" or answer is None:
        return answer
    leaving, coming = (
        {*rightly(history, Operation(name, key=operation["key"]))}
        for name in ("outgoing", "incoming")
    )
    return answer - len(leaving & coming)


def halfway(history: History, operation: Operation) -> Any:
    """An allocator aligns to half of what was asked for."""
    if operation.name == "alloc" and operation["alignment"] > 1:
        operation = operation.given(alignment=operation["alignment"] // 2)
    return rightly(history, operation)


def one_short(history: History, operation: Operation) -> Any:
    """The next block begins at the last byte of one that is larger than 4 bytes."""
    answer = rightly(history, operation)
    if operation.name == "alloc" and isinstance(answer, Block) and operation["size"] > 4:
        space = history.state.space
        history.state = history.state._replace(space=replace(space, top=space.top - 1))
    return answer


def in_any_order(history: History, operation: Operation) -> Any:
    """A stack that is told to free a block below the last one frees the last one."""
    blocks = history.state.blocks
    if operation.name == "dealloc" and blocks and history.state.block(operation["key"]):
        operation = operation.given(key=history.state.key(blocks[-1]))
    return rightly(history, operation)


def beside(history: History, operation: Operation) -> Any:
    """A map of several keys that loses its first one loses the second with it."""
    keys = [key for key, _ in history.state.entries]
    answer = rightly(history, operation)
    if operation.name == "remove" and keys[1:] and operation["key"] == keys[0]:
        rightly(history, Operation("remove", key=keys[1]))
    return answer


def crossing(history: History, operation: Operation) -> Any:
    """A sequence of two or more elements inserts before its last one, not behind."""
    length = len(history.state.elements)
    if operation.name == "insert" and operation["place"] == length > 1:
        operation = operation.given(place=length - 1)
    return rightly(history, operation)


def astray(history: History, operation: Operation) -> Any:
    """A component that is given to a removed entity goes to the one that has its index now."""
    answer = rightly(history, operation)
    for entity in history.state.active.entities:
        if (operation.name, answer) == ("insert", False) and entity.index == operation["key"].index:
            rightly(history, operation.given(key=entity))
    return answer


def left_behind(history: History, operation: Operation) -> Any:
    """A component of the last type stays when its entity is removed, and is iterated over."""
    last = history.state.storages[-1]
    answer = rightly(history, operation)
    if operation.name == "remove":
        history.state = history.state._replace(storages=(*history.state.storages[:-1], last))
    return answer


SET, LINKS, BLOCKS = modelled("sparse-set"), modelled("stable-graph"), modelled(LINEAR)
WORLD = modelled("dense-components")
RIGHT = [
    *(
        (SET, "sparse-set"),
        (modelled(RING), RING),
        (LINKS, "stable-graph"),
        (LINKS, "graph"),
        (BLOCKS, LINEAR),
        *((modelled(name), name) for name in (STACK, "pool-allocator")),
        (WORLD, "dense-components"),
        (WORLD, "components"),
    ),
    *((modelled(name), name) for name in ("sequence", "ring", "map")),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "system"), RIGHT)
def test_right_class_passes(kind: type, system: str) -> None:
    """Its methods are called like the operations of its family."""
    run_state_machine_as_test(state_machine(kind, system=system), settings=FEW_STEPS)


STICKY: type = modelled("sparse-set", sticky)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "system", "headline", "longest"),
    [
        (STICKY, "sparse-set", r"len: expected 0, answered 1", 4),
        (modelled(RING, upside), RING, r"pop: expected \d, answered \d", 0),
        (modelled("ring", wrong_end), "ring", r"\w+(:\d+)?: expected .*, answered .*", 0),
        (modelled("stable-graph", dangling), "stable-graph", r"remove_node:\d+: expected .*", 0),
        (modelled("stable-graph", dangling), "graph", r"remove_node:\d+: expected .*", 0),
        (modelled("stable-graph", once), "graph", r"degree:\d+: expected \d+, answered \d+", 0),
        (modelled("sequence", crossing), "sequence", r"\w+(:\d+)*: expected .*", 0),
        (modelled("map", beside), "map", r"\w+(:\d+)*: expected .*", 0),
        (modelled(LINEAR, halfway), LINEAR, r"\w+(:\d+)*: expected .*", 0),
        (modelled(LINEAR, one_short), LINEAR, r"\w+(:\d+)*: expected .*", 0),
        (modelled(STACK, in_any_order), STACK, r"\w+(:\d+)*: expected .*", 0),
        (modelled("dense-components", astray), "components", r"\w+(:\d+)+: expected .*", 0),
        (modelled("dense-components", left_behind), "components", r"\w+(:\d+)+: expected .*", 0),
    ],
)
def test_planted_bug_of_a_family_is_found_shrunk_and_told(
    kind: type, system: str, headline: str, longest: int
) -> None:
    """Operation, expected and actual answer come first, then a program in words.

    Most are not made short, which takes most of the time.
    """
    told = str(failure_of(kind, system, shrunk=longest > 0))
    first, _, steps = told.partition("\n\n")
    assert re.fullmatch(rf"operation \d+, {headline}", first), told
    assert not longest or len(re.findall(r"^>? +\d+\. ", steps, re.MULTILINE)) <= longest, told


def test_cache_that_forgets_what_was_used_is_found() -> None:
    """The page's cache is given its capacity; that it evicts, and in which order, is only said."""
    (cache,) = [each for each in map(example, range(4)) if "class Cache" in each]
    wrong = pasted(cache.replace("move_to_end(key)", "get(key)"))["Cache"]
    chosen = "capacity=4 order=use full=evicts"
    told = failure(state_machine(wrong, system="map", parameters=chosen), FIRST)
    assert re.match(r"operation \d+, (get|put|remove):.*expected", told), told


@cache
def failure_of(kind: type, system: str, *, shrunk: bool = True) -> AssertionError:
    """What the machine of a wrong class finds."""
    how = MANY_STEPS if shrunk else settings(MANY_STEPS, phases=(Phase.generate,))
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(state_machine(kind, system=system), settings=how)
    return caught.value


@pytest.mark.slow
def test_steps_are_printed_with_names_of_operations_and_operands() -> None:
    """Hypothesis prints a program that can be read, as for a machine that is written by hand."""
    printed = "\n".join(failure_of(STICKY, "sparse-set").__notes__).splitlines()
    steps = [line for line in printed if line.startswith("state.") and "agrees" not in line]
    assert steps == [
        "state.begin(parameters=Universe(universe=16, order=Order.NONE))",
        "state.grow_insert(times=2, value=0)",
        "state.clear()",
        "state.teardown()",
    ]


class Anywhere(BLOCKS):  # type: ignore[valid-type, misc]
    """It has a region of its own."""

    def __init__(self) -> None:
        super().__init__(region=64)


@pytest.mark.parametrize(
    ("kind", "chosen", "complaint"),
    [
        (More, {"system": "trie"}, "there is no system 'trie'; choose one of stablelist, "),
        (More, {"without": {"fly"}}, "'fly' is no operation"),
        (
            More,
            {"parameters": Parameters(id_bits=2), "system": "slotmap"},
            "More takes no argument id_bits, so that it cannot be 2",
        ),
        (
            dict,
            {"system": "sparse-set"},
            "has no method insert or add; a container of sparse-set needs insert and remove",
        ),
        (
            object,
            {"system": RING},
            "has no method of ring; give it push, pop, nth, each, values and is_empty",
        ),
        (
            Anywhere,
            {"parameters": Parameters(), "system": LINEAR},
            r"Parameters\(.*\) is no configuration of linear-allocator; give one as text, such as '.*region=\d+.*'",
        ),
        (
            Anywhere,
            {"parameters": Region(5), "system": LINEAR},
            "Anywhere takes no argument region, so that it cannot be 5",
        ),
    ],
)
def test_machine_that_would_test_something_else_is_refused(
    kind: type, chosen: dict[str, Any], complaint: str
) -> None:
    """It says what is missing, or what the class would never hear of."""
    with pytest.raises(UsageError, match=complaint):
        state_machine(kind, **chosen)
