"""What is never evaluated makes no difference; all else does."""

from __future__ import annotations

import pytest

from mutation.evaluated import evaluated, orders_words

SAME = {
    "annotation of an argument": ("def f(a: int | str): ...", "def f(a: int & str): ..."),
    "annotation of a star": ("def f(*a: int, **b: int): ...", "def f(*a: str, **b: str): ..."),
    "annotation of a result": ("def f() -> int | str: ...", "def f() -> int & str: ..."),
    "annotation of a variable": ("a: int | None = 1", "a: int & None = 1"),
    "docstring": ("def f():\n  'One.'\n  return 1", "def f():\n  'Two.'\n  return 1"),
    "decorator for type checkers": ("@final\nclass A: ...", "class A: ..."),
    "decorator for the compiler": ("@mypyc_attr(a=1)\nclass A: ...", "class A: ..."),
    "branch for type checkers": (
        "if TYPE_CHECKING:\n  a = 1\nelse:\n  a = 2",
        "if TYPE_CHECKING:\n  a = 3\nelse:\n  a = 2",
    ),
}

DIFFERENT = {
    "default": ("def f(a: int = 1): ...", "def f(a: int = 2): ..."),
    "value": ("a: int = 1", "a: int = 2"),
    "that there is a field": ("class A:\n  a: int\n  b: int", "class A:\n  a: int\n  pass"),
    "string": ("def f():\n  return 'One.'", "def f():\n  return 'Two.'"),
    "decorator": ("@property\ndef f(self): ...", "def f(self): ..."),
    "decorator of a module": ("@functools.final\ndef f(): ...", "def f(): ..."),
    "other branch": (
        "if TYPE_CHECKING:\n  a = 1\nelse:\n  a = 2",
        "if TYPE_CHECKING:\n  a = 1\nelse:\n  a = 3",
    ),
    "condition": ("if a:\n  b = 1", "if not a:\n  b = 1"),
}


@pytest.mark.parametrize(("before", "after"), SAME.values(), ids=SAME)
def test_what_is_not_evaluated_makes_no_difference(before: str, after: str) -> None:
    """Two sources that run alike have the same form."""
    assert evaluated(before) == evaluated(after)


@pytest.mark.parametrize(("before", "after"), DIFFERENT.values(), ids=DIFFERENT)
def test_what_is_evaluated_makes_a_difference(before: str, after: str) -> None:
    """Two sources that may run differently have different forms."""
    assert evaluated(before) != evaluated(after)


@pytest.mark.parametrize(
    ("source", "orders"),
    [("a < 'b'", True), ("c == a >= 'b'", True), ("a == 'b'", False), ("a < b == 'c'", False)],
)
def test_order_of_words_is_seen(source: str, orders: bool) -> None:
    """Where a word is written out; nothing is known of the others."""
    assert orders_words(source) is orders
