// The port of the dyadic list: maps each operation of the port protocol to a method of the list.
package main

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"dyadic"
	"starter"
)

// List is the container under test.
type List = dyadic.List[int]

var port = starter.Port[*List, dyadic.Key]{
	Fields:   "name=go-dyadic version=0.1.0 system=dyadic level=cost id_bits=1-32 index_bits=2-32 without=maximum",
	Refusals: map[string]error{"!full": dyadic.ErrFull},
	Open: func(parameters starter.Parameters) (*List, error) {
		return dyadic.New[int](dyadic.Options{
			Minimum:   parameters.Number("minimum", 4),
			Capacity:  parameters.Number("capacity", 0),
			Truncate:  truncate(parameters["truncate"]),
			IDBits:    parameters.Number("id_bits", 32),
			IndexBits: parameters.Number("index_bits", 32),
		})
	},

	Add: (*List).Add,
	InsertWith: func(list *List, factory func(dyadic.Key) int) error {
		_, err := list.InsertWith(factory)
		return err
	},
	Extend: (*List).Extend,
	Remove: func(list *List, key dyadic.Key) (int, bool, error) {
		element, found := list.Remove(key)
		return element, found, nil
	},
	At: func(list *List, key dyadic.Key) (int, bool) { return value(list.At(key)) },
	KeyAt: func(list *List, key dyadic.Key) (dyadic.Key, int, bool) {
		live, element := list.KeyAt(key.Index)
		found, exists := value(element)
		return live, found, exists
	},
	Contains: func(list *List, key dyadic.Key) bool { return list.At(key) != nil },
	Replace:  (*List).Replace,
	AtMut: func(list *List, key dyadic.Key, difference int) (int, bool) {
		element := list.At(key)
		if element != nil {
			*element += difference
		}
		return value(element)
	},
	EachMut: func(list *List, difference int) {
		for _, element := range list.Pointers() {
			*element += difference
		}
	},
	Len:     (*List).Len,
	IsEmpty: func(list *List) bool { return list.Len() == 0 },
	Clear:   func(list *List) error { list.Clear(); return nil },
	Each:    (*List).All,
	Keys: func(list *List) iter.Seq[dyadic.Key] {
		return func(yield func(dyadic.Key) bool) {
			list.All()(func(key dyadic.Key, _ int) bool { return yield(key) })
		}
	},
	Drain: func(list *List) ([]int, error) { return list.Drain(), nil },
	Retain: func(list *List, keep func(int) bool) ([]int, error) {
		return list.Retain(func(_ dyadic.Key, element int) bool { return keep(element) }), nil
	},
	Reserve:     (*List).Reserve,
	ShrinkToFit: func(list *List) error { list.ShrinkToFit(); return nil },
	Repack: func(list *List, key dyadic.Key) (dyadic.Key, bool) {
		packed, fits := list.Pack(key)
		return list.Unpack(packed), fits
	},
	Reload: (*List).Clone,

	Layout: func(list *List) string {
		space, blocks, nextID := list.Layout()
		parts := []string{strconv.Itoa(space)}
		for _, b := range blocks {
			free := strings.Trim(strings.ReplaceAll(fmt.Sprint(b.Free), " ", ","), "[]")
			parts = append(parts, fmt.Sprintf("%d:%d:%d:%d:%s", b.Start, b.Size, b.Live, b.Opened, free))
		}
		return strings.Join(append(parts, strconv.FormatUint(nextID, 10)), "|")
	},
	Cost: func(list *List) string {
		cost := list.Cost()
		return fmt.Sprintf("0/%d/%d/%d", cost.Moved, cost.Dropped, cost.Visited)
	},

	Forge: func(index, id uint64) (dyadic.Key, bool) {
		return dyadic.Key{Index: int(index), ID: id}, index <= math.MaxInt
	},
	Parts: func(key dyadic.Key) (index, id uint64) { return uint64(key.Index), key.ID },
}

func truncate(mode string) dyadic.Truncate {
	if mode == "" {
		return dyadic.Iteration
	}
	return dyadic.Truncate(mode)
}

// value returns the element that a pointer points at, and whether the pointer is not nil.
func value(element *int) (int, bool) {
	if element == nil {
		return 0, false
	}
	return *element, true
}

func main() {
	port.Serve()
}
