package main

import (
	"cmp"
	"container/list"
	family "family"
	"slices"
	"strconv"
	"strings"
	sequenceTable "tables/sequence"

	"github.com/emirpasic/gods/lists/arraylist"
	"github.com/emirpasic/gods/lists/doublylinkedlist"
	fixed "github.com/emirpasic/gods/v2/lists/doublylinkedlist"
	generic "github.com/zyedidia/generic/list"
)

// Lists as sequences: a list that hands out nodes is a pool in adapters.go, too.

// op is an operation on a list L.
type op[L any] = family.Operation[L, int]

// method carries an operation out.
type method[L any] = func(l L, o *op[L]) string

// serving is what starts the port of a list.
func serving[L any](fields string, open func() L, methods map[string]method[L]) func() {
	fields = "system=sequence capacity=grows " + fields
	return adapted(fields, sequenceTable.Rows, func(map[string]string) L { return open() }, methods)
}

// adapted is what starts the port of a container; the choices are texts.
func adapted[L any](fields, table string, open func(map[string]string) L, methods map[string]method[L]) func() {
	functions := map[string]func(*family.Operation[L, int]) string{}
	for name, method := range methods {
		functions[name] = func(o *family.Operation[L, int]) string { return method(o.Container, o) }
	}
	port := family.Port[L, int]{
		Fields:    "protocol=6 " + fields,
		Table:     table,
		Open:      func(choices map[string]string) (L, error) { return open(choices), nil },
		Functions: functions,
	}
	return port.Serve
}

