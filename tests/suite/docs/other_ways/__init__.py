"""The programs of docs/examples without StableList: their output is the same, and their lines are counted."""
