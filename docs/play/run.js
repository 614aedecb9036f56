// --- The four containers --------------------------------------------------------------------------

/** A list's layout: space, parts, next id. */
function partsOf(layout, names) {
  const [space, ...rest] = layout.split("|");
  const parts = rest.slice(0, -1).map((part, at) => {
    const [start, size, live, opened, free] = part.split(":");
    return { name: names(at, start), start: +start, size: +size, live: +live, opened: +opened, free: numbers(free) };
  });
  return { facts: `space ${Number(space).toLocaleString("en")}`, parts };
}

/** The layout of slots with one free list; before `first` there are sentinels. */
const slotsOf = (first) => (layout) => {
  const [live, size, free] = layout.split("|")[0].split(":");
  const part = { name: "", start: first, size: +size, live: +live, opened: +size, free: numbers(free) };
  return { facts: `${Number(size).toLocaleString("en")} opened`, parts: [part] };
};

const numbers = (list) => (list ? list.split(",").map(Number) : []);

/** What the page says of each port; `served` has their adapters in this order. */
const KINDS = [
  {
    name: "StableList",
    own: "--list",
    dash: "",
    stamp: "id",
    read: (layout) => partsOf(layout, (at) => ["q1", "q2", "h2"][at]),
  },
  {
    name: "Dyadic list",
    own: "--dyadic",
    dash: "9 4",
    stamp: "id",
    read: (layout) => partsOf(layout, (_, start) => `b${start}`),
  },
  { name: "Slot map", own: "--slotmap", dash: "", stamp: "v", read: slotsOf(1) },
  { name: "Slab", own: "--slab", dash: "3 4", stamp: "", read: slotsOf(0) },
].map((kind, at) => ({ ...kind, adapter: served[at] }));

/** A program in progress in all four. */
class Run {
  constructor({ level, parameters }) {
    this.programs = KINDS.map(({ name, adapter }) => {
      try {
        return new Program(adapter, [level, ...parameters].join(" "));
      } catch (error) {
        throw new BadProgram(`${name} refuses this configuration: ${error.message}.`);
      }
    });
    this.looked = KINDS.map(() => 0); // cells that the page itself came past
  }

  /** The four answers to a word; a container that has no such operation is not asked. */
  answer(word) {
    const name = word.split(":")[0];
    return this.programs.map((program, at) => {
      const { offered } = KINDS[at];
      const asked = name === "extend" && !offered.has(name) ? word.replace(name, "fill") : word; // so that keys are numbered alike
      if (asked === word && !offered.has(name)) return null;
      const answered = String(program.answerOn(asked));
      return name === "cost" ? this.without(answered, at) : clip(answered, 2_000);
    });
  }

  /** Costs without what the page has iterated. */
  without(costs, at) {
    const [cells, ...rest] = costs.split("/").reverse();
    return [cells - this.looked[at], ...rest].reverse().join("/");
  }

  costs(at) {
    return this.programs[at].ask("cost").split("/").map(Number);
  }

  walked() {
    return KINDS.map((_, at) => this.costs(at)[0]);
  }

  /** Iterates over one container: keys and elements, and how many cells that came past. */
  iterated(at) {
    const program = this.programs[at];
    const before = this.costs(at)[3];
    const items = program.items(program.ask("each"));
    const visited = this.costs(at)[3] - before;
    this.looked[at] += visited;
    return { items, visited };
  }

  /** Everything there is to show of one container. */
  view(at) {
    const { adapter, read, stamp } = KINDS[at];
    const { items, visited } = this.iterated(at);
    const live = new Map(items.map(([key, element]) => [adapter.parts(key)[0], { key, element }]));
    const second = (key) => (stamp ? `${stamp} ${adapter.parts(key)[1]}` : "");
    const elements = Float64Array.from(items, ([, element]) => element).sort();
    return { ...read(this.programs[at].ask("layout")), live, elements, visited, second, walked: this.costs(at)[0] };
  }

  /** The number of the insertion that handed out a key, the latest if there are several. */
  numberOf(at, key) {
    const [index, id] = KINDS[at].adapter.parts(key);
    return this.programs[at].keys.findLastIndex((each) => {
      if (each === undefined) return false;
      const parts = KINDS[at].adapter.parts(each);
      return parts[0] === index && parts[1] === id;
    });
  }

  /** The same program, from here on by itself. */
  copy() {
    const programs = this.programs.map((program) => {
      const own = { container: program.ask("reload"), keys: [...program.keys] };
      return Object.assign(Object.create(Program.prototype), program, own);
    });
    return Object.assign(Object.create(Run.prototype), { programs, looked: [...this.looked] });
  }
}

for (const kind of KINDS) {
  const lacking = new Set(/without=(\S*)/.exec(handshake(kind.adapter))?.[1].split(","));
  kind.offered = new Set(Object.keys(OPERATIONS).filter((name) => !lacking.has(name)));
}
