"""Tests of the zoo: its ways of testing, and a run over it. They need no published package."""
