"""The picture of Vikings on Board against what the program wrote down, and against the record."""

from browser import equal


def check_on_board(browser, record, last, go):
    """Bodies, supplies, barrels and vikings are counted; the record says what the seats have at the end."""
    for index in range(0, last + 1, max(1, last // 24)):
        go(browser, index)
        equal(f"table after {index} decisions", browser.ask(HARBOUR, index), [])
    browser.press("End")
    equal("score", browser.ask("return [...document.querySelectorAll('.seat .score')]"
                               ".map((text) => Number(text.textContent))"), record["result"]["score"])
    supplies = browser.ask("return [...document.querySelectorAll('.seat .supplies')]"
                           ".map((room) => room.querySelectorAll('.good').length)")
    equal("supplies", supplies, record["result"]["supplies"])


HARBOUR = """
const scene = DATA.frames[arguments[0]].scene, wrong = [];
const same = (what, found, expected) => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push([what, found, expected]);
};
const goods = (room) => [...room.querySelectorAll(".good")].map((good) => good.textContent).join("");
for (const { ship, docked, sailing, bow, bodies, influence, bets } of scene.ships) {
  const room = document.querySelector(`[data-ship="${ship}"]`);
  const hulls = [...room.querySelectorAll(".hull")];
  same(`bodies of ${ship}`, hulls.map((hull) => hull.querySelector("text").textContent), bodies.map(({ clan, shields }) => `${clan}${shields}`));
  same(`crew of ${ship}`, hulls.map((hull) => hull.querySelector(".crew") !== null), bodies.map((body) => body.crew));
  // The first body is next to the bow.
  const places = hulls.map((hull) => hull.getBoundingClientRect()).map((box) => 10000 * Math.round(box.top) + box.left);
  same(`order on ${ship}`, places, [...places].sort((a, b) => a - b));
  same(`supplies on ${ship}`, docked ? goods(room.querySelector(".bow")) : "", bow);
  same(`${ship} sails`, room.classList.contains("fight"), sailing);
  const zones = [...room.querySelectorAll(".zone")];
  same(`clans on ${ship}`, zones.slice(0, influence.length).map((zone) => zone.querySelector(".clan").textContent), influence.map(({ clan, shields }) => `${clan}\u00A0${shields}`));
  const casks = zones.flatMap((zone) => [...zone.querySelectorAll(".cask")].map((cask) => `${zone.dataset.zone} ${cask.textContent}`)).sort();
  same(`barrels at ${ship}`, casks, bets.map(({ clan, seat, value }) => `${ship}.${clan} ${seat}: ${value}`).sort());
}
const seatOf = (room) => { const pawn = room && room.querySelector(".pawn"); return pawn ? Number(pawn.dataset.of) : null; };
scene.spaces.forEach(({ name, waits, moved }, number) => {
  const room = document.querySelector(`[data-space="${number + 1}"]`);
  same(`space ${name}`, room.querySelector("em").textContent, `${number + 1} ${name}`);
  same(`vikings on ${name}`, [seatOf(room.querySelector(".waits")), seatOf(room.querySelector(".moved"))], [waits, moved]);
});
for (const [kind, value] of Object.entries(scene.market)) {
  same(`market ${kind}`, parseInt(document.querySelector(`[data-good="${kind}"]`).childNodes[1].textContent, 10), value);
}
for (const name of ["W1", "W2"]) same(name, goods(document.querySelector(`[data-stack="${name}"]`)), scene[name.toLowerCase()]);
scene.seats.forEach((own, seat) => {
  const room = document.querySelector(`[data-seat="${seat}"]`);
  same(`supplies ${seat}`, goods(room.querySelector(".supplies")), own.supplies);
  same(`barrels ${seat}`, [...room.querySelectorAll(".owned")].map((one) => `${one.querySelector(".tag").textContent} ${one.dataset.place}`), own.barrels.map(({ value, place }) => `${value} ${place}`));
  same(`score ${seat}`, Number(room.querySelector(".score").textContent), own.score);
  same(`to decide ${seat}`, room.classList.contains("moves"), scene.to_move === seat);
});
same("picks", [...document.querySelectorAll(".picks .clan")].map((clan) => clan.textContent).join(""), scene.picks ?? "");
return wrong;
"""
