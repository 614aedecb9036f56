"""Compile the extension: ``python -m stablelist_build.compilation FOLDER [--stripped]``, run in ``impl``.

The folder gets ``stablelist/_native`` with the suffix of this interpreter. If that fails, the compiler
says why, and the exit code is 1.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from sysconfig import get_config_var
from tempfile import TemporaryDirectory
from typing import Final

from setuptools import Distribution, Extension, errors

__all__ = ["compile_into"]

SOURCES: Final = (
    "callbacks",
    "columns",
    "key",
    "module",
    "others",
    "pairs",
    "pool",
    "secondary",
    "views",
)
"""In impl/native; `pool` includes the list in plain C."""

FLAGS: Final = (
    ["/std:c11", "/O2"] if os.name == "nt" else ["-std=c11", "-O3", "-fvisibility=hidden"]
)

STRIPPED: Final = {"linux": ["-Wl,-s"], "darwin": ["-Wl,-x"]}
"""What the linker is told to leave out symbols and lines, which only a debugger needs: three quarters of the file."""

FAILURES: Final = (errors.BaseError, errors.CompileError, errors.LinkError, OSError)
"""What setuptools raises if there is no compiler, or the compiler fails, or leaves nothing."""

NEEDS_THE_LOCK: Final = (
    "the extension needs the global interpreter lock, which this Python is built without"
)


def compile_into(folder: Path, *, stripped: bool = False) -> None:
    """Run the C compiler; the result may be stripped of what a debugger needs.

    Raises:
        FAILURES: one of them; what is in the folder then is of no use.
    """
    if get_config_var("Py_GIL_DISABLED"):
        raise OSError(NEEDS_THE_LOCK)
    extension = Extension(
        "stablelist._native",
        [str(Path("native", f"{name}.c")) for name in SOURCES],
        extra_compile_args=FLAGS,
        extra_link_args=STRIPPED.get(sys.platform, []) if stripped else [],
    )
    distribution = Distribution({"name": "stablelist", "ext_modules": [extension]})
    with TemporaryDirectory() as objects:
        command = distribution.get_command_obj("build_ext")
        command.build_lib = str(folder)
        command.build_temp = objects
        command.ensure_finalized()
        command.run()
        for output in command.get_outputs():
            if not Path(output).is_file():
                raise FileNotFoundError(f"the compiler left no {Path(output).name}")


if __name__ == "__main__":
    try:
        compile_into(Path(sys.argv[1]).absolute(), stripped="--stripped" in sys.argv[2:])
    except FAILURES as failure:
        sys.exit(f"error: {failure}")
