"""The page of a campaign: one HTML file that needs nothing else, with what is known of each port."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from html import escape
from importlib import resources
from pathlib import Path
from string import Template
from typing import Final

from stablelist_conformance.campaign.records import Record
from stablelist_conformance.campaign.store import FAILURES, Store, complaining
from stablelist_conformance.campaign.store import PAGE as FILE
from stablelist_conformance.campaign.summary import PortSummary, Summary
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.judging.verdict import Finding, Verdict
from stablelist_conformance.report import summary
from stablelist_conformance.report.names import PAGE, companion
from stablelist_conformance.report.page.document import part, policy
from stablelist_conformance.report.words import headline
from stablelist_conformance.wire.files import replaced
from stablelist_conformance.wire.text import count, plain
from stablelist_conformance.wire.versions import KIT_VERSION

__all__ = ["write_page"]

REACHED: Final = {
    "live": "elements live",
    "insertions": "insertions in one container",
    "in_process": "changes in one process",
    "words": "operations in one program",
}
"""The parts of reach that are shown, with their names."""


def write_page(store: Store, found: Summary) -> Path:
    """Write the page of a store, and the files of its failures, into its folder; return the path of the page.

    Raises:
        UsageError: the folder cannot be written.
    """
    told = [(port, port.verdict()) for port in found.ports.values()]
    style = part("page.css") + _part("page.css")
    names = ", ".join(dict.fromkeys(verdict.handshake.name for _, verdict in told))
    text = Template(_part("page.html")).substitute(
        title=escape(plain(f"A campaign on {names or 'nothing yet'}")),
        written=f"{_date(datetime.now(UTC))} UTC",
        version=escape(KIT_VERSION),
        policy=policy(style),
        style=style,
        ports="\n".join(_port(port, verdict, store) for port, verdict in told),
    )
    with complaining(store.folder):
        replaced(store.folder / FILE, text)
    return store.folder / FILE


def _port(port: PortSummary, verdict: Verdict, store: Store) -> str:
    """The section of a port."""
    shards = sorted(port.shards.values(), key=lambda each: (each.at, each.shard))
    hand, outcome = verdict.handshake, verdict.outcome
    return "\n".join(
        (
            '<section class="port">',
            f"<h2>{_text(f'{hand.name} {hand.version}')}</h2>",
            f'<p class="outcome"><span class="{outcome}">{outcome}</span></p>',
            f"<p>{_done(shards, verdict.operations)}</p>",
            _failures(verdict.findings, store),
            _progress(shards, verdict),
            f"<h3>Verdict</h3><pre>{escape(summary.describe(verdict))}</pre>",
            "</section>",
        )
    )


def _done(shards: Sequence[Record], operations: int) -> str:
    """How much was done, and when."""
    if not shards:
        return "No shard was done yet."
    ends = (_date(datetime.fromtimestamp(each.at, UTC)) for each in (shards[0], shards[-1]))
    work, when = _work(sum(each.seconds for each in shards)), " to ".join(dict.fromkeys(ends))
    return f"{count(operations, 'operation')} in {work} of work, {when} UTC."


def _date(moment: datetime) -> str:
    """A date and a time, to the minute."""
    return f"{moment:%Y-%m-%d %H:%M}"


def _work(seconds: float) -> str:
    """A span of time, in hours, minutes and seconds."""
    return str(timedelta(seconds=round(seconds)))


def _progress(shards: Sequence[Record], verdict: Verdict) -> str:
    """How far the shards went, and how much work had been done when they last went further."""
    met, reach, work = set[str](), Reach(), 0.0
    labels = f"labels, of {len(verdict.reachable):,} within reach"
    last = dict.fromkeys((labels, *REACHED.values()), (0, 0.0))
    for each in shards:
        work += each.seconds
        met.update(each.labels)
        reach.merge(each.reach)
        now = {told: getattr(reach, name) for name, told in REACHED.items()}
        for name, value in {labels: len(met & verdict.reachable), **now}.items():
            if value > last[name][0]:
                last[name] = value, work
    rows = [(_text(name), f"{most:,}", _work(at)) for name, (most, at) in last.items()]
    return _table("Progress", ("measure", "reached", "last grew after"), rows)


def _failures(findings: Sequence[Finding], store: Store) -> str:
    """The distinct failures, with links to their pages."""
    if not findings:
        return "<h3>Failures</h3><p>None.</p>"
    rows = [_failure(each, store) for each in findings]
    return _table("Failures", ("failure", "breaks", "shape", "programs"), rows)


def _failure(finding: Finding, store: Store) -> tuple[str, ...]:
    """The row of a failure."""
    signature, trace = finding.signature, store.save(finding.counterexample)
    link = f"{FAILURES}/{companion(trace, PAGE).name}"
    return (
        f'<a href="{escape(link)}">{_text(headline(finding.counterexample))}</a>',
        _text(" ".join(signature.breaks) or signature.kind),
        _text(signature.shape or "none"),
        f"{finding.times:,}",
    )


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; its cells are HTML already."""
    cells = "".join(f"<th>{each}</th>" for each in heads)
    table = f"<thead><tr>{cells}</tr></thead><tbody>"
    for row in rows:
        cells = "".join(
            f'<td data-head="{name}">{cell}</td>' for name, cell in zip(heads, row, strict=True)
        )
        table += f"<tr>{cells}</tr>"
    return f'<h3>{title}</h3><div class="tables"><table class="table {title.lower()}">{table}</tbody></table></div>'


def _text(text: str) -> str:
    """Text that a port may have written, as HTML."""
    return escape(plain(text))


def _part(name: str) -> str:
    """A file of this package."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
