package main

import (
	"container/list"
	"iter"
	"runtime"
	"runtime/cgo"
	"strings"

	generic "github.com/zyedidia/generic/list"
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"starter"
)

// ports maps the argument that selects a port to the port.
var ports = map[string]func(){
	"container-list": func() { port := containerList("", nil); port.Serve() },
	"container-list-init": func() {
		port := containerList("-init", func(l *list.List) error { l.Init(); return nil })
		port.Serve()
	},
	"cgo-handle":       func() { port := cgoHandle(); port.Serve() },
	"zyedidia-list":    func() { port := zyedidiaList(); port.Serve() },
	"gonum-undirected": func() { port := gonumGraph("undirected", simple.NewUndirectedGraph); port.Serve() },
	"gonum-directed":   func() { port := gonumGraph("directed", simple.NewDirectedGraph); port.Serve() },
}

// release is the version of Go, because the standard library has no version of its own.
var release = strings.TrimPrefix(runtime.Version(), "go")

// --- container/list, whose elements are keys

// A removed element keeps its value, which the documentation does not rule out. So only removals check whether a key is live.
func containerList(method string, clear func(*list.List) error) starter.Port[*list.List, *list.Element] {
	return starter.Port[*list.List, *list.Element]{
		Fields: "name=container-list" + method + " version=" + release + " system=slotmap id_bits=0",
		Open:   func(starter.Parameters) (*list.List, error) { return list.New(), nil },
		Add:    func(l *list.List, element int) (*list.Element, error) { return l.PushBack(element), nil },
		Remove: func(l *list.List, key *list.Element) (int, bool, error) {
			before := l.Len()
			element := l.Remove(key).(int)
			return element, l.Len() != before, nil
		},
		EachMut: func(l *list.List, difference int) {
			for key := l.Front(); key != nil; key = key.Next() {
				key.Value = key.Value.(int) + difference
			}
		},
		Len:   (*list.List).Len,
		Clear: clear,
		Each: func(l *list.List) iter.Seq2[*list.Element, int] {
			return func(yield func(*list.Element, int) bool) {
				for key := l.Front(); key != nil && yield(key, key.Value.(int)); key = key.Next() {
				}
			}
		},
		Retain: func(l *list.List, keep func(int) bool) (removed []int, _ error) {
			for key, next := l.Front(), (*list.Element)(nil); key != nil; key = next {
				next = key.Next()
				if !keep(key.Value.(int)) {
					removed = append(removed, l.Remove(key).(int))
				}
			}
			return removed, nil
		},
	}
}

// --- runtime/cgo, whose handles are never reused, and are in one table for the whole process

type handles struct{}

func cgoHandle() starter.Port[handles, cgo.Handle] {
	return starter.Port[handles, cgo.Handle]{
		Fields: "name=cgo-handle version=" + release + " system=slotmap id_bits=0 without=forge " +
			"panics=at.stale,pair.stale,remove.stale,at_mut.stale",
		Open: func(starter.Parameters) (handles, error) { return handles{}, nil },
		Add:  func(_ handles, element int) (cgo.Handle, error) { return cgo.NewHandle(&element), nil },
		Remove: func(_ handles, key cgo.Handle) (int, bool, error) {
			element := *value(key)
			key.Delete()
			return element, true, nil
		},
		At:   func(_ handles, key cgo.Handle) (int, bool) { return *value(key), true },
		Pair: func(_ handles, one, other cgo.Handle) (*int, *int) { return value(one), value(other) },
		AtMut: func(_ handles, key cgo.Handle, difference int) (int, bool) {
			*value(key) += difference
			return *value(key), true
		},
	}
}

func value(key cgo.Handle) *int { return key.Value().(*int) }

// --- github.com/zyedidia/generic/list, whose nodes are keys

type nodes = generic.List[int]

func zyedidiaList() starter.Port[*nodes, *generic.Node[int]] {
	return starter.Port[*nodes, *generic.Node[int]]{
		Fields: "name=zyedidia-generic-list version=1.2.1 system=slab stale=undefined remove=silent",
		Open:   func(starter.Parameters) (*nodes, error) { return generic.New[int](), nil },
		Add: func(l *nodes, element int) (*generic.Node[int], error) {
			l.PushBack(element)
			return l.Back, nil
		},
		Remove: func(l *nodes, key *generic.Node[int]) (int, bool, error) {
			l.Remove(key)
			return 0, true, nil
		},
		At:      func(_ *nodes, key *generic.Node[int]) (int, bool) { return key.Value, true },
		Pair:    func(_ *nodes, one, other *generic.Node[int]) (*int, *int) { return &one.Value, &other.Value },
		Replace: func(_ *nodes, key *generic.Node[int], element int) bool { key.Value = element; return true },
		AtMut: func(_ *nodes, key *generic.Node[int], difference int) (int, bool) {
			key.Value += difference
			return key.Value, true
		},
		Each: func(l *nodes) iter.Seq2[*generic.Node[int], int] {
			return func(yield func(*generic.Node[int], int) bool) {
				for key := l.Front; key != nil && yield(key, key.Value); key = key.Next {
				}
			}
		},
	}
}

// --- gonum's graphs, which reuse the ids of removed nodes, chosen at random

type node struct {
	graph.Node
	element int
}

type graphs interface {
	graph.Graph
	graph.NodeAdder
	graph.NodeRemover
}

func gonumGraph[G graphs](name string, open func() G) starter.Port[G, int64] {
	at := func(g G, key int64) *node {
		found, _ := g.Node(key).(*node)
		return found
	}
	return starter.Port[G, int64]{
		Fields: "name=gonum-" + name + " version=0.17.0 system=slab stale=undefined",
		Open:   func(starter.Parameters) (G, error) { return open(), nil },
		Add: func(g G, element int) (int64, error) {
			added := &node{g.NewNode(), element}
			g.AddNode(added)
			return added.ID(), nil
		},
		Remove: func(g G, key int64) (int, bool, error) {
			found := at(g, key)
			g.RemoveNode(key)
			if found == nil {
				return 0, false, nil
			}
			return found.element, true, nil
		},
		At: func(g G, key int64) (int, bool) {
			if found := at(g, key); found != nil {
				return found.element, true
			}
			return 0, false
		},
		Contains: func(g G, key int64) bool { return g.Node(key) != nil },
		AtMut: func(g G, key int64, difference int) (int, bool) {
			found := at(g, key)
			if found == nil {
				return 0, false
			}
			found.element += difference
			return found.element, true
		},
		Len: func(g G) int { return g.Nodes().Len() },
		Each: func(g G) iter.Seq2[int64, int] {
			return func(yield func(int64, int) bool) {
				for all := g.Nodes(); all.Next() && yield(all.Node().ID(), all.Node().(*node).element); {
				}
			}
		},
	}
}
