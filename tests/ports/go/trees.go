package main

import (
	"container/heap"
	family "family"
	"iter"
	"slices"
	"strconv"
	heapTable "tables/heap"
	mapTable "tables/map"

	"github.com/tidwall/btree"
)

type tree = *btree.Map[int, int]

// walked makes an iterator of a function of a tree that is given a function.
func walked(walk func(func(key, element int) bool)) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) { walk(yield) }
}

var treeMethods = map[string]method[tree]{
	"put":       func(t tree, o *op[tree]) string { return number(t.Set(o.Number(0), o.Number(1))) },
	"remove":    func(t tree, o *op[tree]) string { return number(t.Delete(o.Number(0))) },
	"pop_first": func(t tree, _ *op[tree]) string { return first(t.PopMin()) },
	"pop_last":  func(t tree, _ *op[tree]) string { return first(t.PopMax()) },
	"clear":     done(func(t tree, _ *op[tree]) { t.Clear() }),
	"get":       func(t tree, o *op[tree]) string { return number(t.Get(o.Number(0))) },
	"len":       func(t tree, _ *op[tree]) string { return strconv.Itoa(t.Len()) },
	"keys":      func(t tree, o *op[tree]) string { return o.List(slices.Values(t.Keys())) },
	"values":    func(t tree, o *op[tree]) string { return o.List(slices.Values(t.Values())) },
	"each":      func(t tree, o *op[tree]) string { return o.Pairs(walked(t.Scan)) },
	"each_backwards": func(t tree, o *op[tree]) string {
		return o.Pairs(walked(t.Reverse))
	},
	"each_from": func(t tree, o *op[tree]) string {
		return o.Pairs(func(yield func(int, int) bool) { t.Ascend(o.Number(0), yield) })
	},
	"first":    func(t tree, _ *op[tree]) string { return first(t.Min()) },
	"last":     func(t tree, _ *op[tree]) string { return first(t.Max()) },
	"entry_at": func(t tree, o *op[tree]) string { return first(t.GetAt(o.Number(0))) },
	"copy":     func(t tree, o *op[tree]) string { return o.Cloned(t.Copy()) },
	"append": done(func(t tree, o *op[tree]) {
		o.Other.Scan(func(key, element int) bool {
			t.Set(key, element)
			return true
		})
		o.Other.Clear()
	}),
}

// ranked is the queue of the documentation of container/heap, whose items know their places, by key.
type ranked struct {
	entries [][2]int
	places  map[int]int
}

func (r *ranked) Len() int           { return len(r.entries) }
func (r *ranked) Less(i, j int) bool { return r.entries[i][1] < r.entries[j][1] }

func (r *ranked) Swap(i, j int) {
	r.entries[i], r.entries[j] = r.entries[j], r.entries[i]
	r.places[r.entries[i][0]], r.places[r.entries[j][0]] = i, j
}

func (r *ranked) Push(entry any) {
	r.places[entry.([2]int)[0]] = len(r.entries)
	r.entries = append(r.entries, entry.([2]int))
}

func (r *ranked) Pop() any {
	last := r.entries[len(r.entries)-1]
	r.entries = r.entries[:len(r.entries)-1]
	delete(r.places, last[0])
	return last
}

// changed is the priority that a key had, which gets another one.
func (r *ranked) changed(key, priority int) string {
	place := r.places[key]
	other := r.entries[place][1]
	r.entries[place][1] = priority
	heap.Fix(r, place)
	return strconv.Itoa(other)
}

var rankedMethods = map[string]method[*ranked]{
	"put": func(r *ranked, o *op[*ranked]) string {
		if _, found := r.places[o.Number(0)]; found {
			return r.changed(o.Number(0), o.Number(1))
		}
		heap.Push(r, [2]int{o.Number(0), o.Number(1)})
		return family.None
	},
	"change": func(r *ranked, o *op[*ranked]) string {
		if _, found := r.places[o.Number(0)]; !found {
			return family.None
		}
		return r.changed(o.Number(0), o.Number(1))
	},
	"remove": func(r *ranked, o *op[*ranked]) string {
		place, found := r.places[o.Number(0)]
		if !found {
			return family.None
		}
		return strconv.Itoa(heap.Remove(r, place).([2]int)[1])
	},
	"pop": func(r *ranked, _ *op[*ranked]) string {
		if r.Len() == 0 {
			return family.None
		}
		entry := heap.Pop(r).([2]int)
		return family.Both(entry[0], entry[1])
	},
	"peek": func(r *ranked, _ *op[*ranked]) string {
		if r.Len() == 0 {
			return family.None
		}
		return family.Both(r.entries[0][0], r.entries[0][1])
	},
	"len": func(r *ranked, _ *op[*ranked]) string { return strconv.Itoa(r.Len()) },
}

// trees are a map in a tree, and a heap.
func trees() map[string]func() {
	tree := func(map[string]string) tree { return new(btree.Map[int, int]) }
	empty := func(map[string]string) *ranked { return &ranked{places: map[int]int{}} }
	return map[string]func(){
		"tidwall-btree":  adapted("name=tidwall-btree version=1.8.2 system=map order=key capacity=grows", mapTable.Rows, tree, treeMethods),
		"container-heap": adapted("name=container-heap version=1.26 system=heap", heapTable.Rows, empty, rankedMethods),
	}
}
