"""Tests of the specification: what its tables of rules, examples and defects (`systems`) do not ask.

What is true of several modules, by the thesis' examples and by the rulings, is in `test_stable_list`.
"""
