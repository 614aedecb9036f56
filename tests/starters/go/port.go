// A port of the slot map in this folder: an example of an adapter with all blanks filled in.
package main

import "starter"

const fields = "name=slot-map version=1.0.0 system=slotmap id_bits=0 capacity=fixed"

func newPort() starter.Port[*slotMap, key] {
	return starter.Port[*slotMap, key]{
		Fields:   fields,
		Refusals: map[string]error{"!full": errFull},
		Open: func(parameters starter.Parameters) (*slotMap, error) {
			return &slotMap{capacity: parameters.Number("capacity", 0)}, nil
		},
		Add: (*slotMap).insert,
		Remove: func(m *slotMap, k key) (int, bool, error) {
			element, found := m.remove(k)
			return element, found, nil
		},
		At: func(m *slotMap, k key) (int, bool) {
			if place := m.at(k); place != nil {
				return *place, true
			}
			return 0, false
		},
		Contains: func(m *slotMap, k key) bool { return m.at(k) != nil },
		Replace: func(m *slotMap, k key, element int) bool {
			place := m.at(k)
			if place != nil {
				*place = element
			}
			return place != nil
		},
		Len:     (*slotMap).len,
		IsEmpty: func(m *slotMap) bool { return m.len() == 0 },
		Each:    (*slotMap).all,
		Forge:   func(index, id uint64) (key, bool) { return key{index, id}, true },
		Parts:   func(k key) (uint64, uint64) { return k.index, k.generation },
	}
}
