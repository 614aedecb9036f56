/**
 * The port @name@: maps each operation of the port protocol to a method of your container.
 *
 * Fill in the blanks. Of the operations below them, remove the // from those that your container has; the port says
 * that it lacks the others. An element is a number. Return undefined where no element is found.
 */

import { Full, serve } from './starter.mjs';
// BLANK: import your container.

const adapter = {
  handshake: {
    name: '@name@',
    version: '0.1.0', // BLANK: your container's
    system: '@system@',
    // @@ layout
    level: 'contract', // 'layout' or 'cost', once the port shows what these ask for
    // @@ fixed-arena
    capacity: 'fixed', // a program says how many cells there are
    // @@ id_bits
    id_bits: 32, // BLANK: how many bits the id (version, generation) of a key has; 0 if ids never start over
    // @@ parity
    // If only every second number is used as a version (for example, only odd numbers), add parity: 'yes'.
    // @@ index_bits
    index_bits: 32, // BLANK: how many bits the index of a key has; 0 if there is no bound
    // @@ maximum
    without: 'maximum', // remove this line if the container can have a maximum number of elements
    // @@
  },

  open: (parameters) => blank('make a new, empty container'),

  add: (container, element) => blank('add the element, and return its key; if there is no room, throw new Full()'),
  remove: (container, key) => blank('remove by key, and return the element, or undefined'),
  // @@ insert_with
  // insertWith: (container, factory) => container.insertWith(factory), // adds factory(key)
  // @@ extend
  // extend: (container, elements) => container.extend(elements), // the keys; all elements or none
  // @@ put
  // put: (container, index, element) => [key, displaced], // displaced is the element that was at the index, if any
  // @@ insert_at
  // insertAt: (container, key, element) => [itsKey, displaced], // at the slot of a key, which may be retired
  // @@ remove_many
  // removeMany: (container, one, other) => container.removeMany([one, other]),
  // @@ at
  // at: (container, key) => container.get(key),
  // @@ pair
  // pair: (container, one, other) => container.getMany([one, other]), // an element or undefined for each
  // @@ key_at
  // keyAt: (container, key) => [live, element], // the key that is live at key's index, or undefined
  // @@ at
  // contains: (container, key) => container.has(key),
  // @@ replace
  // replace: (container, key, element) => container.set(key, element), // true, or false if it is not found
  // @@ at_mut
  // atMut: (container, key, difference) => container.update(key, (element) => element + difference), // the new element
  // @@ each_mut
  // eachMut: (container, difference) => container.updateAll((element) => element + difference),
  // @@
  // len: (container) => container.size,
  // isEmpty: (container) => container.isEmpty(),
  // clear: (container) => container.clear(),
  // each: (container) => container.entries(), // pairs of key and element
  // @@ keys
  // keys: (container) => container.keys(),
  // @@ apply
  // apply: (container, key) => ({ pivot, length, others }), // the element, and what the view of all others shows
  // inspect: (container, key) => ({ pivot, length, others }),
  // exchange: (container, key, other) => [element, otherElement], // as they were before they changed places
  // traverse: (container) => [[pivot, length, sum]], // for each element, and the view of all others
  // @@ lend
  // lend: true, // only if the container refuses changes while each runs; then errors has the error:
  // errors: { '!borrow': BorrowError },
  // @@ drain
  // drain: (container) => container.drain(), // the elements
  // @@ retain
  // retain: (container, keep) => container.retain(keep), // the elements that it removed
  // @@ each_removing
  // eachRemoving: (container, keep) => visited, // all elements; those are removed for which keep(element) is false
  // @@ each_first
  // eachFirst: (container, most) => visited, // all elements, after an iteration was left when it had visited so many
  // @@ sort
  // sort: (container, rank) => container.sort((one, other) => rank(one) - rank(other)),
  // @@ reserve
  // reserve: (container, additional) => container.reserve(additional),
  // shrinkToFit: (container) => container.shrinkToFit(),
  // @@ repack
  // repack: (container, key) => unpack(pack(key)),
  // @@ reload
  // reload: (container) => structuredClone(container), // a copy in which the same keys are live
  // @@ copy
  // copy: (container) => structuredClone(container), // a clone in which the same keys are live
  // swapContainers: (container, other) => container.swap(other),
  // equal: (container, other) => container.equals(other), // the same elements under the same keys
  // @@ layout
  // layout: (container) => blank('what the page of the system says'), // level layout
  // cost: (container) => blank('what the page of the system says'), // level cost
  // @@ forge
  // forge: (index, id) => new Key(index, id), // or undefined, if there can be no such key
  // parts: (key) => [key.index, key.id],
  // @@
};

function blank(what) {
  throw new Error(`fill in the blank: ${what}`);
}

serve(adapter);
