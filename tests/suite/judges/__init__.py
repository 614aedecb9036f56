"""The judges judged: every clause of a judge is weakened in turn, and a planted defect must notice."""
