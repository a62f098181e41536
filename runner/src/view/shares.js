// The win share that an agent expects for each seat, as lines over the game; nothing without an analysis.

const percent = (share) => `${(100 * share).toFixed(1)}\u00A0%`;
// Lines are told apart by dashes and marks too.
const LINES = [
  { dash: "", mark: (x, y) => `<circle cx="${x}" cy="${y}" r="4"/>` },
  { dash: "7 4", mark: (x, y) => `<path d="M${x - 4} ${y - 4}h8v8h-8z"/>` },
  { dash: "2 3", mark: (x, y) => `<path d="M${x} ${y - 5}l5 9h-10z"/>` },
  { dash: "9 3 2 3", mark: (x, y) => `<path d="M${x} ${y - 5}l5 5-5 5-5-5z"/>` },
  { dash: "14 4", mark: (x, y) => `<path d="M${x} ${y + 5}l5-9h-10z"/>` },
  { dash: "14 3 2 3 2 3", mark: (x, y) => `<path d="M${x - 1.5} ${y - 5}h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z"/>` },
];
const line = (seat) => LINES[seat % LINES.length];

// For each seat, the shares with the number of decisions that were made before; the result is the last one.
function sharesBySeat() {
  const seats = DATA.names.map(() => []);
  DATA.decisions.forEach((decision, at) => {
    if (typeof decision.share === "number") seats[decision.seat].push({ at, share: decision.share });
  });
  const last = DATA.frames.length - 1;
  if (DATA.end) DATA.end.forEach((end, seat) => seats[seat].push({ at: last, share: end.share }));
  return seats;
}

// Draws the chart into `room` and calls `goTo` with what is clicked. What it returns shows a frame.
function shareChart(room, goTo) {
  const seats = sharesBySeat(), last = DATA.frames.length - 1, name = safe(DATA.analysis.name);
  const stops = [...new Set(seats.flat().map((point) => point.at))].sort((a, b) => a - b);
  const key = DATA.names.map((agent, seat) => `<span class="line${seat % LINES.length}"><svg width="38" height="14" aria-hidden="true"><path d="M1 7H37" stroke-dasharray="${line(seat).dash}"/><g class="mark">${line(seat).mark(19, 7)}</g></svg>seat ${seat}: ${safe(agent)}</span>`);
  room.innerHTML = `<h2>Win share that ${name} expects</h2><p class="key">${key.join("")}</p><div class="plot"></div><p class="told" aria-live="polite"></p>`;
  const plot = room.querySelector(".plot"), told = room.querySelector(".told");
  const left = 46, right = 10, top = 10, bottom = 26;
  let shown = 0, width = 0, height = 0;
  const x = (at) => Number((left + (at / Math.max(last, 1)) * (width - left - right)).toFixed(1));
  const y = (share) => Number((top + (1 - share) * (height - top - bottom)).toFixed(1));

  function lines() {
    return seats.map((points, seat) => {
      let marked = -Infinity;
      const marks = points.filter((point) => {
        const far = x(point.at) - marked > 70;
        if (far) marked = x(point.at);
        return far;
      });
      const way = points.map((point) => `${x(point.at)},${y(point.share)}`).join(" ");
      return `<g class="line${seat % LINES.length}" data-line="${seat}"><polyline points="${way}" stroke-dasharray="${line(seat).dash}"/><g class="mark">${marks.map((point) => line(seat).mark(x(point.at), y(point.share))).join("")}</g></g>`;
    }).join("");
  }

  function redraw() {
    width = Math.max(plot.clientWidth, 200);
    height = width < 600 ? 170 : 210;
    const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => `<path class="grid" d="M${left} ${y(share)}H${width - right}"/><text x="${left - 6}" y="${y(share) + 4}" text-anchor="end">${100 * share} %</text>`);
    plot.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Win share expected, over the decisions made">${grid.join("")}
      <text x="${left}" y="${height - 6}">start</text><text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">decisions made</text><text x="${width - right}" y="${height - 6}" text-anchor="end">${last}</text>
      ${lines()}<path class="pointed" d=""/><path class="current" d=""/></svg>`;
    show(shown);
  }

  // What is expected after so many decisions: the latest figure of each seat.
  function tell(at) {
    const latest = seats.map((points) => points.filter((point) => point.at <= at).pop());
    const shares = latest.flatMap((point, seat) => {
      const text = point && `seat ${seat} ${percent(point.share)}`;
      return !point ? [] : point.at === at ? [`<strong>${text}</strong>`] : [text];
    });
    const decision = DATA.decisions[at] || {};
    const other = decision.choice === undefined ? "" : `. Seat ${decision.seat} played <strong>${safe(decision.action)}</strong>${typeof decision.share_played === "number" ? ` (${percent(decision.share_played)})` : ""}; ${name} would have played <strong>${safe(decision.choice)}</strong>${typeof decision.share === "number" ? ` (${percent(decision.share)})` : ""}`;
    const when = at === last && DATA.end ? "Result" : `After ${at} of ${last}`;
    told.innerHTML = `${when}: ${shares.join(", ") || "nothing expected yet"}${other}.`;
  }

  const across = (at) => `M${x(at)} ${top}V${height - bottom}`;
  function show(at) {
    shown = at;
    plot.querySelector(".current").setAttribute("d", across(at));
    plot.querySelector(".pointed").setAttribute("d", "");
    tell(at);
  }

  // The figure that is nearest to a pointer.
  function nearest(event) {
    const box = plot.getBoundingClientRect();
    const at = ((event.clientX - box.left - left) / (width - left - right)) * last;
    return stops.reduce((best, stop) => (Math.abs(stop - at) < Math.abs(best - at) ? stop : best), stops[0]);
  }
  plot.addEventListener("click", (event) => goTo(nearest(event)));
  plot.addEventListener("pointermove", (event) => {
    plot.querySelector(".pointed").setAttribute("d", across(nearest(event)));
    tell(nearest(event));
  });
  plot.addEventListener("pointerleave", () => show(shown));
  new ResizeObserver(() => { if (plot.clientWidth !== width) redraw(); }).observe(plot);
  redraw();
  return show;
}
