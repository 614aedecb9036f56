"""The judge in a browser: pasted ports are verified, refuted, or told off, and the page stays usable."""

import json
import runpy
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import (
    BaseHTTPRequestHandler,
    HTTPServer,
    SimpleHTTPRequestHandler,
    ThreadingHTTPServer,
)

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import Select
from selenium.webdriver.support.wait import WebDriverWait

from suite.docs.pages import ROOT

from .conftest import Window
from .test_page import CONTRAST
from .test_site import violations

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("judge")]

FOLDER = ROOT / "build/judge"
RIGHT = (ROOT / "docs/judge/slot_map.js").read_text(encoding="utf-8")
MINUTE = 60


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    """The address of the judge, which is written anew."""
    subprocess.run([sys.executable, str(ROOT / "docs/judge/write.py")], check=True)
    server = runpy.run_path(str(ROOT / "docs/judge/serve.py"))["served"]()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def _opened(driver: Chrome, origin: str) -> None:
    """The page is opened once: Python takes seconds to load."""
    driver.get(f"{origin}/judge.html")


@pytest.fixture
def judge(_opened: None, window: Window) -> Window:
    """The page, which has been used before."""
    return window


def paste(window: Window, text: str, *, operations: str = "2000") -> None:
    """Paste a port, and press the button."""
    WebDriverWait(window.driver, 10).until(lambda _: window.one("#verify").is_enabled())
    window.run("document.getElementById('text').value = arguments[0]", text)
    Select(window.one("#operations")).select_by_value(operations)
    window.one("#verify").click()


def ended(window: Window, seconds: float = MINUTE) -> tuple[str, str]:
    """The outcome, and the report or what the page complains about."""
    WebDriverWait(window.driver, seconds).until(lambda _: window.one("#verify").is_enabled())
    problem = window.one("#problem").text
    return ("", problem) if problem else (window.one("#outcome").text, window.one("#report").text)


def changed(old: str, new: str = "") -> str:
    """The right slot map with a mistake."""
    assert RIGHT.count(old) == 1
    return RIGHT.replace(old, new)


# --- Verdicts -------------------------------------------------------------------------------------


def test_a_retired_key_that_resolves_is_shown_within_a_minute(judge: Window) -> None:
    """The time begins with the page, before Python is loaded; the program can be sent by hand and stepped through."""
    paste(judge, changed("      slot.version += 1;\n"))
    outcome, report = ended(judge)
    assert outcome == "Refuted"
    assert "send        contract id_bits=53 : add remove:0 add at:0\n" in report
    assert "breaks      retired_key_never_resolves: ABA immunity" in report
    assert "replay" not in report
    judge.driver.switch_to.frame(judge.one("#steps"))
    try:
        WebDriverWait(judge.driver, 10).until(lambda _: judge.texts("#current .answers dd"))
        assert judge.texts("#current .answers dd") == ["at:0", "none", "1", "✗ wrong"]
        assert judge.run("return origin") == "null"
    finally:
        judge.driver.switch_to.default_content()


def test_a_right_port_is_verified(judge: Window) -> None:
    """Its operations are counted meanwhile."""
    paste(judge, RIGHT)
    counted = WebDriverWait(judge.driver, MINUTE).until
    counted(lambda _: "operations" in judge.one("#now").text)
    outcome, report = ended(judge, 2 * MINUTE)
    assert outcome == "Verified", report
    assert "labels      7 of 7\n" in report


def test_every_example_has_the_verdict_that_its_name_says(judge: Window) -> None:
    """But for those that other tests paste."""
    Select(judge.one("#example")).select_by_visible_text("one that counts wrongly")
    paste(judge, judge.run("return document.getElementById('text').value"))
    outcome, report = ended(judge)
    assert (outcome, "breaks      length_counts_the_live_elements" in report) == ("Refuted", True)


