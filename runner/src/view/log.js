// What has happened, in words: for the log, and above the table.

const label = (source) => safe(source.replace(new RegExp(`^${DATA.score}_`), "").replaceAll("_", " "));
const signed = (amount) => (amount < 0 ? "\u2212" : "+") + Math.abs(amount);

// A scoring: single values first, then lists by seat.
function scoringText(scoring) {
  const single = [], lists = [];
  for (const [key, value] of Object.entries(scoring)) {
    if (Array.isArray(value)) lists.push(`${safe(key)} ${value.map(safe).join(", ")}`);
    else single.push(`${safe(key)} ${safe(value)}`);
  }
  const named = typeof scoring.kind === "string" && scoring.round !== undefined;
  const name = named ? `${safe(scoring.kind[0].toUpperCase() + scoring.kind.slice(1))} scoring, round ${safe(scoring.round)}` : single.length ? `Scoring (${single.join(", ")})` : "Scoring";
  return `<strong>${name}</strong>: ${lists.join("; ")}`;
}

function gainsText(gains) {
  const seats = [...new Set(gains.map((gain) => gain.seat))];
  return seats.map((seat) => {
    const own = gains.filter((gain) => gain.seat === seat);
    return `seat ${seat}: ${own.map((gain) => `${label(gain.source)} ${signed(gain.amount)}`).join(", ")}`;
  }).join("; ");
}

// What people are told of what happened at a decision, or at the start.
const told = (at) => [...(at.announced || []).map(safe), ...(at.scorings || []).map(scoringText)];

// What the decision before a frame did.
function happened(index) {
  if (index === 0) return ["The start.", ...told(DATA.start || {})].join(" &#xB7; ");
  const decision = DATA.decisions[index - 1];
  const words = [`Seat ${decision.seat}: <strong>${safe(decision.action)}</strong>`];
  if (decision.gains) words.push(`${safe(DATA.score)}: ${gainsText(decision.gains)}`);
  words.push(...told(decision));
  return words.join(" &#xB7; ");
}

function logHtml() {
  const lines = [];
  let round;
  const heading = (frame) => {
    const now = frame.scene && frame.scene.round;
    if (now !== undefined && now !== round && frame.mover !== null) {
      round = now;
      lines.push(`<li class="round">Round ${safe(round)}</li>`);
    }
  };
  const tell = (at) => told(at).forEach((text) => lines.push(`<li class="scoring">${text}</li>`));
  heading(DATA.frames[0]);
  tell(DATA.start || {});
  DATA.decisions.forEach((decision, index) => {
    lines.push(`<li data-to="${index + 1}"><button><span class="soft">${index}</span><span>seat ${decision.seat}</span><span>${safe(decision.action)}</span><span class="soft">of ${decision.legal}</span>${decision.choice === undefined ? "" : `<em>&#x2260; ${safe(decision.choice)}</em>`}</button></li>`);
    tell(decision);
    heading(DATA.frames[index + 1]);
  });
  return lines.join("");
}

function resultHtml() {
  if (!DATA.end) return "<h2>Result</h2><p>The record has no end.</p>";
  const rows = DATA.end.map((end, seat) => ({ end, seat })).sort((a, b) => a.end.place - b.end.place || a.seat - b.seat);
  const body = rows.map(({ end, seat }) => `<tr><td class="number">${end.place}</td><td>seat ${seat}</td><td title="${safe(DATA.agents[seat])}">${safe(DATA.names[seat])}</td><td class="number">${end.score}</td><td class="number">${(100 * end.share).toFixed(0)} %</td><td>${end.sources.map((source) => `${label(source.source)} ${source.amount}`).join(", ")}</td></tr>`);
  return `<details><summary>Result</summary><div class="scroll"><table><thead><tr><th class="number">place</th><th>seat</th><th>agent</th><th class="number">${safe(DATA.score)}</th><th class="number">win share</th><th>made of</th></tr></thead><tbody>${body.join("")}</tbody></table></div></details>`;
}

function factsHtml() {
  const rules = DATA.changes.length === 0 ? `rule set <strong>${safe(DATA.rules)}</strong>, unchanged`
    : `rule set <strong>${safe(DATA.rules)}</strong>, which is <strong>${safe(DATA.preset)}</strong> except for ${DATA.changes.map((item) => `<code>${safe(item.key)} = ${safe(JSON.stringify(item.value))}</code> (there ${safe(JSON.stringify(item.preset))})`).join(", ")}`;
  const agents = DATA.agents.map((agent, seat) => `<li>Seat ${seat}: ${DATA.names[seat] === agent ? "" : `${safe(DATA.names[seat])} = `}<code>${safe(agent)}</code></li>`).join("");
  const judge = DATA.analysis ? `<p>The win shares are those that <code>${safe(DATA.analysis.agent)}</code> expects at each decision for the seat that decides, from what that seat knew; seed ${safe(DATA.analysis.seed)}.</p>` : "";
  const checked = DATA.fault ? "" : "<p>Played again when this page was made: decisions, numbers of legal actions, scorings and result agree with the record.</p>";
  return `<p>${safe(DATA.about)}</p><p>${rules[0].toUpperCase() + rules.slice(1)}. Game ${DATA.game_index} of seed ${safe(DATA.seed)}.</p><ul>${agents}</ul>${judge}${checked}`;
}
