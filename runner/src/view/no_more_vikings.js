// The table of No More Vikings!, from a scene and the one a step earlier, so that what has changed can be marked.

// Every shape has the letter of the table's text in it.
const SHAPES = {
  villager: ["v", `<circle cx="15" cy="8.5" r="5" fill="#f3d7b0" stroke="#3c2812"/><path d="M4 28 Q5 14 15 14 Q25 14 26 28 Z" fill="#f3d7b0" stroke="#3c2812"/>`],
  soldier: ["s", `<path d="M4 4 H26 V15 Q26 25 15 29 Q4 25 4 15 Z" fill="#c3c8cd" stroke="#1c1c1c" stroke-width="1.6"/>`],
  cottage: ["C", `<path d="M3 15 L15 2 L27 15 H24 V28 H6 V15 Z" fill="#f0c07a" stroke="#4a3218" stroke-width="1.4"/>`],
  fortress: ["F", `<path d="M5 13 L15 3 L25 13 V20 H5 Z" fill="#f0c07a" stroke="#4a3218" stroke-width="1.4"/><path d="M1 12 H6 V15 H10 V12 H20 V15 H24 V12 H29 V29 H1 Z" fill="#c9cdd2" stroke="#1c1c1c" stroke-width="1.6"/>`],
  tower: ["T", `<path d="M5 2 H10 V6 H13 V2 H17 V6 H20 V2 H25 V11 L22 13 V29 H8 V13 L5 11 Z" fill="#c9cdd2" stroke="#1c1c1c" stroke-width="1.6"/>`],
  field: ["f", `<rect x="2" y="2" width="26" height="26" rx="3" fill="#f2dd6b" stroke="#6b5310"/><path d="M7 3 V27 M23 3 V27" stroke="#9a7a1c" stroke-width="2"/>`],
};
const LONGSHIP = `<path d="M15 3 V20" stroke="#4a3218" stroke-width="2"/><path d="M6 5 H24 Q27 11 23 16 H7 Q10 10 6 5 Z" fill="#c8321f" stroke="#1c1c1c"/><path d="M2 18 Q5 22 8 22 H22 Q25 22 28 18 Q27 28 21 28 H9 Q3 28 2 18 Z" fill="#8a5a2b" stroke="#3c2812"/>`;

const shape = (inner, label, text = "") => `<svg viewBox="0 0 30 30" role="img" aria-label="${safe(label)}">${inner}${text && `<text x="15" y="25.5" font-size="20" font-weight="700" text-anchor="middle" fill="#1c1c1c">${text}</text>`}<title>${safe(label)}</title></svg>`;
const unitShape = (name, label = name) => shape(SHAPES[name][1], label, SHAPES[name][0]);
const many = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;

// Equal cards once, with their number; those that nobody but the holder knows are hatched.
function cardTags(cards, hidden = false) {
  const counts = new Map();
  for (const { kind, known_by: others = [] } of cards) {
    const key = JSON.stringify([kind, others]);
    counts.set(key, (counts.get(key) || 0) + 1);
  }
  const tags = [...counts].map(([key, count]) => {
    const [kind, others] = JSON.parse(key);
    const who = others.length ? `, known to seat ${others.join(" and ")}` : "";
    return `<i class="tag${hidden && !others.length ? " hidden" : ""}" data-count="${count}" data-kind="${safe(kind)}">${safe(kind)}${count > 1 ? ` &#xD7;${count}` : ""}${who}</i>`;
  });
  return tags.join("") || "none";
}

// What fulfils a whim; of a pattern the row nearest the beach is at the bottom.
function whimBox(whim, fulfilled, hidden = false) {
  if (!whim) return "not chosen yet";
  const parts = Object.entries(whim.need || {}).map(([unit, count]) => `at least ${many(count, unit)}`);
  if (whim.none) parts.push(`no ${whim.none}`);
  const rows = (whim.pattern || []).map((row) => `<span>${[...row].map((mark) => `<b class="${mark === "." ? "any" : mark === "A" ? "acre" : "home"}">${mark === "." ? "" : mark === "A" ? "f" : "H"}</b>`).join("")}</span>`);
  return `<span class="whim"><i class="tag${hidden ? " hidden" : ""}">${safe(whim.name)}</i><span>${whim.points} points</span>${rows.length ? `<span class="pattern">${rows.reverse().join("")}</span>` : ""}${parts.length ? `<span>${safe(parts.join(", "))}</span>` : ""}${fulfilled ? "<strong class=\"met\">fulfilled</strong>" : ""}</span>`;
}

function season(scene) {
  const months = scene.months.map((bonus, month) => {
    const now = month + 1 === Math.max(scene.round, 1);
    return `<li class="${now ? "this" : ""}" title="month ${month + 1}${now ? ": the white longship is here" : ""}"><span>${month + 1}</span><span class="soft">${safe(bonus || "\u2013")}</span></li>`;
  });
  return `<ol class="season">${months.join("")}</ol>`;
}

