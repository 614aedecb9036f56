// Command port is the port @name@: it maps each operation of the port protocol to a function of your container.
//
// Fill in the blanks. Remove the // from the operations that your container has; the port says that it lacks the others.
package main

import (
	"port/table"
	"starter"
)

// BLANK: import your container.

// Container is yours, and Key is what it hands out, if it does.
type (
	Container = struct{}
	Key       = int
)

// Operation is one operation of a program.
type Operation = starter.Operation[*Container, Key]

// open makes a fresh container@choices@.
func open(choices map[string]string) (*Container, error) {
	return &Container{}, nil // BLANK
}

// Operands are o.Key(0), o.Number(1), o.Word(2) and so on, by their places; the other container is o.Other; an insertion
// has o.Element, and answers o.Inserted(key). Other answers are numbers as texts, and starter.None, o.List(slices.Values(...)), starter.Refused("...").
var functions = map[string]func(*Operation) string{
	// "@operation@": func(o *Operation) string { ... }, // @sentence@; given: @given@
}

func main() {
	port := starter.Port[*Container, Key]{
		// @@ options
		// If your container has only some of the choices, declare these in the fields, such as
		// @option@.
		// @@
		Fields:    "@fields@",
		Table:     table.Rows,
		Open:      open,
		Functions: functions,
	}
	port.Serve()
}
