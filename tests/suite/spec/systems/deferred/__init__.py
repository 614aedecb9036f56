"""Tests of the deferred list."""
