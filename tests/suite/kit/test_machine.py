"""The state machine for authors in Python: correct classes pass; planted bugs are found, shrunk and reported."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from stablelist import BorrowError, Key, StableList
from stablelist_conformance.judging.properties import FAILING, LENGTH, LISTED
from stablelist_conformance.machine import state_machine
from stablelist_conformance.machine.pools import CALLBACKS
from stablelist_conformance.python.aliases import ALIASES
from stablelist_conformance.python.serve import bundled
from stablelist_conformance.wire.errors import UsageError
from stablelist_spec import Parameters, Truncate

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
    """Each of its files is a test that pytest finds and that passes."""
    files = [tmp_path / f"test_pasted_{number}.py" for number in (0, 1, 2)]
    for number, file in enumerate(files):
        file.write_text(example(number), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, files)],
        cwd=tmp_path,
        env=os.environ | {"CI": "true"},  # by which Hypothesis knows that the machine may be busy
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout
    assert "3 passed" in run.stdout


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
    from stablelist_conformance.python.answerers import CONTAINER_METHODS

    table = PAGE.read_text(encoding="utf-8").partition("| operation |")[2]
    for operation, methods in CONTAINER_METHODS.items():
        assert operation in table
        for method in methods:
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


def test_settings_can_be_overridden() -> None:
    """The usual unittest way, as for any state machine; the steps are counted."""
    steps = 0

    class Counting(StableList[int]):
        def add(self, element: int) -> Key[int]:
            nonlocal steps
            steps += 1
            return super().add(element)

    case = state_machine(Counting).TestCase
    case.settings = settings(FEW, max_examples=1, stateful_step_count=2)
    case("runTest").debug()
    few = steps
    case.settings = settings(FEW, max_examples=30, stateful_step_count=60)
    case("runTest").debug()
    assert steps > 5 * few


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


@pytest.fixture(scope="module")
def hundred() -> list[tuple[dict[str, Any], int]]:
    """The parameters of the bundled container in a hundred examples, and how often it truncated."""
    ended: list[tuple[dict[str, Any], int]] = []

    class Ending(state_machine(bundled)):  # type: ignore[misc]
        """It notes how its examples end."""

        def teardown(self) -> None:
            ended.append(({**vars(self.parameters)}, self.run.container.stats().truncations))
            super().teardown()

    run_state_machine_as_test(seed(2)(Ending), settings=HUNDRED)
    return ended


def test_parameters_are_drawn_small_and_various(
    hundred: list[tuple[dict[str, Any], int]],
) -> None:
    """All modes, narrow ids, a full index range: within a hundred examples."""
    drawn = {name: {options[name] for options, _ in hundred} for name in hundred[0][0]}
    assert drawn["truncate"] == {*Truncate}
    assert {1, 2, 3} & drawn["id_bits"]
    assert {3, 4, 5} & drawn["index_bits"]
    assert max(drawn["capacity"]) <= 16


def test_containers_grow_and_fall(hundred: list[tuple[dict[str, Any], int]]) -> None:
    """Of a hundred examples, forty truncate four times or more."""
    assert sum(truncations >= 4 for _, truncations in hundred) * 100 >= 40 * len(hundred) >= 4_000


@pytest.mark.parametrize("system_name", ["slotmap", "arena", "slab"])
def test_unguarded_pool_is_a_slab_and_nothing_else(system_name: str) -> None:
    """The page's class without its version is right as a slab, and wrong as what has a guard."""
    names = pasted(example(0).replace("version + 1, None", "version, None"))
    machine = state_machine(names["MyPool"], system=system_name)
    if system_name == "slab":
        run_state_machine_as_test(machine, settings=FEW)
    else:
        assert "expected none, answered" in failure(machine, FIRST)


# --- Planted bugs ---------------------------------------------------------------------------------


class Dict:
    """A right pool of few methods."""

    def __init__(self) -> None:
        self.elements: dict[int, int] = {}
        self.next = 0

    def add(self, element: int) -> int:
        self.elements[self.next] = element
        self.next += 1
        return self.next - 1

    def at(self, key: int) -> int | None:
        return self.elements.get(key)

    def remove(self, key: int) -> int | None:
        return self.elements.pop(key, None)

    def __len__(self) -> int:
        return len(self.elements)

    def __iter__(self) -> Any:
        return iter(self.elements)

    def retain(self, keeps: Any) -> None:
        self.elements = {key: e for key, e in self.elements.items() if keeps(key, e)}


