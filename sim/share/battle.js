// Shows one moment of the battle after another. Nothing here knows a rule: where counters stand, what was weighed and
// every sentence are in the data; this lays counters on the map, and finds the sentence that was asked for.
"use strict";

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const { names, places, frames, units, looks, shown, kinds, lines, called, fates, rules, sides, cell } = data;
const NAME = "\ue000";
const map = $("map");
const SVG = "http://www.w3.org/2000/svg";
const still = matchMedia("(prefers-reduced-motion: reduce)");

const make = (name, attributes = {}, ...children) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const html = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
const place = (number) => [places[2 * number], places[2 * number + 1]];
const numbered = new Map(names.map((name, number) => [name.toLowerCase(), number]));

// -- every moment: what each unit looks like in it, and what lies on the map --------------------------------------------

const moments = [];
{
  let standing = [], ground = [], markers = [], begun = 0;
  frames.forEach((frame, number) => {
    if (frame.begins) begun = number;
    if (frame.units) {
      standing = standing.slice();
      for (const [unit, look] of frame.units) standing[unit] = look;
    }
    ground = frame.ground ?? ground;
    markers = frame.markers ?? markers;
    moments.push({ standing, ground, markers, begun });
  });
}
const entries = frames.map((_, number) => $(`f${number}`));
const textOf = (number) => entries[number].textContent;
const isDecision = (number) => entries[number].classList.contains("decision");

let now = -1;
let picked = null; // the choice that the map shows: [row of its button, choice]
let timer = 0;

const show = (number, { keepsUrl = false } = {}) => {
  number = Math.max(0, Math.min(frames.length - 1, number));
  if (number === now) return;
  entries[now]?.classList.remove("now");
  entries[now]?.firstChild.removeAttribute("aria-current");
  now = number;
  const entry = entries[now];
  entry.classList.add("now");
  entry.firstChild.setAttribute("aria-current", "step");
  const log = $("log");
  if (log.scrollHeight > log.clientHeight) log.scrollTop = entry.offsetTop - log.clientHeight / 2;
  $("line").textContent = textOf(now);
  $("scrub").value = now;
  $("scrub").setAttribute("aria-valuetext", `${now}: ${textOf(now)}`);
  $("number").textContent = `${now} of ${frames.length - 1}`;
  if (!keepsUrl) history.replaceState(null, "", `#frame=${now}`);
  layCounters();
  drawGround();
  drawTrail();
  tellReasons();
  tellRoster();
  follow();
};

// -- the map ------------------------------------------------------------------------------------------------------------

const counters = new Map();
const counterSize = () => {
  const pixels = map.getBoundingClientRect().width / view.width || 1;
  return Math.max(data.counter, Math.min(cell * 2.2, 24 / pixels));
};

const layCounters = () => {
  const { standing } = moments[now];
  const piles = new Map();
  standing.forEach((look, unit) => {
    const at = look < 0 ? -1 : shown[look][0];
    if (at >= 0) piles.set(at, [...(piles.get(at) ?? []), unit]);
  });
  const size = counterSize();
  const seen = new Set();
  for (const [at, pile] of piles) {
    const step = Math.min(0.28, 0.44 / Math.max(pile.length - 1, 1)) * size;
    pile.forEach((unit, height) => {
      seen.add(unit);
      const aside = (height - (pile.length - 1) / 2) * step;
      lay(unit, standing[unit], place(at).map((value) => value + aside), size);
    });
  }
  for (const [unit, counter] of counters) {
    if (seen.has(unit)) continue;
    counter.element.remove();
    counters.delete(unit);
  }
};

