"""The page in a browser: stepping, filters, copies, accessibility, phones and printing."""

import json
from dataclasses import replace

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import url_contains
from selenium.webdriver.support.wait import WebDriverWait

from stablelist_conformance.judging.verdict import Answered
from suite.kit.samples import ALL, HOSTILE, PASSING, PROGRAMS, SMALL, STALE, counterexample, passed

from .conftest import Window

pytestmark = pytest.mark.browser

PAGES = {
    "stale key": STALE,
    **{f"sample {number}": sample for number, sample in enumerate(ALL)},
    **{system: passed(line, system) for system, line in PROGRAMS.items()},
    "large": counterexample("layout index_bits=0 : extend:1000 remove:7 remove:999"),
    "hidden": replace(
        counterexample("layout id_bits=2 index_bits=0 : add remove:0 len", answered="1"),
        inside=("4|0:1:0:0:|1:1:0:0:|2:2:0:0:|0", *["4|0:1:1:1:|1:1:0:0:|2:2:0:0:|1"] * 3),
    ),
}
"""Pages of every kind."""

every_page = pytest.mark.parametrize("shown", PAGES.values(), ids=PAGES)

# --- Stepping -------------------------------------------------------------------------------------


def test_a_counterexample_opens_at_its_wrong_step(window: Window) -> None:
    """It shows both answers, and the broken property by its name."""
    window.open(STALE)
    assert window.step() == 6
    assert window.texts("#current .answers dd") == ["at:0", "none", "2", "\u2717 wrong"]
    assert "retired_key_never_resolves" in window.one("#current .complaints").text.replace("\n", "")


def test_a_program_that_passes_opens_at_its_first_step(window: Window) -> None:
    """No step is marked as wrong."""
    window.open(passed(PASSING))
    assert window.step() == 1
    assert window.texts("#outcome") == ["passes"]
    assert not window.one("#wrong").is_displayed()


def test_arrow_keys_step(window: Window) -> None:
    """Back, forward, to both ends and not beyond; the address follows."""
    window.open(STALE)
    steps = []
    for key in (
        Keys.ARROW_LEFT,
        Keys.ARROW_LEFT,
        Keys.HOME,
        Keys.ARROW_LEFT,
        Keys.ARROW_RIGHT,
        Keys.END,
    ):
        window.press(key)
        steps.append(window.step())
    assert steps == [5, 4, 0, 0, 1, 6]
    WebDriverWait(window.driver, 5).until(url_contains("#step=6"))


def test_a_key_that_is_held_misses_no_step(window: Window) -> None:
    """This holds for any repeat rate; the browser does not complain about changes of the address."""
    window.open(counterexample("layout index_bits=0 : add " + "len " * 300))
    window.press(Keys.HOME, *[Keys.ARROW_RIGHT] * 250)
    assert window.step() == 250


@pytest.mark.parametrize(
    ("address", "step"), [("#step=2", 2), ("#step=0", 0), ("#step=99", 6), ("#x", 6)]
)
def test_the_address_opens_a_step(window: Window, address: str, step: int) -> None:
    """A step that does not exist opens the nearest one; any other anchor opens the wrong step."""
    window.open(STALE, address)
    assert window.step() == step


def test_buttons_cells_and_rows_lead_to_steps(window: Window) -> None:
    """They work with a mouse and with a finger."""
    window.open(STALE)
    steps = []
    for selector in (
        "#back",
        "#next",
        ".timeline thead [data-n='2'] button",
        "#wrong",
        ".life [data-n='3']",
        "#program tbody tr:nth-child(4) button",
    ):
        window.one(selector).click()
        steps.append(window.step())
    assert steps == [5, 6, 2, 6, 3, 4]


def test_before_and_after_are_shown_with_the_changed_cells(window: Window) -> None:
    """The removal makes a live cell vacant."""
    window.open(STALE, "#step=3")
    assert window.texts("#current figcaption") == ["Before", "After"]
    marked = "document.querySelectorAll('#current .marked')"
    kinds = window.run(f"return [...{marked}].map(e => e.className)")
    assert kinds == ["cell live marked", "cell vacant marked"]
    outline = window.one("#current .marked").value_of_css_property("outline-style")
    assert outline == "solid"


