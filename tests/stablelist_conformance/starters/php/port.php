<?php

/**
 * The port @name@: maps each operation of the port protocol to a function of your container.
 *
 * Fill in the blanks. Of the operations below them, remove the // from those that your container has; the port says that
 * it lacks the others. An element is an int. Return null where no element is found.
 */

declare(strict_types=1);

require_once __DIR__ . '/starter.php';
// BLANK: require your container.

/** The error of a blank that is not filled in. */
function blank(string $what): Closure
{
    return fn () => throw new LogicException("fill in the blank: $what");
}

Starter\serve(
    [
        'name' => '@name@',
        'version' => '0.1.0', // BLANK: your container's
        'system' => '@system@',
        // @@ layout
        'level' => 'contract', // 'layout' or 'cost', once the port shows what these ask for
        // @@ fixed-arena
        'capacity' => 'fixed', // a program says how many cells there are
        // @@ id_bits
        'id_bits' => 32, // BLANK: how many bits the id (version, generation) of a key has; 0 if ids never start over
        // @@ parity
        // If only every second number is used as a version (for example, only odd numbers), add 'parity' => 'yes'.
        // @@ index_bits
        'index_bits' => 32, // BLANK: how many bits the index of a key has; 0 if there is no bound
        // @@ maximum
        'without' => 'maximum', // remove this line if the container can have a maximum number of elements
        // @@
    ],
    [
        'open' => blank('make a new, empty container'),
        'add' => blank('add the element, and return its key; if there is no room, throw new Starter\Full()'),
        'remove' => blank('remove by key, and return the element, or null'),
        // @@ insert_with
        // 'insert_with' => 'insertWith', // (container, factory) adds factory(key)
        // @@ extend
        // 'extend' => 'extend', // (container, elements) returns the keys; adds all elements or none
        // @@ put
        // 'put' => fn ($container, $index, $element) => [$key, $displaced], // the element that was at the index, or null
        // @@ insert_at
        // 'insert_at' => fn ($container, $key, $element) => [$itsKey, $displaced], // at the slot of a key, which may be retired
        // @@ remove_many
        // 'remove_many' => fn ($container, $one, $other) => $container->removeMany([$one, $other]),
        // @@ at
        // 'at' => 'get',
        // @@ pair
        // 'pair' => fn ($container, $one, $other) => $container->getMany([$one, $other]), // an element or null for each
        // @@ key_at
        // 'key_at' => fn ($container, $key) => [$live, $element], // the key that is live at key's index, or null
        // @@ at
        // 'contains' => 'has',
        // @@ replace
        // 'replace' => 'replace', // (container, key, element) returns true, or false if it is not found
        // @@ at_mut
        // 'at_mut' => fn ($container, $key, $more) => $container->update($key, fn ($element) => $element + $more),
        // @@ each_mut
        // 'each_mut' => fn ($container, $more) => $container->updateAll(fn ($element) => $element + $more),
        // @@
        // 'each' => 'items', // pairs of key and element
        // 'len' => 'count',
        // 'is_empty' => 'isEmpty',
        // 'clear' => 'clear',
        // @@ keys
        // 'keys' => 'keys',
        // @@ apply
        // 'apply' => fn ($container, $key) => [$pivot, $length, $others], // the element, and what the view of all others shows
        // 'inspect' => fn ($container, $key) => [$pivot, $length, $others],
        // 'exchange' => fn ($container, $key, $other) => [$element, $otherElement], // as they were before
        // 'traverse' => fn ($container) => [[$pivot, $length, $total]], // for each element, and the view of all others
        // @@ lend
        // 'lend' => true, // only if the container refuses changes while each runs; then the last argument has the error:
        // '!borrow' => BorrowedException::class
        // @@ drain
        // 'drain' => 'drain', // the elements
        // @@ retain
        // 'retain' => 'retain', // (container, keep) returns the elements that it removed
        // @@ each_removing
        // 'each_removing' => fn ($container, $keep) => $visited, // all elements; those are removed for which $keep is false
        // @@ each_first
        // 'each_first' => fn ($container, $most) => $visited, // all, after an iteration was left that had visited so many
        // @@ sort
        // 'sort' => fn ($container, $rank) => $container->sort($rank),
        // @@ reserve
        // 'reserve' => 'reserve',
        // 'shrink_to_fit' => 'shrinkToFit',
        // @@ repack
        // 'repack' => fn ($container, $key) => unpacked(packed($key)),
        // @@ reload
        // 'reload' => fn ($container) => unserialize(serialize($container)), // in which the same keys are live
        // @@ copy
        // 'copy' => fn ($container) => clone $container, // in which the same keys are live
        // 'swap_containers' => fn ($container, $other) => $container->swap($other),
        // 'equal' => fn ($container, $other) => $container == $other, // the same elements under the same keys
        // @@ layout
        // 'layout' => fn ($container) => '...', // see the page of the system; for level layout
        // 'cost' => fn ($container) => '...', // the same; for level cost
        // @@ forge
        // 'forge' => fn ($index, $id) => new Key($index, $id), // or null if there can be no such key
        // 'parts' => fn ($key) => [$key->index, $key->id],
        // @@
    ],
    [], // which errors of the container are refusals: ['!full' => OverflowException::class]
);
