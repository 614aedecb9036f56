// --- The page ------------------------------------------------------------------------------------

const $ = (id) => document.getElementById(id);
const MOST_DRAWN = 64; // cells that are drawn one by one; more are drawn as small squares
const PATIENCE = 4_000; // milliseconds after which a long program is interrupted
const LINES = 400; // points of a curve that are measured while a long program is run at once
const RATES = [1, 2, 4, 8, 16, 32, 64];
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const darkness = matchMedia("(prefers-color-scheme: dark)");

/** The program, and how far it was run. */
let configuration;
let words = [];
let at = 0;
let run;
let answers = []; // of each word that was run: four, or null
let samples = []; // after each number of words: cells that an iteration comes past, and entries walked so far
let views = [];
let before = []; // the views one step before
let kept = []; // copies of the run at earlier places, so that undoing need not begin at the beginning
let spent = 0; // milliseconds since the last copy
let timer = 0;
let mode = ""; // "play" or "fall" while time passes
let naming = 0;

const commas = (number) => Number(number).toLocaleString("en");
const elements = (count) => amount(count, "element");

// --- Running -------------------------------------------------------------------------------------

/** Begins anew with a program, of which nothing is run yet. */
function begin(next) {
  run = new Run(next); // throws before anything has changed
  configuration = next;
  [words, at, answers, samples, spent] = [next.words, 0, [], [], 0];
  kept = [{ at: 0, run: run.copy() }];
  measure();
  before = views;
}

/** Looks at all four, and notes what an iteration comes past. */
function measure() {
  views = KINDS.map((_, kind) => run.view(kind));
  samples[at] = { visited: views.map(({ visited }) => visited), walked: run.walked() };
}

/** Runs the next word. After a while there is a copy to come back to. */
function forward() {
  const began = performance.now();
  answers[at] = run.answer(words[at]);
  at += 1;
  spent += performance.now() - began;
  if (spent > 60 && at > kept.at(-1).at) {
    kept.push({ at, run: run.copy() });
    if (kept.length > 12) kept = kept.filter((_, i) => i % 2 === 0); // they take memory
    spent = 0;
  }
}

/** Goes back to the last copy that is no later. */
function back(target) {
  const copy = kept.findLast((each) => each.at <= target);
  [run, at, spent] = [copy.run.copy(), copy.at, 0];
}

/** Runs words until so many have been run; only some steps on the way are looked at. */
function advance(target) {
  const every = Math.max(1, Math.ceil((target - at) / LINES));
  const until = performance.now() + PATIENCE;
  for (let late = false; at < target && !late;) {
    forward();
    late = performance.now() > until && at < target;
    if (late)
      complain(
        new BadProgram(
          `This program takes long, so it was stopped at step ${commas(at)}; Step and Play go on from there.`,
        ),
      );
    if (late || at === target - 1 || at === target || (at % every === 0 && !samples[at]?.visited)) {
      before = views;
      measure();
    } else samples[at] ??= { walked: run.walked() };
  }
}

/** Shows the program after so many words; those before are run again. */
function goTo(target) {
  target = Math.min(Math.max(target, 0), words.length);
  if (target === at) return;
  if (target < at) {
    back(Math.max(target - 1, 0));
    while (at < target - 1) forward();
    measure();
    before = views;
  }
  advance(target);
  show();
}

/** Goes on with other words, in place of those that were not run. */
function go(...next) {
  samples.length = at + 1;
  kept = kept.filter((each) => each.at <= at);
  if (at + next.length > MOST.words) {
    complain(new BadProgram(`A program has at most ${commas(MOST.words)} words: start over.`));
    return stop();
  }
  words = [...words.slice(0, at), ...next];
  advance(words.length);
  show();
}

// --- What the buttons do -------------------------------------------------------------------------

/** Some elements that are drawn by lot, and their keys. */
function drawn(count) {
  const found = [...views[0].live.values()];
  const draws = random(at * 7919 + 17);
  return Array.from({ length: Math.min(count, found.length) }, (_, i) => {
    const other = i + (draws.next().value % (found.length - i));
    [found[i], found[other]] = [found[other], found[i]];
    return found[i];
  });
}

