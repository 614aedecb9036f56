<?php

/**
 * The port protocol of the stablelist conformance kit, version 6, for a container that PHP can call.
 *
 * Copy this file beside your port; it needs nothing else. `serve` is given, for each operation, which function to call;
 * its first argument is the container, so the name of a method of the container will do. Operations without a function
 * are left out: the handshake says so, and the judge never sends them.
 *
 *     Starter\serve(
 *         ['name' => 'my-map', 'version' => '1.0.0', 'system' => 'slotmap', 'id_bits' => 32],
 *         ['open' => fn (array $parameters) => new SlotMap(), 'add' => 'insert', 'remove' => 'remove'],
 *     );
 *
 * A container is an object. A program may have two; a word such as `2.add` is on the second. A function that concerns
 * both is given the other one, too; `copy` returns the clone, in which the same keys are live.
 *
 * Operations that repeat others need no function: `cycle`, `fill` and `thin` are `add` and `remove` in a loop.
 *
 * Keys can be any values but null, which means that there is no key or no element. A function that throws is answered by
 * `!other`, or as the last argument of `serve` says: `['!full' => OverflowException::class]`.
 *
 * SPDX-License-Identifier: MIT
 */

declare(strict_types=1);

namespace Starter;

use Closure;
use ErrorException;
use Exception;
use InvalidArgumentException;
use LogicException;
use Throwable;

const PROTOCOL = 6;
const MOST_TOLD = 20;

/** The container has no room. Throw it if the container reports this in another way. */
class Full extends Exception
{
}

/** The container is lent. */
class Borrowed extends Exception
{
}

/** The way in which the operation in progress is to be done, if the handshake declares several: `ways=add:2`. */
function way(?int $asked = null): int
{
    static $way = 1;
    return $way = $asked ?? $way;
}

/**
 * The functions of a container.
 *
 * `open`, `add` and `remove` are required. Others may be left out. With C a container, K a key, and E an element, which
 * is an int:
 *
 *     open(parameters): C               a fresh container; the parameters of a program are texts by name
 *     add(C, E): K                      adds the element
 *     insert_with(C, factory)           adds the element that factory(key) returns
 *     extend(C, elements): keys         adds all of them, or none
 *     put(C, index, E): [K, ?E]         adds at an index; also returns the old element
 *     insert_at(C, K, E): [K, ?E]       adds at the slot of a key; also returns the old element
 *     remove(C, K): ?E                  with 'ids' => 'only': whether there was one
 *     remove_many(C, K, K): [?E, ?E]
 *     at(C, K): ?E
 *     pair(C, K, K): [?E, ?E]
 *     key_at(C, K): ?[K, E]             the key that is live at the index of a key, and its element
 *     contains(C, K): bool
 *     replace(C, K, E): bool            whether the key was found
 *     at_mut(C, K, difference): ?E      adds to the element in place; returns the new one
 *     each_mut(C, difference)           adds to every element in place
 *     len(C), is_empty(C), clear(C)
 *     each(C): iterable of [K, E]
 *     keys(C): iterable of K            needs at, as does repack
 *     apply(C, K), inspect(C, K)        [pivot, length, others], or null
 *     exchange(C, K, K)                 [pivot, ?other] as they were, or null
 *     traverse(C)                       iterable of [pivot, length, sum]
 *     lend                              true if the container refuses changes while each runs
 *     drain(C): elements
 *     retain(C, keep): elements         removes those for which keep(element) is false
 *     each_removing(C, keep): elements  the same during an iteration; returns all elements, as they were visited
 *     each_first(C, most): elements     leaves an iteration after so many; returns all, as another one visits them
 *     sort(C, rank)                     by ascending rank(element); elements of the same rank keep their order
 *     reserve(C, additional), shrink_to_fit(C)
 *     repack(C, K): ?K                  the key, packed and unpacked
 *     reload(C): C                      a copy in which the same keys are live
 *     copy(C): C                        a clone in which the same keys are live
 *     swap_containers(C, C)             exchanges everything between both
 *     equal(C, C): bool                 whether both have the same elements under the same keys
 *     layout(C), cost(C): string        see the page of the system
 *     forge(index, id): ?K              a key with these parts, if a key can hold them
 *     parts(K): [index, id]             required above the level contract, and by forge
 */
