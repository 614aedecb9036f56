package main

import (
	"cmp"
	"container/list"
	family "family"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/emirpasic/gods/lists/arraylist"
	"github.com/emirpasic/gods/lists/doublylinkedlist"
	fixed "github.com/emirpasic/gods/v2/lists/doublylinkedlist"
	generic "github.com/zyedidia/generic/list"
)

// Lists as sequences: a list that hands out nodes is a pool in adapters.go, too.

const sequence = `
push* number > done -
unshift number > done -
insert number number > done -
extend number number > done -
insert_many number number number > done -
pop > value -
shift > value -
remove_at number > value -
swap_remove number > value -
truncate number > done -
split_off number > sequence -
drain number number > sequence -
retain number number > sequence -
clear > done -
set number number > done -
swap number number > done -
reverse > done -
rotate number > done -
sort number > done -
get number > value -
from_end number > value -
contains number > truth -
index_of number > value -
slice number number > sequence -
len > number -
each > sequence -
each_backwards > sequence -
`

// method carries an operation out on a list L, whose operands are numbered by their places.
type method[L any] func(l L, operand func(place int) int) string

// serving is what starts the port of a list.
func serving[L any](fields string, open func() L, methods map[string]method[L]) func() {
	functions := map[string]func(*family.Operation[L, int]) string{}
	for name, method := range methods {
		functions[name] = func(o *family.Operation[L, int]) string { return method(o.Container, o.Number) }
	}
	port := family.Port[L, int]{
		Fields:    "protocol=6 system=sequence capacity=grows " + fields,
		Table:     sequence,
		Open:      func(map[string]string) (L, error) { return open(), nil },
		Functions: functions,
	}
	return port.Serve
}

// done makes a method of a function that returns nothing.
func done[L any](change func(l L, o func(int) int)) method[L] {
	return func(l L, o func(int) int) string {
		change(l, o)
		return family.Done
	}
}

// number is an element or a place, if there is one.
func number(found int, ok bool) string {
	if !ok {
		return family.None
	}
	return strconv.Itoa(found)
}

// removed is an element that was removed; without one, the place is refused.
func removed(element int, ok bool) string {
	if !ok {
		return family.Refused("range")
	}
	return strconv.Itoa(element)
}

func consecutive(count, first int) []int {
	numbers := make([]int, count)
	for i := range numbers {
		numbers[i] = first + i
	}
	return numbers
}

// --- slices of the standard library, whose functions panic at a place that is not there

type slice = []int

// tried is the answer of a function that may panic.
func tried(function func() string) (answer string) {
	defer func() {
		if recover() != nil {
			answer = family.Refused("range")
		}
	}()
	return function()
}

func inserted(s *slice, place int, values []int) string {
	return tried(func() string {
		*s = slices.Insert(*s, place, values...)
		return family.Done
	})
}

func drained(s *slice, start, end int) string {
	return tried(func() string {
		gone := slices.Clone((*s)[start:end:len(*s)])
		*s = slices.Delete(*s, start, end)
		return family.List(gone)
	})
}

func ofSlices() func() {
	return serving("beyond=refuses name=slices version="+release, func() *slice { return &slice{} }, map[string]method[*slice]{
		"push":        done(func(s *slice, o func(int) int) { *s = append(*s, o(0)) }),
		"insert":      func(s *slice, o func(int) int) string { return inserted(s, o(0), []int{o(1)}) },
		"insert_many": func(s *slice, o func(int) int) string { return inserted(s, o(0), consecutive(o(1), o(2))) },
		"extend":      done(func(s *slice, o func(int) int) { *s = slices.Concat(*s, consecutive(o(0), o(1))) }),
		"drain":       func(s *slice, o func(int) int) string { return drained(s, o(0), o(1)) },
		"split_off":   func(s *slice, o func(int) int) string { return drained(s, o(0), len(*s)) },
		"retain": func(s *slice, o func(int) int) string {
			gone := []int{}
			*s = slices.DeleteFunc(*s, func(element int) bool {
				goes := element%o(0) != o(1)
				if goes {
					gone = append(gone, element)
				}
				return goes
			})
			return family.List(gone)
		},
		"clear":   done(func(s *slice, _ func(int) int) { *s = (*s)[:0] }),
		"reverse": done(func(s *slice, _ func(int) int) { slices.Reverse(*s) }),
		"sort": done(func(s *slice, o func(int) int) {
			slices.SortStableFunc(*s, func(one, other int) int { return cmp.Compare(one%o(0), other%o(0)) })
		}),
		"contains": func(s *slice, o func(int) int) string { return family.Truth(slices.Contains(*s, o(0))) },
		"index_of": func(s *slice, o func(int) int) string {
			place := slices.Index(*s, o(0))
			return number(place, place >= 0)
		},
		"len":  func(s *slice, _ func(int) int) string { return number(len(*s), true) },
		"each": func(s *slice, _ func(int) int) string { return family.List(slices.Clone(*s)) },
		"each_backwards": func(s *slice, _ func(int) int) string {
			backwards := []int{}
			for _, element := range slices.Backward(*s) {
				backwards = append(backwards, element)
			}
			return family.List(backwards)
		},
	})
}

