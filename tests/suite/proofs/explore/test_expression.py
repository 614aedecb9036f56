"""Expressions: asked of many states as the model would answer for each, and nothing else can be asked."""

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stablelist_proofs.explore import tie
from stablelist_proofs.explore.expand import UNSEEN
from stablelist_proofs.explore.expression import (
    FARTHEST,
    LARGEST,
    NAMES,
    Expression,
    ExpressionError,
)
from stablelist_proofs.explore.numbering import Numbering
from stablelist_proofs.explore.scope import MOST_POSITIONS, Keep, Scope
from stablelist_proofs.explore.system import System
from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import found
from stablelist_spec.parts.tracked_key import Node
from suite.proofs.explore.runs import whole

SCOPE: Final = Scope(positions=5, keep=Keep.KEY, id_bits=1)


def quantities(node: Node) -> dict[str, int]:
    """Every name, as the model's state has it."""
    state, key = node.state, node.followed
    named = {"space": state.space, "allocated": state.allocated, "opened": state.opened}
    named |= {"live": state.live, "vacant": state.opened - state.live}
    for name, partition in zip(("q1", "q2", "h2"), state.partitions, strict=True):
        named |= {f"{name}.{word}": getattr(partition, word) for word in ("size", "opened", "live")}
        named[f"{name}.vacant"] = partition.opened - partition.live
        named[f"{name}.head"] = -1 if partition.head is None else partition.head
    named["key.position"] = -1 if key is None else key.key
    named["key.retired"] = int(key is not None and key.retired)
    named["key.resolves"] = int(key is not None and found(state, Key(key.key, 0)) is not None)
    named["key.wrapped"] = int(node.wrapped)
    return named


@cache
def states() -> dict[int, dict[str, int]]:
    """The quantities of every state of the scope, by its number."""
    system, quantified = System(SCOPE), dict[int, dict[str, int]]()
    for number in map(int, np.flatnonzero(whole(SCOPE).levels != UNSEEN)):
        node = tie.node(system, number)
        assert isinstance(node, Node)
        quantified[number] = quantities(node)
    return quantified


def truths(text: str) -> Iterator[tuple[bool, dict[str, int]]]:
    """For each state, the value of the expression and the quantities."""
    system, expression = System(SCOPE), Expression(text, SCOPE.keep)
    for block in tie.by_block(system, np.array([*states()])):
        for number, holds in zip(block.numbers, expression.holds(system, block), strict=True):
            yield bool(holds), states()[int(number)]


def test_every_name_is_the_models() -> None:
    """This is checked in every state of a scope. Each name has at least two values, so none is a constant."""
    met: dict[str, set[int]] = {name: set() for name in NAMES}
    system = System(SCOPE)
    for block in tie.by_block(system, np.array([*states()])):
        values = {name: value(system, block) for name, value in NAMES.items()}
        for place, number in enumerate(block.numbers):
            here = {name: int(column[place]) for name, column in values.items()}
            assert here == states()[int(number)]
            for name, value in here.items():
                met[name].add(value)
    assert all(len(values) > 1 for values in met.values())


@pytest.mark.parametrize(
    "text",
    [
        "live == 3",
        "q1.live < q2.live <= h2.live + 1",
        "not (space > 4 and vacant) or key.retired and not key.resolves",
        "opened * 2 - live // 2 % 3 == -1 + space or q1.head == -1",
        "True and 1 < 2 != 3",
        "(live or 5) == 5",
        "(live and vacant and 3) - (not live) == 3",
        "live and 6 // live == 2",
        "not live or space % live == 1",
        "live == 0 or vacant == 0 or (opened // live < 2 and live % vacant)",
        "0 < live < 7 // live",
        "2147483647 * 2147483647 * 2 - live == 2147483647 * 2147483647 * 2 - 3",
    ],
)
def test_expression_means_what_it_means_in_python(text: str) -> None:
    """Evaluated by Python itself, with the dots of names replaced."""
    answers = set()
    for holds, named in truths(text):
        scope = {name.replace(".", "_"): value for name, value in named.items()}
        plain = text
        for name in sorted(NAMES, key=len, reverse=True):
            plain = plain.replace(name, name.replace(".", "_"))
        assert holds == bool(eval(plain, {}, scope))
        answers.add(holds)
    assert answers == ({True} if text.startswith("True") else {True, False})


@pytest.mark.parametrize(
    "text",
    [
        "", "live ==", "live = 3", "lambda: 1", "f(live)", "live.real", "q1", "q1.live.bit_length()",
        "'a'", "1.5", "live ** 9", "live << 3", "live / 2", "[1]", "live if 1 else 2", "live is 3",
        "live in (1, 2)", "x", "__import__('os')", "(y := 3)", "99999999999", "~live", "\x00",
        "(" * 9999, "q1['live']",
    ],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    """The message is one sentence, and comes before the exploration."""
    with pytest.raises(ExpressionError) as error:
        Expression(text, Keep.KEY)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1 // live == 0", "'1 // live'"),
        ("vacant or live % (live - 2)", "'live % (live - 2)'"),
        ("vacant == 0 and 4 % vacant or live", "'4 % vacant'"),
        ("live < 2 < 4 // live", "'4 // live'"),
    ],
)
def test_division_by_0_in_a_state_is_refused(text: str, says: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(ExpressionError) as error:
        list(truths(text))
    assert says in str(error.value)
    assert "divides by 0 in a state of this scope; test the divisor first" in str(error.value)


def test_no_quantity_is_farther_from_0_than_is_said() -> None:
    """Lists that are preallocated have the most memory."""
    scope = Scope(positions=MOST_POSITIONS, capacity=MOST_POSITIONS, keep=Keep.KEY, id_bits=3)
    blocks = list(Numbering(scope))
    assert max(block.extent.allocated or 0 for block in blocks) <= FARTHEST
    assert max(block.space for block in blocks) <= MOST_POSITIONS


def test_a_nest_of_comparisons_is_asked_once() -> None:
    """Not twice at every level, which would never end."""
    assert {holds for holds, _ in truths("1==(" * 60 + "live<9" + ")==1" * 60)} == {True}


OPERATORS: Final = (" + ", " - ", " * ", " // ", " % ", " < ", " == ", " and ", " or ")


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """A larger expression of smaller ones."""
    two = st.tuples(parts, st.sampled_from(OPERATORS), parts)
    three = st.tuples(parts, st.sampled_from((" < ", " == ")), parts, st.just(" != "), parts)
    return st.one_of(
        st.one_of(two, three).map(lambda words: f"({''.join(words)})"),
        parts.map(lambda part: f"(not {part})"),
        parts.map(lambda part: f"(-{part})"),
    )


LEAVES: Final = st.sampled_from(
    ["live", "vacant", "opened", "q1.head", "0", "1", "3", str(LARGEST - 1)]
)


@given(st.recursive(LEAVES, joined, max_leaves=8))
def test_whatever_is_answered_is_what_python_answers(text: str) -> None:
    """Nothing divides by 0 unnoticed, and no number is too large for the answer."""
    named = states().values()
    code = compile(text.replace("q1.head", "head"), text, "eval")
    try:
        there = [bool(eval(code, {}, each | {"head": each["q1.head"]})) for each in named]
    except ZeroDivisionError:
        there = []
    ours, refused = list[bool](), ""
    try:
        ours += [holds for holds, _ in truths(text)]
    except ExpressionError as error:
        refused = str(error)
    if there and refused:
        assert "exceeds 64 bits" in refused or "in every state" in refused
    else:
        assert (ours, not refused) == (there, bool(there))
