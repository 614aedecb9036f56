"""Tests of the documentation: its examples run, and its links lead somewhere."""
