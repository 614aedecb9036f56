/** A slot map: elements in slots, each with a generation that distinguishes successive elements. */
export class SlotMap {
  #slots = []; // { generation, element }, vacant if element is undefined
  #free = [];

  constructor(capacity = Infinity) {
    this.capacity = capacity;
  }

  get size() {
    return this.#slots.length - this.#free.length;
  }

  insert(element) {
    if (this.size >= this.capacity) throw new RangeError('the slot map is full');
    const index = this.#free.pop() ?? this.#slots.push({ generation: 0 }) - 1;
    this.#slots[index].element = element;
    return { index, generation: this.#slots[index].generation };
  }

  get(key) {
    return this.#slot(key)?.element;
  }

  set(key, element) {
    const slot = this.#slot(key);
    if (slot) slot.element = element;
    return slot !== undefined;
  }

  remove(key) {
    const slot = this.#slot(key);
    if (!slot) return undefined;
    const { element } = slot;
    slot.element = undefined;
    slot.generation += 1;
    this.#free.push(key.index);
    return element;
  }

  /** A slot map of its own, in which the same keys are live. */
  clone() {
    const clone = new SlotMap(this.capacity);
    clone.#slots = this.#slots.map((slot) => ({ ...slot }));
    clone.#free = [...this.#free];
    return clone;
  }

  /** Exchanges everything with another one. */
  swap(other) {
    [this.#slots, other.#slots] = [other.#slots, this.#slots];
    [this.#free, other.#free] = [other.#free, this.#free];
  }

  *entries() {
    for (const [index, { generation, element }] of this.#slots.entries()) {
      if (element !== undefined) yield [{ index, generation }, element];
    }
  }

  #slot({ index, generation }) {
    const slot = this.#slots[index];
    return slot?.generation === generation && slot.element !== undefined ? slot : undefined;
  }
}
