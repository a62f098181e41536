// The table of Vikings on Board, from a scene and the one a step earlier, so that what has changed can be marked.

const CLANS = {
  R: { name: "red", fill: "#D55E00", ink: "#fff" }, B: { name: "blue", fill: "#0072B2", ink: "#fff" },
  G: { name: "green", fill: "#00805C", ink: "#fff" }, Y: { name: "yellow", fill: "#F0E442", ink: "#000" },
};
const GOODS = { h: "hide", g: "grain", m: "metal" };

const good = (letter) => `<i class="good ${letter}" title="${GOODS[letter]}">${letter}</i>`;
const goods = (letters, more = "") => [...letters].map((letter) => good(letter).replace("\"good", `"${more} good`)).join("");
const clanTag = (clan, text = clan) => `<b class="clan" style="background:${CLANS[clan].fill};color:${CLANS[clan].ink}">${text}</b>`;
const pawn = (scene, seat) => {
  const { clan } = scene.seats[seat];
  return `<svg class="pawn" data-of="${seat}" width="26" height="27" viewBox="0 0 30 31" role="img" aria-label="Viking of seat ${seat}">${person(15, 19, 10.6, { ...CLANS[clan], name: `seat ${seat}, ${CLANS[clan].name}` }, seat)}</svg>`;
};
// Its value is known to its owner only.
const barrel = ({ seat, value }) => `<i class="tag hidden cask" title="barrel of seat ${seat}, worth ${value}">${seat}: ${value}</i>`;

// A body: a part of the hull with its shield, and a head above it where there is crew.
function bodyPart({ clan, shields, crew }, name, fresh) {
  const { fill, ink } = CLANS[clan];
  return `<svg class="hull${fresh ? " fresh" : ""}" data-body="${name}" width="32" height="44" viewBox="0 0 32 44" role="img" aria-label="${clan}${shields}${crew ? " with crew" : ""}">
    <path d="M0 28 H32 V40 H0 Z" fill="#8a5a2b" stroke="#3c2812"/>${crew ? `<circle class="crew" cx="16" cy="6" r="5.2" fill="#f3d7b0" stroke="#3c2812"/>` : ""}
    <path d="M3 11 H29 V24 Q28 34 16 39 Q4 34 3 24 Z" fill="${fill}" stroke="#1c1c1c" stroke-width="1.2"/>
    <text x="16" y="28" font-size="14.9" font-weight="700" text-anchor="middle" fill="${ink}">${clan}${shields}</text><title>${name}: ${CLANS[clan].name}, ${shields} shields${crew ? ", with crew" : ""}</title></svg>`;
}
const prow = (number) => `<svg width="30" height="44" viewBox="0 0 30 44" role="img" aria-label="bow of ship ${number}"><path d="M30 28 V40 H14 Q3 36 5 16 Q2 12 5 5 Q13 5 12 13 Q12 26 30 28 Z" fill="#8a5a2b" stroke="#3c2812"/><text x="22" y="24" font-size="16" font-weight="700" text-anchor="middle" fill="currentColor">${number}</text></svg>`;
const rear = `<svg width="12" height="44" viewBox="0 0 12 44" aria-hidden="true"><path d="M0 28 Q8 27 10 17 Q12 36 0 40 Z" fill="#8a5a2b" stroke="#3c2812"/></svg>`;

function vessel(now, old) {
  const { ship: number, docked, sailing } = now;
  const name = ({ clan, shields, crew }) => `${clan}${shields}${crew}`;
  const bodies = now.bodies.map((body, place) => bodyPart(body, `${number}.${place + 1}`, old && (!old.bodies[place] || name(old.bodies[place]) !== name(body))));
  const bets = new Map(now.bets.map((bet) => [bet.clan, bet]));
  const aboard = now.influence.map(({ clan, shields }) => ({ clan, shields }));
  const others = now.bets.filter((bet) => !aboard.some((one) => one.clan === bet.clan)).map(({ clan }) => ({ clan, shields: docked ? 0 : "" }));
  const zones = [...aboard, ...others].map(({ clan, shields }) => `<span class="zone" data-zone="${number}.${clan}">${clanTag(clan, `${clan}\u00A0${shields}`)}${bets.has(clan) ? barrel(bets.get(clan)) : ""}</span>`).join("");
  const sails = sailing ? `<strong class="cross">sails</strong>` : "";
  const hull = docked ? `<div class="hulls">${prow(number)}${bodies.join("")}${rear}<span class="bow">${goods(now.bow, old && old.bow !== now.bow ? "fresh" : "")}</span>${sails}</div>` : `<p class="soft small">Ship ${number} has sailed</p>`;
  return `<li class="vessel${sailing ? " fight" : ""}" data-ship="${number}">${hull}<div class="zones">${zones}</div></li>`;
}

