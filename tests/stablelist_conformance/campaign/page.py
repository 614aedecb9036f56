"""The page of a campaign: one HTML file that needs nothing else, with what is known of each port."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from importlib import resources
from itertools import accumulate
from pathlib import Path
from string import Template
from typing import Final

from stablelist_conformance.campaign.chart import Line, bar, chart
from stablelist_conformance.campaign.durations import in_words
from stablelist_conformance.campaign.records import ShardDone
from stablelist_conformance.campaign.saving import save_finding
from stablelist_conformance.campaign.store import FAILURES, Store, complaining
from stablelist_conformance.campaign.store import PAGE as FILE
from stablelist_conformance.campaign.summary import PortSummary, Summary
from stablelist_conformance.campaign.worker import called
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.judging.verdict import Finding, Outcome, Verdict
from stablelist_conformance.report import summary
from stablelist_conformance.report.names import PAGE, TEXT, beside
from stablelist_conformance.report.page.document import part
from stablelist_conformance.report.page.policy import policy
from stablelist_conformance.report.words import headline
from stablelist_conformance.wire.files import replaced
from stablelist_conformance.wire.text import clip, count, plain
from stablelist_conformance.wire.versions import KIT_VERSION

__all__ = ["page", "write_page"]

REACHED: Final = {
    "live": "elements live",
    "insertions": "insertions in one container",
    "in_process": "changes in one process",
    "words": "operations in one program",
}
"""The parts of reach that have lines, with their names."""
COLOURS: Final = {
    Outcome.VERIFIED: "passes",
    Outcome.REFUTED: "refuted",
    Outcome.UNDECIDED: "undecided",
}
MOST_WORKERS: Final = 100
MOST_PORT: Final = 300
"""The most characters of a port's command."""
SWATCH: Final = '<svg viewBox="0 0 40 8"><path class="line line-{}" d="M0 4H40"/></svg>'


def write_page(store: Store, found: Summary) -> Path:
    """Write the page of a store, and the files of its failures, into its folder; return the path of the page.

    Raises:
        UsageError: the folder cannot be written.
    """
    path = store.folder / FILE
    with complaining(store.folder):
        replaced(path, page(found.ports.values(), store.folder))
    return path


def page(ports: Iterable[PortSummary], place: Path) -> str:
    """The page of some ports; the files of their failures are written below *place*."""
    told = [(port, port.verdict()) for port in ports]
    style = part("page.css") + _part("page.css")
    names = ", ".join(dict.fromkeys(verdict.handshake.name for _, verdict in told))
    return Template(_part("page.html")).substitute(
        title=escape(plain(f"A campaign on {names or 'nothing yet'}")),
        written=f"{_date(datetime.now(UTC))} UTC",
        version=escape(KIT_VERSION),
        policy=policy(style),
        style=style,
        ports="\n".join(_port(port, verdict, place) for port, verdict in told),
    )


def _port(port: PortSummary, verdict: Verdict, place: Path) -> str:
    """The section of a port."""
    shards = sorted(port.shards.values(), key=lambda each: (each.at, each.name))
    hand = verdict.handshake
    return "\n".join(
        (
            '<section class="port">',
            f"<h2>{_text(f'{hand.name} {hand.version}')}</h2>",
            f'<p class="outcome"><span class="{COLOURS[verdict.outcome]}">{verdict.outcome}</span></p>',
            _facts(shards, verdict),
            f'<div class="charts">{_labels(shards, port, verdict)}{_reach(shards)}</div>',
            _failures(verdict.findings, place),
            _workers(shards),
            f"<details><summary>What was checked</summary><pre>{escape(summary.describe(verdict))}</pre></details>",
            "</section>",
        )
    )


def _facts(shards: Sequence[ShardDone], verdict: Verdict) -> str:
    """The port, when it was tested, and how much was done."""
    facts = {
        "Port": f"<code>{escape(clip(verdict.port, MOST_PORT))}</code>",
        "System": _text(f"{verdict.handshake.profile}, level {verdict.level.word}"),
        "Shards": _text(verdict.shards),
        "Done": _text(_sums(shards)),
    }
    if shards:
        ends = (_date(datetime.fromtimestamp(each.at, UTC)) for each in (shards[0], shards[-1]))
        facts["Time"] = f"{' to '.join(dict.fromkeys(ends))} UTC"
    told = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items())
    return f'<dl class="facts">{told}</dl>'


def _date(moment: datetime) -> str:
    """A date and a time, to the minute."""
    return f"{moment:%Y-%m-%d %H:%M}"


def _sums(shards: Sequence[ShardDone]) -> str:
    """How much was done."""
    seconds = sum(each.seconds for each in shards)
    operations = sum(each.operations for each in shards)
    speed = f", {operations / seconds:,.0f} a second for each worker" if seconds else ""
    return f"{count(operations, 'operation')} in {in_words(seconds)} of work{speed}"


