#!/usr/bin/env python3
"""Reads the book of `scripts/book` in a browser, at the size of a desk and of a phone.

    scripts/pages/book.py FOLDER [PICTURES]

Every page is opened: nothing is on the console, nothing is asked for elsewhere, and nothing but what scrolls by itself
is wider than the window. Then a word is searched for, and the first page that is found is opened. PICTURES is a folder
for pictures of some pages. Needs chromium and chromedriver, as test_pages.sh does.
"""

import functools
import http.server
import pathlib
import sys
import threading

from browser import Browser, Driver, equal

DESK, PHONE = (1400, 1000), (390, 844)
SEARCHES = {"equivalence margin": "glossary.html", "fair tile": "tutorials/fair-tile.html", "exit codes": "how-to/troubleshooting.html"}
SHOWN = ["index", "tutorials/fair-tile", "how-to/troubleshooting", "glossary", "reference/commands/balance", "reference/agents", "reference/inputs",
         "reference/games/vikings", "results/bonus-balance/index", "statistics"]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def check_page(browser, root, page):
    browser.open(f"{root}/{page}")
    equal(f"{page}: console", browser.console(), [])
    elsewhere = [address for address in browser.requests() if not address.startswith((root, "data:"))]
    equal(f"{page}: asked for elsewhere", elsewhere, [])
    wide = browser.ask("return [document.scrollingElement.scrollWidth, innerWidth]")
    if wide[0] > wide[1]:
        raise AssertionError(f"{page}: {wide[0]} wide in a window of {wide[1]}")
    if not browser.ask("return document.querySelectorAll('main h1').length"):
        raise AssertionError(f"{page}: no heading")


def check_search(browser, root, words, expected):
    browser.open(f"{root}/index.html")
    browser.wait("search is ready", "return !!document.querySelector('#mdbook-search-toggle, #search-toggle')")
    browser.click("#mdbook-search-toggle, #search-toggle")
    bar = "#mdbook-searchbar, #searchbar"
    browser.wait("a box to type in", "return document.querySelector(arguments[0])?.offsetParent !== null", bar)
    browser.call("POST", f"/element/{browser.find(bar)}/value", {"text": words})
    script = "return [...document.querySelectorAll('#mdbook-searchresults a, #searchresults a')].map((link) => link.href)"
    browser.wait(f"something found for {words}", f"{script}.length")
    found = browser.ask(script)
    if not any(f"/{expected}" in link for link in found[:5]):
        raise AssertionError(f"{words}: {expected} is not among the first five: {found[:5]}")
    browser.call("POST", "/url", {"url": found[0]})
    browser.wait("the page that was found", "return document.querySelectorAll('main h1').length")


def main():
    book = pathlib.Path(sys.argv[1])
    pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(book)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = f"http://127.0.0.1:{server.server_port}"
    pages = sorted(path.relative_to(book).as_posix() for path in book.rglob("*.html"))
    pages = [page for page in pages if page not in ("404.html", "toc.html")]
    with Driver() as driver:
        for size, phone in ((DESK, False), (PHONE, True)):
            with Browser(driver, size, phone) as browser:
                for page in pages:
                    check_page(browser, root, page)
                    if pictures and page.removesuffix(".html") in SHOWN:
                        browser.picture(pictures / f"{size[0]}-{page.removesuffix('.html').replace('/', '-')}.png")
                for words, expected in SEARCHES.items():
                    check_search(browser, root, words, expected)
                if pictures:
                    check_search(browser, root, "equivalence margin", "glossary.html")
                    browser.open(f"{root}/index.html?search=equivalence")
                    browser.wait("results", "return document.querySelectorAll('#mdbook-searchresults a, #searchresults a').length")
                    browser.picture(pictures / f"{size[0]}-search.png")
    print(f"{len(pages)} pages at {DESK[0]} and {PHONE[0]} px, and {len(SEARCHES)} searches")


if __name__ == "__main__":
    main()
