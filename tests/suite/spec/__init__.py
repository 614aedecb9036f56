"""Tests of the specification: a test module for each module of `stablelist_spec` that has much to say.

What is true of several (`state`, `reading`, `truncation`, `lending`), by the thesis' examples and by the rulings, is
in `test_stable_list`.
"""
