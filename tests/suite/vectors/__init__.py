"""Tests of the vectors: what is in the files, which of them a port takes, and that they find defects."""
