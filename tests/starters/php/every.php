<?php

/** Ports with every operation, and with what else a container may do: the first argument says which. */

declare(strict_types=1);

require_once __DIR__ . '/adapter.php';

/** Replace the element in a slot that is in use. */
function placed(SlotMap $map, Key $key, int $element): array
{
    $displaced = $map->get($key);
    return $map->replace($key, $element) ? [$key, $displaced] : throw new Starter\Full();
}

/** Add to an element. */
function added(SlotMap $map, Key $key, int $more): ?int
{
    return $map->has($key) && $map->replace($key, $map->get($key) + $more) ? $map->get($key) : null;
}

/** A pivot, and a view of two others. */
function lent(SlotMap $map, Key $key): ?array
{
    return $map->has($key) ? [$map->get($key), 2, [5, 3]] : null;
}

/** Replace every element. */
function replaced(SlotMap $map, Closure $change): void
{
    foreach ([...$map->items()] as [$key, $element]) {
        $map->replace($key, $change($element));
    }
}

/** Remove what is not kept. */
function removed(SlotMap $map, Closure $keep): array
{
    $gone = array_filter([...$map->items()], fn ($item) => !$keep($item[1]));
    return array_map(fn ($item) => $map->remove($item[0]), $gone);
}

/** Remove what is not kept, on the way; all elements. */
function visited(SlotMap $map, Closure $keep): array
{
    $elements = elements($map);
    removed($map, $keep);
    return $elements;
}

/** Every element. */
function elements(SlotMap $map): array
{
    return array_column([...$map->items()], 1);
}

/** Leave an iteration half-way; all elements. */
function left(SlotMap $map, int $most): array
{
    foreach ($map->items() as $item) {
        if (--$most <= 0) {
            break;
        }
    }
    return elements($map);
}

/** Insert what is made of the key, and return another one, which is not asked for. */
function made(SlotMap $map, Closure $factory): Key
{
    $key = $map->insert(-1);
    $map->replace($key, $factory($key));
    return new Key(9, 9);
}

/** An iteration that does not end. */
function endless(SlotMap $map): iterable
{
    while (true) {
        yield from $map->items();
    }
}

$none = fn () => false;
$raising = fn (string $error) => fn () => throw new $error();
$limited = fn ($count) => $count > 1000 ? throw new Starter\Full() : null;
$whole = [
    ...functions(),
    'insert_with' => made(...),
    'extend' => fn ($map, $elements) => $limited(count($elements)) ?? array_map($map->insert(...), $elements),
    'put' => fn ($map, $index, $element) => placed($map, new Key($index, 0), $element),
    'insert_at' => placed(...),
    'pair' => fn ($map, $one, $other) => [$map->get($one), $map->get($other)],
    'remove_many' => fn ($map, ...$keys) => array_map($map->remove(...), $keys),
    'key_at' => fn ($map, $key) => [$key, $map->get($key)],
    'at_mut' => added(...),
    'each_mut' => fn ($map, $more) => replaced($map, fn ($element) => $element + $more),
    'clear' => fn ($map) => removed($map, $none),
    'keys' => fn ($map) => array_column([...$map->items()], 0),
    'apply' => lent(...),
    'inspect' => lent(...),
    'exchange' => fn ($map, $one, $other) => $map->has($one) ? [$map->get($one), $map->get($other)] : null,
    'traverse' => fn () => [[4, 1, 2], [2, 1, 4]],
    'drain' => fn ($map) => removed($map, $none),
    'retain' => removed(...),
    'each_removing' => visited(...),
    'each_first' => left(...),
    'sort' => replaced(...), // to show the ranks
    'reserve' => fn ($map, $additional) => $limited($additional),
    'shrink_to_fit' => fn () => null,
    'repack' => fn ($map, $key) => new Key($key->index, $key->generation),
    'reload' => fn ($map) => clone $map,
    'copy' => fn ($map) => clone $map,
    'swap_containers' => 'swap',
    'equal' => fn ($map, $other) => [...$map->items()] == [...$other->items()],
    'layout' => fn ($map) => "{$map->count()}|0",
    'cost' => fn () => '0/' . Starter\way() - 1,
];
$at = fn ($map, $key) => array_values(array_filter([...$map->items()], fn ($item) => $item[0]->index === $key->index))[0] ?? null;
$byIndex = ['key_at' => $at, 'forge' => fn ($index, $id) => $id === 0 ? new Key($index, 0) : null];
$blind = ['name' => 'x', 'version' => '1', 'system' => 'slab', 'level' => 'layout', 'without' => 'negative'];
$failing = ['at' => $raising(LogicException::class), 'clear' => $raising(LogicException::class)];

[$fields, $functions] = match ($argv[1]) {
    'whole' => [FIELDS, $whole],
    'blind' => [$blind, array_intersect_key($whole, ['open' => 0, 'add' => 0, 'remove' => 0, 'keys' => 0])],
    'by-index' => [FIELDS, [...$whole, ...$byIndex]],
    'failing' => [FIELDS, [...functions(), ...$failing]],
    'refusing' => [FIELDS, [...functions(), 'open' => $raising(LogicException::class)]],
    'silent' => [[...FIELDS, 'remove' => 'silent'], functions()],
    'only' => [[...FIELDS, 'ids' => 'only'], functions()],
    'lent' => [FIELDS, [...functions(), 'lend' => true]],
    'borrowed' => [FIELDS, [...functions(), 'lend' => true, 'remove' => $raising(Starter\Borrowed::class)]],
    'endless' => [FIELDS, [...functions(), 'each' => endless(...)]],
    'backwards' => [FIELDS, [...functions(), 'each' => fn ($map) => array_reverse([...$map->items()])]],
};
Starter\serve($fields, $functions, ERRORS);
