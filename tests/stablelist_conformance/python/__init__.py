"""A Python container as a port: its answers, and the lines that it is served by."""
