"""A vector of shared cells, beside a naive second implementation."""
