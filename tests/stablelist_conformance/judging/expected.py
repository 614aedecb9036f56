"""Expected failures: a TOML file of the defects that a port is known to have.

Each ``[[failure]]`` identifies a defect, as ``stablelist verify --keep-going`` prints it: the ``property`` that it
breaks, or the ``kind`` of failure if it breaks none, and optionally ``operation`` and ``shape``. Its ``reason``
explains it to readers, and must not be empty.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from stablelist_conformance.judging.properties import KEYLESS, OBSERVED
from stablelist_conformance.judging.verdict import Signature
from stablelist_conformance.wire.errors import FaultKind, UsageError
from stablelist_conformance.wire.files import bounded_text
from stablelist_spec.systems.stable_list.sentences import SENTENCES

__all__ = ["ExpectedFailure", "entry", "read_expected"]

LONGEST: Final = 1 << 20
"""The largest size of a file in bytes."""
KINDS: Final = ("answer", *FaultKind)


@dataclass(frozen=True, kw_only=True)
class ExpectedFailure:
    """A known defect.

    Attributes:
        breaks: the names of the properties that it breaks.
        kind: how it fails, if it breaks no named property.
        operation: the failing operation; empty for any.
        shape: the shape of the shrunk program; empty for any.
        reason: why it is expected.
        place: where it is listed.
    """

    breaks: tuple[str, ...] = ()
    kind: str = ""
    operation: str = ""
    shape: str = ""
    reason: str
    place: str = ""

    def covers(self, signature: Signature) -> bool:
        """Whether a defect is this one."""
        same = set(self.breaks) <= set(signature.breaks) if self.breaks else not signature.breaks
        return (
            same
            and self.kind in ("", signature.kind)
            and self.operation in ("", signature.operation)
            and self.shape in ("", signature.shape)
        )

    @property
    def passed(self) -> str:
        """The message if it did not occur."""
        told = fields_of(Signature(self.kind, self.breaks, self.operation, self.shape))
        return (
            f"unexpected pass: the failure that {self.place} expects did not occur ({', '.join(told)}); "
            "if it is fixed, remove it from the file"
        )


TELLING: Final = ("property", "kind", "operation", "shape")
"""The fields that identify a defect."""
FIELDS: Final = (*TELLING, "reason")


def fields_of(signature: Signature) -> list[str]:
    """The fields of a defect as TOML; the kind is left out if it breaks a property."""
    broken = " ".join(signature.breaks)
    values = (broken, "" if broken else signature.kind, signature.operation, signature.shape)
    named = zip(TELLING, values, strict=True)
    return [f"{name} = {json.dumps(value)}" for name, value in named if value]


def entry(signature: Signature) -> list[str]:
    """The lines of a file that make a defect an expected one, once the reason is filled in.

    >>> for line in entry(Signature("answer", ("live_key_resolves",), "at", "add at:live")):
    ...     print(line)
    [[failure]]
    property = "live_key_resolves"
    operation = "at"
    shape = "add at:live"
    reason = ""
    """
    return ["[[failure]]", *fields_of(signature), 'reason = ""']


# --- The file -------------------------------------------------------------------------------------


def read_expected(path: Path) -> tuple[ExpectedFailure, ...]:
    """The defects that a file lists.

    Raises:
        UsageError: the file cannot be read, or is not a list of expected failures.
    """
    try:
        return listed(tomllib.loads(bounded_text(path, LONGEST)), str(path))
    except OSError as error:
        raise UsageError(
            f"the expected failures {path} cannot be read ({error.strerror}); give another file"
        ) from error
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise UsageError(
            f"{path} is not a list of expected failures ({reason}); write each as --keep-going prints it, with a reason"
        ) from error


def listed(content: dict[str, Any], path: str) -> tuple[ExpectedFailure, ...]:
    """The entries of a file.

    Raises:
        ValueError: an entry is wrong, or there are none.
    """
    tables = content.pop("failure", None)
    if not (tables and isinstance(tables, list) and all(isinstance(each, dict) for each in tables)):
        raise ValueError("it has no [[failure]]")
    if content:
        raise ValueError(f"it has {next(iter(content))!r}, but only [[failure]] is known")
    for number, table in enumerate(tables, 1):
        check(table, f"[[failure]] {number}")
    check_distinct(tables)
    return tuple(
        _expected(**table, place=f"[[failure]] {number} of {path}")
        for number, table in enumerate(tables, 1)
    )


def _expected(*, property: str = "", **others: str) -> ExpectedFailure:  # noqa: A002 - its name in the file
    """A defect from its table."""
    return ExpectedFailure(breaks=tuple(property.split()), **others)


def check(table: dict[str, Any], called: str) -> None:
    """Refuse fields that are missing, unknown, or have a meaningless value.

    Raises:
        ValueError: there is such a field.
    """
    for name, value in table.items():
        if name not in FIELDS:
            raise ValueError(f"{called} has no field {name!r}; choose one of {', '.join(FIELDS)}")
        if not isinstance(value, str):
            raise ValueError(f"{called} has {value!r} as {name}, which is not a string")
        if not value.strip():
            raise ValueError(f"{called} has an empty {name}")
    if "reason" not in table:
        raise ValueError(f"{called} has no reason")
    if ("property" in table) is ("kind" in table):
        raise ValueError(f"{called} must have either a property or a kind")
    check_names(
        called, "property", table.get("property", "").split(), {*SENTENCES, *OBSERVED, *KEYLESS}
    )
    check_names(called, "kind", [table["kind"]] if "kind" in table else [], KINDS)


def check_names(called: str, what: str, names: Sequence[str], known: Container[str]) -> None:
    """Refuse names that do not exist.

    Raises:
        ValueError: there is such a name.
    """
    for name in names:
        if name not in known:
            raise ValueError(f"{called} has the {what} {name!r}, which does not exist")


def check_distinct(tables: Sequence[dict[str, str]]) -> None:
    """Refuse a defect that is listed twice.

    Raises:
        ValueError: there is one.
    """
    first: dict[tuple[str | None, ...], int] = {}
    for number, table in enumerate(tables, 1):
        same = first.setdefault(tuple(map(table.get, TELLING)), number)
        if same != number:
            raise ValueError(f"[[failure]] {number} is the same as [[failure]] {same}")
