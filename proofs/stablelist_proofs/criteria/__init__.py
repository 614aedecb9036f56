"""The criteria by which the thesis compares containers, decided from the models.

Reading order: `search` runs every short program on a model, `confusion` and `sorting` look at what keys find and at the
order of iteration, `findings` decides each criterion from the results, `thesis` has the cells of table 3.2 and explains
the differences, `releases` has what only published code decides, `table` prints all of it side by side.

(chapter 3)
"""
