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
CI: Final = ROOT / "tests/ci"
ACTION: Final = yaml.safe_load((CI / "action.yml").read_text(encoding="utf-8"))
TEMPLATE: Final = yaml.safe_load((CI / "gitlab.yml").read_text(encoding="utf-8"))[".stablelist"]


def steps() -> Iterator[dict[str, Any]]:
    """The steps of the workflow for GitHub, and of the action."""
    yield from GITHUB["jobs"]["verify"]["steps"]
    yield from ACTION["runs"]["steps"]


def test_action_and_template_run_the_same_script() -> None:
    """What the script does, `suite.wheels.test_ci` tries."""
    (ours,) = (step for step in ACTION["runs"]["steps"] if "run" in step)
    assert ours["run"] == 'bash "$GITHUB_ACTION_PATH/verify.sh" $ARGUMENTS "$PORT"'
    assert ours["env"] == {
        name.upper(): f"${{{{ inputs.{name} }}}}" for name in ("arguments", "port")
    }
    assert TEMPLATE["script"][-1] == 'bash stablelist/tests/ci/verify.sh $ARGUMENTS "$PORT"'


def test_page_gives_what_action_and_template_ask_for() -> None:
    """Options have defaults; the port has none."""
    (used,) = (
        step for step in GITHUB["jobs"]["verify"]["steps"] if step.get("uses", "")[0:1] == "."
    )
    assert used["uses"] == "./stablelist/tests/ci"
    assert used["with"].keys() == {
        name for name, each in ACTION["inputs"].items() if each.get("required")
    }
    (job,) = (job for name, job in GITLAB.items() if name != "include")
    assert (job["extends"], job["variables"]) == (".stablelist", {"PORT": "./port"})
    assert GITLAB["include"][0]["file"] == "tests/ci/gitlab.yml"


def test_github_knows_the_keys() -> None:
    """A step either uses an action or runs commands; `on`, which YAML 1.1 reads as true, is there."""
    assert GITHUB.keys() == {"name", True, "jobs"}
    assert all(("uses" in step) is not ("run" in step) for step in steps())
    pattern = r"\./[\w/]+|(actions|github)/[\w/-]+@v\d+"
    assert all(re.fullmatch(pattern, step.get("uses", "./x")) for step in steps())


def test_reports_are_kept_when_the_job_fails() -> None:
    """These are the runs in which the reports are needed."""
    upload = ACTION["runs"]["steps"][-1]
    assert (upload["if"], upload["with"]["path"]) == ("always()", default_report())
    shown = GITHUB["jobs"]["verify"]["steps"][-1]
    assert (shown["if"], shown["with"]["sarif_file"]) == (
        "always()",
        f"{default_report()}/verdict.sarif",
    )
    kept = TEMPLATE["artifacts"]
    assert (kept["when"], kept["paths"]) == ("always", [default_report()])
    assert kept["reports"]["junit"] == f"{default_report()}/junit.xml"


def default_report() -> str:
    """The default folder of the command."""
    (option,) = (each for each in stablelist.commands["verify"].params if each.name == "report")
    return str(option.default)


@pytest.mark.parametrize(
    "command",
    [
        *re.findall(r"^ +`(stablelist [^`]+)`", PAGE, re.MULTILINE),
        *re.findall(r"^\$ .*(stablelist verify \S+)", PAGE, re.MULTILINE),
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
    assert (
        set(re.findall(r"--[a-z][a-z-]+", PAGE))
        - {"--depth", "--junitxml", "--from", "--with", "--rm"}
        <= known
    )


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
