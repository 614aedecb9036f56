"""``python -m bench.pages``: write every page of benchmarks again from the figures in docs; nothing is measured."""

from __future__ import annotations

from . import page
from .thesis import page as thesis
from .variants import page as variants

if __name__ == "__main__":
    page.render()
    thesis.render()
    variants.main(["--page"])
