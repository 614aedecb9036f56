"""The programs of Rocq: which are missing, compiling a folder, coqchk, and what coqc says to commands of our own."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from .statements import Unproved

__all__ = ["checked_again", "compile_all", "missing", "modules", "replies"]

NEEDED: Final = ("coqc", "coqchk", "ocamlopt", "make")
AT: Final = re.compile(
    r'File "\./(?P<file>[^"]+)", line (?P<line>\d+), characters (?P<column>\d+)-'
)
NAMED: Final = re.compile(
    r"^ *(?:Theorem|Lemma|Corollary|Definition|Fixpoint|Inductive|Record) (\w+)", re.MULTILINE
)
ANSWER: Final = "@@ answer"


def missing() -> list[str]:
    """The programs that are needed and not installed."""
    return [name for name in NEEDED if shutil.which(name) is None]


def modules(rocq: Path) -> list[str]:
    """Every compiled module, such as ``Lists.StableList.Model``."""
    return [f"Lists.{file.removesuffix('.v').replace('/', '.')}" for file in _listed(rocq)]


def _listed(rocq: Path) -> list[str]:
    text = (rocq / "_CoqProject").read_text(encoding="utf-8")
    return re.findall(r"^.+\.v$", text, re.MULTILINE)


def compile_all(rocq: Path, jobs: int, say: Callable[[str], object]) -> None:
    """Have coqc check every proof that changed; *say* is given each file that it begins with.

    Raises:
        Unproved: coqc refused one, or one is not listed, so that `modules` would leave it out.
    """
    for path in sorted({*rocq.rglob("*.v")} - {*rocq.glob("*/Extract.v")}):
        if (file := str(path.relative_to(rocq))) not in _listed(rocq):
            raise Unproved(f"{file} is not listed in _CoqProject")
    make = ["make", "--jobs", str(jobs), "--directory", str(rocq)]
    with TemporaryDirectory() as folder:
        errors = Path(folder, "errors")
        with (
            errors.open("w") as stream,
            subprocess.Popen(make, stdout=subprocess.PIPE, stderr=stream, text=True) as ran,
        ):
            assert ran.stdout is not None
            for line in ran.stdout:
                if line.startswith("coqc "):
                    say(line.split()[-1])
        if ran.returncode:
            raise Unproved(_refusal(rocq, errors.read_text(encoding="utf-8")))


def _refusal(rocq: Path, errors: str) -> str:
    """What coqc refused, with the name of the declaration that it stands in."""
    if (at := AT.search(errors)) is None:
        return f"proofs/rocq does not compile:\n{errors}"
    lines = (rocq / at["file"]).read_text(encoding="utf-8").splitlines(keepends=True)
    before = "".join(lines[: int(at["line"]) - 1]) + lines[int(at["line"]) - 1][: int(at["column"])]
    name = (NAMED.findall(before) or ["it"])[-1]
    return f"{at['file']}, line {at['line']}: {name} is not proved: {_error(errors[at.end() :])}"


def _error(said: str) -> str:
    """Rocq's own words, in one line."""
    return " ".join(said.partition("Error:")[2].partition("\nmake")[0].split())


@contextmanager
def checked_again(rocq: Path) -> Iterator[None]:
    """Have coqchk check the compiled files again while something else is done; it shares only the kernel with coqc.

    Raises:
        Unproved: it refused a file, or found an axiom or a check that was switched off.
    """
    command = ["coqchk", "-silent", "-o", "-Q", str(rocq), "Lists", *modules(rocq)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as ran:
        try:
            yield
            said, _ = ran.communicate()
        except BaseException:
            ran.kill()
            raise
    found = re.findall(r"^\* (?!Theory)(.*(?:\n(?!\*).+)*)", said, re.MULTILINE)
    if ran.returncode or not found or not all(each.rstrip().endswith("<none>") for each in found):
        raise Unproved(f"coqchk does not accept the compiled files:\n{said.strip()}")


def replies(rocq: Path, given: Iterable[str], commands: Sequence[str]) -> list[str]:
    """What coqc prints for each command, after the definitions that are given; nothing is imported, so names are full.

    Raises:
        Unproved: coqc refused a definition or a command.
    """
    lines = [
        f"Require {' '.join(modules(rocq))}.",
        "Set Printing Implicit. Set Printing Coercions. Set Printing Depth 100000. Set Printing Width 110.",
        *given,
    ]
    for command in commands:
        lines += [f'Goal True. idtac "{ANSWER}". Abort.', command]
    with TemporaryDirectory() as folder:
        Path(folder, "Asked.v").write_text("\n".join(lines), encoding="utf-8")
        asked = ["coqc", "-q", "-Q", str(rocq), "Lists", "Asked.v"]
        ran = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        at = AT.search(ran.stderr)
        refused = lines[int(at["line"]) - 1] if at else "its commands"
        raise Unproved(f"Rocq refuses {refused}: {_error(ran.stderr)}")
    return [each.strip() for each in ran.stdout.split(f"{ANSWER}\n")[1:]]