final class Port
{
    /** @var array<string, bool> */
    private array $told = [];

    /**
     * @param array<string, mixed> $fields name, version, system, and what the system asks for; `without` lists abilities
     *     that are left out (`negative`, `maximum`)
     * @param array<string, mixed> $functions those of the table
     * @param array<string, class-string> $errors those of the container that are `!full` and `!borrow`
     */
    public function __construct(
        public readonly array $fields,
        private readonly array $functions,
        private readonly array $errors = [],
    ) {
        $known = [...array_diff(array_keys(Operations::all()), Operations::LOOPS), 'open', 'forge', 'parts'];
        if ($wrong = array_diff(array_keys($functions), $known)) {
            $all = implode(', ', array_keys(Operations::all()));
            throw new InvalidArgumentException("there is no function '" . current($wrong) . "'; choose one of $all");
        }
    }

    /** A function; the name of a method stands for it. */
    public function function(string $name): Closure
    {
        $function = $this->functions[$name] ?? throw new LogicException("the port has no $name");
        return is_string($function) ? fn ($container, ...$operands) => $container->$function(...$operands) : $function(...);
    }

    /** The handshake. */
    public function handshake(): string
    {
        $fields = ['protocol' => PROTOCOL, 'level' => 'contract', ...$this->fields];
        $without = array_filter([...array_keys(Operations::all()), 'forge'], fn ($name) => !$this->offers($name));
        $without = [...$without, ...array_filter(explode(',', (string) ($fields['without'] ?? '')))];
        unset($fields['without']);
        if ($without) {
            $fields['without'] = implode(',', $without);
        }
        return 'port ' . implode(' ', array_map(fn ($name, $value) => "$name=$value", array_keys($fields), $fields));
    }

    /** Whether an operation can be carried out; two of them need `at` to show keys, others only repeat. */
    private function offers(string $name): bool
    {
        $needed = in_array($name, ['keys', 'repack'], true) ? [$name, 'at'] : [$name];
        $needed = in_array($name, Operations::LOOPS, true) ? ['add', 'remove'] : $needed;
        return array_filter($needed, fn ($each) => empty($this->functions[$each])) === [];
    }

    /** The answer to one line. */
    public function answer(string $line): string
    {
        if (str_starts_with($line, 'hello ')) {
            return $this->handshake();
        }
        [$configuration, $words] = [...explode(' : ', $line, 2), null];
        if ($words === null) {
            return '!other';
        }
        $words = explode(' ', $words);
        try {
            $program = new Program($this, $configuration);
        } catch (Throwable $error) { // the container refuses this configuration, so that every operation fails
            $this->refused($error, []);
            return implode(' ', array_fill(0, count($words), '!other'));
        }
        return implode(' ', array_map($program->answerOn(...), $words));
    }

    /**
     * The word for an error. An error without a word is written to standard error, once.
     *
     * @param array<string, class-string>|null $errors
     */
    public function refused(Throwable $error, ?array $errors = null): string
    {
        foreach (['!full' => Full::class, '!borrow' => Borrowed::class] as $word => $kind) {
            if ($error instanceof $kind || is_a($error, ($errors ?? $this->errors)[$word] ?? '')) {
                return $word;
            }
        }
        $text = $error::class . ': ' . $error->getMessage();
        if (!isset($this->told[$text]) && count($this->told) < MOST_TOLD) {
            $this->told[$text] = true;
            fwrite(STDERR, "answered !other: $error\n");
        }
        return '!other';
    }
}

/**
 * Answer every line of standard input, until it ends or the answers are not read any more.
 *
 * What the container prints goes to standard error, because standard output is only for answers. What PHP warns of is
 * thrown.
 *
 * @param array<string, mixed> $fields
 * @param array<string, mixed> $functions
 * @param array<string, class-string> $errors
 */
