"""Coverage: which labels a run met, which it could have met, and why the others are out of reach."""

from __future__ import annotations

from typing import Final, NamedTuple

from stablelist_spec.history import History
from stablelist_spec.labels import KEY_OPERATIONS, LABELS

from .answerers import SHOWS
from .handshake import Handshake, Widths
from .profiles import Profile
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


def labelled_answer(program: Program, level: Level) -> tuple[list[str], set[str]]:
    """The model's answers to a program, and the labels of what happened."""
    history = History(program.parameters)
    words: list[str] = []
    labels: set[str] = set()
    for operation in program.operations:
        answer: object = None
        if operation.name not in SHOWS:
            step = history.perform(operation)
            answer = step.answer
            labels.update(step.labels)
        words.append(encode_answer(operation, answer, level, history.state))
    return words, labels


def reach(handshake: Handshake, profile: Profile, level: Level) -> Reach:
    """What a port can be brought to."""
    if level is Level.CONTRACT:
        return Reach(frozenset(contract_labels(handshake, profile)), {})
    unreachable = {
        label: reason for label in LABELS if (reason := out_of_reach(label, handshake)) is not None
    }
    return Reach(frozenset(LABELS) - unreachable.keys(), unreachable)


def out_of_reach(label: str, handshake: Handshake) -> str | None:
    """Why a port cannot be brought to a label, if it cannot."""
    without, operation = handshake.without, label.partition("_")[0]
    if operation in without:
        return f"the port leaves {operation} out"
    if "_forged_" in label and "forge" in without:
        return "the port leaves forged keys out"
    if label.endswith("_negative") and "negative" in without:
        return "the port leaves negative indices out"
    if label.endswith(("_revived", "_id_wraps")) and not narrow(handshake.id_bits, NARROW_ID):
        return f"its ids cannot be made as narrow as {NARROW_ID} bits"
    if label == "add_index_range_full" and not narrow(handshake.index_bits, NARROW_INDEX):
        return f"its indices cannot be made as narrow as {NARROW_INDEX} bits"
    return None


def narrow(widths: Widths, bits: int) -> bool:
    """Whether a width of at most *bits* is supported."""
    return widths.narrowest is not None and widths.narrowest <= bits


def contract_labels(handshake: Handshake, profile: Profile) -> set[str]:
    """The labels of a contract judge (`stablelist_conformance.judge`) for what a port offers."""
    offered = profile.offers(handshake)
    keyed = offered & {*KEY_OPERATIONS, "exchange"}
    labels = {"add"} | {f"{name}_{kind}" for name in keyed for kind in ("live", "stale")}
    closed = offered - keyed - {"add", "layout", "cost"}
    labels |= {f"{name}_{amount}" for name in closed for amount in ("some", "none")}
    if profile.name == "stablelist" and "forge" not in handshake.without:
        labels |= {f"{name}_forged" for name in keyed & {"at", "contains", "remove"}}
    return labels
