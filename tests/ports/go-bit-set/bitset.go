// Package bitset is a set of numbers from 0 on: a bit for each, in words of 64 bits.
//
// The bits from the universe on are 0, if there is a universe, and so are those of words that are not there. Words that a
// member needs are added, and stay until they are given back. The number of members is counted along, so that Len takes
// O(1).
package bitset

import (
	"errors"
	"iter"
	"math/bits"
	"slices"
)

const wordBits = 64

// ErrBeyond says that a number is not in the universe; nothing was changed.
var ErrBeyond = errors.New("bitset: the number is not in the universe; choose a larger one")

// ErrUnmarked says that a number was inserted since the mark; nothing was changed.
var ErrUnmarked = errors.New("bitset: a number was inserted since the mark; mark the members again")

// Set is a set of numbers. Its zero value is empty and grows.
type Set struct {
	universe int
	words    []uint64
	count    int
	marked   []uint64
	unmarked bool
}

// New makes an empty set of numbers below a universe; if that is 0, the set grows.
func New(universe int) *Set {
	return &Set{universe: universe, words: make([]uint64, wordsFor(universe))}
}

// wordsFor is the number of words that so many bits need.
func wordsFor(length int) int { return (length + wordBits - 1) / wordBits }

// Len is the number of members. It takes O(1).
func (s *Set) Len() int { return s.count }

// Contains says whether a number is a member. It takes O(1).
func (s *Set) Contains(number int) bool {
	word := number / wordBits
	return word < len(s.words) && s.words[word]&(1<<(number%wordBits)) != 0
}

// --- Ranges

// apply changes the words of a range: change is given a word, and the bits of it that are in the range. The words must
// be there. It takes O(end - start) divided by 64.
func (s *Set) apply(start, end int, change func(word, mask uint64) uint64) {
	for start < end {
		word := start / wordBits
		next := min(end, (word+1)*wordBits)
		before := s.words[word]
		after := change(before, mask(start%wordBits, next-start))
		s.words[word] = after
		s.count += bits.OnesCount64(after) - bits.OnesCount64(before)
		if after&^before != 0 {
			s.unmarked = true
		}
		start = next
	}
}

// mask has the bits of a word from one on, so many.
func mask(first, length int) uint64 {
	return ^uint64(0) >> (wordBits - length) << first
}

// grow makes the words that the numbers of a range need, unless one is not in the universe.
func (s *Set) grow(start, end int) error {
	if start >= end {
		return nil
	}
	if s.universe > 0 && end > s.universe {
		return ErrBeyond
	}
	s.extend(wordsFor(end))
	return nil
}

// extend adds words, unless there are as many.
func (s *Set) extend(length int) {
	if missing := length - len(s.words); missing > 0 {
		s.words = append(s.words, make([]uint64, missing)...)
	}
}

// needed is the number of words that the members need.
func (s *Set) needed() int {
	length := len(s.words)
	for length > 0 && s.words[length-1] == 0 {
		length--
	}
	return length
}

// there is the end of a range as far as there are words.
func (s *Set) there(end int) int { return min(end, len(s.words)*wordBits) }

// InsertRange makes the numbers from start up to end, exclusive, members.
func (s *Set) InsertRange(start, end int) error {
	if err := s.grow(start, end); err != nil {
		return err
	}
	s.apply(start, end, func(word, mask uint64) uint64 { return word | mask })
	return nil
}

// RemoveRange makes the numbers from start up to end, exclusive, no members.
func (s *Set) RemoveRange(start, end int) {
	s.apply(start, s.there(end), func(word, mask uint64) uint64 { return word &^ mask })
}

// FlipRange makes the members from start up to end, exclusive, no members, and the other numbers members.
func (s *Set) FlipRange(start, end int) error {
	if err := s.grow(start, end); err != nil {
		return err
	}
	s.apply(start, end, func(word, mask uint64) uint64 { return word ^ mask })
	return nil
}

// CountRange is the number of members from start up to end, exclusive.
func (s *Set) CountRange(start, end int) (count int) {
	end = s.there(end)
	for start < end {
		word := start / wordBits
		next := min(end, (word+1)*wordBits)
		count += bits.OnesCount64(s.words[word] & mask(start%wordBits, next-start))
		start = next
	}
	return count
}

// --- Changes

// Insert makes a number a member, and says whether it was none. It takes amortised O(1).
func (s *Set) Insert(number int) (inserted bool, err error) {
	before := s.count
	err = s.InsertRange(number, number+1)
	return s.count > before, err
}

// Remove makes a number no member, and says whether it was one. It takes O(1).
func (s *Set) Remove(number int) bool {
	before := s.count
	s.RemoveRange(number, number+1)
	return s.count < before
}

// Cut removes the members from a number on. The room for them stays, until Compact gives it back.
func (s *Set) Cut(length int) { s.RemoveRange(length, s.there(maxInt)) }

const maxInt = int(^uint(0) >> 1)

// Clear removes every member. It takes O(words).
func (s *Set) Clear() {
	clear(s.words)
	s.count = 0
}

