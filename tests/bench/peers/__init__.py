"""The containers that are compared, each with the loops that its users would write.

1. `peer` - the interface
2. `stable` - StableList
3. `builtin` - containers of the standard library; dict is the yardstick
4. `slot_map`, `plain` - a slot map in plain Python
5. `published` - packages from the Python Package Index
6. `loop` - the empty loop
7. `every` - all of them
"""
