"""Tests of the mutation tool: the mutants that it makes, what it notices, and its list of equivalents."""
