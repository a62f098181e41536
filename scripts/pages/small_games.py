"""The pictures of connect four and goofspiel against what the program wrote down, and against the record."""

from browser import equal


def check_connect_four(browser, record, last, go):
    """Discs are counted, and the line is where the winner's discs are."""
    for index in range(last + 1):
        go(browser, index)
        equal(f"table after {index} decisions", browser.ask(DISCS, index), [])
    line = browser.ask("return document.querySelectorAll('.rack .line').length")
    equal("a line is marked", line >= 4, max(record["result"]["score"]) == 1)


DISCS = """
const scene = DATA.frames[arguments[0]].scene, wrong = [];
const at = (cell) => cell.querySelector("circle").getBoundingClientRect();
const cells = [...document.querySelectorAll(".rack [data-cell]")];
const shown = new Map(cells.map((cell) => [cell.dataset.cell, cell]));
scene.columns.forEach((column, x) => {
  for (let row = 0; row < scene.height; row++) {
    const cell = shown.get(`${x + 1}.${row + 1}`), seat = column[row];
    const sign = cell.querySelector("text");
    if ((sign ? sign.textContent : undefined) !== (seat === undefined ? undefined : "xo"[seat])) wrong.push([x, row]);
    // The first row lies at the bottom, the first column at the left.
    if (row > 0 && at(cell).top >= at(shown.get(`${x + 1}.${row}`)).top) wrong.push(["row", x, row]);
    if (x > 0 && at(cell).left <= at(shown.get(`${x}.${row + 1}`)).left) wrong.push(["column", x, row]);
  }
});
if (arguments[0] > 0 && scene.to_move !== null && document.querySelectorAll(".rack .last").length !== 1) wrong.push("last");
return wrong;
"""


def check_goofspiel(browser, record, last, go):
    """Cards by what is written on them; the scene says where each is."""
    for index in range(last + 1):
        go(browser, index)
        equal(f"table after {index} decisions", browser.ask(CARDS, index), [])
    equal("points", browser.ask("return [...document.querySelectorAll('.seat .points')]"
                                ".map((text) => Number(text.textContent))"), record["result"]["points"])


CARDS = """
const scene = DATA.frames[arguments[0]].scene, wrong = [];
const same = (what, found, expected) => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push([what, found, expected]);
};
const cards = (selector, room = document) => [...room.querySelectorAll(selector)].map((card) => Number(card.textContent));
same("to come", [...cards(".duel .prize"), ...cards(".later .hidden")], scene.to_come);
same("before", cards(".before .past"), scene.before);
same("carried", cards(".carried .playing"), scene.to_come.length ? scene.carried : []);
scene.seats.forEach((own, seat) => {
  const room = document.querySelector(`[data-seat="${seat}"]`);
  same(`hand ${seat}`, cards(".hand .playing:not(.gone)", room), own.cards);
  same(`places ${seat}`, room.querySelectorAll(".hand .playing").length, scene.deck.length);
  same(`bid ${seat}`, cards(".hand .down", room), own.bid === null ? [] : [own.bid]);
  same(`to decide ${seat}`, room.classList.contains("moves"), scene.to_move === seat);
});
return wrong;
"""
