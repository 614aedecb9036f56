"""Tests of the exact models of further systems: a folder for each, and what these tests share.

Every model is checked four times: by worked examples, by a naive second implementation (`naive`), by
exhaustive exploration of small scopes (`suite.systems`), and by planted defects that these checks have to notice.
"""