const lay = (unit, look, [x, y], size) => {
  let counter = counters.get(unit);
  if (!counter) {
    counter = { element: make("g", { class: "counter" }) };
    counter.element.dataset.unit = unit;
    counters.set(unit, counter);
    $("units").append(counter.element);
  }
  if (counter.look !== look) {
    counter.look = look;
    const [, drawn, angle, wedge, words] = shown[look];
    const [under, turning, px, py, over] = looks[drawn];
    const parts = [make("title", {}, `${units[unit][0]}: ${words}`), make("use", { href: `#${under}` })];
    if (turning) parts.push(make("use", { href: `#${turning}`, transform: `rotate(${angle ?? 0} ${px} ${py})` }));
    if (wedge) parts.push(make("use", { href: `#${wedge}` }));
    parts.push(make("use", { href: `#${over}` }));
    counter.element.replaceChildren(...parts);
  }
  const scale = size / 400;
  counter.element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(4)})`;
};

let drawnGround, drawnMarkers;
const drawGround = () => {
  const { ground, markers } = moments[now];
  if (ground !== drawnGround) {
    drawnGround = ground;
    $("ground").replaceChildren(...ground.map(([number, ends, words]) => {
      const [x, y] = place(number);
      const title = make("title", {}, `${names[number]}: ${words}`);
      if (ends) return make("path", { d: `M${ends[0]} ${ends[1]}L${ends[2]} ${ends[3]}`, class: "side" }, title);
      const text = make("text", { "font-size": cell * 0.2, y: cell * 0.42 }, words);
      return make("g", { transform: `translate(${x} ${y})` }, make("use", { href: "#cell" }, title), text);
    }));
  }
  if (markers !== drawnMarkers) {
    drawnMarkers = markers;
    $("markers").replaceChildren(...markers.map(([number, kind, words, side]) => {
      const [x, y] = place(number);
      const held = side && sides[side] ? `, held by ${sides[side][0]}` : "";
      const use = make("use", { href: "#cell" }, make("title", {}, `${names[number]}: ${words}${held}`));
      const made = make("g", { transform: `translate(${x} ${y})`, class: kind }, use);
      if (side && sides[side]) made.style.stroke = sides[side][1];
      return made;
    }));
  }
};

const path = (cells) => `M${cells.map((number) => place(number).join(" ")).join("L")}`;
const drawTrail = () => {
  const { ways = [], shot, at = [] } = frames[now];
  const parts = [];
  if (at.length <= 6) for (const number of at) parts.push(outline(number, "concerned"));
  for (const way of ways) for (const kind of ["edge", "way"]) parts.push(make("path", { d: path(way), class: kind }));
  if (shot) {
    for (const kind of ["edge", "shot"]) parts.push(make("path", { d: path(shot.slice(0, 2)), class: kind }));
    parts.push(outline(shot[1], "target"));
    if (shot[2]) {
      const [x, y] = place(shot[1]);
      parts.push(make("text", { x, y: y - cell * 0.62, class: "thrown", "font-size": lettering() }, shot[2]));
    }
  }
  $("trail").replaceChildren(...parts);
};
const outline = (number, kind) => {
  const [x, y] = place(number);
  return make("use", { href: "#cell", x, y, class: kind });
};
const lettering = () => Math.max(cell * 0.26, 13 * view.width / (map.getBoundingClientRect().width || 1));

// -- near and far -------------------------------------------------------------------------------------------------------

const whole = map.viewBox.baseVal;
const all = { width: whole.width, height: whole.height };
let view = { x: 0, y: 0, width: all.width, height: all.height };
const look = (x, y, width) => {
  width = Math.max(Math.min(cell * 4, all.width), Math.min(all.width, width));
  const height = width * all.height / all.width;
  view = {
    x: Math.max(0, Math.min(all.width - width, x)), y: Math.max(0, Math.min(all.height - height, y)), width, height,
  };
  map.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  if (now >= 0) layCounters();
};
const zoom = (factor, [x, y] = [view.x + view.width / 2, view.y + view.height / 2]) => {
  const width = Math.max(cell * 4, Math.min(all.width, view.width * factor));
  const share = width / view.width;
  look(x - (x - view.x) * share, y - (y - view.y) * share, width);
};
const pointAt = (event) => {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  return [x, y];
};
// Whoever has come near sees where it goes on.
const follow = () => {
  const [number] = frames[now].shot ?? frames[now].at ?? [];
  if (number === undefined || view.width > all.width * 0.98) return;
  const [x, y] = place(number);
  const rim = cell;
  const inside = x > view.x + rim && x < view.x + view.width - rim && y > view.y + rim && y < view.y + view.height - rim;
  if (!inside) look(x - view.width / 2, y - view.height / 2, view.width);
};

const fingers = new Map();
let dragged = 0;
map.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(1.0015 ** event.deltaY, pointAt(event));
}, { passive: false });
map.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, event);
  dragged = fingers.size > 1 ? 99 : 0;
});
map.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return hover(event);
  const perPixel = view.width / map.getBoundingClientRect().width;
  const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
  if (fingers.size === 2) {
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    const far = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY) || 1;
    zoom(far(before) / far(event), pointAt(other));
  } else if (view.width < all.width) {
    look(view.x - dx * perPixel, view.y - dy * perPixel, view.width);
  }
  dragged += Math.abs(dx) + Math.abs(dy);
  fingers.set(event.pointerId, event);
});
for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
  map.addEventListener(name, (event) => {
    fingers.delete(event.pointerId);
    $("tip").hidden = true;
  });
}

const cellAt = ([x, y]) => {
  let nearest = -1, least = cell * cell;
  for (let number = 0; number < names.length; number++) {
    const squared = (places[2 * number] - x) ** 2 + (places[2 * number + 1] - y) ** 2;
    if (squared < least) [nearest, least] = [number, squared];
  }
  return nearest;
};
const unitAt = (event) => event.target.closest?.(".counter")?.dataset.unit;
const hover = (event) => {
  const unit = unitAt(event);
  const number = cellAt(pointAt(event));
  const tip = $("tip");
  tip.hidden = number < 0 && unit === undefined;
  if (tip.hidden) return;
  const told = unit === undefined ? "" : `${units[unit][0]}: ${shown[moments[now].standing[unit]][4]}`;
  tip.textContent = [told, names[number]].filter(Boolean).join(" · ");
  const box = $("stage").getBoundingClientRect();
  tip.style.left = `${Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 4)}px`;
  tip.style.top = `${event.clientY - box.top + 18}px`;
};
map.addEventListener("click", (event) => {
  if (dragged > 6) return;
  const unit = unitAt(event);
  const number = cellAt(pointAt(event));
  if (unit !== undefined && whyNot(units[unit][0])) return;
  if (number >= 0) whyNot(names[number]);
});

// -- why ----------------------------------------------------------------------------------------------------------------

const cited = (text) => text.split(/([A-Z]{2,}-[\w.-]*\w)/).map((part) => (
  rules[part] ? html("button", { type: "button", className: "rule", textContent: part, onclick: () => tellRule(part) }) : part
));
const tellRule = (id) => {
  const [title, text, source] = rules[id];
  $("rule-text").replaceChildren(
    html("h2", { textContent: `${id}: ${title}` }), html("p", { textContent: text }),
    html("p", { textContent: source, className: "source" }),
  );
  $("rule").showModal();
};
$("close-rule").onclick = () => $("rule").close();

const tellReasons = () => {
  picked = null;
  $("choice").replaceChildren();
  $("verdicts").replaceChildren();
  const rows = frames[now].why ?? [];
  const told = rows.map(([depth, kind, line, choice]) => {
    const row = html("div", { className: `row ${kinds[kind]}` }, ...cited(lines[line]));
    row.style.setProperty("--depth", depth);
    if (!choice) return row;
    const button = html("button", { type: "button", className: "candidates", textContent: `Candidates (${choice[1].length})` });
    button.setAttribute("aria-expanded", "false");
    button.onclick = () => pick(row, button, choice);
    row.append(" ", button);
    return row;
  });
  if (!rows.length) {
    const before = frames.findLastIndex((frame, number) => number < now && frame.why);
    const near = before < 0 ? "" : html("a", { href: `#frame=${before}`, textContent: `The nearest before it: ${before}.` });
    told.push(html("p", { className: "none" }, "No reasons of its own. ", near));
  }
  $("reasons").replaceChildren(...told);
  const known = new Set(rows.flatMap(([, , , choice]) => (choice ? choice[1].map((each) => nameOf(choice, each)) : [])));
  $("subjects").replaceChildren(...[...known].map((value) => html("option", { value })));
};
const nameOf = ([ofCells], subject) => (ofCells ? names : called)[subject];
const sentence = (fate, name) => fates[fate][2].replaceAll(NAME, name);
const SIGNS = { chosen: "✓", out: "×", tied: "=", none: "–" };

