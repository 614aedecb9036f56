"""A dyadic list without loops over blocks, run as a program beside the model: each mask is one number.

After every operation, all values are compared, and both masks with those that a pure function of the model's blocks
gives. The numbers of blocks that an operation needs are found in the masks as a processor finds them: the lowest set
bit, and the highest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, NamedTuple, Self

from stablelist_proofs.core.arc import IDLE, START, Arc
from stablelist_proofs.core.assignment import ARGUMENT, Assignment, Program
from stablelist_proofs.core.comparing.comparison import Beside, DisagreementError, shown
from stablelist_proofs.core.comparing.tie import layouts
from stablelist_proofs.core.terms import Evaluator, compiled
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.dyadic import MODEL
from stablelist_spec.systems.dyadic.state import State as ModelState

from .formulas import FORMULAS, RECORDS, STATE, Formulas, values
from .loopless import loopless
from .machine import Machine, records_of
from .masks import Masked, named, with_masks
from .program import TRUNCATING, program, state_of
from .tie import DYADIC

__all__ = ["MASKED", "Loopless", "MaskedMachine", "Named", "Word", "masks_of", "named_by_clause"]

MASKS: Final = ("roomy", "occupied")


class Word:
    """A mask as a function of a block."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __getitem__(self, block: int) -> bool:
        return block >= 0 and bool(self.value >> block & 1)

    @property
    def lowest(self) -> int:
        """The lowest set bit; -1 if there is none."""
        return (self.value & -self.value).bit_length() - 1

    @property
    def highest(self) -> int:
        """The highest set bit; -1 if there is none."""
        return self.value.bit_length() - 1


def masks_of(state: ModelState) -> dict[str, int]:
    """The masks of a state of the model, by its blocks alone."""
    blocks = state.partitions
    return {
        "roomy": sum(1 << n for n, block in enumerate(blocks) if block.live < block.size),
        "occupied": sum(1 << n for n, block in enumerate(blocks) if block.live > 0),
    }


# --- The program ----------------------------------------------------------------------------------


def visible(subject: Any) -> dict[str, Any]:  # noqa: ANN401 - a list, with its masks or without
    """Every value that is no ghost, and the masks."""
    masked = subject if isinstance(subject, Masked) else Masked(subject)
    return values(state_of(masked.state)) | {name: getattr(masked, name) for name in MASKS}


def assigned(arc: Arc) -> Assignment:
    """What a step writes."""
    return Assignment(arc, visible(STATE), visible(arc.after), (*RECORDS, *MASKS))


class Loopless(Formulas):
    """The program without loops.

    Attributes:
        occupied: the mask of blocks with elements, after a removal and before its truncation, at `ARGUMENT`.
    """

    def __init__(self, arcs: tuple[Arc, ...], removal: Arc) -> None:
        Program.__init__(self, arcs, STATE, visible, assigned)
        (new,) = (arc for arc in arcs if arc.source == START)
        self.new_records: dict[str, Evaluator] = assigned(new).whole
        self.fits = FORMULAS.fits
        self.occupied = compiled(with_masks(removal).occupied(ARGUMENT))


(REMOVAL,) = (arc for arc in program(STATE) if (arc.source, arc.target) == (IDLE, TRUNCATING))


