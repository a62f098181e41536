// The table of Vikings, from a scene and the one a step earlier, so that what has changed can be marked.

const ROWS = ["W", "N", "S", "G", "F"];
const BONUS_ICON = {
  gold5: coin, gold3: coin, goldsmith1: "G", goldsmith2: "G", noble1: "N", scout1: "S", fisher1: "F",
  boatswain: "B", food3: `<svg width="22" height="16" viewBox="0 0 22 16" aria-hidden="true"><path d="M2 8 Q8 0 15 8 L20 3 V13 L15 8 Q8 16 2 8 Z" fill="#56B4E9" stroke="#153e56"/><circle cx="6" cy="7" r="1" fill="#000"/></svg>`,
  longboat: `<svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true"><path d="M11 2 V15" stroke="#4a3218" stroke-width="1.6"/><path d="M4 4 H18 V11 H4 Z" fill="#eee" stroke="#333"/><path d="M1 14 H21 L18 20 H4 Z" fill="#8a5a2b" stroke="#3c2812"/></svg>`,
};

function bonusTile(name) {
  const kind = BONUS_ICON[name];
  const building = /^building-(.)$/.exec(name);
  let icon = kind || "";
  if (kind && COLOURS[kind]) icon = vikingIcon(kind);
  if (building) icon = `<svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">${house(11, 11, building[1].toUpperCase(), true)}</svg>`;
  return `<span class="chip" data-kind="${safe(name)}">${icon}${safe(name)}</span>`;
}

const pieces = (letters) => {
  const counts = ["F", "G", "S", "N", "W", "B"].map((letter) => [letter, letters.split(letter).length - 1]);
  const some = counts.filter(([, count]) => count > 0);
  return some.map(([letter, count]) => `<span>${vikingIcon(letter)}&#xD7;${count}</span>`).join("");
};

function wheel(scene, before) {
  const c = 180, parts = [];
  parts.push(`<circle cx="${c}" cy="${c}" r="172" fill="#eadfc8" stroke="#a58a5a" stroke-width="2"/><circle cx="${c}" cy="${c}" r="118" fill="#f6efe0" stroke="#a58a5a"/><circle cx="${c}" cy="${c}" r="66" fill="#fffaf0" stroke="#a58a5a"/>`);
  for (let space = 0; space < 12; space++) {
    const angle = ((space * 30 - 90) * Math.PI) / 180;
    const edge = angle + Math.PI / 12;
    const on = (r, a = angle) => [c + r * Math.cos(a), c + r * Math.sin(a)].map((v) => Number(v.toFixed(1)));
    const [ax, ay] = on(66, edge), [bx, by] = on(172, edge);
    parts.push(`<path d="M${ax} ${ay} L${bx} ${by}" stroke="#cdb98f"/>`);
    const lot = scene.spaces[space];
    const old = before && before.spaces[space];
    const gone = !lot && old && old.viking;
    const shown = lot || (gone ? old : null);
    if (!shown) continue;
    const [tx, ty] = on(145), [vx, vy] = on(97), [px, py] = on(76);
    const s = 40;
    let piece = tile(tx - s / 2, ty - s / 2, s, shown.tile);
    if (shown.viking) piece += viking(vx, vy + 2, 11.5, shown.viking);
    if (gone) {
      parts.push(`<g opacity="0.28">${piece}</g><rect x="${tx - s / 2}" y="${ty - s / 2}" width="${s}" height="${s}" fill="none" stroke="#333" stroke-width="1.5" stroke-dasharray="4 3"/>`);
      continue;
    }
    parts.push(piece);
    if (lot.price !== undefined) {
      const wins = scene.winning_price === lot.price;
      const [qx, qy] = wins ? on(53) : on(54);
      parts.push(`<circle cx="${qx}" cy="${qy}" r="11.5" fill="${wins ? "#F0C93A" : "#fff"}" stroke="${wins ? "#3b2f08" : "#a58a5a"}" stroke-width="${wins ? 2.2 : 1}"/><text x="${qx}" y="${qy + 5}" font-size="15" font-weight="700" text-anchor="middle" class="price">${lot.price}</text>`);
      if (wins) parts.push(`<text x="${px}" y="${py + 5}" font-size="15" text-anchor="middle">&#x2605;</text>`);
    }
  }
  parts.push(`<text x="${c}" y="${c - 4}" font-size="16" font-weight="700" text-anchor="middle">Round ${scene.round}</text><text x="${c}" y="${c + 15}" font-size="15" text-anchor="middle" fill="#5b6875">of ${scene.rounds}</text>`);
  return `<svg class="wheel" viewBox="0 0 360 360" role="img" aria-label="Wheel with lots and prices">${parts.join("")}</svg>`;
}

