"""The options of a StableList, checked and rounded.

Representation invariant of `Parameters`:

1. `least_space` and `initial_space` are multiples of 4 and at least 4.
2. `least_space <= initial_space <= index_end`.

Abstraction function: the element space starts with `initial_space` cells and never has fewer than
`least_space`; ids come from `ids`; only positions below `index_end` can be named; there are never more
than `most_live` elements.
"""

# Without `from __future__ import annotations`: typing would compile the annotation of every field.

import sys
from operator import index
from typing import Final, NamedTuple, NoReturn, SupportsIndex, cast

from .errors import CapacityError
from .ids import Counter, IdSource, u64
from .truncate import Truncate

__all__ = [
    "MOST_CELLS",
    "STANDARD",
    "Parameters",
    "chosen",
    "lawful",
    "lawful_length",
    "refuse_room",
    "whole",
]

QUARTERS: Final = 4
"""The element space is cut into quarters, so its length is a multiple of this (5.2; R1)."""

MOST_CELLS: Final = sys.maxsize >> 1
"""More cells than any memory can hold; compiled code can keep this number in a register."""


LEND: Final = "refuse"
LENDINGS: Final = (LEND, "invalidate")
"""What a change does while elements are lent: it is refused, or ends the loans (R14)."""


class Parameters(NamedTuple):
    """The options of a user, in the form that the container uses."""

    least_space: int
    initial_space: int
    truncate: Truncate
    ids: IdSource
    index_end: int
    index_bits: int | None
    maximum: int | None = None
    lend: str = LEND

    @property
    def invalidates(self) -> bool:
        """Whether a change ends the loans that are open, instead of being refused."""
        # Source: R14
        return self.lend != LEND

    @property
    def most_live(self) -> int:
        """The largest number of elements."""
        return self.index_end if self.maximum is None else min(self.index_end, self.maximum)

    @property
    def id_bits(self) -> int | None:
        """The number of bits of an id, if the source has the attribute `bits`."""
        bits: int | None = getattr(self.ids, "bits", None)
        return bits

    @property
    def last_id(self) -> int | None:
        """The id after which counting starts over at 0; None if ids are not counted in 64 bits."""
        # A subclass may count differently.
        return self.ids.period - 1 if type(self.ids) is Counter and self.ids.period else None

    @property
    def mode_number(self) -> int:
        """The number of the truncation mode in the C enumeration."""
        return list(Truncate).index(self.truncate)

    def require_room(self, live: int, additional: int, operation: str) -> None:
        """Refuse more elements than the index range or the maximum allows.

        Raises:
            CapacityError: there is no room for them all.
        """
        # Source: R9
        last = live + additional - 1
        if last >= self.most_live:
            refuse_room(self, operation, last)


def lawful(
    minimum: object,
    capacity: object,
    truncate: object,
    ids: object,
    index_bits: object,
    maximum: object = None,
    lend: object = LEND,
) -> Parameters:
    """Check and round the arguments of a caller.

    Raises:
        TypeError: a value of the wrong type; a bool is not a number here.
        ValueError: a number out of its range, or more initial space than the index can name.

    >>> from stablelist.ids import u8
    >>> lawful(5, 13, Truncate.NEVER, u8, None).initial_space
    16
    """
    if not isinstance(truncate, Truncate):
        raise TypeError(
            f"truncate is {truncate!r}; pass Truncate.NEVER, Truncate.ITERATION or Truncate.MEMORY"
        )
    least_space = _rounded_up(lawful_length("minimum", minimum))
    width = _width("index_bits", index_bits, 3)
    parameters = Parameters(
        least_space=least_space,
        initial_space=max(least_space, _rounded_up(lawful_length("capacity", capacity))),
        truncate=truncate,
        ids=_source(ids),
        index_end=MOST_CELLS if width is None else min(MOST_CELLS, 1 << width),
        index_bits=width,
        maximum=_lawful_maximum(maximum),
        lend=_lawful_lending(lend),
    )
    _require_indexable(parameters)
    return parameters


