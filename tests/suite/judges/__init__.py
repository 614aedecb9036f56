"""Tests of the judges: every clause of a judge is weakened in turn, and some planted defect must notice."""
