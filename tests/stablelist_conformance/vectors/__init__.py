"""Vectors: programs and right answers in files, so that a port can be tested with nothing but ``cmp``.

`manifest` lists the files, `needs` says what a port must offer to take one, and `running` runs them on a port.
docs/vectors.md describes them.
"""
