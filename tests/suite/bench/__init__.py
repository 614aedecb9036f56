"""The benchmarks do what they say; what they measure is nowhere asserted."""