class MaskedMachine(Machine):
    """A dyadic list with two masks, which runs without loops over blocks."""

    formulas: ClassVar[Loopless] = Loopless(loopless(STATE), REMOVAL)

    @classmethod
    def of(cls, state: ModelState) -> Self:
        """A machine in a state of the model."""
        made = super().of(state)
        made.functions |= {name: Word(mask) for name, mask in masks_of(state).items()}
        return made

    @classmethod
    def new(cls, parameters: Parameters, blocks: int) -> Self:
        """The formulas' new list, and its masks."""
        made = super().new(parameters, blocks)
        made.functions |= made._masks(cls.formulas.new_records)
        return made

    def _masks(self, whole: Mapping[str, Evaluator]) -> dict[str, Word]:
        """The masks that are written, with a few bits more than there are blocks."""
        few = range(self.symbols["blocks"] + 3)

        def value(mask: Evaluator) -> int:
            return sum(self._at(mask, block) << block for block in few)

        return {name: Word(value(mask)) for name, mask in whole.items() if name in MASKS}

    def _at(self, mask: Evaluator, block: int) -> bool:
        return bool(mask(self.symbols | {"argument": block}, self.functions)[0])

    def _run(self, operation: str) -> tuple[Any, ...]:
        """Find the blocks that the operation needs, and make its step."""
        if found := FINDING.get(operation):
            self.symbols |= found(self)
        return super()._run(operation)

    def _write(self, move: Assignment) -> None:
        """Evaluate the masks in the state before, and write everything."""
        written = self._masks(move.whole)
        super()._write(move)
        self.functions |= written

    def differs(self, before: ModelState, after: ModelState) -> str:
        """How the machine differs from *after*; empty if it does not."""
        for name, mask in masks_of(after).items():
            if self.functions[name].value != mask:
                return f"{name} is {mask:b}, by the formulas {self.functions[name].value:b}"
        return super().differs(before, after)

    # --- What is found in the masks -------------------------------------------------------------

    def which(self) -> dict[str, int]:
        """The block of an insertion; the number of blocks if all are full."""
        lowest = self.functions["roomy"].lowest
        return {"which": self.symbols["blocks"] if lowest < 0 else lowest}

    def left(self) -> dict[str, int]:
        """How many blocks `shrink_to_fit` leaves."""
        return {"blocks_left": max(self.functions["occupied"].highest + 1, 1)}

    def left_by_removal(self) -> dict[str, int]:
        """How many blocks a removal leaves if it truncates; its own bit is set anew before."""
        if not self._holds(self.formulas.resolves):
            return {}
        occupied = self._masks({"occupied": self.formulas.occupied})["occupied"]
        return {"blocks_left": max(occupied.highest + 1, 1)}

    def found(self) -> dict[str, int]:
        """How many blocks there must be for all wanted elements."""
        last = self.symbols["live"] + self.symbols["wanted"] - 1
        wanted = self.functions["block_of"][last] + 1 if last >= 0 else 0
        return {"found": max(wanted, self.symbols["blocks"])}


FINDING: Final[dict[str, Callable[[MaskedMachine], dict[str, int]]]] = {
    "add": MaskedMachine.which,
    "remove": MaskedMachine.left_by_removal,
    "shrink_to_fit": MaskedMachine.left,
    "reserve": MaskedMachine.found,
}
"""What is found before an operation."""

MASKED: Final = Beside(
    MODEL.initial,
    DYADIC.operation,
    lambda state: MaskedMachine.new(state.parameters, len(state.partitions)),
    MaskedMachine.of,
)
"""The dyadic list, beside its formulas without loops."""


# --- The clause -----------------------------------------------------------------------------------


class Named(NamedTuple):
    """How many layouts have the masks that the clause says, and how many other masks it rejects."""

    layouts: int
    others: int


def named_by_clause(parameters: Parameters) -> Named:
    """Evaluate the clause about masks in every layout of a scope, with its masks and with one bit changed.

    Raises:
        DisagreementError: it does not hold, or it holds of other masks as well.
    """
    met, others = 0, 0
    for state in layouts(MODEL.initial(parameters), DYADIC):
        masks = masks_of(state)
        changed = [
            masks | {name: mask ^ (1 << bit)}
            for name, mask in masks.items()
            for bit in range(len(state.partitions) + 2)
        ]
        if not _named(state, masks) or any(_named(state, wrong) for wrong in changed):
            raise DisagreementError(f"the clause about masks does not fit {shown(state)}")
        met, others = met + 1, others + len(changed)
    return Named(met, others)


CLAUSE: Final = compiled(named(Masked(STATE), STATE.blocks))


def _named(state: ModelState, masks: Mapping[str, int]) -> bool:
    """Whether the clause holds of a state and of some masks."""
    blocks = len(state.partitions)
    words = {name: Word(mask) for name, mask in masks.items()}
    symbols = {"blocks": blocks, "block": range(blocks + 2)}
    return bool(CLAUSE(symbols, records_of(state) | words)[0])
