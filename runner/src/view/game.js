// Controls, and what is on the page besides the table.

const DATA = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const LAST = DATA.frames.length - 1;
const SCORINGS = DATA.decisions.flatMap((decision, index) => (decision.scorings ? [index + 1] : []));
// What is not drawn is told as text.
const isDrawn = (frame) => frame.text === undefined;
const SCENES = DATA.frames.filter(isDrawn).map((frame) => frame.scene);
const drawTable = SCENES.length > 0 ? DRAWINGS.get(SCENES[0].drawing)(SCENES) : null;
const PACE = 900; // milliseconds for each decision when playing

let at = 0;
let timer = null;
let showShares = null;

function draw() {
  const frame = DATA.frames[at], before = at > 0 ? DATA.frames[at - 1] : null;
  byId("table").innerHTML = isDrawn(frame)
    ? drawTable(frame.scene, before && isDrawn(before) ? before.scene : null)
    : `<div class="card"><pre class="text">${safe(frame.text)}</pre></div>`;
  byId("heading").textContent = frame.scene && frame.scene.heading
    ? frame.scene.heading[0].toUpperCase() + frame.scene.heading.slice(1)
    : frame.mover === null ? "The game is over" : `Seat ${frame.mover} (${DATA.names[frame.mover]}) decides`;
  byId("happened").innerHTML = happened(at);
  byId("position").textContent = `${at} of ${LAST}`;
  byId("slider").value = at;
  for (const id of ["first", "back"]) byId(id).disabled = at === 0;
  for (const id of ["last", "next"]) byId(id).disabled = at === LAST;
  byId("earlier").disabled = !SCORINGS.some((index) => index < at);
  byId("later").disabled = !SCORINGS.some((index) => index > at);
  drawOptions(frame);
  markLog();
  if (showShares) showShares(at);
  // Where only some of the table is in sight, that is the part of who decides.
  const turn = byId("table").querySelector(".moves");
  if (turn) turn.parentElement.scrollLeft = turn.offsetLeft - turn.parentElement.offsetLeft;
}

function drawOptions(frame) {
  const { action, choice } = DATA.decisions[at] || {};
  byId("count").textContent = byId("few").textContent = frame.legal === undefined ? "" : `(${frame.legal})`;
  if (frame.options) {
    byId("options").innerHTML = frame.options.map((option) => option === action
      ? `<span class="chosen" title="chosen">${safe(option)} &#x2190; chosen</span>`
      : option === choice ? `<span class="advised">${safe(option)} &#x2190; ${safe(DATA.analysis.name)}</span>`
        : `<span>${safe(option)}</span>`).join("");
  } else {
    byId("options").textContent = frame.legal === undefined ? "Nothing: the game is over."
      : `Too many to list${action ? `; chosen: ${action}` : ""}${choice ? `; ${DATA.analysis.name} would have chosen ${choice}` : ""}.`;
  }
}

function markLog() {
  const log = byId("log");
  const old = log.querySelector(".current");
  if (old) old.classList.remove("current");
  const now = log.querySelector(`[data-to="${at}"]`);
  if (!now) { log.scrollTop = 0; return; }
  now.classList.add("current");
  // Within the log alone: the page stays where it is.
  if (now.offsetTop < log.scrollTop || now.offsetTop + now.offsetHeight > log.scrollTop + log.clientHeight) {
    log.scrollTop = now.offsetTop - log.clientHeight / 2;
  }
}

function go(to) {
  at = Math.min(Math.max(Math.round(to) || 0, 0), LAST);
  draw();
}

function play(on) {
  if (timer !== null) clearInterval(timer);
  timer = null;
  if (on) {
    if (at === LAST) go(0);
    timer = setInterval(() => { go(at + 1); if (at === LAST) play(false); }, PACE);
  }
  byId("play").textContent = on ? "\u25A0 stop" : "\u25B6 play";
  byId("play").setAttribute("aria-pressed", String(on));
}

const earlier = () => go(SCORINGS.filter((index) => index < at).pop() ?? at);
const later = () => go(SCORINGS.find((index) => index > at) ?? at);
const MOVES = {
  ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(LAST),
  PageUp: earlier, PageDown: later,
};

byId("title").textContent = DATA.title;
byId("about").textContent = `Rules: ${DATA.rules}${DATA.changes.length ? ` (${DATA.preset} with ${DATA.changes.length} changed)` : ""}. ${DATA.names.map((name, seat) => `Seat ${seat}: ${name}`).join(" \u00B7 ")}`;
if (DATA.fault) {
  byId("fault").hidden = false;
  byId("fault").textContent = DATA.fault;
}
byId("slider").max = LAST;
byId("log").innerHTML = logHtml();
byId("result").innerHTML = resultHtml();
byId("facts").innerHTML = factsHtml();
if (DATA.analysis && DATA.decisions.some((decision) => typeof decision.share === "number")) {
  byId("shares").hidden = false;
  byId("hint").textContent += ` \u2260 ${DATA.analysis.name} would have played.`;
  showShares = shareChart(byId("shares"), (to) => { play(false); go(to); });
}
if (SCORINGS.length === 0) for (const id of ["earlier", "later"]) byId(id).hidden = true;

const buttons = { first: () => go(0), earlier, back: () => go(at - 1), next: () => go(at + 1), later, last: () => go(LAST) };
for (const [id, act] of Object.entries(buttons)) byId(id).addEventListener("click", () => { play(false); act(); });
byId("play").addEventListener("click", () => play(timer === null));
byId("slider").addEventListener("input", (event) => { play(false); go(Number(event.target.value)); });
byId("log").addEventListener("click", (event) => {
  const line = event.target.closest("[data-to]");
  if (line) { play(false); go(Number(line.dataset.to)); }
});
byId("side").addEventListener("click", (event) => {
  const tab = event.target.closest("[data-show]");
  if (!tab) return;
  byId("side").dataset.shown = tab.dataset.show;
  for (const one of byId("side").querySelectorAll("[data-show]")) one.setAttribute("aria-pressed", String(one === tab));
  markLog();
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " " && !["BUTTON", "SUMMARY"].includes(event.target.tagName)) {
    event.preventDefault();
    play(timer === null);
  } else if (MOVES[event.key]) {
    event.preventDefault();
    play(false);
    MOVES[event.key]();
  }
});

window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => { part.open = true; }));

// `game.html#42` opens at that decision.
go(Number(location.hash.slice(1)));
window.addEventListener("hashchange", () => go(Number(location.hash.slice(1))));
