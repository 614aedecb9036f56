<?php

/**
 * The port protocol of the stablelist conformance kit, version 6, for a container of any family in PHP.
 *
 * Copy this file beside your port; it needs nothing else. `serve` is given the table of the family, one line for each
 * operation, and the functions of those that the container has. The others are left out: the handshake says so, and the
 * judge never sends them.
 *
 * A function is given the container, which is an object, and the operands: a key as the container returned it, a number,
 * a word. That of an insertion is given its element, too; that of several is given the elements instead of their number.
 * It returns a key, a number, a text, true or false, something to iterate over, or null, and throws `Refused` for a
 * refusal of the family. The name of a method of the container stands for a function.
 *
 * A program may have two containers; a word such as `2.push:3` is on the second. A function that concerns both is given
 * the other one, too; one that clones its container returns the clone. Each container has keys of its own, which the
 * clone has, too, and which are exchanged with everything else.
 *
 * SPDX-License-Identifier: MIT
 */

declare(strict_types=1);

namespace Starter;

use Closure;
use ErrorException;
use Exception;
use Throwable;

const LEVELS = ['contract', 'layout', 'cost'];
/** The most items of a list. */
const MOST_ITEMS = 1 << 20;

/** A refusal: `throw new Refused('full')` is answered by `!full`. */
class Refused extends Exception
{
}

/** The way in which the operation in progress is to be done, if the handshake declares several: `ways=add:2`. */
function way(?int $asked = null): int
{
    static $way = 1;
    return $way = $asked ?? $way;
}

/** The answer, or an item of a list, that is two elements, either of which may be null. */
function both(mixed ...$elements): string
{
    return implode('/', array_map(fn ($each) => $each ?? 'none', $elements));
}

/** What the table says of an operation: operands, answer, answer where a key finds nothing; whether it is needed. */
final class Row
{
    /** @param list<string> $operands */
    public function __construct(
        public readonly array $operands,
        public readonly string $answer,
        public readonly string $nothing,
        public readonly bool $both,
        public readonly bool $needed,
    ) {
    }
}

/** A program in progress: fresh containers, of which the second is made when it is needed, and the keys of each. */
final class Program
{
    /** @var array<int, object> */
    private array $containers = [];
    /** @var array<int, array<int, mixed>> */
    private array $keys = [[], []];
    private int $insertions = 0;
    private int $most = 1;

    /** @param array<string, Closure> $functions */
    public function __construct(private readonly Closure $open, private readonly array $functions, private readonly string $level)
    {
        $this->container(0);
    }

    /** The first container, or the second. */
    private function container(int $second): object
    {
        return $this->containers[$second] ??= ($this->open)();
    }

    /**
     * The answer to one operation, even if it fails.
     *
     * @param list<string> $texts
     */
    public function answer(string $name, Row $row, array $texts, int $second): string
    {
        $first = $this->insertions;
        $this->count($row, $texts);
        $given = [];
        foreach ($row->operands as $at => $kind) {
            $given[] = $operand = $this->operand($kind, $texts[$at], $first, $second);
            if ($kind === 'key' && $operand === null) {
                return $row->nothing;
            }
        }
        try {
            $given = [...$given, ...($row->answer === 'key' ? [$first] : []), ...($row->both ? [$this->container(1 - $second)] : [])];
            $found = $this->functions[$name]($this->container($second), ...$given);
            if ($row->answer === 'clone') {
                [$this->containers[1 - $second], $this->keys[1 - $second]] = [$found, $this->keys[$second]];
            }
            if ($row->answer === 'exchange') {
                $this->keys = array_reverse($this->keys);
            }
            return $this->word($row->answer, $found, $first, $second);
        } catch (Refused $refused) {
            return '!' . $refused->getMessage();
        } catch (Throwable $error) {
            return failed($error);
        }
    }

    /**
     * Number the insertions.
     *
     * A list has no more items than elements were added, and one more; an iteration that is wrong may never end.
     *
     * @param list<string> $texts
     */
    private function count(Row $row, array $texts): void
    {
        $at = array_search('count', $row->operands, true);
        if (str_starts_with($row->answer, 'key')) {
            $this->insertions += $at === false ? 1 : (int) $texts[$at];
        }
        $added = array_sum(array_map(fn ($text) => max((int) $text, 0), $texts));
        $this->most = min(($row->both ? 2 : 1) * $this->most + $added + 1, MOST_ITEMS);
    }

    /** An operand as the function is given it. */
    private function operand(string $kind, string $text, int $first, int $second): mixed
    {
        return match ($kind) {
            'key' => $this->keys[$second][(int) $text] ?? null,
            'count' => $text > 0 ? range($first, $first + (int) $text - 1) : [],
            'word' => $text,
            default => (int) $text,
        };
    }

    /** What a function returned, as the protocol writes it. */
    private function word(string $answer, mixed $found, int $first, int $second): string
    {
        return match ($answer) {
            'key', 'keys' => $this->issued($answer === 'key' ? [$found] : [...$found], $first, $second, $answer === 'keys'),
            'done', 'clone', 'exchange' => 'ok',
            'truth' => $found ? 'yes' : 'no',
            default => is_iterable($found) ? $this->listed($found, $answer) : both($found),
        };
    }

