"use strict";
// A click on the head of a column sorts its table; the second click reverses the order. Equal cells keep
// their order, and empty ones stand last.

// A cell as in the file: in full in its title where it is shown rounded.
const inFull = (cell) => cell.title || cell.textContent;

function sortBy(table, index, up) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const text = (row) => inFull(row.cells[index]);
  const numbers = rows.every((row) => text(row) === "" || !Number.isNaN(Number(text(row))));
  rows.sort((a, b) => {
    const [one, two] = [text(a), text(b)];
    if (one === "" || two === "") return (one === "") - (two === "");
    const order = numbers ? Number(one) - Number(two) : one < two ? -1 : one > two ? 1 : 0;
    return up ? order : -order;
  });
  body.append(...rows);
}

for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, index) => {
    head.querySelector("button").addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      sortBy(table, index, up);
    });
  });
}

// A table that is wider than its room says so, until its last column is in sight.
function tellMore(room) {
  room.classList.toggle("more", room.scrollWidth - room.clientWidth - room.scrollLeft > 1);
}

const rooms = new ResizeObserver((seen) => seen.forEach(({ target }) => tellMore(target)));
for (const room of document.querySelectorAll(".scroll:has(table)")) {
  rooms.observe(room);
  room.addEventListener("scroll", () => tellMore(room));
}

// What a place in a picture, or a cell, has to say shows at once under the pointer or finger.
const tip = document.createElement("div");
tip.id = "tip";
tip.hidden = true;
document.body.append(tip);

function showTip(event) {
  const place = event.target.closest?.(".spot, td[title], th[title]");
  const text = place && (place.querySelector("title")?.textContent || place.title);
  tip.hidden = !text;
  if (!text) return;
  tip.textContent = text;
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.min(event.clientX + 12, clientWidth - tip.offsetWidth - 4);
  const below = event.clientY + 16;
  const top = below + tip.offsetHeight > clientHeight ? event.clientY - tip.offsetHeight - 8 : below;
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${top}px`;
}

document.addEventListener("pointermove", showTip);
document.addEventListener("pointerdown", showTip);
document.addEventListener("scroll", () => { tip.hidden = true; }, true);