function serve(array $fields, array $functions, array $errors = []): void
{
    $port = new Port($fields, $functions, $errors);
    set_error_handler(fn ($kind, $text, $file, $line) => throw new ErrorException($text, 0, $kind, $file, $line));
    ob_start(fn ($printed) => fwrite(STDERR, $printed) === false ? '' : '', 1);
    while (($line = fgets(STDIN)) !== false) {
        if (str_ends_with($line, "\n") && trim($line) !== '') {
            $answer = $port->answer(rtrim($line, "\r\n"));
            try {
                fwrite(STDOUT, "$answer\n");
            } catch (ErrorException $error) {
                if (!str_contains($error->getMessage(), 'errno=32')) { // the reader has not gone: there is no room
                    fwrite(STDERR, $error->getMessage() . "\n");
                }
                exit(1);
            }
        }
    }
}

/**
 * A program in progress: a fresh container, and the keys that its insertions returned.
 *
 * The same is known of the other container, which is opened when it is needed. Insertions are numbered together.
 */
final class Program
{
    public readonly bool $showsKeys;
    public object $container;
    /** @var list<mixed> */
    public array $keys = [];
    /** @var array{object, list<mixed>}|null */
    public ?array $other = null;
    public mixed $otherwise = null;
    /** @var array<string, string> */
    private array $parameters = [];

    public function __construct(public readonly Port $port, string $configuration)
    {
        $words = explode(' ', $configuration);
        $this->showsKeys = array_shift($words) !== 'contract';
        foreach ($words as $word) {
            [$name, $value] = explode('=', $word, 2);
            $this->parameters[$name] = $value;
        }
        $this->container = $port->function('open')($this->parameters);
    }

    /** The answer to one word, which may be on the second container. */
    public function answerOn(string $word): string
    {
        if (!str_starts_with($word, '2.')) {
            return $this->answer($word);
        }
        try {
            $this->turn();
        } catch (Throwable $error) {
            return $this->port->refused($error);
        }
        $answered = $this->answer(substr($word, 2));
        $this->turn();
        return $answered;
    }

    /**
     * The other container, and its keys.
     *
     * @return array{object, list<mixed>}
     */
    public function beside(): array
    {
        [$container, $keys] = $this->other ??= [$this->port->function('open')($this->parameters), []];
        return [$container, array_pad($keys, count($this->keys), null)];
    }

    /** Go on with the other container. */
    private function turn(): void
    {
        $mine = [$this->container, $this->keys];
        [$this->container, $this->keys] = $this->beside();
        $this->other = $mine;
    }

    /** The answer to one operation. */
    private function answer(string $word): string
    {
        preg_match('/@(\d+)/', $word, $asked);
        way((int) ($asked[1] ?? 1));
        $operands = explode(':', preg_replace('/@\d+/', '', $word));
        $answered = $this->attempt(array_shift($operands), $operands);
        return $this->showsKeys ? $answered : ascending($answered);
    }

    /**
     * The answer to one operation, even if it fails.
     *
     * @param list<string> $operands
     */
    public function attempt(string $name, array $operands): string
    {
        try {
            $operation = Operations::all()[$name] ?? throw new LogicException("there is no operation $name");
            return $operation($this, ...$operands);
        } catch (Throwable $error) {
            return $this->port->refused($error);
        }
    }

    /** Call a function of the port with the container. */
    public function ask(string $name, mixed ...$operands): mixed
    {
        return $this->port->function($name)($this->container, ...$operands);
    }

    /** The same if the key is there; otherwise nothing was found. */
    public function find(string $name, string $word, mixed ...$operands): mixed
    {
        $key = $this->key($word);
        return $key === null ? null : $this->ask($name, $key, ...$operands);
    }

    /**
     * The same with two keys; if one is missing, the other goes to a function for one key.
     *
     * @return list<int|null>
     */
    public function findBoth(string $name, string $alone, string ...$words): array
    {
        $keys = array_map($this->key(...), $words);
        if (!in_array(null, $keys, true)) {
            return [...$this->ask($name, ...$keys)];
        }
        return array_map(fn ($key) => $key === null ? null : $this->ask($alone, $key), $keys);
    }

