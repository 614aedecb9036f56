"""What a person, a build server and another tool are told about a run.

Read in this order:

1. `plain` - text that is safe to print, whatever a port wrote
2. `playback` - what the model does with a counterexample, one operation at a time
3. `words` - a program in plain words, and the explanation of a counterexample
4. `excerpt`, `picture`, `sheet`, `drawing` - the element space, as text and as SVG
5. `itf` - a counterexample as a trace in the Informal Trace Format, and back
6. `summary`, `junit` - verdicts as text and as JUnit XML
7. `folder` - all of it on disk
"""

from __future__ import annotations

from .folder import prepare, save, save_verdicts
from .itf import load, read, write
from .junit import junit_xml
from .summary import describe, table
from .words import explain

__all__ = [
    "describe",
    "explain",
    "junit_xml",
    "load",
    "prepare",
    "read",
    "save",
    "save_verdicts",
    "table",
    "write",
]