def test_page_shows_the_confused_key(window: Window) -> None:
    """A cross in the life of the stale key, a ring in that of the other one, and a line between them."""
    window.open(STALE)
    rows = window.run(
        "return [...document.querySelectorAll('.life')].map(row => row.querySelector('[data-n=\"6\"]')).map("
        "cell => [cell.className.includes('tangled'), !!cell.querySelector('.wrong'), !!cell.querySelector('.taken')])"
    )
    assert rows == [[True, True, False], [True, False, False], [True, False, True]]


def test_sentences_that_hold_are_shown_on_request(window: Window) -> None:
    """The broken property is always shown."""
    window.open(STALE)
    assert len(window.texts(".strip")) == 1
    more = window.one(".more")
    assert more.text == "Show the 12 sentences that hold at every step"
    more.click()
    assert len(window.texts(".strip")) == 13
    assert (more.text[:4], more.get_attribute("aria-expanded")) == ("Hide", "true")
    more.click()
    assert len(window.texts(".strip")) == 1


def test_a_layout_that_was_wrong_before_is_shown(window: Window) -> None:
    """The page names and links the first wrong step, where both layouts are compared."""
    window.open(PAGES["hidden"])
    link = window.one("#summary a")
    assert link.text == "2"
    link.click()
    WebDriverWait(window.driver, 5).until(lambda _: window.step() == 2)  # links are followed later
    assert window.texts("#current mark") == ["0:1:0", "1:1:"]


# --- Nothing but the file -------------------------------------------------------------------------


@every_page
def test_every_step_is_shown_without_a_request_or_a_complaint(
    window: Window, shown: Answered
) -> None:
    """From disk; the browser asked for the page itself and for nothing else."""
    window.driver.get_log("performance")  # type: ignore[no-untyped-call] # forget what was before
    window.open(shown)
    window.press(Keys.HOME)
    for _ in range(len(shown.program.words)):
        window.press(Keys.ARROW_RIGHT)
    last = len(shown.program.words)
    assert window.step() == last
    entries = window.driver.get_log("performance")  # type: ignore[no-untyped-call]
    messages = [json.loads(entry["message"])["message"] for entry in entries]
    asked = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert [url.rpartition("/")[2] for url in asked if not url.startswith(("about:", "data:"))] == [
        "page.html"
    ]
    assert window.run("return performance.getEntriesByType('resource').length") == 0


def test_a_request_would_be_refused(window: Window) -> None:
    """The page's policy refuses it, and the browser reports this."""
    window.open(STALE)
    refused = window.driver.execute_async_script(
        "const done = arguments[0];"
        "addEventListener('securitypolicyviolation', event => done(event.effectiveDirective));"
        "new Image().src = 'http://127.0.0.1:9/x.png'"
    )
    assert refused == "img-src"
    assert any("Content Security Policy" in each for each in window.complaints())


def test_hostile_text_is_shown_and_does_nothing(window: Window) -> None:
    """Markup that a port writes is shown as text."""
    answers = (*SMALL.answers[:-1], HOSTILE)
    window.open(
        replace(
            SMALL, answered=HOSTILE, answers=answers, stderr=HOSTILE, detail=HOSTILE, port=HOSTILE
        )
    )
    assert window.run("return document.querySelectorAll('img').length") == 0
    assert window.texts("#current .answers dd")[2].startswith("</script><script>alert(1)</script>")


# --- For everybody --------------------------------------------------------------------------------


@every_page
def test_a_phone_needs_no_sideways_scrolling(window: Window, shown: Answered) -> None:
    """At 360 pixels, only the table of all steps scrolls, inside its own frame."""
    window.size(360)
    window.open(shown)
    window.one("#about").click()
    assert window.run("return document.documentElement.scrollWidth") <= 360
    box = window.one("#next").rect
    assert box["x"] + box["width"] <= 360


