"""Serve the port protocol with an answerer: the container, the model, or any Python class.

``python -m stablelist_conformance.python.serve MODULE:FACTORY [FIELD=VALUE...]`` starts a Python port in a process of
its own, with the same protocol as a port in any other language. The fields are those of its handshake.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from typing import Any, Final, TextIO

from stablelist_conformance.python.answerers import Answerer, answerer_of
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import parse_program
from stablelist_conformance.wire.systems import imported
from stablelist_conformance.wire.versions import KIT_VERSION
from stablelist_spec.systems import STABLE_LIST

__all__ = ["BUNDLED", "CONTAINER", "bundled", "load_factory", "python_answerer", "serve"]


BUNDLED: Final = "stablelist_conformance.python.serve:bundled"
"""The name of the factory of the bundled container."""
CONTAINER: Final = f"python:{BUNDLED}"
"""The bundled container as a port."""
KIT: Final = __name__.partition(".")[0]


def serve(answerer: Answerer, lines: TextIO, out: TextIO, complain: TextIO | None = None) -> None:
    """Answer every line of the input.

    A line that is not a program is answered by ``!other``, and explained on *complain*, for a user who typed it.
    """
    for stream in (lines, out):
        if isinstance(stream, io.TextIOWrapper):  # the protocol is ASCII, whatever the locale
            stream.reconfigure(encoding="ascii", errors="backslashreplace")
    for line in lines:
        text = line.strip()
        if not text:
            continue
        if text.split()[0] == "hello":
            answered = answerer.handshake.line()
        else:
            try:
                level, program = parse_program(text, answerer.handshake.system_name)
                answered = " ".join(answerer.answer(program, level))
            except UsageError as error:
                if complain is not None:
                    complain.write(f"{error}\n")
                answered = "!other"
        out.write(answered + "\n")
        out.flush()


def load_factory(name: str) -> Callable[..., Any]:
    """Import ``module:factory``; the current folder is searched first, as Python itself does.

    Raises:
        UsageError: there is no such module or factory.
    """
    factory = imported(name)
    if not callable(factory):
        raise UsageError(
            f"{name!r} is not callable; name a class or function that makes a container"
        )
    return factory


def bundled(
    *,
    minimum: int,
    capacity: int,
    truncate: str,
    id_bits: int | None,
    index_bits: int | None,
    maximum: int | None,
) -> object:
    """Make a bundled StableList."""
    from stablelist import StableList, Truncate
    from stablelist.ids import Counter

    return StableList[int](
        minimum=minimum,
        capacity=capacity,
        truncate=Truncate(truncate),
        ids=Counter(id_bits),
        index_bits=index_bits,
        maximum=maximum,
    )


def python_answerer(name: str, *declared: str) -> Answerer:
    """The answerer of ``module:factory``, which declares fields of its handshake, such as ``system=ring``.

    What it answers by ``!other`` is told on standard error.

    Raises:
        UsageError: there is no such factory, or a field cannot be declared.
    """
    fields = read_fields(declared)
    system_name, without = fields.pop("system", STABLE_LIST.name), fields.pop("without", "")
    factory = load_factory(name)
    module = sys.modules[name.partition(":")[0].partition(".")[0]]
    version = str(getattr(module, "__version__", KIT_VERSION)).replace(" ", "-")
    shown = STABLE_LIST.name if name == BUNDLED else f"python:{name}"
    answerer = answerer_of(
        factory,
        name=shown,
        version=version,
        system_name=system_name,
        without=without.split(","),
    )
    if fields:
        answerer.handshake = answerer.handshake.declaring(fields)
    answerer.complain = complain_of
    return answerer


def read_fields(words: Iterable[str]) -> dict[str, str]:
    """The values of fields, by their names.

    Raises:
        UsageError: a word is no field, or one is given twice.
    """
    fields: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in fields:
            why = f"gives {name} twice" if equals else "is no field of a handshake"
            raise UsageError(f"{word!r} {why}; write what the container is, as in capacity=grows")
        fields[name] = value
    return fields


def complain_of(error: Exception) -> None:
    """Tell an author on standard error what a container raised, from its own lines on."""
    raised_in = error.__traceback__
    while raised_in and raised_in.tb_frame.f_globals["__name__"].startswith(KIT):
        raised_in = raised_in.tb_next
    told = traceback.format_exception(error.with_traceback(raised_in))
    sys.stderr.write("answered !other: " + "".join(told))


def main(arguments: list[str], out: TextIO) -> int:
    """Serve a Python factory on standard input; what it prints goes to standard error, and the answers to *out*."""
    try:
        with redirect_stdout(sys.stderr):
            serve(python_answerer(*arguments), sys.stdin, out)
    except UsageError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # code in C, and child processes, write to standard error as well
    sys.exit(main(sys.argv[1:], answers))
