"""Tests of the documentation: every example runs, every link resolves, every list is complete."""
