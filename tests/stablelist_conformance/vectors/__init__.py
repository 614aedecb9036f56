"""Vectors: programs and right answers in files, so that a port can be tested with nothing but ``cmp``.

`scopes` says which files there are, `choice` which programs are in them, `answers` what is right, `needs` what a port
must offer to take a file, `manifest` lists them, `writing` writes all of them, and `running` runs them on a port.
docs/vectors.md describes the files.
"""
