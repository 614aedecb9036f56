"""Mistakes that users make: each message says what was wrong, with the value, and what to do instead."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from stablelist import Key, StableAccess, StableList, ids
from suite.impl.elements import Script

New: Final[Any] = StableList[int]
"""A list that may be made of anything."""


class Half:
    """An object with only one of the two methods of an id source."""

    def initial(self) -> int:
        """The first id."""
        return 0

    def __repr__(self) -> str:
        return "Half()"


def of_width(bits: object) -> Script:
    """A source that says so of its ids."""
    source = Script(0)
    source.bits = bits  # type: ignore[attr-defined]
    return source


SOURCE = (
    "; pass a source from stablelist.ids, such as ids.u64, or an object with initial() and next(id)"
)
WIDTH = "; let it be a number of bits, or None for unbounded"
PACKED = "cannot be packed; bound index_bits and ids"
NO_NUMBERS: Final[list[Any]] = [None, True, 1.0, "1"]
NO_SOURCES: Final[list[Any]] = [None, 32, "u32", Half(), ids.Counter(8).initial]
UNBOUNDED: Final = [
    ({"index_bits": None}, "an index of unbounded and an id of 32 bits"),
    ({"ids": ids.unbounded}, "an index of 32 and an id of unbounded bits"),
    ({"ids": Script(0, 0)}, "an index of 32 and an id of unbounded bits"),
    ({"index_bits": None, "ids": ids.unbounded}, "an index of unbounded and an id of unbounded bits"),
]  # fmt: skip

REFUSED: Final[list[tuple[Callable[[], object], type[Exception], str]]] = [
    (lambda: New(minimum=-1), ValueError, "minimum is -1; pass 0 or more"),
    (lambda: New(capacity=-4), ValueError, "capacity is -4; pass 0 or more"),
    (lambda: New(index_bits=2), ValueError, "index_bits is 2; pass 3 to 64, or None for unbounded"),
    (lambda: New(index_bits=65), ValueError, "index_bits is 65; pass 3 to 64, or None for unbounded"),
    (
        lambda: New(index_bits=None, capacity=2**62),
        ValueError,
        "no memory is large enough for 4611686018427387904 cells; lower capacity or minimum",
    ),
    (
        lambda: New(index_bits=3, capacity=9),
        ValueError,
        "an element space of 12 cells does not fit an index of 3 bits; lower capacity or minimum, or widen index_bits",
    ),
    (lambda: New(minimum=None), TypeError, "minimum is None; pass a number of elements, such as 0"),
    (lambda: New(capacity=True), TypeError, "capacity is True; pass a number of elements, such as 0"),
    (lambda: New(capacity=4.0), TypeError, "capacity is 4.0; pass a number of elements, such as 0"),
    (lambda: New(index_bits="8"), TypeError, "index_bits is '8'; pass a number of bits, or None for unbounded"),
    (lambda: New(index_bits=False), TypeError, "index_bits is False; pass a number of bits, or None for unbounded"),
    (
        lambda: New(truncate="memory"),
        TypeError,
        "truncate is 'memory'; pass Truncate.NEVER, Truncate.ITERATION or Truncate.MEMORY",
    ),
    (lambda: New(maximum=0), ValueError, "maximum is 0; pass 1 or more, or None for no maximum"),
    (lambda: New(maximum=-3), ValueError, "maximum is -3; pass 1 or more, or None for no maximum"),
    (lambda: New(maximum=True), TypeError, "maximum is True; pass a number of elements, or None for no maximum"),
    (lambda: New(maximum=2.0), TypeError, "maximum is 2.0; pass a number of elements, or None for no maximum"),
    (lambda: New().reserve(-1), ValueError, "additional is -1; pass 0 or more"),
    *(
        (lambda n=n: New().reserve(n), TypeError, f"additional is {n!r}; pass a number of elements, such as 0")
        for n in NO_NUMBERS
    ),
    *(
        (lambda bits=bits: ids.Counter(bits), ValueError, f"bits is {bits}; pass 1 to 64, or None for unbounded")
        for bits in (0, -1, 65)
    ),
    *(
        (lambda bits=bits: ids.Counter(bits), TypeError, f"bits is {bits!r}; pass 1 to 64, or None for unbounded")
        for bits in (True, 8.0, "8")
    ),
    *((lambda s=s: New(ids=s), TypeError, f"ids is {s!r}{SOURCE}") for s in NO_SOURCES),
    *(
        (lambda bits=bits: New(ids=of_width(bits)), TypeError, f"ids.bits is {bits!r}{WIDTH}")
        for bits in (True, 8.0, "8", 0, -8)
    ),
    *(
        (lambda key=key: New().pack(key), TypeError, f"{key!r} is not a Key; pass the Key that add returned")
        for key in (None, 0, (0, 0), "Key(index=0, id=0)", True)
    ),
    *(
        (
            lambda n=n: New().unpack(n),
            TypeError,
            f"a packed key is {n!r}; pass the integer that pack returned",
        )
        for n in [*NO_NUMBERS, Key(0, 0)]
    ),
    *(
        (call, ValueError, f"keys of {widths} {PACKED}")
        for chosen, widths in UNBOUNDED
        for call in (
            lambda chosen=chosen: New(**chosen).pack(Key(0, 0)),
            lambda chosen=chosen: New(**chosen).unpack(0),
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "message"), REFUSED, ids=[row[2] for row in REFUSED])
def test_wrong_argument_is_refused_in_one_sentence(
    call: Callable[[], object], kind: type[Exception], message: str
) -> None:
    """At once: not at the first insertion, or when the first key is packed. A bool or a whole float is no number."""
    with pytest.raises(kind) as caught:
        call()
    assert (caught.type, str(caught.value)) == (kind, message)


# --- Whole programs --------------------------------------------------------------------------


def message(program: Callable[[], object]) -> str:
    """The message of the error that *program* raises."""
    with pytest.raises(Exception) as caught:  # noqa: PT011 - its type is part of the message
        program()
    return f"{caught.type.__name__}: {caught.value}"


@pytest.fixture
def pool() -> StableList[str]:
    """A list with an ant and a bee."""
    pool = StableList[str]()
    pool.extend(["ant", "bee"])
    return pool


LENT = "1 iterator or callback is open; collect what is to change and"
AFTERWARDS = "after the loop or callback has ended; drop (del) an iterator that is left half-way"


def test_removing_while_iterating(pool: StableList[str]) -> None:
    """A built-in dict would raise as well."""

    def program() -> None:
        for key, element in pool.items():
            if element == "ant":
                del pool[key]

    afterwards = AFTERWARDS.replace(";", ", or use retain;")
    assert message(program) == f"BorrowError: del refused: {LENT} del {afterwards}"


def test_keeping_a_view(pool: StableList[str]) -> None:
    """The view is used after its callback has ended."""
    kept: list[StableAccess[str]] = []
    pool.apply(Key(0, 0), lambda _, others: kept.append(others))
    assert message(lambda: kept[0].at(Key(1, 1))) == (
        "BorrowError: access through the view refused: the callback or loop step that it was lent"
        " to is over; keep keys instead of the view, and look them up in the list"
    )


@pytest.mark.parametrize("operation", ["apply", "traverse"])
def test_returning_the_new_element_to_cross_iteration(
    pool: StableList[str], operation: str
) -> None:
    """What a callback returns replaces the element in `at_mut` and `each_mut` only (R15)."""
    named = [Key[str](0, 0)] if operation == "apply" else []
    call: Callable[..., object] = getattr(pool, operation)
    assert message(lambda: call(*named, lambda *_: "wasp")) == (
        f"TypeError: the callback of {operation} returned 'wasp'; return None, and replace the"
        " element by replace_pivot of the view"
    )
    assert list(pool.values()) == ["ant", "bee"]
    pool.add("not lent any more")


def test_filling_a_list_that_cannot_name_so_many() -> None:
    """The message says how wide the index is and what to do."""
    pool = StableList[int](index_bits=3)
    assert message(lambda: [pool.add(number) for number in range(9)]) == (
        "CapacityError: add refused: position 8 does not fit an index of 3 bits;"
        " remove elements or widen index_bits"
    )