def test_a_system_can_be_chosen(judge: Window) -> None:
    """It replaces that of the handshake."""
    Select(judge.one("#system")).select_by_visible_text("slab")
    paste(judge, changed(", id_bits: 53"))
    outcome, report = ended(judge, 2 * MINUTE)
    Select(judge.one("#system")).select_by_index(0)
    assert "system      slab, level contract" in report
    assert outcome == "Verified", report


# --- Bad input ------------------------------------------------------------------------------------


def test_an_endless_loop_is_a_counterexample(judge: Window) -> None:
    """The page says what the port was asked."""
    paste(judge, changed("      slot.element = undefined;\n", "      for (;;);\n"))
    said = WebDriverWait(judge.driver, MINUTE, 0.1).until
    said(lambda _: "The port has not answered yet: contract " in judge.one("#now").text)
    outcome, report = ended(judge, 2 * MINUTE)
    assert outcome == "Refuted"
    assert "my-port 0.1.0 did not answer in time at operation 2 of 2\n" in report
    assert report.endswith("send        contract id_bits=53 : add remove:0")


def test_a_port_that_throws_is_refuted_with_its_words(judge: Window) -> None:
    paste(
        judge,
        changed("at: (map, key) => map.get(key)", "at: () => { throw new RangeError('alas'); }"),
    )
    outcome, report = ended(judge)
    assert outcome == "Refuted"
    assert "expected 0 / answered !other" in report
    assert "RangeError: alas" in report


