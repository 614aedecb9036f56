"""Tests of the planted defects: the check of the checker, what it must find every day, and what vectors find."""
