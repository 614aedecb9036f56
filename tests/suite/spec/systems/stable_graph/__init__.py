"""A stable graph."""