def _times(shards: Sequence[ShardDone]) -> list[float]:
    """The seconds of work after each shard."""
    return list(accumulate(each.seconds for each in shards))


def _labels(shards: Sequence[ShardDone], port: PortSummary, verdict: Verdict) -> str:
    """Coverage over time."""
    met, points, times = set[str](), [(0.0, 0.0)], _times(shards)
    for time, each in zip(times, shards, strict=True):
        met.update(each.labels)
        points.append((time, len(met & verdict.reachable)))
    end, covered = (times or [0.0])[-1], len(port.labels & verdict.reachable)
    line = Line(
        f"labels met, of {len(verdict.reachable):,} within reach", [*points, (end, covered)]
    )
    return _figure("Coverage", [line], len(verdict.reachable), end, powers=False)


def _reach(shards: Sequence[ShardDone]) -> str:
    """Reach over time."""
    reach, times = Reach(), _times(shards)
    lines = {name: [(0.0, 0.0)] for name in REACHED}
    for time, each in zip(times, shards, strict=True):
        if each.reach is not None:
            reach.merge(each.reach)
            for name, points in lines.items():
                points.append((time, getattr(reach, name)))
    end = (times or [0.0])[-1]
    drawn = [Line(REACHED[name], [*at, (end, at[-1][1])]) for name, at in lines.items()]
    most = max(at[-1][1] for at in lines.values())
    return _figure("Reach", drawn, most, end, powers=True)


def _figure(title: str, lines: Sequence[Line], most: float, seconds: float, *, powers: bool) -> str:
    """A chart with its legend, which has the last values."""
    legend = "".join(
        f"<li>{SWATCH.format(number)}{_text(line.name)}: {line.points[-1][1]:,.0f}</li>"
        for number, line in enumerate(lines)
    )
    drawn = chart(f"{title} over time", lines, most, seconds, powers=powers)
    return f'<figure><h3>{title}</h3>{drawn}<ul class="legend">{legend}</ul></figure>'


@dataclass
class _Work:
    """What a worker did."""

    shards: int = 0
    operations: int = 0
    seconds: float = 0.0

    def add(self, shard: ShardDone) -> None:
        """Account for a shard."""
        self.shards += 1
        self.operations += shard.operations
        self.seconds += shard.seconds

    def cells(self, most: int) -> tuple[str, ...]:
        """The cells of a table, if the busiest worker has done *most* operations."""
        speed = f"{self.operations / self.seconds:,.0f}" if self.seconds else ""
        return f"{self.shards:,}", f"{self.operations:,}", speed, bar(self.operations / most)


def _workers(shards: Sequence[ShardDone]) -> str:
    """Operations by worker, those with the most first."""
    found = defaultdict[str, _Work](_Work)
    for each in shards:
        found[each.worker].add(each)
    first = sorted(found.items(), key=lambda one: -one[1].operations)[:MOST_WORKERS]
    most = max((work.operations for _, work in first), default=0) or 1
    rows = [(_text(called(worker)), *work.cells(most)) for worker, work in first]
    return _table("Workers", ("worker", "shards", "operations", "a second", ""), rows)


def _failures(findings: Sequence[Finding], place: Path) -> str:
    """The distinct failures, with links to their pages."""
    if not findings:
        return "<h3>Failures</h3><p>None.</p>"
    rows = [_failure(each, place) for each in findings]
    return _table("Failures", ("failure", "breaks", "shape", "programs"), rows)


def _failure(finding: Finding, place: Path) -> tuple[str, ...]:
    """The row of a failure."""
    signature, trace = finding.signature, save_finding(finding, place)
    link = f"{FAILURES}/{beside(trace, PAGE if finding.shrunk else TEXT).name}"
    return (
        f'<a href="{escape(link)}">{_text(headline(finding.counterexample))}</a>',
        _text(" ".join(signature.breaks) or signature.kind),
        _text(signature.shape or ("none" if finding.shrunk else "not shrunk yet")),
        f"{finding.times:,}",
    )


NUMBERS: Final = frozenset({"shards", "operations", "a second", "programs"})


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; its cells are HTML already."""

    def row(cells: Sequence[str], tag: str) -> str:
        drawn = (
            f'<{tag}{" class=number" if head in NUMBERS else ""} data-head="{head}">{cell}</{tag}>'
            for head, cell in zip(heads, cells, strict=True)
        )
        return f"<tr>{''.join(drawn)}</tr>"

    body = "".join(row(cells, "td") for cells in rows)
    table = f'<table class="table {title.lower()}"><thead>{row(heads, "th")}</thead><tbody>{body}</tbody></table>'
    return f'<h3>{title}</h3><div class="tables">{table}</div>'


def _text(text: str) -> str:
    """Text that a port may have written, as HTML."""
    return escape(plain(text))


def _part(name: str) -> str:
    """A file of this package."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