    /** The key with this number, a forged key for `#index.id`, or one near another for `number~index.id`. */
    public function key(string $word): mixed
    {
        [$number, $parts] = [...preg_split('/[#~]/', $word, 2), null];
        return ($parts === null ? $this->keys[(int) $number] : $this->named($number, $parts)) ?? $this->otherwise;
    }

    /** A key by its parts, which are distances if they follow a number. */
    private function named(string $number, string $parts): mixed
    {
        [$index, $id] = array_map(intval(...), explode('.', $parts));
        if ($number !== '') {
            if ($this->keys[(int) $number] === null) {
                return null;
            }
            [$nearIndex, $nearId] = $this->port->function('parts')($this->keys[(int) $number]);
            [$index, $id] = [$index + $nearIndex, $id + $nearId];
        }
        return $id < 0 ? null : $this->port->function('forge')($index, $id);
    }

    /**
     * The items of an iteration: at most one more than there were insertions, since a wrong one may never end.
     *
     * @return list<mixed>
     */
    public function items(iterable $iteration): array
    {
        $items = [];
        foreach ($iteration as $item) {
            $items[] = $item;
            if (count($items) > count($this->keys)) {
                break;
            }
        }
        return $items;
    }

    /** Number the next insertions, which keep their numbers if they fail. */
    public function numbered(int $count = 1): int
    {
        for ($left = $count; $left > 0; $left--) {
            $this->keys[] = null;
        }
        return count($this->keys) - $count;
    }

    /** Record the key of an insertion, and return the answer. */
    public function inserted(int $number, mixed $key): string
    {
        if ($key === null) {
            throw new LogicException('an insertion gave no key; throw Starter\Full if there is no room');
        }
        $this->keys[$number] = $key;
        return $this->showsKeys ? $this->shown($key) : 'ok';
    }

    /** A key as `index.id`. */
    private function shown(mixed $key): string
    {
        return implode('.', [...$this->port->function('parts')($key)]);
    }

    /**
     * A key and its element, as `each` lists them.
     *
     * @param array{mixed, int} $live
     */
    public function item(array $live): string
    {
        [$key, $element] = $live;
        return $this->showsKeys ? "{$this->shown($key)}=$element" : (string) $element;
    }
}

/** The operations of a pool: functions of a program and the operands, which return the answer. */
final class Operations
{
    /** Those that repeat others. */
    public const LOOPS = ['cycle', 'fill', 'thin'];

    /** @return array<string, Closure> */
    public static function all(): array
    {
        static $all = null;
        return $all ??= [
            'add' => self::add(...),
            'insert_with' => self::insertWith(...),
            'extend' => self::extend(...),
            'put' => self::put(...),
            'insert_at' => self::insertAt(...),
            'remove' => self::remove(...),
            'remove_many' => fn ($program, ...$words) => both($program->findBoth('remove_many', 'remove', ...$words)),
            'at' => fn ($program, $word) => found($program->find('at', $word)),
            'pair' => fn ($program, ...$words) => both($program->findBoth('pair', 'at', ...$words)),
            'key_at' => self::keyAt(...),
            'contains' => fn ($program, $word) => yesOrNo($program->find('contains', $word)),
            'replace' => fn ($program, $word, $element) => yesOrNo($program->find('replace', $word, (int) $element)),
            'at_mut' => fn ($program, $word, $more) => found($program->find('at_mut', $word, (int) $more)),
            'each_mut' => fn ($program, $more) => done($program->ask('each_mut', (int) $more)),
            'len' => fn ($program) => (string) $program->ask('len'),
            'is_empty' => fn ($program) => yesOrNo($program->ask('is_empty')),
            'clear' => fn ($program) => done($program->ask('clear')),
            'each' => fn ($program) => listed(array_map($program->item(...), $program->items($program->ask('each')))),
            'keys' => fn ($program) => listed(
                array_map(fn ($key) => $program->ask('at', $key), $program->items($program->ask('keys')))
            ),
            'apply' => fn ($program, $word) => lent($program, $program->find('apply', $word)),
            'inspect' => fn ($program, $word) => lent($program, $program->find('inspect', $word)),
            'exchange' => self::exchange(...),
            'traverse' => fn ($program) => listed(
                array_map(fn ($pivot) => implode('/', $pivot), $program->items($program->ask('traverse')))
            ),
            'lend' => self::lend(...),
            'drain' => fn ($program) => listed($program->items($program->ask('drain'))),
            'retain' => fn ($program, ...$numbers) => self::keeping($program, 'retain', ...$numbers),
            'each_removing' => fn ($program, ...$numbers) => self::keeping($program, 'each_removing', ...$numbers),
            'each_first' => fn ($program, $most) => listed($program->items($program->ask('each_first', (int) $most))),
            'sort' => fn ($program, $modulus) => done($program->ask('sort', fn ($element) => $element % (int) $modulus)),
            'reserve' => fn ($program, $additional) => done($program->ask('reserve', (int) $additional)),
            'shrink_to_fit' => fn ($program) => done($program->ask('shrink_to_fit')),
            'repack' => self::repack(...),
            'reload' => fn ($program) => done($program->container = $program->ask('reload')),
            'copy' => fn ($program) => done($program->other = [$program->ask('copy'), $program->keys]),
            'swap_containers' => self::swapContainers(...),
            'equal' => fn ($program) => yesOrNo($program->ask('equal', $program->beside()[0])),
            'layout' => fn ($program) => (string) $program->ask('layout'),
            'cost' => fn ($program) => (string) $program->ask('cost'),
            'cycle' => self::cycle(...),
            'fill' => self::fill(...),
            'thin' => self::thin(...),
        ];
    }

