"""Why a realm is an allocator: each of its steps is one that the contract allows.

The contract says nothing about overwritten bytes, and so nothing about a realm that has some. It does not know either
that an unchecked stack frees several blocks at once.
"""

from __future__ import annotations

from stablelist_spec.core.contract import told
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.families import allocator_contract as contract
from stablelist_spec.families.allocator import AllocatorError, refused

from .realm import Realm

__all__ = ["refines"]

NARROWER = (AllocatorError.SIZE, AllocatorError.ALIGNMENT)
"""What a pool refuses because it knows that no block is so large: there is no room for it."""


def known(state: Realm) -> contract.Known:
    """What the user of a realm knows, if it has asked for every address."""
    canary = state.checker.canary
    blocks = (
        contract.Block(
            each.serial,
            each.asked,
            each.alignment,
            each.offset - canary,
            each.asked,
            state.address(each),
        )
        for each in state.blocks
    )
    return contract.Known(tuple(blocks), state.granted)


def refines(before: Realm, operation: Operation, step: Step[Realm, object]) -> bool:
    """Whether a step is one of an allocator with this region."""
    after = step.state
    gone = len(before.blocks) - len(after.blocks)
    of_many = operation.name not in ("dealloc", "alloc", "alloc_at", "alloc_back")
    if before.flipped or after.flipped or of_many or gone > 1:
        return True
    asked, answer = operation, step.answer
    if "key" in operation.operands:
        block = before.block(operation["key"])
        asked = operation.given(key=None if block is None else block.serial)
    if isinstance(answer, Key):
        answer = contract.GRANTED
    elif answer in NARROWER:
        answer = refused(asked["size"], asked["alignment"]) or AllocatorError.FULL
    rules = contract.Allocators(before.space.region)
    found = [
        each.after(known(before))
        for each in rules.outcomes(known(before), asked)
        if each.answer == answer
    ]
    addressed = known(after)
    return any(
        each.live.keys() == addressed.live.keys() and placed_well(rules, addressed)
        for each in found
    )


def placed_well(rules: contract.Allocators, state: contract.Known) -> bool:
    """Whether every address is one that the contract allows."""
    return all(
        each.answer == block.address
        for block in state.blocks
        for each in rules.outcomes(
            state, told(Operation("address", key=block.number), str(block.address))
        )
    )
