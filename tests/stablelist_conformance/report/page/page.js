"use strict";

// The story, as story.py tells it. Step numbers count from `first`, where the page begins.
const story = JSON.parse(document.getElementById("story").textContent);
const { first, steps, lives, sentences } = story;
const last = first + steps.length - 1;
const stepAt = (number) => steps[number - first];
const $ = (id) => document.getElementById(id);
const filter = { key: "", changing: false };
let now = null;
let naming = 0;

/** An element. Strings inside become text, never markup, because a port may have written them. */
function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside.filter((each) => each !== null && each !== ""));
  return element;
}

const unseen = (text) => make("span", { class: "unseen" }, text);
const code = (text) => make("code", {}, text);

/** A name with places at which a line may end. */
const breakable = (name) => name.split("_").flatMap((part, at) => (at ? [make("wbr"), `_${part}`] : [part]));

// --- Pictures ------------------------------------------------------------------------------------

function picture(scene, marks = {}) {
  const rows = (scene.rows ?? []).map((row, number) => pictureRow(row, new Set(marks[number])));
  return make("div", { class: "picture" }, make("p", { class: "quiet" }, (scene.facts ?? []).join("; ")), ...rows);
}

function pictureRow(row, marks) {
  const parts = row.parts.map((part) => (part.gap ? make("p", { class: "gap" }, part.gap) : group(row, part, marks)));
  const chains = (row.chains ?? []).map((words) => make("li", {}, words));
  return make(
    "div", { class: "row" },
    row.name ? make("h4", {}, row.name) : null,
    make("div", { class: "groups" }, ...parts),
    chains.length ? make("ul", { class: "quiet chains" }, ...chains) : null,
  );
}

function group(row, part, marks) {
  const cells = part.cells.map((cell) => pictureCell(row, cell, marks.has(cell[0])));
  return make(
    "div", { class: part.name ? "group" : "group unnamed" },
    part.name ? make("p", { class: "group-name" }, part.name) : null,
    make("ol", { class: "cells", role: "list" }, ...cells),
  );
}

function pictureCell(row, [position, kind, word, second], marked) {
  const shown = kind === "vacant" ? second : word;
  const below = kind === "vacant" ? word : second;
  return make(
    "li", { class: `cell ${kind}${marked ? " marked" : ""}` },
    unseen(`${row.position} `), make("span", { class: "at" }, String(position)), unseen(`, ${kind}: `),
    make("span", { class: "word" }, shown), make("span", { class: "second" }, below),
    marked ? unseen(", changed or named") : null,
  );
}

/** The container before and after a step; one picture if they are the same. */
function pictures(step) {
  const panel = (name, number) =>
    make("figure", {}, make("figcaption", {}, name), picture(story.scenes[number], step.marks));
  if (!Object.keys(story.scenes[step.after]).length) return [];
  const judged = step.verdict && step.verdict !== "right" ? ", as the model has it" : "";
  if (step.before === undefined) return [panel("At the beginning", step.after)];
  if (!step.changes) return [panel("Before and after: nothing changes", step.after)];
  return [panel("Before", step.before), panel(`After${judged}`, step.after)];
}

// --- All steps at a glance -----------------------------------------------------------------------

const VERDICT = { right: "\u2713 right", wrong: "\u2717 wrong", failed: "\u2717 failed", unknown: "? unknown" };
const numbers = steps.map((step) => step.step);

function timeline() {
  const heads = steps.map((step) => make(
    "th", { scope: "col", "data-n": step.step, class: step.verdict },
    make("button", { type: "button", "aria-label": `Step ${step.step} ${step.verdict}`, title: step.words }, String(step.step)),
  ));
  const table = make("table", { class: "timeline" },
    make("thead", {}, make("tr", {}, make("th", { scope: "row" }, "step"), ...heads)),
    make("tbody", {}, ...lives.map(lifeRow)));
  if (story.more) table.tBodies[0].append(banner(story.more));
  const broken = sentences.filter((each) => each.broken.length);
  const kept = sentences.filter((each) => !each.broken.length);
  if (story.looked) table.append(make("tbody", {}, layoutRow()));
  if (broken.length) table.append(make("tbody", { class: "broken" }, ...broken.map(sentenceRow)));
  if (kept.length) table.append(...keptRows(kept));
  table.style.setProperty("--steps", steps.length);
  table.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-n]");
    if (cell) go(Number(cell.dataset.n));
  });
  return table;
}

