// The table of Eketorp, from a scene and the one a step earlier, so that what has changed can be marked.

const STONES = { g: "grass", w: "wood", c: "clay", s: "stone" };
const WEAPONS = ["catapult", "boat", "ram"];
// More of a kind are one piece with a number.
const FEW = 4;

const raider = (seat) => `<svg class="raider" width="26" height="27" viewBox="0 0 30 31" role="img" aria-label="Viking of seat ${seat}">${person(15, 19, 10.6, { name: `seat ${seat}`, ...BANDS[seat % BANDS.length] }, seat)}</svg>`;
const stone = (kind) => `<i class="stone ${safe(kind)}" title="${safe(STONES[kind] || kind)}">${safe(kind)}</i>`;

// A piece several times, or once with their number.
const several = (piece, count, few = FEW) => (count === 0 ? "" : `<span class="lots" data-count="${count}">${count <= few ? piece.repeat(count) : `${piece}&#xD7;${count}`}</span>`);
const heap = (letters, few) => Object.keys(STONES).map((kind) => several(stone(kind), letters.split(kind).length - 1, few)).join("");
const band = (counts) => counts.map((count, seat) => several(raider(seat), count, 2)).join("");

function places(scene) {
  const lines = scene.spaces.map(({ space, stones, vikings, conflict }) => `<li class="${conflict || ""}" data-space="${space}"><em class="name">${space}</em><span class="lying-here">${heap(stones, 3) || "<span class=\"soft\">&#x2013;</span>"}</span><span class="standing">${band(vikings)}${conflict ? `<strong class="cross">${scene.duel !== null && scene.duel.place === space ? "now" : "fight"}</strong>` : ""}</span></li>`);
  return `<div><h2>Round ${scene.round} of at most ${scene.rounds}, material card ${scene.card}</h2><ul class="places">${lines.join("")}</ul></div>`;
}

function duelBox(scene) {
  if (!scene.duel) return "";
  const { place, attacker, defender, card: played, points } = scene.duel;
  const siege = scene.seats.some((own) => own.besieged.some((camp) => camp.place === place && !camp.seats.includes(defender)));
  const down = played === null ? "" : `${card(played, "down")}<span class="soft small">face down</span>`;
  const words = points === null ? "" : `<span>loot worth up to ${points}</span>`;
  return `<div id="duel"><h2>${siege ? "Siege" : "Fight"} at ${place}</h2><p class="duel"><span class="lots">${raider(attacker)} attacks</span>${down}<span class="lots">${raider(defender)} defends</span>${words}</p></div>`;
}

function village(scene, before, seat) {
  const own = scene.seats[seat], old = before && before.seats[seat];
  const fronts = own.besieged.map((camp, number) => {
    const walls = [2 * number, 2 * number + 1];
    const stacks = walls.map((wall) => `<div class="wall${old && old.walls[wall] !== own.walls[wall] ? " fresh" : ""}" data-wall="${wall + 1}">${[...own.walls[wall]].map(stone).join("")}</div>`);
    const now = scene.duel !== null && scene.duel.place === camp.place;
    const state = now ? "<strong class=\"cross\">now</strong>" : camp.held ? "<span class=\"soft\">held</span>" : camp.conflict ? `<strong class="cross">${camp.conflict}</strong>` : "";
    return `<div class="front">${stacks.join("")}${walls.map((wall) => `<em class="number">${wall + 1}</em>`).join("")}<div class="camp ${camp.conflict || ""}" data-place="${camp.place}" title="${WEAPONS[number]}"><span class="soft">${camp.place}</span>${camp.seats.map(raider).join("")}${state}</div></div>`;
  });
  return `<div class="village" style="--height:${scene.wall_height}">${fronts.join("")}</div>`;
}

function villageCard(scene, before, seat) {
  const own = scene.seats[seat], old = before ? before.seats[seat] : {};
  const sick = own.hospital.map((count, station) => (count === 0 ? "" : `<span data-station="${station + 1}">${station + 1}: ${several(raider(seat), count)}</span>`)).join("");
  const cards = [...own.hand].map((value) => card(value, own.open ? "" : "hidden")).join("");
  const more = [own.load ? `<span>Brings home ${heap(own.load)}</span>` : "", own.beside ? `<span>Beside the village ${heap(own.beside)}</span>` : ""].join("");
  return `<div class="purse"><span>points <span class="points">${own.points}</span>${change(own.points, old.points)}</span><span>stones <span class="stones">${own.stones}</span> of ${scene.full}</span><span>amulets <span class="amulets">${own.amulets}</span></span></div>
    ${village(scene, before, seat)}
    <div class="holding"><span class="at-home">Home ${several(raider(seat), own.home) || "nobody"}</span><span class="hospital">Hospital ${sick || "nobody"}</span>${more}</div>
    <div class="holding"><span class="hand">Hand ${cards || "none"} <span class="badge">${own.open ? "open" : "hidden"}</span></span><span class="pile">Pile ${[...own.pile].map((value) => card(value)).join("") || "none"}</span>${own.discarded ? `<span class="soft">${own.discarded} discarded unseen</span>` : ""}</div>`;
}

const eketorpLegend = `<p class="key">${Object.entries(STONES).map(([kind, name]) => `<span>${stone(kind)} ${name}</span>`).join("")}<span>${card(5, "hidden")} only its owner knows it</span><span>${card(5)} everybody knows it</span><span>C catapult, B boat, R ram: siege spaces below their walls</span></p>`;

DRAWINGS.set("eketorp", () => (scene, before) => {
  const seats = seatCards(scene, (seat) => villageCard(scene, before, seat), { kind: "villages" });
  const stores = `<p class="soft small">Talon ${scene.talon} cards. Supply ${Object.entries(STONES).map(([kind, name]) => `${scene.supply.split(kind).length - 1} ${name}`).join(", ")}.</p>`;
  return `<div class="board"><div class="middle card">${places(scene)}<div class="lying">${duelBox(scene)}${stores}</div></div>${seats}${eketorpLegend}</div>`;
});
