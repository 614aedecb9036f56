// Package starter speaks the port protocol of the stablelist conformance kit, version 6, for a container of any family
// in Go.
//
// Copy this folder beside your port; it needs nothing but the standard library. A [Port] has the table of the family,
// one line for each operation, and the functions of those that the container has. The others are left out: the
// handshake says so, and the judge never sends them.
//
// A function is given an [Operation] of a program: the container, and the operands by their places. It returns the
// answer as a word, which the functions of this package make; an insertion returns [Operation.Inserted].
//
// A program may have two containers; a word such as 2.push:3 is on the second. A function that concerns both has the
// other one, too; one that clones its container returns [Operation.Cloned]. Each container has keys of its own, which the
// clone has, too, and which are exchanged with everything else.
//
// SPDX-License-Identifier: MIT
package starter

import (
	"bufio"
	"cmp"
	"fmt"
	"iter"
	"maps"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Answers that are always the same, and those where nothing was found.
const (
	Done = "ok"
	None = "none"
	Yes  = "yes"
	No   = "no"
)

// mostItems is the most items of a list.
const mostItems = 1 << 20

var levels = []string{"contract", "layout", "cost"}

var askedWay = 1

// Way is the way in which the operation in progress is to be done, if the handshake declares several: ways=add:2.
func Way() int { return askedWay }

// withoutWay is a word such as add@2 without the way, which is kept.
func withoutWay(word string) string {
	before, after, several := strings.Cut(word, "@")
	number, operands, more := strings.Cut(after, ":")
	askedWay = 1
	if several {
		askedWay, _ = strconv.Atoi(number)
	}
	if more {
		return before + ":" + operands
	}
	return before
}

// Truth is yes or no.
func Truth(is bool) string {
	if is {
		return Yes
	}
	return No
}

// Both is the answer that is two elements.
func Both(one, other int) string { return fmt.Sprintf("%d/%d", one, other) }

// Refused is a refusal of the family, by its name without the exclamation mark.
func Refused(name string) string { return "!" + name }

// Port has the functions of a container C that hands out keys K.
type Port[C, K any] struct {
	Fields    string
	Table     string
	Open      func(choices map[string]string) (C, error)
	Functions map[string]func(*Operation[C, K]) string
}

// Operation is one operation of a program. Operands are numbered from 0, in the order of the table.
type Operation[C, K any] struct {
	Container C
	// Other is the other container, if the function concerns both.
	Other C
	// Element is that of an insertion, or the first of several.
	Element  int
	row      row
	operands []string
	keys     map[int]*K
	level    string
	keep     func(clone C)
	most     int
}

// Key is the key of an operand.
func (o *Operation[C, K]) Key(i int) K { return *o.key(o.operand("Key", i)) }

// Number is the number of an operand.
func (o *Operation[C, K]) Number(i int) int {
	number, _ := strconv.Atoi(o.operand("Number", i))
	return number
}

// operand is the text of an operand. One that is asked for as something else is a mistake of the adapter.
func (o *Operation[C, K]) operand(as string, i int) string {
	kinds := o.row.operands
	if i >= len(kinds) || (as == "Key") != (kinds[i] == "key") {
		panic(fmt.Sprintf("the adapter asks %s for %s(%d), but the table gives it %s",
			o.row.name, as, i, cmp.Or(strings.Join(kinds, ", "), "no operand")))
	}
	return o.operands[i]
}

// Word is the word of an operand.
func (o *Operation[C, K]) Word(i int) string { return o.operands[i] }

// Inserted is the answer of an insertion, whose key is remembered.
func (o *Operation[C, K]) Inserted(key K) string {
	o.keys[o.Element] = &key
	return Done
}

// Cloned is the answer of a function that clones its container; the clone takes the place of the other one.
func (o *Operation[C, K]) Cloned(clone C) string {
	o.keep(clone)
	return Done
}

// InsertedAll is the answer of an insertion of several elements.
func (o *Operation[C, K]) InsertedAll(keys []K) string {
	for i := range keys {
		o.keys[o.Element+i] = &keys[i]
	}
	return "[" + strings.Join(slices.Repeat([]string{Done}, len(keys)), ",") + "]"
}

// List is the answer with several elements, such as slices.Values(...), in the order of the container. It stops at more
// elements than the container can have, because an iteration that is wrong may never end.
func (o *Operation[C, K]) List(elements iter.Seq[int]) string {
	var items []string
	for element := range elements {
		if items = append(items, strconv.Itoa(element)); len(items) >= o.most {
			break
		}
	}
	return joined(items)
}

// Pairs is the answer with several pairs, such as maps.All(...), in the order of the container. It stops as List does.
func (o *Operation[C, K]) Pairs(pairs iter.Seq2[int, int]) string {
	var items []string
	for one, other := range pairs {
		if items = append(items, Both(one, other)); len(items) >= o.most {
			break
		}
	}
	return joined(items)
}

func joined(items []string) string { return "[" + strings.Join(items, ",") + "]" }

// key is the key of an insertion; nil if it failed, or if the key is forged.
func (o *Operation[C, K]) key(text string) *K {
	if number, err := strconv.Atoi(text); err == nil {
		return o.keys[number]
	}
	return nil
}

// row says what the table says of an operation, such as "add_edge* key key > key !missing"; a star marks what is needed.
type row struct {
	name, answer, nothing string
	operands              []string
	needed, both          bool // both containers are concerned
}

func (r row) insertions(operands []string) int {
	if !strings.HasPrefix(r.answer, "key") {
		return 0
	}
	if at := slices.Index(r.operands, "count"); at >= 0 {
		count, _ := strconv.Atoi(operands[at])
		return count
	}
	return 1
}

func read(table string) (rows []row) {
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		before, after, _ := strings.Cut(line, ">")
		left, right := strings.Fields(before), strings.Fields(after)
		name := strings.TrimSuffix(left[0], "*")
		rows = append(rows, row{name, right[0], right[1], left[1:], name != left[0], len(right) > 2})
	}
	return rows
}

