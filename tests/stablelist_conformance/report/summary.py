"""A verdict as a block of text, and several verdicts as a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Mapping, Sequence
from typing import Final

from stablelist_conformance.expected import entry
from stablelist_conformance.reach import beyond
from stablelist_conformance.verdict import EngineReport, Finding, Outcome, Verdict

from .plain import clip, count, field, plain, wrapped
from .reached import reached
from .words import breaks, broken, headline

__all__ = ["coverage", "describe", "ended_early", "engine_words", "table"]

_NAME_WIDTH: Final = 28


def describe(verdict: Verdict) -> str:
    """What was checked and covered, and in the last line the outcome."""
    hand = verdict.handshake
    lines = [
        plain(f"{hand.name} {hand.version}"),
        *field("port", verdict.port),
        *(_checked(verdict) if verdict.reachable else []),
        *(
            line
            for sentence in hand.documented.sentences()
            for line in field("documented", sentence)
        ),
        *_missing(verdict),
        *(line for missing in _unreached(verdict) for line in field("not reached", missing)),
        *_unreachable(verdict.unreachable),
        *(line for end in beyond(verdict.handshake) for line in wrapped(end, "beyond reach: ")),
        *_escaped(verdict.escaped),
        *(line for note in verdict.notes for line in field("note", note)),
    ]
    if verdict.counterexample is not None and not verdict.findings:
        lines += field("found", headline(verdict.counterexample))
        lines += field("reason", verdict.counterexample.detail)
        lines += breaks(verdict.counterexample)
    lines += (line for finding in verdict.findings for line in _finding(finding))
    return "\n".join([*lines, verdict.outcome + remark(verdict)]) + "\n"


def remark(verdict: Verdict) -> str:
    """A remark on the outcome of a run that went on after a failure."""
    if not verdict.findings:
        return ""
    counted = ((verdict.refuting, "distinct failure"), (verdict.expected, "expected failure"))
    told = " and ".join(count(len(found), what) for found, what in counted if found)
    return f" ({'but for ' * (verdict.outcome is Outcome.VERIFIED)}{told})"


def _finding(finding: Finding) -> list[str]:
    """A distinct failure; if it is not expected, also the lines that list it as expected."""
    signature, found = finding.signature, finding.counterexample
    told = [
        *broken(signature.breaks),
        *field("shape", signature.shape or "none: it was not shrunk to a short program"),
        *field("programs", f"{finding.times:,} failed like that"),
    ]
    if finding.reason:
        return [*field("expected", headline(found)), *field("because", finding.reason), *told]
    listed = ["to list it as an expected failure, with a reason:", *entry(signature)]
    return [*field("found", headline(found)), *field("reason", found.detail), *told, *listed]


def _checked(verdict: Verdict) -> list[str]:
    """What was checked; nothing if there was no handshake."""
    return [
        *field("system", f"{verdict.handshake.profile}, level {verdict.level.word}"),
        *field("widths", verdict.widths),
        *_engines(verdict),
        *(field("shards", verdict.shards) if verdict.shards else field("seed", str(verdict.seed))),
        *field("labels", coverage(verdict) + _until(verdict)),
        *_reached(verdict),
    ]


def _reached(verdict: Verdict) -> list[str]:
    """The reach of the run; nothing if no program was answered."""
    first, *others = reached(verdict.reach) if verdict.reach.programs else [""]
    more = (line for each in others for line in wrapped(plain(each), " " * 12))
    return [*field("reach", first), *more] if first else []


def _until(verdict: Verdict) -> str:
    """A remark that a counterexample ended the run, which puts full coverage into perspective."""
    return ", before the counterexample ended the run" if ended_early(verdict) else ""


def ended_early(verdict: Verdict) -> bool:
    """Whether a counterexample ended the run."""
    return verdict.counterexample is not None and not verdict.findings


def _escaped(names: Collection[str]) -> list[str]:
    """Processes that the port left running outside of its process group."""
    if not names:
        return []
    which = ", ".join(sorted(names))
    return field(
        "left behind", f"processes outside of its process group, which were ended: {which}"
    )


def _missing(verdict: Verdict) -> list[str]:
    """The labels that were not covered, unless a counterexample ended the run."""
    if ended_early(verdict) or not verdict.missing:
        return []
    return field("not covered", ", ".join(verdict.missing))


def _unreached(verdict: Verdict) -> list[str]:
    """What was not reached, unless a counterexample ended the run."""
    return [] if ended_early(verdict) else verdict.unreached


def coverage(verdict: Verdict) -> str:
    """How many of the reachable labels were covered, as in ``61 of 61``."""
    return f"{len(verdict.reachable & verdict.covered)} of {len(verdict.reachable)}"


def engine_words(engine: EngineReport) -> str:
    """The counts of an engine.

    >>> engine_words(EngineReport("swarm", 1, 10_000))
    '1 program, 10,000 operations'
    """
    return f"{count(engine.programs, 'program')}, {count(engine.operations, 'operation')}"


def _engines(verdict: Verdict) -> list[str]:
    """A line for each engine, and their sum if there are several."""
    total = EngineReport("total", verdict.programs, verdict.operations)
    several = [total] if len(verdict.engines) > 1 else []
    return [
        line
        for engine in [*verdict.engines, *several]
        for line in field(engine.name, engine_words(engine))
    ]


def _unreachable(unreachable: Mapping[str, str]) -> list[str]:
    """The labels out of reach, grouped by reason."""
    by_reason = defaultdict[str, list[str]](list)
    for label, reason in sorted(unreachable.items()):
        by_reason[reason].append(label)
    lines = []
    for reason, labels in by_reason.items():
        lines += field("unreachable", f"{count(len(labels), 'label')}: {reason}")
        lines += wrapped(plain(", ".join(labels)), " " * 12)
    return lines


# --- Many ports -----------------------------------------------------------------------------------

_HEADINGS: Final = ("port", "system", "level", "operations", "labels", "outcome")
_TO_THE_RIGHT: Final = frozenset({"operations", "labels"})


def table(
    verdicts: Sequence[Verdict],
    left_out: Sequence[tuple[str, str]] = (),
    findings: Container[str] = (),
) -> str:
    """One line for each port; then the ports that were left out, each with the reason.

    Args:
        verdicts: one for each port that was run.
        left_out: names and reasons of the others.
        findings: ports whose failure is expected, by their start commands.
    """
    rows = [_HEADINGS, *(_row(verdict, known=verdict.port in findings) for verdict in verdicts)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_aligned(row, widths) for row in rows]
    lines.insert(1, "-" * max(map(len, lines)))
    for port, reason in left_out:
        lines += wrapped(plain(f"{port} ({reason})"), "left out: ")
    return "\n".join(lines) + "\n"


def _row(verdict: Verdict, *, known: bool) -> tuple[str, ...]:
    """The words of a port's line."""
    refuted = verdict.outcome is Outcome.REFUTED
    ended = " (the run ended there)" * ended_early(verdict)
    expected = ", as expected" if refuted else ", unexpectedly"
    return (
        clip(verdict.handshake.name, _NAME_WIDTH),
        plain(verdict.handshake.profile),
        verdict.level.word,
        f"{verdict.operations:,}",
        coverage(verdict),
        verdict.outcome + ended + remark(verdict) + (expected if known else ""),
    )


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """Align numbers to the right and words to the left."""
    cells = (
        f"{word:>{width}}" if heading in _TO_THE_RIGHT else f"{word:<{width}}"
        for heading, word, width in zip(_HEADINGS, row, widths, strict=True)
    )
    return "  ".join(cells).rstrip()
