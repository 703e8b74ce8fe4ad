// What somebody does who watches the battle; the page's own names are at hand. What he finds is written down at the end.
"use strict";
{
  const told = { title: document.title, first: now };
  const click = (id) => document.getElementById(id).click();
  const ends = (each) => { const box = each.getBBox(); return Math.max(-box.x, box.x + box.width); };
  const lie = () => [...document.querySelectorAll(".counter")].map((each) => `${each.dataset.unit} ${each.style.transform}`).sort();
  click("first");
  const there = [lie()];
  told.steps = 0;
  while (now < frames.length - 1) {
    click("later");
    there.push(lie());
    told.steps += 1;
  }
  told.hash = location.hash;
  $("units-panel").open = true;
  tellRoster();
  const standing = [...document.querySelectorAll("#roster li")].map((each) => [
    each.firstChild.textContent, each.lastChild.textContent.trim().split(":")[0],
  ]);
  told.roster = Object.fromEntries(standing);
  told.counters = [...document.querySelectorAll(".counter")].map((each) => each.dataset.unit);
  told.widest = Math.max(...[...document.querySelectorAll(".counter")].map(ends));
  const back = [lie()];
  while (now > 0) {
    click("earlier");
    back.unshift(lie());
  }
  told.there = JSON.stringify(there);
  told.back = JSON.stringify(back);
  show(frames.findIndex((frame) => frame.why?.some((row) => row[3]?.[0] && row[3][1].length > 1)));
  const choice = [...document.querySelectorAll(".row.choice")].find((row) => row.querySelector("button.candidates").textContent !== "Candidates (1)");
  choice.querySelector("button.candidates").click();
  told.candidates = choice.querySelectorAll("ul li").length;
  told.marks = document.querySelectorAll("#choice g").length;
  document.querySelector("button.rule").click();
  told.rule = $("rule-text").querySelector("h2").textContent.split(":")[0];
  told.book = Object.keys(rules);
  click("close-rule");
  told.asked = names[0];
  $("subject").value = names[0].toLowerCase();
  $("ask").requestSubmit();
  told.verdicts = [...document.querySelectorAll("#verdicts li")].map((each) => each.textContent);
  $("search").value = "moves";
  $("search").dispatchEvent(new Event("input"));
  told.found = entries.filter((entry) => !entry.hidden).length;
  told.line = $("line").textContent;
  told.live = $("line").getAttribute("aria-live");
  const walked = document.createElement("pre");
  walked.id = "walked";
  walked.textContent = JSON.stringify(told);
  document.body.append(walked);
}
