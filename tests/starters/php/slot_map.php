<?php

declare(strict_types=1);

/** The key of an element. */
final class Key
{
    public function __construct(public readonly int $index, public readonly int $generation)
    {
    }
}

/** A slot map: elements in slots, each with a generation that distinguishes successive elements. */
final class SlotMap
{
    /** @var list<int|null> */
    private array $elements = [];
    /** @var list<int> */
    private array $generations = [];
    /** @var list<int> */
    private array $free = [];

    /** Integers by key; at most `$capacity` of them, if that is not 0. */
    public function __construct(private int $capacity = 0)
    {
    }

    public function count(): int
    {
        return count($this->elements) - count($this->free);
    }

    public function isEmpty(): bool
    {
        return $this->count() === 0;
    }

    /** Put an element into a slot, and return its key. */
    public function insert(int $element): Key
    {
        if ($this->capacity > 0 && $this->count() === $this->capacity) {
            throw new OverflowException("the slot map holds $this->capacity elements; remove some");
        }
        $index = array_pop($this->free) ?? count($this->elements);
        $this->generations[$index] ??= 0;
        $this->elements[$index] = $element;
        return new Key($index, $this->generations[$index]);
    }

    /** The element of a key, if it is still there. */
    public function get(Key $key): ?int
    {
        $current = $this->generations[$key->index] ?? -1;
        return $current === $key->generation ? $this->elements[$key->index] : null;
    }

    public function has(Key $key): bool
    {
        return $this->get($key) !== null;
    }

    /** Replace an element. */
    public function replace(Key $key, int $element): bool
    {
        $there = $this->has($key);
        if ($there) {
            $this->elements[$key->index] = $element;
        }
        return $there;
    }

    /** Remove an element by its key, and return it, if it was still there. */
    public function remove(Key $key): ?int
    {
        $element = $this->get($key);
        if ($element !== null) {
            $this->elements[$key->index] = null;
            $this->generations[$key->index] += 1;
            $this->free[] = $key->index;
        }
        return $element;
    }

    /** Keys and elements. */
    public function items(): iterable
    {
        foreach ($this->elements as $index => $element) {
            if ($element !== null) {
                yield [new Key($index, $this->generations[$index]), $element];
            }
        }
    }

    /** Exchange everything with another one. */
    public function swap(self $other): void
    {
        [$mine, $others] = [get_object_vars($this), get_object_vars($other)];
        foreach ($others as $name => $value) {
            $this->$name = $value;
        }
        foreach ($mine as $name => $value) {
            $other->$name = $value;
        }
    }
}
