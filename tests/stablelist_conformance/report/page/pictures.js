"use strict";

// The story, as story.py tells it. Step numbers count from `first`, where the page begins.
const story = JSON.parse(document.getElementById("story").textContent);
const { first, steps, lives, sentences } = story;
const last = first + steps.length - 1;
const stepAt = (number) => steps[number - first];
const $ = (id) => document.getElementById(id);
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

/** A word, shortened if it is long; the current step shows all of it. */
const clipped = (word) =>
  word.length > 18 ? make("code", { title: word }, `${word.slice(0, 16)}\u2026`) : code(word);

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
    "div",
    { class: "row" },
    row.name ? make("h4", {}, row.name) : null,
    make("div", { class: "groups" }, ...parts),
    chains.length ? make("ul", { class: "quiet chains" }, ...chains) : null,
  );
}

function group(row, part, marks) {
  const cells = part.cells.map((cell) => pictureCell(row, cell, marks.has(cell[0])));
  return make(
    "div",
    { class: part.name ? "group" : "group unnamed" },
    part.name ? make("p", { class: "group-name" }, part.name) : null,
    make("ol", { class: "cells", role: "list" }, ...cells),
  );
}

function pictureCell(row, [position, kind, word, second], marked) {
  const shown = kind === "vacant" ? second : word;
  const below = kind === "vacant" ? word : second;
  return make(
    "li",
    { class: `cell ${kind}${marked ? " marked" : ""}` },
    unseen("cell "),
    make("span", { class: "at" }, String(position)),
    unseen(`, ${kind}: `),
    make("span", { class: "word" }, shown),
    make("span", { class: "second" }, below),
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
