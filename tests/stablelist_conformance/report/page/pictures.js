// The story, as story.py tells it. Step numbers count from `first`, where the page begins.
const story = JSON.parse(document.getElementById("story").textContent);
const { first, steps, lives, sentences } = story;
const last = first + steps.length - 1;
const stepAt = (number) => steps[number - first];
const $ = (id) => document.getElementById(id);
let now = null;
let naming = 0;

/** A word, shortened if it is long; the current step shows all of it. */
const clipped = (word) =>
  word.length > 18 ? make("code", { title: word }, `${word.slice(0, 16)}\u2026`) : code(word);

/** A name with places at which a line may end. */
const breakable = (name) => name.split("_").flatMap((part, at) => (at ? [make("wbr"), `_${part}`] : [part]));

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
