"""The playground in a browser: four containers, one program, and nothing but the file."""

import json
from collections.abc import Sequence

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import parse_program
from suite.docs.pages import ROOT

from .conftest import Window
from .test_page import CONTRAST, FOCUSED

pytestmark = pytest.mark.browser

PLAY = ROOT / "docs/play.html"
HALVED = "fill:16384 replace:1:0 retain:16383:0 replace:1:1 each remove:16383"
LONG = (
    "fill:3000 thin:900:5 each fill:40 retain:3:1 add add cycle:9 retain:2:1 fill:9 remove:7 each"
)
SYSTEMS = ("stablelist", "dyadic", "lifo-slotmap", "lifo-slab")


def play(window: Window, program: str = "") -> None:
    """Open the page from disk, with a program in its address."""
    window.driver.get("about:blank")
    window.driver.get(PLAY.as_uri() + (f"#run={program}" if program else ""))


def figures(window: Window, which: int) -> list[str]:
    """Live elements, cells that an iteration visits, or entries that truncation walked: of each container."""
    return window.texts(f".numbers div:nth-child({which}) dd")


def answers(window: Window) -> list[str]:
    """What the four answered to the current step."""
    row = "#program [aria-current] td:nth-child(n + 3) code"
    return [
        str(each)
        for each in window.run(f"return [...document.querySelectorAll('{row}')].map(e => e.title)")
    ]


def board(window: Window) -> str:
    """Everything that the four containers show."""
    return str(window.run("return document.getElementById('board').innerText"))


def words(window: Window) -> str:
    """The program, as the page has it."""
    return str(window.run("return lineOf()"))


# --- What runs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["contract", "layout", "cost"])
def test_containers_answer_as_their_models(window: Window, level: str) -> None:
    """Each step of a program, up to the costs, although the page looks at the containers after each."""
    line = f"{level} minimum=8 : add fill:40 thin:20:3 remove:7 add at:0 at:40 retain:3:1 each reserve:9"
    last = f" clear add each len {'layout cost' if level == 'cost' else 'keys'}"
    play(window, line + last)
    window.press(Keys.HOME)
    found = []
    for _ in range(len(line.partition(" : ")[2].split()) + len(last.split())):
        window.press(Keys.ARROW_RIGHT)
        found.append(answers(window))
    for number, system in enumerate(SYSTEMS):
        own = line.replace(" minimum=8", "") if system.startswith("lifo") else line
        asked, program = parse_program(own + last, system)
        assert [each[number] for each in found] == list(
            ModelAnswerer(system).answer(program, asked)
        )


def test_containers_hold_the_same_elements(window: Window) -> None:
    """The page compares them, and shows the same number for each."""
    play(window, LONG)
    level, program = parse_program(f"contract : {LONG} len")
    *_, length = ModelAnswerer("stablelist").answer(program, level)
    assert window.one("#now").text.endswith(f"All four hold the same {length} elements.")
    assert figures(window, 1) == [length] * 4
    assert "".join(window.texts(".differs")) == ""


def test_a_stale_key_is_what_tells_the_slab_apart(window: Window) -> None:
    play(window, "add add remove:0 add at:0")
    assert answers(window) == figures(window, 4) == ["none", "none", "none", "2"]
    assert "odd" in str(window.one("#program [aria-current]").get_attribute("class"))
    play(window, "add remove:0 add remove:0")
    assert window.one("#now").text.endswith("Other elements than in StableList: Slab.")


def test_the_example_of_the_thesis_walks_what_the_claim_says(window: Window) -> None:
    """8,166 entries of the free list of q1, by StableList alone; the lists become four cells long."""
    play(window, HALVED)
    assert figures(window, 3) == ["8,166 (8,166 now)", "0", "0", "0"]
    assert figures(window, 2) == ["4", "4", "16,384", "16,384"]


# --- Nothing but the file -------------------------------------------------------------------------


def test_page_opens_from_disk_without_a_request(window: Window) -> None:
    """Whatever is done there, the browser asked for the page itself and for nothing else."""
    window.driver.get_log("performance")  # type: ignore[no-untyped-call] # forget what was before
    play(window)
    for button in ("add", "burst", "remove", "undo", "step", "over"):
        window.one(f"#{button}").click()
    entries = window.driver.get_log("performance")  # type: ignore[no-untyped-call]
    messages = [json.loads(entry["message"])["message"] for entry in entries]
    urls = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    asked = [url for url in urls if not url.startswith(("about:", "data:"))]
    assert [url.partition("#")[0] for url in asked] == [PLAY.as_uri()]
    assert window.run("return performance.getEntriesByType('resource').length") == 0


