package main

import (
	family "family"
	"iter"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/net/html"
)

const growing = `
node* number > truth -
remove number > truth -
remove_subtree number > truth -
clear > done -
append* number number > done -
prepend number number > done -
before number number > done -
after number number > done -
descendants number > sequence -
contains number > truth -
parent number > value -
children number > sequence -
roots > value -
len > number -
`

// A forest has the nodes of trees, under their names.
type forest map[int]*html.Node

// name is that of a node, which is its text.
func name(node *html.Node) int {
	number, _ := strconv.Atoi(node.Data)
	return number
}

func names(nodes iter.Seq[*html.Node]) iter.Seq[int] {
	return func(yield func(int) bool) { nodes(func(node *html.Node) bool { return yield(name(node)) }) }
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
		if node == nil || other == nil {
			return family.Refused("missing")
		}
		if node == other || slices.Contains(slices.Collect(other.Ancestors()), node) {
			return family.Refused("cycle")
		}
		if beside && other.Parent == nil {
			return family.Refused("root")
		}
		away(node)
		place(node, other)
		return family.Done
	}
}

// nodeRemoved removes a node; its children take its place, or become roots.
func nodeRemoved(f forest, o *op[forest]) string {
	node, found := f[o.Number(0)]
	if !found {
		return family.No
	}
	for _, child := range slices.Collect(node.ChildNodes()) {
		node.RemoveChild(child)
		if node.Parent != nil {
			node.Parent.InsertBefore(child, node)
		}
	}
	away(node)
	delete(f, o.Number(0))
	return family.Yes
}

func subtreeRemoved(f forest, o *op[forest]) string {
	node, found := f[o.Number(0)]
	if !found {
		return family.No
	}
	away(node)
	for below := range node.Descendants() {
		delete(f, name(below))
	}
	delete(f, o.Number(0))
	return family.Yes
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
	"remove":         nodeRemoved,
	"remove_subtree": subtreeRemoved,
	"clear":          done(func(f forest, _ *op[forest]) { clear(f) }),
	"append":         moved(false, func(node, other *html.Node) { other.AppendChild(node) }),
	"prepend":        moved(false, func(node, other *html.Node) { other.InsertBefore(node, other.FirstChild) }),
	"before":         moved(true, func(node, other *html.Node) { other.Parent.InsertBefore(node, other) }),
	"after":          moved(true, func(node, other *html.Node) { other.Parent.InsertBefore(node, other.NextSibling) }),
	"descendants":    namesOf((*html.Node).Descendants),
	"children":       namesOf((*html.Node).ChildNodes),
	"contains":       func(f forest, o *op[forest]) string { return family.Truth(f[o.Number(0)] != nil) },
	"parent": func(f forest, o *op[forest]) string {
		if node := f[o.Number(0)]; node != nil && node.Parent != nil {
			return strconv.Itoa(name(node.Parent))
		}
		return family.None
	},
	"roots": func(f forest, o *op[forest]) string {
		return o.List(func(yield func(int) bool) {
			for node := range maps.Values(f) {
				if node.Parent == nil && !yield(name(node)) {
					return
				}
			}
		})
	},
	"len": func(f forest, _ *op[forest]) string { return strconv.Itoa(len(f)) },
}

// forests are trees of elements of HTML.
func forests() map[string]func() {
	empty := func(map[string]string) forest { return forest{} }
	return map[string]func(){"x-net-html": adapted("name=x-net-html version=0.44.0 system=forest", growing, empty, forestMethods)}
}
