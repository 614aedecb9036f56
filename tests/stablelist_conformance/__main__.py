"""``stablelist`` and ``python -m stablelist_conformance``."""

from __future__ import annotations

import sys

from . import interrupts, terminal

INTERRUPTED = 3


def main() -> int:
    """Run the command line, or say what has to be installed for it."""
    terminal.prepare()
    interrupts.listen()
    try:
        from .cli import main as run

        return run()
    except ModuleNotFoundError as error:
        if error.name not in {"click", "hypothesis", "rich"}:
            raise
        sys.stderr.write(
            f"stablelist: the conformance kit needs {error.name}, which is not installed; "
            "run: pip install 'stablelist[verify]'\n"
        )
        return 2
    except KeyboardInterrupt:  # before there was anything to interrupt
        sys.stderr.write("stablelist: interrupted\n")
        return INTERRUPTED
    finally:
        interrupts.ignore()  # this process has said what it had to say


if __name__ == "__main__":
    sys.exit(main())
