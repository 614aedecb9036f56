"""Serves `build/judge` on this machine alone: `python docs/judge/serve.py [PORT]`.

Shared memory needs a page that is isolated from others, which two headers ask for. A third one says what the workers
may load: the judge its own files, and a pasted port the starter and nothing else.
"""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

__all__ = ["served"]

FOLDER: Final = Path(__file__).parents[2] / "build/judge"
ISOLATED: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cache-Control": "no-cache",
}
POLICIES: Final = {
    "/worker.js": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    "/port.js": "default-src 'none'; script-src 'self' blob:; worker-src 'none'",
}
DEFAULT_PORT: Final = 8037


class Handler(SimpleHTTPRequestHandler):
    """Files with these headers."""

    extensions_map: Final = {  # type: ignore[misc] # not every system knows these
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        """Add them."""
        for name, value in ISOLATED.items():
            self.send_header(name, value)
        if policy := POLICIES.get(self.path.partition("?")[0]):
            self.send_header("Content-Security-Policy", policy)
        super().end_headers()

    def log_message(self, format: str, *words: object) -> None:  # noqa: A002 - the name in the class above
        """Say nothing."""


def served(port: int = 0) -> ThreadingHTTPServer:
    """A server of the folder, on this machine's own address; on any free port if it is 0."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(FOLDER)))


def main() -> None:
    """Serve until it is interrupted."""
    with served(int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_PORT) as server:
        print(f"http://127.0.0.1:{server.server_port}/judge.html")
        server.serve_forever()


if __name__ == "__main__":
    main()
