"""Coverage: which labels a run met, which it could have met, and why the others are out of reach."""

from __future__ import annotations

from typing import Final, NamedTuple

from stablelist_spec.core.system import System
from stablelist_spec.families.pool import KEYED, POOL

from .handshake import Handshake, Widths
from .protocol import Level, Program, encode_answer

__all__ = ["Reach", "labelled_answer", "reach"]

NARROW_ID: Final = 8
"""Ids of up to so many bits wrap within a program."""
NARROW_INDEX: Final = 8
"""An index range of up to so many bits is filled within a program."""


class Reach(NamedTuple):
    """Labels within reach, and those out of reach by reason."""

    labels: frozenset[str]
    unreachable: dict[str, str]


def labelled_answer(system: System, program: Program, level: Level) -> tuple[list[str], set[str]]:
    """The model's answers to a program, and the labels of what happened."""
    history, family = system.begin(program.parameters), system.family
    words: list[str] = []
    labels: set[str] = set()
    for operation in program.operations:
        if operation.name in system.shown:
            words.append(system.shown[operation.name](history.state))
        else:
            step = history.perform(operation)
            labels.update(step.labels)
            words.append(encode_answer(operation, step.answer, level, family))
    return words, labels


def reach(handshake: Handshake, level: Level) -> Reach:
    """What a port can be brought to."""
    if level is Level.CONTRACT and handshake.system.family.keyed:
        return Reach(frozenset(contract_labels(handshake)), {})
    labels = handshake.system.labels
    unreachable = {
        label: reason for label in labels if (reason := out_of_reach(label, handshake)) is not None
    }
    return Reach(frozenset(labels) - unreachable.keys(), unreachable)


def out_of_reach(label: str, handshake: Handshake) -> str | None:
    """Why a port cannot be brought to a label, if it cannot."""
    without = handshake.lacking
    for operation in handshake.system.needed(label):
        if operation in without:
            return f"the port leaves {operation} out"
    if label.startswith("repack_") and not (
        bounded(handshake.id_bits) and bounded(handshake.index_bits)
    ):
        return "its ids or indices are always unbounded"
    if "_forged_" in label and "forge" in without:
        return "the port leaves forged keys out"
    if label.endswith("_negative") and "negative" in without:
        return "the port leaves negative indices out"
    if label.endswith(("_revived", "_id_wraps")) and not narrow(handshake.id_bits, NARROW_ID):
        return f"its ids cannot be made as narrow as {NARROW_ID} bits"
    if label.endswith("_full") and not narrow(handshake.index_bits, NARROW_INDEX):
        return f"its indices cannot be made as narrow as {NARROW_INDEX} bits"
    return None


def bounded(widths: Widths) -> bool:
    """Whether there is a bounded width."""
    return widths.narrowest is not None


def narrow(widths: Widths, bits: int) -> bool:
    """Whether a width of at most *bits* is supported."""
    return widths.narrowest is not None and widths.narrowest <= bits


def contract_labels(handshake: Handshake) -> set[str]:
    """The labels of a contract judge (`stablelist_conformance.judge`) for what a port offers."""
    offered = handshake.offered
    keyed = offered & KEYED
    labels = {f"{name}_{kind}" for name in keyed for kind in ("live", "stale")}
    labels |= offered & POOL.inserting
    closed = offered - keyed - POOL.inserting - {"layout", "cost"}
    labels |= {f"{name}_{amount}" for name in closed for amount in ("some", "none")}
    if handshake.system.exact and "forge" not in handshake.without:
        labels |= {f"{name}_forged" for name in keyed & {"at", "contains", "remove"}}
    return labels
