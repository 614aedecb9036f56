"""A page to step through: a program, or a counterexample, as one HTML file that needs nothing else.

Read in this order:

1. `pictures` - the container between two operations, as data
2. `key_lives` - when each key was issued, used and retired
3. `sentences` - which properties hold after each step
4. `contents` - all of these together
5. `document` - the file, made of these contents, of ``page.html`` and ``page.css``, and of the scripts
"""

from __future__ import annotations

from stablelist_conformance.report.page.document import page

__all__ = ["page"]
