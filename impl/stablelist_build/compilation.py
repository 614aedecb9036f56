"""Compile the extension: ``python -m stablelist_build.compilation FOLDER``, run in ``impl``.

The folder gets ``stablelist/_native`` with the suffix of this interpreter. If that fails, the compiler
says why, and the exit code is 1.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
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

FLAGS: Final = ["/std:c11", "/O2"] if os.name == "nt" else ["-std=c11", "-O3"]

FAILURES: Final = (errors.BaseError, errors.CompileError, errors.LinkError, OSError)
"""What setuptools raises if there is no compiler, or the compiler fails, or leaves nothing."""


def compile_into(folder: Path) -> None:
    """Run the C compiler.

    Raises:
        FAILURES: one of them; what is in the folder then is of no use.
    """
    extension = Extension(
        "stablelist._native",
        [str(Path("native", f"{name}.c")) for name in SOURCES],
        extra_compile_args=FLAGS,
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
        compile_into(Path(sys.argv[1]).absolute())
    except FAILURES as failure:
        sys.exit(f"error: {failure}")
