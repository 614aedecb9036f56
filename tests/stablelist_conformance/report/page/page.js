// --- The current step ----------------------------------------------------------------------------

const port = (step) =>
  step.port === null ? make("em", {}, step.verdict === "failed" ? "nothing" : "not recorded") : code(step.port);

function answers(step) {
  const pair = (name, value, kind = "") => make("div", { class: kind }, make("dt", {}, name), make("dd", {}, value));
  return make(
    "dl",
    { class: "answers" },
    pair("program", code(step.word)),
    pair("model", code(step.model)),
    pair("port", port(step), step.verdict),
    pair("verdict", VERDICT[step.verdict], step.verdict),
  );
}

/** Two texts with the part marked in which they differ. */
function differing(one, other) {
  let start = 0,
    end = 0;
  const shorter = Math.min(one.length, other.length);
  while (start < shorter && one[start] === other[start]) start++;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return [one, other].map((text) =>
    make(
      "code",
      {},
      text.slice(0, start),
      make("mark", {}, text.slice(start, text.length - end)),
      text.slice(text.length - end),
    ),
  );
}

/** What is wrong after a step: the broken sentences, and the layout. */
function complaints(number) {
  const broken = sentences.filter((each) => each.broken.includes(number));
  const items = broken.map(({ name, meaning }) =>
    make("li", {}, "breaks ", make("strong", {}, ...breakable(name)), `: ${meaning}`),
  );
  const inside = story.inside.find((each) => each.step === number);
  if (inside && inside.model !== stepAt(number).model) {
    const [model, shown] = differing(inside.model, inside.port);
    items.push(
      make(
        "li",
        {},
        "the port's layout is another one: ",
        make(
          "dl",
          { class: "layouts" },
          make("dt", {}, "model"),
          make("dd", {}, model),
          make("dt", {}, "port"),
          make("dd", {}, shown),
        ),
      ),
    );
  }
  return items.length ? make("ul", { class: "complaints" }, ...items) : null;
}

const title = (step) => (step.word === undefined ? "The beginning" : `Step ${step.step} of ${story.total}`);

function show(number) {
  const step = stepAt(number);
  now = number;
  const inside = [
    make("h2", { id: "current-title" }, title(step)),
    make("p", { class: "words" }, step.words),
    step.word === undefined ? null : answers(step),
    complaints(step.step),
    make("div", { class: "panels" }, ...pictures(step)),
  ];
  $("current").replaceChildren(...inside.filter((each) => each !== null));
  const port =
    step.port === undefined ? "" : `; model ${step.model}, port ${step.port ?? "nothing"}: ${step.verdict}`;
  $("said").textContent = `${title(step)}: ${step.words}${port}`;
  mark();
}

/** Mark the current step wherever it is shown. */
function mark() {
  for (const cell of document.querySelectorAll("[data-n]"))
    cell.classList.toggle("now", Number(cell.dataset.n) === now);
  for (const row of document.querySelectorAll("#program tbody tr")) {
    if (Number(row.dataset.n) === now) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }
  $("back").disabled = now === first;
  $("next").disabled = now === last;
  $("position").textContent = `${now} of ${story.total}`;
  follows();
}

/** Scroll the table and the program, each in itself, so that the current step can be seen. */
function follows() {
  const row = document.querySelector("#program [aria-current]"),
    list = $("list");
  if (row) {
    const above = row.offsetTop - 2 * row.offsetHeight,
      below = row.offsetTop + 3 * row.offsetHeight;
    list.scrollTop = Math.min(above, Math.max(list.scrollTop, below - list.clientHeight));
  }
  const head = document.querySelector(".timeline thead .now"),
    box = $("timeline");
  const used = document.querySelector(".timeline .now .use.wrong, .timeline .now .use")?.closest("tr");
  if (used) {
    const below = used.offsetTop + 2 * used.offsetHeight - box.clientHeight;
    box.scrollTop = Math.min(used.offsetTop - 2 * used.offsetHeight, Math.max(box.scrollTop, below));
  }
  const margin = 2 * head.offsetWidth;
  const left = head.offsetLeft - box.querySelector("th").offsetWidth - margin;
  if (left < box.scrollLeft) box.scrollLeft = left;
  const right = head.offsetLeft + head.offsetWidth + margin;
  if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
}

// --- Which steps ---------------------------------------------------------------------------------

/** Go to a step. The address names it soon after: browsers refuse to change it for every repeat of a key. */
function go(number) {
  if (number < first || number > last || number === now) return;
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
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const target = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: first, End: last };
  if (!(event.key in target)) return;
  event.preventDefault();
  go(target[event.key]);
}

// --- The rest of the page ------------------------------------------------------------------------

function program() {
  const heads = ["", "operation", "model", "port", "verdict"].map((name) =>
    make("th", { scope: "col" }, name || unseen("step")),
  );
  const rows = steps
    .slice(1)
    .map((step) =>
      make(
        "tr",
        { "data-n": step.step, class: step.verdict, onclick: () => go(step.step) },
        make(
          "th",
          { scope: "row" },
          make("button", { type: "button", "aria-label": `Step ${step.step}` }, String(step.step)),
        ),
        make("td", {}, step.words),
        make("td", { class: "answer" }, clipped(step.model)),
        make("td", { class: "answer" }, step.port === null ? port(step) : clipped(step.port)),
        make("td", { class: "verdict" }, VERDICT[step.verdict][0], make("span", {}, VERDICT[step.verdict].slice(1))),
      ),
    );
  return [make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)];
}

function summary() {
  const items = [],
    at = story.at === null ? null : stepAt(story.at);
  if (at)
    items.push([
      "Step ",
      String(story.at),
      ": ",
      at.words,
      ". The model answers ",
      code(at.model),
      ", the port ",
      port(at),
      ".",
    ]);
  for (const { name, meaning, broken } of sentences) {
    if (broken.length) items.push(["Breaks ", make("strong", {}, ...breakable(name)), `: ${meaning}.`]);
  }
  const inside = story.inside[0]?.step;
  if (inside !== undefined && inside !== story.at) {
    const earlier = story.at - inside === 1 ? "one step" : `${story.at - inside} steps`;
    const when =
      inside === 0
        ? "in the fresh container"
        : ["after step ", make("a", { href: `#step=${inside}` }, String(inside))];
    items.push(["The port's layout was already wrong ", ...[when].flat(), `, ${earlier} before the wrong answer.`]);
  }
  if (story.reason) items.push([story.reason]);
  if (first > 0)
    items.push([
      `The first ${first} of ${story.total} operations are not shown; "What ran" has all of them.`,
    ]);
  return items.map((inside) => make("li", {}, ...inside));
}

$("outcome").append(make("span", { class: story.outcome }, story.outcome));
$("summary").append(...summary());
$("facts").append(
  ...story.facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))),
);
$("timeline").append(timeline());
$("legend").append(...legend());
$("program").append(...program());
$("back").addEventListener("click", () => go(now - 1));
$("next").addEventListener("click", () => go(now + 1));
$("wrong").hidden = story.at === null;
$("wrong").addEventListener("click", () => go(story.at));
addEventListener("keydown", pressed);
addEventListener("hashchange", follow);
follow();