    private static function add(Program $program): string
    {
        $number = $program->numbered();
        return $program->inserted($number, $program->ask('add', $number));
    }

    private static function insertWith(Program $program): string
    {
        $number = $program->numbered();
        $given = null; // the key of this insertion, and not what the function returns
        $program->ask('insert_with', function ($key) use ($number, &$given) {
            $given = $key;
            return $number;
        });
        return $program->inserted($number, $given);
    }

    private static function extend(Program $program, string $count): string
    {
        $first = $program->numbered((int) $count);
        $elements = $count > 0 ? range($first, $first + (int) $count - 1) : [];
        $answers = [];
        foreach ($program->ask('extend', $elements) as $key) {
            $answers[] = $program->inserted($first + count($answers), $key);
        }
        return listed($answers);
    }

    private static function put(Program $program, string $index): string
    {
        $number = $program->numbered();
        [$key, $displaced] = $program->ask('put', (int) $index, $number);
        $program->inserted($number, $key);
        return found($displaced);
    }

    private static function insertAt(Program $program, string $word): string
    {
        $number = $program->numbered();
        $placed = $program->find('insert_at', $word, $number);
        if ($placed === null) {
            return 'none';
        }
        $program->inserted($number, $placed[0]);
        return found($placed[1]);
    }

    private static function remove(Program $program, string $word): string
    {
        $removed = $program->find('remove', $word);
        if (($program->port->fields['ids'] ?? '') === 'only') {
            return yesOrNo($removed);
        }
        return ($program->port->fields['remove'] ?? '') === 'silent' ? 'ok' : found($removed);
    }

    private static function keyAt(Program $program, string $word): string
    {
        $live = $program->find('key_at', preg_replace('/\..*/', '.0', $word)); // only the index counts
        return $live === null ? 'none' : $program->item($live);
    }

    private static function exchange(Program $program, string $word, string $other): string
    {
        if ($program->key($other) === null) {
            $alone = $program->find('apply', $word);
            return $alone === null ? 'none' : both([$alone[0], null]);
        }
        $exchanged = $program->find('exchange', $word, $program->key($other));
        return $exchanged === null ? 'none' : both($exchanged);
    }

    /**
     * Try an operation while the first element is lent. Inserted elements get no number.
     *
     * A key that is not there is as good as any, because the container refuses before it looks.
     */
    private static function lend(Program $program, string $name, string ...$operands): string
    {
        $keys = $program->keys;
        try {
            foreach ($program->ask('each') as [$first]) {
                $program->otherwise = $first;
                return $program->attempt($name, $operands);
            }
        } finally {
            [$program->otherwise, $program->keys] = [null, $keys];
        }
        return 'none';
    }

