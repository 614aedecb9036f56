"""The criteria by which the thesis compares containers, decided by machine.

Reading order: `search` plays every short program on a model, `findings` decides each criterion from what it saw,
`thesis` has the cells of table 3.2 and what explains a difference, `table` prints both side by side.

(chapter 3)
"""
