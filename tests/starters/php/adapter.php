<?php

/** An example of an adapter with all blanks filled in, for the slot map beside it. */

declare(strict_types=1);

require_once __DIR__ . '/../../stablelist_conformance/starters/php/starter.php';
require_once __DIR__ . '/slot_map.php';

const FIELDS = ['name' => 'slot-map', 'version' => '1.0.0', 'system' => 'slotmap', 'id_bits' => 0, 'capacity' => 'fixed'];
const ERRORS = ['!full' => OverflowException::class];

/** @return array<string, mixed> */
function functions(): array
{
    return [
        'open' => fn (array $parameters) => new SlotMap((int) ($parameters['capacity'] ?? 0)),
        'add' => 'insert',
        'remove' => 'remove',
        'at' => 'get',
        'contains' => 'has',
        'replace' => 'replace',
        'len' => 'count',
        'is_empty' => 'isEmpty',
        'each' => 'items',
        'forge' => fn (int $index, int $id) => new Key($index, $id),
        'parts' => fn (Key $key) => [$key->index, $key->generation],
    ];
}
