"""Pages of the site fit into windows of every width."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from suite.browser.conftest import Window
from suite.docs.pages import ROOT

pytestmark = pytest.mark.browser

PAGES = (
    *("verify", "errors", "claims-table", "systems"),
    *("proofs", "performance", "findings", "port-protocol"),
)
WIDTHS = (320, 480, 768, 1009, 1100, 1199, 1313, 1439, 1920, 2560)
"""Phones to large screens; 1009 and 1313 are the first widths after Furo's breakpoints of 63em and 82em."""
CLIPPED = """
const article = document.querySelector("article");
return [...article.querySelectorAll("h1, p, pre, .table-wrapper, img")].filter(each => {
  const box = each.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth;
}).map(each => each.textContent.slice(0, 40));
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight pages with wide tables and code, in the project's theme and style."""
    source, site = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "docs" / "static", source / "static")
    for folder in ("performance", "pictures"):
        shutil.copytree(ROOT / "docs" / folder, source / folder)
    shutil.copy(ROOT / "docs/smallest-list.svg", source)
    pages = "\n".join(PAGES)
    (source / "index.md").write_text(f"# Index\n\n```{{toctree}}\n:caption: Pages\n{pages}\n```\n")
    for name in PAGES:
        shutil.copy(ROOT / "docs" / f"{name}.md", source)
    settings = [
        "html_theme=furo",
        "html_static_path=static",
        "html_css_files=site.css",
        "html_copy_source=0",
        "extensions=myst_parser,accessible",
    ]
    options = [word for setting in settings for word in ("-D", setting)]
    command = [sys.executable, "-m", "sphinx", "-q", "-C", *options, str(source), str(site)]
    found = {**os.environ, "PYTHONPATH": str(ROOT / "docs")}
    subprocess.run(command, check=True, capture_output=True, env=found)
    return site


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_error(window: Window, site: Path, name: str) -> None:
    """Whoever does not see the page, or uses no mouse, can read it; `make browser` installs axe."""
    window.size(1280)
    window.driver.get((site / f"{name}.html").as_uri())
    assert violations(window) == []


def test_axe_finds_no_error_in_reports_and_in_the_playground(window: Window) -> None:
    for page in ("docs/play.html", "docs/pages/stale-key.html"):
        window.driver.get((ROOT / page).as_uri())
        assert violations(window) == []


def violations(window: Window) -> list[tuple[str, list[str]]]:
    """The rules that the page breaks, each with where."""
    window.run((ROOT / "build/axe/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8"))
    told = window.driver.execute_async_script("axe.run({preload: false}).then(arguments[0])")
    return [
        (rule["id"], [node["html"][:80] for node in rule["nodes"]]) for rule in told["violations"]
    ]


@pytest.mark.parametrize("name", ["verify", "errors"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_cut_off(window: Window, site: Path, name: str, width: int) -> None:
    """No scroll bar below the page, and nothing beyond the edge of the window."""
    window.size(width)
    window.driver.get((site / f"{name}.html").as_uri())
    assert window.run("return document.documentElement.scrollWidth") <= width
    assert window.run(CLIPPED) == []
