"""Coverage: which labels a port can reach, and why it cannot reach the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from stablelist_conformance.judging.coverage import (
    WIDER,
    labelled_answer,
    out_of_reach,
    reachable_labels,
    width_classes,
)
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, highest, parse_program
from stablelist_conformance.wire.systems import system_named
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.history import History
from stablelist_spec.families.pool import KEY_OPERATIONS
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from stablelist_spec.systems.stable_list.observer import LABELS

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


@pytest.mark.parametrize(
    "operation",
    ["at", "apply", "traverse", "lend", "exchange", "clear", "each", "extend", "at_mut", "drain"],
)
def test_operation_that_is_left_out_takes_its_labels_along(operation: str) -> None:
    """All of them, and no other; the reason names the operation."""
    port = replace(MODEL, without=frozenset({operation}))
    found = reachable_labels(port, Level.LAYOUT)
    gone = {label for label in LABELS if STABLE_LIST.needed(label)[0] == operation}
    gone |= LABELS.keys() & {f"lend_refuses_{operation}"}
    assert gone
    assert found.unreachable == dict.fromkeys(gone, f"the port leaves {operation} out")
    assert found.labels == everything(LABELS.keys() - gone)


def test_reserve_takes_what_needs_it_along() -> None:
    """A truncation that gives back what was reserved is the label of another operation."""
    found = reachable_labels(replace(MODEL, without=frozenset({"reserve"})), Level.COST)
    assert found.unreachable["truncate_frees_reserve"] == "the port leaves reserve out"


def test_abilities_that_are_left_out_take_their_labels_along() -> None:
    """Forged keys of every kind, or those with a negative index."""
    no_forging = reachable_labels(replace(MODEL, without=frozenset({"forge"})), Level.COST)
    assert set(no_forging.unreachable) == {label for label in LABELS if "_forged_" in label}
    positive = reachable_labels(replace(MODEL, without=frozenset({"negative"})), Level.COST)
    assert set(positive.unreachable) == {f"{name}_forged_negative" for name in KEY_OPERATIONS}
    unbounded = reachable_labels(replace(MODEL, without=frozenset({"maximum"})), Level.COST)
    assert set(unbounded.unreachable) == {
        each for each in LABELS if each.endswith("_beyond_maximum")
    }


@pytest.mark.parametrize(
    ("ids", "indices"), [("32", "32"), ("0", "0"), ("32", "0"), ("17-64", "17,24")]
)
def test_wide_keys_keep_wrap_around_out_of_reach(ids: str, indices: str) -> None:
    """Neither ids start over nor does the index range fill up within a program; the width is in the reason."""
    port = replace(MODEL, id_bits=Widths.parse(ids), index_bits=Widths.parse(indices))
    found = reachable_labels(port, Level.COST)
    gone = {f"{name}_revived" for name in KEY_OPERATIONS}
    gone |= {
        f"{way}_{what}"
        for way in ("add", "insert_with")
        for what in ("id_wraps", "index_range_full")
    }
    gone |= {"extend_full", "reserve_full"}
    packed = {label for label in LABELS if label.startswith("repack_")} if indices == "0" else set()
    assert set(found.unreachable) == gone | packed
    for label, reason in found.unreachable.items():
        assert (
            "always unbounded"
            if label in packed
            else "_bits above 16; if the container can have fewer bits"
        ) in reason


@pytest.mark.parametrize("bits", ["8", "0,16-32", "1"])
def test_narrow_keys_bring_wrap_around_within_reach(bits: str) -> None:
    """Sixteen bits are narrow enough."""
    port = replace(MODEL, id_bits=Widths.parse(bits), index_bits=Widths.parse(bits))
    assert out_of_reach("add_id_wraps", port) is None
    assert out_of_reach("add_index_range_full", port) is None


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


def test_labels_of_a_relative_follow_what_it_offers() -> None:
    """At contract level each operation has its own; what is left out has none."""
    lacking = frozenset(
        {"drain", "contains", "extend", "replace", "reserve", "shrink_to_fit", "lend", "put"}
    )
    port = Handshake("a", "1", "slab", Level.CONTRACT, without=lacking)
    found = reachable_labels(port, Level.CONTRACT)
    assert found.labels == {
        "add", "remove_live", "remove_stale", "at_live", "at_stale", "len_some", "len_none", "is_empty_some",
        "is_empty_none", "clear_some", "clear_none", "each_some", "each_none", "keys_some", "keys_none",
        "retain_some", "retain_none", "insert_with", "at_mut_live", "at_mut_stale", "each_mut_some", "each_mut_none",
        "pair_live", "pair_stale", "repack_live", "repack_stale", "reload_some", "reload_none", "at_forged",
        "remove_forged",
    }  # fmt: skip
    assert found.unreachable == {}


@pytest.mark.parametrize(
    ("without", "forged"),
    [
        ((), {"at_forged", "contains_forged", "remove_forged"}),
        (("contains",), {"at_forged", "remove_forged"}),
        (("forge",), set()),
    ],
)
def test_forged_keys_are_within_reach_of_contracts(
    without: tuple[str, ...], forged: set[str]
) -> None:
    """Unless the port leaves them out."""
    for system in ("stablelist", "slotmap"):
        port = replace(MODEL, system_name=system, level=Level.CONTRACT, without=frozenset(without))
        labels = reachable_labels(port, Level.CONTRACT).labels
        assert {label for label in labels if label.endswith("_forged")} == forged


def test_model_labels_what_it_answers() -> None:
    """Words and labels of one program, side by side."""
    _, program = parse_program("layout id_bits=1 index_bits=0 : add add at:0 remove:1 at:1 layout")
    words, labels = labelled_answer(STABLE_LIST, program, Level.LAYOUT)
    assert words == ["0.0", "1.1", "0", "1", "none", "4|0:1:1:1:|1:1:0:1:1|2:2:0:0:|0"]
    assert labels == {
        "add_append_q1", "add_append_q2", "add_id_wraps", "at_live", "remove_live", "remove_from_q2",
        "remove_while_h2_empty", "at_stale_vacant",
    }  # fmt: skip


# --- Systems --------------------------------------------------------------------------------------


def test_system_is_found_by_its_name() -> None:
    """An unknown name is refused with a list of the known ones."""
    assert system_named("slab") is Handshake("a", "1", "slab", Level.CONTRACT).system
    with pytest.raises(UsageError, match="there is no system 'heap'; choose one of stablelist, "):
        system_named("heap")


def test_only_what_has_a_model_shows_more_than_its_contract() -> None:
    """The relatives have no layout that a model knows."""
    most = {name: highest(system) for name, system in SYSTEMS.items()}
    assert most.pop(STABLE_LIST.name) is Level.COST
    assert {
        name
        for name, level in most.items()
        if level is Level.CONTRACT and not SYSTEMS[name].determined
    } == {
        "slotmap",
        "arena",
        "slab",
    }
    with pytest.raises(AssertionError, match="there is no exact model of slab"):
        History(SYSTEMS["slab"], Parameters())


def test_ids_that_leave_a_slot_one_version_never_tell_keys_apart() -> None:
    """With versions of one bit, odd while the slot is live, a key is not stale any more when its slot is used again."""
    port = replace(ModelAnswerer("hop-slotmap").handshake, id_bits=Widths.parse("1"))
    found = reachable_labels(port, Level.COST)
    reason = "its id_bits leave a slot one version, so that a stale key always resolves"
    gone = {label for label in SYSTEMS["hop-slotmap"].labels if label.endswith("_stale_reused")}
    assert found.unreachable == dict.fromkeys(gone, reason)
    assert len(gone) == 5
    for name, bits in (("hop-slotmap", "1-2"), ("fixed-arena", "1"), ("stablelist", "1")):
        port = replace(ModelAnswerer(name).handshake, id_bits=Widths.parse(bits))
        assert reason not in reachable_labels(port, Level.COST).unreachable.values()


def test_widths_that_the_user_asks_for_count() -> None:
    """A port of a model declares none, but from 14 bits on nothing wraps, and at 13 the end is a label of its own."""
    port = ModelAnswerer("hop-slotmap").handshake
    far = reachable_labels(replace(port, id_bits=Widths.parse("14")), Level.COST)
    assert {"at_revived", "remove_version_wraps"} <= far.unreachable.keys()
    assert far.unreachable["at_revived"] == (
        "no program is long enough for id_bits above 13; if the container can have fewer bits, verify it with "
        "--id-bits 13 as well"
    )
    near = reachable_labels(replace(port, id_bits=Widths.parse("13")), Level.COST)
    assert near.unreachable == {}
    assert f"remove_version_wraps{WIDER}" in near.labels
