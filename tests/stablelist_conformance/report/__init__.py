"""Reports of a run: for people, for build servers and for other tools.

Read in this order:

1. `trace` - what the model does with a program, step by step; everything else is rendered from it
2. `panels`, `excerpt`, `picture` - pictures of a container, as text
3. `words` - a program in plain words, and the explanation of a counterexample; `transcript` - one that passes
4. `drawing` - the explanation in colours, as SVG
5. `itf` - a counterexample as a trace in the Informal Trace Format, and back
6. `page` - a program to step through, as one HTML file
7. `summary`, `junit` - verdicts as text and as JUnit XML
8. `names`, `folder` - all of these on disk
"""

from __future__ import annotations

from stablelist_conformance.report.folder import prepare, save, save_verdicts
from stablelist_conformance.report.itf import load, read, write
from stablelist_conformance.report.junit import junit_xml
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.summary import describe, table
from stablelist_conformance.report.words import explain

__all__ = [
    "describe",
    "explain",
    "junit_xml",
    "load",
    "prepare",
    "read",
    "record_trace",
    "save",
    "save_verdicts",
    "table",
    "write",
]
