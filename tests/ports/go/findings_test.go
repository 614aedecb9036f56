package main

import (
	"container/list"
	"testing"
)

// Remove "removes e from l if e is an element of list l". After Init has cleared the list, e is not an element of it.
func TestF10RemoveAfterInitMakesTheLengthNegative(t *testing.T) {
	l := list.New()
	key := l.PushBack(0)
	l.Init()
	if l.Len() != 0 || l.Front() != nil {
		t.Fatal("Init has not cleared the list")
	}
	if l.Remove(key); l.Len() != -1 {
		t.Fatalf("the length is %d: F10 does not hold any more", l.Len())
	}
}
