"""What hatchling does not know about the kit: whose version it has, and where specification, proofs and vectors are.

In a clone they are beside this folder. A source distribution has them in itself, and metadata that is complete.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

__all__ = ["AsTheContainer", "WithOtherFolders"]

FOLDERS: Final = {
    "stablelist_proofs": "../proofs/stablelist_proofs",
    "stablelist_spec": "../spec/stablelist_spec",
    "vectors": "vectors",
}
IN_A_WHEEL: Final = {"vectors": "stablelist_conformance/vectors/files"}


class AsTheContainer(MetadataHookInterface):
    """Gives the kit the version and the addresses of the container, and lets it require that version."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Read what the container says of itself; but for addresses, a source distribution has it all."""
        if "version" in metadata:
            metadata["urls"] = {}
            return
        text = Path(self.root, "../pyproject.toml").read_text(encoding="utf-8")
        container = tomllib.loads(text)["project"]
        exactly = f"stablelist=={container['version']}"
        metadata["version"] = container["version"]
        metadata["urls"] = container["urls"]
        metadata["dependencies"] = [exactly, *self.config["dependencies"]]


class WithOtherFolders(BuildHookInterface[BuilderConfig]):
    """Adds them to a wheel and to a source distribution; an editable installation reads them in place."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say what goes where."""
        if version == "editable":
            return
        for name, beside in FOLDERS.items():
            inside = Path(self.root, name)
            folder = inside if inside.is_dir() else Path(self.root, beside)
            target = IN_A_WHEEL.get(name, name) if self.target_name == "wheel" else name
            build_data["force_include"][str(folder)] = target
