"""Hostile use of the container, which might crash an extension. Tests marked `native` are only about the extension."""
