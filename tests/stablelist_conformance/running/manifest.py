"""Manifests: lists of ports to verify together, in TOML.

Each ``[[port]]`` has a ``name`` and a ``start`` command, and may have ``build`` (run once before), ``needs`` (programs
that must be installed, and headers that the C++ compiler must find, such as ``plf_colony.h``), ``system``, ``expect``
(``verified`` or ``refuted``), ``by_model = true`` for a port that is built on the bundled container, so that this
container does not judge it, ``expected-failures``, a file that lists them (`expected`), relative to the manifest's
folder, ``compare``, a system whose exact model the port is compared with (`comparison`), and ``operations``, which the
swarm runs at least, for a defect that is rarely met.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct, field

from stablelist_conformance.judging.expected import ExpectedFailure, read_expected
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.files import bounded_text

__all__ = ["ListedPort", "read_manifest"]


LONGEST: Final = 1 << 24
"""The largest size of a manifest in bytes."""


class ListedPort(Struct, frozen=True, forbid_unknown_fields=True):
    """One port of a manifest."""

    name: str
    start: str
    build: str | None = None
    needs: tuple[str, ...] = ()
    system: str | None = None
    expect: Outcome = Outcome.VERIFIED
    by_model: bool = False
    compare: str | None = None
    operations: Annotated[int, Meta(ge=1)] = 1
    expected_failures: Path | None = field(default=None, name="expected-failures")

    def __post_init__(self) -> None:
        for name in ("name", "start", "build", "needs", "system", "compare"):
            if "\0" in "".join(getattr(self, name) or ""):
                raise ValueError(
                    f"{name} is {getattr(self, name)!r}, which contains a NUL character"
                )
        if self.expect not in EXPECTED:
            raise ValueError(f"expect is {str(self.expect)!r}, not {MEANT['expect']}")
        if self.expect is Outcome.REFUTED and self.expected_failures:
            raise ValueError('expect = "refuted" and expected-failures exclude each other')

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
            with one_build():
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


@contextmanager
def one_build() -> Iterator[None]:
    """Wait until nobody else builds in this folder: several ports may have the same build, or the same parts."""
    here = os.open(Path.cwd(), os.O_RDONLY)
    try:
        flock(here, LOCK_EX)
        yield
    finally:
        os.close(here)


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
        return [port_of(table, path.parent) for table in listed]
    except OSError as error:
        raise UsageError(
            f"the manifest {path} cannot be read ({error.strerror}); give another file"
        ) from error
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise UsageError(
            f"{path} is not a manifest of ports ({reason}); each [[port]] needs a name and a start command"
        ) from error


EXPECTED: Final = (Outcome.VERIFIED, Outcome.REFUTED)
MEANT: Final = {
    "by_model": "true or false",
    "expect": f"one of {', '.join(EXPECTED)}",
    "needs": "a list of programs and headers",
    "operations": "a number from 1 on",
}
"""What the value of a field is; others are texts."""


def port_of(table: dict[str, Any], folder: Path) -> ListedPort:
    """A port from its table.

    Raises:
        ValueError: a field is missing, unknown, or has the wrong type.
    """
    try:
        return msgspec.convert(table, ListedPort, dec_hook=lambda _, value: folder / value)
    except msgspec.ValidationError as error:
        raise ValueError(sentence(str(error), table)) from error


def sentence(told: str, table: dict[str, Any]) -> str:
    """What msgspec says of a table, as a sentence with the value, and with what it should be."""
    if lacks := re.match("Object missing required field `(.+)`", told):
        return f"a [[port]] has no {lacks[1]}"
    if unknown := re.match("Object contains unknown field `(.+)`", told):
        known = ", ".join(ListedPort.__struct_encode_fields__)
        return f"a [[port]] has no field {unknown[1]!r}; choose one of {known}"
    if wrong := re.search(r" - at `\$\.([\w-]+)", told):
        name = wrong[1]
        return f"{name} is {table[name]!r}, not {MEANT.get(name, 'a text')}"
    return told
