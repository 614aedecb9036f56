"""The variants of StableList compared in cost units, which the models count exactly, and in time where they are native.

Read it in this order: `memory`, `container`, `loads`, `worst`, `figures`, `times`, `tables`, `plots`, `page`.
"""
