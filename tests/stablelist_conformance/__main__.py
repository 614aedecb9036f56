"""``stablelist`` and ``python -m stablelist_conformance``."""

from __future__ import annotations

import os
import sys
from importlib import import_module

INTERRUPTED = 3


def main(module: str = "stablelist_conformance.cli.main") -> int:
    """Run the command line of a module, or report why it cannot be run."""
    try:
        from stablelist_conformance.cli import terminal
        from stablelist_conformance.port import interrupts
        from stablelist_conformance.port.child import adopt

        terminal.prepare()
        interrupts.listen()
        adopt()
        os.getcwd()  # noqa: PTH109 - the next import uses the current folder, and would fail
        status: int = import_module(module).main()
        interrupts.ignore()  # the error has been printed
        return status
    except ModuleNotFoundError as error:
        if error.name not in {"click", "hypothesis", "msgspec", "platformdirs", "rich"}:
            raise
        return complain(
            f"the conformance kit needs {error.name}, which is not installed; "
            "in a clone of the repository, run: pip install --editable . --editable ./tests"
        )
    except FileNotFoundError:
        return complain("the current folder does not exist any more; change to another one")
    except KeyboardInterrupt:  # before interrupts were handled
        return complain("interrupted", INTERRUPTED)


def complain(text: str, status: int = 2) -> int:
    """Print the reason; return the exit status."""
    sys.stderr.write(f"stablelist: {text}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
