"""Pages of the site fit into windows of every width."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from suite.browser.conftest import Window
from suite.docs.pages import ROOT

pytestmark = pytest.mark.browser

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
    """Two pages with wide tables and code, in the project's theme and style."""
    source, site = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "docs" / "static", source / "static")
    (source / "index.md").write_text("# Index\n\n```{toctree}\nverify\nerrors\n```\n")
    for name in ("verify.md", "errors.md"):
        shutil.copy(ROOT / "docs" / name, source)
    settings = [
        "html_theme=furo",
        "html_static_path=static",
        "html_css_files=site.css",
        "extensions=myst_parser",
    ]
    options = [word for setting in settings for word in ("-D", setting)]
    command = [sys.executable, "-m", "sphinx", "-q", "-C", *options, str(source), str(site)]
    subprocess.run(command, check=True, capture_output=True)
    return site


@pytest.mark.parametrize("name", ["verify", "errors"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_cut_off(window: Window, site: Path, name: str, width: int) -> None:
    """No scroll bar below the page, and nothing beyond the edge of the window."""
    window.size(width)
    window.driver.get((site / f"{name}.html").as_uri())
    assert window.run("return document.documentElement.scrollWidth") <= width
    assert window.run(CLIPPED) == []
