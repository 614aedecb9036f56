// Package sequence is a vector: elements side by side, in the order that the caller decides, in one slice of cells that
// doubles when it is full.
//
// Places are counted from 0. The cells from the length on are empty, so that a removed element is not kept alive.
package sequence

import (
	"errors"
	"iter"
	"slices"
)

// ErrFull says that the capacity does not allow so many elements; nothing was changed.
var ErrFull = errors.New("sequence: there is no room; remove elements, or choose a larger capacity")

// ErrRange says that there is no such place; nothing was changed.
var ErrRange = errors.New("sequence: the place is beyond the end; compare it with Len")

// Options are what a user chooses.
type Options struct {
	// Capacity is the largest number of elements; 0 if the sequence grows.
	Capacity int
	// Swaps says that RemoveAt moves the last element into the gap, instead of all later elements.
	Swaps bool
	// Clips says that places beyond the end mean the end, where elements are inserted and in ranges.
	Clips bool
}

// Sequence is a vector of elements. Its zero value is empty and grows.
type Sequence[T comparable] struct {
	options Options
	cells   []T
	length  int
}

// New makes an empty sequence.
func New[T comparable](options Options) *Sequence[T] {
	return &Sequence[T]{options: options}
}

// Len is the number of elements. It takes O(1).
func (s *Sequence[T]) Len() int { return s.length }

// --- Insertion

// Push adds an element at the end. It takes amortised O(1).
func (s *Sequence[T]) Push(element T) error { return s.InsertMany(s.length, []T{element}) }

// Unshift adds an element at the front. It takes O(n), because all others move up.
func (s *Sequence[T]) Unshift(element T) error { return s.InsertMany(0, []T{element}) }

// Insert adds an element at a place, which may be the end. It takes O(n), because later elements move up.
func (s *Sequence[T]) Insert(place int, element T) error {
	return s.InsertMany(place, []T{element})
}

// Extend adds elements at the end, all or none.
func (s *Sequence[T]) Extend(elements []T) error { return s.InsertMany(s.length, elements) }

// InsertMany adds elements at a place, all or none. Every later element moves once.
func (s *Sequence[T]) InsertMany(place int, elements []T) error {
	place, _, err := s.span(place, place)
	if err != nil {
		return err
	}
	length := s.length + len(elements)
	if s.options.Capacity > 0 && length > s.options.Capacity {
		return ErrFull
	}
	s.reserve(length)
	for from := s.length - 1; from >= place; from-- {
		s.cells[from+len(elements)] = s.cells[from]
	}
	for i, element := range elements {
		s.cells[place+i] = element
	}
	s.length = length
	return nil
}

// reserve makes the cells at least as many as a number, by doubling.
func (s *Sequence[T]) reserve(needed int) {
	space := max(4, len(s.cells))
	for space < needed {
		space *= 2
	}
	if space > len(s.cells) {
		cells := make([]T, space)
		copy(cells, s.cells[:s.length])
		s.cells = cells
	}
}

// --- Removal

// Pop removes the last element, if there is one. It takes O(1).
func (s *Sequence[T]) Pop() (element T, found bool) {
	return s.taken(s.length - 1)
}

// Shift removes the first element, if there is one. It takes O(n), because all others move down.
func (s *Sequence[T]) Shift() (element T, found bool) {
	return s.taken(0)
}

// taken removes the element at a place, if there is one; all later ones move down.
func (s *Sequence[T]) taken(place int) (element T, found bool) {
	if s.length == 0 {
		return element, false
	}
	element = s.cells[place]
	s.remove(place, place+1)
	return element, true
}

// RemoveAt removes the element at a place. It takes O(n), or O(1) in a sequence that swaps.
func (s *Sequence[T]) RemoveAt(place int) (element T, err error) {
	if s.options.Swaps {
		return s.SwapRemove(place)
	}
	if place >= s.length {
		return element, ErrRange
	}
	element, _ = s.taken(place)
	return element, nil
}

// SwapRemove removes the element at a place, and moves the last one there. It takes O(1).
func (s *Sequence[T]) SwapRemove(place int) (element T, err error) {
	if place >= s.length {
		return element, ErrRange
	}
	last := s.length - 1
	element, s.cells[place] = s.cells[place], s.cells[last]
	s.Truncate(last)
	return element, nil
}

// Truncate keeps the first elements, so many at most.
func (s *Sequence[T]) Truncate(length int) {
	if length < s.length {
		clear(s.cells[length:s.length])
		s.length = length
	}
}

// Clear removes all elements.
func (s *Sequence[T]) Clear() { s.Truncate(0) }

// SplitOff removes the elements from a place on, and returns them.
func (s *Sequence[T]) SplitOff(place int) ([]T, error) { return s.Drain(place, s.length) }

// Drain removes the elements from one place up to another, exclusive, and returns them.
func (s *Sequence[T]) Drain(start, end int) ([]T, error) {
	drained, err := s.Slice(start, end)
	if err != nil {
		return nil, err
	}
	start, end, _ = s.span(start, end)
	s.remove(start, end)
	return drained, nil
}

// remove closes the gap between two places: all later elements move down.
func (s *Sequence[T]) remove(start, end int) {
	for from := end; from < s.length; from++ {
		s.cells[start+from-end] = s.cells[from]
	}
	s.Truncate(s.length - (end - start))
}

