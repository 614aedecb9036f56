// Command port is the port @name@: it maps each operation of the port protocol to a function of your container.
//
// Fill in the blanks. Remove the // from the operations that your container has; the port says that it lacks the others.
package main

import (
	"port/table"
	"starter"
)

// BLANK: import your container.

// @@ issued
// Container is yours, and Key is what it hands out.
// @@ keyless
// Container is yours.
// @@
type (
	Container = struct{}
	// @@ issued
	Key       = int
	// @@
)

// Operation is one operation of a program.
// @@ issued
type Operation = starter.Operation[*Container, Key]
// @@ keyless
type Operation = starter.Operation[*Container, any]
// @@

// open makes a fresh container@choices@.
func open(choices map[string]string) (*Container, error) {
	return &Container{}, nil // BLANK
}

// A comment ends with the operands of its operation. Answers are numbers as texts, and starter.None, starter.Both(...),
// o.List(slices.Values(...)), starter.Refused("...").
// @@ issued
// An insertion answers o.Inserted(key).
// @@
var functions = map[string]func(*Operation) string{
	// "@operation@": func(o *Operation) string { ... }, // @sentence@@given@
}

func main() {
	// @@ issued
	port := starter.Port[*Container, Key]{
		// @@ keyless
	port := starter.Port[*Container, any]{
		// @@
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
