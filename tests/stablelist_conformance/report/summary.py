"""A verdict as a block of text, and several verdicts as a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from textwrap import wrap
from typing import Final

from rich.box import Box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stablelist_conformance.judging.coverage import NOT_ASKED, left_out
from stablelist_conformance.judging.expected import entry
from stablelist_conformance.judging.groups import Group, groups_of
from stablelist_conformance.judging.judge import Unjudged
from stablelist_conformance.judging.properties import broken_by
from stablelist_conformance.judging.reach import Reach, beyond, worth
from stablelist_conformance.judging.verdict import (
    Counterexample,
    EngineReport,
    Outcome,
    Verdict,
)
from stablelist_conformance.report import words
from stablelist_conformance.report.code import code
from stablelist_conformance.report.words import broken, headline
from stablelist_conformance.wire.declared import option_fields
from stablelist_conformance.wire.text import COLUMNS, clip, count, field, plain, wrapped
from stablelist_conformance.wire.widths import Widths

__all__ = ["coverage", "describe", "ended_early", "engine_words", "reached", "report", "table"]


_NAME_WIDTH: Final = 20
"""The width of a port's name in a table; a longer one goes on in the next line, after a hyphen if it has any."""


def describe(verdict: Verdict) -> str:
    """What was checked and covered, the outcome, and what was not asked; briefly, if a counterexample ended the run."""
    hand, found = verdict.handshake, verdict.counterexample
    lines = [plain(f"{hand.name} {hand.version}"), *field("port", verdict.port)]
    if found is not None and not verdict.findings:
        seed = field("seed", verdict.seeds)
        told = [
            *field("found", headline(found)),
            *field("reason", found.detail),
            *broken(broken_by(found)),
        ]
        lines += [*_declared(verdict), *seed, *_remarks(verdict), *told, *code(verdict.lines)]
    else:
        lines += _checked(verdict) if verdict.reachable else []
        lines += _remarks(verdict)
    lines += (line for group in groups_of(verdict.findings) for line in _group(group))
    outcome = verdict.outcome + remark(verdict) + _worth(verdict)
    return "\n".join([*lines, outcome, *_not_asked(verdict)]) + "\n"


def report(verdict: Verdict, saved: Callable[[Counterexample], Path | None]) -> str:
    """Everything that is told of a run: each counterexample, and what was checked; each fact once.

    Args:
        verdict: the result of the run.
        saved: saves a counterexample, and returns its place.
    """
    found = verdict.counterexample
    if found is not None and not verdict.findings:
        ended = f"{verdict.outcome:<12}with {verdict.shards or f'seed {verdict.seeds}'}"
        told = words.explained(found, saved(found), outcome=ended)
        lines = [*code(verdict.lines), ""] if verdict.lines else []
        return "\n".join([*_remarks(verdict), *([""] if _remarks(verdict) else []), told, *lines])
    refuting = [g.counterexample for g in groups_of(verdict.findings) if not g.reason]
    each = [words.explained(shortest, saved(shortest)) for shortest in refuting]
    return "\n".join([*each, describe(verdict)])


def _remarks(verdict: Verdict) -> list[str]:
    """What the port documents, and notes; unless a counterexample ended the run, also what was not reached."""
    sentences = verdict.handshake.documented.sentences()
    reached = () if ended_early(verdict) else _limits(verdict)
    return [
        *(line for sentence in sentences for line in field("documented", sentence)),
        *reached,
        *_escaped(verdict.escaped),
        *(line for each in sorted(verdict.cache)[:1] for line in field("cache", each)),
        *(line for note in verdict.notes for line in field("note", note)),
    ]


def _limits(verdict: Verdict) -> list[str]:
    """What was not covered or reached, and what cannot be."""
    ends = beyond(verdict.handshake, verdict.reach)
    missing = field("not covered", ", ".join(verdict.missing)) if verdict.missing else []
    return [
        *missing,
        *(line for missed in verdict.unreached for line in field("not reached", missed)),
        *_unreachable(verdict.unreachable),
        *(line for end in ends for line in wrapped(end, "beyond reach: ")),
    ]


def remark(verdict: Verdict) -> str:
    """A remark on the outcome of a run that went on after a failure."""
    if not verdict.findings:
        return ""
    expected = [bool(group.reason) for group in groups_of(verdict.findings)]
    counted = ((expected.count(False), "distinct failure"), (sum(expected), "expected failure"))
    told = " and ".join(count(number, what) for number, what in counted if number)
    return f" ({'but for ' * (verdict.outcome is Outcome.VERIFIED)}{told})"


def _worth(verdict: Verdict) -> str:
    """What a verdict is worth, if nothing was found."""
    if verdict.outcome is not Outcome.VERIFIED:
        return ""
    told = worth(verdict.handshake, verdict.reach)
    return f", {told}" if told else ""


def _not_asked(verdict: Verdict) -> list[str]:
    """What no program asked, unless a counterexample ended the run, since then much else was not asked."""
    told = () if ended_early(verdict) else verdict.not_asked
    return [line for each in told for line in field("not asked", each)]


