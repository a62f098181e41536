"""Pages with one thing broken in each, so that every check is seen to fail."""


def broken(work):
    """What is broken, how the complaint begins, the page, what looks at it, with which of its parts, and whether on a phone."""
    pages = {"view": "view-advanced", "analysis": "view-analysis", "report": "report", "long": "report-long",
             "eketorp": "view-eketorp-six", "long view": "view-long", "villages": "view-no-more", "harbour": "view-on-board",
             "board": "view-connect-four", "cards": "view-goofspiel",
             "evil": "evil-names", "evil view": "evil-base-agents-texts"}
    texts = {look: (work / f"{name}.html").read_text() for look, name in pages.items()}
    view = texts["view"]
    policy = view[view.index('<meta http-equiv="Content-Security'):].split("\n")[0]
    changes = [
        ("an error in a script", "console", "view.legal_actions", "go(Number(location.hash.slice(1)));",
         "go(Number(location.hash.slice(1))); setTimeout(() => absent(), 0);"),
        ("a request", "requests", "view.legal_actions", "const PACE",
         'fetch("http://127.0.0.1:9/").catch(() => {});\nconst PACE'),
        ("a picture from elsewhere", "requests", "view.legal_actions", "</header>",
         '<img src="http://127.0.0.1:9/a.png"></header>'),
        ("a key", "position", "view.controls", "ArrowRight: () => go(at + 1)", "ArrowRight: () => go(at)"),
        ("the slider", "position", "view.controls", 'byId("slider").addEventListener("input"',
         'byId("slider").addEventListener("inputs"'),
        ("a count in the log", "log", "view.log", '<span class="soft">of ${decision.legal}</span>',
         '<span class="soft">of ${decision.legal + 1}</span>'),
        ("the log", "position", "view.controls", 'byId("log").addEventListener("click"',
         'byId("log").addEventListener("clicks"'),
        ("playing", "in vain: playing", "view.controls", "timer = setInterval(", "timer = Number("),
        ("threats", "table after", "view.drawing", 'class="threat"', 'class="thread"'),
        ("a purse", "glory", "view.drawing", '<span class="glory">${own.glory}</span>',
         '<span class="glory">${own.glory + (seat === 2 ? 1 : 0)}</span>'),
        ("a scene", "glory", "view.drawing", '"meals":', '"glory":99,"meals":'),
        ("a stone of a wall", "table after", "eketorp.drawing", "[...own.walls[wall]].map(stone)",
         "[...own.walls[wall]].slice(1).map(stone)"),
        ("a Viking", "table after", "eketorp.drawing", "band(vikings)", "band(vikings.slice(1))"),
        ("hidden hands", "table after", "eketorp.drawing", 'own.open ? "" : "hidden"', '""'),
        ("a unit", "table after", "villages.drawing", "${unit ? unitShape(", '${unit && unit !== "field" ? unitShape('),
        ("rows of a village", "table after", "villages.drawing", "lines.reverse().join", "lines.join"),
        ("a hidden card", "table after", "villages.drawing", "cardTags(own.hand, true)", "cardTags(own.hand)"),
        ("a longship", "table after", "villages.drawing", "${longship ? shape(", "${longship && longship.raid ? shape("),
        ("a body", "table after", "harbour.drawing", "bodies.join(\"\")", "bodies.slice(1).join(\"\")"),
        ("a barrel", "table after", "harbour.drawing", 'bets.has(clan) ? barrel(', 'bets.has(clan) && clan !== "R" ? barrel('),
        ("a viking that waits", "table after", "harbour.drawing", "${pawn(scene, waits)}", "${pawn(scene, 0)}"),
        ("a disc", "table after", "board.drawing", "SIGNS[seat]}</text>", "SIGNS[0]}</text>"),
        ("a bid", "table after", "cards.drawing", 'value === bid ? "down" : ""', '""'),
        ("a row of six seats", "moves out of reach", "eketorp.reading phone", ".seats { display: flex;",
         ".seats { display: grid;"),
        ("a letter", "small texts", "view.reading", "(r * 1.3)", "(r * 0.8)"),
        ("a small word", "small texts", "view.reading", ".small { font-size: .85em;", ".small { font-size: .7em;"),
        ("a place for fingers", "small targets", "view.reading phone", ".log button { min-height: 32px;",
         ".log button { min-height: 24px;"),
        ("the length of the log", "moves out of reach", "view.reading phone", ".log, .options { height: 144px;",
         ".log, .options { height: 700px;"),
        ("the row of seats", "moves out of reach", "view.reading phone", ".seats { display: flex;",
         ".seats { display: grid;"),
        ("the width of a name", "the page is", "long view phone", "overflow-wrap: anywhere", "overflow-wrap: normal"),
        ("a share", "share", "analysis", "(100 * share).toFixed(1)", "(100 * share + 0.2).toFixed(1)"),
        ("a point", "points of seat", "analysis", "seats[decision.seat].push(", "if (at % 5) seats[decision.seat].push("),
        ("a mark", "marks", "analysis", "<em>&#x2260;", "<em>"),
        ("a click", "click on the picture", "analysis", "goTo(nearest(event))", "goTo(0)"),
        ("a figure", "run/", "report.figures", 'title="0.250000">0.2500</td>', 'title="0.250001">0.2500</td>'),
        ("rounding", "run/", "report.figures", 'title="0.250000">0.2500</td>', 'title="0.250000">0.26</td>'),
        ("a folded table", "tables that are not folded", "report.layout", '<details class="table">', '<details class="table" open>'),
        ("a link to a file", "run: link to", "report.figures", 'href="./run/win_rates.csv"', 'href="./run/win_rate.csv"'),
        ("the file of a table", "run: tables without a source", "report.figures", '<span class="source">', "<span>"),
        ("a hint at more columns", "in vain: hints at wide", "report.layout phone", '"More columns', '"'),
        ("a hint that stays", "in vain: hints at ends", "report.layout phone", '("scroll", () => tellMore(room))', '("scrolls", () => tellMore(room))'),
        ("a number and its unit", "parted numbers", "report.layout phone", "\u00a0%", " %"),
        ("the printed value", "fair: values in the curve", "report.figures", "<title>printed: ", "<title>print: "),
        ("sorting", "sorted", "report.layout", "return up ? order : -order;", "return order;"),
        ("width", "the page is", "report.layout", "min-width: 0;", "min-width: 3000px;"),
        ("pictures", "pictures that are cut", "report.layout", "max-width: 760px;", "min-width: 1300px;"),
        ("pictures on a phone", "pictures that are cut", "report.layout phone", "max-width: 480px;", "min-width: 600px;"),
        ("small print", "small texts", "report.layout", "font: 15px/1.45", "font: 10px/1.45"),
        ("a small picture", "small texts", "report.layout phone", "max-width: 519px", "max-width: 5px"),
        ("a verdict", "effect: board", "report.figures", "<tr><td>longboat</td>", "<tr><td>noble1</td>"),
        ("a name of a table", "elements from a text", "evil", "&lt;img src=", "<img src="),
        ("a name of a record", "elements from a text", "evil view", "<code>${safe(agent)}</code>", "<code>${agent}</code>"),
        ("a tip", "effect: under the pointer", "report.figures", "<title>longboat: ", "<title>longboat: 9"),
    ]
    for number, (what, begins, where, old, new) in enumerate(changes):
        on_phone = where.endswith(" phone")
        name, _, part = where.removesuffix(" phone").partition(".")
        text = texts[name]
        if old not in text:
            raise AssertionError(f"cannot break {what}: the page has no {old!r}")
        if what == "a request":
            text = text.replace(policy, "")
        path = work / f"broken-{number}.html"
        path.write_text(text.replace(old, new))
        yield what, begins, path, name.split(" ")[0], part, on_phone
