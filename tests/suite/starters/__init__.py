"""Tests of the starters, including their own tests in each language, and of `stablelist init`."""
