// The port @name@: maps each operation of the port protocol to a method of your container.
//
// Fill in the blanks. Of the operations below them, remove the // from those that your container has; the port says that
// it lacks the others. An element is an int.
package main

import (
	"errors"

	"starter"
)

// BLANK: import your container.

// Container is BLANK: the type of your container, with elements of type int.
type Container = any

// Key is BLANK: the type of its keys.
type Key = any

var port = starter.Port[Container, Key]{
	Fields: "name=@name@ version=0.1.0 system=@system@" + // BLANK: your container's version
		// @@ fixed-arena
		" capacity=fixed" + // a program says how many cells there are
		// @@ id_bits
		" id_bits=32" + // BLANK: how many bits the id (version, generation) of a key has; 0 if there is no bound
		// @@ parity
		// If only every second number is used as a version (for example, only odd numbers), append " parity=yes".
		// @@ index_bits
		" index_bits=32" + // BLANK: the same of its index
		// @@ maximum
		" without=maximum" + // remove this line if the container can have a maximum number of elements
		// @@
		"",

	Open: func(parameters starter.Parameters) (Container, error) {
		return nil, blank("make a new, empty container")
	},

	Add: func(container Container, element int) (Key, error) {
		return nil, blank("add the element; starter.ErrFull if there is no room")
	},
	Remove: func(container Container, key Key) (int, bool, error) {
		return 0, false, blank("remove by key: the element, and whether it was found")
	},
	// @@ insert_with
	// InsertWith: func(container Container, factory func(Key) int) error { return container.InsertWith(factory) },
	// @@ extend
	// Extend: func(container Container, elements []int) ([]Key, error) { return container.Extend(elements) },
	// @@ put
	// Put: func(container Container, index, element int) (Key, *int, error) { return key, displaced, nil },
	// @@ insert_at
	// InsertAt: func(container Container, key Key, element int) (Key, *int, error) { return its, displaced, nil },
	// @@ remove_many
	// RemoveMany: func(container Container, one, other Key) (*int, *int, error) { return container.RemoveMany(one, other) },
	// @@ at
	// At: func(container Container, key Key) (int, bool) { return container.Get(key) },
	// @@ pair
	// Pair: func(container Container, one, other Key) (*int, *int) { return container.GetTwo(one, other) },
	// @@ key_at
	// KeyAt: func(container Container, key Key) (Key, int, bool) { return live, element, true }, // at key's index
	// @@ at
	// Contains: func(container Container, key Key) bool { return container.Contains(key) },
	// @@ replace
	// Replace: func(container Container, key Key, element int) bool { return container.Set(key, element) },
	// @@ at_mut
	// AtMut: func(container Container, key Key, difference int) (int, bool) { return newElement, found },
	// @@ each_mut
	// EachMut: func(container Container, difference int) { container.Update(...) },
	// @@
	// Len:     func(container Container) int { return container.Len() },
	// IsEmpty: func(container Container) bool { return container.Len() == 0 },
	// Clear:   func(container Container) error { container.Clear(); return nil },
	// Each:    func(container Container) iter.Seq2[Key, int] { return container.All() },
	// @@ keys
	// Keys: func(container Container) iter.Seq[Key] { return container.Keys() },
	// @@ apply
	// Apply:    func(container Container, key Key) (starter.Lent, bool) { return starter.Lent{pivot, length, others}, true },
	// Inspect:  func(container Container, key Key) (starter.Lent, bool) { ... },
	// Exchange: func(container Container, key, other Key) (*int, *int) { ... }, // both elements as they were
	// Traverse: func(container Container) [][3]int { ... }, // pivot, length and sum of each view
	// @@ lend
	// Lend: true, // only if the container refuses changes while Each runs; then Refusals has the error:
	// Refusals: map[string]error{"!borrow": ErrBorrow},
	// @@ drain
	// Drain: func(container Container) ([]int, error) { return container.Drain(), nil },
	// @@ retain
	// Retain: func(container Container, keep func(int) bool) ([]int, error) { return removed, nil },
	// @@ each_removing
	// EachRemoving: func(container Container, keep func(int) bool) ([]int, error) { return visited, nil }, // all elements
	// @@ each_first
	// EachFirst: func(container Container, most int) ([]int, error) { return visited, nil }, // all, after an iteration was left
	// @@ sort
	// Sort: func(container Container, rank func(int) int) { container.SortStable(rank) },
	// @@ reserve
	// Reserve:     func(container Container, additional int) error { return container.Reserve(additional) },
	// ShrinkToFit: func(container Container) error { container.Shrink(); return nil },
	// @@ repack
	// Repack: func(container Container, key Key) (Key, bool) { return Unpack(key.Pack()), true },
	// @@ reload
	// Reload: func(container Container) Container { return container.Clone() }, // the same keys are live in it
	// @@ copy
	// Copy: func(container Container) Container { return container.Clone() }, // the same keys are live in it
	// SwapContainers: func(container, other Container) { container.Swap(other) },
	// Equal: func(container, other Container) bool { return container.Equal(other) }, // the same elements under the same keys
	// @@ layout
	// Layout: func(container Container) string { ... }, // with level=layout; see the page of the system
	// Cost:   func(container Container) string { ... }, // with level=cost
	// @@ forge
	// Forge makes a key that was not handed out; it answers false if a key cannot hold these numbers, so check before you
	// convert. Parts takes a key apart, so that keys near it can be made.
	// Forge: func(index, id uint64) (Key, bool) { return Key{index, id}, true },
	// Parts: func(key Key) (index, id uint64) { return key.Index, key.ID },
	// @@
}

func blank(what string) error {
	return errors.New("fill in the blank: " + what)
}

func main() {
	port.Serve()
}
