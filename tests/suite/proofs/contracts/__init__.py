"""The contracts that CrossHair follows, and what follows them."""