function spaces(scene) {
  const cells = scene.spaces.map(({ name, waits, moved }, number) => {
    const who = [waits === null ? "" : `<span class="waits">${pawn(scene, waits)}</span>`, moved === null ? "" : `<span class="moved">${pawn(scene, moved)}</span>`].join("");
    return `<li data-space="${number + 1}"><em>${number + 1} ${safe(name)}</em><span class="who">${who}</span></li>`;
  });
  return `<ol class="places-row">${cells.join("")}</ol>`;
}

const stack = (name, letters) => `<span class="pile" data-stack="${name}">${name} ${goods(letters, "unseen") || "empty"}</span>`;

function harbour(scene, before) {
  const worth = Object.entries(scene.market).map(([kind, value]) => `<span class="worth" data-good="${kind}">${good(kind)} ${value}${change(value, before ? before.market[kind] : undefined)}</span>`).join("");
  const hand = scene.in_hand ? `<span class="drawn">drawn ${goods(scene.in_hand)}</span>` : "";
  const picks = scene.picks === null ? "" : `<span class="picks">next picks ${[...scene.picks].map((clan) => clanTag(clan)).join("")}</span>`;
  const stern = scene.stern === null ? "" : `<span>stern: seat ${scene.stern}</span>`;
  return `<div class="holding market"><span>Market ${worth}</span>${hand}${picks}${stern}<span class="soft">${scene.departures} of ${scene.last_departure} ships have sailed</span></div>`;
}

DRAWINGS.set("vikings-on-board", () => (scene, before) => {
  const own = (seat) => {
    const { clan, score, for_supplies: worth, supplies, barrels } = scene.seats[seat], old = before ? before.seats[seat] : {};
    const casks = barrels.map(({ value, place }) => `<span class="owned" data-place="${safe(place)}"><i class="tag hidden">${value}</i> ${safe(place)}</span>`).join("");
    return `<div class="purse"><span>${clanTag(clan, CLANS[clan].name)}</span><span>score <span class="score">${score}</span>${change(score, old.score)}</span></div><div class="holding"><span class="supplies">Supplies ${goods(supplies) || "none"} <span class="soft">worth ${worth}</span></span></div><div class="holding"><span class="barrels">Barrels ${casks}</span></div>`;
  };
  const fleet = scene.ships.map((one, number) => vessel(one, before && before.ships[number])).join("");
  const stores = `<div class="holding stores">${stack("W1", scene.w1)}${stack("W2", scene.w2)}<span>Box ${goods(scene.box) || "empty"}</span></div>`;
  return `<div class="board across"><div class="middle card"><ul class="fleet">${fleet}</ul><div class="lying">${spaces(scene)}${harbour(scene, before)}</div></div>${seatCards(scene, own)}<div class="card stored">${stores}</div><p class="key">${Object.keys(CLANS).map((clan) => `<span>${clanTag(clan)} ${CLANS[clan].name}</span>`).join("")}${Object.entries(GOODS).map(([letter, name]) => `<span>${good(letter)} ${name}</span>`).join("")}<span>${barrel({ seat: 0, value: 3 })} barrel of seat 0; its value, 3, is known to its owner only</span><span><b class="clan plain">R 5</b> shields of a clan aboard, the most influential first</span><span><span class="waits">${pawn(scene, 0)}</span> waits, <span class="moved">${pawn(scene, 0)}</span> has moved</span></p></div>`;
});