# --- Playing --------------------------------------------------------------------------------------


def test_buttons_write_the_program(window: Window) -> None:
    """Each adds a word of the protocol; removing draws an element by lot."""
    play(window)
    for button in ("add", "burst", "remove"):
        window.one(f"#{button}").click()
    assert words(window).startswith("add fill:16 remove:")
    assert figures(window, 1) == ["16"] * 4


def test_keys_do_what_the_list_says(window: Window) -> None:
    play(window)
    seen = []
    for key in (
        "a",
        "b",
        "r",
        "u",
        Keys.ARROW_LEFT,
        "s",
        Keys.ARROW_RIGHT,
        Keys.HOME,
        Keys.END,
        "+",
        "-",
        "-",
        "n",
    ):
        window.press(key)
        seen.append((window.one("#position").text, window.one("#rate").text))
    steps = [
        "1 of 1",
        "2 of 2",
        "3 of 3",
        "2 of 3",
        "1 of 3",
        "2 of 3",
        "3 of 3",
        "0 of 3",
        "3 of 3",
    ]
    assert seen == [
        *((step, "8 per second") for step in steps),
        *(("3 of 3", f"{rate} per second") for rate in (16, 8, 4)),
        ("0 of 0", "4 per second"),
    ]


def test_letters_can_be_switched_off(window: Window) -> None:
    """And in a field they are letters."""
    play(window)
    window.one("#words").click()
    window.press("a")
    window.one("#letters").click()
    window.one("h1").click()
    window.press("a", "b")
    assert window.one("#position").text == "0 of 0"


def test_undo_shows_what_was_before(window: Window) -> None:
    """Back to the beginning and forward again, every step looks as it did."""
    play(window, LONG)
    back, forth = [board(window)], []
    for _ in LONG.split():
        window.press(Keys.ARROW_LEFT)
        back.append(board(window))
    assert window.one("#undo").get_attribute("disabled")
    for _ in LONG.split():
        forth.append(board(window))
        window.press(Keys.ARROW_RIGHT)
    forth.append(board(window))
    assert forth == back[::-1]
    assert len(set(forth)) > 6


def test_a_new_operation_replaces_those_that_were_undone(window: Window) -> None:
    """Nothing is left of these: not in the curves, and not in the copies that undoing begins at."""
    play(window, "add fill:9 add")
    window.press(Keys.HOME)
    for _ in range(3):
        window.run("spent = 1000")  # so that each step is copied
        window.press(Keys.ARROW_RIGHT)
    window.press("u", "u", "b", "a", "a")
    assert words(window) == "add fill:16 add add"
    window.press("u")
    assert figures(window, 1) == ["18"] * 4
    window.press("u", "u", "a")
    assert window.texts("#curves text")[-1] == "2"


def test_a_cell_can_be_clicked(window: Window) -> None:
    """Its element goes from all four, wherever it is there. So it does by keyboard."""
    play(window, "fill:6 remove:1 add")
    window.one("[data-kind='3'] [data-position='1']").click()
    assert words(window).split()[-1] == "remove:6"
    window.run("document.querySelector('[data-kind=\"3\"] .cell button').focus()")
    window.press(Keys.ARROW_RIGHT, Keys.ENTER)
    assert words(window).split()[-1] == "remove:2"
    assert figures(window, 1) == ["4"] * 4


def test_a_square_can_be_clicked(window: Window) -> None:
    """Among many cells, too."""
    play(window, "fill:1000")
    canvas = window.one("[data-kind='3'] canvas")
    ActionChains(window.driver).move_to_element(canvas).click().perform()
    assert words(window).split()[-1].startswith("remove:")
    assert figures(window, 1) == ["999"] * 4


def test_fall_ends_with_two_elements(window: Window) -> None:
    """In time, if motion is welcome; it can be stopped."""
    play(window, "fill:40")
    window.run("document.getElementById('speed').value = 6")
    window.one("#fall").click()
    assert window.one("#fall").text == "Stop"
    WebDriverWait(window.driver, 20).until(lambda _: window.one("#fall").text == "Fall")
    assert figures(window, 1) == ["2"] * 4
    window.press(Keys.HOME, "p", "p")
    assert window.one("#play").text == "Play"


