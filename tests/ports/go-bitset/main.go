// Command port maps each operation of the port protocol to a method of a bit set of github.com/bits-and-blooms/bitset.
//
// This file has what both releases have, newer.go what only the newest has, and old.go the name of the other.
package main

import (
	family "family"
	"maps"
	"strconv"
	table "tables/set"

	"github.com/bits-and-blooms/bitset"
)

type operation = family.Operation[*bitset.BitSet, int]

// bit is the number of an operand.
func bit(o *operation, place int) uint { return uint(o.Number(place)) }

// count answers the number of members.
func count(set *bitset.BitSet) string { return strconv.FormatUint(uint64(set.Count()), 10) }

// found answers a member, if there is one.
func found(member uint, exists bool) string {
	if !exists {
		return family.None
	}
	return strconv.FormatUint(uint64(member), 10)
}

// changed makes a function of a method that returns the set; the answer is the number of members.
func changed(change func(set *bitset.BitSet, o *operation)) func(*operation) string {
	return func(o *operation) string {
		change(o.Container, o)
		return count(o.Container)
	}
}

// cut calls Shrink, which cannot remove the member 0, as documented.
func cut(set *bitset.BitSet, o *operation) {
	if o.Number(0) == 0 {
		set.ClearAll()
	} else {
		set.Shrink(bit(o, 0) - 1)
	}
}

var functions = map[string]func(*operation) string{
	"insert": func(o *operation) string {
		known := o.Container.Test(bit(o, 0))
		o.Container.Set(bit(o, 0))
		return family.Truth(!known)
	},
	"remove": func(o *operation) string {
		known := o.Container.Test(bit(o, 0))
		o.Container.Clear(bit(o, 0))
		return family.Truth(known)
	},
	"cut": changed(cut),
	"clear": func(o *operation) string {
		o.Container.ClearAll()
		return family.Done
	},
	"flip":       changed(func(set *bitset.BitSet, o *operation) { set.Flip(bit(o, 0)) }),
	"flip_range": changed(func(set *bitset.BitSet, o *operation) { set.FlipRange(bit(o, 0), bit(o, 1)) }),
	"compact": func(o *operation) string {
		o.Container.Compact()
		return family.Done
	},
	"copy":      func(o *operation) string { return o.Cloned(o.Container.Clone()) },
	"union":     changed(func(set *bitset.BitSet, o *operation) { set.InPlaceUnion(o.Other) }),
	"intersect": changed(func(set *bitset.BitSet, o *operation) { set.InPlaceIntersection(o.Other) }),
	"subtract":  changed(func(set *bitset.BitSet, o *operation) { set.InPlaceDifference(o.Other) }),
	"contains":  func(o *operation) string { return family.Truth(o.Container.Test(bit(o, 0))) },
	"next":      func(o *operation) string { return found(o.Container.NextSet(bit(o, 0))) },
	"len":       func(o *operation) string { return count(o.Container) },
	"is_empty":  func(o *operation) string { return family.Truth(o.Container.None()) },
	"each_in_order": func(o *operation) string {
		return o.List(func(yield func(int) bool) {
			member, exists := o.Container.NextSet(0)
			for exists && yield(int(member)) {
				member, exists = o.Container.NextSet(member + 1)
			}
		})
	},
}

func main() {
	maps.Copy(functions, more)
	port := family.Port[*bitset.BitSet, int]{
		Fields:    "protocol=6 name=bits-and-blooms-bitset version=" + version + " system=set order=ascending universe=0",
		Table:     table.Rows,
		Open:      func(map[string]string) (*bitset.BitSet, error) { return &bitset.BitSet{}, nil },
		Functions: functions,
	}
	port.Serve()
}
