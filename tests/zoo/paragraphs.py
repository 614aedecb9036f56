"""What is known of each defect, as a paragraph of the page."""

from __future__ import annotations

import re

from .rows import Defect, defects

__all__ = ["described"]


def described(findings: str) -> str:
    """A paragraph for each defect; the page of findings has more."""
    return "\n\n".join(paragraph(each, findings) for each in defects())


def paragraph(defect: Defect, findings: str) -> str:
    """Its program and the answers, since when it is there, who knows, and how it was confirmed without the kit."""
    program = defect.program.removeprefix("contract ").removeprefix(": ")
    test = confirmed(defect.finding, findings)
    sentences = [
        (
            f"**{defect.port}** ([{defect.finding}](findings.md)): `{program}` is answered `{defect.answers}`, "
            f"and not `{defect.right}`."
        ),
        f"Since: {defect.since}." if defect.since else "",
        f"The project knows: {defect.known}." if defect.known else "We found no report of it.",
        f"{defect.fixed} is right." if defect.fixed else "",
        f"Without the kit: `{test}`.",
    ]
    return " ".join(filter(None, sentences))


def confirmed(finding: str, findings: str) -> str:
    r"""The test of the package that shows a finding, as its section names it.

    >>> confirmed("F1", "# Page\n\n## F1 a list\n\nText.\n\nTest: `f1_shows_it`.\n")
    'f1_shows_it'
    """
    section = re.split(rf"^## {finding} ", findings, flags=re.MULTILINE)[1]
    test: str = re.findall(r"^Tests?: `(\w+)`", section, re.MULTILINE)[0]
    return test
