package main

import (
	family "family"
	"iter"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/net/html"
	table "tables/forest"
)

// A forest has the nodes of trees, under their names. What the package lacks is left out.
type forest map[int]*html.Node

// names are those of nodes, which are their texts.
func names(nodes iter.Seq[*html.Node]) iter.Seq[int] {
	return func(yield func(int) bool) {
		nodes(func(node *html.Node) bool {
			name, _ := strconv.Atoi(node.Data)
			return yield(name)
		})
	}
}

// away takes a node away from its parent, because a node that is inserted must have none.
func away(node *html.Node) {
	if node.Parent != nil {
		node.Parent.RemoveChild(node)
	}
}

// moved moves a node by a method of the node above it; nothing in the package looks for cycles.
func moved(beside bool, place func(node, other *html.Node)) method[forest] {
	return func(f forest, o *op[forest]) string {
		node, other := f[o.Number(0)], f[o.Number(1)]
		switch {
		case node == nil || other == nil:
			return family.Refused("missing")
		case node == other || slices.Contains(slices.Collect(other.Ancestors()), node):
			return family.Refused("cycle")
		case beside && other.Parent == nil:
			return family.Refused("root")
		}
		away(node)
		place(node, other)
		return family.Done
	}
}

func subtreeRemoved(f forest, o *op[forest]) string {
	node, found := f[o.Number(0)]
	if found {
		away(node)
		for name := range names(node.Descendants()) {
			delete(f, name)
		}
		delete(f, o.Number(0))
	}
	return family.Truth(found)
}

// namesOf are the names of some nodes that belong to a node, if it is there.
func namesOf(some func(*html.Node) iter.Seq[*html.Node]) method[forest] {
	return func(f forest, o *op[forest]) string {
		if f[o.Number(0)] == nil {
			return family.None
		}
		return o.List(names(some(f[o.Number(0)])))
	}
}

var forestMethods = map[string]method[forest]{
	"node": func(f forest, o *op[forest]) string {
		_, found := f[o.Number(0)]
		if !found {
			f[o.Number(0)] = &html.Node{Type: html.ElementNode, Data: strconv.Itoa(o.Number(0))}
		}
		return family.Truth(!found)
	},
	"remove_subtree": subtreeRemoved,
	"clear":          done(func(f forest, _ *op[forest]) { clear(f) }),
	"append":         moved(false, func(node, other *html.Node) { other.AppendChild(node) }),
	"prepend":        moved(false, func(node, other *html.Node) { other.InsertBefore(node, other.FirstChild) }),
	"before":         moved(true, func(node, other *html.Node) { other.Parent.InsertBefore(node, other) }),
	"after":          moved(true, func(node, other *html.Node) { other.Parent.InsertBefore(node, other.NextSibling) }),
	"descendants":    namesOf((*html.Node).Descendants),
	"children":       namesOf((*html.Node).ChildNodes),
	"parent": func(f forest, o *op[forest]) string {
		if node := f[o.Number(0)]; node != nil && node.Parent != nil {
			return node.Parent.Data
		}
		return family.None
	},
	"roots": func(f forest, o *op[forest]) string {
		roots := maps.Clone(f)
		maps.DeleteFunc(roots, func(_ int, node *html.Node) bool { return node.Parent != nil })
		return o.List(maps.Keys(roots))
	},
}

// forests are trees of elements of HTML.
func forests() map[string]func() {
	empty := func(map[string]string) forest { return forest{} }
	return map[string]func(){"x-net-html": adapted("name=x-net-html version=0.44.0 system=forest", table.Rows, empty, forestMethods)}
}