const banner = (...inside) =>
  make("tr", {}, make("th", { class: "banner", colspan: steps.length + 1 }, make("span", {}, ...inside)));

/** The properties that hold at every step, which are shown on request. */
function keptRows(kept) {
  const body = make("tbody", { hidden: true }, ...kept.map(sentenceRow));
  const words = kept.length === 1 ? "the sentence that holds" : `the ${kept.length} sentences that hold`;
  const button = make("button", {
    type: "button", class: "more", "aria-expanded": "false",
    onclick: () => {
      body.hidden = !body.hidden;
      button.setAttribute("aria-expanded", String(!body.hidden));
      button.textContent = `${body.hidden ? "Show" : "Hide"} ${words} at every step`;
      mark();
    },
  }, `Show ${words} at every step`);
  return [make("tbody", {}, banner(button)), body];
}

function sentenceRow({ name, meaning, broken }) {
  return strip([...breakable(name)], meaning, new Set(broken), "holds", "broken");
}

function layoutRow() {
  const wrong = new Set(story.inside.map((each) => each.step));
  return strip(["the port's layout"], "The port shows the layout that the model has", wrong, "as the model's", "another one");
}

/** One mark for each step: good, or bad where the set has it. */
function strip(name, meaning, bad, good, otherwise) {
  const cells = numbers.map((n) => make(
    "td", { "data-n": n, class: bad.has(n) ? "bad" : "good" },
    make("span", { "aria-hidden": "true" }, bad.has(n) ? "\u2717" : "\u2713"), unseen(bad.has(n) ? otherwise : good),
  ));
  return make("tr", { class: "strip" }, make("th", { scope: "row", title: meaning }, ...name), ...cells);
}

function lifeRow(life, row) {
  const seen = life.seen ? make("small", {}, life.seen) : null;
  const head = make("th", { scope: "row" }, life.label, seen ? " " : null, seen);
  return make("tr", { class: "life", "data-key": life.name }, head, ...numbers.map((n) => lifeCell(life, row, n)));
}

function lifeCell(life, row, n) {
  const span = life.spans.find(([from, to]) => from <= n && n <= (to ?? last));
  const gone = !span && life.spans.some(([, to]) => to < n);
  const use = life.uses.find((each) => each.step === n);
  const kinds = [], words = [];
  if (span) {
    const [from, to] = span;
    kinds.push(n === from ? "born" : n === to ? "ends" : "live");
    words.push(n === from ? "becomes live" : n === to ? "is removed" : "live");
  }
  if (gone) kinds.push("gone");
  if (use) words.push(use.kind === "refused" ? "used, and refused" : `used, ${use.kind}: ${use.words}`);
  if (use?.finds) words.push(`the element of key ${use.finds}`);
  const taken = tangle(n, row, kinds, words);
  const shown = use && !(use.kind === "found" && kinds.includes("ends")) ? make("i", { class: `use ${use.kind}` }) : null;
  return make("td", { "data-n": n, class: kinds.join(" "), title: words.length ? `step ${n}: ${words.join(", ")}` : null },
    shown, taken ? make("i", { class: "use taken" }) : null, words.length ? unseen(words.join(", ")) : null);
}

/** Whether a key is taken for this one at a step; notes the line that connects both. */
function tangle(n, row, kinds, words) {
  let taken = false;
  lives.forEach((life, from) => {
    const use = life.uses.find((each) => each.step === n && each.finds);
    const to = use ? lives.findIndex((each) => each.name === use.finds) : -1;
    if (to < 0 || row < Math.min(from, to) || row > Math.max(from, to)) return;
    kinds.push("tangled", row === Math.min(from, to) ? "top" : row === Math.max(from, to) ? "bottom" : "middle");
    if (row === to) {
      taken = true;
      words.push(`its element is returned for ${life.label}`);
    }
  });
  return taken;
}

function legend() {
  const item = (kind, words) => make("span", {}, make("b", { class: `swatch ${kind}` }, kind === "bar" ? "" : make("i", { class: `use ${kind}` })), words);
  const wrong = lives.some((life) => life.uses.some((use) => use.kind === "wrong"));
  const items = [item("bar", "live"), item("found", "used, found"), item("refused", "used, refused")];
  if (wrong) items.push(item("wrong", "wrong answer"));
  if (lives.some((life) => life.uses.some((use) => use.finds))) items.push(item("taken", "another key's element"));
  return lives.length ? items : [];
}

// --- The current step ----------------------------------------------------------------------------

