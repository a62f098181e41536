"""The picture of Eketorp against what the program wrote down, and against the record."""

from browser import equal


def check_eketorp(browser, record, last, go):
    """Pieces are counted; the scene says how many there should be, the record what the seats have at the end."""
    for index in range(0, last + 1, max(1, last // 24)):
        go(browser, index)
        equal(f"table after {index} decisions", browser.ask(PIECES, index), [])
    browser.press("End")
    for what in ("points", "stones"):
        found = browser.ask("return [...document.querySelectorAll(`.seat .${arguments[0]}`)]"
                            ".map((text) => Number(text.textContent))", what)
        equal(what, found, record["result"][what])


# Stones by letter, Vikings by seat: a piece may stand for several.
PIECES = """
const scene = DATA.frames[arguments[0]].scene, wrong = [];
const same = (what, found, expected) => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push([what, found, expected]);
};
const stones = (room) => [...room.querySelectorAll(".lots")].flatMap((lot) => {
  const stone = lot.querySelector(".stone");
  return stone ? [stone.textContent.repeat(Number(lot.dataset.count))] : [];
}).join("");
const raiders = (room) => {
  const counts = scene.seats.map(() => 0);
  for (const piece of room.querySelectorAll(".raider")) {
    const lot = piece.closest(".lots");
    counts[Number(piece.querySelector("text").textContent)] += lot ? Number(lot.dataset.count) / lot.querySelectorAll(".raider").length : 1;
  }
  return counts;
};
const digits = (room) => [...room.querySelectorAll(".playing")].map((card) => card.textContent).join("");
for (const { space, stones: lying, vikings, conflict } of scene.spaces) {
  const line = document.querySelector(`[data-space="${space}"]`);
  same(`stones on ${space}`, stones(line), lying);
  same(`Vikings on ${space}`, raiders(line), vikings);
  same(`conflict on ${space}`, line.classList.contains("fight"), conflict === "fight");
}
scene.seats.forEach((own, seat) => {
  const part = document.querySelector(`[data-seat="${seat}"]`);
  own.walls.forEach((wall, number) => {
    const stack = part.querySelector(`[data-wall="${number + 1}"]`);
    same(`wall ${number + 1}`, [...stack.children].map((stone) => stone.textContent).join(""), wall);
    // The first stone lies at the bottom.
    const heights = [...stack.children].map((stone) => -stone.getBoundingClientRect().top);
    same(`stack ${number + 1}`, heights, [...heights].sort((a, b) => a - b));
  });
  for (const { place, seats } of own.besieged) {
    const expected = scene.seats.map((_, other) => Number(seats.includes(other)));
    same(`besiegers at ${place}`, raiders(part.querySelector(`[data-place="${place}"]`)), expected);
  }
  same("at home", raiders(part.querySelector(".at-home"))[seat], own.home);
  own.hospital.forEach((count, station) => {
    const room = part.querySelector(`[data-station="${station + 1}"]`);
    same(`station ${station + 1}`, room ? raiders(room)[seat] : 0, count);
  });
  same("amulets", Number(part.querySelector(".amulets").textContent), own.amulets);
  same("hand", digits(part.querySelector(".hand")), own.hand);
  same("pile", digits(part.querySelector(".pile")), own.pile);
  same("hidden", part.querySelectorAll(".hand .hidden").length, own.open ? 0 : own.hand.length);
  same("to decide", part.classList.contains("moves"), scene.to_move === seat);
});
same("duel", Boolean(document.getElementById("duel")), scene.duel !== null);
return wrong;
"""
