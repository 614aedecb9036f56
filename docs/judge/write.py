"""Writes the folder `build/judge`, the judge in the browser, out of its parts here, Pyodide, the kit and its wheels.

`python docs/judge/write.py` writes it. Pyodide comes from npm and the wheels from the Python index, in the versions
named here; what was downloaded once is used again.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from stablelist_conformance.report.page import style_and_script
from stablelist_conformance.report.page.parts import part, policy
from stablelist_spec.families.pool import POOL
from stablelist_spec.systems import SYSTEMS

__all__ = ["FOLDER", "main"]

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
FOLDER: Final = ROOT / "build/judge"
PARTS: Final = ROOT / "build/judge-parts"
STARTER: Final = ROOT / "tests/stablelist_conformance/starters/javascript/starter.mjs"

PYODIDE: Final = "pyodide@314.0.7"
NEEDED: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
COMPILED: Final = "msgspec==0.23.0"
PLATFORM: Final = (
    "--platform",
    "pyemscripten_2026_0_wasm32",
    "--python-version",
    "3.14",
    "--abi",
    "cp314",
)
PURE: Final = ("rich==15.0.0", "platformdirs==4.14.8")
PACKAGES: Final = (
    ROOT / "spec/stablelist_spec",
    ROOT / "impl/stablelist",
    ROOT / "tests/stablelist_conformance",
)
UNUSED: Final = frozenset({"starters", "__pycache__", "cli", "campaign", "pytest", "hooks"})
"""Folders of the kit that nothing in a page imports."""
OWN: Final = ("judge.js", "worker.js", "port.js", "served.mjs")

RIGHT: Final = "a slot map that is right"
MISTAKES: Final = {
    RIGHT: ("", ""),
    "one whose retired keys find the next element": ("      slot.version += 1;\n", ""),
    "one that counts wrongly": ("#slots.length - this.#vacant.length", "#slots.length"),
    "one that never answers": ("      slot.element = undefined;\n", "      for (;;);\n"),
    "one that throws": (
        "    const slot = this.#slots[index];\n",
        "    throw new RangeError('no such slot');\n",
    ),
}
"""What is put in the place of what in the slot map of the page."""


def fetched() -> list[Path]:
    """Download Pyodide and the wheels, unless they are there."""
    if not (PARTS / "node_modules/pyodide/pyodide.asm.wasm").exists():
        quiet = ("--silent", "--no-audit", "--no-fund", "--prefix")
        npm = shutil.which("npm")
        assert npm, "npm is missing; see .ci/packages"
        subprocess.run([npm, "install", *quiet, str(PARTS), PYODIDE], check=True)
    for packages, where in (((COMPILED,), PLATFORM), (PURE, ())):
        if not all(list(PARTS.glob(f"{name.replace('==', '-')}-*.whl")) for name in packages):
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            only = ["--only-binary=:all:", "--dest", str(PARTS)]
            subprocess.run([*pip, *only, *where, *packages], check=True)
    return sorted(PARTS.glob("*.whl"))


def modules() -> Iterator[tuple[Path, str]]:
    """The files of the kit that the page needs, each with its name in the archive."""
    for package in PACKAGES:
        for path in sorted(package.rglob("*")):
            name = path.relative_to(package.parent)
            if path.is_file() and UNUSED.isdisjoint(name.parts) and path.suffix != ".so":
                yield path, str(name)
    yield HERE / "in_page.py", "in_page.py"


def examples() -> dict[str, str]:
    """The ports that a page begins with."""
    right = (HERE / "slot_map.js").read_text(encoding="utf-8")
    for old, _ in MISTAKES.values():
        assert not old or right.count(old) == 1, old
    return {
        name: right.replace(old, new) if old else right for name, (old, new) in MISTAKES.items()
    }


def options(names: Iterator[str]) -> str:
    """What can be chosen."""
    return "".join(f"<option>{escape(name)}</option>" for name in names)


def allowed() -> str:
    """What the page may load: its own files, and in its frame the style and the script of a counterexample."""
    inside = dict(each.split(" ", 1) for each in policy(*style_and_script()).split("; "))
    return (
        f"default-src 'none'; script-src 'self' {inside['script-src']}; "
        f"style-src 'self' {inside['style-src']}; connect-src 'self'; worker-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def size() -> int:
    """The bytes of the folder."""
    return sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file())


def main() -> None:
    """Write it."""
    wheels = fetched()
    shutil.rmtree(FOLDER, ignore_errors=True)
    (FOLDER / "pyodide").mkdir(parents=True)
    for name in NEEDED:
        shutil.copy(PARTS / "node_modules/pyodide" / name, FOLDER / "pyodide")
    for path in (*wheels, STARTER, *(HERE / name for name in OWN)):
        shutil.copy(path, FOLDER)
    with ZipFile(FOLDER / "kit.zip", "w", ZIP_DEFLATED) as archive:
        for path, name in modules():
            archive.write(path, name)
    archives = ["kit.zip", *(wheel.name for wheel in wheels)]
    (FOLDER / "parts.json").write_text(json.dumps({"archives": archives}), encoding="utf-8")
    (FOLDER / "examples.json").write_text(json.dumps(examples()), encoding="utf-8")
    style = part("base.css") + (HERE / "judge.css").read_text(encoding="utf-8")
    (FOLDER / "judge.css").write_text(style, encoding="utf-8")
    pools = (name for name, system in SYSTEMS.items() if system.family is POOL)
    page = Template((HERE / "template.html").read_text(encoding="utf-8")).substitute(
        policy=allowed(),
        size=f"{size() / 1e6:.1f}",
        examples=options(iter(examples())),
        systems=options(pools),
    )
    (FOLDER / "judge.html").write_text(page, encoding="utf-8")
    print(f"{FOLDER / 'judge.html'}: {size() / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