const pick = (row, button, choice) => {
  const again = picked?.[0] === row;
  picked?.[0].querySelector("ul")?.remove();
  picked?.[1].setAttribute("aria-expanded", "false");
  $("choice").replaceChildren();
  picked = null;
  if (again) return;
  picked = [row, button];
  button.setAttribute("aria-expanded", "true");
  const [ofCells, subjects, own] = choice;
  row.append(html("ul", {}, ...subjects.map((subject, n) => {
    const [sign] = fates[own[n]];
    return html("li", { className: sign }, `${SIGNS[sign]} `, ...cited(sentence(own[n], nameOf(choice, subject))));
  })));
  const marks = subjects.map((subject, n) => {
    const number = ofCells ? subject : cellOf(called[subject]);
    if (number < 0) return "";
    const [sign, label] = fates[own[n]];
    const [x, y] = place(number);
    const text = make("text", { "font-size": lettering() }, label ? `${SIGNS[sign]} ${label}` : SIGNS[sign]);
    return make("g", { class: sign, transform: `translate(${x} ${y})` }, make("use", { href: "#cell" }), text);
  });
  $("choice").replaceChildren(...marks.filter(Boolean));
};
const cellOf = (name) => {
  const unit = units.findIndex(([id]) => id === name);
  const look = moments[now].standing[unit] ?? -1;
  return look < 0 ? -1 : shown[look][0];
};

