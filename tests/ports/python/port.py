"""Ports for published containers. The argument selects one.

``adapters`` says which function of each package every operation is.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "stablelist_conformance/starters/python"))

from adapters import PORTS

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PORTS:
        sys.exit("usage: python port.py " + "|".join(PORTS))
    PORTS[sys.argv[1]]().serve()
