"""The formulas of a dyadic list run as a program, and compared with the model after every operation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from stablelist_proofs.core.assignment import Assignment
from stablelist_proofs.core.comparing.composed import Combining
from stablelist_proofs.core.comparing.running import Ids, symbols_of_all, symbols_of_parameters
from stablelist_proofs.core.functions import NONE
from stablelist_spec.core.key import Key
from stablelist_spec.families.pool import PoolError
from stablelist_spec.parts.cells import Cell
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.dyadic.state import State as ModelState

from .formulas import FORMULAS, RECORDS, Formulas
from .state import OF_A_BLOCK

__all__ = ["BlockOf", "Borders", "Machine", "places", "records_of"]

# --- Where blocks lie -----------------------------------------------------------------------------


class Borders:
    """Where each block begins: at 0, at the least space, at twice that, and so on."""

    def __init__(self, least: int) -> None:
        self.least = least

    def __getitem__(self, block: int) -> int:
        return self.least << (block - 1) if block > 0 else 0


class BlockOf:
    """The block of a position."""

    def __init__(self, least: int) -> None:
        self.least = least

    def __getitem__(self, position: int) -> int:
        return (position // self.least).bit_length() if position >= 0 else -1


# --- The machine ----------------------------------------------------------------------------------


class Machine(Combining):
    """A dyadic list that runs by the formulas, and combines its moves."""

    formulas: ClassVar[Formulas] = FORMULAS

    def __init__(self, symbols: Mapping[str, Any], cells: tuple[Cell, ...], ids: Ids) -> None:
        super().__init__(symbols, cells, ids)
        self.functions |= places(self.symbols["least"])

    @classmethod
    def of(cls, state: ModelState) -> Self:
        """A machine in a state of the model."""
        made = super().of(state)
        made.functions |= records_of(state)
        return made

    @classmethod
    def new(cls, parameters: Parameters, blocks: int) -> Self:
        """The formulas' new list.

        Raises:
            NoSingleCaseError: by the formulas, these are not the sizes of a new list.
        """
        sizes = symbols_of_parameters(parameters) | {"blocks": blocks}
        functions = {"stamp": Ids(parameters.id_period), **places(parameters.least_space)}
        made = cls.begun(sizes, functions)
        made.functions |= {
            name: [whole(sizes | {"argument": block}, functions)[0] for block in range(blocks)]
            for name, whole in cls.formulas.new_records.items()
        }
        return made

    @property
    def opened(self) -> int:
        """How many cells are opened."""
        opened: int = self.symbols["opened"]
        return opened

    def insert_with(self, element: int) -> Key | PoolError:
        """An insertion; which key it answers is known when its search is over."""
        return self.add(element)

    def _write(self, move: Assignment) -> None:
        """Evaluate the records in the state before, then write everything."""
        blocks = self.symbols["blocks"]
        for name, number in zip(move.names, move.values(self.symbols, self.functions), strict=True):
            blocks = number if name == "blocks" else blocks
        written = {
            name: [whole(self.symbols | {"argument": n}, self.functions)[0] for n in range(blocks)]
            for name, whole in move.whole.items()
        }
        super()._write(move)
        self.functions |= written
        for name in RECORDS:
            del self.functions[name][blocks:]

    def differs(self, before: ModelState, after: ModelState) -> str:
        """How the machine, which agreed with *before*, differs from *after*; empty if it does not."""
        for name, expected in records_of(after).items():
            if self.functions[name] != expected:
                return f"{name} is {expected}, by the formulas {self.functions[name]}"
        return super().differs(before, after)

    @staticmethod
    def symbols_of(state: ModelState) -> dict[str, Any]:
        """The values of the formulas' symbols in a state of the model."""
        lengths = {"blocks": len(state.partitions), "opened": state.opened, "live": state.live}
        return symbols_of_all(state) | lengths


def places(least: int) -> dict[str, Any]:
    """The functions that say where blocks lie."""
    return {"border": Borders(least), "block_of": BlockOf(least)}


def records_of(state: ModelState) -> dict[str, list[int]]:
    """The functions that hold the records of the blocks."""
    found: dict[str, list[int]] = {
        name: [getattr(block, field) for block in state.partitions]
        for field, name in OF_A_BLOCK.items()
        if field != "head"
    }
    heads = [NONE if block.head is None else block.head for block in state.partitions]
    return found | {OF_A_BLOCK["head"]: heads}
