"""Tests of the exact models of further systems: a folder for each, and what these tests share.

Every model is checked four times: by rules in examples made by hand, by the table of examples (`examples`), which
ports in other languages answer as well, by exhaustive exploration of small scopes (`suite.systems`), and by mutation.
Every invariant is seen to fail (`test_invariants`).
"""
