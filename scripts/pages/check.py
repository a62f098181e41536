#!/usr/bin/env python3
"""Checks pages in a browser; `scripts/test_pages.sh` makes them and starts this."""

import csv
import json
import pathlib
import sys

from browser import Browser, Driver

DESK, PHONE = (1440, 1000), (390, 844)


def equal(what, found, expected):
    if found != expected:
        raise AssertionError(f"{what}: found {short(found)}, expected {short(expected)}")


def short(value):
    text = repr(value)
    return text if len(text) < 600 else text[:600] + " ..."


def quiet(browser, url):
    """Nothing on the console, nothing asked for but the page itself."""
    asked = [address for address in browser.requests() if not address.startswith("data:")]
    equal("requests", [address.split("#")[0] for address in asked], [url])
    equal("console", browser.console(), [])


def fits(browser):
    """The page is not wider than the window; what is wide scrolls by itself."""
    wide, window = browser.ask("return [document.documentElement.scrollWidth, innerWidth]")
    if wide > window:
        raise AssertionError(f"the page is {wide} pixels wide, the window {window}")


def at(browser, index, last):
    equal("position", browser.text("#position"), f"{index} of {last}")
    equal("slider", browser.ask("return Number(document.getElementById('slider').value)"), index)
    current = browser.ask("return [...document.querySelectorAll('#log .current')].map((line) => line.dataset.to)")
    equal("line of the log", current, [str(index)] if index else [])


