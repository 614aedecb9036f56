"""Whether answers are right, and what they reached: judge, properties, coverage, reach, verdict."""
