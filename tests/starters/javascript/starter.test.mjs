/** Tests of the starter by its answers to programs; run by `node --test tests/starters/javascript`. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { answer, Borrowed, Full, handshake } from '../../stablelist_conformance/starters/javascript/starter.mjs';
import { adapter } from './port.mjs';
import { SlotMap } from './slot_map.mjs';

/** Returns the answers of the slot map to the words of a program. */
const contract = (words, changes = {}) => answer({ ...adapter, ...changes }, `contract : ${words}`);
const layout = (words, changes = {}) => answer({ ...adapter, ...changes }, `layout : ${words}`);

/** Returns the answers of a process to lines, and its standard error. */
function conversation(input) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`${import.meta.dirname}/port.mjs`], {
    input, encoding: 'latin1', maxBuffer: 1 << 28,
  });
  return { lines: stdout.split('\n'), stderr, status };
}

test('the handshake leaves out what the adapter does not have', () => {
  assert.equal(
    handshake(adapter),
    'port protocol=5 level=contract name=slot-map version=1.0.0 system=slotmap id_bits=0 capacity=fixed '
    + 'without=insert_with,extend,put,remove_many,pair,key_at,at_mut,each_mut,clear,keys,apply,inspect,exchange,traverse,'
    + 'lend,drain,retain,sort,reserve,shrink_to_fit,repack,reload,layout,cost',
  );
  assert.match(handshake({ ...adapter, forge: undefined }), /,forge$/);
  const more = { ...adapter, handshake: { ...adapter.handshake, without: 'negative' } };
  assert.match(handshake(more), /,cost,negative$/);
  assert.match(handshake({ ...adapter, keys: () => [], at: undefined }), /,at,.*,keys,/); // keys needs it
});

test('every operation has its word', () => {
  assert.equal(contract('add add remove:0 at:0 at:1 contains:0 contains:1 len is_empty'), 'ok ok 0 none 1 no yes 1 no');
  assert.equal(contract('add replace:0:7 at:0 remove:0 replace:0:8'), 'ok yes 7 7 no');
  const more = {
    insertWith: (map, factory) => {
      const key = map.insert(-1);
      map.set(key, factory(key));
      return { index: 9, generation: 9 }; // not the argument of the factory
    },
    extend: (map, elements) => elements.map((element) => map.insert(element)),
    put: (map, index, element) => [{ index, generation: 0 }, map.set({ index, generation: 0 }, element) ? 1 : undefined],
    pair: (map, one, other) => [map.get(one), map.get(other)],
    atMut: (map, key, difference) => {
      map.set(key, map.get(key) + difference);
      return map.get(key);
    },
    eachMut: (map, difference) => [...map.entries()].forEach(([key, element]) => map.set(key, element + difference)),
    clear: (map) => [...map.entries()].forEach(([key]) => map.remove(key)),
    keys: (map) => [...map.entries()].map(([key]) => key),
    drain: (map) => [...map.entries()].map(([key]) => map.remove(key)),
    retain: (map, keep) => [...map.entries()].filter(([, element]) => !keep(element)).map(([key]) => map.remove(key)),
    sort: (map, rank) => [...map.entries()].forEach(([key, element]) => map.set(key, rank(element))), // to show the ranks
    reserve: () => {},
    shrinkToFit: () => {},
    repack: (map, key) => JSON.parse(JSON.stringify(key)),
    reload: (map) => map,
  };
  assert.equal(contract('insert_with at:0 extend:2 at:2', more), 'ok 0 [ok,ok] 2');
  assert.equal(contract('add put:0 at:0', more), 'ok 1 1');
  assert.equal(contract('add add pair:1:0 remove:0 pair:1:0', more), 'ok ok 1/0 0 1/none');
  assert.equal(contract('add at_mut:0:5 each_mut:2 at:0', more), 'ok 5 ok 7');
  assert.equal(contract('extend:3 keys retain:2:1 keys clear keys', more), '[ok,ok,ok] [0,1,2] [0,2] [1] ok []');
  assert.equal(contract('extend:4 sort:3 at:2 at:3', more), '[ok,ok,ok,ok] ok 2 0');
  assert.equal(contract('extend:2 reserve:3 shrink_to_fit repack:1 reload drain each', more), '[ok,ok] ok ok 1 ok [0,1] []');
});

test('a StableList has operations of its own', () => {
  const lent = { pivot: 1, length: 2, others: [5, 3] };
  const more = {
    removeMany: (map, one, other) => [map.remove(one), map.remove(other)],
    keyAt: (map, key) => [key, map.get(key)],
    apply: (map, key) => (map.get(key) === undefined ? undefined : lent),
    inspect: () => lent,
    exchange: () => [0, 1],
    traverse: () => [[4, 1, 2], [2, 1, 4]],
    layout: () => '4|0',
    cost: () => '0/0',
  };
  assert.equal(contract('add add remove_many:0:1 add apply:0 apply:2', more), 'ok ok 0/1 ok none 1/2/[3,5]');
  assert.equal(layout('add key_at:0 inspect:0 exchange:0:0 traverse layout cost', more), '0.0 0.0=0 1/2/[5,3] 0/1 [4/1/2,2/1/4] 4|0 0/0');
  assert.equal(contract('traverse key_at:#0.0', more), '[2/1/4,4/1/2] undefined'); // the result of the container
});

