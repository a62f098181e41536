// The board of connect four, from a scene and the one a step earlier, so that the last disc can be marked.

const SIGNS = ["x", "o"];

const disc = (x, y, r, seat) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${BANDS[seat].fill}" stroke="#1c1c1c" stroke-width="1.5"/><text x="${x}" y="${y + 7}" font-size="22" font-weight="700" text-anchor="middle" fill="${BANDS[seat].ink}">${SIGNS[seat]}</text>`;

function rack(scene, before) {
  const s = 56, high = scene.height, line = new Set(scene.line.map(String));
  const cells = scene.columns.flatMap((column, x) => Array.from({ length: high }, (_, row) => {
    const cx = (x + 0.5) * s, cy = (high - row - 0.5) * s, seat = column[row];
    const last = before && seat !== undefined && before.columns[x][row] === undefined;
    const inside = seat === undefined ? `<circle cx="${cx}" cy="${cy}" r="23" fill="#dcedf5"/>` : disc(cx, cy, 23, seat);
    const ring = line.has(`${x},${row}`) ? `<circle class="line" cx="${cx}" cy="${cy}" r="25" fill="none" stroke="#F0E442" stroke-width="5"/>` : last ? `<circle class="last" cx="${cx}" cy="${cy}" r="25.5" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="6 4"/>` : "";
    return `<g data-cell="${x + 1}.${row + 1}">${inside}${ring}<title>column ${x + 1}, row ${row + 1}${seat === undefined ? "" : `: seat ${seat}`}</title></g>`;
  }));
  const width = s * scene.columns.length, numbers = scene.columns.map((_, x) => `<text x="${(x + 0.5) * s}" y="${high * s + 20}" font-size="17" text-anchor="middle" fill="currentColor">${x + 1}</text>`);
  return `<svg class="rack" viewBox="0 0 ${width} ${high * s + 26}" role="img" aria-label="Board"><rect width="${width}" height="${high * s}" rx="10" fill="#35506b"/>${cells.join("")}${numbers.join("")}</svg>`;
}

DRAWINGS.set("connect-four", () => (scene, before) => {
  const own = (seat) => `<div class="holding"><svg width="34" height="34" viewBox="0 0 56 56" role="img" aria-label="disc of seat ${seat}">${disc(28, 28, 24, seat)}</svg><span>${scene.columns.flat().filter((one) => one === seat).length} discs</span>${scene.line.length > 0 && scene.columns[scene.line[0][0]][scene.line[0][1]] === seat ? "<strong class=\"met\">four in a row</strong>" : ""}</div>`;
  return `<div class="board"><div class="middle card">${rack(scene, before)}</div>${seatCards(scene, own)}</div>`;
});
