"""docs/ci.md: its workflows are YAML, and their commands are commands of the kit."""

import re
import shlex
from collections.abc import Iterator
from typing import Any, Final

import click
import pytest
import yaml

from stablelist_conformance.cli.main import stablelist
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.report import folder
from suite.docs.pages import ROOT, blocks

PAGE: Final = (ROOT / "docs/ci.md").read_text(encoding="utf-8")
GITHUB, GITLAB = (yaml.safe_load(block.text) for block in blocks(PAGE) if block.language == "yaml")


def steps() -> list[dict[str, Any]]:
    """The steps of the workflow for GitHub."""
    found: list[dict[str, Any]] = GITHUB["jobs"]["verify"]["steps"]
    return found


def lines() -> Iterator[str]:
    """The shell commands of both workflows."""
    for step in steps():
        yield from step.get("run", "").splitlines()
    yield from GITLAB["conformance"]["before_script"]
    yield from GITLAB["conformance"]["script"]


def test_workflows_run_the_same_commands() -> None:
    """Each command occurs once in both; only the variable is written differently."""
    commands = [line.replace("${{ vars.STABLELIST }}", "$STABLELIST") for line in lines()]
    assert len(commands) == 8
    assert commands[:4] == commands[4:]


def test_github_knows_the_keys() -> None:
    """A step either uses an action or runs commands; `on`, which YAML 1.1 reads as true, is there."""
    assert GITHUB.keys() == {"name", True, "jobs"}
    assert all(("uses" in step) is not ("run" in step) for step in steps())
    assert all(
        re.fullmatch(r"actions/[\w-]+@v\d+", step.get("uses", "actions/x@v1")) for step in steps()
    )


def test_reports_are_kept_when_the_job_fails() -> None:
    """These are the runs in which the reports are needed."""
    upload = steps()[-1]
    assert (upload["if"], upload["with"]["path"]) == ("always()", default_report())
    kept = GITLAB["conformance"]["artifacts"]
    assert (kept["when"], kept["paths"]) == ("always", [default_report()])
    assert kept["reports"]["junit"] == f"{default_report()}/junit.xml"


def default_report() -> str:
    """The default folder of the command."""
    (option,) = (each for each in stablelist.commands["verify"].params if each.name == "report")
    return str(option.default)


@pytest.mark.parametrize(
    "command",
    [
        *(line for line in lines() if line.startswith("stablelist")),
        *re.findall(r"^ +`(stablelist [^`]+)`", PAGE, re.MULTILINE),
    ],
)
def test_click_parses_every_command_of_the_page(command: str) -> None:
    """The parser of the command accepts them."""
    _, name, *arguments = shlex.split(command)
    found = stablelist.commands[name]
    context = click.Context(found)
    found.make_parser(context).parse_args(arguments)


def test_options_that_are_mentioned_exist() -> None:
    """They belong to the command or to pytest."""
    known = {name for param in stablelist.commands["verify"].params for name in param.opts}
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE)) - {"--depth", "--junitxml"} <= known


def test_every_exit_status_is_in_the_table() -> None:
    """Its meaning is there as well."""
    told = set(map(int, re.findall(r"^\| (\d) \|", PAGE, re.MULTILINE)))
    assert told == {outcome.exit_status for outcome in Outcome} | {2}


def test_files_of_the_report_have_these_names() -> None:
    """The report folder contains files with these names."""
    names = re.findall(r"^\| `(?:counterexample-…)?([\w.]+)` \|", PAGE, re.MULTILINE)
    written = {name for name in folder.save_verdicts.__code__.co_consts if isinstance(name, str)}
    assert set(names) - {".itf.json"} <= written
    assert ".itf.json" in names