function windowBox(scene) {
  if (!scene.window) return "";
  const { kind, seat, target, responses, top, owner } = scene.window;
  const named = target === null ? "" : ` against seat ${target}`;
  if (scene.phase === "effect") return `<p class="answers">Seat ${seat}'s <i class="tag">${safe(kind)}</i>${named} takes effect.</p>`;
  const stands = responses % 2 === 0 ? "the card stands" : "the card falls";
  const answers = responses === 0 ? "Not answered so far" : `${responses === 1 ? "1 answer" : `${responses} answers`}, the last one seat ${owner}'s <i class="tag">${safe(top)}</i>`;
  return `<p class="answers">Seat ${seat} plays <i class="tag">${safe(kind)}</i>${named}. ${answers}: ${stands}.</p>`;
}

function hamlet(scene, before, seat) {
  const own = scene.seats[seat], old = before && before.seats[seat];
  const raids = new Set(own.longships.map((longship) => longship.raid));
  const lines = own.village.map((row, number) => {
    const cells = row.map((unit, column) => {
      const parcel = `${scene.columns[column]}${number + 1}`;
      const fresh = old && old.village[number][column] !== unit ? " fresh" : "";
      return `<span class="parcel${raids.has(parcel) ? " raided" : ""}${fresh}" data-parcel="${parcel}" data-unit="${unit || ""}">${unit ? unitShape(unit, `${unit} on ${parcel}`) : ""}</span>`;
    });
    return `<em>${number + 1}</em>${cells.join("")}`;
  });
  const beach = scene.columns.map((column) => {
    const longship = own.longships.find((one) => one.column === column);
    const was = Boolean(old && old.longships.some((one) => one.column === column));
    const does = longship && (longship.soldiers ? "meets a soldier" : longship.raid ? `raids ${longship.raid}` : "finds nothing to raid");
    return `<span class="beach${old && was !== Boolean(longship) ? " fresh" : ""}" data-beach="${column}">${longship ? shape(LONGSHIP, `longship before column ${column}: ${does}`) : ""}</span>`;
  });
  const letters = scene.columns.map((column) => `<em>${column}</em>`);
  return `<div class="hamlet" style="--columns:${scene.columns.length};--rows:${scene.rows}">${lines.reverse().join("")}<em></em>${beach.join("")}<em></em>${letters.join("")}</div>`;
}

function villageOf(scene, before, seat) {
  const own = scene.seats[seat], old = before ? before.seats[seat] : {};
  const token = own.token ? `<i class="tag${scene.phase === "token" ? " hidden" : ""}">${safe(own.token)}</i>` : "not chosen";
  const away = own.put_away.length ? `<span class="soft">put away ${safe(own.put_away.join(", "))}</span>` : "";
  return `<div class="purse tight"><span>score <span class="score">${own.score}</span>${change(own.score, old.score)}</span><span>track <span class="track">${own.track}</span></span><span>edicts <span class="edicts">${own.edicts}</span>${change(own.edicts, old.edicts)}</span></div>
    ${hamlet(scene, before, seat)}
    <div class="holding"><span>Token ${token}</span></div>
    <div class="holding"><span class="hand">Hand ${cardTags(own.hand, true)}</span></div>
    <div class="holding"><span>Whim ${whimBox(own.whim, own.fulfilled.own, true)}</span>${away}${own.fulfilled.official ? "<span class=\"soft\">official whim fulfilled</span>" : ""}</div>`;
}

const hamletKey = `<p class="key">${Object.keys(SHAPES).map((name) => `<span><span class="parcel">${unitShape(name)}</span>${name}</span>`).join("")}<span><span class="beach">${shape(LONGSHIP, "longship")}</span>longship</span><span><span class="parcel raided"></span>would be raided</span><span>H in a whim: cottage or fortress; f: field</span><span><i class="tag hidden">bow</i> only its owner knows it</span></p>`;

DRAWINGS.set("no-more-vikings", () => (scene, before) => {
  const seats = seatCards(scene, (seat) => villageOf(scene, before, seat), { kind: "villages" });
  const supply = Object.entries(scene.supply).map(([name, count]) => `${name} ${count}`).join(", ");
  const aside = scene.aside.length ? `<p class="aside">Laid aside, hidden from the others: ${cardTags(scene.aside, true)}</p>` : "";
  const fog = scene.fog ? `<p><strong>Fog: no raids in this round.</strong></p>` : "";
  const filled = scene.board_filled && scene.to_move !== null ? `<p><strong>A board has been filled: this is the last round.</strong></p>` : "";
  return `<div class="board"><div class="middle card"><div class="lying"><h2>${scene.round ? `Month ${scene.round} of ${scene.rounds}` : "Before the first month"}</h2>${season(scene)}<p class="note">This is ${safe(scene.note)}.</p></div><div class="lying">${fog}${filled}${windowBox(scene)}${aside}<p>Official whim ${whimBox(scene.official, false)}</p><p class="soft small">Deck ${many(scene.deck, "card")}. Supply: ${safe(supply)}.</p><p class="discard">Discard ${cardTags(scene.discard)}</p></div></div>${seats}${hamletKey}</div>`;
});