def test_motion_can_be_reduced(window: Window) -> None:
    """Then a fall is over at once, and no colour fades."""
    feature = {"name": "prefers-reduced-motion", "value": "reduce"}
    window.told("Emulation.setEmulatedMedia", features=[feature])
    play(window, "fill:40")
    window.one("#fall").click()
    assert figures(window, 1) == ["2"] * 4
    assert window.one(".cell").value_of_css_property("transition-duration") == "0s"


def test_curves_have_a_line_for_each_container(window: Window) -> None:
    """What they show is said in words, too. A click goes to a step."""
    play(window, HALVED + " each")
    shown = window.driver.find_elements(By.CSS_SELECTOR, "#curves svg[role]")
    visits, walks = (str(each.get_attribute("aria-label")) for each in shown)
    assert "StableList 4 and 16,384" in visits
    assert "Slab 16,384 and 16,384" in visits
    assert walks.endswith(
        "StableList 0 and 8,166, Dyadic list 0 and 0, Slot map 0 and 0, Slab 0 and 0"
    )
    assert window.run("return document.querySelectorAll('#curves path[data-kind]').length") == 8
    window.one("#curves svg[role]").click()
    assert window.one("#position").text != "7 of 7"


# --- Programs in the address ----------------------------------------------------------------------


def test_scenarios_and_findings_are_links(window: Window) -> None:
    """Each of them runs, and names itself in the address."""
    play(window)
    count = window.run("return document.querySelectorAll('#scenarios a, #findings a').length")
    assert count > 12
    for number in range(count):
        window.run(
            "document.querySelectorAll('#scenarios a, #findings a')[arguments[0]].click()", number
        )
        WebDriverWait(window.driver, 10).until(lambda _: window.one("#position").text != "0 of 0")
        assert not window.one("#problem").is_displayed()
        window.press("n")


def test_the_address_follows_the_program(window: Window) -> None:
    play(window)
    window.press("a", "b")
    WebDriverWait(window.driver, 5).until(
        lambda _: "#run=add%20fill:16" in window.driver.current_url
    )
    window.driver.refresh()
    assert words(window) == "add fill:16"


def test_start_over_can_be_taken_back(window: Window) -> None:
    """By the browser."""
    play(window)
    window.press("a", "b", "n")
    assert figures(window, 1) == ["0"] * 4
    window.driver.back()
    WebDriverWait(window.driver, 5).until(lambda _: words(window) == "add fill:16")


BAD = {
    "push:3": "Word 1, \u201cpush:3\u201d, is no operation that a pool on this page has: write words such as",
    "add remove": "Word 2, \u201cremove\u201d, does not say what it should: write it like remove:0.",
    "add at:-1": "Word 2, \u201cat:-1\u201d, does not say what it should: write it like at:0.",
    "add constructor": "Word 2, \u201cconstructor\u201d, is no operation",
    "2.add": "Word 1, \u201c2.add\u201d, is no operation",
    "fill:100000": "Word 1, \u201cfill:100000\u201d, is too much for a page: fill takes at most 65,536.",
    "retain:0:0": "Word 1, \u201cretain:0:0\u201d, divides by 0.",
    "layout depth=3 : add": "\u201cdepth=3\u201d is no parameter of a pool",
    "index_bits=2 : add": "StableList refuses this configuration: indexBits must be an integer from 3 to 32, not 2.",
    "%E0%A4%A": "The address has a % that does not belong there: write %25.",
    "<img src=x onerror=alert(1)>": "Word 1, \u201c<img\u201d, is no operation",
    "add " * 10_001: "This program has 10,001 words; there may be 10,000.",
}


@pytest.mark.parametrize(
    ("program", "sentence"), BAD.items(), ids=[each[:20].strip() for each in BAD]
)
def test_a_bad_program_gets_one_sentence(window: Window, program: str, sentence: str) -> None:
    """And the page can be used as before."""
    play(window, program)
    told = window.one("#problem")
    assert told.text.startswith(sentence)
    assert told.text.count(". ") == 0
    window.press("a")
    assert figures(window, 1) == ["1"] * 4