def _group(group: Group) -> list[str]:
    """A distinct failure; one that is not expected is explained elsewhere, and has the lines that list it."""
    first, *others = group.findings
    shape = field("shape", first.signature.shape or "none: it was not shrunk to a short program")
    forms = f", in {count(len(group.findings), 'form')}" * bool(others)
    more = [*field("programs", f"{group.times:,} failed like that{forms}")]
    more += field("operations", ", ".join(group.operations)) if len(group.operations) > 1 else []
    if group.reason:
        why = [*field("because", group.reason), *broken(group.properties)]
        return [*field("expected", headline(group.counterexample)), *why, *shape, *more]
    listed = [line for each in group.signatures() for line in entry(each)]
    told = [
        *field("found", headline(group.counterexample)),
        *([] if first.signature.shape else shape),
    ]
    return [*told, *more, "to list it as an expected failure, with a reason:", *listed]


def _checked(verdict: Verdict) -> list[str]:
    """What was checked; nothing if there was no handshake."""
    return [
        *_declared(verdict),
        *_engines(verdict),
        *(field("shards", verdict.shards) if verdict.shards else field("seed", verdict.seeds)),
        *field("labels", coverage(verdict)),
        *code(verdict.lines),
        *_reached(verdict),
        *(field("luck", verdict.luck) if verdict.luck else ()),
        *_unjudged(verdict.unjudged),
    ]


def _unjudged(unjudged: Unjudged) -> list[str]:
    """How much was accepted because too many answers were possible; nothing if all was judged."""
    if not unjudged.programs:
        return []
    told = f"the last {count(unjudged.operations, 'operation')} of {count(unjudged.programs, 'program')}"
    return field(
        "not judged", f"{told}, where too many containers were possible to follow them all"
    )


def _declared(verdict: Verdict) -> list[str]:
    """What the port declares, and the level at which it was checked."""
    level = f"{verdict.handshake.system_name}, level {verdict.level.word}"
    chosen = option_fields(verdict.handshake.options)
    options = " ".join(f"{name}={each}" for name, each in chosen.items())
    ways = ", ".join(f"{name} in {count}" for name, count in verdict.handshake.ways)
    declared = [
        *(field("options", options) if options else ()),
        *(field("ways", ways) if ways else ()),
    ]
    return [*field("system", level), *field("widths", verdict.widths), *declared]


def _reached(verdict: Verdict) -> list[str]:
    """The reach of the run; nothing if no program was answered."""
    first, *others = reached(verdict.reach) if verdict.reach.programs else [""]
    more = (line for each in others for line in wrapped(plain(each), " " * 12))
    return [*field("reach", first), *more] if first else []


def ended_early(verdict: Verdict) -> bool:
    """Whether a counterexample ended the run."""
    return verdict.counterexample is not None and not verdict.findings


def _escaped(names: Collection[str]) -> list[str]:
    """Processes that the port left running outside of its process group."""
    if not names:
        return []
    told = "processes outside of its process group, which were ended: "
    return field("left behind", told + ", ".join(sorted(names)))


def coverage(verdict: Verdict) -> str:
    """How many of the reachable labels were covered, as in ``61 of 61``."""
    return f"{len(verdict.reachable & verdict.covered)} of {len(verdict.reachable)}"


def engine_words(engine: EngineReport) -> str:
    """The counts of an engine, and how many of its programs were distinct, if it repeated some.

    >>> engine_words(EngineReport("swarm", 1, 10_000, 1))
    '1 program, 10,000 operations'
    >>> engine_words(EngineReport("marathon", 900, 4_000, 12))
    '900 programs (12 distinct), 4,000 operations'
    """
    repeated = 0 < engine.distinct < engine.programs
    distinct = f" ({engine.distinct:,} distinct)" if repeated else ""
    operations = count(engine.operations, "operation")
    return f"{count(engine.programs, 'program')}{distinct}, {operations}"


def _engines(verdict: Verdict) -> list[str]:
    """A line for each engine that ran a program, and their sum if there are several."""
    ran = [engine for engine in verdict.engines if engine.programs]
    total = EngineReport("total", verdict.programs, verdict.operations, verdict.distinct)
    told = [*ran, total] if len(ran) > 1 else ran
    return [line for engine in told for line in field(engine.name, engine_words(engine))]


def _unreachable(unreachable: Mapping[str, str]) -> list[str]:
    """The labels out of reach, grouped by reason; those of words that are not asked are only counted."""
    by_reason = defaultdict[str, list[str]](list)
    for label, reason in sorted(unreachable.items()):
        by_reason[reason].append(label)
    lines = []
    for reason, labels in by_reason.items():
        lines += field("unreachable", f"{count(len(labels), 'label')}: {reason}")
        if reason != NOT_ASKED:
            lines += wrapped(plain(", ".join(labels)), " " * 12)
    return lines


# --- Many ports -----------------------------------------------------------------------------------