    /**
     * The keys of insertions, which are noted.
     *
     * @param list<mixed> $keys
     */
    private function issued(array $keys, int $first, int $second, bool $several): string
    {
        foreach ($keys as $at => $key) {
            $this->keys[$second][$first + $at] = $key;
        }
        return $several ? '[' . implode(',', array_fill(0, count($keys), 'ok')) . ']' : 'ok';
    }

    /** A list; in ascending order, if it may have any. */
    private function listed(iterable $found, string $answer): string
    {
        $items = [];
        foreach ($found as $item) {
            $items[] = is_array($item) ? both(...$item) : both($item);
            if (count($items) >= $this->most) {
                break;
            }
        }
        if ($answer === 'value' && $this->level === LEVELS[0]) { // an item that is none comes last
            $rank = fn ($item) => [$item === 'none', ...array_map(intval(...), explode('/', $item))];
            usort($items, fn ($one, $other) => $rank($one) <=> $rank($other));
        }
        return '[' . implode(',', $items) . ']';
    }
}

/** Tell an error; the word for it. */
function failed(Throwable $error): string
{
    fwrite(STDERR, "answered !other: $error\n");
    return '!other';
}

/**
 * The rows of the table, such as `add_edge* key key > key !missing`; a star marks what is needed.
 *
 * @return array<string, Row>
 */
function read(string $table): array
{
    $rows = [];
    foreach (array_filter(explode("\n", $table)) as $line) {
        [$before, $after] = array_map(fn ($part) => preg_split('/\s+/', trim($part)), explode('>', $line));
        $name = array_shift($before);
        $rows[rtrim($name, '*')] = new Row($before, $after[0], $after[1], count($after) > 2, str_ends_with($name, '*'));
    }
    return $rows;
}

/**
 * The reason why nothing can be verified yet; empty if there is none.
 *
 * @param array<string, Row> $rows
 * @param array<string, mixed> $functions
 */
function blank(array $rows, array $functions): string
{
    $names = array_keys($rows);
    if ($wrong = array_diff(array_keys($functions), $names)) {
        return 'there is no operation ' . current($wrong) . '; choose one of ' . implode(', ', $names);
    }
    $missing = array_filter($names, fn ($name) => $rows[$name]->needed && !isset($functions[$name]));
    if (!$functions && !$missing) {
        $missing = array_filter($names, fn ($name) => $rows[$name]->answer !== 'shown');
    }
    return $missing ? 'nothing can be verified yet; fill in ' . implode(', ', $missing) : '';
}

/**
 * The handshake, which lists the operations that are left out.
 *
 * @param array<string, Row> $rows
 * @param array<string, mixed> $functions
 */
function handshake(string $fields, array $rows, array $functions): string
{
    $without = array_keys(array_diff_key($rows, $functions));
    if (array_filter($rows, fn ($row) => in_array('key', $row->operands, true))) {
        $without[] = 'forge';
    }
    $shown = array_keys(array_filter($rows, fn ($row) => $row->answer === 'shown'));
    $level = 0;
    while ($level < count($shown) && isset($functions[$shown[$level]])) {
        $level++;
    }
    return "port $fields level=" . LEVELS[$level] . ($without ? ' without=' . implode(',', $without) : '');
}

/**
 * The answers to a program.
 *
 * @param array<string, Row> $rows
 * @param array<string, Closure> $functions
 */
function answered(string $line, array $rows, Closure $open, array $functions): string
{
    [$configuration, $words] = explode(' : ', $line, 2);
    $choices = explode(' ', $configuration);
    $level = array_shift($choices);
    $words = explode(' ', $words);
    try {
        $chosen = [];
        foreach ($choices as $choice) {
            [$name, $value] = explode('=', $choice, 2);
            $chosen[$name] = $value;
        }
        $program = new Program(fn () => $open($chosen), $functions, $level);
    } catch (Throwable $error) { // the container refuses this configuration, so that every operation fails
        return implode(' ', array_fill(0, count($words), failed($error)));
    }
    return implode(' ', array_map(function ($word) use ($program, $rows) {
        preg_match('/@(\d+)/', $word, $asked);
        way((int) ($asked[1] ?? 1));
        $operands = explode(':', preg_replace('/@\d+/', '', $word));
        $name = array_shift($operands);
        $alone = str_starts_with($name, '2.') ? substr($name, 2) : $name;
        return $program->answer($alone, $rows[$alone], $operands, (int) ($alone !== $name));
    }, $words));
}

/**
 * Answer every line of standard input, until it ends.
 *
 * What the container prints goes to standard error, because standard output is only for answers. What PHP warns of is
 * thrown.
 *
 * @param array<string, mixed> $functions
 */
function serve(string $fields, string $table, Closure $open, array $functions): void
{
    $rows = read($table);
    if ($reason = blank($rows, $functions)) {
        fwrite(STDERR, "$reason\n");
        exit(1);
    }
    $called = array_map(
        fn ($each) => is_string($each) ? fn ($container, ...$operands) => $container->$each(...$operands) : $each(...),
        $functions,
    );
    set_error_handler(fn ($kind, $text, $file, $line) => throw new ErrorException($text, 0, $kind, $file, $line));
    ob_start(fn ($printed) => fwrite(STDERR, $printed) === false ? '' : '', 1);
    while (($line = fgets(STDIN)) !== false) {
        if (($text = trim($line)) !== '') {
            $hello = str_starts_with($text, 'hello');
            fwrite(STDOUT, ($hello ? handshake($fields, $rows, $functions) : answered($text, $rows, $open, $called)) . "\n");
        }
    }
}
