"use strict";
// A click on the head of a column sorts its table; the second click turns the order round. Equal cells keep
// their order, and empty ones stand last.

function sortBy(table, index, up) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const text = (row) => row.cells[index].textContent;
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
