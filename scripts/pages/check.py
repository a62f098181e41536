#!/usr/bin/env python3
"""Checks pages in a browser; `scripts/test_pages.sh` makes them and starts this."""

import csv
import json
import pathlib
import re
import sys
import urllib.parse

from breaks import broken
from browser import Browser, Driver, equal, short
from eketorp import check_eketorp
from evil import EVIL, RECORDS, WAYS
from no_more_vikings import check_no_more_vikings
from readable import check_rounding, fits, hinted, legible, reachable, shows, table, touchable, unparted
from small_games import check_connect_four, check_goofspiel
from vikings_on_board import check_on_board

DESK, PHONE = (1400, 1000), (390, 844)


def quiet(browser, url):
    """Nothing on the console, nothing asked for but the page itself."""
    asked = [address for address in browser.requests() if not address.startswith("data:")]
    equal("requests", [address.split("#")[0] for address in asked], [url])
    equal("console", browser.console(), [])


def at(browser, index, last):
    position, slider, current = browser.ask(
        "return [document.getElementById('position').textContent, Number(document.getElementById('slider').value),"
        " [...document.querySelectorAll('#log .current')].map((line) => line.dataset.to)]")
    equal("position", position, f"{index} of {last}")
    equal("slider", slider, index)
    equal("line of the log", current, [str(index)] if index else [])


def check_view(browser, page, record, parts=None):
    """The page of a game against its record; all of it, or some parts."""
    url = page.as_uri()
    browser.open(url)
    # A slow machine may still be drawing.
    browser.wait("the first drawing", "return document.getElementById('position').textContent")
    for part in parts or (log, legal_actions, drawing, reading):
        part(browser, record)
    quiet(browser, url)


def controls(browser, record):
    """Keys, the slider, the log, buttons, and playing."""
    decisions, last = record["decisions"], len(record["decisions"])
    at(browser, 0, last)
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
    for to in (3, last, 1):
        browser.click(f"#log [data-to='{to}'] button")
        at(browser, to, last)
        happened(browser, decisions[to - 1])
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


def happened(browser, decision):
    """The page says what led here."""
    seat, action, _ = decision
    told = browser.text("#happened")
    if f"Seat {seat}: {action}" not in told:
        raise AssertionError(f"after {action}: {told!r}")


def log(browser, record):
    """Who plays, and all decisions."""
    facts = browser.text("#facts")
    equal("agents", [agent in facts for agent in record["agents"]], [True] * record["players"])
    lines = browser.ask("return [...document.querySelectorAll('#log [data-to]')].map((line) =>"
                        " [...line.querySelectorAll('span')].map((span) => span.textContent))")
    equal("log", lines, [[str(number), f"seat {seat}", action, f"of {legal}"]
                         for number, (seat, action, legal) in enumerate(record["decisions"])])