// Retain keeps the members for which keep is true, and returns the others.
func (s *Set) Retain(keep func(int) bool) (left []int) {
	for member := range s.All() {
		if !keep(member) {
			left = append(left, member)
			s.Remove(member)
		}
	}
	return left
}

// RemoveAt removes the member with so many smaller ones, if there is one.
func (s *Set) RemoveAt(place int) (member int, found bool) {
	if member, found = s.Nth(place); found {
		s.Remove(member)
	}
	return member, found
}

// Compact gives the words behind the last member back.
func (s *Set) Compact() {
	s.words = slices.Clone(s.words[:s.needed()])
}

// Mark notes the members, to go back to them. It takes O(words).
func (s *Set) Mark() {
	s.marked, s.unmarked = slices.Clone(s.words[:s.needed()]), false
}

// Undo makes the members those at the mark, if no number was inserted since. It takes O(words).
func (s *Set) Undo() error {
	if s.unmarked {
		return ErrUnmarked
	}
	s.Clear()
	s.extend(len(s.marked))
	for place, word := range s.marked {
		s.words[place] = word
		s.count += bits.OnesCount64(word)
	}
	return nil
}

// --- Two sets

// Clone is another set with the same members, universe and mark. It takes O(words).
func (s *Set) Clone() *Set {
	clone := *s
	clone.words, clone.marked = slices.Clone(s.words), slices.Clone(s.marked)
	return &clone
}

// Exchange exchanges everything with another set. It takes O(1).
func (s *Set) Exchange(other *Set) { *s, *other = *other, *s }

// Equal says whether another set has the same members. It takes O(words).
func (s *Set) Equal(other *Set) bool {
	for word := range max(len(s.words), len(other.words)) {
		if s.word(word) != other.word(word) {
			return false
		}
	}
	return true
}

// word has 64 bits; none is set in a word that is not there.
func (s *Set) word(place int) uint64 {
	if place < len(s.words) {
		return s.words[place]
	}
	return 0
}

// Union makes the members of another set, which has the same universe, members. It takes O(words).
func (s *Set) Union(other *Set) {
	s.extend(other.needed())
	s.combine(other, func(word, others uint64) uint64 { return word | others })
}

// Intersect keeps the members of another set. It takes O(words).
func (s *Set) Intersect(other *Set) {
	s.combine(other, func(word, others uint64) uint64 { return word & others })
}

// Subtract removes the members of another set. It takes O(words).
func (s *Set) Subtract(other *Set) {
	s.combine(other, func(word, others uint64) uint64 { return word &^ others })
}

// combine changes every word, given that of another set.
func (s *Set) combine(other *Set, change func(word, others uint64) uint64) {
	for place := range s.words {
		s.apply(place*wordBits, (place+1)*wordBits, func(word, _ uint64) uint64 {
			return change(word, other.word(place))
		})
	}
}

// --- Questions

// Words is a copy of the words, of which the least bit is that of the first number.
func (s *Set) Words() []uint64 { return slices.Clone(s.words) }

// Next is the least member that is not below a number, if there is one. It takes O(words).
func (s *Set) Next(number int) (member int, found bool) {
	rest := ^uint64(0) << (number % wordBits)
	for word := number / wordBits; word < len(s.words); word++ {
		if here := s.words[word] & rest; here != 0 {
			return word*wordBits + bits.TrailingZeros64(here), true
		}
		rest = ^uint64(0)
	}
	return 0, false
}

// Last is the largest member, if there is one. It takes O(words).
func (s *Set) Last() (member int, found bool) {
	for word := len(s.words) - 1; word >= 0; word-- {
		if here := s.words[word]; here != 0 {
			return word*wordBits + bits.Len64(here) - 1, true
		}
	}
	return 0, false
}

// Rank is the number of members below a number. It takes O(words).
func (s *Set) Rank(number int) int { return s.CountRange(0, number) }

// IndexOf is the number of members below a member. It takes O(words).
func (s *Set) IndexOf(member int) (place int, found bool) {
	return s.Rank(member), s.Contains(member)
}

// Nth is the member with so many smaller ones, if there is one. It takes O(words).
func (s *Set) Nth(place int) (member int, found bool) {
	for word, here := range s.words {
		if count := bits.OnesCount64(here); place >= count {
			place -= count
			continue
		}
		for ; place > 0; place-- {
			here &= here - 1
		}
		return word*wordBits + bits.TrailingZeros64(here), true
	}
	return 0, false
}

// All iterates over the members in ascending order. The set may lose members meanwhile.
func (s *Set) All() iter.Seq[int] { return s.From(0) }

// From iterates as All does, over the members that are not below a number.
func (s *Set) From(number int) iter.Seq[int] {
	return func(yield func(int) bool) {
		member, found := s.Next(number)
		for found && yield(member) {
			member, found = s.Next(member + 1)
		}
	}
}

// Backward iterates over the members in descending order.
func (s *Set) Backward() iter.Seq[int] {
	return func(yield func(int) bool) {
		for word := len(s.words) - 1; word >= 0; word-- {
			for here := s.words[word]; here != 0; {
				bit := bits.Len64(here) - 1
				if !yield(word*wordBits + bit) {
					return
				}
				here &^= 1 << bit
			}
		}
	}
}
