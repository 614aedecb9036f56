"""A failing program made small: fewer words, plainer words, plainer values."""