const port = (step) => (step.port === null ? make("em", {}, step.verdict === "failed" ? "nothing" : "not recorded") : code(step.port));

function answers(step) {
  const pair = (name, value, kind = "") => make("div", { class: kind }, make("dt", {}, name), make("dd", {}, value));
  return make("dl", { class: "answers" }, pair("program", code(step.word)), pair("model", code(step.model)),
    pair("port", port(step), step.verdict), pair("verdict", VERDICT[step.verdict], step.verdict));
}

/** Two texts with the part marked in which they differ. */
function differing(one, other) {
  let start = 0, end = 0;
  const shorter = Math.min(one.length, other.length);
  while (start < shorter && one[start] === other[start]) start++;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return [one, other].map((text) => make("code", {}, text.slice(0, start),
    make("mark", {}, text.slice(start, text.length - end)), text.slice(text.length - end)));
}

/** What is wrong after a step: the broken sentences, and the layout. */
function complaints(number) {
  const broken = sentences.filter((each) => each.broken.includes(number));
  const items = broken.map(({ name, meaning }) => make("li", {}, "breaks ", make("strong", {}, ...breakable(name)), `: ${meaning}`));
  const inside = story.inside.find((each) => each.step === number);
  if (inside && inside.model !== stepAt(number).model) {
    const [model, shown] = differing(inside.model, inside.port);
    items.push(make("li", {}, "the port's layout is another one: ",
      make("dl", { class: "layouts" }, make("dt", {}, "model"), make("dd", {}, model), make("dt", {}, "port"), make("dd", {}, shown))));
  }
  return items.length ? make("ul", { class: "complaints" }, ...items) : null;
}

/** Everything about a step, under a heading. */
function told(step, heading) {
  return [heading, make("p", { class: "words" }, step.words), step.word === undefined ? null : answers(step),
    complaints(step.step), make("div", { class: "panels" }, ...pictures(step))];
}

const title = (step) => (step.word === undefined ? "The beginning" : `Step ${step.step} of ${story.total}`);

function show(number) {
  const step = stepAt(number);
  now = number;
  const inside = told(step, make("h2", { id: "current-title" }, title(step)));
  $("current").replaceChildren(...inside.filter((each) => each !== null));
  const port = step.port === undefined ? "" : `; model ${step.model}, port ${step.port ?? "nothing"}: ${step.verdict}`;
  $("said").textContent = `${title(step)}: ${step.words}${port}`;
  mark();
}

/** Mark the current step, and the filtered ones, wherever steps are shown. */
function mark() {
  const shown = new Set(chosen());
  for (const cell of document.querySelectorAll("[data-n]")) {
    const number = Number(cell.dataset.n);
    cell.classList.toggle("now", number === now);
    cell.classList.toggle("out", !shown.has(number));
  }
  for (const row of document.querySelectorAll("#program tbody tr")) {
    const number = Number(row.dataset.n);
    row.hidden = !shown.has(number) && number !== now;
    if (number === now) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }
  for (const row of document.querySelectorAll("tr.life")) row.classList.toggle("chosen", row.dataset.key === filter.key);
  $("back").disabled = beside(-1) === undefined;
  $("next").disabled = beside(1) === undefined;
  const all = shown.size === steps.length;
  $("position").textContent = `${now} of ${story.total}`;
  $("matching").textContent = all ? "" : `${shown.size} of ${steps.length} steps`;
  const head = document.querySelector(".timeline thead .now");
  const box = $("timeline"), margin = 2 * head.offsetWidth;
  const left = head.offsetLeft - box.querySelector("th").offsetWidth - margin;
  if (left < box.scrollLeft) box.scrollLeft = left;
  const right = head.offsetLeft + head.offsetWidth + margin;
  if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
}

// --- Which steps ---------------------------------------------------------------------------------

/** The numbers of the steps that the filters let through. */
function chosen() {
  const life = lives.find((each) => each.name === filter.key);
  const touched = life && new Set([...life.spans.flat(), ...life.uses.map((use) => use.step)]);
  return numbers.filter((n) => (!touched || touched.has(n)) && (!filter.changing || stepAt(n).changes));
}

/** The next chosen step in a direction. */
function beside(direction) {
  const steps = direction < 0 ? chosen().reverse() : chosen();
  return steps.find((n) => (n - now) * direction > 0);
}

/** Go to a step. The address names it soon after: browsers refuse to change it for every repeat of a key. */
function go(number) {
  if (number === undefined || number === now) return;
  show(number);
  clearTimeout(naming);
  naming = setTimeout(() => location.replace(`#step=${now}`), 150);
}

