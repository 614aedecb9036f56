"""A vector of shared cells."""
