// --- All steps at a glance -----------------------------------------------------------------------

const VERDICT = { right: "\u2713 right", wrong: "\u2717 wrong", failed: "\u2717 failed", unknown: "? unknown" };
const numbers = steps.map((step) => step.step);

function timeline() {
  const heads = steps.map((step) =>
    make(
      "th",
      { scope: "col", "data-n": step.step, class: step.verdict },
      make(
        "button",
        { type: "button", "aria-label": `Step ${step.step} ${step.verdict}`, title: step.words },
        String(step.step),
      ),
    ),
  );
  const table = make(
    "table",
    { class: "timeline" },
    make("thead", {}, make("tr", {}, make("th", { scope: "row" }, "step"), ...heads)),
  );
  const broken = sentences.filter((each) => each.broken.length);
  const kept = sentences.filter((each) => !each.broken.length);
  if (story.looked) table.append(make("tbody", {}, layoutRow()));
  if (broken.length) table.append(make("tbody", { class: "broken" }, ...broken.map(sentenceRow)));
  if (lives.length) table.append(make("tbody", {}, ...lives.map(lifeRow), story.more ? banner(story.more) : null));
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
  const button = make(
    "button",
    {
      type: "button",
      class: "more",
      "aria-expanded": "false",
      onclick: () => {
        body.hidden = !body.hidden;
        button.setAttribute("aria-expanded", String(!body.hidden));
        button.textContent = `${body.hidden ? "Show" : "Hide"} ${words} at every step`;
        mark();
      },
    },
    `Show ${words} at every step`,
  );
  return [make("tbody", {}, banner(button)), body];
}

function sentenceRow({ name, meaning, broken }) {
  return strip([...breakable(name)], meaning, new Set(broken), "holds", "broken");
}

function layoutRow() {
  const wrong = new Set(story.inside.map((each) => each.step));
  return strip(
    ["the port's layout"],
    "The port shows the layout that the model has",
    wrong,
    "as the model's",
    "another one",
  );
}

/** One mark for each step: good, or bad where the set has it. */
function strip(name, meaning, bad, good, otherwise) {
  const cells = numbers.map((n) =>
    make(
      "td",
      { "data-n": n, class: bad.has(n) ? "bad" : "good" },
      make("span", { "aria-hidden": "true" }, bad.has(n) ? "\u2717" : "\u2713"),
      unseen(bad.has(n) ? otherwise : good),
    ),
  );
  return make("tr", { class: "strip" }, make("th", { scope: "row", title: meaning }, ...name), ...cells);
}

function lifeRow(life, row) {
  const seen = life.seen ? make("small", {}, life.seen) : null;
  const head = make("th", { scope: "row" }, life.label, seen ? " " : null, seen);
  return make("tr", { class: "life" }, head, ...numbers.map((n) => lifeCell(life, row, n)));
}

function lifeCell(life, row, n) {
  const span = life.spans.find(([from, to]) => from <= n && n <= (to ?? last));
  const gone = !span && life.spans.some(([, to]) => to < n);
  const use = life.uses.find((each) => each.step === n);
  const kinds = [],
    words = [];
  if (span) {
    const [from, to] = span;
    kinds.push(n === from ? "born" : n === to ? "ends" : "live");
    words.push(n === from ? "becomes live" : n === to ? "is removed" : "live");
  }
  if (gone) kinds.push("gone");
  if (use) words.push(use.kind === "refused" ? "used, and refused" : `used, ${use.kind}: ${use.words}`);
  if (use?.taken_for) words.push(`confused with key ${use.taken_for}`);
  const taken = tangle(n, row, kinds, words);
  const shown =
    use && !(use.kind === "found" && kinds.includes("ends")) ? make("i", { class: `use ${use.kind}` }) : null;
  return make(
    "td",
    { "data-n": n, class: kinds.join(" "), title: words.length ? `step ${n}: ${words.join(", ")}` : null },
    shown,
    taken ? make("i", { class: "use taken" }) : null,
    words.length ? unseen(words.join(", ")) : null,
  );
}

/** Whether a key is taken for this one at a step; notes the line that connects both. */
function tangle(n, row, kinds, words) {
  let taken = false;
  lives.forEach((life, from) => {
    const use = life.uses.find((each) => each.step === n && each.taken_for);
    const to = use ? lives.findIndex((each) => each.name === use.taken_for) : -1;
    if (to < 0 || row < Math.min(from, to) || row > Math.max(from, to)) return;
    kinds.push("tangled", row === Math.min(from, to) ? "top" : row === Math.max(from, to) ? "bottom" : "middle");
    if (row === to) {
      taken = true;
      words.push(`confused with ${life.label}`);
    }
  });
  return taken;
}

function legend() {
  const item = (kind, words) =>
    make(
      "span",
      {},
      make("b", { class: `swatch ${kind}` }, kind === "bar" ? "" : make("i", { class: `use ${kind}` })),
      words,
    );
  const wrong = lives.some((life) => life.uses.some((use) => use.kind === "wrong"));
  const items = [item("bar", "live"), item("found", "used, found"), item("refused", "used, refused")];
  if (wrong) items.push(item("wrong", "wrong answer"));
  if (lives.some((life) => life.uses.some((use) => use.taken_for)))
    items.push(item("taken", "confused with this key"));
  return lives.length ? items : [];
}
