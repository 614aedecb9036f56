"""What the theorems mean, as a text: every statement, and every definition that it uses, directly or not.

A kernel checks that a proof is one of its statement; nobody but a reader checks that the statement says what its name
promises. So what a reader has read is kept, in proofs/rocq/recorded.txt, and compared. The text is Rocq's own print of
each statement's type, of each constant in it, of those in these, and so on, as far as they are ours. It is printed by a
session that imports nothing: so every name is a full one, no notation of ours hides what it stands for, implicit
arguments are written out, and variables of sections are arguments. The proofs themselves are not recorded: they may
change. The files that turn the proved model into a port, and every makefile beside them, are recorded by their digests;
so are the plugins of Rocq that our modules load: with one for extraction, they could replace a definition in the port.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from .rocq import modules, replies
from .statements import Statement, Unproved

__all__ = ["RECORD", "differences", "meaning", "write"]

RECORD: Final = "recorded.txt"
"""The file in proofs/rocq."""
TIED: Final = (
    "proofs/rocq/*akefile",
    "proofs/rocq/*/Extract.v",
    "tests/ports/rocq-*/*akefile",
    "tests/ports/rocq-*/port.m*",
)
"""The files that compile the proofs and make a port of the proved model."""
QUALIFIED: Final = re.compile(r"[^\W\d][\w']*(?:\.[^\W\d][\w']*)+")
CLOSED: Final = "Closed under the global context"


def meaning(rocq: Path, stated: Sequence[Statement]) -> dict[str, str]:
    """The text of each theorem, definition and file, by its name.

    Raises:
        Unproved: a theorem is not one of its statement, or rests on something.
    """
    theorems, definitions = _theorems(rocq, stated), dict[str, str]()
    ours = {name.rpartition(".")[2] for name in modules(rocq)}
    texts, asked = set(theorems.values()), set[str]()
    while names := sorted({name for text in texts for name in _used(text, ours)} - asked):
        asked.update(names)
        said = replies(rocq, [], [f"Print {name}." for name in names])
        printed = [text.partition("\n\nArguments")[0] for text in said]
        texts = set(printed) - set(definitions.values())
        # A constructor is printed as its type, which is recorded once.
        once = {text: name for name, text in zip(names, printed, strict=True) if text in texts}
        definitions |= {f"definition {name}": text for text, name in once.items()}
    [loaded] = replies(rocq, [], ["Print ML Modules."])
    plugins, files = re.findall(r"(\w+)_plugin", loaded), dict(_files(rocq.parents[1]))
    definitions = dict(sorted(definitions.items()))
    return theorems | definitions | {"plugins": "\n".join(plugins)} | files


def _theorems(rocq: Path, stated: Sequence[Statement]) -> dict[str, str]:
    """The type of each theorem; those of a ``Statements.v`` are compared with the statement by the kernel."""
    proofs, given = [f"@{each.theorem}" for each in stated], list[str]()
    for number, each in enumerate(stated):
        if each.main:
            statement = f"forall E : Type, Lists.{each.folder}.Statements.{each.name} E"
            given.append(f"Definition proved_{number} : {statement} := {proofs[number]}.")
            proofs[number] = f"@proved_{number}"
    _closed(rocq, stated, given, proofs)
    said = replies(rocq, given, [f"Check {proof}." for proof in proofs])
    types = (text.partition("\n")[2].strip().removeprefix(": ") for text in said)
    names = (f"theorem {each.folder}.{each.name}" for each in stated)
    return dict(zip(names, types, strict=True))


def _closed(
    rocq: Path, stated: Sequence[Statement], given: Sequence[str], proofs: Sequence[str]
) -> None:
    """Ask what all proofs rest on, together, which is quicker; and if that is not nothing, ask for each."""
    together = [*given, f"Definition all_of_them := ({', '.join(proofs)})."]
    if replies(rocq, together, ["Print Assumptions all_of_them."]) == [CLOSED]:
        return
    said = replies(
        rocq, given, [f"Print Assumptions {proof.removeprefix('@')}." for proof in proofs]
    )
    raise Unproved(
        "\n".join(
            f"{each.folder}/{each.proved}.v: {each.name} is not proved. It rests on {' '.join(rests.split())}"
            for each, rests in zip(stated, said, strict=True)
            if rests != CLOSED
        )
    )


def _used(text: str, ours: set[str]) -> Iterator[str]:
    for name in QUALIFIED.findall(text):
        if not ours.isdisjoint(name.split(".")[:-1]):
            yield name


def _files(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(path for pattern in TIED for path in root.glob(pattern)):
        yield f"file {path.relative_to(root)}", sha256(path.read_bytes()).hexdigest()


# --- The recorded text ----------------------------------------------------------------------------


def write(rocq: Path, found: Mapping[str, str]) -> None:
    """Record it."""
    (rocq / RECORD).write_text(_written(found), encoding="utf-8")


def _written(found: Mapping[str, str]) -> str:
    return "\n".join(f"=== {name}\n{text}\n" for name, text in found.items())


def differences(rocq: Path, found: Mapping[str, str]) -> Iterable[str]:
    """What was recorded and is something else now, or is not there, or is new; in words, by name."""
    text = (rocq / RECORD).read_text(encoding="utf-8")
    parts = (entry.partition("\n") for entry in f"\n{text}".split("\n=== ")[1:])
    recorded = {name: said.strip() for name, _, said in parts}
    if recorded == found and text != _written(found):
        yield f"{RECORD} has an entry twice, or lines that belong to none"
    for name in {**recorded, **found}:
        if name not in found:
            yield f"{name} is recorded, and is not there"
        elif name not in recorded:
            yield f"{name} is not recorded"
        elif recorded[name] != found[name]:
            yield f"{name} is not as recorded; it is now:\n{found[name]}"
