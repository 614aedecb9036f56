"""The outcomes of named tests for pytest, all from one verification of a port.

``python -m stablelist_conformance.pytest.outcomes PORT`` is started by the pytest plugin, in a process of its own, with
options of ``stablelist verify``. It prints the outcomes as JSON, or one sentence if the usage is wrong.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from stablelist_conformance.__main__ import main as started
from stablelist_conformance.cli.main import main as run
from stablelist_conformance.cli.main import options_of
from stablelist_conformance.cli.options import run_options
from stablelist_conformance.judging.names_of_tests import (
    ANSWERED,
    OTHERS,
    REACHED,
    RIGHT,
    checkable,
    names_of_tests,
    needed,
    visible,
)
from stablelist_conformance.judging.verdict import Finding, Outcome, Verdict
from stablelist_conformance.port.command import PYTHON
from stablelist_conformance.report.folder import save
from stablelist_conformance.report.names import replay_arguments
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.words import explain, headline
from stablelist_conformance.running.deduplicate import signature
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.text import field, plain

__all__ = ["main", "outcomes"]

PASSED, FAILED, SKIPPED, EXPECTED = "passed", "failed", "skipped", "expected"
Told = tuple[str, str]
"""The outcome of a test, and a text about it."""


def outcomes(verdict: Verdict, names: Sequence[str], report: Path) -> dict[str, Told]:
    """The outcome of every test."""
    failing: dict[str, list[Finding]] = {name: [] for name in names}
    for finding in findings(verdict):
        for name in tests_about(finding, names):
            failing[name].append(finding)
    others = dict.fromkeys(names, (PASSED, "")) | dict(unchecked(verdict, names))
    failed = {name: defects(found, report) for name, found in failing.items() if found}
    return others | {REACHED: coverage(verdict)} | failed


def findings(verdict: Verdict) -> Sequence[Finding]:
    """The distinct failures; if the run was interrupted before they were told apart, the first one."""
    found = verdict.counterexample
    if verdict.findings or found is None:
        return verdict.findings
    return [Finding(signature(found), found)]


def tests_about(finding: Finding, names: Sequence[str]) -> Sequence[str]:
    """The tests that a defect concerns: those of the properties that it breaks."""
    about = [name for name in finding.signature.breaks if name in names]
    return about or [RIGHT if finding.signature.kind == "answer" else ANSWERED]


# --- Outcomes -------------------------------------------------------------------------------------


def defects(found: Sequence[Finding], report: Path) -> Told:
    """The outcome of a test with defects: expected only if all of them are."""
    refuting = [each for each in found if not each.reason]
    if not refuting:
        return EXPECTED, "; ".join(dict.fromkeys(each.reason for each in found))
    first, *others = refuting
    lines = [
        replay_line(first, report),
        *(line for each in others for line in briefly(each, report)),
    ]
    return FAILED, explain(record_trace(first.counterexample), most=20) + "\n".join(lines)


def briefly(finding: Finding, report: Path) -> list[str]:
    """Another defect that fails the same test."""
    found = finding.counterexample
    lines = ["", *field("also", headline(found)), *field("reason", found.detail)]
    return [
        *lines,
        *field("shape", finding.signature.shape or "none"),
        replay_line(finding, report),
    ]


def replay_line(finding: Finding, report: Path) -> str:
    """The command that replays a defect, whose trace is saved."""
    found = finding.counterexample
    command = f"stablelist replay {replay_arguments(save(found, report))}"
    if found.port.startswith(PYTHON):
        command = search_path() + command
    return f"{'replay':<12}{plain(command)}"


def search_path() -> str:
    """The folders in this one where the plugin has found modules, as the beginning of a command."""
    folders = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    inside = [folder for folder in folders if folder and not Path(folder).is_absolute()]
    return f"PYTHONPATH={shlex.quote(os.pathsep.join(inside))} " if inside else ""


def unchecked(verdict: Verdict, names: Sequence[str]) -> Iterator[tuple[str, Told]]:
    """The tests of properties that nothing could show to be broken."""
    system = verdict.handshake.system
    offered = visible(system, verdict.level) & verdict.handshake.offered
    checked = {*checkable(system, offered), *OTHERS}
    for name in names:
        if not verdict.engines:
            yield name, (SKIPPED, "no program was run")
        elif name not in checked:
            lacks = " or ".join(needed(name))
            yield name, (SKIPPED, f"not checked: it needs {lacks}, which the port does not offer")


def coverage(verdict: Verdict) -> Told:
    """The outcome of the test that everything was reached, which a refuted port may prevent."""
    if verdict.outcome is Outcome.REFUTED and not verdict.notes:
        return SKIPPED, "the port is refuted"
    missing = [f"not covered: {label}" for label in verdict.missing]
    told = [*verdict.notes, *(f"not reached: {each}" for each in verdict.unreached), *missing]
    return (FAILED, "\n".join(plain(line) for line in told)) if told else (PASSED, "")


# --- The program ----------------------------------------------------------------------------------


@click.command()
@click.argument("port")
@click.option("--system", required=True)
@run_options
def tested(port: str, system: str, **given: Any) -> None:
    """Print the outcomes of the tests of PORT."""
    names = names_of_tests(system, given["level"])
    options = options_of(given | {"system_name": system, "keep_going": True})
    assert options.report is not None
    told: Mapping[str, Told] = outcomes(verify(port, options), names, options.report)
    click.echo(json.dumps(told))


def main() -> int:
    """Run it, with the sentences and exit statuses of `stablelist`."""
    return run(command=tested)


if __name__ == "__main__":
    sys.exit(started("stablelist_conformance.pytest.outcomes"))
