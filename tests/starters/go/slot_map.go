package main

import (
	"errors"
	"iter"
)

var errFull = errors.New("the slot map is full")

// key is the key of an element.
type key struct{ index, generation uint64 }

// slotMap has elements in slots, each with a generation that distinguishes successive elements.
type slotMap struct {
	capacity int // the most elements, if it is not 0
	slots    []slot
	free     []uint64
}

type slot struct {
	generation uint64
	live       bool
	element    int
}

func (m *slotMap) len() int { return len(m.slots) - len(m.free) }

func (m *slotMap) insert(element int) (key, error) {
	if m.capacity > 0 && m.len() == m.capacity {
		return key{}, errFull
	}
	if len(m.free) == 0 {
		m.free = append(m.free, uint64(len(m.slots)))
		m.slots = append(m.slots, slot{})
	}
	index := m.free[len(m.free)-1]
	m.free = m.free[:len(m.free)-1]
	found := &m.slots[index]
	found.element, found.live = element, true
	return key{index, found.generation}, nil
}

// at returns a pointer to the element of a key; nil if it was removed.
func (m *slotMap) at(k key) *int {
	if k.index >= uint64(len(m.slots)) {
		return nil
	}
	if found := &m.slots[k.index]; found.live && found.generation == k.generation {
		return &found.element
	}
	return nil
}

func (m *slotMap) remove(k key) (element int, found bool) {
	place := m.at(k)
	if place == nil {
		return 0, false
	}
	element = *place
	m.slots[k.index] = slot{generation: k.generation + 1}
	m.free = append(m.free, k.index)
	return element, true
}

func (m *slotMap) all() iter.Seq2[key, int] {
	return func(yield func(key, int) bool) {
		for i, slot := range m.slots {
			if slot.live && !yield(key{uint64(i), slot.generation}, slot.element) {
				return
			}
		}
	}
}
