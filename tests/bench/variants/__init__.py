"""The variants of StableList compared in cost units, which the models count exactly.

Read it in this order: `memory`, `container`, `loads`, `worst`, `figures`, `tables`, `plots`, `page`.
"""
