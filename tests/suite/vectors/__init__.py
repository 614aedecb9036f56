"""Tests of the vectors: their content, which of them a port takes, and whether they find defects."""
