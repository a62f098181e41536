// Gems on the table, and each seat with its hand: pages of `view` draw scenes that name "gems" by this.

const COLOURS = { ruby: "#c8321f", opal: "#e7e3f2", jade: "#1fb58c" };

const gem = ([kind, count]) => `<span data-gem="${safe(kind)}"><svg width="26" height="24" viewBox="0 0 26 24" role="img" aria-label="${safe(kind)}"><path d="M6 2 H20 L25 9 L13 22 L1 9 Z" fill="${COLOURS[kind]}" stroke="#1c1c1c"/></svg>${safe(kind)} &#xD7;${count}</span>`;

DRAWINGS.set("gems", () => (scene, before) => {
  const own = (seat) => {
    const { points, hand, card: played } = scene.seats[seat];
    const then = before ? before.seats[seat].points : undefined;
    const down = played === null ? "" : `<p class="duel">plays ${card(played, "prize")}</p>`;
    return `<div class="purse">points <span class="points">${points}</span>${change(points, then)}</div>${down}<div class="holding"><span class="hand">${hand.map((value) => card(value, "hidden")).join("")}</span></div>`;
  };
  return `<div class="board"><div class="middle card"><h2>Gems on the table</h2><div class="pieces">${scene.gems.map(gem).join("")}</div></div>${seatCards(scene, own)}</div>`;
});
