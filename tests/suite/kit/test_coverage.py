"""Coverage: which labels a port can reach, and why it cannot reach the others."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from stablelist_conformance.judging.coverage import (
    WIDER,
    reachable_labels,
    width_classes,
)
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, highest
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.text import wrapped
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.history import History
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from stablelist_spec.systems.stable_list.observer import LABELS

from .conftest import Golden

MODEL = ModelAnswerer().handshake


def everything(labels: Iterable[str]) -> set[str]:
    """Labels, and once more those whose boundary depends on a width."""
    endings = ("_revived", "_wraps", "_full")
    return {*labels, *(f"{label}{WIDER}" for label in labels if label.endswith(endings))}


def test_everything_is_within_the_models_reach() -> None:
    """The model can be brought to each label of the vocabulary."""
    found = reachable_labels(MODEL, Level.COST)
    assert found.labels == everything(LABELS)
    assert found.unreachable == {}


def port(
    system: str = "stablelist", level: Level | None = None, *without: str, **widths: str
) -> Handshake:
    """A port of a system that leaves something out, at the level of its model if no other is given."""
    told = Handshake("a", "1", system, Level.CONTRACT, without=frozenset(without))
    highest_level = highest(system_named(system))
    bits = {name: Widths.parse(text) for name, text in widths.items()}
    return replace(told, level=highest_level if level is None else level, **bits)  # type: ignore[arg-type]


PORTS = [
    *(port("stablelist", Level.LAYOUT, name) for name in (
        "at", "apply", "traverse", "lend", "exchange", "clear", "each", "extend", "at_mut", "drain",
    )),
    *(port("stablelist", None, name) for name in ("reserve", "forge", "negative", "maximum")),
    *(port(id_bits=ids, index_bits=indices) for ids, indices in (
        ("32", "32"), ("0", "0"), ("32", "0"), ("17-64", "17,24"), ("8", "8"), ("0,16-32", "0,16-32"), ("1", "1"),
    )),
    *(port(system, Level.CONTRACT, *without) for system in ("stablelist", "slotmap", "slab") for without in (
        (), ("contains",), ("forge",),
        ("drain", "contains", "extend", "replace", "reserve", "shrink_to_fit", "lend", "put"),
    )),
    *(port("hop-slotmap", id_bits=bits) for bits in ("1", "1-2", "13", "14")),
    *(port("fixed-arena", id_bits="1"), port("vec", Level.CONTRACT)),
]  # fmt: skip


def told(port: Handshake) -> Iterator[str]:
    """What a port can reach, as far as it is less than its vocabulary, and why it cannot reach the rest."""
    found = reachable_labels(port, port.level)
    yield port.line()
    labels = sorted(found.labels) if port.level is Level.CONTRACT else []
    yield from wrapped(", ".join(labels), f"  {len(found.labels)} labels ", "  ")
    for reason in sorted({*found.unreachable.values()}):
        gone = sorted(label for label, why in found.unreachable.items() if why == reason)
        yield from (f"  {reason}:", *wrapped(", ".join(gone), "    "))


def test_labels_within_reach_are_those_of_the_file(golden: Golden) -> None:
    """Of ports that leave something out, or whose keys are narrow or wide; and why the others are not."""
    golden("coverage.txt", "".join(f"{line}\n" for each in PORTS for line in told(each)))


@pytest.mark.parametrize(
    ("bits", "classes"),
    [("1-8", [""]), ("0,9-16", [WIDER]), ("8,9,32", ["", WIDER]), ("17-32", []), ("0", [])],
)
def test_boundaries_of_widths_are_counted_by_class(bits: str, classes: list[str]) -> None:
    """Those up to 8 bits and those of 9 to 16, as far as the port has them; other labels are counted once."""
    port = replace(MODEL, id_bits=Widths.parse(bits))
    assert width_classes("at_revived", port) == width_classes("add_id_wraps", port) == classes
    assert width_classes("at_live", port) == [""]
    assert width_classes("add_full", replace(MODEL, system_name="lifo-slab")) == [""]


# --- Systems --------------------------------------------------------------------------------------


def test_only_what_has_a_model_shows_more_than_its_contract() -> None:
    """The relatives have no layout that a model knows, and there are models that show none."""
    assert highest(STABLE_LIST) is Level.COST
    most = {name: highest(system) for name, system in SYSTEMS.items() if not system.shown}
    assert {*most.values()} == {Level.CONTRACT}
    assert {name for name in most if not SYSTEMS[name].exact} == {
        *("slotmap", "arena", "slab"),
        *("heap", "forest", "graph", "allocator", "components"),
    }
    with pytest.raises(AssertionError, match="there is no exact model of slab"):
        History(SYSTEMS["slab"], Parameters())