// endOnSignal ends the program on SIGTERM as at its end: one that is built by `go build -cover` writes its counters then,
// into a folder that this variable names.
func endOnSignal() {
	if os.Getenv("GOCOVERDIR") != "" {
		ended := make(chan os.Signal, 1)
		signal.Notify(ended, syscall.SIGTERM)
		go func() {
			<-ended
			os.Exit(1)
		}()
	}
}

// Serve answers every line of standard input, until it ends. If the answers cannot be written, the program ends with status 1.
func (port *Port[C, K]) Serve() {
	rows := read(port.Table)
	if reason := port.blank(rows); reason != "" {
		fmt.Fprintln(os.Stderr, reason)
		os.Exit(1)
	}
	known := map[string]row{}
	for _, each := range rows {
		known[each.name] = each
	}
	endOnSignal()
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSpace(line)
		answer := ""
		if strings.HasPrefix(line, "hello") {
			answer = port.hello(rows)
		} else if line != "" {
			answer = port.answers(line, known)
		} else {
			continue
		}
		if _, err := fmt.Println(answer); err != nil {
			os.Exit(1)
		}
	}
}

// blank is the reason why nothing can be verified yet; empty if there is none.
func (port *Port[C, K]) blank(rows []row) string {
	var names, missing []string
	for _, each := range rows {
		names = append(names, each.name)
		if each.needed && port.Functions[each.name] == nil {
			missing = append(missing, each.name)
		}
	}
	for name := range port.Functions {
		if !slices.Contains(names, name) {
			return fmt.Sprintf("there is no operation %s; choose one of %s", name, strings.Join(names, ", "))
		}
	}
	if len(port.Functions) == 0 && len(missing) == 0 {
		missing = slices.DeleteFunc(names, func(name string) bool { return rows[slices.Index(names, name)].answer == "shown" })
	}
	if len(missing) == 0 {
		return ""
	}
	return "nothing can be verified yet; fill in " + strings.Join(missing, ", ")
}

