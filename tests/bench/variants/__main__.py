"""``python -m bench.variants``: see `bench.variants.page`."""

from __future__ import annotations

import sys

from .page import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
