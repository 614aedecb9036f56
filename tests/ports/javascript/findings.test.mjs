/** The findings in the JavaScript packages. They pass as long as the pinned releases have these defects. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { addEntity, createEntityIndex, createWorld, entityExists, getAllEntities, removeEntity, withVersioning } from 'bitecs';
import { Deque as ArrayDeque } from '@datastructures-js/deque';
import { Deque as ArrayDeque104 } from '@datastructures-js/deque-1.0.4';
import Denque from 'denque';
import Denque121 from 'denque-1.2.1';
import { Yallist } from 'yallist';
import graphology from 'graphology';
import graphology0191 from 'graphology-0.19.1';
import graphology0211 from 'graphology-0.21.1';
import graphology0220 from 'graphology-0.22.0';
import LRUCache7183 from 'lru-cache-7.18.3';
import LRUCache730 from 'lru-cache-7.3.0';
import LRUCache731 from 'lru-cache-7.3.1';
import LRUCache800 from 'lru-cache-8.0.0';
import * as mnemonist from 'mnemonist';
import mnemonist0397 from 'mnemonist-0.39.7';
import mnemonist0398 from 'mnemonist-0.39.8';
import { TypedFastBitSet } from 'typedfastbitset';

test('f24_a_live_entity_with_a_version_does_not_exist_after_another_removal', () => {
  const world = createWorld(createEntityIndex(withVersioning(8)));
  const [first, second] = [addEntity(world), addEntity(world)];
  removeEntity(world, first);
  const again = addEntity(world);
  assert.notEqual(again, first);
  assert.ok(entityExists(world, again));
  removeEntity(world, second);
  assert.deepEqual(getAllEntities(world), [again]);
  assert.ok(!entityExists(world, again)); // although it is live
});

test('f27_two_entries_share_a_slot', () => {
  const element = (Cache) => {
    const cache = new Cache({ max: 5 });
    cache.set('a', 1).set('b', 2).set('a', 1).set('c', 3);
    return cache.peek('b');
  };
  assert.equal(element(LRUCache730), 3); // that of c
  assert.equal(element(LRUCache731), 2);
});

test('f28_pop_leaves_a_slot_that_two_entries_get', () => {
  const element = (Cache) => {
    const cache = new Cache({ max: 2 });
    cache.set('a', 1);
    cache.pop();
    cache.set('b', 2).set('c', 3);
    return cache.peek('b');
  };
  assert.equal(element(LRUCache7183), 3); // that of c
  assert.equal(element(LRUCache800), 2);
});

test('f29_the_last_element_is_behind_the_last_cell', () => {
  const last = ({ FixedDeque }) => {
    const deque = FixedDeque.from([1, 2, 3], Array, 3);
    deque.shift();
    deque.push(4);
    return deque.peekLast();
  };
  assert.equal(last(mnemonist0397), undefined);
  assert.equal(last(mnemonist0398), 4);
});

test('f30_get_finds_what_was_removed', () => {
  const found = ({ FixedDeque }) => {
    const deque = FixedDeque.from([1, 2], Array, 2);
    deque.pop();
    return deque.get(1);
  };
  assert.equal(found(mnemonist0398), 2);
  assert.equal(found(mnemonist), undefined);
});

test('f31_splice_loses_what_lies_around_the_end', () => {
  const deque = new Denque([1, 2, 3, 4, 5]);
  deque.splice(0, 2);
  for (const value of [6, 7, 8, 9]) deque.push(value);
  deque.splice(2, 2);
  assert.deepEqual(deque.toArray(), [3, 4, 7, 8, undefined]);
});

test('f32_splice_inserts_behind_the_last_element', () => {
  const spliced = (list, ...given) => {
    list.splice(...given);
    return [...list];
  };
  for (const given of [[1, 0, 5], [0, 1, 5]]) {
    assert.notDeepEqual(spliced(new Yallist([0, 1]), ...given), spliced([0, 1], ...given));
  }
});

test('f33_splice_beyond_the_end_removes_the_last_element', () => {
  assert.deepEqual(new Yallist([0]).splice(2, 1), [0]);
  assert.deepEqual([0].splice(2, 1), []);
});

test('f50_dropping_a_node_removes_the_edges_of_others', () => {
  const left = ({ MultiDirectedGraph }) => {
    const graph = new MultiDirectedGraph();
    for (const node of ['alone', 'looped']) graph.addNode(node);
    graph.addEdgeWithKey('loop', 'looped', 'looped');
    graph.dropNode('alone');
    return graph.edges();
  };
  assert.deepEqual(left(graphology0191), []);
  assert.deepEqual(left(graphology), ['loop']);
});

test('f51_degrees_outlive_the_edges', () => {
  const degree = ({ MultiDirectedGraph }) => {
    const graph = new MultiDirectedGraph();
    graph.addNode('looped');
    graph.addEdge('looped', 'looped');
    graph.clearEdges();
    return graph.degree('looped');
  };
  assert.equal(degree(graphology0211), 2);
  assert.equal(degree(graphology0220), 0);
});

test('f52_a_loop_is_listed_twice_and_another_edge_not', () => {
  const edges = ({ MultiDirectedGraph }) => {
    const graph = new MultiDirectedGraph();
    for (const node of ['looped', 'other']) graph.addNode(node);
    graph.addEdgeWithKey('loop', 'looped', 'looped');
    graph.addEdgeWithKey('to', 'looped', 'other');
    return graph.edges('looped');
  };
  assert.deepEqual(edges(graphology0220), ['loop', 'loop']);
  assert.deepEqual(edges(graphology), ['loop', 'to']);
});

test('f58_a_checked_number_that_needs_more_memory_is_lost', () => {
  const bits = new TypedFastBitSet();
  assert.equal(bits.checkedAdd(256), 1); // "1 if the value was added"
  assert.ok(!bits.has(256));
  bits.add(256);
  assert.ok(bits.has(256));
});

test('f64_splice_of_everything_returns_nothing', () => {
  const deque = new Denque121([1, 2, 3]);
  assert.equal(deque.splice(0, 3), undefined);
  assert.equal(deque.length, 0);
  assert.deepEqual(new Denque([1, 2, 3]).splice(0, 3), [1, 2, 3]);
});

test('f65_an_element_that_was_pushed_to_the_front_is_not_listed', () => {
  const listed = (Release) => {
    const deque = new Release();
    deque.pushFront(1);
    deque.pushFront(2);
    deque.popBack();
    return [deque.size(), deque.toArray()];
  };
  assert.deepEqual(listed(ArrayDeque104), [1, []]);
  assert.deepEqual(listed(ArrayDeque), [1, [2]]);
});
