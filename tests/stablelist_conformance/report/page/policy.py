"""The policy of a page that needs nothing else: no request, and no style and script but its own."""

from __future__ import annotations

import base64
from hashlib import sha256

__all__ = ["policy"]


def policy(style: str, script: str = "") -> str:
    """Only this style and this script; nothing is loaded from anywhere, and nothing is sent."""
    scripts = f"script-src {_hash(script)}; " if script else ""
    return (
        f"default-src 'none'; style-src {_hash(style)}; {scripts}img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    """The source expression of an element with this text."""
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"