// --- container/list

// at is the element at a place; nil if there is none.
func at(l *list.List, place int) *list.Element {
	found := l.Front()
	for ; found != nil && place > 0; place-- {
		found = found.Next()
	}
	return found
}

func taken(l *list.List, found *list.Element) (int, bool) {
	if found == nil {
		return 0, false
	}
	return l.Remove(found).(int), true
}

// listed are the elements from one on.
func listed(element *list.Element, next func(*list.Element) *list.Element) string {
	elements := []int{}
	for ; element != nil; element = next(element) {
		elements = append(elements, element.Value.(int))
	}
	return family.List(elements)
}

func containerListInOrder() func() {
	return serving("removal=shifts name=container-list-in-order version="+release, list.New, map[string]method[*list.List]{
		"push":    done(func(l *list.List, o func(int) int) { l.PushBack(o(0)) }),
		"unshift": done(func(l *list.List, o func(int) int) { l.PushFront(o(0)) }),
		"extend": done(func(l *list.List, o func(int) int) {
			other := list.New()
			for _, element := range consecutive(o(0), o(1)) {
				other.PushBack(element)
			}
			l.PushBackList(other)
		}),
		"pop":       func(l *list.List, _ func(int) int) string { return number(taken(l, l.Back())) },
		"shift":     func(l *list.List, _ func(int) int) string { return number(taken(l, l.Front())) },
		"remove_at": func(l *list.List, o func(int) int) string { return removed(taken(l, at(l, o(0)))) },
		"clear":     done(func(l *list.List, _ func(int) int) { l.Init() }),
		"rotate": done(func(l *list.List, o func(int) int) {
			for times := o(0); times > 0 && l.Front() != nil; times-- {
				l.MoveToBack(l.Front())
			}
		}),
		"len":            func(l *list.List, _ func(int) int) string { return number(l.Len(), true) },
		"each":           func(l *list.List, _ func(int) int) string { return listed(l.Front(), (*list.Element).Next) },
		"each_backwards": func(l *list.List, _ func(int) int) string { return listed(l.Back(), (*list.Element).Prev) },
	})
}

// --- github.com/zyedidia/generic/list

func unlinked(l *nodes, node *generic.Node[int]) (int, bool) {
	if node == nil {
		return 0, false
	}
	l.Remove(node)
	return node.Value, true
}

func values(each iter.Seq[int]) string { return family.List(slices.AppendSeq([]int{}, each)) }

func zyedidiaInOrder() func() {
	return serving("name=zyedidia-generic-list-in-order version=1.2.1", generic.New[int], map[string]method[*nodes]{
		"push":    done(func(l *nodes, o func(int) int) { l.PushBack(o(0)) }),
		"unshift": done(func(l *nodes, o func(int) int) { l.PushFront(o(0)) }),
		"pop":     func(l *nodes, _ func(int) int) string { return number(unlinked(l, l.Back)) },
		"shift":   func(l *nodes, _ func(int) int) string { return number(unlinked(l, l.Front)) },
		"each": func(l *nodes, _ func(int) int) string {
			return values(func(yield func(int) bool) { eachOf(l.Front, (*generic.Node[int]).Each, yield) })
		},
		"each_backwards": func(l *nodes, _ func(int) int) string {
			return values(func(yield func(int) bool) { eachOf(l.Back, (*generic.Node[int]).EachReverse, yield) })
		},
	})
}

// eachOf visits the values of a node and those after it.
func eachOf(node *generic.Node[int], each func(*generic.Node[int], func(int)), yield func(int) bool) {
	if node != nil {
		each(node, func(value int) { yield(value) })
	}
}

// --- github.com/emirpasic/gods, whose lists have the same methods, in both of its versions

type gods[T any] interface {
	Add(values ...T)
	Insert(index int, values ...T)
	Get(index int) (T, bool)
	Remove(index int)
	Clear()
	Swap(one, other int)
	Set(index int, value T)
	Contains(values ...T) bool
	IndexOf(value T) int
	Values() []T
	Size() int
}

