"""Pages with marked places: the text between ``<!-- name -->`` and ``<!-- /name -->`` is generated."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

__all__ = ["MARKED", "filled"]

MARKED: Final = re.compile(r"<!-- (?P<name>\w+) -->\n.*?<!-- /(?P=name) -->", re.DOTALL)


def filled(page: str, contents: Mapping[str, Callable[[], str]]) -> str:
    r"""The page with every marked place filled in again.

    Raises:
        KeyError: there is no content for a place.

    >>> filled("a\n<!-- b -->\nold\n<!-- /b -->\n", {"b": lambda: "new"})
    'a\n<!-- b -->\n\nnew\n\n<!-- /b -->\n'
    """

    def anew(place: re.Match[str]) -> str:
        name = place["name"]
        return f"<!-- {name} -->\n\n{contents[name]()}\n\n<!-- /{name} -->"

    return MARKED.sub(anew, page)
