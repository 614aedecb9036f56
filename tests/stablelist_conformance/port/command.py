"""The command line that starts a port, and what to give if it does not."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Final

from stablelist_conformance.wire.errors import UsageError

__all__ = ["PYTHON", "port_command", "what_to_give"]

PYTHON: Final = "python:"
"""The prefix of a PORT that is a factory of containers, as in ``python:module:factory``.

It may be followed by fields of the handshake: ``python:module:factory capacity=grows``.
"""

SERVING: Final = ("-m", "stablelist_conformance.python.serve")
"""The module that serves a factory."""


def port_command(port: str, system_name: str | None = None) -> list[str]:
    """The command line of a PORT argument: the argument itself, or Python serving ``python:module:factory``.

    >>> port_command("./my-port --fast")
    ['./my-port', '--fast']
    """
    try:
        command = shlex.split(port)
    except ValueError as error:
        raise UsageError(
            f"the port {port!r} is not a command line: {error}; quote it as for a shell"
        ) from error
    if port.startswith(PYTHON):
        factory, *declared = command
        system = [f"system={system_name}"] * bool(system_name)
        return [sys.executable, *SERVING, factory.removeprefix(PYTHON), *system, *declared]
    if not command:
        raise UsageError(
            "the port is an empty command; give a command line or python:module:factory"
        )
    return command


RUNNERS: Final = {
    ".js": "node",
    ".mjs": "node",
    ".py": "python",
    ".jar": "java -Xmx512m -jar",
    ".rb": "ruby",
}
"""The programs that run files, by their suffixes."""


def what_to_give(file: str) -> str:
    """What a user is to give instead of a command whose first word cannot be started.

    >>> what_to_give("./nothing")
    'give the command line that starts it, as you would type it here'
    """
    path = Path(file)
    if path.is_dir():
        return "it is a folder: give the command line that starts a program in it"
    if not path.is_file():
        return "give the command line that starts it, as you would type it here"
    if path.suffix == ".toml":
        return f"it is a file: if it lists ports, give --manifest {file}"
    if path.suffix in RUNNERS:
        return f"it is a file: give the command line that runs it, '{RUNNERS[path.suffix]} {file}'"
    if os.access(path, os.X_OK):
        return f"it is a file: give './{file}'"
    return "it is a file that is not executable: give the command line that runs it, or make it executable"
