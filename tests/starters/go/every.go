//go:build every

package main

import (
	"errors"
	"iter"
	"maps"
	"os"
	"slices"
	"strconv"

	"starter"
)

type port = starter.Port[*slotMap, key]

func keys(m *slotMap) (found []key) {
	for k := range m.all() {
		found = append(found, k)
	}
	return found
}

// whole is the port with all common operations of pools, and those of a StableList.
func whole() port {
	p := newPort()
	p.InsertWith = func(m *slotMap, factory func(key) int) error {
		k, err := m.insert(-1)
		*m.at(k) = factory(k)
		return err
	}
	p.Extend = func(m *slotMap, elements []int) (keys []key, err error) {
		if len(elements) > 1000 {
			return nil, starter.ErrFull
		}
		for _, element := range elements {
			k, _ := m.insert(element)
			keys = append(keys, k)
		}
		return keys, nil
	}
	p.Put = func(m *slotMap, index, element int) (key, *int, error) {
		return p.InsertAt(m, key{uint64(index), 0}, element)
	}
	p.InsertAt = func(m *slotMap, k key, element int) (key, *int, error) {
		place := m.at(k)
		if place == nil {
			return k, nil, errFull
		}
		displaced := *place
		*place = element
		return k, &displaced, nil
	}
	p.Pair = func(m *slotMap, one, other key) (*int, *int) { return m.at(one), m.at(other) }
	p.RemoveMany = func(m *slotMap, one, other key) (*int, *int, error) {
		first, found := m.remove(one)
		second, too := m.remove(other)
		if !found || !too {
			return nil, nil, errors.New("not tested")
		}
		return &first, &second, nil
	}
	p.KeyAt = func(m *slotMap, k key) (key, int, bool) {
		element, found := p.At(m, k)
		return k, element, found
	}
	p.AtMut = func(m *slotMap, k key, difference int) (int, bool) {
		if place := m.at(k); place != nil {
			*place += difference
		}
		return p.At(m, k)
	}
	p.EachMut = func(m *slotMap, difference int) {
		for _, k := range keys(m) {
			*m.at(k) += difference
		}
	}
	p.Clear = func(m *slotMap) error { *m = slotMap{}; return nil }
	p.Keys = func(m *slotMap) iter.Seq[key] { return slices.Values(keys(m)) }
	p.Retain = func(m *slotMap, keep func(int) bool) (removed []int, _ error) {
		for k, element := range m.all() {
			if !keep(element) {
				m.remove(k)
				removed = append(removed, element)
			}
		}
		return removed, nil
	}
	p.EachRemoving = func(m *slotMap, keep func(int) bool) (visited []int, _ error) {
		for k, element := range m.all() {
			visited = append(visited, element)
			if !keep(element) {
				m.remove(k)
			}
		}
		return visited, nil
	}
	p.EachFirst = func(m *slotMap, most int) (visited []int, _ error) {
		for range m.all() {
			if most--; most <= 0 {
				break
			}
		}
		for _, element := range m.all() {
			visited = append(visited, element)
		}
		return visited, nil
	}
	p.Drain = func(m *slotMap) ([]int, error) { return p.Retain(m, func(int) bool { return false }) }
	p.Sort = func(m *slotMap, rank func(int) int) { // to show the ranks
		for _, k := range keys(m) {
			*m.at(k) = rank(*m.at(k))
		}
	}
	p.Reserve = func(_ *slotMap, additional int) error {
		if additional > 1000 {
			return starter.ErrFull
		}
		return nil
	}
	p.ShrinkToFit = func(*slotMap) error { return nil }
	p.Repack = func(_ *slotMap, k key) (key, bool) { return k, k.generation == 0 }
	p.Copy = func(m *slotMap) *slotMap { return &slotMap{m.capacity, slices.Clone(m.slots), slices.Clone(m.free)} }
	p.SwapContainers = func(m, other *slotMap) { *m, *other = *other, *m }
	p.Equal = func(m, other *slotMap) bool {
		return maps.Equal(maps.Collect(m.all()), maps.Collect(other.all()))
	}
	p.Reload = func(m *slotMap) *slotMap { return &slotMap{m.capacity, slices.Clone(m.slots), slices.Clone(m.free)} }
	p.Apply = func(m *slotMap, k key) (starter.Lent, bool) {
		pivot, found := p.At(m, k)
		return starter.Lent{Pivot: pivot, Length: 2, Others: []int{5, 3}}, found
	}
	p.Inspect = p.Apply
	p.Exchange = func(m *slotMap, one, other key) (*int, *int) { return m.at(one), m.at(other) }
	p.Traverse = func(*slotMap) [][3]int { return [][3]int{{4, 1, 2}, {2, 1, 4}} }
	p.Layout = func(m *slotMap) string { return strconv.Itoa(m.len()) + "|0" }
	p.Cost = func(*slotMap) string { return "0/" + strconv.Itoa(starter.Way()-1) }
	return p
}

var variants = map[string]func(*port){
	"whole": func(p *port) {},
	"blind": func(p *port) {
		*p = port{Open: p.Open, Add: p.Add, Remove: p.Remove, Keys: p.Keys}
		p.Fields = "name=x version=1 system=slab level=layout without=negative"
	},
	"by-index": func(p *port) {
		p.KeyAt = func(m *slotMap, k key) (key, int, bool) {
			for live, element := range m.all() {
				if live.index == k.index {
					return live, element, true
				}
			}
			return k, 0, false
		}
		p.Forge = func(index, id uint64) (key, bool) { return key{index, id}, id == 0 }
	},
	"failing": func(p *port) {
		p.At = func(*slotMap, key) (int, bool) { panic("oops") }
		p.Clear = func(*slotMap) error { return errors.New("oops") }
	},
	"refusing": func(p *port) {
		p.Open = func(starter.Parameters) (*slotMap, error) { return nil, errFull }
	},
	"silent": func(p *port) { p.Fields += " remove=silent" },
	"only":   func(p *port) { p.Fields += " ids=only" },
	"lent":   func(p *port) { p.Lend = true },
	"borrowed": func(p *port) {
		p.Lend = true
		p.Remove = func(*slotMap, key) (int, bool, error) { return 0, false, starter.ErrBorrowed }
	},
	"endless": func(p *port) {
		p.Each = func(m *slotMap) iter.Seq2[key, int] {
			return func(yield func(key, int) bool) {
				for {
					for k, element := range m.all() {
						if !yield(k, element) {
							return
						}
					}
				}
			}
		}
	},
	"backwards": func(p *port) {
		p.Each = func(m *slotMap) iter.Seq2[key, int] {
			return func(yield func(key, int) bool) {
				for i := len(m.slots) - 1; i >= 0 && yield(key{uint64(i), 0}, m.slots[i].element); i-- {
				}
			}
		}
	},
}

// The first argument says which port this is.
func main() {
	port := whole()
	variants[os.Args[1]](&port)
	port.Serve()
}
