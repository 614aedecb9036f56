"""The extension in C; see impl/native. Its classes are typed by their twins."""

def document(kind: type, docs: dict[str, str | None], /) -> None:
    """Give a class and its methods the docstrings of its twin."""

def adopt(kind: type, /) -> type:
    """Give a subclass of `Pool` method descriptors of its own."""

def standardise(kind: type, parameters: object, /) -> None:
    """Make a subclass of `Pool` cheap to call without arguments, which gives these parameters."""
