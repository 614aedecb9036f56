"""The formulas of a StableList run as a program, and compared with the model after every operation."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from stablelist_proofs.core.comparing.composed import Combining
from stablelist_proofs.core.comparing.running import Ids, symbols_of_all, symbols_of_parameters
from stablelist_proofs.core.functions import NONE
from stablelist_spec.core.key import Key
from stablelist_spec.families.pool import PoolError
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.state import State as ModelState

from .formulas import FORMULAS, Formulas
from .state import PARTITIONS

__all__ = ["Machine"]


class Machine(Combining):
    """A list that is executed by the formulas, and combines its moves.

    Attributes:
        formulas: the program that it runs.
        symbols: the value of each symbol.
        touched: the positions that were written since `differs` was asked.
    """

    formulas: ClassVar[Formulas] = FORMULAS

    @classmethod
    def new(cls, parameters: Parameters) -> Self:
        """The formulas' new list.

        Raises:
            NoSingleCaseError: by the formulas, these are not the sizes of a new list.
        """
        space = parameters.initial_space
        sizes = symbols_of_parameters(parameters) | {"space": space, "allocated": space}
        return cls.begun(sizes, {"stamp": Ids(parameters.id_period)})

    def insert_with(self, element: int) -> Key | PoolError:
        """Insert an element under the key that its factory received, or refuse."""
        promised = Key(*self.formulas.next_key(self.symbols, self.functions))
        answer = self.add(element)
        return promised if isinstance(answer, Key) else answer

    # --- What it shows ----------------------------------------------------------------------------

    @property
    def opened(self) -> int:
        """How many cells are opened."""
        return sum(self.symbols[f"{name}_opened"] for name in PARTITIONS)

    @staticmethod
    def symbols_of(state: ModelState) -> dict[str, Any]:
        """The values of the formulas' symbols in a state of the model."""
        values = {"space": state.space} | symbols_of_all(state)
        for name, partition in zip(PARTITIONS, state.partitions, strict=True):
            part = partition._asdict()
            part["head"] = NONE if partition.head is None else partition.head
            values |= {f"{name}_{field}": value for field, value in part.items()}
        return values