_HEADINGS: Final = ("port", "system", "level", "operations", "labels", "outcome")
_WRAPPED: Final = frozenset({"system", "outcome"})
"""What is wrapped if a line is too long; names of ports are wrapped before."""
_SYSTEM_WIDTH: Final = len("stable-graph")
"""Room for the names of most systems."""
_TO_THE_RIGHT: Final = frozenset({"operations", "labels"})
_RULED: Final = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
"""A table with a rule below its headings, and nothing else."""


def table(
    verdicts: Sequence[Verdict],
    excluded: Sequence[str] = (),
    findings: Container[str] = (),
) -> str:
    """One line for each port; then the ports that were left out.

    Args:
        verdicts: one for each port that was run.
        excluded: the names of the others.
        findings: ports whose failure is expected, by their start commands.
    """
    longest = max((len(plain(each.handshake.system_name)) for each in verdicts), default=0)
    shown = Table(box=_RULED, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in _HEADINGS:
        right = heading in _TO_THE_RIGHT
        shown.add_column(
            heading,
            justify="right" if right else "left",
            no_wrap=heading not in _WRAPPED,
            min_width=min(longest, _SYSTEM_WIDTH) if heading == "system" else None,
            overflow="fold",
        )
    for verdict in verdicts:
        shown.add_row(*map(Text, _row(verdict, known=verdict.port in findings)))
    text = StringIO()
    Console(file=text, width=COLUMNS, force_terminal=False, color_system=None).print(shown)
    lines = [line.rstrip() for line in text.getvalue().splitlines()]
    if excluded:
        lines += wrapped(plain(", ".join(excluded)), "left out: ")
    return "\n".join(lines) + "\n"


def _row(verdict: Verdict, *, known: bool) -> tuple[str, ...]:
    """The words of a port's line."""
    refuted = verdict.outcome is Outcome.REFUTED
    expected = ", as expected" if refuted else ", unexpectedly"
    lacking = () if refuted else left_out(verdict.handshake)
    return (
        "\n".join(wrap(clip(verdict.handshake.name, 3 * _NAME_WIDTH), _NAME_WIDTH)),
        plain(verdict.handshake.system_name),
        verdict.level.word,
        f"{verdict.operations:,}",
        coverage(verdict),
        verdict.outcome
        + remark(verdict)
        + (expected if known else "")
        + (f", {len(lacking)} not asked" if lacking else ""),
    )


# --- Reach ------------------------------------------------------------------------------------------


def reached(reach: Reach) -> Iterator[str]:
    """How far a run went, in a few sentences."""
    inside = [f"a space of {reach.space:,}", f"a free list of {reach.free:,}"]
    inside += [f"a cascade of {count(reach.cascade, 'halving')}"]
    yield ", ".join([f"{count(reach.live, 'element')} live", *(inside if reach.space else [])])
    done = [f"{count(reach.insertions, 'insertion')}", f"{count(reach.removals, 'removal')}"]
    done += [count(reach.words, "operation")]
    done += [f"a slot used again {count(reach.reuses, 'time')}"] if reach.reuses else []
    done += [count(reach.turns, "turn")] if reach.turns else []
    yield f"in one container {', '.join(done)}"
    changes = count(reach.in_process, "insertion") + " and removals" * (reach.in_process != 1)
    yield f"in one process {count(reach.programs, 'program')}, {changes}"
    far = [
        f"{what} off by 2^{min(powers)} to 2^{max(powers)}"
        for what, powers in (("index", reach.indices), ("id", reach.ids))
        if powers
    ]
    if far:
        yield f"forged keys: {', '.join(far)}"
    yield from _exact(reach.powers)
    if reach.brought:
        yield "brought to " + ", ".join(f"{name} {most:,}" for name, most in reach.brought.items())
    if drawn := [*_drawn(reach)]:
        yield ", ".join(drawn)
    yield from _widths(reach)


def _exact(powers: Mapping[int, int]) -> Iterator[str]:
    """The powers of two at which operations were asked, by how many operations."""
    by_number = defaultdict[int, set[int]](set)
    for power, number in powers.items():
        by_number[number].add(power)
    told = (
        f"{n} with k = {Widths.of(each)}" for n, each in sorted(by_number.items(), reverse=True)
    )
    if powers:
        yield f"operations at 2^k - 1, 2^k and 2^k + 1 elements: {', '.join(told)}"


def _drawn(reach: Reach) -> Iterator[str]:
    """The numbers in configurations, and how far containers met them, if not as far."""
    for name, (least, most) in reach.lengths.items():
        met = reach.brought.get(name, reach.met.get(name, most))
        if most:
            yield f"{name} {least:,} to {most:,}" + f" (met to {met:,})" * (met < most)


def _widths(reach: Reach) -> Iterator[str]:
    """The widths that were drawn, and those whose end was reached."""
    names = (
        ("ids", "id_bits", reach.wrapped, "seen to wrap"),
        ("indices", "index_bits", reach.used_up, "used up"),
    )
    for what, name, ends, met in names:
        drawn = reach.widths.get(name, set())
        if bounded := {bits for bits in drawn if bits is not None}:
            end = f", {met} at {Widths.of(ends)}" if ends else f", never {met}"
            yield f"{what} of {Widths.of(bounded)} bits{end}" + ", and unbounded" * (None in drawn)
