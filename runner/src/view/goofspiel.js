// The table of goofspiel, from a scene and the one a step earlier, so that what has changed can be marked.

const row = (cards, more) => cards.map((value) => card(value, more)).join("") || "none";

function prizes(scene) {
  const [now, ...later] = scene.to_come;
  const shown = now === undefined ? "" : `<p class="duel"><span>Prize</span>${card(now, "prize")}${scene.carried.length ? `<span class="carried">carried over ${row(scene.carried)}</span>` : ""}</p>`;
  return `${shown}<p class="later holding"><span>To come ${row(later, "hidden")}</span></p><p class="before holding"><span>Before ${row(scene.before, "past")}</span></p>`;
}

DRAWINGS.set("goofspiel", () => (scene, before) => {
  const own = (seat) => {
    const { points, cards, bid } = scene.seats[seat], old = before ? before.seats[seat] : {};
    // Every card of the deck has its place, so that what is gone can be seen.
    const hand = scene.deck.map((value) => (cards.includes(value) ? card(value, value === bid ? "down" : "") : card("", "gone"))).join("");
    return `<div class="purse"><span>points <span class="points">${points}</span>${change(points, old.points)}</span>${bid === null ? "" : `<span class="bid">bids ${bid}, face down</span>`}</div><div class="holding"><span class="hand">${hand}</span></div>`;
  };
  const round = Math.min(scene.round, scene.rounds);
  return `<div class="board"><div class="middle card"><div class="lying"><h2>Prize ${round} of ${scene.rounds}</h2>${prizes(scene)}</div></div>${seatCards(scene, own)}<p class="key"><span>${card(5, "prize")} bid for now</span><span>${card(5, "hidden")} in this order, which nobody knows</span><span>${card(5, "down")} lies face down</span></p></div>`;
});
