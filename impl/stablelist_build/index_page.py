"""The hatchling hook that makes the page for a package index: README.md with its links changed.

Files of the repository are not beside that page. So what links to one leads to the repository if
`[project.urls]` says where its `Source` is published, and otherwise becomes plain text.

hatchling loads this file by itself, so it imports nothing of the package.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

__all__ = ["IndexPage"]

LINK: Final = re.compile(r"\[([^\]]*)\]\((?!#)([\w./#-]+)\)")
"""What it shows, and the file that it leads to."""


class IndexPage(MetadataHookInterface):
    """Sets the readme."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Make it of README.md."""
        page = Path(self.root, "README.md").read_text(encoding="utf-8")
        source = metadata["urls"].get("Source")
        link = rf"[\1]({source}/blob/main/\2)" if source else r"\1"
        metadata["readme"] = {"content-type": "text/markdown", "text": LINK.sub(link, page)}
