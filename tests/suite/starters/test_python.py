"""The starter for Python, tested by its answers to programs."""

from __future__ import annotations

import importlib.util
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

HERE: Final = Path(__file__).parents[2] / "starters/python"
VECTORS: Final = Path(__file__).parents[2] / "vectors"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    """The port in tests/starters/python, with the modules that it imports."""
    spec = importlib.util.spec_from_file_location("example_port", HERE / "port.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    path, loaded = list(sys.path), set(sys.modules)
    sys.path.insert(0, str(HERE))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = path
        for name in {"slot_map", "starter"} - loaded:
            sys.modules.pop(name, None)
    return module


@pytest.fixture
def changed(example: ModuleType) -> Callable[..., Any]:
    """The port with other functions; None removes one."""

    def change(says: dict[str, object] | None = None, **functions: object) -> Any:
        known = {"errors": example.port.errors, **example.port.functions, **functions}
        given = {name: value for name, value in known.items() if value is not None}
        return example.starter.Port({**example.port.fields, **(says or {})}, **given)

    return change


@pytest.fixture
def contract(changed: Callable[..., Any]) -> Callable[..., str]:
    """The port's answers to the words of a program, at level contract."""
    return lambda words, **functions: str(
        changed(**functions).answer(f"contract capacity=0 : {words}")
    )


@pytest.fixture
def layout(changed: Callable[..., Any]) -> Callable[..., str]:
    """The port's answers at level layout."""
    return lambda words, **functions: str(
        changed(**functions).answer(f"layout capacity=0 : {words}")
    )


def raising(error: Exception) -> Callable[..., Any]:
    """A function that raises."""

    def fail(*_: object) -> None:
        raise error

    return fail


def keys_of(container: Any) -> list[Any]:
    """The keys of a slot map."""
    return [key for key, _ in container.items()]


def change_all(container: Any, difference: int) -> None:
    """Add a number to every element."""
    for key, element in list(container.items()):
        container.replace(key, element + difference)


def show_ranks(container: Any, rank: Callable[[int], int]) -> None:
    """Put the rank of every element in its place."""
    for key, element in list(container.items()):
        container.replace(key, rank(element))


def test_handshake_leaves_out_what_the_port_does_not_have(changed: Callable[..., Any]) -> None:
    """Operations and forged keys that are missing are named in `without`."""
    assert changed().handshake() == (
        "port protocol=5 level=contract name=slot-map version=1.0.0 system=slotmap id_bits=0 capacity=fixed without="
        "insert_with,extend,put,remove_many,pair,key_at,at_mut,each_mut,clear,keys,apply,inspect,exchange,traverse,"
        "lend,drain,retain,sort,reserve,shrink_to_fit,repack,reload,layout,cost"
    )
    assert changed(forge=None).handshake().endswith(",forge")
    assert changed({"without": "negative"}).handshake().endswith(",cost,negative")
    assert ",keys," in changed(keys=list, at=None).handshake()  # which needs it


def test_function_that_is_none_is_refused(changed: Callable[..., Any]) -> None:
    """A mistake is not taken for an operation that is left out."""
    with pytest.raises(
        TypeError, match="there is no function 'atmut'; choose one of add, insert_with, "
    ):
        changed(atmut=len)


def test_every_operation_has_its_word(example: ModuleType, contract: Callable[..., str]) -> None:
    """This covers the operations that all pools have."""
    words = "add add remove:0 at:0 at:1 contains:0 contains:1 len is_empty"
    assert contract(words) == "ok ok 0 none 1 no yes 1 no"
    assert contract("add replace:0:7 at:0 remove:0 replace:0:8") == "ok yes 7 7 no"

    def insert_with(container: Any, factory: Callable[[Any], int]) -> Any:
        key = container.insert(-1)
        container.replace(key, factory(key))
        return example.Key(9, 9)  # not the key that the factory was given

    def put(container: Any, index: int, element: int) -> Any:
        return example.Key(index, 0), (
            1 if container.replace(example.Key(index, 0), element) else None
        )

    def at_mut(container: Any, key: Any, difference: int) -> int | None:
        container.replace(key, container.get(key) + difference)
        found: int | None = container.get(key)
        return found

    more: dict[str, Any] = {
        "insert_with": insert_with,
        "extend": lambda container, elements: [container.insert(element) for element in elements],
        "put": put,
        "pair": lambda container, one, other: (container.get(one), container.get(other)),
        "at_mut": at_mut,
        "each_mut": change_all,
        "clear": lambda container: [container.remove(key) for key in keys_of(container)],
        "keys": keys_of,
        "drain": lambda container: [container.remove(key) for key in keys_of(container)],
        "retain": lambda container, keep: [
            container.remove(key) for key, element in list(container.items()) if not keep(element)
        ],
        "sort": show_ranks,
        "reserve": lambda container, additional: None,
        "shrink_to_fit": lambda container: None,
        "repack": lambda container, key: example.Key(*json.loads(json.dumps(key))),
        "reload": lambda container: container,
    }
    assert contract("insert_with at:0 extend:2 at:2", **more) == "ok 0 [ok,ok] 2"
    assert contract("add put:0 at:0", **more) == "ok 1 1"
    assert contract("add add pair:1:0 remove:0 pair:1:0", **more) == "ok ok 1/0 0 1/none"
    assert contract("add at_mut:0:5 each_mut:2 at:0", **more) == "ok 5 ok 7"
    emptying = contract("extend:3 keys retain:2:1 keys clear keys", **more)
    assert emptying == "[ok,ok,ok] [0,1,2] [0,2] [1] ok []"
    assert contract("extend:4 sort:3 at:2 at:3", **more) == "[ok,ok,ok,ok] ok 2 0"
    sizing = contract("extend:2 reserve:3 shrink_to_fit repack:1 reload drain each", **more)
    assert sizing == "[ok,ok] ok ok 1 ok [0,1] []"


def test_stable_list_has_operations_of_its_own(
    contract: Callable[..., str], layout: Callable[..., str]
) -> None:
    """These are views of all elements but one, the removal of two keys, and the key at an index."""
    more: dict[str, Any] = {
        "remove_many": lambda container, one, other: (
            container.remove(one),
            container.remove(other),
        ),
        "key_at": lambda container, key: (key, container.get(key)),
        "apply": lambda container, key: None if container.get(key) is None else (1, 2, [5, 3]),
        "inspect": lambda container, key: (1, 2, [5, 3]),
        "exchange": lambda container, one, other: (0, 1),
        "traverse": lambda container: [(4, 1, 2), (2, 1, 4)],
        "layout": lambda container: "4|0",
        "cost": lambda container: "0/0",
    }
    words = "add add remove_many:0:1 add apply:0 apply:2 traverse"
    assert contract(words, **more) == "ok ok 0/1 ok none 1/2/[3,5] [2/1/4,4/1/2]"
    words = "add key_at:0 inspect:0 exchange:0:0 traverse layout cost"
    assert layout(words, **more) == "0.0 0.0=0 1/2/[5,3] 0/1 [4/1/2,2/1/4] 4|0 0/0"


def test_two_keys_of_which_one_is_not_there(contract: Callable[..., str]) -> None:
    """The other key is looked up alone; no key is invented."""
    made_up = raising(AssertionError("a key was made up"))
    more: dict[str, Any] = {
        "pair": made_up,
        "remove_many": made_up,
        "exchange": made_up,
        "apply": lambda container, key: (container.get(key), 0, []),
        "forge": lambda index, stamp: None,
    }
    words = "add pair:0:#0.0 pair:#0.0:0 exchange:0:#1.1 exchange:#1.1:0"
    assert contract(words, **more) == "ok 0/none none/0 0/none none"
    assert contract("add remove_many:#0.0:0 at:0", **more) == "ok none/0 none"


def test_insertions_that_fail_have_a_number_and_no_key(
    example: ModuleType, changed: Callable[..., Any], contract: Callable[..., str]
) -> None:
    """So later insertions keep their numbers."""
    words = "add add at:1 remove:1 at:1~0.0 remove:0 add at:2"
    assert changed().answer(f"contract capacity=1 : {words}") == "ok !full none none none 0 ok 2"
    assert contract("add", add=raising(example.starter.FullError())) == "!full"
    assert contract("add at:0", add=lambda container, element: None) == "!other none"


def test_keys_that_are_forged(contract: Callable[..., str]) -> None:
    """They are given by index and id, or by distances from another key; no key has a negative id."""
    words = "add at:#0.0 at:#0.1 at:#-1.0 at:0~0.0 at:0~0.1 at:0~0.-1 at:0~1.0"
    assert contract(words) == "ok 0 none none 0 none none none"
    made_up = raising(AssertionError("a negative id was forged"))
    assert contract("add at:0~0.-1", forge=made_up) == "ok none"


def test_only_the_index_of_a_key_counts_for_the_key_at_it(
    example: ModuleType, contract: Callable[..., str]
) -> None:
    """So the id may be one that no key can have."""

    def key_at(container: Any, key: Any) -> Any:
        return next((live for live in container.items() if live[0].index == key.index), None)

    more: dict[str, Any] = {
        "key_at": key_at,
        "forge": lambda index, stamp: None if stamp else example.Key(index, 0),
    }
    assert contract("add key_at:0 key_at:#0.7 key_at:#0.-1 key_at:0~0.-1 at:0~0.-1", **more) == (
        "ok 0 0 0 0 none"
    )
    assert contract("add key_at:#1.0 key_at:#-1.0 key_at:0~1.0", **more) == "ok none none none"


def test_errors_have_their_words(example: ModuleType, contract: Callable[..., str]) -> None:
    """The program continues, unless its configuration was refused."""
    assert contract("add at:0 len", at=raising(KeyError("oops"))) == "ok !other 1"
    lent = raising(example.starter.BorrowedError())
    assert contract("add clear nonsense len", clear=lent) == "ok !borrow !other 1"
    assert contract("add len", open=raising(ValueError("refused"))) == "!other !other"


def test_what_a_container_documents_differently(contract: Callable[..., str]) -> None:
    """A removal that returns nothing, and a removal that only returns whether the key was found."""
    assert contract("add remove:0 remove:0", says={"remove": "silent"}) == "ok ok ok"
    assert contract("add add remove:1 remove:1", says={"ids": "only"}) == "ok ok yes no"


def test_container_that_is_lent(example: ModuleType, contract: Callable[..., str]) -> None:
    """The operation is tried at the first element; elements that it adds have no number."""
    lending = {"lend": True, "remove": raising(example.starter.BorrowedError())}
    words = "lend:remove:0 add lend:remove:0 lend:remove:#7.7"
    assert contract(words, **lending) == "none ok !borrow !borrow"
    assert contract("add lend:add add each at:1", lend=True) == "ok ok ok [0,1,1] 1"
    failed = contract("add lend:remove:#1.1", forge=lambda index, stamp: None, **lending)
    assert failed == "ok !borrow"


def test_lists_are_in_ascending_order_at_level_contract_only(
    contract: Callable[..., str], layout: Callable[..., str]
) -> None:
    """The order is that of numbers, not of strings."""

    def each(container: Any) -> list[Any]:
        return list(container.items())[::-1]

    assert contract("add " * 11 + "each", each=each).endswith(" [0,1,2,3,4,5,6,7,8,9,10]")
    assert layout("add add each", each=each).endswith(" [1.0=1,0.0=0]")


def conversation(text: str) -> subprocess.CompletedProcess[bytes]:
    """The answers of the port's process to some lines."""
    command = [sys.executable, str(HERE / "port.py")]
    return subprocess.run(command, input=text.encode("latin-1"), capture_output=True, check=False)


def test_starter_answers_line_by_line(changed: Callable[..., Any]) -> None:
    """Empty and incomplete lines are ignored, as is a carriage return at the end."""
    lines = "\n\r\ncontract capacity=0 : add at:0\r\nhello 5\nnonsense\ncontract capacity=0 : add\ncontract : ad"
    answered = conversation(lines)
    assert answered.stdout.decode().splitlines() == ["ok 0", changed().handshake(), "!other", "ok"]
    assert (answered.stderr, answered.returncode) == (b"", 0)
    assert conversation("").stdout == b""


def test_what_the_container_prints_is_not_an_answer(
    changed: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = io.BytesIO(b"contract capacity=0 : add len\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines))
    changed(len=lambda container: print("counting") or 1).serve()
    assert capsys.readouterr() == ("ok 1\n", "counting\n")


def test_vectors_that_the_port_can_take(changed: Callable[..., Any]) -> None:
    """Every answer is the one in the file."""
    port = changed()
    without = set(port.handshake().split("without=")[1].split(","))
    newest = max(VECTORS.iterdir(), key=lambda folder: (len(folder.name), folder.name))
    taken = [
        path
        for path, *_, needs in (
            line.split("\t")[:7]
            for line in (newest / "MANIFEST.tsv").read_text(encoding="ascii").splitlines()
        )
        if path.startswith("slotmap/contract/") and without.isdisjoint(needs.split(","))
    ]
    assert len(taken) > 5
    for path in taken:
        asked, answers = (
            (newest / f"{path}{suffix}").read_text(encoding="ascii").splitlines()
            for suffix in (".in", ".out")
        )
        assert [port.answer(line) for line in asked] == answers


def test_error_is_told_once() -> None:
    """It is printed to standard error once, with the place where it was raised."""
    answered = conversation("contract capacity=0 : oops oops oops\n")
    assert answered.stdout == b"!other !other !other\n"
    assert answered.stderr.count(b"there is no operation oops") == 1
