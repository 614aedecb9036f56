"""If there is no browser, `make browser` says what to install, and installs nothing."""

from pathlib import Path

import pytest

from suite.captured import captured
from suite.docs.pages import ROOT

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("there", "missing"),
    [((), "chromium chromium-driver"), (("chromium",), "chromium-driver")],
    ids=["both", "the driver"],
)
def test_missing_program_is_named(tmp_path: Path, there: tuple[str, ...], missing: str) -> None:
    """One sentence names it; the exit status is 1."""
    for name in there:
        (tmp_path / name).touch(mode=0o755)
    done = captured(["/bin/sh", ROOT / ".ci/browser"], env={"PATH": str(tmp_path)})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"make browser: Debian packages are missing: {missing}; install them with '.ci/packages' as root\n"
    )


def test_complete_installation_is_silent() -> None:
    done = captured([ROOT / ".ci/browser"])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
