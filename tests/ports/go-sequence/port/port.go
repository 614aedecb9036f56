// Command port is the port go-sequence: it maps each operation of the port protocol to a method of the sequence.
package main

import (
	"errors"
	"iter"
	"slices"
	"strconv"

	"sequence"
	"starter"
	table "tables/sequence"
)

type (
	// Container is what is verified.
	Container = sequence.Sequence[int]
	// Key is unused, because a sequence hands out no keys.
	Key = int
	// Operation is one operation of a program.
	Operation = starter.Operation[*Container, Key]
)

// open makes a fresh container.
func open(choices map[string]string) (*Container, error) {
	capacity, _ := strconv.Atoi(choices["capacity"])
	swaps, clips := choices["removal"] == "swaps", choices["beyond"] == "clips"
	return sequence.New[int](sequence.Options{Capacity: capacity, Swaps: swaps, Clips: clips}), nil
}

// several are as many consecutive numbers as an operation says, from its last operand on.
func several(o *Operation, count int) []int {
	numbers := make([]int, o.Number(count))
	for i := range numbers {
		numbers[i] = o.Number(count+1) + i
	}
	return numbers
}

// done is the answer to a change.
func done(err error) string {
	switch {
	case errors.Is(err, sequence.ErrFull):
		return starter.Refused("full")
	case err != nil:
		return starter.Refused("range")
	}
	return starter.Done
}

// removed is the answer to the removal of an element.
func removed(element int, err error) string {
	if err != nil {
		return done(err)
	}
	return strconv.Itoa(element)
}

// listed is the answer to the removal of several elements.
func listed(o *Operation, elements []int, err error) string {
	if err != nil {
		return done(err)
	}
	return o.List(slices.Values(elements))
}

// found is the answer with a number, if there is one.
func found(number int, exists bool) string {
	if !exists {
		return starter.None
	}
	return strconv.Itoa(number)
}

// remainder is the function that divides by an operand.
func remainder(o *Operation) func(int) int {
	return func(element int) int { return element % o.Number(0) }
}

// first are the first elements that an iteration visits, which is left then.
func first(most int, all iter.Seq[int]) iter.Seq[int] {
	return func(yield func(int) bool) {
		if most == 0 {
			return
		}
		for element := range all {
			if most--; !yield(element) || most == 0 {
				return
			}
		}
	}
}

// looking are all elements, each beside the one as far from the end, which is looked up during the iteration.
func looking(sequence *Container) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		place := 0
		for element := range sequence.All() {
			other, _ := sequence.FromEnd(place)
			if place++; !yield(element, other) {
				return
			}
		}
	}
}

var functions = map[string]func(*Operation) string{
	"push":    func(o *Operation) string { return done(o.Container.Push(o.Number(0))) },
	"unshift": func(o *Operation) string { return done(o.Container.Unshift(o.Number(0))) },
	"insert":  func(o *Operation) string { return done(o.Container.Insert(o.Number(0), o.Number(1))) },
	"extend":  func(o *Operation) string { return done(o.Container.Extend(several(o, 0))) },
	"insert_many": func(o *Operation) string {
		return done(o.Container.InsertMany(o.Number(0), several(o, 1)))
	},
	"pop":         func(o *Operation) string { return found(o.Container.Pop()) },
	"shift":       func(o *Operation) string { return found(o.Container.Shift()) },
	"remove_at":   func(o *Operation) string { return removed(o.Container.RemoveAt(o.Number(0))) },
	"swap_remove": func(o *Operation) string { return removed(o.Container.SwapRemove(o.Number(0))) },
	"truncate": func(o *Operation) string {
		o.Container.Truncate(o.Number(0))
		return starter.Done
	},
	"split_off": func(o *Operation) string {
		elements, err := o.Container.SplitOff(o.Number(0))
		return listed(o, elements, err)
	},
	"drain": func(o *Operation) string {
		elements, err := o.Container.Drain(o.Number(0), o.Number(1))
		return listed(o, elements, err)
	},
	"retain": func(o *Operation) string {
		number := remainder(o)
		return o.List(slices.Values(o.Container.Retain(func(element int) bool { return number(element) == o.Number(1) })))
	},
	"clear": func(o *Operation) string {
		o.Container.Clear()
		return starter.Done
	},
	"set":  func(o *Operation) string { return done(o.Container.Set(o.Number(0), o.Number(1))) },
	"swap": func(o *Operation) string { return done(o.Container.Swap(o.Number(0), o.Number(1))) },
	"reverse": func(o *Operation) string {
		o.Container.Reverse()
		return starter.Done
	},
	"rotate": func(o *Operation) string {
		o.Container.Rotate(o.Number(0))
		return starter.Done
	},
	"sort": func(o *Operation) string {
		o.Container.SortBy(remainder(o))
		return starter.Done
	},
	"get":      func(o *Operation) string { return found(o.Container.Get(o.Number(0))) },
	"from_end": func(o *Operation) string { return found(o.Container.FromEnd(o.Number(0))) },
	"contains": func(o *Operation) string { return starter.Truth(o.Container.Contains(o.Number(0))) },
	"index_of": func(o *Operation) string { return found(o.Container.IndexOf(o.Number(0))) },
	"slice": func(o *Operation) string {
		elements, err := o.Container.Slice(o.Number(0), o.Number(1))
		if err != nil {
			return starter.None
		}
		return o.List(slices.Values(elements))
	},
	"len":            func(o *Operation) string { return strconv.Itoa(o.Container.Len()) },
	"each":           func(o *Operation) string { return o.List(o.Container.All()) },
	"each_backwards": func(o *Operation) string { return o.List(o.Container.Backward()) },
	"each_from":      func(o *Operation) string { return o.List(o.Container.From(o.Number(0))) },
	"each_first":     func(o *Operation) string { return o.List(first(o.Number(0), o.Container.All())) },
	"each_looking":   func(o *Operation) string { return o.Pairs(looking(o.Container)) },
	"each_removing": func(o *Operation) string {
		number, visited := remainder(o), []int{}
		for element, remove := range o.Container.Removing() {
			visited = append(visited, element)
			if number(element) != o.Number(1) {
				remove()
			}
		}
		return o.List(slices.Values(visited))
	},
	"copy":   func(o *Operation) string { return o.Cloned(o.Container.Clone()) },
	"equal":  func(o *Operation) string { return starter.Truth(o.Container.Equal(o.Other)) },
	"append": func(o *Operation) string { return done(o.Container.Append(o.Other)) },
	"swap_containers": func(o *Operation) string {
		o.Container.Exchange(o.Other)
		return starter.Done
	},
}

func main() {
	port := starter.Port[*Container, Key]{
		Fields:    "protocol=6 name=go-sequence version=0.1.0 system=sequence",
		Table:     table.Rows,
		Open:      open,
		Functions: functions,
	}
	port.Serve()
}
