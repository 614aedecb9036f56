/** Ports for published deques. The argument selects one. */

import { Deque as ArrayDeque } from '@datastructures-js/deque';
import { Deque as ArrayDeque104 } from '@datastructures-js/deque-1.0.4';
import Denque from 'denque';
import Denque121 from 'denque-1.2.1';
import Deque from 'double-ended-queue';
import * as mnemonist from 'mnemonist';
import mnemonist0397 from 'mnemonist-0.39.7';
import mnemonist0398 from 'mnemonist-0.39.8';

import { Refused, serve } from '../../stablelist_conformance/starters/family/javascript/starter.mjs';
import { TABLE } from '../tables/ring/table.mjs';

/** The port of denque; `remove` and `splice` are a finding of their own. */
const denque = (functions, version = '2.1.0', Release = Denque) => ({
  fields: `name=denque version=${version} capacity=grows`,
  open: () => new Release(),
  functions: {
    push_back: (deque, value) => deque.push(value),
    push_front: (deque, value) => deque.unshift(value),
    extend: (deque, count, value) => {
      for (let added = 0; added < count; added += 1) deque.push(value + added);
    },
    pop_back: (deque) => deque.pop(),
    pop_front: (deque) => deque.shift(),
    clear: (deque) => deque.clear(),
    peek: (deque) => deque.peekFront(),
    get: (deque, place) => deque.peekAt(place),
    from_end: (deque, place) => deque.peekAt(-1 - place),
    len: (deque) => deque.size(),
    is_empty: (deque) => deque.isEmpty(),
    each: (deque) => deque.toArray().map((value) => value ?? 'none'),
    ...functions,
  },
});

const removal = {
  drain: (deque, start, end) => {
    if (start > end || end > deque.length) throw new Refused('range');
    return deque.splice(start, end - start) ?? []; // of an empty deque, undefined
  },
};

/** A release of @datastructures-js/deque. */
const arrayDeque = (version, Release) => ({
  fields: `name=datastructures-deque version=${version} capacity=grows`,
  open: () => new Release(),
  functions: {
    push_back: (deque, value) => deque.pushBack(value),
    push_front: (deque, value) => deque.pushFront(value),
    pop_back: (deque) => deque.popBack() ?? undefined, // null if it is empty
    pop_front: (deque) => deque.popFront() ?? undefined,
    clear: (deque) => deque.clear(),
    peek: (deque) => deque.front() ?? undefined,
    len: (deque) => deque.size(),
    is_empty: (deque) => deque.isEmpty(),
    each: (deque) => deque.toArray(),
    copy: (deque) => deque.clone(),
  },
});

const doubleEndedQueue = {
  fields: 'name=double-ended-queue version=0.9.7 capacity=grows',
  open: () => new Deque(),
  functions: {
    push_back: (deque, value) => deque.push(value),
    push_front: (deque, value) => deque.unshift(value),
    extend: (deque, count, value) => deque.push(...Array.from({ length: count }, (_, i) => value + i)),
    pop_back: (deque) => deque.pop(),
    pop_front: (deque) => deque.shift(),
    clear: (deque) => deque.clear(),
    peek: (deque) => deque.peekFront(),
    get: (deque, place) => deque.get(place),
    from_end: (deque, place) => deque.get(-1 - place),
    len: (deque) => deque.length,
    is_empty: (deque) => deque.isEmpty(),
    each: (deque) => deque.toArray(),
  },
};

/** A push to a full deque of fixed capacity throws. */
const pushed = (deque, push) => {
  if (deque.size === deque.capacity) throw new Refused('full');
  push();
};

/** A release of mnemonist's FixedDeque. `get` did not check its index in the beginning, which is a finding of its own. */
const fixedDeque = (version, { FixedDeque }, get = (deque, place) => deque.get(place)) => ({
  fields: `name=mnemonist-FixedDeque version=${version} capacity=fixed full=refuses`,
  open: ({ capacity }) => new FixedDeque(Array, Number(capacity)),
  functions: {
    push_back: (deque, value) => pushed(deque, () => deque.push(value)),
    push_front: (deque, value) => pushed(deque, () => deque.unshift(value)),
    pop_back: (deque) => deque.pop(),
    pop_front: (deque) => deque.shift(),
    clear: (deque) => deque.clear(),
    peek: (deque) => deque.peekFirst(),
    get,
    from_end: (deque, place) => (place ? within(deque, deque.size - 1 - place) : deque.peekLast()),
    len: (deque) => deque.size,
    is_full: (deque) => deque.size === deque.capacity,
    each: (deque) => deque.toArray(),
  },
});

/** The element at an index, if the deque has it. */
const within = (deque, place) => (place >= 0 && place < deque.size ? deque.get(place) : undefined);

const ports = {
  denque: denque(),
  'denque-splice': denque(removal),
  'denque-splice-1.2.1': denque(removal, '1.2.1', Denque121),
  'datastructures-deque': arrayDeque('1.0.8', ArrayDeque),
  'datastructures-deque-1.0.4': arrayDeque('1.0.4', ArrayDeque104),
  'double-ended-queue': doubleEndedQueue,
  'mnemonist-FixedDeque': fixedDeque('0.40.8', mnemonist),
  'mnemonist-FixedDeque-0.39.7': fixedDeque('0.39.7', mnemonist0397, within),
  'mnemonist-FixedDeque-0.39.8': fixedDeque('0.39.8', mnemonist0398, within),
  'mnemonist-FixedDeque-0.39.8-get': fixedDeque('0.39.8', mnemonist0398),
};

const port = ports[process.argv[2]];
if (port === undefined) {
  console.error(`name a port: ${Object.keys(ports).join(', ')}`);
  process.exit(2);
}
serve(`protocol=6 system=ring ${port.fields}`, TABLE, port.open, port.functions);
