"""Manifests: lists of ports to verify together, in TOML.

Each ``[[port]]`` has a ``name`` and a ``start`` command, and may have ``build`` (run once before), ``needs`` (programs
that must be installed), ``profile``, and ``expect`` (``verified`` or ``refuted``).
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import UsageError
from .verdict import Outcome

__all__ = ["ListedPort", "read_manifest"]


@dataclass(frozen=True)
class ListedPort:
    """One port of a manifest."""

    name: str
    start: str
    build: str | None = None
    needs: tuple[str, ...] = ()
    profile: str | None = None
    expect: Outcome = Outcome.VERIFIED

    def missing(self) -> str | None:
        """Why the port cannot be verified here, if it cannot."""
        absent = [program for program in self.needs if shutil.which(program) is None]
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
            built = subprocess.run(command, capture_output=True, text=True, check=False)
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{self.name} could not be built: {self.build!r} cannot be started ({error}); mend that first"
            ) from error
        if built.returncode != 0:
            last = (built.stderr.strip() or built.stdout.strip()).splitlines()[-12:]
            raise UsageError(
                f"{self.name} could not be built: {self.build!r} ended with exit status "
                f"{built.returncode}; mend that first:\n" + "\n".join(last)
            )


def read_manifest(path: Path) -> list[ListedPort]:
    """The ports of a manifest.

    Raises:
        UsageError: the file cannot be read, or is no manifest.
    """
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8"))["port"]
        return [_listed(entry) for entry in listed]
    except OSError as error:
        raise UsageError(f"the manifest {path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(
            f"{path} is no manifest of ports ({error}); each [[port]] needs a name and a start command"
        ) from error


def _listed(entry: dict[str, Any]) -> ListedPort:
    """A port from its table."""
    known = dict(entry)
    needs = known.setdefault("needs", [])
    if not isinstance(needs, list) or not all(isinstance(program, str) for program in needs):
        raise TypeError(f"needs is {needs!r}, not a list of programs")
    for name, value in known.items():
        if name != "needs" and not isinstance(value, str):
            raise TypeError(f"{name} is {value!r}, not a text")
    known["needs"] = tuple(needs)
    known["expect"] = Outcome(known.get("expect", "verified"))
    return ListedPort(**known)
