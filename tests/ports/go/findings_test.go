package main

import (
	"container/list"
	"fmt"
	"os"
	"testing"

	"github.com/emirpasic/gods/lists/arraylist"
	"github.com/emirpasic/gods/lists/doublylinkedlist"
	fixed "github.com/emirpasic/gods/v2/lists/doublylinkedlist"
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

// Insert "inserts values at specified index position shifting the value at that position (if any) [...] to the right".
func TestF34InsertPutsSeveralValuesAtAWrongPlace(t *testing.T) {
	l, right := doublylinkedlist.New(0, 1, 2, 3, 4), fixed.New(0, 1, 2, 3, 4)
	l.Insert(4, 8, 9)
	right.Insert(4, 8, 9)
	if fmt.Sprint(right.Values()) != "[0 1 2 3 8 9 4]" {
		t.Fatal("the later version is wrong:", right.Values())
	}
	if fmt.Sprint(l.Values()) != "[0 1 2 8 9 3 4]" {
		t.Fatal("F34 does not hold any more:", l.Values())
	}
}

// Nothing is said about a panic.
func TestF35InsertWithoutValuesPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Fatal("F35 does not hold any more")
		}
	}()
	doublylinkedlist.New(0).Insert(0)
}

// IndexOf "returns index of provided element".
func TestF36IndexOfFindsAnElementThatWasRemoved(t *testing.T) {
	l := arraylist.New(1, 2, 3)
	l.Remove(0)
	l.Set(1, 0)
	if l.IndexOf(3) != 2 || l.Contains(3) {
		t.Fatal("F36 does not hold any more")
	}
}

// Set replaces a value; nothing is said about output.
func TestF39SetWritesToStandardOutput(t *testing.T) {
	output := os.Stdout
	defer func() { os.Stdout = output }()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout = writer
	doublylinkedlist.New(0, 1, 2, 3, 4).Set(3, 0)
	writer.Close()
	if written, _ := reader.Read(make([]byte, 8)); written == 0 {
		t.Fatal("F39 does not hold any more")
	}
}
