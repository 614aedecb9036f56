"""Conformance tests for pytest: one line in a test file gives a test for each property.

This module is imported by the tests of users and by the plugin, so it imports nothing else of the kit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Final

__all__ = ["OPERATIONS", "ConformanceTests", "conformance_tests"]

OPERATIONS: Final = 20_000
"""The budget of the swarm; that of ``stablelist verify`` is 25 times as large."""


@dataclass(frozen=True)
class ConformanceTests:
    """A port or a class that pytest tests, as an attribute of a test module.

    Attributes:
        port: the command that starts a port, or what makes a Python container.
        system: the kind of container.
        level: the highest level that is checked; None for all.
        options: the options of ``stablelist verify`` that are not left out, by name.
    """

    port: str | Callable[..., Any]
    system: str
    level: str | None
    options: tuple[tuple[str, str], ...]

    def start(self) -> str:
        """The PORT argument of ``stablelist verify``.

        Raises:
            ValueError: another process cannot import the class.
        """
        if isinstance(self.port, str):
            return self.port
        module, name = (getattr(self.port, of, None) for of in ("__module__", "__qualname__"))
        if not callable(self.port) or not module or not str(name).isidentifier():
            raise ValueError(
                f"{self.port!r} cannot be imported by another process; give conformance_tests a class or a function "
                "that is defined at the top level of a module, or the command that starts a port"
            )
        return f"python:{module}:{name}"

    def arguments(self) -> Iterator[str]:
        """The arguments of ``stablelist verify``.

        Raises:
            ValueError: another process cannot import the class.
        """
        level = () if self.level is None else (("level", self.level),)
        for name, value in (("system", self.system), *level, *self.options):
            yield f"--{name}={value}"
        yield "--"
        yield self.start()


def conformance_tests(
    port: str | Callable[..., Any],
    *,
    system: str = "slotmap",
    level: str | None = None,
    operations: int = OPERATIONS,
    seconds: float | None = None,
    seed: int = 0,
    timeout: float | None = None,
    jobs: int | None = None,
    expected_failures: str | PathLike[str] | None = None,
    report: str | PathLike[str] | None = None,
) -> ConformanceTests:
    """Tests of a port or of a Python class: one for each property of its system.

    Assign the result to a name in a test module. The port is started when the first of the tests runs. All options
    are those of ``stablelist verify``; paths and commands are relative to pytest's root folder.

    Args:
        port: the command that starts a port, or a class or function, at the top level of a module, that makes a
            container; its methods are those that docs/state-machine.md lists.
        system: the kind of container.
        level: the highest level to check: ``contract``, ``layout`` or ``cost``.
        operations: the number of operations that the swarm runs at least.
        seconds: stop the swarm after so many seconds.
        seed: the seed of the swarm.
        timeout: seconds for one answer line.
        jobs: the number of processes.
        expected_failures: a file of known defects, whose tests are reported as expected failures.
        report: the folder where counterexamples are saved.

    >>> TestSlotMap = conformance_tests("./my-port", seed=7)
    """
    given = {
        "operations": operations,
        "seconds": seconds,
        "seed": seed,
        "timeout": timeout,
        "jobs": jobs,
        "expected-failures": None if expected_failures is None else fspath(expected_failures),
        "report": None if report is None else fspath(report),
    }
    options = tuple((name, str(value)) for name, value in given.items() if value is not None)
    return ConformanceTests(port, system, level, options)
