"use strict";

// What the pages of a report draw with, and the playground: elements, and rows of cells.

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
    row.name ? make("h3", {}, row.name) : null,
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
