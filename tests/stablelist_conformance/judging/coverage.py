"""Coverage: the labels that a run covered, the labels that it could cover, and why the others are out of reach."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from stablelist_conformance.judging.limits import within_reach
from stablelist_conformance.wire.handshake import ABILITIES, MAXIMUM, Handshake
from stablelist_conformance.wire.play import play
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.history import History
from stablelist_spec.core.second import labels_of
from stablelist_spec.core.system import System
from stablelist_spec.families import graph_contract
from stablelist_spec.families.graph import EDGE, GRAPH, NODE
from stablelist_spec.families.pool import KEYED, LOOPS, POOL

__all__ = ["NOT_ASKED", "Reachable", "labelled_answer", "left_out", "reachable_labels"]


def left_out(handshake: Handshake) -> list[str]:
    """The operations of its system that a port does not offer, and abilities; not what only a higher level shows."""
    lacks = handshake.system.answered - handshake.offered | handshake.lacking & {*ABILITIES}
    return [each for each in (*handshake.system.family.kinds, *ABILITIES) if each in lacks]


class Reachable(NamedTuple):
    """Labels within reach, and those out of reach by reason."""

    labels: frozenset[str]
    unreachable: dict[str, str]


def labelled_answer(system: System, program: Program, level: Level) -> tuple[list[str], set[str]]:
    """The model's answers to a program, and the labels of its steps."""
    played = [*play(History(system, program.parameters), program.operations, level)]
    met = {label for each in played for label in each.labels}
    labels = {label_at_widths(label, program.parameters) for label in met}
    return [each.answer for each in played], labels


def reachable_labels(handshake: Handshake, level: Level) -> Reachable:
    """The labels that programs for a port can reach."""
    system = handshake.system
    if level is Level.CONTRACT and not system.determined and (system.exact or not system.labels):
        return Reachable(frozenset(contract_labels(handshake)), {})
    labels = system.labels
    unreachable = {
        label: reason for label in labels if (reason := out_of_reach(label, handshake)) is not None
    }
    within = labels.keys() - unreachable.keys()
    counted = {f"{each}{suffix}" for each in within for suffix in width_classes(each, handshake)}
    return Reachable(frozenset(counted), unreachable)


WIDER: Final = "/9-16"
"""Added to a label that was met at widths of this many bits."""
NARROWEST: Final = 8
ENDS: Final = (("id_bits", ("_revived", "_wraps")), ("index_bits", ("_full",)))
"""The ends of the labels whose boundary depends on a width."""


NOT_ASKED: Final = "the words that lead there are not asked"
"""Why a label is out of reach if the port or the user leaves something out, which is listed once, as *not asked*."""


def width_of(label: str) -> str:
    """The field of the width that the boundary of a label depends on; empty if it depends on none."""
    return next((name for name, endings in ENDS if label.endswith(endings)), "")


def label_at_widths(label: str, configuration: object) -> str:
    """A label as it is counted in a container with some widths.

    >>> from stablelist_spec import Parameters
    >>> label_at_widths("at_revived", Parameters(id_bits=3)), label_at_widths("at_revived", Parameters(id_bits=10))
    ('at_revived', 'at_revived/9-16')
    """
    bits = getattr(configuration, width_of(label), None)
    return f"{label}{WIDER}" if bits is not None and bits > NARROWEST else label


def declared(label: str, handshake: Handshake) -> Widths | None:
    """The widths that the boundary of a label depends on, if they are bounded."""
    return handshake.widths.get(width_of(label))


def width_classes(label: str, handshake: Handshake) -> list[str]:
    """What is added to a label at the port's widths, once for every class of widths."""
    widths = declared(label, handshake)
    if widths is None:
        return [""]
    most = within_reach(handshake, width_of(label))
    reached = [bits for bits in widths.all if bits is not None and bits <= most]
    return [""] * any(bits <= NARROWEST for bits in reached) + [WIDER] * any(
        bits > NARROWEST for bits in reached
    )


def out_of_reach(label: str, handshake: Handshake) -> str | None:
    """Why no program for a port can reach a label, if none can."""
    without = handshake.lacking
    if without & {*handshake.system.needed(label)}:
        return NOT_ASKED
    if label.startswith("repack_") and not (
        bounded(handshake.id_bits) and bounded(handshake.index_bits)
    ):
        return "its ids or indices are always unbounded"
    if "_forged_" in label and "forge" in without:
        return NOT_ASKED
    if label.endswith("_stale") and handshake.documented.undefined:
        return NOT_ASKED
    if label.endswith("_beyond_maximum") and MAXIMUM in without:
        return NOT_ASKED
    if label.endswith("_negative") and "negative" in without:
        return NOT_ASKED
    if not width_classes(label, handshake):
        return too_wide(width_of(label), handshake)
    if label.endswith("_stale_reused") and has_one_version(handshake):
        return "its id_bits leave a slot one version, so that a stale key always resolves"
    return None


def too_wide(name: str, handshake: Handshake) -> str:
    """Why the end of a range is out of reach, and what to do."""
    most, option = within_reach(handshake, name), f"--{name.replace('_', '-')}"
    return (
        f"no program is long enough for {name} above {most}; if the container can have fewer bits, verify it with "
        f"{option} {most} as well"
    )


def has_one_version(handshake: Handshake) -> bool:
    """Whether every element in a slot gets the same id, because the ids are so narrow."""
    system, widths = handshake.system, handshake.widths.get("id_bits")
    usual = system.configuration()
    return widths is not None and all(
        system.period(replace(usual, id_bits=bits)) == 1 for bits in widths.all
    )


def bounded(widths: Widths) -> bool:
    """Whether there is a bounded width."""
    return widths.narrowest is not None


def contract_labels(handshake: Handshake) -> set[str]:
    """The labels of a contract judge (`stablelist_conformance.judging.judge`) for the operations that a port offers."""
    known = LABELS.get(handshake.system.family.name, pool_labels)(handshake)
    forge = "forge" not in handshake.lacking
    offered = handshake.system.family.both & handshake.offered
    known |= labels_of({name: handshake.system.family.kinds[name] for name in offered}).keys()
    return {label for label in known if forge or not label.endswith("_forged")}


def pool_labels(handshake: Handshake) -> set[str]:
    """The labels of the contract of pools."""
    offered = handshake.offered - LOOPS
    keyed = offered & KEYED
    kinds = ("live",) if handshake.documented.undefined else ("live", "stale")
    labels = {f"{name}_{kind}" for name in keyed for kind in kinds}
    labels |= offered & POOL.inserting - keyed
    closed = offered - keyed - POOL.inserting - POOL.both - {"layout", "cost"}
    labels |= {f"{name}_{amount}" for name in closed for amount in ("some", "none")}
    return labels | {f"{name}_forged" for name in keyed & {"at", "contains", "remove"}}


BOUNDS: Final = {"nodes": NODE, "edges": EDGE}
"""The insertions of a graph by the option that bounds them."""


def graph_labels(handshake: Handshake) -> set[str]:
    """The labels of the contract of graphs; no insertion is refused if the port declares that it has no bound."""
    options = dict(handshake.options)
    bounded = [insertion for name, insertion in BOUNDS.items() if any(options.get(name, (name,)))]
    return graph_contract.labels(handshake.offered, bounded)


LABELS: Final[dict[str, Callable[[Handshake], set[str]]]] = {
    GRAPH.name: graph_labels,
}
"""The labels of contracts that leave something open, by family; those of pools for any other."""