def test_a_program_that_takes_long_is_interrupted(window: Window) -> None:
    """The page says where, and can go on."""
    play(window, "fill:65536" + " each" * 3_000)
    WebDriverWait(window.driver, 20).until(lambda _: window.one("#problem").is_displayed())
    assert window.one("#problem").text.startswith(
        "This program takes long, so it was stopped at step "
    )
    done, _, total = window.one("#position").text.replace(",", "").partition(" of ")
    assert 1 < int(done) < int(total) == 3_001
    window.one("#step").click()
    assert window.one("#position").text.replace(",", "").startswith(f"{int(done) + 1} of")


def test_widths_that_the_ports_lack_are_noted(window: Window) -> None:
    """So that a counterexample of any pool can be pasted."""
    play(window)
    window.one("#words").send_keys("contract id_bits=64 : drain insert_with")
    window.one("#form button").click()
    assert window.one("#now").text.endswith("id_bits is 32 here, not 64.")
    assert answers(window) == ["ok"] * 4


def test_an_operation_that_one_lacks_is_left_out_there(window: Window) -> None:
    play(window, "extend:3 apply:1")
    row = window.texts("#program [aria-current] td")[2:]
    assert row == ["1/2/[0,2]", "not offered", "not offered", "not offered"]
    assert figures(window, 1) == ["3"] * 4


# --- For everybody --------------------------------------------------------------------------------

STATES = {
    "empty": "",
    "few": "fill:20 thin:9:2",
    "many": "fill:16384 thin:9000:2",
    "halved": HALVED,
}
every_state = pytest.mark.parametrize("program", STATES.values(), ids=STATES)


@every_state
@pytest.mark.parametrize("width", [360, 390, 800])
def test_no_width_needs_sideways_scrolling(window: Window, program: str, width: int) -> None:
    window.size(width)
    play(window, program)
    assert window.run("return document.documentElement.scrollWidth") <= width


@every_state
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out(window: Window, program: str, scheme: str) -> None:
    window.media(scheme=scheme)
    play(window, program)
    seen, weak = window.run(CONTRAST)
    assert weak == []
    assert seen > 60


def test_dark_scheme_is_dark(window: Window) -> None:
    """The squares follow when it changes."""
    play(window, "fill:1000")
    squares = "return document.querySelector('canvas').toDataURL()"
    light = window.run(squares)
    window.media(scheme="dark")
    assert window.one("html").value_of_css_property("background-color") == "rgba(20, 23, 27, 1)"
    WebDriverWait(window.driver, 5).until(lambda _: window.run(squares) != light)


def named(window: Window, roles: Sequence[str]) -> list[tuple[str, str]]:
    """Role and name of every control, as a screen reader gets them."""
    nodes = window.told("Accessibility.getFullAXTree")["nodes"]
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if node.get("role", {}).get("value") in roles and not node.get("ignored")
    ]


def test_every_control_has_a_name(window: Window) -> None:
    roles = (
        "button",
        "link",
        "region",
        "textbox",
        "slider",
        "combobox",
        "checkbox",
        "image",
        "table",
    )
    play(window, "fill:100 thin:30:2")
    found = named(window, roles)
    assert {role for role, _ in found} >= {*roles} - {"table"}
    assert [each for each in found if not each[1]] == []
    play(window, "fill:2")
    assert ("button", "remove element 0, in cell 0 of the StableList") in named(window, roles)


def test_a_step_is_announced(window: Window) -> None:
    play(window, "add add remove:0")
    status = window.one("[role=status]")
    assert window.run("return arguments[0].textContent", status) == (
        "Step 3 of 3. Remove with the key of insertion 0. All four hold the same 1 element. "
        "An iteration visits in StableList 2 cells, Dyadic list 2 cells, Slot map 2 cells, Slab 2 cells. "
        "Truncation walked 0 entries."
    )


def test_the_keyboard_reaches_everything(window: Window) -> None:
    """The focus can be seen; a row of cells takes one stop."""
    play(window, "fill:3")
    order = []
    for _ in range(25):
        window.press(Keys.TAB)
        order.append(window.run(FOCUSED))
        assert (
            window.run("return getComputedStyle(document.activeElement).outlineStyle") != "none"
        ), order
    assert order[:9] == [
        "Skip to the containers",
        "add",
        "remove",
        "burst",
        "size",
        "fall",
        "undo",
        "play",
        "over",
    ]
    assert order[9] == "speed"
    cells = [at for at, name in enumerate(order) if name == "" or name.startswith("over")][1:]
    assert len(cells) == 4