func (port *Port[C, K]) hello(rows []row) string {
	var without []string
	forge, level, shown := false, 0, 0
	for _, each := range rows {
		if each.answer == "shown" {
			if level == shown && port.Functions[each.name] != nil {
				level++
			}
			shown++
		}
		forge = forge || slices.Contains(each.operands, "key")
		if port.Functions[each.name] == nil {
			without = append(without, each.name)
		}
	}
	if forge {
		without = append(without, "forge")
	}
	hello := "port " + port.Fields + " level=" + levels[level]
	if len(without) > 0 {
		hello += " without=" + strings.Join(without, ",")
	}
	return hello
}

// answers answers a program.
func (port *Port[C, K]) answers(line string, rows map[string]row) string {
	configuration, program, _ := strings.Cut(line, " : ")
	level, rest, _ := strings.Cut(configuration, " ")
	choices := map[string]string{}
	for _, each := range strings.Fields(rest) {
		name, value, _ := strings.Cut(each, "=")
		choices[name] = value
	}
	asked := strings.Fields(program)
	first, err := port.Open(choices)
	containers := []C{first}
	container := func(i int) C { // the second is made when it is needed
		if i == len(containers) {
			second, _ := port.Open(choices)
			containers = append(containers, second)
		}
		return containers[i]
	}
	keys, insertions := []map[int]*K{{}, {}}, 0
	most := 1
	for i, word := range asked {
		if err != nil { // the container refuses this configuration, so that every operation fails
			asked[i] = "!other"
			continue
		}
		alone, on := withoutWay(word), 0
		if rest, second := strings.CutPrefix(alone, "2."); second {
			alone, on = rest, 1
		}
		operands := strings.Split(alone, ":")
		r := rows[operands[0]]
		o := &Operation[C, K]{Container: container(on), Element: insertions, row: r, operands: operands[1:], keys: keys[on], level: level}
		insertions += r.insertions(o.operands)
		if r.both {
			most *= 2
			o.Other = container(1 - on)
		}
		most = mostAfter(most, operands[1:])
		o.most = most
		o.keep = func(clone C) {
			container(1)
			containers[1-on] = clone
			keys[1-on] = maps.Clone(keys[on])
		}
		asked[i] = port.answer(r, o)
		if r.answer == "exchange" && asked[i] == Done {
			slices.Reverse(keys)
		}
	}
	return strings.Join(asked, " ")
}

// mostAfter is one more item than a list can have after an operation: elements were added, or as many as an operand says.
func mostAfter(most int, operands []string) int {
	for _, each := range operands {
		if number, err := strconv.Atoi(each); err == nil && number > 0 {
			most += min(number, mostItems)
		}
	}
	return min(most+1, mostItems)
}

// answer answers one operation, even if it panics.
func (port *Port[C, K]) answer(r row, o *Operation[C, K]) (answer string) {
	defer func() {
		if reason := recover(); reason != nil {
			fmt.Fprintf(os.Stderr, "answered !other: %v\n%s", reason, debug.Stack())
			answer = "!other"
		}
	}()
	for i, kind := range r.operands {
		if kind == "key" && o.key(o.operands[i]) == nil {
			return r.nothing
		}
	}
	answer = port.Functions[r.name](o)
	if r.answer == "value" && o.level == levels[0] && strings.HasPrefix(answer, "[") && len(answer) > 2 {
		return ascending(answer)
	}
	return answer
}

// ascending is a list in ascending order, because a container may iterate in any order.
func ascending(list string) string {
	items := strings.Split(list[1:len(list)-1], ",")
	slices.SortFunc(items, func(one, other string) int { return slices.Compare(numbers(one), numbers(other)) })
	return joined(items)
}

// numbers are those of an item, of which there are one or two.
func numbers(item string) []int {
	var found []int
	for _, each := range strings.Split(item, "/") {
		number, _ := strconv.Atoi(each)
		found = append(found, number)
	}
	return found
}
