"""The picture of No More Vikings! against what the program wrote down, and against the record."""

from browser import equal


def check_no_more_vikings(browser, record, last, go):
    """Pieces are counted; the scene says how many there should be, the record what the scores are at the end."""
    for index in range(0, last + 1, max(1, last // 24)):
        go(browser, index)
        equal(f"table after {index} decisions", browser.ask(PIECES, index), [])
    browser.press("End")
    found = browser.ask("return [...document.querySelectorAll('.seat .score')]"
                        ".map((text) => Number(text.textContent))")
    equal("score", found, record["result"]["score"])


# Units by parcel, longships by column, cards by kind and whether they are hidden.
PIECES = """
const scene = DATA.frames[arguments[0]].scene, wrong = [];
const same = (what, found, expected) => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push([what, found, expected]);
};
const tags = (room) => [...room.querySelectorAll("[data-kind]")].flatMap((tag) =>
  Array(Number(tag.dataset.count)).fill(tag.dataset.kind + (tag.classList.contains("hidden") ? "?" : ""))).sort();
const kinds = (cards, hidden) => cards.map((card) => card.kind + (hidden && !(card.known_by || []).length ? "?" : "")).sort();
for (const [seat, own] of scene.seats.entries()) {
  const room = document.querySelector(`[data-seat="${seat}"]`), grid = room.querySelector(".hamlet");
  // What is seen of a unit is its letter.
  const letters = { villager: "v", soldier: "s", cottage: "C", fortress: "F", tower: "T", field: "f" };
  const units = [...grid.querySelectorAll(".parcel")].map((cell) => [cell.dataset.parcel, cell.querySelector("text")?.textContent ?? null]);
  const expected = own.village.flatMap((row, number) => row.map((unit, column) =>
    [`${scene.columns[column]}${number + 1}`, unit === null ? null : letters[unit]]));
  same(`village ${seat}`, units.sort(), expected.sort());
  // Row 1 is at the beach, and every longship lies before its column.
  const at = (one) => one.getBoundingClientRect();
  const beaches = [...grid.querySelectorAll(".beach")];
  same(`beach ${seat}`, beaches.filter((space) => space.querySelector("svg")).map((space) => space.dataset.beach),
    own.longships.map((longship) => longship.column));
  for (const space of beaches) {
    const parcels = [1, 2].map((row) => grid.querySelector(`[data-parcel="${space.dataset.beach}${row}"]`)).filter(Boolean).map(at);
    const box = at(space);
    same(`column ${space.dataset.beach} of ${seat}`, parcels.every((parcel) => Math.abs(parcel.left - box.left) < 1), true);
    same(`rows of ${seat}`, [...parcels.map((parcel) => parcel.top), box.top].slice(-2).every((top) => top <= box.top)
      && (parcels.length < 2 || parcels[1].top < parcels[0].top), true);
  }
  same(`raids ${seat}`, [...grid.querySelectorAll(".raided")].map((cell) => cell.dataset.parcel).sort(),
    own.longships.map((longship) => longship.raid).filter(Boolean).sort());
  same(`hand ${seat}`, tags(room.querySelector(".hand")), kinds(own.hand, true));
  same(`edicts ${seat}`, Number(room.querySelector(".edicts").textContent), own.edicts);
  same(`track ${seat}`, Number(room.querySelector(".track").textContent), own.track);
}
same("discard", tags(document.querySelector(".discard")), kinds(scene.discard));
const aside = document.querySelector(".aside");
same("aside", aside ? tags(aside) : [], kinds(scene.aside, true));
same("months", document.querySelectorAll(".season li").length, scene.rounds);
same("month", [...document.querySelectorAll(".season .this span:first-child")].map((text) => Number(text.textContent)), [Math.max(scene.round, 1)]);
same("note", document.querySelector(".note").textContent.includes("stand-ins"), true);
return wrong;
"""
