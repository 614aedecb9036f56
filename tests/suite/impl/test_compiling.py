"""Compiling: what a compiler is told makes no difference to an interpreter."""

from __future__ import annotations

import pytest

from stablelist.compiling import mypyc_attr


@pytest.mark.interpreted
def test_what_the_compiler_is_told_needs_no_compiler() -> None:
    """Interpreted, it comes from the package itself, and leaves a class as it is."""

    class Plain:
        """No more than a class."""

    assert mypyc_attr(acyclic=True)(Plain) is Plain
    assert mypyc_attr.__module__ == "stablelist.compiling"
