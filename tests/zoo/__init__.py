"""The zoo: releases of published containers with a known defect, and how long each way of testing takes to find it.

Read it in this order: `rows`, `hunt`, `words`, `driven`, `ways`, `results`, `run`, `tables`, `picture`, `page`.
"""