// Retain keeps the elements for which a function is true, in their order, and returns the others.
func (s *Sequence[T]) Retain(keep func(T) bool) (removed []T) {
	kept := 0
	for _, element := range s.cells[:s.length] {
		if keep(element) {
			s.cells[kept] = element
			kept++
		} else {
			removed = append(removed, element)
		}
	}
	s.Truncate(kept)
	return removed
}

// --- Order

// Set replaces the element at a place.
func (s *Sequence[T]) Set(place int, element T) error {
	if place >= s.length {
		return ErrRange
	}
	s.cells[place] = element
	return nil
}

// Swap exchanges the elements at two places.
func (s *Sequence[T]) Swap(place, other int) error {
	if place >= s.length || other >= s.length {
		return ErrRange
	}
	s.cells[place], s.cells[other] = s.cells[other], s.cells[place]
	return nil
}

// Reverse reverses the order.
func (s *Sequence[T]) Reverse() { s.reverse(0, s.length) }

// reverse reverses the order of the elements from one place up to another, exclusive.
func (s *Sequence[T]) reverse(start, end int) {
	for last := end - 1; start < last; start, last = start+1, last-1 {
		s.cells[start], s.cells[last] = s.cells[last], s.cells[start]
	}
}

// Rotate moves the first element to the end, so many times. It takes O(n): both parts are reversed, and then the whole.
func (s *Sequence[T]) Rotate(times int) {
	if s.length == 0 {
		return
	}
	by := times % s.length
	s.reverse(0, by)
	s.reverse(by, s.length)
	s.reverse(0, s.length)
}

// SortBy sorts the elements by a number, the smallest first; elements with the same number keep their order.
func (s *Sequence[T]) SortBy(number func(T) int) {
	slices.SortStableFunc(s.cells[:s.length], func(one, other T) int {
		return number(one) - number(other)
	})
}

// --- Two sequences

// Clone is an independent sequence with the same elements and options. It takes O(n).
func (s *Sequence[T]) Clone() *Sequence[T] {
	return &Sequence[T]{s.options, slices.Clone(s.cells), s.length}
}

// Equal says whether another sequence has the same elements in the same order. It takes O(n).
func (s *Sequence[T]) Equal(other *Sequence[T]) bool {
	return slices.Equal(s.cells[:s.length], other.cells[:other.length])
}

// Append adds all elements of another sequence at the end, all or none; the other one is empty then.
func (s *Sequence[T]) Append(other *Sequence[T]) error {
	err := s.Extend(other.cells[:other.length])
	if err == nil {
		other.Clear()
	}
	return err
}

// Exchange exchanges the elements with a sequence of the same options. It takes O(1).
func (s *Sequence[T]) Exchange(other *Sequence[T]) {
	s.cells, other.cells = other.cells, s.cells
	s.length, other.length = other.length, s.length
}

// --- Questions

// Get is the element at a place, if there is one.
func (s *Sequence[T]) Get(place int) (element T, found bool) {
	if place < 0 || place >= s.length {
		return element, false
	}
	return s.cells[place], true
}

// FromEnd is the element at a place, counted from the end: 0 is the last one.
func (s *Sequence[T]) FromEnd(place int) (element T, found bool) {
	return s.Get(s.length - 1 - place)
}

// IndexOf is the first place of an element, if it is there.
func (s *Sequence[T]) IndexOf(element T) (place int, found bool) {
	for place := range s.length {
		if s.cells[place] == element {
			return place, true
		}
	}
	return 0, false
}

// Contains says whether an element is there.
func (s *Sequence[T]) Contains(element T) bool {
	_, found := s.IndexOf(element)
	return found
}

// Slice is a copy of the elements from one place up to another, exclusive.
func (s *Sequence[T]) Slice(start, end int) ([]T, error) {
	start, end, err := s.span(start, end)
	if err != nil {
		return nil, err
	}
	return slices.Clone(s.cells[start:end]), nil
}

// span is a range of places, clipped if the sequence does that.
func (s *Sequence[T]) span(start, end int) (int, int, error) {
	if s.options.Clips {
		start = min(start, s.length)
		return start, max(start, min(end, s.length)), nil
	}
	if start > end || end > s.length {
		return 0, 0, ErrRange
	}
	return start, end, nil
}

// All iterates over the elements; they must not be changed meanwhile.
func (s *Sequence[T]) All() iter.Seq[T] { return slices.Values(s.cells[:s.length]) }

// From iterates from a place to the end.
func (s *Sequence[T]) From(place int) iter.Seq[T] {
	return slices.Values(s.cells[min(place, s.length):s.length])
}

// Removing iterates, and removes on the way the elements for which the body of the loop has called remove.
func (s *Sequence[T]) Removing() iter.Seq2[T, func()] {
	return func(yield func(T, func()) bool) {
		kept, goesOn := 0, true
		for place := 0; place < s.length; place++ {
			stays := true
			if goesOn {
				goesOn = yield(s.cells[place], func() { stays = false })
			}
			if stays {
				s.cells[kept] = s.cells[place]
				kept++
			}
		}
		s.Truncate(kept)
	}
}

// Backward iterates from the last element to the first; they must not be changed meanwhile.
func (s *Sequence[T]) Backward() iter.Seq[T] {
	return func(yield func(T) bool) {
		for place := s.length - 1; place >= 0; place-- {
			if !yield(s.cells[place]) {
				return
			}
		}
	}
}
