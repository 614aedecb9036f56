// Package dyadic implements a list whose keys stay valid while other elements are added and removed.
//
// The element space is made of blocks, [0, m), [m, 2m), [2m, 4m) and so on, each with a free list of its own. An element
// goes to the lowest block with room. When the last block is empty, empty blocks are dropped from the end. Free lists are
// never walked, so operations on one element take O(1) time, unless they move memory.
package dyadic

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"
)

// Truncate says what is released when the last blocks are empty.
type Truncate string

const (
	Never     Truncate = "never"     // Nothing.
	Iteration Truncate = "iteration" // The element space shrinks, and the memory is kept.
	Memory    Truncate = "memory"    // Memory shrinks with the element space.
)

const (
	unit          = 4 // the element space is a multiple of this
	mostIDBits    = 32
	mostIndexBits = 31 + bits.UintSize/64 // 2 to the power of this has to fit into an int
	none          = -1                    // ends a free list
)

// ErrFull says that no index is left.
var ErrFull = errors.New("no index is left; remove elements, or choose more index bits")

// Options are the options of a list.
type Options struct {
	Minimum   int      // The element space never shrinks below this.
	Capacity  int      // The element space of a new list is at least this long.
	Truncate  Truncate // What truncation releases.
	IDBits    int      // From 1 to 32: after 2^IDBits insertions, ids start over.
	IndexBits int      // From 2 to 32 (31 if an int has 32 bits): there can be 2^IndexBits elements.
}

// Key is the access key of an element: its position, and an id that distinguishes it from other elements at this
// position.
//
// A key that was never issued is not found.
type Key struct {
	Index int
	ID    uint64
}

// Cost is the cost of all operations so far.
type Cost struct {
	Moved   int // cells moved by reallocation
	Dropped int // cells that were opened and no longer are
	Visited int // cells that iterations visited
}

// Block is a part of the element space.
type Block struct {
	Start, Size, Live, Opened int
	Free                      []int // its vacant cells; the first is filled next
}

type cell[T any] struct {
	element T
	id      uint64
	next    int // of a vacant cell: the vacancy that is filled after it, or none
	live    bool
}

type block struct {
	start, size, live int
	head              int // the vacancy that is filled next, or none
}

func (b *block) end() int { return b.start + b.size }

// List is a dyadic list. Invariants:
//
//  1. the blocks tile the element space; from the second on, each is as long as all blocks before it;
//  2. cells are the opened cells, which are those from the first position on, without a gap;
//  3. the free list of a block contains each of its vacant cells once, and ends;
//  4. bit i of roomy says whether block i has room, and bit i of occupied whether it has an element;
//  5. the last block has an element, or was never opened, or is the first, or Truncate is Never.
type List[T any] struct {
	least      int
	truncate   Truncate
	greatestID uint64
	indexBits  int
	cells      []cell[T]
	blocks     []block
	roomy      uint64
	occupied   uint64
	live       int
	nextID     uint64
	cost       Cost
}

// New makes an empty list.
func New[T any](options Options) (*List[T], error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	l := &List[T]{
		least:      roundUp(options.Minimum),
		truncate:   options.Truncate,
		greatestID: 1<<options.IDBits - 1,
		indexBits:  options.IndexBits,
	}
	l.divide(max(l.least, roundUp(options.Capacity)))
	l.cells = make([]cell[T], 0, l.space())
	return l, nil
}

func (o Options) check() error {
	space := max(roundUp(o.Minimum), roundUp(o.Capacity))
	switch {
	case o.Minimum < 0 || o.Capacity < 0:
		return fmt.Errorf("minimum %d and capacity %d must be at least 0", o.Minimum, o.Capacity)
	case o.IDBits < 1 || o.IDBits > mostIDBits:
		return fmt.Errorf("%d id bits; there must be from 1 to %d", o.IDBits, mostIDBits)
	case o.IndexBits < 2 || o.IndexBits > mostIndexBits:
		return fmt.Errorf("%d index bits; there must be from 2 to %d", o.IndexBits, mostIndexBits)
	case space > 1<<o.IndexBits:
		return fmt.Errorf("%d cells do not fit an index of %d bits", space, o.IndexBits)
	case !slices.Contains([]Truncate{Never, Iteration, Memory}, o.Truncate):
		return fmt.Errorf("truncate is %q; it must be never, iteration or memory", o.Truncate)
	}
	return nil
}

// Len returns the number of elements. O(1).
func (l *List[T]) Len() int { return l.live }

// Cost returns the cost of all operations so far.
func (l *List[T]) Cost() Cost { return l.cost }

// --- Insertion ---

// Add inserts an element and returns its key, or ErrFull. O(1), or O(opened cells) when the memory has to grow.
func (l *List[T]) Add(element T) (Key, error) {
	return l.InsertWith(func(Key) T { return element })
}

