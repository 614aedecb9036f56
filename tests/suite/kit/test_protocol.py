"""The protocol's words: programs, answers, widths and handshakes as text, there and back."""

import re
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stablelist_conformance.wire import protocol
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.operations import decode, encode
from stablelist_conformance.wire.protocol import (
    Level,
    Program,
    parse_program,
)
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.family import Type
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import SYSTEMS

# --- Operations -----------------------------------------------------------------------------------

KEY_NAMES: st.SearchStrategy[KeyName] = st.one_of(
    st.integers(0, 10**6), st.builds(Key, st.integers(), st.integers(0))
)


def with_operands(name: str) -> st.SearchStrategy[Operation]:
    """Operations of a name, with all operands that it can have."""
    if POOL.kinds[name].tries:
        tried = st.sampled_from(POOL.structural).flatmap(with_operands)
        return tried.map(lambda operation: Operation(name, tried=operation))
    fields: dict[str, st.SearchStrategy[Any]] = {
        each.name: KEY_NAMES
        if each.type is Type.KEY
        else st.integers(each.least, 100 if each.most is None else each.most)
        for each in POOL.kinds[name].operands
    }
    return st.fixed_dictionaries(fields).map(lambda given: Operation(name, **given))


@given(st.sampled_from(sorted(POOL.kinds)).flatmap(with_operands))
def test_operation_comes_back_from_its_word(operation: Operation) -> None:
    """Decoding undoes encoding for every operation with every operand, and the result is one word."""
    word = encode(operation, POOL)
    assert decode(word, POOL) == operation
    assert " " not in word


@pytest.mark.parametrize(
    "word",
    [
        "", "pop", "add:1", "remove", "remove:", "remove:x", "remove:1:2", "at:#1", "at:#1.", "at:#1.-2", "at:#.1",
        "exchange:1", "retain:2", "retain:2:x", "retain:0:0",
        "retain:2:1:0", "retain:2:-1", "lend", "lend:len", "lend:remove", "lend:add:1", "layout:", "Add",
        "extend", "extend:-1", "extend:1001", "extend:x", "reserve:65537", "replace:1", "replace:1:1001", "at_mut:1:-1",
        "each_mut", "insert_with:1", "repack", "lend:extend", "lend:lend:add", "lend:inspect:0", "lend::",
    ],
)  # fmt: skip
def test_what_is_no_operation_is_refused_by_its_word(word: str) -> None:
    """The complaint quotes the word and names the page."""
    with pytest.raises(UsageError, match=r"is no operation.*; see .*port-protocol\.md") as caught:
        decode(word, POOL)
    assert repr(word) in str(caught.value)


# --- Programs -------------------------------------------------------------------------------------


@given(
    st.sampled_from(Level),
    st.builds(
        Parameters,
        minimum=st.integers(0, 64),
        capacity=st.integers(0, 64),
        truncate=st.sampled_from(Truncate),
        id_bits=st.none() | st.integers(1, 64),
        index_bits=st.none() | st.integers(8, 64),
    ),
)
def test_program_comes_back_from_its_line(level: Level, parameters: Parameters) -> None:
    """All choices and the words survive the way, also if only those that differ from the defaults are named."""
    program = Program(parameters, ("add", "remove:0", "lend:remove:0", "at:#-1.0"))
    assert parse_program(program.line(level)) == (level, program)
    assert parse_program(program.sent(level)) == (level, program)


@pytest.mark.parametrize("name", SYSTEMS)
def test_example_in_a_message_is_a_program_of_the_system(name: str) -> None:
    """Whoever writes a wrong one gets one that can be written."""
    with pytest.raises(UsageError, match="write one such as") as caught:
        parse_program("layout no_such=1 : add", name)
    shown = re.findall("'([^']+)'", str(caught.value).partition("write one such as")[2])
    assert shown
    for line in shown:
        _, program = parse_program(line, name)
        offered = system_named(name).operations
        assert [each for each in program.operations if each.name not in offered] == []
        assert len(program.words) == 2


def test_types_of_a_configuration_are_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port in Python reads a hundred thousand short programs, and this took six times as long as answering them."""
    asked: list[object] = []

    def noted(configuration: type[object]) -> dict[str, Any]:
        asked.append(configuration)
        return get_type_hints(configuration)

    monkeypatch.setattr(protocol, "get_type_hints", noted)
    protocol.kinds.cache_clear()
    for bits in (1, 2):
        parse_program(f"contract id_bits={bits} index_bits=0 : add")
    assert asked == [Parameters]
