package main

import (
	family "family"
	"iter"
	"slices"
	"strconv"

	"github.com/gammazero/deque"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	mapTable "tables/map"
	ringTable "tables/ring"
)

type (
	queue = *deque.Deque[int]
	cache = *simplelru.LRU[int, int]
)

// ended is what a method gives that panics if there is nothing.
func ended(take func(q queue) int) method[queue] {
	return func(q queue, _ *op[queue]) string {
		if q.Len() == 0 {
			return family.None
		}
		return strconv.Itoa(take(q))
	}
}

// placed is the element at a place, which must be there.
func placed(q queue, place int) string {
	if place < 0 || place >= q.Len() {
		return family.None
	}
	return strconv.Itoa(q.At(place))
}

var dequeMethods = map[string]method[queue]{
	"push_back":      done(func(q queue, o *op[queue]) { q.PushBack(o.Number(0)) }),
	"push_front":     done(func(q queue, o *op[queue]) { q.PushFront(o.Number(0)) }),
	"pop_back":       ended(queue.PopBack),
	"pop_front":      ended(queue.PopFront),
	"clear":          done(func(q queue, _ *op[queue]) { q.Clear() }),
	"peek":           ended(queue.Front),
	"get":            func(q queue, o *op[queue]) string { return placed(q, o.Number(0)) },
	"from_end":       func(q queue, o *op[queue]) string { return placed(q, q.Len()-1-o.Number(0)) },
	"len":            func(q queue, _ *op[queue]) string { return strconv.Itoa(q.Len()) },
	"is_empty":       func(q queue, _ *op[queue]) string { return family.Truth(q.Len() == 0) },
	"each":           func(q queue, o *op[queue]) string { return o.List(q.Iter()) },
	"each_backwards": func(q queue, o *op[queue]) string { return o.List(q.RIter()) },
	"rotate":         done(func(q queue, o *op[queue]) { q.Rotate(o.Number(0)) }),
	"copy": func(q queue, o *op[queue]) string {
		clone := new(deque.Deque[int])
		for element := range q.Iter() {
			clone.PushBack(element)
		}
		return o.Cloned(clone)
	},
	"append": done(func(q queue, o *op[queue]) {
		for o.Other.Len() > 0 {
			q.PushBack(o.Other.PopFront())
		}
	}),
}

// pairs are the keys of a cache and their elements, which are looked up without a use.
func pairs(c cache) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for _, key := range c.Keys() {
			if element, _ := c.Peek(key); !yield(key, element) {
				return
			}
		}
	}
}

// first is an entry, if there is one.
func first(key, element int, found bool) string {
	if !found {
		return family.None
	}
	return family.Both(key, element)
}

var cacheMethods = map[string]method[cache]{
	"put": func(c cache, o *op[cache]) string {
		other, found := c.Peek(o.Number(0))
		c.Add(o.Number(0), o.Number(1))
		return number(other, found)
	},
	"remove": func(c cache, o *op[cache]) string {
		other, found := c.Peek(o.Number(0))
		c.Remove(o.Number(0))
		return number(other, found)
	},
	"pop_first": func(c cache, _ *op[cache]) string { return first(c.RemoveOldest()) },
	"clear":     done(func(c cache, _ *op[cache]) { c.Purge() }),
	"get":       func(c cache, o *op[cache]) string { return number(c.Get(o.Number(0))) },
	"peek":      func(c cache, o *op[cache]) string { return number(c.Peek(o.Number(0))) },
	"contains":  func(c cache, o *op[cache]) string { return family.Truth(c.Contains(o.Number(0))) },
	"len":       func(c cache, _ *op[cache]) string { return strconv.Itoa(c.Len()) },
	"keys":      func(c cache, o *op[cache]) string { return o.List(slices.Values(c.Keys())) },
	"values":    func(c cache, o *op[cache]) string { return o.List(slices.Values(c.Values())) },
	"each":      func(c cache, o *op[cache]) string { return o.Pairs(pairs(c)) },
	"first":     func(c cache, _ *op[cache]) string { return first(c.GetOldest()) },
}

// deques are a deque and a cache.
func deques() map[string]func() {
	open := func(map[string]string) queue { return new(deque.Deque[int]) }
	least := func(choices map[string]string) cache {
		capacity, _ := strconv.Atoi(choices["capacity"])
		c, _ := simplelru.NewLRU[int, int](capacity, nil)
		return c
	}
	return map[string]func(){
		"gammazero-deque": adapted("name=gammazero-deque version=1.1.0 system=ring capacity=grows", ringTable.Rows, open, dequeMethods),
		"simplelru": adapted("name=simplelru version=2.0.7 system=map order=use capacity=fixed full=evicts",
			mapTable.Rows, least, cacheMethods),
	}
}
