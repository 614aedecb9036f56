"""A Sphinx extension: what a page links to in the repository is shown on the site as well.

A link such as `../spec/stablelist_spec/families/contract.py` works wherever the page is read beside the
sources. On the site it leads to a page with that source, and one to a folder to a list of what
is in there. A page in HTML is copied as it is. So the site is complete by itself.

A link may also lead to an anchor in a table, such as `<a id="amortised"></a>`, which MyST does not look for.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms import SphinxTransform

ROOT: Final = Path(__file__).parents[1]
LINKED: Final[set[Path]] = set()
"""Files and folders that pages link to. Filled while they are read, and always anew (`-E`)."""

LEXERS: Final = {
    ".py": "python",
    ".rs": "rust",
    ".mjs": "javascript",
    ".toml": "toml",
    ".md": "markdown",
}
HTML: Final = ".html"
WHOLE: Final[set[Path]] = set()
"""Pages in HTML that pages link to."""
BUILT: Final = {"__pycache__", "target", "node_modules"}

Page = tuple[str, dict[str, Any], str]


class LinksToSources(SphinxTransform):
    """Turns links that leave `docs/` for the rest of the repository to the pages made here."""

    default_priority = 5  # before Sphinx copies what it takes for downloads

    def apply(self, **_: Any) -> None:  # noqa: ANN401 - as docutils has it
        """Replace the nodes that MyST has made of such links."""
        for node in self.links():
            target = self.target(node)
            if target is not None:
                link = nodes.reference("", "", *node.children, refuri=self.uri(target))
                node.replace_self(link)

    def uri(self, target: Path) -> str:
        """Where the page of a file is, seen from this one."""
        whole = target.suffix == HTML
        (WHOLE if whole else LINKED).add(target)
        name = whole_name(target) if whole else page_name(target)
        return self.app.builder.get_relative_uri(self.env.docname, name)

    def links(self) -> list[nodes.Element]:
        """What MyST has made of links to files and folders that are no pages."""
        return [
            node
            for kind in (addnodes.download_reference, addnodes.pending_xref)
            for node in self.document.findall(kind)
            if node.get("reftype") == "myst" and node.get("refdomain") != "doc"
        ]

    def target(self, node: nodes.Element) -> Path | None:
        """The file or folder that is meant, if it is one of ours."""
        _, path = self.env.relfn2path(node["reftarget"], self.env.docname)
        target = Path(path).resolve()
        return target if target.exists() and target.is_relative_to(ROOT) else None


def whole_name(path: Path) -> str:
    """Where a page in HTML is copied to."""
    return path.relative_to(ROOT / "docs").with_suffix("").as_posix()


def copy_whole(app: Sphinx, error: Exception | None) -> None:
    """Copy the pages in HTML that are linked to."""
    for path in sorted(WHOLE if error is None else ()):
        target = Path(app.outdir, whole_name(path)).with_suffix(HTML)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def page_name(path: Path) -> str:
    """Where the page of a file or folder is on the site."""
    return "source/" + path.relative_to(ROOT).as_posix()


def pages(app: Sphinx) -> Iterator[Page]:
    """The pages of all files that are linked to, or lie in a folder that is."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    files: set[Path] = set()
    for path in sorted(LINKED):
        inside = files_in(path)
        files.update(inside)
        if path.is_dir():
            yield page(path, listing(app.builder, path, inside))
    for path in sorted(files):
        yield page(path, listed(app.builder, path))


def page(path: Path, body: str) -> Page:
    """A page for Sphinx to write."""
    title = path.relative_to(ROOT).as_posix()
    context = {"title": title, "body": f"<h1>{escape(title)}</h1>\n{body}"}
    return page_name(path), context, "page.html"


def files_in(path: Path) -> list[Path]:
    """A file itself; of a folder, all files with a known language."""
    if path.is_file():
        return [path]
    return sorted(
        file
        for file in path.rglob("*")
        if file.suffix in LEXERS and file.is_file() and not BUILT & set(file.parts)
    )


def listing(builder: StandaloneHTMLBuilder, folder: Path, files: list[Path]) -> str:
    """The files of a folder, each with what it says of itself."""
    rows = []
    for file in files:
        uri = builder.get_relative_uri(page_name(folder), page_name(file))
        name = file.relative_to(folder).as_posix()
        rows.append(
            f'<tr><td><a href="{escape(uri)}"><code>{escape(name)}</code></a></td>'
            f"<td>{escape(about(file))}</td></tr>"
        )
    return f'<div class="table-wrapper"><table class="docutils">{"".join(rows)}</table></div>'


def about(file: Path) -> str:
    """The first line of a Python module's docstring."""
    if file.suffix != ".py":
        return ""
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0]


def listed(builder: StandaloneHTMLBuilder, file: Path) -> str:
    """A source, highlighted."""
    text = file.read_text(encoding="utf-8")
    return builder.highlighter.highlight_block(text, LEXERS.get(file.suffix, "none"))


def note_anchors(app: Sphinx, page: nodes.document) -> None:
    """Let MyST find the anchors that a page has in HTML: name, identifier and text of each."""
    known = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    for raw in page.findall(nodes.raw):
        for anchor in re.findall(r'<a id="([^"]+)">', raw.astext()):
            known[anchor] = (0, anchor, anchor)


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls."""
    app.add_transform(LinksToSources)
    app.connect("doctree-read", note_anchors)
    app.connect("html-collect-pages", pages)
    app.connect("build-finished", copy_whole)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
