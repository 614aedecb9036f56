"""Manifests: lists of ports to verify together, in TOML.

Each ``[[port]]`` has a ``name`` and a ``start`` command, and may have ``build`` (run once before), ``needs`` (programs
that must be installed, and headers that the C++ compiler must find, such as ``plf_colony.h``), ``profile``, ``expect``
(``verified`` or ``refuted``), ``by_model = true`` for a port that is built on the bundled container, so that this
container does not judge it, ``expected-failures``, a file that lists them (`expected`), relative to the manifest's
folder, and ``compare``, a system whose exact model the port is compared with (`comparison`).
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from stablelist_conformance.judging.bounded import bounded_text
from stablelist_conformance.judging.expected import ExpectedFailure, read_expected
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.wire.errors import UsageError

__all__ = ["ListedPort", "read_manifest"]


LONGEST: Final = 1 << 24
"""The largest size of a manifest in bytes."""


@dataclass(frozen=True)
class ListedPort:
    """One port of a manifest."""

    name: str
    start: str
    build: str | None = None
    needs: tuple[str, ...] = ()
    profile: str | None = None
    expect: Outcome = Outcome.VERIFIED
    by_model: bool = False
    expected_failures: Path | None = None
    compare: str | None = None

    def expected(self) -> tuple[ExpectedFailure, ...]:
        """The known defects of the port.

        Raises:
            UsageError: the file that lists them cannot be read.
        """
        return () if self.expected_failures is None else read_expected(self.expected_failures)

    def missing(self) -> str | None:
        """Which needed programs and headers are missing, if any."""
        absent = [name for name in self.needs if not is_there(name)]
        return f"{' and '.join(absent)} not found" if absent else None

    def prepare(self) -> None:
        """Build the port.

        Raises:
            UsageError: the build failed, or could not be started.
        """
        if self.build is None:
            return
        try:
            command = shlex.split(self.build)
            built = subprocess.run(
                command, capture_output=True, encoding="utf-8", errors="replace", check=False
            )
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{self.name} could not be built: {self.build!r} cannot be started ({error}); fix that first"
            ) from error
        if built.returncode != 0:
            last = (built.stderr.strip() or built.stdout.strip()).splitlines()[-12:]
            raise UsageError(
                f"{self.name} could not be built: {self.build!r} ended with "
                f"exit status {built.returncode}; fix that first:\n" + "\n".join(last)
            )


def is_there(name: str) -> bool:
    """Whether a program is installed, or a header."""
    if not name.endswith((".h", ".hpp")):
        return shutil.which(name) is not None
    compiler = shutil.which("c++")
    if compiler is None:
        return False
    command = [compiler, "-x", "c++", "-E", "-include", name, os.devnull]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def read_manifest(path: Path) -> list[ListedPort]:
    """The ports of a manifest.

    Raises:
        UsageError: the file cannot be read, or is not a manifest.
    """
    try:
        listed = tomllib.loads(bounded_text(path, LONGEST)).get("port")
        if not (listed and isinstance(listed, list) and all(isinstance(e, dict) for e in listed)):
            raise ValueError("it has no [[port]]")
        for entry in listed:
            check_fields(entry)
        return [_listed(path.parent, **entry) for entry in listed]
    except OSError as error:
        raise UsageError(
            f"the manifest {path} cannot be read ({error.strerror}); give another file"
        ) from error
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise UsageError(
            f"{path} is not a manifest of ports ({reason}); each [[port]] needs a name and a start command"
        ) from error


EXPECTED_FAILURES: Final = "expected-failures"
FIELDS: Final = (
    *(f.name for f in fields(ListedPort) if f.name != "expected_failures"),
    EXPECTED_FAILURES,
)
EXPECTED: Final = (Outcome.VERIFIED, Outcome.REFUTED)


def check_fields(entry: dict[str, Any]) -> None:
    """Refuse fields that are missing, unknown, or have the wrong type.

    Raises:
        ValueError: there is such a field.
    """
    for name in ("name", "start"):
        if name not in entry:
            raise ValueError(f"a [[port]] has no {name}")
    for name, value in entry.items():
        if name not in FIELDS:
            raise ValueError(f"a [[port]] has no field {name!r}; choose one of {', '.join(FIELDS)}")
        check_value(name, value)
    if entry.get("expect", Outcome.VERIFIED) not in EXPECTED:
        raise ValueError(f"expect is {entry['expect']!r}, not one of {', '.join(EXPECTED)}")
    if entry.get("expect") == Outcome.REFUTED and EXPECTED_FAILURES in entry:
        raise ValueError(f'expect = "refuted" and {EXPECTED_FAILURES} exclude each other')


TYPES: Final = {
    "by_model": (bool, "true or false"),
    "needs": (list, "a list of programs and headers"),
}


def check_value(name: str, value: object) -> None:
    """Refuse a value of the wrong type, and text that cannot be in a command.

    Raises:
        ValueError: it is such a value.
    """
    of, called = TYPES.get(name, (str, "a text"))
    texts = value if isinstance(value, list) else [str(value)]
    if not isinstance(value, of) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{name} is {value!r}, not {called}")
    if any("\0" in text for text in texts):
        raise ValueError(f"{name} is {value!r}, which contains a NUL character")


def _listed(
    folder: Path,
    *,
    needs: Sequence[str] = (),
    expect: str = "verified",
    by_model: bool = False,
    **others: str,
) -> ListedPort:
    """Make a port from its table."""
    known = others.pop(EXPECTED_FAILURES, None)
    return ListedPort(
        **others,
        needs=tuple(needs),
        expect=Outcome(expect),
        by_model=by_model,
        expected_failures=None if known is None else folder / known,
    )