test('two keys of which one is not there', () => {
  const more = {
    pair: () => assert.fail('a key was made up'),
    removeMany: () => assert.fail('a key was made up'),
    exchange: () => assert.fail('a key was made up'),
    apply: (map, key) => ({ pivot: map.get(key), length: 0, others: [] }),
    forge: () => undefined,
  };
  assert.equal(contract('add pair:0:#0.0 pair:#0.0:0 exchange:0:#1.1 exchange:#1.1:0', more), 'ok 0/none none/0 0/none none');
  assert.equal(contract('add remove_many:#0.0:0 at:0', more), 'ok none/0 none');
});

test('insertions that fail have a number and no key', () => {
  const one = answer(adapter, 'contract capacity=1 : add add at:1 remove:1 at:1~0.0 remove:0 add at:2');
  assert.equal(one, 'ok !full none none none 0 ok 2');
  assert.equal(contract('add', { add: () => { throw new Full(); } }), '!full');
  assert.equal(contract('add at:0', { add: () => undefined }), '!other none');
});

test('keys that are forged', () => {
  assert.equal(contract('add at:#0.0 at:#0.1 at:#-1.0 at:0~0.0 at:0~0.1 at:0~0.-1 at:0~1.0'), 'ok 0 none none 0 none none none');
  const far = { parts: () => [2 ** 52, 2 ** 53 - 1], forge: () => assert.fail('forged beyond what a number can hold') };
  assert.equal(contract(`add at:0~0.1 at:0~${2 ** 52}.0`, far), 'ok none none');
});

test('only the index of a key counts for the key at it', () => {
  const more = {
    keyAt: (map, { index }) => [...map.entries()].find(([live]) => live.index === index),
    forge: (index, generation) => (generation === 0 ? { index, generation } : undefined),
  };
  assert.equal(contract('add remove:0 add key_at:0 key_at:#0.7 key_at:1~0.-1 at:1~0.-1', more), 'ok 0 ok 1 1 none none');
  assert.equal(contract('add key_at:0~0.-1 key_at:#1.0 key_at:#-1.0', more), 'ok 0 none none');
});

test('errors have their words, and the program goes on', () => {
  assert.equal(contract('add at:0 len', { at: () => { throw new Error('oops'); } }), 'ok !other 1');
  assert.equal(contract('add clear nonsense len', { clear: () => { throw new Borrowed(); } }), 'ok !borrow !other 1');
  assert.equal(contract('add len', { open: () => { throw new Error('refused'); } }), '!other !other');
});

test('what a container documents differently', () => {
  const says = (more) => ({ handshake: { ...adapter.handshake, ...more } });
  assert.equal(contract('add remove:0 remove:0', says({ remove: 'silent' })), 'ok ok ok');
  assert.equal(contract('add add remove:1 remove:1', says({ ids: 'only' })), 'ok ok yes no');
});

test('a container that is lent', () => {
  const lending = { lend: true, remove: () => { throw new Borrowed(); } };
  assert.equal(contract('lend:remove:0 add lend:remove:0 lend:remove:#7.7', lending), 'none ok !borrow !borrow');
  assert.equal(contract('add lend:add add each at:1', { lend: true }), 'ok ok ok [0,1,1] 1'); // it has no number
  assert.equal(contract('add lend:remove:9', { ...lending, forge: () => undefined }), 'ok !borrow');
});

test('lists are in ascending order at level contract only', () => {
  const each = (map) => [...map.entries()].reverse();
  const eleven = Array(11).fill('add').join(' ');
  assert.match(contract(`${eleven} each`, { each }), / \[0,1,2,3,4,5,6,7,8,9,10\]$/);
  assert.match(layout('add add each', { each }), / \[1.0=1,0.0=0\]$/);
});

test('lines', () => {
  const { lines, stderr, status } = conversation('\n\r\ncontract : add at:0\r\nhello 5\nnonsense\ncontract : add\ncontract : ad');
  assert.deepEqual(lines, ['ok 0', handshake(adapter), '!other', 'ok', '']);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  assert.deepEqual(conversation('').lines, ['']);
});

/** The lines of a file of the newest vectors. */
function vectors(name) {
  const folder = `${import.meta.dirname}/../../vectors`;
  const newest = readdirSync(folder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0];
  return readFileSync(`${folder}/${newest}/${name}`, 'ascii').trimEnd().split('\n');
}

test('the vectors that the port can take', () => {
  const without = handshake(adapter).split('without=')[1].split(',');
  const taken = vectors('MANIFEST.tsv').map((line) => line.split('\t'))
    .filter(([path, , , , , , needs]) => path.startsWith('slotmap/contract/') && !needs.split(',').some((need) => without.includes(need)))
    .map(([path]) => path);
  assert.ok(taken.length > 5);
  for (const path of taken) {
    const answers = vectors(`${path}.out`);
    vectors(`${path}.in`).forEach((line, number) => assert.equal(answer(adapter, line), answers[number], line));
  }
});

test('an error is told once', () => {
  const { lines, stderr } = conversation('contract : oops oops oops\n');
  assert.deepEqual(lines, ['!other !other !other', '']);
  assert.equal(stderr.match(/answered !other: .*there is no operation oops/g).length, 1);
});

test('huge lines', () => {
  const most = 30_000;
  const { lines } = conversation(`contract : ${'add '.repeat(most)}each\n${'x'.repeat(1e8)}\n`);
  assert.ok(lines[0].endsWith(`,${most - 1}]`));
  assert.equal(lines[1], '!other');
});
