"""Summaries: a verdict as text, and many as a table."""

from __future__ import annotations

from dataclasses import replace

from stablelist_conformance.judging.verdict import EngineReport, Finding, Verdict
from stablelist_conformance.report.summary import describe, table
from stablelist_conformance.running.deduplicate import signature
from stablelist_conformance.wire.text import COLUMNS
from stablelist_spec.families.documented import Documented

from .test_report_samples import SILENT, SLOT_MAP, SMALL, verdict

VERIFIED = """\
stablelist-rust 0.1.0
port        ./port --fast
system      stablelist, level cost
widths      ids of 2 bits
edges       1 program, 12 operations
swarm       1,000 programs, 300,000 operations
total       1,001 programs, 300,012 operations
seed        7
labels      2 of 2
reach       40 elements live, a space of 64, a free list of 12, a cascade of 3
            halvings
            in one container 90 insertions, 71 removals, 401 operations, a slot
            used again 9 times
            in one process 300 programs, 5,000 insertions and removals
            forged keys: id off by 2^0 to 2^16
            minimum 0 to 16
            ids of 2 bits, seen to wrap at 2
            indices of 32 bits, never used up, and unbounded
unreachable 2 labels: ids do not wrap
            add_id_wraps, at_revived
beyond reach: wrap-around of ids of 17-64 bits
beyond reach: a full range of indices of 17-64 bits
verified
"""

TABLE = """\
port             system      level  operations  labels  outcome
-----------------------------------------------------------------
stablelist-rust  stablelist  cost      300,012  2 of 2  verified
slotmap          slotmap     cost      300,012  2 of 3  undecided
left out: js-stablelist (node is not installed)
"""


def test_a_verdict_is_described_in_full() -> None:
    """The whole text, because how it looks is what it is for."""
    assert describe(verdict()) == VERIFIED


def test_what_is_missing_is_named() -> None:
    """Labels and notes, and the outcome on the last line."""
    lines = describe(verdict(notes=["the time was up after 60 s"])).splitlines()
    assert "labels      2 of 3" in lines
    assert "not covered truncate_2" in lines
    assert "note        the time was up after 60 s" in lines
    assert lines[-1] == "undecided"


def test_labels_that_were_not_expected_do_not_count() -> None:
    """Covered labels beyond the reachable ones never make it three of two."""
    more = replace(verdict(), covered={*verdict().covered, "each_empty"})
    assert "labels      2 of 2" in describe(more).splitlines()


def test_a_counterexample_is_named() -> None:
    """It says what was found, why it is wrong, and which properties it breaks; how far the run went says little."""
    lines = describe(verdict(SMALL)).splitlines()
    assert lines == [
        "stablelist-rust 0.1.0",
        "port        ./port --fast",
        "system      stablelist, level cost",
        "widths      ids of 2 bits",
        "seed        7",
        "found       stablelist-rust 0.1.0 answered wrongly at operation 7 of 7",
        "reason      the port lost an element",
        "breaks      live_key_resolves: A key resolves until it is retired",
        "refuted",
    ]


def test_one_engine_needs_no_total() -> None:
    """Nor does none, nor one that ran nothing."""
    one = replace(verdict(), engines=verdict().engines[:1])
    assert "total" not in describe(one)
    assert "total" not in describe(replace(one, engines=[]))
    idle = replace(one, engines=[EngineReport("cover"), *one.engines])
    assert describe(idle) == describe(one)


def test_labels_out_of_reach_stand_with_their_reason() -> None:
    """One line of reason for however many labels."""
    reasons = {f"label_{number:02}": f"reason {number % 2}" for number in range(30)}
    lines = describe(replace(verdict(), unreachable=reasons)).splitlines()
    assert "unreachable 15 labels: reason 0" in lines
    assert "unreachable 15 labels: reason 1" in lines
    assert sum(line.count("label_") for line in lines) == 30
    assert max(map(len, lines)) <= COLUMNS


def test_hostile_names_are_shown_harmless() -> None:
    """A port says of itself what it likes."""
    hostile = replace(SLOT_MAP, name="\x1b[2J" * 20)
    given = replace(verdict(), handshake=hostile, port="\x07")
    assert all(line.isprintable() for line in (describe(given) + table([given])).splitlines())
    assert max(map(len, table([given]).splitlines())) <= COLUMNS


def test_many_ports_are_a_table() -> None:
    """Columns aligned, ports that were left out below."""
    undecided = replace(verdict(notes=["x"]), handshake=SLOT_MAP)
    left_out = [("js-stablelist", "node is not installed")]
    assert table([verdict(), undecided], left_out) == TABLE


def test_what_a_container_documents_differently_is_told() -> None:
    """Each declaration has its sentence; the port is judged accordingly."""
    said = Documented(silent=True, panics=frozenset(["at.stale"]))
    lines = describe(documenting(said)).splitlines()
    start = lines.index("documented  remove=silent: remove does not say what it removed")
    assert (
        lines[start + 1] == "documented  panics=at.stale: these may panic, and change nothing then"
    )


def documenting(said: Documented) -> Verdict:
    """A verdict on a port that declares something."""
    return replace(verdict(), handshake=replace(verdict().handshake, documented=said))


# --- A run that went on ---------------------------------------------------------------------------

LOST = Finding(signature(SMALL), SMALL, 1204)
BAD_EXIT = Finding(signature(SILENT), SILENT, reason="see #12")


def going_on(*findings: Finding, notes: list[str] | None = None) -> Verdict:
    """The verdict of a run that went on."""
    refuting = [each.counterexample for each in findings if not each.reason]
    given = verdict(next(iter(refuting), None), notes=notes)
    return replace(given, findings=list(findings))


def test_each_distinct_defect_is_named() -> None:
    """An unexpected defect is printed as an entry for the list; labels that were not covered are named."""
    lines = describe(going_on(LOST, BAD_EXIT, notes=["alas"])).splitlines()
    assert "labels      2 of 3" in lines
    assert "not covered truncate_2" in lines
    assert lines[lines.index("note        alas") + 1 :] == [
        "found       stablelist-rust 0.1.0 answered wrongly at operation 7 of 7",
        "programs    1,204 failed like that",
        "to list it as an expected failure, with a reason:",
        "[[failure]]",
        'property = "live_key_resolves"',
        'operation = "remove"',
        'shape = "add at:forged at:stale remove:live"',
        'reason = ""',
        "expected    slotmap 1.0.7 did not end with status 0",
        "because     see #12",
        "shape       drain add",
        "programs    1 failed like that",
        "refuted (1 distinct failure and 1 expected failure)",
    ]


def test_defect_that_could_not_be_shrunk_has_no_shape() -> None:
    """The report says so."""
    lines = describe(going_on(replace(LOST, signature=LOST.signature._replace(shape=""))))
    assert "\nshape       none: it was not shrunk to a short program\n" in lines
    assert "shape =" not in lines


def test_outcome_says_what_it_leaves_out() -> None:
    """On the last line, and in the table; a run that went on did not end there."""
    for given, outcome in (
        (going_on(LOST, LOST), "refuted (2 distinct failures)"),
        (going_on(BAD_EXIT), "verified (but for 1 expected failure)"),
        (going_on(BAD_EXIT, notes=["x"]), "undecided (1 expected failure)"),
    ):
        assert describe(given).splitlines()[-1] == outcome
        assert table([given]).splitlines()[-1].endswith(f"  {outcome}")
    assert table([verdict(SMALL)]).splitlines()[-1].endswith("  refuted (the run ended there)")
