"""Whether pages can be read: their width, the size of their texts, and what a finger can hit and reach."""

import re

from browser import equal

# Pixels.
SMALLEST_TEXT, SMALLEST_TARGET = 11, 32


def fits(browser):
    """The page is not wider than the window; what is wide scrolls by itself."""
    # Not `innerWidth`: a phone shows a page that is too wide from further away.
    wide = browser.ask("return Math.max(document.documentElement.scrollWidth, innerWidth)")
    if wide > browser.width:
        raise AssertionError(f"the page is {wide} pixels wide, the window {browser.width}")


def legible(browser):
    """No text that can be seen is smaller than it should be, in pictures as they are scaled."""
    small = browser.ask(SMALL_TEXTS, SMALLEST_TEXT - 0.05)
    equal("small texts", small, [])


# Texts with their size in pixels; what is folded is unfolded first.
SMALL_TEXTS = """
for (const part of document.querySelectorAll("details")) part.open = true;
const small = new Map(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text = walker.nextNode(); text; text = walker.nextNode()) {
  const element = text.parentElement;
  if (!text.data.trim() || element.closest("script, style, svg title") || !element.checkVisibility()) continue;
  const scale = element instanceof SVGElement ? element.getScreenCTM() : null;
  const size = parseFloat(getComputedStyle(element).fontSize) * (scale ? Math.hypot(scale.a, scale.b) : 1);
  if (size < arguments[0]) small.set(`${text.data.trim().slice(0, 30)}: ${size.toFixed(1)}`, true);
}
return [...small.keys()].slice(0, 10);
"""


def hinted(browser):
    """A table that is wider than its room says so, no other one does, and none any more at its end. Gives how many do."""
    browser.wait("hints at wide tables", f"return !({HINTS})().wrong.length")
    browser.ask("for (const room of document.querySelectorAll('.scroll')) room.scrollLeft = room.scrollWidth")
    browser.wait("hints at ends of tables", f"return !({HINTS})().wrong.length")
    browser.ask("for (const room of document.querySelectorAll('.scroll')) room.scrollLeft = 0")
    return browser.ask(f"return ({HINTS})().wide")


HINTS = """() => {
  const rooms = [...document.querySelectorAll(".scroll")].filter((room) => room.checkVisibility() && room.querySelector("table"));
  const says = (room) => getComputedStyle(room, "::before").content.includes("More columns");
  const goesOn = (room) => room.scrollWidth - room.clientWidth - room.scrollLeft > 1;
  return { wide: rooms.filter((room) => room.scrollWidth > room.clientWidth).length,
           wrong: rooms.filter((room) => says(room) !== goesOn(room)) };
}"""


def unparted(browser):
    """No line ends between a number and its unit."""
    equal("parted numbers", browser.ask(PARTED), [])


PARTED = """
const parted = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
for (let text = walker.nextNode(); text; text = walker.nextNode()) {
  if (text.parentElement.closest("script, style, svg, pre")) continue;
  for (const found of text.data.matchAll(/\\d\\s(%|pp)/g)) {
    range.setStart(text, found.index);
    range.setEnd(text, found.index + found[0].length);
    const tops = [...range.getClientRects()].map((box) => box.top);
    if (tops.length && Math.max(...tops) - Math.min(...tops) > 4) parted.push(text.data.slice(Math.max(0, found.index - 20), found.index + 4));
  }
}
return parted;
"""


def touchable(browser):
    """What can be pressed is large enough for a finger."""
    small = browser.ask("""
      return [...document.querySelectorAll("button, summary, input")].filter((one) => {
        const box = one.getBoundingClientRect();
        return one.checkVisibility() && Math.min(box.width, box.height) < arguments[0] - 0.05;
      }).map((one) => `${one.tagName} ${one.textContent.trim().slice(0, 30)}`).slice(0, 10)""", SMALLEST_TARGET)
    equal("small targets", small, [])


def reachable(browser):
    """The log, or the legal moves, stand in one screen with each part of the table and with the controls."""
    for tab in ("moves", "log"):
        browser.ask("document.querySelector(`[data-show='${arguments[0]}']`).click()", tab)
        far = browser.ask("""
          const side = document.getElementById("side").getBoundingClientRect();
          const controls = document.querySelector(".controls").getBoundingClientRect().height;
          const parts = document.querySelectorAll("#table > .card, .board > .middle, .board > .seats");
          const reach = [...parts].map((part) => part.getBoundingClientRect())
            .map((box) => Math.max(box.bottom, side.bottom) - Math.min(box.top, side.top) + controls);
          return [parts.length > 0, reach.filter((height) => height > innerHeight)];""")
        equal(f"{tab} out of reach of the table", far, [True, []])


def shows(text, title, full):
    """Whether a cell shows what the file has: digit for digit, or rounded with the rest in its title."""
    if text == full:
        return True
    if title is None or full not in title:
        return False
    shown = re.fullmatch(r"([<>] ?)?([-+\u2212]?[\d,\u202f]*\.?\d+)(\s?%)?", text.strip())
    if shown is None:
        # A name that was cut, or made shorter.
        return not is_number(full)
    bound, digits, percent = shown.groups()
    digits = re.sub("[,\u202f]", "", digits).replace("\u2212", "-")
    value, exact = float(digits), float(full) * (100 if percent else 1)
    if bound:
        return exact < value if bound[0] == "<" else exact > value
    places = len(digits.partition(".")[2])
    return abs(value - exact) <= 0.5 * 10 ** -places * (1 + 1e-9)


def is_number(text):
    return re.fullmatch(r"[-+]?\d+(\.\d+)?", text) is not None


def table(what, cells, rows):
    """The cells of a table, each text and title, against the rows of a file."""
    found = [[full if shows(*cell, full) else cell for cell, full in zip(line, row, strict=False)]
             if len(line) == len(row) else line for line, row in zip(cells, rows, strict=False)]
    equal(what, found + cells[len(rows):], rows)


def check_rounding():
    """What `shows` lets pass, and what it does not."""
    for text, title, full, expected in [
            ("0.25", None, "0.25", True), ("0.25", None, "0.250000", False),
            ("0.25", "0.253012", "0.253012", True), ("0.26", "0.253012", "0.253012", False),
            ("25.3 %", "0.253012", "0.253012", True), ("25.4\u00a0%", "0.253012", "0.253012", False),
            ("0.25", "0.253013", "0.253012", False), ("\u22123", "-2.71", "-2.71", True),
            ("1,234", "1234.2", "1234.2", True), ("< 0.001", "0.000004", "0.000004", True),
            ("< 0.001", "0.004", "0.004", False), ("mcts", "mcts:iterations=4", "mcts:iterations=4", True),
            ("many", "0.25", "0.25", False)]:
        equal(f"rounding of {full} to {text}", shows(text, title, full), expected)
