"""The parts of several relatives: cells, keys, reading, lending, memory, and a model that combines them."""