// Columns that a seat needs in any scene, one free column included.
function columnsNeeded(scenes, seat) {
  const widths = scenes.map((scene) => {
    const own = scene.seats[seat];
    return Math.max(own.ships.length, ...ROWS.map((row) => own.rows[row].length));
  });
  return Math.max(5, 1 + Math.max(...widths));
}

// What a sail is worth under it, with the sign of gold or of glory.
function sailWorth(x, y, gold, glory) {
  const signs = [[gold, COIN], [glory, STAR]].filter(([amount]) => amount);
  const begin = x - (signs.length * 23) / 2;
  return signs.map(([amount, sign], number) => `<text x="${begin + number * 23}" y="${y}" font-size="15">${amount}</text><g transform="translate(${begin + number * 23 + 9 * String(amount).length} ${y - 12}) scale(0.72)">${sign}</g>`).join("");
}

// Pixels: a cell, the mainland, and all of a tableau as it is drawn, and as small as it may be shown.
const CELL = 46, MAINLAND = 30;
const tableauWidth = (columns) => MAINLAND + columns * CELL + 2;
const leastWidth = (columns) => Math.ceil(SMALLEST * tableauWidth(columns));

function tableau(scene, before, seat, columns) {
  const s = CELL, left = MAINLAND, own = scene.seats[seat], old = before && before.seats[seat];
  const top = 58, width = tableauWidth(columns), height = top + 5 * s + 18;
  const parts = [`<rect x="0" y="0" width="${width}" height="${height}" rx="6" fill="#dcedf5"/>`,
    `<rect x="0" y="${top}" width="${left - 3}" height="${5 * s}" rx="4" fill="#c7ad77"/>`];
  const x = (column) => left + (column - 1) * s, y = (row) => top + ROWS.indexOf(row) * s;
  const repelled = new Set(own.repelled), threatened = new Set(own.threatened);
  for (let column = 1; column <= columns; column++) {
    parts.push(`<text x="${x(column) + s / 2}" y="${height - 4}" font-size="15" text-anchor="middle" fill="#5b6875">${column}</text>`);
    const sail = own.ships[column - 1];
    if (!sail || sail === ".") continue;
    const stopped = repelled.has(column);
    const { gold, glory } = scene.sails[sail];
    const worth = [gold ? `${gold} gold` : "", glory ? `${glory} glory` : ""].filter(Boolean).join(" ");
    const fresh = old && (old.ships[column - 1] || ".") === ".";
    parts.push(`<g class="ship">${fresh ? `<rect x="${x(column)}" y="2" width="${s}" height="44" rx="4" fill="#fff4c2"/>` : ""}${ship(x(column) + 2, 1, s - 6, sail, stopped)}
      ${stopped ? `<text x="${x(column) + s / 2}" y="55" font-size="15" text-anchor="middle" font-weight="700" fill="#8f2d00">&#x2715;</text>` : sailWorth(x(column) + s / 2, 55, gold, glory)}
      <title>${COLOURS[sail].name}s' sail, ${worth}${stopped ? ", repelled" : ""}</title></g>`);
  }
  for (const row of ROWS) {
    parts.push(`<text x="${(left - 3) / 2}" y="${y(row) + s / 2 + 6}" font-size="17" font-weight="700" text-anchor="middle" fill="#1c1c1c">${row}</text>`);
    for (let column = 1; column <= columns; column++) {
      const text = own.rows[row][column - 1] || ".", was = old ? old.rows[row][column - 1] || "." : text;
      const cell = row + column, danger = threatened.has(cell), cx = x(column), cy = y(row);
      const inside = [];
      if (text === ".") {
        inside.push(`<rect x="${cx + 1}" y="${cy + 1}" width="${s - 2}" height="${s - 2}" rx="3" fill="none" stroke="#a9c9d8" stroke-dasharray="2 3"/>`);
      } else {
        inside.push(island(cx, cy, s, text[0]));
      }
      if (danger) inside.push(`<rect class="threat" x="${cx}" y="${cy}" width="${s}" height="${s}" fill="url(#hatch)"/>`);
      if (text.endsWith("+")) inside.push(viking(cx + s * 0.38, cy + s * 0.6, 11.5, row), building(cx, cy, s, text[0]));
      if (danger && text.endsWith("+")) inside.push(`<g><circle cx="${cx + 36}" cy="${cy + s - 10}" r="8.5" fill="#fff" stroke="#8f2d00" stroke-width="1.6"/><text x="${cx + 36}" y="${cy + s - 5}" font-size="15" font-weight="700" text-anchor="middle" fill="#8f2d00">!</text></g>`);
      if (text !== was) inside.push(`<rect x="${cx + 1.5}" y="${cy + 1.5}" width="${s - 3}" height="${s - 3}" rx="4" fill="none" stroke="#1c1c1c" stroke-width="3"/><rect x="${cx + 1.5}" y="${cy + 1.5}" width="${s - 3}" height="${s - 3}" rx="4" fill="none" stroke="#F0E442" stroke-width="1.4"/>`);
      parts.push(`<g class="cell" data-cell="${cell}">${inside.join("")}<title>${cell}${danger ? ", threatened" : ""}</title></g>`);
    }
  }
  return `<svg class="tableau" viewBox="0 0 ${width} ${height}" style="min-width:${leastWidth(columns)}px;max-width:${Math.round(width * 1.25)}px" role="img" aria-label="Tableau of seat ${seat}"><defs>${HATCH.replace("hatch", `hatch${seat}`)}</defs>${parts.join("").replaceAll("#hatch", `#hatch${seat}`)}</svg>`;
}

function household(scene, before, seat, columns) {
  const own = scene.seats[seat], old = before ? before.seats[seat] : {};
  const bonus = own.bonus && own.bonus.length ? `<div class="chips" data-owned="${seat}">${own.bonus.map(bonusTile).join("")}</div>` : "";
  const words = [`islands ${own.islands}${own.longest ? ` (longest ${own.longest})` : ""}`, `eats ${own.meals}, food ${own.food}`];
  return `<div class="purse"><span>${coin} <span class="gold">${own.gold}</span> gold${change(own.gold, old.gold)}</span><span>${star} <span class="glory">${own.glory}</span> glory${change(own.glory, old.glory)}</span></div>
    <div class="scroll">${tableau(scene, before, seat, columns)}</div>
    <div class="pieces"><span class="soft">Ashore</span>${pieces(own.ashore) || "<span class=\"soft\">nobody</span>"}</div>
    ${bonus}<p class="soft small">${words.join(" &#xB7; ")}</p>`;
}

function auction(scene) {
  if (scene.vikings_to_come === undefined) return "";
  const bid = scene.standing_bid;
  const words = scene.phase !== "bid" ? "" : `<p class="small">Standing bid: <strong>${bid ? `${bid.bid} by seat ${bid.seat}` : "none"}</strong></p>`;
  return `<div><h2>Vikings to come</h2><div class="pieces">${pieces(scene.vikings_to_come)}</div>${words}</div>`;
}

const legend = `<p class="key">${Object.keys(COLOURS).map((letter) => `<span>${vikingIcon(letter)}${COLOURS[letter].name}</span>`).join("")}
  <span><svg width="18" height="18" aria-hidden="true"><defs>${HATCH.replace("hatch", "hatchkey")}</defs><rect width="18" height="18" fill="url(#hatchkey)" stroke="#8f2d00"/></svg>threatened</span><span><b class="cross">&#x2715;</b> ship repelled</span></p>`;

DRAWINGS.set("vikings", (scenes) => {
  // One width for all tableaus, so that they have one scale.
  const columns = Math.max(...DATA.names.map((_, seat) => columnsNeeded(scenes, seat)));
  return (scene, before) => drawVikings(scene, before, columns);
});

function drawVikings(scene, before, columns) {
  const row = scene.bonus_row === undefined ? "" : `<div><h2>Bonus tiles face up</h2><div class="chips" id="row">${scene.bonus_row.map(bonusTile).join("") || "<span class=\"soft\">none</span>"}</div><p class="soft small">${scene.winning_price === null || !scene.lots ? "" : "&#x2605; the lot that wins one"}</p></div>`;
  const bought = scene.bought === undefined ? "" : `<div><h2>Being placed</h2><svg width="84" height="48" viewBox="0 0 84 48" aria-hidden="true">${tile(2, 2, 44, scene.bought.tile)}${viking(66, 28, 12, scene.bought.viking)}</svg></div>`;
  // Two tableaus are side by side only where there is room for both.
  const style = `--least:${DATA.names.length > 2 ? 0 : leastWidth(columns) + 30}px`;
  const seats = seatCards(scene, (seat) => household(scene, before, seat, columns), { style });
  return `<div class="board"><div class="middle card">${wheel(scene, before)}<div class="lying">${auction(scene)}${bought}${row}</div></div>${seats}${legend}</div>`;
}