// InsertWith inserts the element that make returns for the key. Make must not change the list. Costs as Add.
func (l *List[T]) InsertWith(make func(Key) T) (Key, error) {
	key := Key{l.vacancy(), l.nextID}
	if key.Index >= l.indices() {
		return Key{}, ErrFull
	}
	l.occupy(key, make(key))
	return key, nil
}

// Extend inserts all elements, or none and returns ErrFull. It costs as much as adding them one by one.
func (l *List[T]) Extend(elements []T) ([]Key, error) {
	if !l.hasRoomFor(len(elements)) {
		return nil, ErrFull
	}
	keys := make([]Key, 0, len(elements))
	for _, element := range elements {
		key, err := l.Add(element)
		if err != nil {
			panic(err) // there was room for all
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// vacancy returns the position of the next element; it is beyond the element space if that is full.
func (l *List[T]) vacancy() int {
	if l.roomy == 0 {
		return l.space()
	}
	lowest := bits.TrailingZeros64(l.roomy)
	if head := l.blocks[lowest].head; head != none {
		return head
	}
	return len(l.cells)
}

// occupy puts an element at the position of its key, which is the vacancy.
func (l *List[T]) occupy(key Key, element T) {
	if key.Index == l.space() {
		l.grow()
	}
	filled := cell[T]{element: element, id: key.ID, live: true}
	which := l.blockOf(key.Index)
	if key.Index == len(l.cells) {
		l.cells = append(l.cells, filled)
	} else {
		l.blocks[which].head = l.cells[key.Index].next
		l.cells[key.Index] = filled
	}
	l.count(which, 1)
	l.nextID = (key.ID + 1) & l.greatestID
}

// grow appends a block that is as long as all others together. The other blocks do not change.
func (l *List[T]) grow() {
	l.appendBlock()
	if l.space() > cap(l.cells) {
		l.reallocate(l.space())
	}
}

// --- Removal ---

// Remove removes the element of a key and returns it. A removal that empties the last block truncates. O(1), and with
// Memory O(opened cells) when it truncates.
func (l *List[T]) Remove(key Key) (element T, found bool) {
	cell := l.find(key)
	if cell == nil {
		return element, false
	}
	element = cell.element
	which := l.blockOf(key.Index)
	l.vacate(which, key.Index)
	if which == len(l.blocks)-1 && l.blocks[which].live == 0 && l.truncate != Never {
		l.dropEmptyBlocks()
		if l.truncate == Memory && len(l.blocks) <= which {
			l.reallocate(l.space())
		}
	}
	return element, true
}

// vacate makes a cell the vacancy that its block fills next.
func (l *List[T]) vacate(which, position int) {
	block := &l.blocks[which]
	l.cells[position] = cell[T]{next: block.head}
	block.head = position
	l.count(which, -1)
}

// dropEmptyBlocks drops blocks without elements from the end, but never the first. O(1).
func (l *List[T]) dropEmptyBlocks() {
	stay := max(1, bits.Len64(l.occupied))
	l.blocks = l.blocks[:stay]
	l.roomy &= 1<<stay - 1
	if opened := min(len(l.cells), l.space()); opened < len(l.cells) {
		l.cost.Dropped += len(l.cells) - opened
		l.cells = l.cells[:opened] // the dropped cells are vacant
	}
}

// Clear removes all elements; with Memory it keeps only the first block. Ids continue. O(opened cells).
func (l *List[T]) Clear() {
	l.cost.Dropped += len(l.cells)
	space := l.space()
	clear(l.cells)
	l.cells = l.cells[:0]
	if l.truncate == Memory {
		space = l.least
		l.cells = make([]cell[T], 0, space)
	}
	l.divide(space)
}

// Drain clears the list and returns its elements, in ascending position.
func (l *List[T]) Drain() []T {
	elements := make([]T, 0, l.live)
	for _, element := range l.All() {
		elements = append(elements, element)
	}
	l.Clear()
	return elements
}

// Retain first calls keep for every element, then removes the rejected ones, and returns them in ascending position.
func (l *List[T]) Retain(keep func(Key, T) bool) []T {
	var rejected []Key
	for key, element := range l.All() {
		if !keep(key, element) {
			rejected = append(rejected, key)
		}
	}
	removed := make([]T, 0, len(rejected))
	for _, key := range rejected {
		element, _ := l.Remove(key)
		removed = append(removed, element)
	}
	return removed
}

// --- Looking up ---

// At returns the element of a key, valid until the list changes; nil if the key is not found. O(1).
func (l *List[T]) At(key Key) *T {
	if cell := l.find(key); cell != nil {
		return &cell.element
	}
	return nil
}

// KeyAt returns the key of the element at a position, and the element, valid until the list changes; nil if there is
// none. O(1).
func (l *List[T]) KeyAt(position int) (Key, *T) {
	if position < 0 || position >= len(l.cells) || !l.cells[position].live {
		return Key{}, nil
	}
	cell := &l.cells[position]
	return Key{position, cell.id}, &cell.element
}

// Replace replaces the element of a key, and returns whether the key was found. O(1).
func (l *List[T]) Replace(key Key, element T) bool {
	cell := l.find(key)
	if cell == nil {
		return false
	}
	cell.element = element
	return true
}

// All iterates over keys and elements in ascending position. O(opened cells).
func (l *List[T]) All() iter.Seq2[Key, T] {
	return func(yield func(Key, T) bool) {
		for key, element := range l.Pointers() {
			if !yield(key, *element) {
				return
			}
		}
	}
}

// Pointers iterates as All does, over pointers to the elements, which can be changed in place.
func (l *List[T]) Pointers() iter.Seq2[Key, *T] {
	return func(yield func(Key, *T) bool) {
		l.cost.Visited += len(l.cells)
		for position := range l.cells {
			cell := &l.cells[position]
			if cell.live && !yield(Key{position, cell.id}, &cell.element) {
				return
			}
		}
	}
}

// find returns the live cell of a key, or nil.
func (l *List[T]) find(key Key) *cell[T] {
	if key.Index < 0 || key.Index >= len(l.cells) {
		return nil
	}
	if cell := &l.cells[key.Index]; cell.live && cell.id == key.ID {
		return cell
	}
	return nil
}

// --- Packed keys ---

// Pack returns a key as one integer, with the id above the index; false for a key that this list cannot have issued.
// O(1).
func (l *List[T]) Pack(key Key) (packed uint64, fits bool) {
	if key.Index < 0 || key.Index >= l.indices() || key.ID > l.greatestID {
		return 0, false
	}
	return key.ID<<l.indexBits | uint64(key.Index), true
}

// Unpack returns the key of an integer. If the integer was not made by Pack, it may be any key. O(1).
func (l *List[T]) Unpack(packed uint64) Key {
	return Key{int(packed & (1<<l.indexBits - 1)), packed >> l.indexBits}
}

// --- Memory ---

// Reserve allocates the memory that so many insertions would allocate; the element space does not change. It returns
// ErrFull if there are not so many indices. O(opened cells).
func (l *List[T]) Reserve(additional int) error {
	if !l.hasRoomFor(additional) {
		return ErrFull
	}
	space := l.space()
	for space < l.live+additional {
		space *= 2
	}
	if space > cap(l.cells) {
		l.reallocate(space)
	}
	return nil
}

// ShrinkToFit drops empty blocks from the end, and frees the memory beyond the element space. O(opened cells).
func (l *List[T]) ShrinkToFit() {
	l.dropEmptyBlocks()
	if l.space() < cap(l.cells) {
		l.reallocate(l.space())
	}
}

// reallocate moves the opened cells to memory for so many cells.
func (l *List[T]) reallocate(allocated int) {
	l.cells = l.copied(allocated)
	l.cost.Moved += len(l.cells)
}

func (l *List[T]) copied(allocated int) []cell[T] {
	return append(make([]cell[T], 0, allocated), l.cells...)
}

// Clone returns a copy that behaves from now on as this list would.
func (l *List[T]) Clone() *List[T] {
	clone := *l
	clone.cells = l.copied(cap(l.cells))
	clone.blocks = slices.Clone(l.blocks)
	return &clone
}

// --- Blocks ---

// Layout returns the length of the element space, its blocks, and the next id. O(space).
func (l *List[T]) Layout() (space int, blocks []Block, nextID uint64) {
	for _, b := range l.blocks {
		opened := min(max(len(l.cells)-b.start, 0), b.size)
		shown := Block{Start: b.start, Size: b.size, Live: b.live, Opened: opened}
		for position := b.head; position != none; position = l.cells[position].next {
			shown.Free = append(shown.Free, position)
		}
		blocks = append(blocks, shown)
	}
	return l.space(), blocks, l.nextID
}

func (l *List[T]) space() int { return l.blocks[len(l.blocks)-1].end() }

func (l *List[T]) indices() int { return 1 << l.indexBits }

func (l *List[T]) hasRoomFor(additional int) bool { return l.live+additional <= l.indices() }

// blockOf returns the number of the block of a position.
func (l *List[T]) blockOf(position int) int { return bits.Len(uint(position / l.least)) }

// divide covers at least so many cells with untouched blocks.
func (l *List[T]) divide(length int) {
	l.blocks = []block{{start: 0, size: l.least, head: none}}
	l.live, l.roomy, l.occupied = 0, 1, 0
	for l.space() < length {
		l.appendBlock()
	}
}

func (l *List[T]) appendBlock() {
	l.roomy |= 1 << len(l.blocks)
	l.blocks = append(l.blocks, block{start: l.space(), size: l.space(), head: none})
}

// count adds to the number of elements of a block.
func (l *List[T]) count(which, difference int) {
	block, bit := &l.blocks[which], uint64(1)<<which
	l.live += difference
	block.live += difference
	l.roomy |= bit
	l.occupied |= bit
	if block.live == block.size {
		l.roomy &^= bit
	}
	if block.live == 0 {
		l.occupied &^= bit
	}
}

func roundUp(length int) int {
	return max(unit, (length+unit-1)/unit*unit)
}
