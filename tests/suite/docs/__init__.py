"""Tests of the documentation: what it shows runs, and what it points at is there."""