// Of all choices of the activation so far, what became of a cell or a unit in each.
const whyNot = (text) => {
  const wanted = text.trim().toLowerCase();
  const number = numbered.get(wanted);
  const unit = units.find(([id]) => id.toLowerCase() === wanted)?.[0];
  const name = unit ?? names[number] ?? text;
  const told = [];
  for (let at = moments[now].begun; at <= now; at++) {
    for (const [, , , choice] of frames[at].why ?? []) {
      if (!choice || Boolean(choice[0]) !== (unit === undefined)) continue;
      const [, subjects, own, stranger] = choice;
      const found = subjects.findIndex((each) => (unit === undefined ? each === number : called[each] === unit));
      told.push(found < 0 ? stranger : own[found]);
    }
  }
  const known = unit !== undefined || number !== undefined;
  const title = html("h3", { textContent: known ? `Why not ${name}?` : `There is no cell or unit ${text} here` });
  const none = known && !told.length ? [html("p", { textContent: `${name}: no choice among such was made here.` })] : [];
  const verdicts = [...new Set(told)].map((fate) => (
    html("li", { className: fates[fate][0] }, `${SIGNS[fates[fate][0]]} `, ...cited(sentence(fate, name)))
  ));
  $("verdicts").replaceChildren(title, ...none, html("ul", {}, ...verdicts));
  $("subject").value = name;
  $("pointed").replaceChildren(...(number === undefined ? [] : [outline(number, "pointed")]));
  return told.length > 0;
};
$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  whyNot($("subject").value);
});

// -- units and log ------------------------------------------------------------------------------------------------------

