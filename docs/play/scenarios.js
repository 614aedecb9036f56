// --- Scenarios ------------------------------------------------------------------------------------

/** Numbers that look random and are the same every time. */
function* random(seed) {
  for (let x = seed >>> 0 || 1; ;) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    yield x >>> 0;
  }
}

/** Particles that live for 1 to 50 steps: one more in each of 255 steps, and a burst in step 100 (thesis, 6.3). */
function particles(burst) {
  const words = [];
  const dying = new Map(); // step -> insertions
  const draws = random(63);
  let born = 0;
  const note = (step, count) => {
    for (; count > 0; count--, born++) {
      const end = step + 1 + (draws.next().value % 50);
      dying.set(end, [...(dying.get(end) ?? []), born]);
    }
  };
  for (let step = 1; step <= 255; step++) {
    words.push("add");
    note(step, 1);
    if (step === 100) {
      words.push(`fill:${burst}`);
      note(step, burst);
    }
    words.push(...(dying.get(step) ?? []).map((number) => `remove:${number}`), "each");
  }
  return words.join(" ");
}

const SCENARIOS = [
  ["A stale key", "add add remove:0 add at:0", "The slab finds the element that took the cell; the others find none."],
  [
    "A free list is split",
    "fill:9 remove:0 remove:2 remove:1 remove:3 remove:8 add add add add",
    "When StableList drops its upper half, it walks the free list of q1, and one part of it is reversed. The dyadic list has one for each block, and walks none (thesis, figure 5.3).",
  ],
  [
    "A cascade",
    "fill:9 remove:7 remove:3 remove:6 remove:2 remove:4 remove:1 remove:5 remove:8 at:0 at:8 add each",
    "One removal shrinks the lists from 16 cells to 4.",
  ],
  [
    "A straggler",
    `fill:16 ${Array.from({ length: 13 }, (_, i) => `remove:${i + 2}`).join(" ")} each remove:15 each`,
    "A single element in the upper half keeps all 16 cells opened, until it is removed.",
  ],
  [
    "16,384 cells",
    "fill:16384 replace:1:0 retain:16383:0 replace:1:1 each remove:16383 each",
    "Elements are left at 0, 1 and the last cell. When the last one is removed, StableList walks 8,166 entries in twelve halvings (thesis, 5.2).",
  ],
  [
    "Particles",
    particles(1000),
    "255 steps, an element more in each, which lives for 1 to 50 steps, and a burst of 1,000 in step 100 (thesis, 6.3, with a tenth of its burst). Look at the curves.",
  ],
  [
    "Ids of one bit",
    "layout id_bits=1 : add remove:0 add at:0 remove:1 add at:0",
    "After two insertions the ids start over: a stale key finds an element again.",
  ],
  [
    "What an iteration sees",
    "fill:8 retain:4:1 each clear each add",
    "Four keep two of eight elements; then everything goes at once.",
  ],
];

/** Programs that published packages answered wrongly: docs/findings.md. */
const FINDINGS = [
  ["F1", "contract id_bits=64 : drain insert_with", "generational-arena 0.2.9 panics."],
  ["F2", "contract id_bits=64 : reserve:0 add", "generational-arena 0.2.9 panics."],
  [
    "F10",
    "contract id_bits=0 : add clear remove:0 len",
    "Go's container/list: a removal after Init makes the length negative.",
  ],
  ["F11", "contract id_bits=13 : add remove:0~1.0 add add remove:1", "sharded-slab 0.1.7 hands out one key twice."],
  [
    "F21",
    "contract : add at:0~4294967296.0 remove:#4294967296.0 len",
    "rustworkx 0.18.1 takes an index of more than 32 bits for another one.",
  ],
  ["F38", "contract : add add remove:0 keys", "indexlist 0.1.0 does not find an older element after a removal."],
  [
    "F54",
    "contract : add remove:0 add remove:0 at:1",
    "specs 0.18.0: a refused removal takes what belongs to a later entity.",
  ],
];
