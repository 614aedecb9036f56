"""Tests of the starters, each in its own language as well, and of `stablelist init`."""
