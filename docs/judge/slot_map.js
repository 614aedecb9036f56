import { serve } from './starter.mjs';

class SlotMap {
  #slots = []; // { version, element }, vacant if element is undefined
  #vacant = [];

  get size() {
    return this.#slots.length - this.#vacant.length;
  }

  add(element) {
    const index = this.#vacant.pop() ?? this.#slots.push({ version: 0 }) - 1;
    this.#slots[index].element = element;
    return { index, version: this.#slots[index].version };
  }

  get({ index, version }) {
    const slot = this.#slots[index];
    return slot.version === version ? slot.element : undefined;
  }

  remove(key) {
    const element = this.get(key);
    if (element !== undefined) {
      const slot = this.#slots[key.index];
      slot.element = undefined;
      slot.version += 1;
      this.#vacant.push(key.index);
    }
    return element;
  }
}

serve({
  handshake: { name: 'my-port', version: '0.1.0', system: 'slotmap', id_bits: 53 },
  open: () => new SlotMap(),
  add: (map, element) => map.add(element),
  remove: (map, key) => map.remove(key),
  at: (map, key) => map.get(key),
  len: (map) => map.size,
});
