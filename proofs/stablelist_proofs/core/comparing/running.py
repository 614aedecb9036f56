"""Executes formulas as a program, for any system: the steps of an operation, one after the other.

Each step is compiled to Python. At every point the only case whose guard holds is found, the new value of each symbol
is evaluated and written, and the operation goes on where the step leads, until it is over. So where the machine agrees
with the model, the program about which everything is proved describes the model. Since the machine can run, the
formulas determine the next state. Ghosts are left out, because no other value depends on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Self

from stablelist_proofs.core.arc import IDLE
from stablelist_proofs.core.assignment import Assignment, Program
from stablelist_proofs.core.functions import ITERATION, MEMORY, NEVER, NONE
from stablelist_proofs.core.terms import Evaluator
from stablelist_spec.core.key import Key
from stablelist_spec.families.pool import PoolError
from stablelist_spec.parts.cells import Cell, Has, Not, Parametrised
from stablelist_spec.parts.parameters import Parameters, Truncate

__all__ = [
    "CELLS",
    "COSTS",
    "MODES",
    "Ids",
    "NoSingleCaseError",
    "Runner",
    "position_of",
    "symbols_of_all",
    "symbols_of_parameters",
]

MODES: Final = {
    Truncate.NEVER: NEVER,
    Truncate.ITERATION: ITERATION,
    Truncate.MEMORY: MEMORY,
}
CELLS: Final = ("has", "id", "element", "next")
COSTS: Final = ("visits", "moved", "dropped", "removals", "cells")
"""The cost counters. No formula counts the cells that an iteration visits; `composed` does."""


class NoSingleCaseError(AssertionError):
    """No case of an operation applies, or more than one."""


# --- The machine ----------------------------------------------------------------------------------


class Ids:
    """The counter of a list: the id of the n-th insertion."""

    def __init__(self, period: int | None) -> None:
        self.period = period

    def __getitem__(self, insertion: int) -> int:
        return insertion if self.period is None else insertion % self.period


class Runner:
    """A list that is executed by formulas.

    Attributes:
        formulas: the program that it runs.
        symbols: the value of each symbol.
        functions: the values of each function, by argument.
        touched: the positions that were written since it was compared.
    """

    formulas: ClassVar[Program]

    def __init__(self, symbols: Mapping[str, Any], cells: tuple[Cell, ...], ids: Ids) -> None:
        self.symbols: dict[str, Any] = dict(symbols)
        self.functions: dict[str, Any] = {
            "has": [isinstance(cell, Has) for cell in cells],
            "id": [cell.id if isinstance(cell, Has) else 0 for cell in cells],
            "element": [cell.element if isinstance(cell, Has) else 0 for cell in cells],
            "next": [position_of(cell) for cell in cells],
            "stamp": ids,
        }
        self.touched: set[int] = set()

    @classmethod
    def of(cls, state: Any) -> Self:  # noqa: ANN401 - of any system
        """A machine in a state of the model."""
        return cls(cls.symbols_of(state), state.cells, Ids(state.parameters.id_period))

    @classmethod
    def begun(cls, sizes: Mapping[str, Any], functions: Mapping[str, Any]) -> Self:
        """The formulas' new list. Only its sizes are given; the formulas determine all other values.

        Raises:
            NoSingleCaseError: by the formulas, these are not the sizes of a new list.
        """
        if not all(cls.formulas.lawful(sizes, {**functions, "below": [0]})):
            raise NoSingleCaseError("these are not the sizes of a new list")
        values = cls.formulas.new(sizes, functions)
        named = dict(zip(cls.formulas.new_names, values, strict=True))
        return cls(named | {"cells": 0}, (), functions["stamp"])

    @property
    def opened(self) -> int:
        """How many cells are opened."""
        raise NotImplementedError

    # --- Operations -------------------------------------------------------------------------------

    def add(self, element: int) -> Key | PoolError:
        """Insert an element, and return its key."""
        self.symbols["new_element"] = element
        key = self._run("add")
        return Key(*key) if key else PoolError.FULL

    def remove(self, key: Key) -> int | None:
        """Remove an element, and truncate if it was the last one that prevented this."""
        self._aim(key)
        self.symbols["paid_by_removals"] = True
        taken = self._run("remove")
        return taken[0] if taken else None

    def replace(self, key: Key, element: int) -> bool:
        """Replace an element."""
        self._aim(key)
        self.symbols["new_element"] = element
        (replaced,) = self._run("replace")
        return bool(replaced)

    def at(self, key: Key) -> int | None:
        """Look an element up."""
        self._aim(key)
        return self._value(self.formulas.element) if self._holds(self.formulas.resolves) else None

    def length(self) -> int:
        """The number of elements."""
        return self._value(self.formulas.live)

    def clear(self) -> None:
        """Remove everything."""
        self._run("clear")

    def reserve(self, additional: int) -> PoolError | None:
        """Make room for more elements."""
        self.symbols["wanted"] = additional
        refused = not self._holds(self.formulas.fits)
        self._run("reserve")
        return PoolError.FULL if refused else None

    def shrink_to_fit(self) -> None:
        """Halve as often as possible, and free memory."""
        self.symbols["paid_by_removals"] = False
        self._run("shrink_to_fit")

    # --- Steps ------------------------------------------------------------------------------------

    def _aim(self, key: Key) -> None:
        self.symbols |= {"key_index": key.index, "key_id": key.id}

    def _value(self, term: Evaluator) -> int:
        return int(term(self.symbols, self.functions)[0])

    def _holds(self, condition: Evaluator) -> bool:
        return bool(condition(self.symbols, self.functions)[0])

    def _run(self, operation: str) -> tuple[Any, ...]:
        """Make the steps of an operation, from point to point; returns the answer, which one of them has."""
        case = self._only(operation)
        answer: tuple[Any, ...] = case.answer(self.symbols, self.functions)
        self._write(case)
        while case.target != IDLE:
            case = self._only(self.formulas.goes_on[case.target])
            answer = answer or case.answer(self.symbols, self.functions)
            self._write(case)
        return answer

    def _only(self, operation: str) -> Assignment:
        """The only case of an operation whose guard holds."""
        cases = self.formulas.cases.get(operation, {})
        holding = [name for name, case in cases.items() if self._holds(case.guard)]
        if len(holding) != 1:
            raise NoSingleCaseError(f"of {', '.join(cases)}: {holding}")
        only: Assignment = cases[holding[0]]
        return only

    def _write(self, move: Assignment) -> None:
        """Evaluate all values in the state before, then write them."""
        given = self.symbols, self.functions
        values, places, cells = move.values(*given), move.places(*given), move.written(*given)
        self.symbols.update(zip(move.names, values, strict=True))
        for name, place, value in zip(move.functions, places, cells, strict=True):
            if name in CELLS and place != NONE:
                self._put(self.functions[name], place, value)
        self._fit()

    def _put(self, values: list[Any], place: int, value: Any) -> None:  # noqa: ANN401 - an int or a bool
        self.touched.add(place)
        if place == len(values):
            values.append(value)
        else:
            values[place] = value

    def _fit(self) -> None:
        """Adjust the arrays of cells to the number of opened cells."""
        opened = self.opened
        for name in CELLS:
            values = self.functions[name]
            del values[opened:]
            values.extend([NONE] * (opened - len(values)))

    def cell(self, position: int) -> Cell:
        """A cell in the model's form."""
        has, id_, element, following = (self.functions[name][position] for name in CELLS)
        return Has(element, id_) if has else Not(None if following == NONE else following)

    @staticmethod
    def symbols_of(state: Any) -> dict[str, Any]:  # noqa: ANN401 - of any system
        """The values of the formulas' symbols in a state of the model."""
        raise NotImplementedError

    def differs(self, before: Any, after: Any) -> str:  # noqa: ANN401 - of any system
        """How the machine, which agreed with *before*, differs from *after*; empty if it does not."""
        expected = self.symbols_of(after)
        for name, value in expected.items():
            if name != "added" and self.symbols[name] != value:
                return f"{name} is {value}, by the formulas {self.symbols[name]}"
        if self.opened != len(after.cells):
            return f"{len(after.cells)} cells are opened, by the formulas {self.opened}"
        cells = self._cells_since(before)
        if cells != after.cells:
            at = next(i for i, cell in enumerate(after.cells) if cell != cells[i])
            return f"cell {at} is {after.cells[at]}, not {cells[at]}"
        self.touched.clear()
        return ""

    def _cells_since(self, before: Parametrised) -> tuple[Cell, ...]:
        """The opened cells: those that were not written since are *before*'s."""
        opened, cells = self.opened, list(before.cells)
        end = min(opened, len(cells))
        for position in self.touched:
            if position < end:
                cells[position] = self.cell(position)
        return (*cells[:opened], *map(self.cell, range(len(cells), opened)))


def position_of(cell: Cell) -> int:
    """The value of ``next`` in the formulas."""
    return NONE if isinstance(cell, Has) or cell.next is None else cell.next


def symbols_of_all(state: Any) -> dict[str, Any]:  # noqa: ANN401 - of any system
    """The values of the formulas' symbols that all systems have: parameters, memory, insertions and costs."""
    costs = {name: getattr(state.cost, name) for name in COSTS}
    lengths = {"allocated": state.allocated, "next_id": state.next_id, "added": state.next_id}
    return symbols_of_parameters(state.parameters) | lengths | costs


def symbols_of_parameters(parameters: Parameters) -> dict[str, Any]:
    """The values of the formulas' symbols that never change."""
    return {
        "least": parameters.least_space,
        "mode": MODES[parameters.truncate],
        "bounded": parameters.index_count is not None,
        "index_count": parameters.index_count or 0,
    }