def legal_actions(browser, record):
    """As many as the record says, and the chosen one is among them."""
    last = len(record["decisions"])
    for index in (0, last // 2, last - 1):
        go(browser, index)
        if index:
            happened(browser, record["decisions"][index - 1])
        _, action, legal = record["decisions"][index]
        equal("number of legal actions", browser.text("#count"), f"({legal})")
        options = browser.ask("return document.querySelectorAll('#options span').length")
        if options not in (0, legal):
            raise AssertionError(f"{options} options of {legal}")
        if action not in browser.text("#options"):
            raise AssertionError(f"`{action}` is not among the legal ones")


def drawing(browser, record):
    """The picture of the game."""
    DRAWINGS[record["game"]](browser, record, len(record["decisions"]), go)


def reading(browser, record):
    """At the beginning, in the middle and at the end."""
    last = len(record["decisions"])
    for index in (0, last // 2, last):
        go(browser, index)
        readable(browser)


def readable(browser):
    """At any size; on a phone more is asked."""
    fits(browser)
    legible(browser)
    if browser.phone:
        touchable(browser)
        reachable(browser)


def go(browser, index):
    """As by a link to a decision."""
    browser.wait("hash", "location.hash = arguments[0];"
                 " return document.getElementById('position').textContent.startsWith(`${arguments[0]} of`)", str(index))


def check_analysis(browser, page, rows):
    """The line of win shares against what `drakkar analyse` says, a row for each decision."""
    browser.open(page.as_uri())
    last = browser.ask("return LAST")
    number = lambda text: 100 * float(text)
    marked = browser.ask("return [...document.querySelectorAll('#log [data-to]')].flatMap((line) =>"
                         " [...line.querySelectorAll('em')].map((mark) => [line.dataset.to - 1, mark.textContent]))")
    others = [[int(row["decision"]), f"\u2260 {row['chosen']}"] for row in rows if row["chosen"] != row["played"]]
    equal("marks of other choices", marked, others)
    seats = {row["seat"] for row in rows}
    for seat in sorted(seats):
        points = browser.ask("return document.querySelector(arguments[0]).points.numberOfItems",
                             f"#shares [data-line='{seat}'] polyline")
        # The last one is the result.
        equal(f"points of seat {seat}", points, 1 + sum(row["seat"] == seat for row in rows))
    for row in rows[::max(1, len(rows) // 8)]:
        index = int(row["decision"])
        go(browser, index)
        told = browser.text("#shares .told")
        shown = browser.text("#shares .told strong")
        share = float(shown.removeprefix(f"seat {row['seat']} ").rstrip("\u00a0%"))
        if abs(share - number(row["share_chosen"])) > 0.0551:
            raise AssertionError(f"share: {told!r} at {row}")
        if row["chosen"] != row["played"] and f"would have played {row['chosen']}" not in told:
            raise AssertionError(f"share: {told!r} does not name {row['chosen']!r}")
    # A click goes there: the middle of the picture is the middle of the game.
    browser.click("#shares .plot")
    middle = browser.ask("return Number(document.getElementById('slider').value)")
    nearest = min((int(row["decision"]) for row in rows), key=lambda index: abs(index - last * 0.46))
    if abs(middle - nearest) > 0.12 * last:
        raise AssertionError(f"click on the picture: {middle} of {last}")
    readable(browser)
    quiet(browser, page.as_uri())


def check_table(browser, record, last, go):
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
        go(browser, index)
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


DRAWINGS = {"vikings": check_table, "eketorp": check_eketorp, "no-more-vikings": check_no_more_vikings,
            "vikings-on-board": check_on_board, "connect-four": check_connect_four, "goofspiel": check_goofspiel}


def purses(browser, expected):
    for what in ("gold", "glory"):
        found = browser.ask("return [...document.querySelectorAll(`.seat .${arguments[0]}`)].map((text) => Number(text.textContent))", what)
        equal(what, found, expected[what])


def check_evil(browser, page):
    """HTML and scripts in the texts of a file are text, whatever is clicked. Gives what can be read."""
    browser.open(page.as_uri())
    browser.ask("for (const button of document.querySelectorAll('th button')) button.click()")
    browser.ask("for (const part of document.querySelectorAll('details')) part.open = true")
    if browser.ask("return document.getElementById('slider') !== null"):
        last = browser.ask("return LAST")
        for to in range(0, last + 1, max(1, last // 4)):
            browser.ask("location.hash = arguments[0]", str(to))
            harmless(browser)
    harmless(browser)
    quiet(browser, page.as_uri())
    return browser.text("body")


def harmless(browser):
    equal("elements from a text", browser.ask("return document.querySelectorAll('.evil, img').length"), 0)
    equal("scripts from a text", browser.ask("return typeof window.evil"), "undefined")


def check_report(browser, page, folders, parts=None):
    """The page of results against the files, and whether it can be read; both, or one part."""
    url = page.as_uri()
    browser.open(url)
    for part in parts or (figures, layout):
        part(browser, folders)
    quiet(browser, url)


def figures(browser, folders):
    """Tables and pictures against the files."""
    for number, folder in enumerate(folders, 1):
        chapter = f"#run-{number}"
        for file in sorted(folder.glob("*.csv")):
            if file.name == "games.csv":
                continue
            with open(file, newline="") as text:
                expected = list(csv.reader(text))
            cells = browser.ask(TITLED, f"{chapter} [data-file='{file.name}']")
            table(f"{folder.name}/{file.name}", cells, expected)
        if browser.ask("return document.querySelectorAll(arguments[0]).length", f"{chapter} svg.chart") < 1:
            raise AssertionError(f"{folder.name}: no picture")
        check_links(browser, chapter, folder)
    verdicts = browser.ask("return [...document.querySelectorAll('.verdict')].map((card) => card.textContent)")
    equal("verdicts", len(verdicts), len(folders))
    for folder, text in zip(folders, verdicts):
        if folder.name == "rules" and "scoring.noble_glory = 4" not in text:
            raise AssertionError(f"the changed value is missing: {text!r}")
        if folder.name == "balance":
            check_heat(browser, f"#run-{folders.index(folder) + 1}", folder)
        if folder.name == "fair":
            check_fair(browser, f"#run-{folders.index(folder) + 1}", folder)
        if folder.name == "effect":
            check_effects(browser, f"#run-{folders.index(folder) + 1}", folder)


def layout(browser, _):
    """Tables that fold and sort, in a page that can be read."""
    equal("tables that are not folded", browser.ask("return document.querySelectorAll('details.table[open]').length"), 0)
    unparted(browser)
    browser.ask("for (const part of document.querySelectorAll('details')) part.open = true")
    equal("pictures that are cut", browser.ask(WIDE), [])
    sorting(browser, "#run-1 [data-file='win_rates.csv']")
    fits(browser)
    legible(browser)
    unparted(browser)
    if hinted(browser) < 1:
        raise AssertionError("no table is wide, so there was nothing to hint at")


def check_links(browser, chapter, folder):
    """Every table names the file that it is from, and leads to it."""
    links = browser.ask("return [...document.querySelectorAll(`${arguments[0]} :is(summary, .source) a`)]"
                        ".map((link) => [link.textContent, link.href])", chapter)
    for name, address in links:
        path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(address).path))
        equal(f"{folder.name}: link to {name}", [path, path.exists()], [folder / name, True])
    files = {path.name for path in folder.glob("*.csv")} - {"games.csv"}
    equal(f"{folder.name}: links", files - {name for name, _ in links}, set())
    sources = browser.ask("return [...document.querySelectorAll(`${arguments[0]} :is(.board, .heat)`)]"
                          ".filter((table) => !table.closest('.scroll').parentElement.querySelector('.source')).length", chapter)
    equal(f"{folder.name}: tables without a source", sources, 0)


def check_fair(browser, chapter, folder):
    """The curve has the printed value, and the fair one if there is one."""
    with open(folder / "fair.csv", newline="") as lines:
        row = next(csv.DictReader(lines))
    told = browser.ask("return [...document.querySelectorAll(`${arguments[0]} .chart.wide .spot title`)]"
                       ".map((title) => title.textContent)", chapter)
    uprights = [text for text in told if text.startswith(("printed: ", "fair: "))]
    equal(f"{folder.name}: values in the curve", [text.split(": ")[0] for text in uprights], ["fair"] * bool(row["value"]) + ["printed"])
    equal(f"{folder.name}: printed value", uprights[-1], "printed: 5")


def check_heat(browser, chapter, folder):
    """Item types by continuation policy: each cell is the number of the file."""
    with open(folder / "bonus_effect.csv", newline="") as lines:
        rows = list(csv.DictReader(lines))
    head, *lines = browser.ask(CELLS, f"{chapter} .verdict .heat")
    expected = {(row["item"], row["agent"]): row["against_others"] for row in rows}
    found = {(line[0], agent): cell for line in lines for agent, cell in zip(head[1:], line[1:])}
    found = {key: expected[key] if shows(cell, expected.get(key), expected.get(key, "")) else cell for key, cell in found.items()}
    equal(f"{folder.name}: item types by continuation policy", found, expected)


def check_effects(browser, chapter, folder):
    """The verdicts on a first screen and the figures in the main picture are those of the file."""
    with open(folder / "bonus_effect.csv", newline="") as lines:
        rows = sorted(csv.DictReader(lines), key=lambda row: -float(row["effect"]))
    expected = []
    for row in rows:
        low, high = row["rank_low"], row["rank_high"]
        verdict = row["verdict"] + (", not replicated" if row["replicated"] == "no" else "")
        expected.append([row["item"], verdict, row["effect"], row["ci_low"], row["ci_high"], row["against_others"],
                         low if low == high else f"{low} to {high}"])
    found = []
    for (item, verdict, effect, interval, beyond, rank, *_), row in zip(browser.ask(CELLS, f"{chapter} .verdict .board")[1:], expected):
        figures = zip([effect, *interval.split(" to "), beyond], row[2:6])
        found.append([item, verdict, *(full if shows(cell, full, full) else cell for cell, full in figures), rank])
    equal(f"{folder.name}: board", found, expected)
    told = browser.ask("return [...document.querySelector(`${arguments[0]} .verdict .chart.wide`).querySelectorAll('.spot title')]"
                       ".map((title) => title.textContent)", chapter)
    equal(f"{folder.name}: under the pointer", len(told), len(rows))
    for text, row in zip(told, rows):
        name, figures = text.split(": ")
        figures = re.findall(r"[-+]?[\d.]+", figures)
        exact = [row[column] for column in ("effect", "ci_low", "ci_high")]
        right = len(figures) == 3 and all(shows(figure, full, full) for figure, full in zip(figures, exact))
        equal(f"{folder.name}: under the pointer", [name, right], [row["item"], True])


# Pictures that are wider than their room, and so would have to be pushed to be seen.
WIDE = """
return [...document.querySelectorAll("figure .scroll")].filter((room) => room.scrollWidth > room.clientWidth)
  .map((room) => room.closest("figure").textContent.slice(0, 60));
"""


CELLS = """
const table = document.querySelector(arguments[0]);
return [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent));
"""


# The same with the titles, which have in full what is rounded.
TITLED = """
const table = document.querySelector(arguments[0]);
const title = (cell) => (cell.title ? cell : cell.querySelector("[title]"))?.title ?? null;
return [...table.rows].map((row) => [...row.cells].map((cell) => [cell.textContent, title(cell)]));
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


def check_long_name(browser, page):
    """The page of an agent whose name has 200 letters."""
    browser.open(page.as_uri())
    if not browser.ask("return document.body.textContent.includes(arguments[0])", "long_name_" * 20):
        raise AssertionError(f"{page.name} lacks the name")
    browser.ask("for (const part of document.querySelectorAll('details')) part.open = true")
    fits(browser)


def game(line):
    """A record with each decision as `[seat, action, legal]`, and its scorings as a list."""
    record, decisions = json.loads(line), []
    for seat, *parts in record["decisions"]:
        for action, legal in zip(parts, [*parts[1:], 1]):
            if isinstance(action, str):
                decisions.append([seat, action, 1 if isinstance(legal, str) else legal])
    if isinstance(table := record["scorings"], dict):
        record["scorings"] = [dict(zip(table, row)) for row in zip(*table.values())]
    return {**record, "decisions": decisions}


def main():
    work = pathlib.Path(sys.argv[1])
    check_rounding()
    names = ("advanced", "duel", "base", "connect-four", "on-board", "goofspiel", "eketorp", "eketorp-six",
             "no-more", "no-more-one", "no-more-eight")
    first = {name: game((work / f"{name}.jsonl").read_text().splitlines()[1]) for name in names}
    with open(work / "analysis.csv", newline="") as text:
        # The first of its tables.
        table = text.read().strip().split("\n\n")[0].splitlines()
    opinions = list(csv.DictReader(line for line in table if not line.startswith("#")))
    folders = [work / name for name in ("run", "tournament", "compare", "rules", "balance", "effect", "fair", "equalize", "profile", "tune", "trace")]
    views = {"view": "advanced", "eketorp": "eketorp-six", "villages": "no-more", "harbour": "on-board",
             "board": "connect-four", "cards": "goofspiel"}
    parts = {part.__name__: [part] for part in (controls, log, legal_actions, drawing, reading, figures, layout)}
    # Controls are the same for all games: here in a long one and in a short one.
    controlled = ("advanced", "connect-four")
    # What pages say is the same on a phone.
    asked = {"desk": (None, None), "phone": ([drawing, reading], [layout])}
    looks = {
        "report": lambda browser, page, part: check_report(browser, page, folders, part),
        "analysis": lambda browser, page, _: check_analysis(browser, page, opinions),
        "long": lambda browser, page, _: check_long_name(browser, page),
        "evil": lambda browser, page, _: check_evil(browser, page),
    }
    for look, name in views.items():
        looks[look] = lambda browser, page, part, name=name: check_view(browser, page, first[name], part)
    with Driver() as driver:
        for device, size in (("desk", DESK), ("phone", PHONE)):
            with Browser(driver, size, device == "phone") as browser:
                of_view, of_report = asked[device]
                for name, record in first.items():
                    page = work / f"view-{name}.html"
                    check_view(browser, page, record, of_view)
                    browser.picture(work / f"view-{name}-{device}.png")
                    if name in controlled:
                        check_view(browser, page, record, [controls])
                    print(f"{device}: view of {name}: {len(record['decisions'])} decisions")
                check_analysis(browser, work / "view-analysis.html", opinions)
                browser.picture(work / f"view-analysis-{device}.png")
                for name in ("view-long.html", "view-long-analysis.html", "report-long.html"):
                    check_long_name(browser, work / name)
                check_report(browser, work / "report.html", folders, of_report)
                browser.picture(work / f"report-{device}.png")
                print(f"{device}: report of {len(folders)} folders")
        with Browser(driver, DESK) as browser:
            pages = sorted(work.glob("evil-*.html"))
            shown = sum(EVIL in check_evil(browser, page) for page in pages)
            print(f"HTML in texts: {len(pages)} pages, {shown} of them show it")
            # At least the agents and the rules of each game, and the reports.
            if shown < 2 * len(RECORDS) + len(WAYS):
                raise AssertionError("too few of them show it")
        with Browser(driver, DESK) as desk, Browser(driver, PHONE, True) as phone:
            for what, begins, page, look, part, on_phone in broken(work):
                desk.patience = phone.patience = 2000 if begins.startswith("in vain") else 10_000
                try:
                    looks[look](phone if on_phone else desk, page, parts[part] if part else None)
                except AssertionError as error:
                    if not str(error).startswith(begins):
                        raise
                    print(f"broken on purpose, {what}: found ({str(error)[:90]})")
                else:
                    raise AssertionError(f"{what} was broken, and nobody saw it")
    print("All pages are as they should be.")


if __name__ == "__main__":
    main()
