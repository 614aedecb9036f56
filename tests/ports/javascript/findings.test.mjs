/** The findings in the JavaScript packages. They pass as long as the pinned releases have these defects. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { addEntity, createEntityIndex, createWorld, entityExists, getAllEntities, removeEntity, withVersioning } from 'bitecs';

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
