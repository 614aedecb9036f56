package main

import (
	family "family"
	"iter"
	"strconv"
	mapTable "tables/map"
	ringTable "tables/ring"

	"github.com/emirpasic/gods/containers"
	"github.com/emirpasic/gods/maps"
	"github.com/emirpasic/gods/maps/linkedhashmap"
	"github.com/emirpasic/gods/maps/treemap"
	"github.com/emirpasic/gods/queues/circularbuffer"
)

// ordered is a map of gods with its iterator, which goes both ways.
type ordered struct {
	maps.Map
	iterator func() containers.ReverseIteratorWithKey
}

// numbered is a number of gods, which may be missing.
func numbered(value any, found bool) string {
	if !found {
		return family.None
	}
	return strconv.Itoa(value.(int))
}

// all iterates over the entries.
func (m ordered) all() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for it := m.iterator(); it.Next() && yield(it.Key().(int), it.Value().(int)); {
		}
	}
}

func (m ordered) backwards(yield func(int, int) bool) {
	it := m.iterator()
	it.End()
	for it.Prev() && yield(it.Key().(int), it.Value().(int)) {
	}
}

// entry is the one that a step of an iterator leads to.
func entry(it containers.ReverseIteratorWithKey, found bool) string {
	if !found {
		return family.None
	}
	return family.Both(it.Key().(int), it.Value().(int))
}

var mapMethods = map[string]method[ordered]{
	"put": func(m ordered, o *op[ordered]) string {
		other, found := m.Get(o.Number(0))
		m.Put(o.Number(0), o.Number(1))
		return numbered(other, found)
	},
	"remove": func(m ordered, o *op[ordered]) string {
		other, found := m.Get(o.Number(0))
		m.Remove(o.Number(0))
		return numbered(other, found)
	},
	"clear": done(func(m ordered, o *op[ordered]) { m.Clear() }),
	"get":   func(m ordered, o *op[ordered]) string { return numbered(m.Get(o.Number(0))) },
	"len":   func(m ordered, o *op[ordered]) string { return strconv.Itoa(m.Size()) },
	"each":  func(m ordered, o *op[ordered]) string { return o.Pairs(m.all()) },
	"each_backwards": func(m ordered, o *op[ordered]) string {
		return o.Pairs(m.backwards)
	},
	"first": func(m ordered, o *op[ordered]) string {
		it := m.iterator()
		return entry(it, it.First())
	},
	"last": func(m ordered, o *op[ordered]) string {
		it := m.iterator()
		return entry(it, it.Last())
	},
}

var ringMethods = map[string]method[*circularbuffer.Queue]{
	"push_back": done(func(q *circularbuffer.Queue, o *op[*circularbuffer.Queue]) { q.Enqueue(o.Number(0)) }),
	"pop_front": func(q *circularbuffer.Queue, o *op[*circularbuffer.Queue]) string { return numbered(q.Dequeue()) },
	"clear":     done(func(q *circularbuffer.Queue, o *op[*circularbuffer.Queue]) { q.Clear() }),
	"peek":      func(q *circularbuffer.Queue, o *op[*circularbuffer.Queue]) string { return numbered(q.Peek()) },
	"len":       func(q *circularbuffer.Queue, o *op[*circularbuffer.Queue]) string { return strconv.Itoa(q.Size()) },
	"is_empty":  func(q *circularbuffer.Queue, o *op[*circularbuffer.Queue]) string { return family.Truth(q.Empty()) },
	"is_full":   func(q *circularbuffer.Queue, o *op[*circularbuffer.Queue]) string { return family.Truth(q.Full()) },
	"each": func(q *circularbuffer.Queue, o *op[*circularbuffer.Queue]) string {
		return o.List(func(yield func(int) bool) {
			for it := q.Iterator(); it.Next() && yield(it.Value().(int)); {
			}
		})
	},
}

// keyed are the maps and the ring of gods.
func keyed() map[string]func() {
	tree := func(map[string]string) ordered {
		m := treemap.NewWithIntComparator()
		return ordered{m, func() containers.ReverseIteratorWithKey { it := m.Iterator(); return &it }}
	}
	linked := func(map[string]string) ordered {
		m := linkedhashmap.New()
		return ordered{m, func() containers.ReverseIteratorWithKey { it := m.Iterator(); return &it }}
	}
	buffer := func(choices map[string]string) *circularbuffer.Queue {
		capacity, _ := strconv.Atoi(choices["capacity"])
		return circularbuffer.New(capacity)
	}
	gods := " version=1.18.1 "
	return map[string]func(){
		"gods-tree-map":   adapted("name=gods-tree-map"+gods+"system=map order=key capacity=grows", mapTable.Rows, tree, mapMethods),
		"gods-linked-map": adapted("name=gods-linked-map"+gods+"system=map order=insertion capacity=grows", mapTable.Rows, linked, mapMethods),
		"gods-ring":       adapted("name=gods-ring"+gods+"system=ring capacity=fixed full=overwrites", ringTable.Rows, buffer, ringMethods),
	}
}
