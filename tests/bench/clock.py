"""The clock that everything is measured with.

It counts the processor time of the thread and not the seconds of the day: what is measured waits for
nothing, so that on a quiet machine the two agree, and on a busy one only this is about the program.
A reading costs half a microsecond; whatever is measured is made to take many times that.
"""

from __future__ import annotations

from time import thread_time as clock

__all__ = ["clock"]
