// Maps each operation of the port protocol to a method of each published container.
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	maps.Copy(ports, lists())
	maps.Copy(ports, keyed())
	maps.Copy(ports, deques())
	maps.Copy(ports, trees())
	maps.Copy(ports, forests())
	if len(os.Args) == 2 && ports[os.Args[1]] != nil {
		ports[os.Args[1]]()
		return
	}
	fmt.Fprintln(os.Stderr, "name a port:", strings.Join(slices.Sorted(maps.Keys(ports)), ", "))
	os.Exit(2)
}
