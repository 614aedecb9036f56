"""The containers that are compared, each with the loops that its users would write.

1. `peer` - what is asked of each
2. `stable` - StableList
3. `builtin` - what Python brings along; dict is the yardstick
4. `slot_map`, `plain` - a slot map in plain Python
5. `published` - packages from the Python Package Index
6. `loop` - the loop itself, around nothing
7. `every` - all of them
"""
