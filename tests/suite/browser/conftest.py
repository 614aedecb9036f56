"""A browser without a window, and pages opened in it from disk."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from stablelist_conformance.judging.verdict import Answered
from stablelist_conformance.report.page import page
from stablelist_conformance.report.recorder import record_trace

__all__ = ["Window"]


def found(program: str) -> str:
    """The path of a program; nothing is downloaded."""
    path = shutil.which(program)
    assert path is not None, f"{program} is missing; see .ci/packages"
    return path


class Window:
    """A browser with a page."""

    def __init__(self, driver: Chrome, folder: Path) -> None:
        self.driver, self.folder = driver, folder

    def open(
        self, shown: Answered, address: str = "", replay: str = "stablelist replay it"
    ) -> None:
        """Write the page of a program, and open it from disk."""
        file = self.folder / "page.html"
        file.write_text(page(record_trace(shown), replay), encoding="utf-8")
        self.driver.get("about:blank")
        self.driver.get(f"{file.as_uri()}{address}")

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def one(self, selector: str) -> WebElement:
        """The first element that a selector matches."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def texts(self, selector: str) -> list[str]:
        """The visible texts of all elements that match."""
        found = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return [each.text for each in found if each.is_displayed()]

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page."""
        return self.driver.execute_script(script, *arguments)

    def told(self, method: str, **arguments: object) -> Any:
        """Send the browser a command of its own protocol."""
        return self.driver.execute_cdp_cmd(method, arguments)

    def step(self) -> int:
        """The number of the current step, which is marked in the table of all steps."""
        (number,) = self.run(
            "return [...document.querySelectorAll('.timeline thead .now')].map(e => Number(e.dataset.n))"
        )
        return int(number)

    def size(self, width: int, height: int = 800) -> None:
        """Set the width of the window."""
        self.told(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def media(self, *, scheme: str = "light", medium: str = "") -> None:
        """Choose light or dark, screen or print."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.told("Emulation.setEmulatedMedia", media=medium, features=[feature])

    def complaints(self) -> list[str]:
        """The messages that the browser has logged since the last call."""
        return [str(entry["message"]) for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]


@pytest.fixture(scope="session")
def driver() -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = found("chromium")
    for argument in ("headless=new", "disable-dev-shm-usage", "disable-gpu"):
        options.add_argument(f"--{argument}")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium refuses to run as root with it
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = Chrome(options, ChromeService(found("chromedriver")))
    yield driver
    driver.quit()


@pytest.fixture
def window(driver: Chrome, tmp_path: Path) -> Iterator[Window]:
    """A window of usual size, in light mode; after the test, the browser must not have logged an error."""
    window = Window(driver, tmp_path)
    window.size(1280)
    window.media()
    yield window
    assert window.complaints() == []
