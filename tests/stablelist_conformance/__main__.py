"""``stablelist`` and ``python -m stablelist_conformance``."""

from __future__ import annotations

import sys
from signal import SIGTERM, default_int_handler, signal


def main() -> int:
    """Run the command line, or say what has to be installed for it."""
    try:
        from .cli import main as run
    except ModuleNotFoundError as error:
        if error.name not in {"click", "hypothesis", "rich"}:
            raise
        sys.stderr.write(
            f"stablelist: the conformance kit needs {error.name}, which is not installed; "
            "run: pip install 'stablelist[verify]'\n"
        )
        return 2
    signal(SIGTERM, default_int_handler)  # to be ended is to be interrupted: what was found is kept
    return run()


if __name__ == "__main__":
    sys.exit(main())