function removeSome(count) {
  go(...drawn(count).map(({ key }) => `remove:${run.numberOf(0, key)}`));
}

function removeOne() {
  if (views[0].live.size) removeSome(1);
  else say("There is no element to remove.");
}

function burst() {
  const size = Number($("size").value);
  if (views[0].live.size + size > MOST.fill)
    return complain(new BadProgram(`There may be ${elements(MOST.fill)}: remove some first.`));
  complain(null);
  go(`fill:${size}`);
}

/** Removes every other one of many elements, or some of few; no stale key is used. */
function fallOn() {
  const { live, elements: all } = views[0];
  if (live.size <= 1500) return removeSome(live.size > 40 ? Math.ceil(live.size / 12) : 1);
  let modulus = 2;
  while (all.every((each) => each % modulus === all[0] % modulus)) modulus *= 2;
  go(`retain:${modulus}:${drawn(1)[0].element % modulus}`);
}

const fallen = (lowest) => views[0].live.size <= lowest;

/** Elements go, until two are left; then those go. */
function fall() {
  const lowest = views[0].live.size > 2 ? 2 : 0;
  start("fall", fallOn, () => fallen(lowest));
}

function play() {
  if (at === words.length) goTo(0);
  start(
    "play",
    (late) => goTo(at + 1 + late),
    () => at === words.length,
  );
}

/** Does something again and again, until it is done; pressed once more, it stops. It is told how many turns it is late. */
function start(name, once, done) {
  const again = mode !== name;
  stop();
  if (!again) return;
  mode = name;
  if (stillness.matches) {
    while (mode && !done()) once(0);
    return stop();
  }
  let late = 0;
  const tick = () => {
    if (done()) return stop();
    const [began, pause] = [performance.now(), 1000 / RATES[$("speed").value]];
    timer = setTimeout(tick, pause);
    once(late);
    late = Math.floor((performance.now() - began) / pause);
  };
  tick();
  pressed();
}

function stop() {
  clearTimeout(timer);
  mode = "";
  pressed();
  tell();
}

function pressed() {
  for (const name of ["play", "fall"]) {
    $(name).setAttribute("aria-pressed", String(mode === name));
    $(name).textContent = mode === name ? "Stop" : name === "play" ? "Play" : "Fall";
  }
}

/** Runs what is written in the address or in the field; a bad program changes nothing but the sentence that says so. */
function runText(text) {
  stop();
  try {
    begin(parsed(text));
    complain(null);
  } catch (error) {
    return complain(error);
  }
  advance(words.length);
  show();
}

function complain(error) {
  if (error && !(error instanceof BadProgram)) throw error;
  $("problem").hidden = !error;
  $("problem").textContent = error?.message ?? "";
}

// --- Showing -------------------------------------------------------------------------------------

function show() {
  KINDS.forEach((_, kind) => showContainer(kind));
  curves();
  listing();
  $("position").textContent = `${commas(at)} of ${commas(words.length)}`;
  $("undo").disabled = at === 0;
  $("step").disabled = at === words.length;
  $("play").disabled = words.length === 0;
  $("now").replaceChildren(...nowWords());
  if (!mode) tell();
  clearTimeout(naming);
  naming = setTimeout(nameIt, 200);
}