def refuse_room(parameters: Parameters, operation: str, position: int) -> NoReturn:
    """Raise a `CapacityError`: no index can name the position, or the maximum is reached."""
    allowed = parameters.maximum if position < parameters.index_end else None
    raise CapacityError(operation, position, parameters.index_bits, allowed)


def lawful_length(name: str, value: object) -> int:
    """Return *value* if it is a number of elements."""
    number = whole(name, value, "a number of elements, such as 0")
    if number < 0:
        raise ValueError(f"{name} is {number}; pass 0 or more")
    return number


def _lawful_maximum(value: object) -> int | None:
    """Return *value* if it is a maximum number of elements."""
    if value is None:
        return None
    number = whole("maximum", value, "a number of elements, or None for no maximum")
    if number < 1:
        raise ValueError(f"maximum is {number}; pass 1 or more, or None for no maximum")
    return number


def _lawful_lending(value: object) -> str:
    """Return *value* if it says what a change does while elements are lent."""
    if not isinstance(value, str):
        raise TypeError(f'lend is {value!r}; pass "refuse" or "invalidate"')
    if value not in LENDINGS:
        raise ValueError(f'lend is {value!r}; pass "refuse" or "invalidate"')
    return LENDINGS[LENDINGS.index(value)]


def _rounded_up(length: int) -> int:
    """The smallest lawful element space of at least *length* cells."""
    return max(QUARTERS, -(-length // QUARTERS) * QUARTERS)


def _source(value: object) -> IdSource:
    """Return *value* if it has the two operations of a source of ids."""
    if not (callable(getattr(value, "initial", None)) and callable(getattr(value, "next", None))):
        raise TypeError(
            f"ids is {value!r}; pass a source from stablelist.ids, such as ids.u64, or an object"
            " with initial() and next(id)"
        )
    bits = getattr(value, "bits", None)
    if bits is not None and (type(bits) is not int or bits < 1):
        raise TypeError(f"ids.bits is {bits!r}; let it be a number of bits, or None for unbounded")
    return cast("IdSource", value)


def _width(name: str, value: object, least: int) -> int | None:
    if value is None:
        return None
    bits = whole(name, value, "a number of bits, or None for unbounded")
    if not least <= bits <= 64:
        raise ValueError(f"{name} is {bits}; pass {least} to 64, or None for unbounded")
    return bits


def whole(name: str, value: object, wanted: str) -> int:
    """Return *value* as an int if it is a whole number; `capacity=True` is a mistake, not a 1."""
    # Looked up on the type, because isinstance with a protocol is a hundred times as slow.
    if not hasattr(type(value), "__index__") or isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}; pass {wanted}")
    return index(cast("SupportsIndex", value))


def _require_indexable(parameters: Parameters) -> None:
    space, width = parameters.initial_space, parameters.index_bits
    if space <= parameters.index_end:
        return
    if width is None:
        raise ValueError(f"no memory is large enough for {space} cells; lower capacity or minimum")
    raise ValueError(
        f"an element space of {space} cells does not fit an index of {width} bits;"
        " lower capacity or minimum, or widen index_bits"
    )


MINIMUM, CAPACITY, INDEX_BITS, ITERATION = 4, 0, 32, Truncate.ITERATION

STANDARD: Final = lawful(MINIMUM, CAPACITY, ITERATION, u64, INDEX_BITS)
"""The default parameters, which all lists share that have them."""


def chosen(
    minimum: object,
    capacity: object,
    truncate: object,
    ids: object,
    index_bits: object,
    maximum: object,
    lend: object,
) -> Parameters:
    """The parameters that a caller has chosen; checked only if they are not the default ones."""
    default = (
        (minimum is MINIMUM and capacity is CAPACITY and maximum is None)
        and (ids is u64 and index_bits is INDEX_BITS)
        and truncate is ITERATION
        and lend is LEND
    )
    if default:
        return STANDARD
    return lawful(minimum, capacity, truncate, ids, index_bits, maximum, lend)
