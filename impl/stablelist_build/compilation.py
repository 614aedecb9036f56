"""Compile stablelist with mypyc: ``python -m stablelist_build.compilation FOLDER``, run in ``impl``.

The folder gets a module of machine code for each of `MODULES`, and the one in which all their code
is, `stablelist.native__mypyc`: as it lies in the package, there is no name of it at top level.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from mypyc.build import mypycify
from setuptools import Distribution

from . import mypy_plugin
from .c_source import completed

__all__ = ["MODULES", "compile_into"]

PACKAGE: Final = "stablelist"

MODULES: Final = (
    "element_space",
    "key",
    "lending",
    "packing",
    "partition",
    "pivots",
    "saving",
    "stable_access",
    "stable_list",
    "stale",
    "stamps",
)
"""What is compiled: all that runs when a list is used.

What is not: `errors`, as mypyc compiles no class with two built-in bases; `truncate`, `layout`,
`parameters`, `ids`, `invariant` and `stable_view`, as enumerations, dataclasses and protocols are
ordinary classes in compiled code too, and none of these is on the way of an operation; `compiling`,
which must not import at run time what it shows to mypy; and the package itself.
"""


def compile_into(folder: Path) -> None:
    """Write C, complete it, and compile it."""
    with TemporaryDirectory() as scratch:
        c_folder = Path(scratch, "c")
        extensions = write_c(c_folder)
        for source in c_folder.glob(f"{PACKAGE}/__native_*.c"):
            source.write_text(completed(source.read_text(), sources()))
        build(extensions, folder, Path(scratch, "objects"))


def sources() -> dict[str, str]:
    """The text of each module to be compiled, by its name."""
    return {name: Path(PACKAGE, f"{name}.py").read_text() for name in MODULES}


def write_c(folder: Path) -> Sequence[object]:
    """Have mypyc translate, and tell what is to be compiled."""
    settings = folder / "mypy.ini"
    folder.mkdir()
    settings.write_text(f"[mypy]\nplugins = {mypy_plugin.__file__}\n")
    return mypycify(
        [f"--config-file={settings}", *(str(Path(PACKAGE, f"{name}.py")) for name in MODULES)],
        group_name=f"{PACKAGE}.native",
        target_dir=str(folder),
        debug_level="0",
    )


def build(extensions: Sequence[object], folder: Path, objects: Path) -> None:
    """Run the C compiler."""
    distribution = Distribution({"name": PACKAGE, "ext_modules": extensions})
    command = distribution.get_command_obj("build_ext")
    command.build_lib = str(folder)
    command.build_temp = str(objects)
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]).absolute())