/** The last operation, and what came of it. */
function nowWords() {
  const notes = configuration.notes.map((note) => ` ${note}`);
  if (at === 0)
    return [words.length ? "At the beginning." : "All four are empty: add an element, or try one of these.", ...notes];
  const word = words[at - 1];
  return [
    make("strong", {}, `${commas(at)}. `),
    `${capital(sentenceOf(word))} (`,
    code(clip(word)),
    "). ",
    holding(),
    ...notes,
  ];
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

const same = ({ elements: one }, { elements: other }) =>
  one.length === other.length && one.every((each, i) => each === other[i]);

/** Which containers hold other elements than the first one does. */
function others() {
  return KINDS.filter((_, kind) => !same(views[0], views[kind]));
}

function holding() {
  const differing = others().map(({ name }) => name);
  if (!differing.length) return `All four hold the same ${elements(views[0].live.size)}.`;
  return `Other elements than in StableList: ${differing.join(", ")}.`;
}

/** One sentence for a screen reader, when time stands still. */
function tell() {
  if (!run) return;
  const figures = KINDS.map(({ name }, kind) => `${name} ${amount(views[kind].visited, "cell")}`);
  const what = at ? `${capital(sentenceOf(words[at - 1]))}. ` : "";
  say(
    `Step ${commas(at)} of ${commas(words.length)}. ${what}${holding()} An iteration visits in ${figures.join(", ")}. Truncation walked ${commas(views[0].walked)} ${views[0].walked === 1 ? "entry" : "entries"}.`,
  );
}

const say = (text) => {
  $("said").textContent = text;
};

/** The address names the program, if it is short enough to be looked at. */
function nameIt() {
  const address = `#run=${lineOf()}`;
  if (address.length < 4_000 && words.length) history.replaceState(null, "", encodeURI(address));
  if (document.activeElement !== $("words")) $("words").value = lineOf();
}

const plain = () => configuration.level === "layout" && !configuration.parameters.length;
const lineOf = () =>
  (plain() ? "" : `${[configuration.level, ...configuration.parameters].join(" ")} : `) + words.join(" ");

// --- Cells ---------------------------------------------------------------------------------------

const board = KINDS.map((kind, number) => {
  const [title, differs, figures, cells] = [
    make("span", {}),
    make("span", { class: "differs" }),
    make("dl", { class: "numbers" }),
    make("div", {}),
  ];
  title.append(...mark(kind), ` ${kind.name}`);
  const figure = make(
    "figure",
    { style: null, "data-kind": number },
    make("figcaption", {}, title, differs),
    figures,
    cells,
  );
  figure.style.setProperty("--own", `var(${kind.own})`);
  $("board").append(figure);
  return { figure, differs, figures, cells };
});

/** The line that a container has in the curves. */
function mark({ own, dash }) {
  const swatch = vector("svg", { class: "swatch-line", width: 34, height: 8, "aria-hidden": "true" });
  swatch.append(vector("line", { x1: 0, x2: 34, y1: 4, y2: 4, style: "", class: "line", "stroke-dasharray": dash }));
  swatch.firstChild.style.stroke = `var(${own})`;
  return [swatch];
}

function vector(tag, attributes, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== "") element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

function showContainer(kind) {
  const view = views[kind];
  const { differs, figures, cells } = board[kind];
  const pair = (name, value) => make("div", {}, make("dt", {}, name), make("dd", {}, value));
  const walked = at ? view.walked - (samples[at - 1]?.walked[kind] ?? 0) : 0;
  figures.replaceChildren(
    pair("live", commas(view.live.size)),
    pair("an iteration visits", commas(view.visited)),
    pair("truncation walked", commas(view.walked) + (walked ? ` (${commas(walked)} now)` : "")),
    at ? pair("answered", code(clip(answers[at - 1][kind] ?? "not offered", 16))) : "",
  );
  const strange = odd(at - 1) && answers[at - 1][kind] !== answers[at - 1][0];
  figures.lastChild.classList?.toggle("odd", strange);
  differs.textContent = same(views[0], view) ? "" : "holds other elements";
  const space = view.parts.reduce((sum, { size }) => sum + size, 0);
  if (space <= MOST_DRAWN) drawCells(kind, cells);
  else drawSquares(kind, cells);
}

/** What is in each cell of a part: position, kind, word, second word. */
function cellsOf({ live, second }, part) {
  const next = new Map(part.free.map((position, i) => [position, part.free[i + 1] ?? "end"]));
  return Array.from({ length: part.size }, (_, i) => {
    const position = part.start + i;
    const found = live.get(position);
    if (found) return [position, "live", String(found.element), second(found.key)];
    if (!next.has(position)) return [position, i < part.opened ? "vacant" : "untouched", "", ""];
    const after = next.get(position);
    return [position, "vacant", "", after === "end" ? "end" : `\u2192${after}`];
  });
}

const freeWords = ({ name, free }) => {
  const shown = free.slice(0, 12).join(" \u2192 ");
  return `${name ? `free in ${name}` : "free"}: ${shown}${free.length > 12 ? ` \u2192 (${commas(free.length - 12)} more)` : ""} \u2192 end`;
};

/** The container as the reports draw it; a live cell is a button that removes its element. */
function drawCells(kind, cells) {
  const view = views[kind];
  const earlier = new Map(
    before[kind].parts.flatMap((part) => cellsOf(before[kind], part)).map((cell) => [cell[0], cell.join()]),
  );
  const parts = view.parts.map((part) => ({
    name: part.name && `${part.name}: ${part.live} of ${part.size} live`,
    cells: cellsOf(view, part),
  }));
  const changed = parts
    .flatMap((part) => part.cells)
    .filter((cell) => earlier.get(cell[0]) !== cell.join())
    .map(([position]) => position);
  const chains = view.parts.filter(({ free }) => free.length).map(freeWords);
  const held = cells.contains(document.activeElement) ? Number(document.activeElement.dataset.position) : -1;
  cells.replaceChildren(
    picture({ facts: [view.facts], rows: [{ name: "", parts: parts.filter((part) => part.cells.length), chains }] }, [
      at ? changed : [],
    ]),
  );
  cells.classList.toggle(
    "wide",
    views.some((each) => each.elements.at(-1) >= 1000),
  );
  const live = [...cells.querySelectorAll(".cell.live")];
  live.forEach((cell, i) => cell.append(removal(kind, Number(cell.querySelector(".at").textContent), i === 0)));
  if (held >= 0) (cells.querySelector(`[data-position="${held}"]`) ?? nearest(cells, held))?.focus();
}

const nearest = (cells, held) => {
  const buttons = [...cells.querySelectorAll(".cell button")];
  return buttons.findLast((button) => Number(button.dataset.position) < held) ?? buttons[0];
};

function removal(kind, position, first) {
  const { element } = views[kind].live.get(position);
  const label = `remove element ${element}, in cell ${position} of the ${KINDS[kind].name}`;
  return make("button", {
    type: "button",
    "data-position": position,
    tabindex: first ? 0 : -1,
    "aria-label": label,
    title: label,
  });
}

/** Removes what is in a cell, from all four. */
function removeAt(kind, position) {
  const found = views[kind].live.get(position);
  const number = found ? run.numberOf(kind, found.key) : -1;
  stop();
  if (number >= 0) go(`remove:${number}`);
}

/** Many cells, as squares; each part begins a row. */
function drawSquares(kind, cells) {
  const view = views[kind];
  const lists =
    view.parts.length <= 4
      ? view.parts.map(({ name, live, size }) => `${name || "cells"}: ${commas(live)} of ${commas(size)} live`)
      : [`${view.parts.length} blocks`];
  let canvas = cells.querySelector("canvas");
  if (!canvas) {
    canvas = make("canvas", { role: "img" });
    cells.replaceChildren(make("p", { class: "quiet" }), canvas);
  }
  cells.firstChild.textContent = [view.facts, ...lists].join(" \u00b7 ");
  canvas.setAttribute("aria-label", `${KINDS[kind].name}, ${view.facts}: ${lists.join(", ")}`);
  paint(canvas, view);
}

function paint(canvas, view) {
  const width = canvas.clientWidth;
  if (!width) return;
  const space = view.parts.reduce((sum, { size }) => sum + size, 0);
  const side = Math.max(1, Math.min(14, Math.floor(Math.sqrt((width * 260) / space))));
  const columns = Math.floor(width / side);
  const places = placed(view.parts, columns, side);
  const height = places.at(-1).bottom;
  const sharp = devicePixelRatio || 1;
  Object.assign(canvas, { width: width * sharp, height: height * sharp });
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(sharp, sharp);
  const style = getComputedStyle(document.documentElement);
  const inner = side > 2 ? side - 1 : side;
  const large = side < 6 && view.live.size <= 256 ? 6 : inner; // few elements among many cells can be seen
  const fills = {
    untouched: style.getPropertyValue("--line"),
    vacant: style.getPropertyValue("--vacant-edge"),
    live: style.getPropertyValue("--live"),
  };
  for (const [kind, fill] of Object.entries(fills)) {
    pen.fillStyle = fill;
    pen.globalAlpha = kind === "vacant" ? 0.55 : kind === "untouched" ? 0.6 : 1;
    for (const { part, top } of places) {
      for (let i = 0; i < part.size; i++) {
        const is = view.live.has(part.start + i) ? "live" : i < part.opened ? "vacant" : "untouched";
        const shown = is === "live" ? large : inner;
        if (is === kind) pen.fillRect((i % columns) * side, top + Math.floor(i / columns) * side, shown, shown);
      }
    }
  }
  Object.assign(canvas, { places, columns, side });
}

/** Where each part is: a gap is between two. */
function placed(parts, columns, side) {
  let bottom = -4;
  return parts.map((part) => {
    const top = bottom + 4;
    bottom = top + Math.ceil(part.size / columns) * side;
    return { part, top, bottom };
  });
}

/** The position of the square under a pointer. */
function under({ places, columns, side }, { offsetX, offsetY }) {
  const place = places?.find(({ top, bottom }) => top <= offsetY && offsetY < bottom);
  if (!place) return -1;
  const i = Math.floor((offsetY - place.top) / side) * columns + Math.floor(offsetX / side);
  return i < place.part.size ? place.part.start + i : -1;
}

// --- Curves --------------------------------------------------------------------------------------

const CURVES = [
  ["Cells that an iteration visits", (step) => samples[step]?.visited],
  [
    "Free-list entries that truncation walks, in each step",
    (step) => samples[step] && samples[step].walked.map((now, kind) => now - (samples[step - 1]?.walked[kind] ?? 0)),
  ],
];

function curves() {
  const names = KINDS.map((kind) => make("span", {}, ...mark(kind), kind.name));
  $("curves").replaceChildren(
    make("p", { class: "legend quiet" }, ...names),
    ...CURVES.flatMap(([title, values]) => curve(title, values)),
  );
}

/** The steps that a curve has a point for: as many as can be told apart, and always those with the highest values. */
function points(values) {
  const known = [];
  for (let step = 0; step < samples.length; step++) {
    const value = values(step);
    if (value) known.push([step, value]);
  }
  const every = Math.ceil(known.length / 1200);
  if (every === 1) return known;
  const chosen = [];
  for (let i = 0; i < known.length; i += every) {
    const group = known.slice(i, i + every);
    chosen.push(group.reduce((best, each) => (Math.max(...each[1]) > Math.max(...best[1]) ? each : best)));
  }
  return chosen;
}

function curve(title, values) {
  const width = $("curves").clientWidth || 600;
  const [left, right, top, high] = [52, 8, 8, 110];
  const known = points(values);
  const most = Math.max(4, ...known.map(([, value]) => Math.max(...value)));
  const last = Math.max(1, samples.length - 1);
  const x = (step) => left + ((width - left - right) * step) / last;
  const y = (value) => top + high - (high * value) / most;
  const svg = vector("svg", {
    viewBox: `0 0 ${width} ${top + high + 20}`,
    height: top + high + 20,
    role: "img",
    "aria-label": curveWords(title, known),
  });
  for (const value of [0, most]) {
    svg.append(vector("path", { class: "axis", d: `M${left} ${y(value)}H${width - right}` }));
    svg.append(vector("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, commas(value)));
  }
  svg.append(
    vector("text", { x: left, y: top + high + 16 }, "step 0"),
    vector("text", { x: width - right, y: top + high + 16, "text-anchor": "end" }, commas(last)),
  );
  for (const kind of [3, 2, 1, 0].sort((one, other) => (KINDS[one].dash !== "") - (KINDS[other].dash !== ""))) {
    const d = known
      .map(([step, value], i) => `${i ? "L" : "M"}${x(step).toFixed(1)} ${y(value[kind]).toFixed(1)}`)
      .join("");
    const line = vector("path", { class: "line", d, "stroke-dasharray": KINDS[kind].dash, "data-kind": kind });
    line.style.stroke = `var(${KINDS[kind].own})`;
    svg.append(line);
  }
  svg.append(vector("path", { class: "here", d: `M${x(at)} ${top}V${top + high}` }));
  svg.addEventListener("click", ({ offsetX }) => {
    stop();
    goTo(Math.round(((offsetX - left) * last) / (width - left - right)));
  });
  return [make("h3", {}, title), svg];
}

const curveWords = (title, known) =>
  `${title}, now and at most: ${KINDS.map(({ name }, kind) => `${name} ${commas(known.findLast(([step]) => step <= at)?.[1][kind] ?? 0)} and ${commas(Math.max(0, ...known.map(([, value]) => value[kind])))}`).join(", ")}`;

// --- The program in a table ------------------------------------------------------------------------

const clip = (text, most = 26) => (text.length > most ? `${text.slice(0, most - 1)}\u2026` : text);
/** Operations whose answers are the same, as long as no stale key is used. */
const COMPARED = ["remove", "at", "contains", "replace", "at_mut", "len", "is_empty"];

/** The words around the current one, with the answers of all four. */
function listing() {
  const [from, to] = [Math.max(0, at - 60), Math.min(words.length, at + 40)];
  const head = ["step", "operation", ...KINDS.map(({ name }) => name)].map((name) =>
    make("th", { scope: "col" }, name),
  );
  const rows = words.slice(from, to).map((word, i) => row(from + i, word));
  const note = (count, where) =>
    count ? [make("tr", {}, make("td", { colspan: 6, class: "quiet" }, `${amount(count, "operation")} ${where}`))] : [];
  $("program").replaceChildren(
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...note(from, "before"), ...rows, ...note(words.length - to, "behind")),
  );
  const current = $("program").querySelector("[aria-current]");
  const box = $("list");
  if (!current) box.scrollTop = 0;
  else {
    const [above, below] = [current.offsetTop - 2 * current.offsetHeight, current.offsetTop + 2 * current.offsetHeight];
    box.scrollTop = Math.min(above, Math.max(box.scrollTop, below - box.clientHeight));
  }
}

const odd = (number) =>
  number in answers &&
  COMPARED.includes(words[number].split(":")[0]) &&
  new Set(answers[number].filter((each) => each !== null)).size > 1;

function row(number, word) {
  const four = number < at ? answers[number] : null;
  const cells = KINDS.map((_, kind) =>
    make(
      "td",
      {},
      !four
        ? ""
        : four[kind] === null
          ? make("span", { class: "quiet" }, "not offered")
          : make("code", { title: four[kind] }, clip(four[kind], 15)),
    ),
  );
  const button = make(
    "button",
    { type: "button", "data-step": number + 1, "aria-label": `Go to step ${number + 1}` },
    String(number + 1),
  );
  const kinds = [four && odd(number) ? "odd" : "", number >= at ? "later" : ""].join(" ").trim();
  return make(
    "tr",
    { class: kinds || null, "aria-current": number + 1 === at ? "step" : null },
    make("td", {}, button),
    make("td", {}, make("code", { title: sentenceOf(word) }, clip(word, 20))),
    ...cells,
  );
}

// --- Hands on ------------------------------------------------------------------------------------

const BUTTONS = {
  add: () => halted(() => go("add")),
  remove: () => halted(removeOne),
  burst: () => halted(burst),
  fall,
  over: () => halted(startOver),
  undo: () => halted(() => goTo(at - 1)),
  step: () => halted(() => goTo(at + 1)),
  play,
};

/** Empties all four; the browser's way back leads to the program as it was. */
function startOver() {
  nameIt();
  history.pushState(null, "", "#");
  runText("");
}

/** Time stops before a hand changes anything. */
function halted(change) {
  stop();
  change();
}

const LETTERS = {
  a: "add",
  r: "remove",
  b: "burst",
  f: "fall",
  n: "over",
  u: "undo",
  s: "step",
  p: "play",
  arrowleft: "undo",
  arrowright: "step",
};

function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const cell = event.target.closest(".cell button");
  if (cell && event.key.startsWith("Arrow")) return among(cell, event);
  if (!$("letters").checked) return;
  const name = LETTERS[event.key.toLowerCase()];
  if (name && !$(name).disabled) BUTTONS[name]();
  else if (event.key === "Home") halted(() => goTo(0));
  else if (event.key === "End") halted(() => goTo(words.length));
  else if (event.key === "+" || event.key === "=") faster(1);
  else if (event.key === "-") faster(-1);
  else if (!name) return;
  event.preventDefault();
}

/** From element to element in a row of cells. */
function among(cell, event) {
  const all = [...cell.closest(".picture").querySelectorAll(".cell button")];
  const next = all[all.indexOf(cell) + (["ArrowLeft", "ArrowUp"].includes(event.key) ? -1 : 1)];
  event.preventDefault();
  if (!next) return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function faster(by) {
  $("speed").value = Number($("speed").value) + by;
  rate();
}

function rate() {
  const text = `${RATES[$("speed").value]} per second`;
  $("rate").textContent = text;
  $("speed").setAttribute("aria-valuetext", text);
}

function follow() {
  const asked = /^#run=/.test(location.hash);
  if (!asked) return run ? undefined : runText("");
  let text;
  try {
    text = decodeURIComponent(location.hash.slice(5));
  } catch {
    text = null;
  }
  if (!run) runText("");
  if (text === null) return complain(new BadProgram("The address has a % that does not belong there: write %25."));
  if (text.trim() !== lineOf()) runText(text);
}

const links = (list) =>
  list.map(([name, program, words]) =>
    make(
      "li",
      {},
      make("a", { href: `#run=${encodeURI(program)}` }, name),
      ` ${words}`,
      program.length < 90 ? make("br") : null,
      program.length < 90 ? code(program) : null,
    ),
  );

$("try").append(...SCENARIOS.map(([name, program]) => make("a", { href: `#run=${encodeURI(program)}` }, name)));
$("scenarios").append(...links(SCENARIOS));
$("findings").append(...links(FINDINGS));
for (const [name, press] of Object.entries(BUTTONS)) $(name).addEventListener("click", press);
$("speed").addEventListener("input", rate);
$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  runText($("words").value);
});
$("copy").addEventListener("click", async () => {
  const link = `${location.href.split("#")[0]}#run=${encodeURI(lineOf())}`;
  try {
    await navigator.clipboard.writeText(link);
    $("copied").textContent = "copied";
  } catch {
    $("copied").textContent = "the browser does not allow it: copy the address";
  }
});
$("board").addEventListener("click", (event) => {
  const figure = event.target.closest("figure");
  const button = event.target.closest(".cell button");
  if (button) removeAt(Number(figure.dataset.kind), Number(button.dataset.position));
  else if (event.target.tagName === "CANVAS") removeAt(Number(figure.dataset.kind), under(event.target, event));
});
$("board").addEventListener("mousemove", (event) => {
  if (event.target.tagName !== "CANVAS") return;
  const position = under(event.target, event);
  const found = views[Number(event.target.closest("figure").dataset.kind)].live.get(position);
  event.target.title =
    position < 0
      ? ""
      : `cell ${commas(position)}: ${found ? `element ${found.element}, click to remove it` : "no element"}`;
});
$("program").addEventListener("click", ({ target }) => {
  const button = target.closest("[data-step]");
  if (button) halted(() => goTo(Number(button.dataset.step)));
});
addEventListener("keydown", key);
addEventListener("hashchange", follow);
let wide = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== wide) show(); // a phone hides and shows its bars while it scrolls
  wide = innerWidth;
});
darkness.addEventListener("change", () => show());
rate();
follow();
