//go:build !old

package main

import (
	family "family"
	"iter"
	"strconv"

	"github.com/bits-and-blooms/bitset"
)

const version = "1.29.0"

// member answers the member at a place: Select wants a place that is there, as documented.
func member(set *bitset.BitSet, place int) string {
	if place < 0 || uint(place) >= set.Count() {
		return family.None
	}
	return strconv.FormatUint(uint64(set.Select(uint(place))), 10)
}

// below is the number of members below a number; Rank counts the number itself, too.
func below(set *bitset.BitSet, number uint) string {
	if number == 0 {
		return "0"
	}
	return strconv.FormatUint(uint64(set.Rank(number-1)), 10)
}

func members(all iter.Seq[uint]) iter.Seq[int] {
	return func(yield func(int) bool) {
		for member := range all {
			if !yield(int(member)) {
				return
			}
		}
	}
}

var more = map[string]func(*operation) string{
	"insert_range": changed(func(set *bitset.BitSet, o *operation) { set.SetRange(bit(o, 0), bit(o, 1)) }),
	"rank":         func(o *operation) string { return below(o.Container, bit(o, 0)) },
	"nth":          func(o *operation) string { return member(o.Container, o.Number(0)) },
	"first":        func(o *operation) string { return member(o.Container, 0) },
	"last":         func(o *operation) string { return member(o.Container, int(o.Container.Count())-1) },
	"count_range": func(o *operation) string {
		return strconv.FormatUint(uint64(o.Container.OnesBetween(bit(o, 0), bit(o, 1))), 10)
	},
	"each": func(o *operation) string { return o.List(members(o.Container.EachSet())) },
}
