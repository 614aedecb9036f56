"""What relatives are made of: cells, keys, reading, lending, memory, and a model that puts these together."""
