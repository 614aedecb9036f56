"""Operations as data, with keys named by the insertion that returned them.

The n-th insertion of a program, counted from 0, adds the element n, and ``n`` names the key it returned; a
`Key` in its place is forged, and so is one that is `Near` another. ``extend`` is as many insertions as it has
elements, whether or not it succeeds. So a program means the same on every implementation, whatever its keys are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .key import Key

__all__ = ["Configuration", "KeyName", "Near", "Operation"]


class Near(NamedTuple):
    """A forged key near an issued one.

    Attributes:
        number: of the insertion that returned the other key.
        index: what is added to its index.
        id: what is added to its id.
    """

    number: int
    index: int  # type: ignore[assignment] # it hides tuple.index, which is not used for keys
    id: int


KeyName = int | Key | Near
"""The number of an insertion, or a forged key."""


Configuration = Any
"""The options of a container: a frozen dataclass, which each system defines."""


class Operation:
    """One operation: its name, and its operands by the names that its family declares. It cannot be changed.

    >>> Operation("remove", key=3)["key"]
    3
    >>> Operation("lend", tried=Operation("extend", count=7))
    Operation('lend', tried=Operation('extend', count=7))

    Attributes:
        element: for a system's step, the element that an insertion adds, or the first of several; no operand.
        way: which of several ways to do the same a port is to take, counted from 1; steps do not depend on it.
        on: the container that it is on: 1, or 2 for the second one of a program.
    """

    __slots__ = ("element", "name", "on", "operands", "way")

    name: str
    operands: Mapping[str, Any]
    element: int
    way: int
    on: int

    def __init__(self, name: str, /, **operands: Any) -> None:  # noqa: ANN401 - the family declares their kinds
        _filled(self, name, operands, 0, 1, 1)

    def __getitem__(self, operand: str) -> Any:  # noqa: ANN401 - the family declares its kind
        """The value of an operand.

        Raises:
            KeyError: the operation does not have it.
        """
        if operand not in self.operands:
            raise KeyError(f"{self.name} has no operand {operand!r}")
        return self.operands[operand]

    def given(self, **operands: Any) -> Operation:  # noqa: ANN401 - the family declares their kinds
        """The operation with more operands, or with other values of some.

        >>> Operation("retain", modulus=3, residue=1).given(residue=0)
        Operation('retain', modulus=3, residue=0)
        """
        return made(self.name, {**self.operands, **operands}, self.element, self.way, self.on)

    def by(self, way: int) -> Operation:
        """The operation in one of several ways to do it.

        >>> Operation("remove", key=3).by(2).given(key=5)
        Operation('remove', key=5).by(2)
        """
        return made(self.name, self.operands, self.element, way, self.on)

    def to(self, on: int) -> Operation:
        """The operation on the first or the second container.

        >>> Operation("push", value=3).to(2).by(2)
        Operation('push', value=3).by(2).to(2)
        """
        return made(self.name, self.operands, self.element, self.way, on)

    def adding(self, element: int) -> Operation:
        """The operation as a step receives it: an insertion of this element, or of several from this one on.

        >>> Operation("extend", count=2).adding(7)
        Operation('extend', count=2).adding(7)
        """
        return made(self.name, self.operands, element)

    @property
    def names(self) -> tuple[str, ...]:
        """Its name, and that of the operation that it tries.

        >>> Operation("lend", tried=Operation("clear")).names
        ('lend', 'clear')
        """
        return tuple(each.name for each in self.nested)

    @property
    def nested(self) -> tuple[Operation, ...]:
        """The operation itself, and the one that it tries.

        >>> Operation("lend", tried=Operation("clear")).nested[1]
        Operation('clear')
        """
        tried = (value for value in self.operands.values() if isinstance(value, Operation))
        return (self, *(each for value in tried for each in value.nested))

    def __setattr__(self, name: str, _: object) -> None:
        raise AttributeError(f"an operation cannot be changed, so its {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Operation):
            return NotImplemented
        return self._parts == other._parts

    def __hash__(self) -> int:
        name, operands, *others = self._parts
        return hash((name, frozenset(operands.items()), *others))

    def __reduce__(
        self,
    ) -> tuple[Callable[..., Operation], tuple[str, Mapping[str, Any], int, int, int]]:
        return made, self._parts

    @property
    def _parts(self) -> tuple[str, Mapping[str, Any], int, int, int]:
        return self.name, self.operands, self.element, self.way, self.on

    def __repr__(self) -> str:
        parts = [repr(self.name), *(f"{name}={value!r}" for name, value in self.operands.items())]
        marks = (
            f".adding({self.element})" * bool(self.element),
            f".by({self.way})" * (self.way > 1),
            f".to({self.on})" * (self.on > 1),
        )
        return f"Operation({', '.join(parts)}){''.join(marks)}"


# `History` makes an operation for each step, and this takes half as long as `object.__setattr__`.
_set_name, _set_operands, _set_element, _set_way, _set_on = (
    vars(Operation)[each].__set__ for each in ("name", "operands", "element", "way", "on")
)


def _filled(
    operation: Operation, name: str, operands: Mapping[str, Any], element: int, way: int, on: int
) -> None:
    _set_name(operation, name)
    _set_operands(operation, operands)
    _set_element(operation, element)
    _set_way(operation, way)
    _set_on(operation, on)


def made(
    name: str, operands: Mapping[str, Any], element: int, way: int = 1, on: int = 1
) -> Operation:
    """An operation with these operands, which nobody else changes."""
    operation = Operation.__new__(Operation)
    _filled(operation, name, operands, element, way, on)
    return operation