CONTRAST = """
const rgb = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
const linear = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const light = (c) => c.slice(0, 3).map((v) => linear(v / 255))
  .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
function paper(element) {
  for (let e = element; e; e = e.parentElement) {
    const colour = rgb(getComputedStyle(e).backgroundColor);
    if (colour.length === 3) return colour;
  }
  return [255, 255, 255];
}
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), weak = [];
let seen = 0;
while (texts.nextNode()) {
  const e = texts.currentNode.parentElement;
  if (!texts.currentNode.data.trim() || !e.checkVisibility()) continue;
  if (e.closest(".unseen, :disabled, script, style")) continue;
  const [a, b] = [light(rgb(getComputedStyle(e).color)), light(paper(e))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  seen++;
  if (ratio < 4.5) weak.push(`${texts.currentNode.data}: ${ratio.toFixed(2)}`);
}
return [seen, weak];
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("shown", [STALE, PAGES["hidden"], passed(PASSING)])
def test_every_text_stands_out(window: Window, scheme: str, shown: Answered) -> None:
    window.media(scheme=scheme)
    window.open(shown)
    window.driver.execute_script("document.querySelector('.more').click()")
    seen, weak = window.run(CONTRAST)
    assert weak == []
    assert seen > 60


def test_dark_scheme_has_a_dark_background(window: Window) -> None:
    """It follows the setting of the reader's system."""
    papers = {}
    for scheme in ("light", "dark"):
        window.media(scheme=scheme)
        window.open(STALE)
        papers[scheme] = window.one("html").value_of_css_property("background-color")
    assert papers == {"light": "rgba(255, 255, 255, 1)", "dark": "rgba(20, 23, 27, 1)"}


FOCUSED = "const e = document.activeElement; return e.id || e.textContent || e.className"


def test_the_keyboard_reaches_everything_in_reading_order(window: Window) -> None:
    window.open(STALE)
    order = []
    for _ in range(19):
        window.press(Keys.TAB)
        order.append(window.run(FOCUSED))
        outline = window.run("return getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", order
    steps = [str(number) for number in range(7)]
    assert order[:2] == ["Skip to the current step", "What ran"]
    assert order[2:10] == ["timeline", *steps]
    assert order[10].startswith("Show the 12 sentences")
    assert order[11:13] == ["back", "wrong"]
    assert order[13:] == steps[1:]


def test_the_current_step_can_be_skipped_to(window: Window) -> None:
    """The first link of the page does this, and keeps the current step."""
    window.open(STALE, "#step=3")
    window.press(Keys.TAB, Keys.ENTER)
    assert window.run(FOCUSED) == "current"
    assert window.step() == 3


def test_a_step_is_announced(window: Window) -> None:
    """A screen reader receives one sentence."""
    window.open(STALE)
    window.press(Keys.ARROW_LEFT)
    status = window.one("[role=status]")
    said = window.run("return arguments[0].textContent", status)
    assert said == (
        "Step 5 of 6: look up element 1 (with the key that insertion 1 returned); model 1, port 1: right"
    )


def test_every_control_has_an_accessible_name(window: Window) -> None:
    """In the browser's accessibility tree, no button, box, table or region is without a name."""
    window.open(STALE)
    nodes = window.told("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "link", "region", "navigation"}
    found = [
        node
        for node in nodes
        if node.get("role", {}).get("value") in roles and not node.get("ignored")
    ]
    assert len(found) > 20
    assert [node for node in found if not node.get("name", {}).get("value")] == []


def test_cells_say_what_they_show(window: Window) -> None:
    """A life, a picture and a strip are described by words, not only by colours."""
    window.open(STALE)
    text = "return document.querySelector(arguments[0]).textContent"
    assert window.run(text, ".life [data-n='6']") == "used, wrong: 2, confused with key 2"
    assert window.run(text, ".strip [data-n='6']") == "\u2717broken"
    assert window.run(text, "#current .marked") == "cell 0, live: 2id 2, changed or named"


def test_motion_can_be_reduced(window: Window) -> None:
    """Nothing moves if the reader has asked for this."""
    window.open(STALE)
    feature = {"name": "prefers-reduced-motion", "value": "reduce"}
    window.told("Emulation.setEmulatedMedia", features=[feature])
    assert window.one(".timeline .now").value_of_css_property("transition-duration") == "0s"
