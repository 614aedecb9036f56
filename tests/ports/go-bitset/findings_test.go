//go:build old

package main

import (
	"testing"

	"github.com/bits-and-blooms/bitset"
)

// Shrink "clears all bits > the provided index".
func TestF42ShrinkKeepsBitsOfTheLastWord(t *testing.T) {
	var set bitset.BitSet
	set.Set(80).Shrink(70).Set(100)
	if !set.Test(80) {
		t.Fatal("F42 does not hold any more")
	}
}
