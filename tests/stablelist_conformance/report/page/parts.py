"""What the pages of a report are made of: files of this package, and a policy that forbids any request."""

from __future__ import annotations

import base64
from hashlib import sha256
from importlib import resources

__all__ = ["part", "policy"]


def part(name: str) -> str:
    """A file of this package."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def policy(style: str, script: str = "") -> str:
    """Only this style and this script; nothing is loaded from anywhere, and nothing is sent."""
    scripts = f"script-src {_hash(script)}; " * bool(script)
    return (
        f"default-src 'none'; style-src {_hash(style)}; {scripts}img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    """The source expression of an element with this text."""
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"
