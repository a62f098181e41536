"use strict";
// Shapes of the box as SVG texts. What comes from the record goes through `safe`.

// What draws tables, by the name that scenes give in `drawing`: from all scenes of a game to a function of
// a scene and the one before it.
const DRAWINGS = new Map();

const safe = (text) => String(text).replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

// By how much a number has changed.
function change(now, then) {
  const by = then === undefined ? 0 : now - then;
  return by === 0 ? "" : ` <small>(${by > 0 ? "+" : "\u2212"}${Math.abs(by)})</small>`;
}

// Every colour of a seat has the seat's number in it.
const BANDS = [
  { fill: "#0072B2", ink: "#fff" }, { fill: "#E8762B", ink: "#000" }, { fill: "#1FB58C", ink: "#000" },
  { fill: "#CC79A7", ink: "#000" }, { fill: "#F0E442", ink: "#000" }, { fill: "#56B4E9", ink: "#000" },
];

const card = (value, more = "") => `<i class="playing ${more}">${safe(value)}</i>`;

// A card for each seat: who plays it, whether it decides, or is first, and what `own` draws of it. All stand side by
// side, or below each other in a window that is not wide.
function seatCards(scene, own, { kind = "", style = "" } = {}) {
  const one = (name, seat) => {
    const moves = scene.to_move === seat;
    const badges = (moves ? `<span class="badge turn">&#x25B6; to decide</span>` : "") + (scene.first === seat ? `<span class="badge">first</span>` : "");
    return `<section class="card seat${moves ? " moves" : ""}" data-seat="${seat}">
      <header><h2>Seat ${seat}</h2><span class="agent soft">${safe(name)}</span>${badges}</header>
      ${own(seat)}</section>`;
  };
  return `<div class="seats ${kind}" style="${style}">${DATA.names.map(one).join("")}</div>`;
}

// Every colour has its letter beside it wherever it is shown.
const COLOURS = {
  F: { name: "fisherman", fill: "#0072B2", ink: "#fff" },
  G: { name: "goldsmith", fill: "#F0E442", ink: "#000" },
  S: { name: "scout", fill: "#009E73", ink: "#fff" },
  N: { name: "noble", fill: "#D55E00", ink: "#fff" },
  W: { name: "warrior", fill: "#222222", ink: "#fff" },
  B: { name: "boatswain", fill: "#B4B8BC", ink: "#000" },
};

// Pictures may be drawn at this part of their size, and no text at less than 11 pixels: letters have 14.9 units or
// more.
const SMALLEST = 0.74;

// A viking: horns, head, letter.
const viking = (x, y, r, letter, more = "") => person(x, y, r, COLOURS[letter], letter, more);

function person(x, y, r, colour, letter, more = "") {
  const horn = (side) => {
    const at = (dx, dy) => `${(x + side * dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`;
    return `<path d="M${at(0.6, -0.72)} Q${at(1.2, -0.8)} ${at(1.12, -1.4)} Q${at(1.62, -0.55)} ${at(0.9, -0.2)} Z"
      fill="#fffbe8" stroke="#333" stroke-width="0.9"/>`;
  };
  return `<g>${horn(-1)}${horn(1)}<circle cx="${x}" cy="${y}" r="${r}" fill="${colour.fill}" stroke="#1c1c1c" stroke-width="1.2" ${more}/>
    <text x="${x}" y="${y + r * 0.45}" font-size="${(r * 1.3).toFixed(1)}" font-weight="700" text-anchor="middle" fill="${colour.ink}">${letter}</text>
    <title>${colour.name}</title></g>`;
}

const vikingIcon = (letter) => `<svg width="30" height="29" viewBox="0 0 30 29" role="img" aria-label="${COLOURS[letter].name}">${viking(15, 17, 9.6, letter)}</svg>`;

function house(x, y, letter, golden) {
  const fill = golden ? "#F0C93A" : "#ffffff";
  return `<g><path d="M${x - 9} ${y - 2} L${x} ${y - 9} L${x + 9} ${y - 2} V${y + 10} H${x - 9} Z" fill="${fill}" stroke="#4a3a1c" stroke-width="${golden ? 1.8 : 1}"/>
    <text x="${x}" y="${y + 8.4}" font-size="15" font-weight="700" text-anchor="middle" fill="#2b2110">${letter}</text></g>`;
}

