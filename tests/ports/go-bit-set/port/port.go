// Command port is the port go-bit-set: it maps each operation of the port protocol to a method of the bit set.
package main

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"bitset"
	"starter"
	table "tables/bit-set"
)

type (
	// Container is what is verified.
	Container = bitset.Set
	// Key is unused, because a set hands out no keys.
	Key = int
	// Operation is one operation of a program.
	Operation = starter.Operation[*Container, Key]
)

// open makes a fresh container.
func open(choices map[string]string) (*Container, error) {
	universe, _ := strconv.Atoi(choices["universe"])
	return bitset.New(universe), nil
}

// members is the answer to a change of several numbers.
func members(o *Operation, err error) string {
	switch err {
	case nil:
		return strconv.Itoa(o.Container.Len())
	case bitset.ErrUnmarked:
		return starter.Refused("unmarked")
	}
	return starter.Refused("beyond")
}

// found is the answer with a number, if there is one.
func found(number int, exists bool) string {
	if !exists {
		return starter.None
	}
	return strconv.Itoa(number)
}

// first are the first members that an iteration visits, which is left then.
func first(most int, all iter.Seq[int]) iter.Seq[int] {
	return func(yield func(int) bool) {
		if most == 0 {
			return
		}
		for member := range all {
			if most--; !yield(member) || most == 0 {
				return
			}
		}
	}
}

// looking are the members of an iteration that are found while it goes on.
func looking(set *Container) iter.Seq[int] {
	return func(yield func(int) bool) {
		for member := range set.All() {
			if set.Contains(member) && !yield(member) {
				return
			}
		}
	}
}

// removing are all members, of which those that do not leave a remainder are removed on the way.
func removing(set *Container, modulus, residue int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for member := range set.All() {
			if member%modulus != residue {
				set.Remove(member)
			}
			if !yield(member) {
				return
			}
		}
	}
}

var functions = map[string]func(*Operation) string{
	"insert": func(o *Operation) string {
		inserted, err := o.Container.Insert(o.Number(0))
		if err != nil {
			return starter.Refused("beyond")
		}
		return starter.Truth(inserted)
	},
	"insert_range": func(o *Operation) string {
		return members(o, o.Container.InsertRange(o.Number(0), o.Number(1)))
	},
	"remove": func(o *Operation) string { return starter.Truth(o.Container.Remove(o.Number(0))) },
	"remove_range": func(o *Operation) string {
		o.Container.RemoveRange(o.Number(0), o.Number(1))
		return members(o, nil)
	},
	"remove_at": func(o *Operation) string {
		member, exists := o.Container.RemoveAt(o.Number(0))
		if !exists {
			return starter.Refused("range")
		}
		return strconv.Itoa(member)
	},
	"cut": func(o *Operation) string {
		o.Container.Cut(o.Number(0))
		return members(o, nil)
	},
	"retain": func(o *Operation) string {
		modulus, residue := o.Number(0), o.Number(1)
		return o.List(slices.Values(o.Container.Retain(func(member int) bool { return member%modulus == residue })))
	},
	"clear": func(o *Operation) string {
		o.Container.Clear()
		return starter.Done
	},
	"flip": func(o *Operation) string {
		return members(o, o.Container.FlipRange(o.Number(0), o.Number(0)+1))
	},
	"flip_range": func(o *Operation) string {
		return members(o, o.Container.FlipRange(o.Number(0), o.Number(1)))
	},
	"mark": func(o *Operation) string {
		o.Container.Mark()
		return starter.Done
	},
	"undo": func(o *Operation) string { return members(o, o.Container.Undo()) },
	"compact": func(o *Operation) string {
		o.Container.Compact()
		return starter.Done
	},
	"copy": func(o *Operation) string { return o.Cloned(o.Container.Clone()) },
	"swap_containers": func(o *Operation) string {
		o.Container.Exchange(o.Other)
		return starter.Done
	},
	"equal": func(o *Operation) string { return starter.Truth(o.Container.Equal(o.Other)) },
	"union": func(o *Operation) string {
		o.Container.Union(o.Other)
		return members(o, nil)
	},
	"intersect": func(o *Operation) string {
		o.Container.Intersect(o.Other)
		return members(o, nil)
	},
	"subtract": func(o *Operation) string {
		o.Container.Subtract(o.Other)
		return members(o, nil)
	},
	"contains": func(o *Operation) string { return starter.Truth(o.Container.Contains(o.Number(0))) },
	"next":     func(o *Operation) string { return found(o.Container.Next(o.Number(0))) },
	"rank":     func(o *Operation) string { return strconv.Itoa(o.Container.Rank(o.Number(0))) },
	"index_of": func(o *Operation) string { return found(o.Container.IndexOf(o.Number(0))) },
	"nth":      func(o *Operation) string { return found(o.Container.Nth(o.Number(0))) },
	"count_range": func(o *Operation) string {
		return strconv.Itoa(o.Container.CountRange(o.Number(0), o.Number(1)))
	},
	"first":          func(o *Operation) string { return found(o.Container.Next(0)) },
	"last":           func(o *Operation) string { return found(o.Container.Last()) },
	"len":            func(o *Operation) string { return strconv.Itoa(o.Container.Len()) },
	"is_empty":       func(o *Operation) string { return starter.Truth(o.Container.Len() == 0) },
	"each":           func(o *Operation) string { return o.List(o.Container.All()) },
	"each_in_order":  func(o *Operation) string { return o.List(o.Container.All()) },
	"each_backwards": func(o *Operation) string { return o.List(o.Container.Backward()) },
	"each_from":      func(o *Operation) string { return o.List(o.Container.From(o.Number(0))) },
	"each_first":     func(o *Operation) string { return o.List(first(o.Number(0), o.Container.All())) },
	"each_looking":   func(o *Operation) string { return o.List(looking(o.Container)) },
	"each_removing": func(o *Operation) string {
		return o.List(removing(o.Container, o.Number(0), o.Number(1)))
	},
	"layout": func(o *Operation) string {
		var words []string
		for _, word := range o.Container.Words() {
			words = append(words, strconv.FormatUint(word, 16))
		}
		return "[" + strings.Join(words, ",") + "]"
	},
}

func main() {
	port := starter.Port[*Container, Key]{
		Fields:    "protocol=6 name=go-bit-set version=0.1.0 system=bit-set bits=64",
		Table:     table.Rows,
		Open:      open,
		Functions: functions,
	}
	port.Serve()
}