// done makes a method of a function that returns nothing.
func done[L any](change func(l L, o *op[L])) method[L] {
	return func(l L, o *op[L]) string {
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

func drained(s *slice, o *op[*slice], start, end int) string {
	return tried(func() string {
		gone := slices.Clone((*s)[start:end:len(*s)])
		*s = slices.Delete(*s, start, end)
		return o.List(slices.Values(gone))
	})
}

func ofSlices() func() {
	return serving("beyond=refuses name=slices version="+release, func() *slice { return &slice{} }, map[string]method[*slice]{
		"push":   done(func(s *slice, o *op[*slice]) { *s = append(*s, o.Number(0)) }),
		"insert": func(s *slice, o *op[*slice]) string { return inserted(s, o.Number(0), []int{o.Number(1)}) },
		"insert_many": func(s *slice, o *op[*slice]) string {
			return inserted(s, o.Number(0), consecutive(o.Number(1), o.Number(2)))
		},
		"extend":    done(func(s *slice, o *op[*slice]) { *s = slices.Concat(*s, consecutive(o.Number(0), o.Number(1))) }),
		"drain":     func(s *slice, o *op[*slice]) string { return drained(s, o, o.Number(0), o.Number(1)) },
		"split_off": func(s *slice, o *op[*slice]) string { return drained(s, o, o.Number(0), len(*s)) },
		"retain": func(s *slice, o *op[*slice]) string {
			gone := []int{}
			*s = slices.DeleteFunc(*s, func(element int) bool {
				goes := element%o.Number(0) != o.Number(1)
				if goes {
					gone = append(gone, element)
				}
				return goes
			})
			return o.List(slices.Values(gone))
		},
		"clear":   done(func(s *slice, _ *op[*slice]) { *s = (*s)[:0] }),
		"reverse": done(func(s *slice, _ *op[*slice]) { slices.Reverse(*s) }),
		"sort": done(func(s *slice, o *op[*slice]) {
			slices.SortStableFunc(*s, func(one, other int) int { return cmp.Compare(one%o.Number(0), other%o.Number(0)) })
		}),
		"contains": func(s *slice, o *op[*slice]) string { return family.Truth(slices.Contains(*s, o.Number(0))) },
		"index_of": func(s *slice, o *op[*slice]) string {
			place := slices.Index(*s, o.Number(0))
			return number(place, place >= 0)
		},
		"len":  func(s *slice, _ *op[*slice]) string { return number(len(*s), true) },
		"each": func(s *slice, o *op[*slice]) string { return o.List(slices.Values(*s)) },
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
func listed(o *op[*list.List], element *list.Element, next func(*list.Element) *list.Element) string {
	return o.List(func(yield func(int) bool) {
		for ; element != nil && yield(element.Value.(int)); element = next(element) {
		}
	})
}

func containerListInOrder() func() {
	return serving("removal=shifts name=container-list-in-order version="+release, list.New, map[string]method[*list.List]{
		"push":    done(func(l *list.List, o *op[*list.List]) { l.PushBack(o.Number(0)) }),
		"unshift": done(func(l *list.List, o *op[*list.List]) { l.PushFront(o.Number(0)) }),
		"extend": done(func(l *list.List, o *op[*list.List]) {
			other := list.New()
			for _, element := range consecutive(o.Number(0), o.Number(1)) {
				other.PushBack(element)
			}
			l.PushBackList(other)
		}),
		"pop":       func(l *list.List, _ *op[*list.List]) string { return number(taken(l, l.Back())) },
		"shift":     func(l *list.List, _ *op[*list.List]) string { return number(taken(l, l.Front())) },
		"remove_at": func(l *list.List, o *op[*list.List]) string { return removed(taken(l, at(l, o.Number(0)))) },
		"clear":     done(func(l *list.List, _ *op[*list.List]) { l.Init() }),
		"rotate": done(func(l *list.List, o *op[*list.List]) {
			for times := o.Number(0); times > 0 && l.Front() != nil; times-- {
				l.MoveToBack(l.Front())
			}
		}),
		"len":            func(l *list.List, _ *op[*list.List]) string { return number(l.Len(), true) },
		"each":           func(l *list.List, o *op[*list.List]) string { return listed(o, l.Front(), (*list.Element).Next) },
		"each_backwards": func(l *list.List, o *op[*list.List]) string { return listed(o, l.Back(), (*list.Element).Prev) },
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

func zyedidiaInOrder() func() {
	return serving("name=zyedidia-generic-list-in-order version=1.2.1", generic.New[int], map[string]method[*nodes]{
		"push":    done(func(l *nodes, o *op[*nodes]) { l.PushBack(o.Number(0)) }),
		"unshift": done(func(l *nodes, o *op[*nodes]) { l.PushFront(o.Number(0)) }),
		"pop":     func(l *nodes, _ *op[*nodes]) string { return number(unlinked(l, l.Back)) },
		"shift":   func(l *nodes, _ *op[*nodes]) string { return number(unlinked(l, l.Front)) },
		"each": func(l *nodes, o *op[*nodes]) string {
			return o.List(func(yield func(int) bool) { follow(l.Front, next, yield) })
		},
		"each_backwards": func(l *nodes, o *op[*nodes]) string {
			return o.List(func(yield func(int) bool) { follow(l.Back, previous, yield) })
		},
	})
}

// follow visits the values of a node and those after it.
func follow(node *generic.Node[int], next func(*generic.Node[int]) *generic.Node[int], yield func(int) bool) {
	for ; node != nil && yield(node.Value); node = next(node) {
	}
}

func next(node *generic.Node[int]) *generic.Node[int]     { return node.Next }
func previous(node *generic.Node[int]) *generic.Node[int] { return node.Prev }

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
		"push": done(func(l L, o *op[L]) { l.Add(of(o.Number(0))) }),
		"remove_at": func(l L, o *op[L]) string {
			element, ok := l.Get(o.Number(0))
			l.Remove(o.Number(0))
			if !ok {
				return family.Refused("range")
			}
			return removed(any(element).(int), true)
		},
		"clear": done(func(l L, _ *op[L]) { l.Clear() }),
		"swap": func(l L, o *op[L]) string {
			l.Swap(o.Number(0), o.Number(1))
			if max(o.Number(0), o.Number(1)) >= l.Size() {
				return family.Refused("range")
			}
			return family.Done
		},
		"get": func(l L, o *op[L]) string {
			element, ok := l.Get(o.Number(0))
			if !ok {
				return family.None
			}
			return number(any(element).(int), true)
		},
		"contains": func(l L, o *op[L]) string { return family.Truth(l.Contains(of(o.Number(0)))) },
		"len":      func(l L, _ *op[L]) string { return number(l.Size(), true) },
		"each": func(l L, o *op[L]) string {
			return o.List(func(yield func(int) bool) {
				for _, element := range l.Values() {
					if !yield(any(element).(int)) {
						return
					}
				}
			})
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
	return func(l L, o *op[L]) string {
		place, before, values := o.Number(0), l.Size(), []T{}
		for _, value := range consecutive(o.Number(1), o.Number(2)) {
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
	return func(l L, o *op[L]) string {
		place := l.IndexOf(of(o.Number(0)))
		return number(place, place >= 0)
	}
}

// setValue only calls Set for a place that is there, because it appends at the end, as documented.
func setValue[T any, L gods[T]](of func(int) T) method[L] {
	return func(l L, o *op[L]) string {
		if _, ok := l.Get(o.Number(0)); !ok {
			return family.Refused("range")
		}
		l.Set(o.Number(0), of(o.Number(1)))
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
