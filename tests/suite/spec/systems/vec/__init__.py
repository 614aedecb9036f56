"""A vector, beside a naive second implementation."""
