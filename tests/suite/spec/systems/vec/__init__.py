"""A vector."""
