"""What every kind of container has: operations as data, families, systems, histories, and exploration."""