// godsList is a list without the methods that have findings, but for those that are named. A place that is not there is
// ignored, as documented.
func godsList[T any, L gods[T]](of func(int) T, more []string) map[string]method[L] {
	methods := map[string]method[L]{
		"push": done(func(l L, o func(int) int) { l.Add(of(o(0))) }),
		"remove_at": func(l L, o func(int) int) string {
			element, ok := l.Get(o(0))
			l.Remove(o(0))
			if !ok {
				return family.Refused("range")
			}
			return removed(any(element).(int), true)
		},
		"clear": done(func(l L, _ func(int) int) { l.Clear() }),
		"swap": func(l L, o func(int) int) string {
			l.Swap(o(0), o(1))
			if max(o(0), o(1)) >= l.Size() {
				return family.Refused("range")
			}
			return family.Done
		},
		"get": func(l L, o func(int) int) string {
			element, ok := l.Get(o(0))
			if !ok {
				return family.None
			}
			return number(any(element).(int), true)
		},
		"contains": func(l L, o func(int) int) string { return family.Truth(l.Contains(of(o(0)))) },
		"len":      func(l L, _ func(int) int) string { return number(l.Size(), true) },
		"each": func(l L, _ func(int) int) string {
			elements := []int{}
			for _, element := range l.Values() {
				elements = append(elements, any(element).(int))
			}
			return family.List(elements)
		},
	}
	finding := map[string]method[L]{
		"insert_many": insertMany[T, L](of, 1),
		"insert_none": insertMany[T, L](of, 0),
		"index_of":    indexOf[T, L](of),
		"set":         setValue[T, L](of),
	}
	for _, name := range more {
		methods[strings.Replace(name, "none", "many", 1)] = finding[name]
	}
	return methods
}

// insertMany calls Insert, which fails without values: least is 1 for a port that does not ask it to insert none.
func insertMany[T any, L gods[T]](of func(int) T, least int) method[L] {
	return func(l L, o func(int) int) string {
		place, before, values := o(0), l.Size(), []T{}
		for _, value := range consecutive(o(1), o(2)) {
			values = append(values, of(value))
		}
		if len(values) >= least {
			l.Insert(place, values...)
		}
		if place > before {
			return family.Refused("range")
		}
		return family.Done
	}
}

func indexOf[T any, L gods[T]](of func(int) T) method[L] {
	return func(l L, o func(int) int) string {
		place := l.IndexOf(of(o(0)))
		return number(place, place >= 0)
	}
}

// setValue only calls Set for a place that is there, because it appends at the end, as documented.
func setValue[T any, L gods[T]](of func(int) T) method[L] {
	return func(l L, o func(int) int) string {
		if _, ok := l.Get(o(0)); !ok {
			return family.Refused("range")
		}
		l.Set(o(0), of(o(1)))
		return family.Done
	}
}

func boxed(value int) any { return value }
func plain(value int) int { return value }

// linked and array are the lists of both versions, with those of the methods that are named.
func linked(name string, more ...string) func() {
	open := func() *doublylinkedlist.List { return doublylinkedlist.New() }
	return serving("removal=shifts beyond=refuses version=1.18.1 name=gods-list"+name, open, godsList[any, *doublylinkedlist.List](boxed, more))
}

func linked2(name string, more ...string) func() {
	open := func() *fixed.List[int] { return fixed.New[int]() }
	return serving("removal=shifts beyond=refuses version=2.0.0-alpha name=gods-list"+name, open, godsList[int, *fixed.List[int]](plain, more))
}

func array(name string, more ...string) func() {
	open := func() *arraylist.List { return arraylist.New() }
	return serving("removal=shifts beyond=refuses version=1.18.1 name=gods-array"+name, open, godsList[any, *arraylist.List](boxed, more))
}

// lists maps the argument that selects a list to what starts its port.
func lists() map[string]func() {
	return map[string]func(){
		"slices":                  ofSlices(),
		"container-list-in-order": containerListInOrder(),
		"zyedidia-list-in-order":  zyedidiaInOrder(),
		"gods-list":               linked(""),
		"gods-list-insert":        linked("-insert", "insert_many"),
		"gods-list-insert-none":   linked("-insert-none", "insert_none"),
		"gods-list-set":           linked("-set", "set"),
		"gods2-list-insert":       linked2("-insert", "insert_many"),
		"gods-array":              array("", "insert_many", "set"),
		"gods-array-index-of":     array("-index-of", "set", "index_of"),
	}
}