    /** An operation that is given what to keep, and answers elements. */
    private static function keeping(Program $program, string $name, string $modulus, string $rest): string
    {
        $keep = fn ($element) => $element % (int) $modulus === (int) $rest;
        return listed($program->items($program->ask($name, $keep)));
    }

    private static function repack(Program $program, string $word): string
    {
        $key = $program->find('repack', $word);
        return found($key === null ? null : $program->ask('at', $key));
    }

    private static function swapContainers(Program $program): string
    {
        [$container, $keys] = $program->beside();
        $program->ask('swap_containers', $container);
        [$program->other, $program->keys] = [[$container, $program->keys], $keys];
        return 'ok';
    }

    /** Ends early if a removal does not return the element, so that they do not become many. */
    private static function cycle(Program $program, string $turns): string
    {
        $number = $program->numbered();
        [$add, $remove, $container] = [$program->port->function('add'), $program->port->function('remove'), $program->container];
        $silent = ($program->port->fields['remove'] ?? '') === 'silent';
        $only = ($program->port->fields['ids'] ?? '') === 'only';
        $key = null;
        for ($turn = 0; $turn < (int) $turns; $turn++) {
            $key = $add($container, $number);
            $removed = $remove($container, $key);
            if (!($only ? $removed : $silent || $removed === $number)) {
                return found($removed);
            }
        }
        return $program->inserted($number, $key);
    }

    /** Ends at the first element that there is no room for. */
    private static function fill(Program $program, string $count): string
    {
        $answers = [];
        for ($left = (int) $count - 1; $left >= 0; $left--) {
            $answered = $program->attempt('add', []);
            if ($answered[0] === '!') {
                $program->numbered($left);
                return $answers && $answered === '!full' ? abridged($answers) : $answered;
            }
            $answers[] = $answered;
        }
        return abridged($answers);
    }

    private static function thin(Program $program, string $count, string $seed): string
    {
        $answers = [];
        foreach (drawn((int) $seed, (int) $count, count($program->keys)) as $number) {
            $answered = self::remove($program, (string) $number);
            if ($answered !== 'none') {
                $answers[] = $answered;
            }
        }
        return abridged($answers);
    }
}

/** So many different numbers below a bound, or all of them, as the page of the protocol says. */
function drawn(int $seed, int $count, int $among): iterable
{
    $order = $among > 0 ? range(0, $among - 1) : [];
    for ($at = 0; $at < min($count, $among); $at++) {
        $seed ^= $seed << 13 & 0xFFFFFFFF;
        $seed ^= $seed >> 17;
        $seed ^= $seed << 5 & 0xFFFFFFFF;
        $other = $at + $seed % ($among - $at);
        [$order[$at], $order[$other]] = [$order[$other], $order[$at]];
        yield $order[$at];
    }
}

/**
 * The length of a list, both ends, and a checksum.
 *
 * @param list<string> $answers
 */
function abridged(array $answers): string
{
    if (!$answers) {
        return '0';
    }
    return implode('/', [count($answers), $answers[0], end($answers), crc32(implode(',', $answers))]);
}

/** A word with its list in ascending order, because a container may iterate in any order. */
function ascending(string $word): string
{
    if (!preg_match('/^([^[]*)\[(.+)\]$/', $word, $parts)) {
        return $word;
    }
    $items = explode(',', $parts[2]);
    usort($items, fn ($one, $other) => (int) $one <=> (int) $other);
    return $parts[1] . listed($items);
}

function found(mixed $element): string
{
    return $element === null ? 'none' : (string) $element;
}

/** @param iterable<int|null> $pair */
function both(iterable $pair): string
{
    return implode('/', array_map(found(...), [...$pair]));
}

function yesOrNo(mixed $truth): string
{
    return $truth ? 'yes' : 'no';
}

/** @param iterable<mixed> $items */
function listed(iterable $items): string
{
    return '[' . implode(',', array_map(found(...), [...$items])) . ']';
}

/** @param array{int, int, iterable<int>}|null $view */
function lent(Program $program, ?array $view): string
{
    return $view === null ? 'none' : "$view[0]/$view[1]/" . listed($program->items($view[2]));
}

function done(mixed $_): string
{
    return 'ok';
}