class Drifting(Dict):
    """Its length is not that of a pool after a stale removal."""

    drift = 0

    def remove(self, key: int) -> int | None:
        """Remove, and count what was not there."""
        self.drift += key not in self.elements
        return super().remove(key)

    def __len__(self) -> int:
        return max(0, len(self.elements) - self.drift)


class Skipping(Dict):
    """Its iteration skips the last of four."""

    def __iter__(self) -> Any:
        return iter(list(self.elements)[:3])


class Raising(Dict):
    """A pool that raises on a stale key."""

    def at(self, key: int) -> int | None:
        return self.elements[key]


class Greedy(Dict):
    """It keeps nothing when it should keep what has residue 1."""

    def retain(self, keeps: Any) -> None:
        if keeps(0, 1):
            self.elements.clear()
        else:
            super().retain(keeps)


class Suspicious(Dict):
    """Its own invariant does not hold with three elements."""

    def check(self) -> None:
        assert len(self.elements) != 3, "three is one too many"


def test_right_pool_of_few_methods_passes() -> None:
    """So the failures below are caused by the bugs."""
    run_state_machine_as_test(state_machine(Dict, system="slotmap"), settings=FEW)


@pytest.mark.parametrize(
    ("pool", "headline", "longest", "name"),
    [
        (Drifting, r"len: expected \d, answered \d", 5, LENGTH),
        (Skipping, r"keys: expected \[0,1,2,3[,4]*\], answered \[0,1,2\]", 6, LISTED),
        (Raising, r"at:0: expected none, answered !other \(KeyError: 0\)", 3, FAILING),
        (Greedy, r"retain:\d:\d: expected \S+, answered \S+", 2, LISTED),
    ],
)
def test_planted_bug_is_found_shrunk_and_told(
    pool: type, headline: str, longest: int, name: str
) -> None:
    """Operation, expected and actual answer come first, then a short program in words, and the broken property.

    What the container raised is the cause, so that the traceback of its author's class can be read.
    """
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(state_machine(pool, system="slotmap"), settings=MANY)
    assert isinstance(caught.value.__cause__, KeyError) is (pool is Raising)
    told = str(caught.value)
    first, _, rest = told.partition("\n\n")
    steps, _, broken = rest.partition("\nbreaks ")
    assert re.fullmatch(rf"operation \d+, {headline}", first)
    assert len(re.findall(r"^>? +\d+\. ", steps, re.MULTILINE)) <= longest, told
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


@pytest.mark.parametrize(
    ("pool", "headline"),
    [
        (Lenient, r"operation \d+, at:\d+ by its alias subscription: expected none, answered -1"),
        (Swallowing, "at_mut swallowed what its callback raised"),
        (Wasteful, r"operation \d+, layout: expected \S+, answered \S+"),
    ],
)
def test_bug_of_an_alias_or_a_callback_is_found(pool: type, headline: str) -> None:
    """The message has the name of the alias."""
    assert re.match(headline, failure(state_machine(pool), FIRST))


def test_alias_can_be_left_out() -> None:
    run_state_machine_as_test(state_machine(Lenient, without={"subscription"}), settings=FEW)


@pytest.mark.parametrize(
    ("pool", "words", "longest"),
    [
        (Wearing, "layout", 8),
        (Miscounting, "cost", 3),
        (Losing, "at:3: expected 3, answered none", 10),
        (Denying, "contains:3: expected yes, answered no", 10),
    ],
)
def test_bug_of_a_stable_list_is_found_and_shrunk(pool: type, words: str, longest: int) -> None:
    """In a hundred examples, also if it needs many elements; layout and cost are compared with the model's."""
    told = failure(state_machine(pool), settings(HUNDRED, phases=MANY.phases, derandomize=True))
    assert re.match(rf"operation \d+, {words}", told)
    assert len(re.findall(r"^>? +\d+\. ", told, re.MULTILINE)) <= longest, told


# --- Bad usage ------------------------------------------------------------------------------------


def test_unknown_system_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no system 'heap'; choose one of stablelist, "):
        state_machine(Dict, system="heap")


def test_unknown_operation_is_refused() -> None:
    """The names that are left out must exist."""
    with pytest.raises(UsageError, match="'fly' is no operation"):
        state_machine(Dict, without={"fly"})


def test_parameters_that_the_class_never_hears_of_are_refused() -> None:
    """Otherwise the class would be judged by parameters that it did not get."""
    with pytest.raises(UsageError, match="Dict takes no argument id_bits, so that it cannot be 2"):
        state_machine(Dict, parameters=Parameters(id_bits=2), system="slotmap")


def test_operation_can_be_left_out() -> None:
    run_state_machine_as_test(
        state_machine(Skipping, system="slotmap", without={"keys"}), settings=FEW
    )