/** Show the step that the address names; without one, the first wrong one, or the first. */
function follow() {
  const asked = /^#step=(\d+)$/.exec(location.hash);
  if (!asked && now !== null) return;
  const wanted = asked ? Number(asked[1]) : (story.at ?? Math.min(first + 1, last));
  const number = Math.min(Math.max(wanted, first), last);
  if (number !== now) show(number);
}

function pressed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("select, input")) return;
  const ends = { Home: chosen()[0], End: chosen().at(-1) };
  const target = { ArrowLeft: beside(-1), ArrowRight: beside(1), ...ends };
  if (!(event.key in target)) return;
  event.preventDefault();
  go(target[event.key]);
}

// --- The rest of the page ------------------------------------------------------------------------

function program() {
  const heads = ["", "operation", "model", "port", "verdict"].map((name) => make("th", { scope: "col" }, name || unseen("step")));
  const rows = steps.slice(1).map((step) => make(
    "tr", { "data-n": step.step, class: step.verdict, onclick: () => go(step.step) },
    make("th", { scope: "row" }, make("button", { type: "button", "aria-label": `Step ${step.step}` }, String(step.step))),
    make("td", {}, step.words), make("td", { class: "answer" }, code(step.model)), make("td", { class: "answer" }, port(step)),
    make("td", { class: "verdict" }, VERDICT[step.verdict][0], make("span", {}, VERDICT[step.verdict].slice(1))),
  ));
  return [make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)];
}

function summary() {
  const items = [], at = story.at === null ? null : stepAt(story.at);
  if (at) items.push(["Step ", String(story.at), ": ", at.words, ". The model answers ", code(at.model), ", the port ", port(at), "."]);
  for (const { name, meaning, broken } of sentences) {
    if (broken.length) items.push(["Breaks ", make("strong", {}, ...breakable(name)), `: ${meaning}.`]);
  }
  const inside = story.inside[0]?.step;
  if (inside !== undefined && inside !== story.at) {
    const earlier = story.at - inside === 1 ? "one step" : `${story.at - inside} steps`;
    const when = inside === 0 ? "in the fresh container" : ["after step ", make("a", { href: `#step=${inside}` }, String(inside))];
    items.push(["The port's layout was already wrong ", ...[when].flat(), `, ${earlier} before.`]);
  }
  if (story.reason) items.push([story.reason]);
  if (first > 0) items.push([`The first ${first} of ${story.total} operations are not shown; the copied program has all of them.`]);
  return items.map((inside) => make("li", {}, ...inside));
}

async function copy(text, button) {
  const name = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.body.appendChild(make("textarea", { class: "unseen", "aria-label": name }));
    area.value = text;
    area.select();
    document.execCommand("copy");
    area.remove();
    button.focus();
  }
  $("said").textContent = `${name}: copied`;
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), 1500);
}

/** What is printed: every step, as it is shown on the screen. */
function printed() {
  $("timeline").scrollLeft = 0;
  $("about").open = true;
  const articles = steps.map((step) => make("article", {}, ...told(step, make("h3", {}, title(step))).filter((each) => each !== null)));
  $("all").replaceChildren(make("h2", {}, "Every step"), ...articles);
}

$("outcome").append(make("span", { class: story.outcome }, story.outcome));
$("summary").append(...summary());
$("facts").append(...story.facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
$("timeline").append(timeline());
$("legend").append(...legend());
$("program").append(...program());
$("key").append(...lives.map((life) => make("option", { value: life.name }, `${life.label}${life.seen ? ` (${life.seen})` : ""}`)));
$("key").closest("label").hidden = !lives.length;
$("copies").append(...Object.entries(story.copies).map(([name, text]) =>
  make("button", { type: "button", onclick: (event) => copy(text, event.currentTarget) }, `Copy ${name}`)));
$("back").addEventListener("click", () => go(beside(-1)));
$("next").addEventListener("click", () => go(beside(1)));
$("wrong").hidden = story.at === null;
$("wrong").addEventListener("click", () => go(story.at));
$("filters").addEventListener("submit", (event) => event.preventDefault());
$("filters").addEventListener("change", () => {
  filter.key = $("key").value;
  filter.changing = $("changing").checked;
  mark();
});
addEventListener("keydown", pressed);
addEventListener("hashchange", follow);
addEventListener("beforeprint", printed);
addEventListener("afterprint", () => $("all").replaceChildren());
follow();
