// Changes which heat map is shown. Everything else on the page stands there without it.
"use strict";
const STEPS = 5;
const plain = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

for (const block of document.querySelectorAll("script.counts")) {
  const part = block.parentElement;
  const { cells, games, rows } = JSON.parse(block.textContent);
  const marks = [...part.querySelectorAll("g.cells > use")];
  const form = part.querySelector("form");
  const limits = part.querySelectorAll(".legend.heat .entry");
  const show = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const fits = (key, value) => wanted[key] === "*" || wanted[key] === String(value);
    const counts = new Array(cells.length).fill(0);
    for (const [what, side, winner, turn, own] of rows) {
      if (what !== wanted.what || !fits("side", side) || !fits("winner", winner) || !fits("turn", turn)) continue;
      for (let n = 0; n < own.length; n += 2) counts[own[n]] += own[n + 1];
    }
    const played = Object.keys(games).filter((who) => fits("winner", who)).reduce((sum, who) => sum + games[who], 0);
    const most = Math.max(...counts);
    marks.forEach((mark, n) => {
      mark.setAttribute("class", counts[n] ? "h" + Math.ceil(STEPS * Math.sqrt(counts[n] / most)) : "");
      mark.firstElementChild.textContent = `${cells[n]}: ${plain(counts[n] / played)} a game`;
    });
    limits.forEach((entry, n) => {
      entry.lastChild.textContent = `to ${plain((most / played) * ((n + 1) / STEPS) ** 2)}`;
    });
    const told = [...form.elements].map((choice) => choice.selectedOptions[0].textContent).join(", ");
    part.querySelector(".chosen").textContent = most ? told : `${told}: none`;
  };
  form.hidden = false;
  form.addEventListener("change", show);
  show();
}

// What is folded away on the screen is wanted on paper.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((each) => (each.open = true)));