// The building of a middle, a capital letter under a building tile; nothing on other tiles.
const building = (x, y, s, letter) => (/[a-dA-D]/.test(letter) ? house(x + s - 10.5, y + 11, letter, letter === letter.toUpperCase()) : "");

// An island tile in the letters of the notation: sea, land that runs to the edge where it goes on.
function island(x, y, s, letter) {
  const t = y + s * 0.1, b = y + s * 0.9, m = y + s / 2, e = x + s;
  let land, coast;
  if (letter === "[") {
    const a = x + s * 0.14, c = x + s * 0.46;
    coast = `M${e} ${t} L${c} ${t} Q${a} ${t} ${a} ${m} Q${a} ${b} ${c} ${b} L${e} ${b}`;
    land = coast + " Z";
  } else if (letter === "]") {
    const a = e - s * 0.14, c = e - s * 0.46;
    coast = `M${x} ${t} L${c} ${t} Q${a} ${t} ${a} ${m} Q${a} ${b} ${c} ${b} L${x} ${b}`;
    land = coast + " Z";
  } else {
    coast = `M${x} ${t} H${e} M${x} ${b} H${e}`;
    land = `M${x} ${t} H${e} V${b} H${x} Z`;
  }
  return `<rect x="${x}" y="${y}" width="${s}" height="${s}" fill="#bfe0ef" stroke="#8fb9cd" stroke-width="0.8"/>
    <path d="${land}" fill="#a8c97c"/><path d="${coast}" fill="none" stroke="#c9a765" stroke-width="3"/>${building(x, y, s, letter)}`;
}

// A ship with its sail; the letter is that of the row that the sail reaches.
function ship(x, y, s, letter, faded = false) {
  const colour = COLOURS[letter], at = (dx, dy) => `${(x + dx * s).toFixed(1)} ${(y + dy * s).toFixed(1)}`;
  return `<g opacity="${faded ? 0.55 : 1}">
    <path d="M${at(0.5, 0.08)} V${(y + 0.78 * s).toFixed(1)}" stroke="#4a3218" stroke-width="2"/>
    <path d="M${at(0.17, 0.14)} H${(x + 0.83 * s).toFixed(1)} Q${at(0.9, 0.36)} ${at(0.8, 0.58)} H${(x + 0.2 * s).toFixed(1)} Q${at(0.27, 0.36)} ${at(0.17, 0.14)} Z"
      fill="${colour.fill}" stroke="#1c1c1c" stroke-width="1.1"/>
    <text x="${x + 0.53 * s}" y="${y + 0.47 * s}" font-size="${(0.375 * s).toFixed(1)}" font-weight="700" text-anchor="middle" fill="${colour.ink}">${letter}</text>
    <path d="M${at(0.06, 0.6)} Q${at(0.12, 0.74)} ${at(0.2, 0.74)} H${(x + 0.8 * s).toFixed(1)} Q${at(0.88, 0.74)} ${at(0.94, 0.6)} Q${at(0.92, 0.92)} ${at(0.72, 0.92)} H${(x + 0.28 * s).toFixed(1)} Q${at(0.08, 0.92)} ${at(0.06, 0.6)} Z"
      fill="#8a5a2b" stroke="#3c2812" stroke-width="1"/></g>`;
}

// A tile of the wheel: island or ship.
const tile = (x, y, s, letter) => (COLOURS[letter] ? `<rect x="${x}" y="${y}" width="${s}" height="${s}" fill="#e7f3f9" stroke="#8fb9cd" stroke-width="0.8"/>${ship(x, y, s, letter)}` : island(x, y, s, letter));

const COIN = `<circle cx="9" cy="9" r="7.5" fill="#E8BD2E" stroke="#6b5310" stroke-width="1.4"/><circle cx="9" cy="9" r="4.6" fill="none" stroke="#6b5310"/>`;
const STAR = `<path d="M9 1.5 L11.3 6.4 16.6 7 12.7 10.7 13.7 16 9 13.3 4.3 16 5.3 10.7 1.4 7 6.7 6.4 Z" fill="#CC79A7" stroke="#5e2746" stroke-width="1.1"/>`;
const coin = `<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">${COIN}</svg>`;
const star = `<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">${STAR}</svg>`;

// Cells that a ship threatens: lines, not colour alone.
const HATCH = `<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" fill="#D55E00" fill-opacity="0.16"/><path d="M0 0 V7" stroke="#8f2d00" stroke-width="2.4"/></pattern>`;