ANSWERS = {
    "nonsense": "at: () => ({ toString: () => 'a\\nb <b>c</b> \\u2603' })",
    "without end": "at: () => 'x'.repeat(1 << 28)",
    "a document": "at: () => document.body.append('x')",
    "messages": "at: () => { postMessage({ result: { outcome: 'verified', text: '' } }); return 7; }",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_hostile_answers_are_refuted(judge: Window, answer: str) -> None:
    """Whatever it answers is text, and nothing reaches the page."""
    before = judge.run("return document.querySelectorAll('body *').length")
    paste(judge, changed("at: (map, key) => map.get(key)", answer))
    outcome, _ = ended(judge, 2 * MINUTE)
    assert outcome == "Refuted"
    assert judge.run("return document.querySelectorAll('body *').length") == before


REFUSED = {
    "this is no port": "the port cannot be loaded: SyntaxError: ",
    "": "the port cannot be loaded: TypeError: it never calls serve(adapter)",
    "throw new Error('alas')": "the port cannot be loaded: Error: alas",
    "for (;;);": "the port did not load within 10 s",
    "import './other.mjs'": "the port cannot be loaded: TypeError: ",
    "import { serve } from './starter.mjs'; serve({});": "the port gave no handshake: pasted: ",
    changed(
        "at: (", "fetchAll: ("
    ): "the port cannot be loaded: TypeError: an adapter has no fetchAll;",
    changed("'slotmap'", "'nothing'"): "",
}


@pytest.mark.parametrize(
    ("text", "sentence"), REFUSED.items(), ids=[f"{number}" for number in range(len(REFUSED))]
)
def test_what_is_no_port_gets_one_sentence(judge: Window, text: str, sentence: str) -> None:
    """The page can be used as before."""
    paste(judge, text)
    outcome, told = ended(judge)
    assert (outcome, told.startswith(sentence), told != "") == ("", True, True), told
    assert "\n" not in told
    judge.complaints()  # a browser logs a module that it cannot find


def test_a_run_can_be_stopped(judge: Window) -> None:
    """The next one begins afresh."""
    paste(judge, changed("      slot.element = undefined;\n", "      for (;;);\n"))
    judge.one("#stop").click()
    assert ended(judge)[1] == "It was stopped before its verdict; nothing is known about this port."
    paste(judge, changed("      slot.version += 1;\n"))
    assert ended(judge, 2 * MINUTE)[0] == "Refuted"


# --- Nothing but its own address ------------------------------------------------------------------


class Other(BaseHTTPRequestHandler):
    """Another address, which notes whoever comes."""

    came: list[str] = []  # noqa: RUF012 - of all requests

    def do_GET(self) -> None:
        self.came.append(self.path)
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_no_request_leaves_the_address(judge: Window, origin: str) -> None:
    """Neither the page's own nor those of a pasted port."""
    with HTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{other.server_port}"
        tries = (
            f"fetch('{address}/a').catch(() => 0); import('{address}/b').catch(() => 0);"
            f"try {{ new Worker('{address}/c') }} catch {{}} "
            f"try {{ new WebSocket('{address.replace('http', 'ws')}/d') }} catch {{}} "
            f"fetch('{origin}/kit.zip').then(() => {{ for (;;); }}, () => 0);"
        )
        judge.driver.get_log("performance")  # type: ignore[no-untyped-call] # forget what was before
        judge.driver.get(f"{origin}/judge.html")
        paste(judge, f"{RIGHT}\n{tries}\nawait new Promise((done) => setTimeout(done, 500));")
        outcome, _ = ended(judge, 2 * MINUTE)
        other.shutdown()
    entries = judge.driver.get_log("performance")  # type: ignore[no-untyped-call]
    messages = [json.loads(entry["message"])["message"] for entry in entries]
    urls = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert f"{origin}/judge.html" in urls
    assert [url for url in urls if not url.startswith((origin, "data:", "about:"))] == []
    assert (outcome, Other.came) == ("Verified", [])
    assert any("Content Security Policy" in each for each in judge.complaints())


# --- For everybody --------------------------------------------------------------------------------


def test_a_browser_without_webassembly_gets_one_sentence(window: Window, origin: str) -> None:
    script = window.told(
        "Page.addScriptToEvaluateOnNewDocument", source="delete globalThis.WebAssembly"
    )
    try:
        window.driver.get(f"{origin}/judge.html?bare")
        WebDriverWait(window.driver, 10).until(lambda _: window.one("#problem").text)
    finally:
        window.told("Page.removeScriptToEvaluateOnNewDocument", **script)
    assert window.one("#problem").text == (
        "This browser has no WebAssembly, which Python needs here: use another one, or install the kit."
    )
    assert not window.one("#verify").is_enabled()


def test_a_page_that_is_not_isolated_says_what_to_do(window: Window) -> None:
    """A server that does not send the headers, and none at all."""
    plain = partial(SimpleHTTPRequestHandler, directory=str(FOLDER))
    with ThreadingHTTPServer(("127.0.0.1", 0), plain) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        window.driver.get(f"http://127.0.0.1:{server.server_port}/judge.html")
        told = WebDriverWait(window.driver, 10).until(lambda _: window.one("#problem").text)
        server.shutdown()
    assert told == (
        "This page was not served with the headers that shared memory needs: serve it by make judge-serve."
    )
    window.driver.get((FOLDER / "judge.html").as_uri())
    told = WebDriverWait(window.driver, 10).until(lambda _: window.one("#problem").text)
    assert told == (
        "This page needs a server: run make judge-serve, and open the address that it prints."
    )
    assert not window.one("#verify").is_enabled()
    assert window.complaints() != []


def test_the_page_says_its_size(window: Window, origin: str) -> None:
    """It is under 25 MB, and what it says is what is there."""
    window.driver.get(f"{origin}/judge.html")
    size = sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) / 1e6
    assert size < 25
    assert (
        f"from this address alone when you press Verify: {size:.1f} MB." in window.one(".lead").text
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_it(window: Window, origin: str, scheme: str) -> None:
    """On a phone, too."""
    window.size(360)
    window.media(scheme=scheme)
    window.driver.get(f"{origin}/judge.html")
    assert window.run("return document.documentElement.scrollWidth") <= 360
    assert window.run(CONTRAST)[1] == []
    window.size(1280)
    assert violations(window) == []