def check_view(browser, page, record):
    """The page of a game against its record."""
    url = page.as_uri()
    browser.open(url)
    decisions, last = record["decisions"], len(record["decisions"])
    at(browser, 0, last)
    equal("agents", [agent in browser.text("#facts") for agent in record["agents"]],
          [True] * record["players"])
    for key, index in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last),
                       ("ArrowRight", last), ("Home", 0), ("ArrowLeft", 0)]:
        browser.press(key)
        at(browser, index, last)
    # A click on the slider's middle, then a key while it has the focus.
    browser.click("#slider")
    middle = browser.ask("return Number(document.getElementById('slider').value)")
    if abs(middle - last / 2) > 0.05 * last + 1:
        raise AssertionError(f"the slider's middle is {middle} of {last}")
    at(browser, middle, last)
    browser.press("ArrowRight", "#slider")
    at(browser, middle + 1, last)
    # Lines of the log.
    lines = browser.ask("return [...document.querySelectorAll('#log [data-to]')].map((line) =>"
                        " [...line.querySelectorAll('span')].map((span) => span.textContent))")
    equal("log", lines, [[str(number), f"seat {seat}", action, f"of {legal}"]
                         for number, (seat, action, legal) in enumerate(decisions)])
    for to in (3, last, 1):
        browser.click(f"#log [data-to='{to}'] button")
        at(browser, to, last)
        seat, action, _ = decisions[to - 1]
        if f"Seat {seat}: {action}" not in browser.text("#happened"):
            raise AssertionError(f"after {action}: {browser.text('#happened')!r}")
    # Buttons, and playing until the next step.
    for button, index in [("first", 0), ("next", 1), ("back", 0)]:
        if browser.ask("return document.getElementById(arguments[0]).disabled", button):
            raise AssertionError(f"button {button} is disabled")
        browser.click(f"#{button}")
        at(browser, index, last)
    browser.click("#play")
    browser.wait("playing", "return document.getElementById('slider').value >= 1")
    browser.click("#play")
    equal("play button", browser.ask("return document.getElementById('play').ariaPressed"), "false")
    # Legal actions: as many as the record says, and the chosen one is among them.
    for index in (0, last // 2, last - 1):
        browser.ask("location.hash = arguments[0]", str(index))
        browser.wait("hash", "return document.getElementById('position').textContent.startsWith(arguments[0])",
                     f"{index} of")
        _, action, legal = decisions[index]
        equal("number of legal actions", browser.text("#count"), f"({legal})")
        options = browser.ask("return document.querySelectorAll('#options span').length")
        if options not in (0, legal):
            raise AssertionError(f"{options} options of {legal}")
        if action not in browser.text("#options"):
            raise AssertionError(f"`{action}` is not among the legal ones")
    if record["game"] == "vikings":
        check_table(browser, record, last)
    fits(browser)
    quiet(browser, url)


def check_table(browser, record, last):
    """The picture of Vikings against what the program wrote down, and against the record."""
    told = {(scoring["round"], scoring["kind"]): scoring for scoring in record["scorings"]}
    moments = browser.ask("return [...document.querySelectorAll('#log .scoring')].map((line) => line.textContent)")
    equal("scorings", len(moments), len(told))
    for text, scoring in zip(moments, record["scorings"]):
        for words in (f"{scoring['kind'].capitalize()} scoring, round {scoring['round']}",
                      "glory " + ", ".join(map(str, scoring["glory"]))):
            if words not in text:
                raise AssertionError(f"scoring {text!r} lacks {words!r}")
    browser.press("Home")
    browser.press("PageDown")
    # After the first scoring all seats have what it says.
    purses(browser, record["scorings"][0])
    browser.press("End")
    purses(browser, record["result"])
    for index in range(0, last + 1, max(1, last // 12)):
        browser.ask("location.hash = arguments[0]", str(index))
        browser.wait("hash", "return document.getElementById('position').textContent.startsWith(arguments[0])",
                     f"{index} of")
        wrong = browser.ask(TABLE_CHECK, index)
        equal(f"table after {index} decisions", wrong, [])


# Counts shapes in the picture; the scene says how many there should be.
TABLE_CHECK = """
const scene = DATA.frames[arguments[0]].scene, wrong = [];
const same = (what, found, expected) => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push([what, found, expected]);
};
const lots = scene.lots || [];
same("prices", [...document.querySelectorAll(".price")].map((text) => Number(text.textContent)).sort((a, b) => a - b),
     lots.map((lot) => lot.price));
same("bonus tiles", [...document.querySelectorAll("#row .chip")].map((chip) => chip.dataset.kind), scene.bonus_row || []);
scene.seats.forEach((own, seat) => {
  const card = document.querySelector(`[data-seat="${seat}"]`);
  same("gold", card.querySelector(".gold").textContent, String(own.gold));
  same("glory", card.querySelector(".glory").textContent, String(own.glory));
  const threatened = [...card.querySelectorAll(".cell")].filter((cell) => cell.querySelector(".threat"));
  same("threatened", threatened.map((cell) => cell.dataset.cell).sort(), [...own.threatened].sort());
  const cells = Object.values(own.rows).flat();
  const vikings = [...card.querySelectorAll(".cell")].filter((cell) => cell.querySelector("circle[stroke='#1c1c1c']"));
  same("vikings", vikings.length, cells.filter((text) => text.endsWith("+")).length);
  same("ships", card.querySelectorAll(".ship").length, own.ships.filter((sail) => sail !== ".").length);
  same("to decide", card.classList.contains("moves"), scene.to_move === seat);
  same("owned", [...card.querySelectorAll("[data-owned] .chip")].map((chip) => chip.dataset.kind), own.bonus || []);
});
return wrong;
"""


def purses(browser, expected):
    for what in ("gold", "glory"):
        found = browser.ask("return [...document.querySelectorAll(`.seat .${arguments[0]}`)].map((text) => Number(text.textContent))", what)
        equal(what, found, expected[what])


def check_evil(browser, page):
    """Names from a file are text."""
    browser.open(page.as_uri())
    equal("elements from a name", browser.ask("return document.querySelectorAll('#evil').length"), 0)
    if "evil" == browser.ask("return document.title") or '<b id="evil">' not in browser.text("#about"):
        raise AssertionError("a name was not shown as text")
    browser.press("End")
    quiet(browser, page.as_uri())


def check_report(browser, page, folders):
    """The page of results against the files."""
    url = page.as_uri()
    browser.open(url)
    for number, folder in enumerate(folders, 1):
        chapter = f"#run-{number}"
        for file in sorted(folder.glob("*.csv")):
            if file.name == "games.csv":
                continue
            with open(file, newline="") as text:
                expected = list(csv.reader(text))
            cells = browser.ask(CELLS, f"{chapter} [data-file='{file.name}']")
            equal(f"{folder.name}/{file.name}", cells, expected)
        if browser.ask("return document.querySelectorAll(arguments[0]).length", f"{chapter} svg.chart") < 1:
            raise AssertionError(f"{folder.name}: no picture")
        wide = browser.ask(WIDE, chapter)
        equal(f"{folder.name}: pictures that are cut", wide, 0)
    verdicts = browser.ask("return [...document.querySelectorAll('.verdict')].map((card) => card.textContent)")
    equal("verdicts", len(verdicts), len(folders))
    for folder, text in zip(folders, verdicts):
        if folder.name == "rules" and "scoring.noble_glory = 4" not in text:
            raise AssertionError(f"the changed value is missing: {text!r}")
        if folder.name == "balance":
            check_worths(folder, text)
    sorting(browser, "#run-1 [data-file='win_rates.csv']")
    fits(browser)
    quiet(browser, url)


def check_worths(folder, text):
    """Worths in sentences are those of the file, rounded, with the places that a kind may have."""
    with open(folder / "bonus_effect.csv", newline="") as lines:
        rows = list(csv.DictReader(lines))
    for row in rows:
        worth = f"{row['kind']} ({float(row['again'] or row['worth']):.2f}"
        if low := row["rank_low"]:
            high = row["rank_high"]
            worth += f", {low}" if low == high else f", {low} to {high}"
        if worth not in text:
            raise AssertionError(f"sentences: no {worth!r} in {short(text)}")


# Pictures that are wider than their room, and so would have to be pushed to be seen.
WIDE = """
return [...document.querySelectorAll(`${arguments[0]} figure .scroll`)]
  .filter((room) => room.scrollWidth > room.clientWidth).length;
"""


CELLS = """
const table = document.querySelector(arguments[0]);
return [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent));
"""


def sorting(browser, table):
    """A click on a head sorts, another one turns round."""
    rows = browser.ask(CELLS, table)
    for column in (rows[0].index("win_share"), rows[0].index("agent")):
        number = column == rows[0].index("win_share")
        key = (lambda row: float(row[column])) if number else (lambda row: row[column])
        for turned in (False, True):
            browser.click(f"{table} th:nth-child({column + 1}) button")
            now = browser.ask(CELLS, table)[1:]
            equal("sorted", [key(row) for row in now], sorted(map(key, rows[1:]), reverse=turned))
            equal("rows", sorted(now), sorted(rows[1:]))
            mark = browser.ask("return document.querySelector(arguments[0]).ariaSort",
                               f"{table} th:nth-child({column + 1})")
            equal("mark", mark, "descending" if turned else "ascending")


def broken(work):
    """Copies of pages with one thing broken in each: what is broken, the copy, how the complaint begins."""
    view = (work / "view-advanced.html").read_text()
    report = (work / "report.html").read_text()
    policy = view[view.index('<meta http-equiv="Content-Security'):].split("\n")[0]
    changes = [
        ("an error in a script", "console", view, "go(Number(location.hash.slice(1)));",
         "go(Number(location.hash.slice(1))); setTimeout(() => absent(), 0);"),
        ("a request", "requests", view.replace(policy, ""), "const PACE",
         'fetch("http://127.0.0.1:9/").catch(() => {});\nconst PACE'),
        ("a picture from elsewhere", "requests", view, "</header>",
         '<img src="http://127.0.0.1:9/a.png"></header>'),
        ("a key", "position", view, "ArrowRight: () => go(at + 1)", "ArrowRight: () => go(at)"),
        ("the slider", "position", view, 'byId("slider").addEventListener("input"',
         'byId("slider").addEventListener("inputs"'),
        ("the log", "position", view, 'byId("log").addEventListener("click"',
         'byId("log").addEventListener("clicks"'),
        ("playing", "in vain: playing", view, "timer = setInterval(", "timer = Number("),
        ("threats", "table after", view, 'class="threat"', 'class="thread"'),
        ("a purse", "glory", view, '<span class="glory">${own.glory}</span>',
         '<span class="glory">${own.glory + (seat === 2 ? 1 : 0)}</span>'),
        ("a scene", "glory", view, '"meals":', '"glory":99,"meals":'),
        ("a figure", "run/", report, '<td class="number">0.250000</td>',
         '<td class="number">0.250001</td>'),
        ("sorting", "sorted", report, "return up ? order : -order;", "return order;"),
        ("width", "the page is", report, "min-width: 0;", "min-width: 3000px;"),
        ("pictures", "run: pictures that are cut", report, "max-width: 760px;", "min-width: 1300px;"),
        ("a sentence", "sentences", report, "longboat (", "longboat (9"),
    ]
    for number, (what, begins, text, old, new) in enumerate(changes):
        if old not in text:
            raise AssertionError(f"cannot break {what}: the page has no {old!r}")
        path = work / f"broken-{number}.html"
        path.write_text(text.replace(old, new))
        yield what, begins, path, text is report


def main():
    work = pathlib.Path(sys.argv[1])
    first = {name: json.loads((work / f"{name}.jsonl").read_text().splitlines()[0])
             for name in ("advanced", "base", "connect-four", "on-board")}
    folders = [work / name for name in ("run", "tournament", "compare", "rules", "balance", "trace")]
    with Driver() as driver:
        for size, phone in ((DESK, False), (PHONE, True)):
            device = "phone" if phone else "desk"
            with Browser(driver, size, phone) as browser:
                for name, record in first.items():
                    check_view(browser, work / f"view-{name}.html", record)
                    browser.picture(work / f"view-{name}-{device}.png")
                    print(f"{device}: view of {name}: {len(record['decisions'])} decisions")
                check_evil(browser, work / "view-evil.html")
                check_report(browser, work / "report.html", folders)
                browser.picture(work / f"report-{device}.png")
                print(f"{device}: report of {len(folders)} folders")
        with Browser(driver, DESK) as browser:
            for what, begins, path, is_report in broken(work):
                try:
                    if is_report:
                        check_report(browser, path, folders)
                    else:
                        check_view(browser, path, first["advanced"])
                except AssertionError as error:
                    if not str(error).startswith(begins):
                        raise
                    print(f"broken on purpose, {what}: found ({str(error)[:90]})")
                else:
                    raise AssertionError(f"{what} was broken, and nobody saw it")
    print("All pages are as they should be.")


if __name__ == "__main__":
    main()
