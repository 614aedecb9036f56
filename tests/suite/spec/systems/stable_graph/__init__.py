"""A stable graph, beside a naive second implementation."""
