"""Hostile use of the container: what would crash an extension. Tests marked `native` are about that alone."""