const tellRoster = () => {
  $("pointed").replaceChildren();
  if (!$("units-panel").open) return;
  const lists = Object.entries(sides).flatMap(([side, [title]]) => {
    const own = units.flatMap(([name, of], unit) => {
      const look = moments[now].standing[unit] ?? -1;
      if (of !== side || look < 0) return [];
      const [at, , , , words] = shown[look];
      return [html("li", {}, html("b", { textContent: name }), ` ${at < 0 ? "off the map" : names[at]}: ${words}`)];
    });
    return [html("h3", { textContent: title }), html("ul", {}, ...own)];
  });
  $("roster").replaceChildren(...lists);
};
$("units-panel").addEventListener("toggle", tellRoster);

$("search").addEventListener("input", () => {
  const wanted = $("search").value.trim().toLowerCase();
  let found = 0;
  entries.forEach((entry, number) => {
    entry.hidden = Boolean(wanted) && !textOf(number).toLowerCase().includes(wanted);
    found += !entry.hidden;
  });
  $("found").textContent = wanted ? `${found} found` : "";
});

// -- time ---------------------------------------------------------------------------------------------------------------

const step = (by, isWanted = () => true) => {
  let number = now + by;
  while (number > 0 && number < frames.length - 1 && !isWanted(number)) number += by;
  show(number);
};
const pause = () => {
  clearTimeout(timer);
  timer = 0;
  $("play").textContent = "▶ Play";
  $("line").setAttribute("aria-live", "polite");
};
const play = () => {
  if (timer) return pause();
  if (now === frames.length - 1) show(0);
  $("play").textContent = "⏸ Pause";
  $("line").setAttribute("aria-live", "off"); // a film is not read aloud
  const tick = () => {
    step(1);
    if (now === frames.length - 1) return pause();
    timer = setTimeout(tick, Number($("speed").value));
  };
  timer = setTimeout(tick, Math.min(400, Number($("speed").value)));
};
const stopped = (act) => () => {
  pause();
  act();
};
const commands = {
  first: stopped(() => show(0)),
  last: stopped(() => show(frames.length - 1)),
  earlier: stopped(() => step(-1)),
  later: stopped(() => step(1)),
  "earlier-decision": stopped(() => step(-1, isDecision)),
  "later-decision": stopped(() => step(1, isDecision)),
  play,
  closer: () => zoom(0.7),
  farther: () => zoom(1 / 0.7),
  whole: () => look(0, 0, all.width),
};
for (const [id, act] of Object.entries(commands)) $(id).onclick = act;
$("scrub").addEventListener("input", stopped(() => show(Number($("scrub").value))));

const keys = {
  ArrowLeft: "earlier", ArrowRight: "later", Home: "first", End: "last", " ": "play", "+": "closer", "=": "closer",
  "-": "farther", 0: "whole",
};
addEventListener("keydown", (event) => {
  const busy = event.target.closest("input, select, dialog, textarea");
  if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.target.closest("button, summary, a")) return;
  if (event.key === "/") {
    $("search").focus();
  } else if (keys[event.key]) {
    const decision = event.shiftKey && event.key.startsWith("Arrow") ? "-decision" : "";
    commands[keys[event.key] + decision]();
  } else return;
  event.preventDefault();
});

for (const heading of document.querySelectorAll("#log [data-turn]")) {
  const mark = html("span", { title: heading.textContent });
  mark.style.left = `${100 * Number(heading.dataset.turn) / Math.max(1, frames.length - 1)}%`;
  $("turns").append(mark);
}

const asked = () => Number(/^#frame=(\d+)$/.exec(location.hash)?.[1] ?? 0);
addEventListener("hashchange", () => show(asked(), { keepsUrl: true }));
addEventListener("resize", () => layCounters());
addEventListener("beforeprint", () => {
  look(0, 0, all.width);
  document.querySelectorAll("details").forEach((each) => (each.open = true));
});
document.documentElement.classList.add("runs");
if (!still.matches) map.classList.add("moves");
show(asked(), { keepsUrl: true });
