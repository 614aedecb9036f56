// Package starter speaks the port protocol of the stablelist conformance kit, version 6, for a container written in Go.
//
// Copy this folder beside your port; it needs nothing but the standard library. A [Port] maps operations
// to methods of the container. Operations that are nil are left out: the handshake says so, and the judge never sends
// them.
//
//	port := starter.Port[*Map, Key]{
//		Fields: "name=my-map version=1.0.0 system=slotmap id_bits=32",
//		Open:   func(starter.Parameters) (*Map, error) { return NewMap(), nil },
//		Add:    func(m *Map, element int) (Key, error) { return m.Insert(element), nil },
//		Remove: (*Map).Remove,
//	}
//	port.Serve()
//
// A program may have two containers; a word such as 2.add is on the second. A function that concerns both is given the
// other one, too; Copy returns the clone, in which the same keys are live.
//
// Elements are of type int. A panic with an error is answered as this error would be, and any other panic by
// !other; the program continues.
//
// SPDX-License-Identifier: MIT
package starter

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

const protocol = 6

var (
	// ErrFull says that there is no room.
	ErrFull = errors.New("there is no room")
	// ErrBorrowed says that the container is lent.
	ErrBorrowed = errors.New("the container is lent")
)

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

// Parameters are those of a program, by name.
type Parameters map[string]string

// Number returns a parameter, or otherwise if the program does not name it.
func (p Parameters) Number(name string, otherwise int) int {
	if number, err := strconv.Atoi(p[name]); err == nil {
		return number
	}
	return otherwise
}

// Lent is an element, and what a view of all others shows.
type Lent struct {
	Pivot, Length int
	Others        []int
}

// Port has the functions of a pool C that hands out keys K. Open, Add and Remove are required. If two values are
// pointers to elements, nil means none.
type Port[C, K any] struct {
	// Fields are name, version, system, and what the system asks for, separated by spaces; without= lists abilities that
	// are left out.
	Fields string
	// Refusals are the errors of the container that are !full and !borrow; ErrFull and ErrBorrowed are known.
	Refusals map[string]error
	// Open makes a fresh container, or refuses the parameters.
	Open func(Parameters) (C, error)

	Add func(container C, element int) (K, error)
	// InsertWith adds the element that the factory returns for the key.
	InsertWith func(container C, factory func(K) int) error
	// Extend adds all elements, or none.
	Extend func(container C, elements []int) ([]K, error)
	// Put adds at an index, and returns the element that was there.
	Put func(container C, index, element int) (key K, displaced *int, err error)
	// InsertAt adds at the slot of a key, and returns the element that was there.
	InsertAt func(container C, key K, element int) (its K, displaced *int, err error)
	// Remove may return any element with ids=only or remove=silent. An error is a refusal.
	Remove     func(container C, key K) (element int, found bool, err error)
	RemoveMany func(container C, one, other K) (*int, *int, error)
	At         func(container C, key K) (element int, found bool)
	Pair       func(container C, one, other K) (*int, *int)
	// KeyAt returns the key that is live at the index of a key, and its element.
	KeyAt    func(container C, key K) (live K, element int, found bool)
	Contains func(container C, key K) bool
	Replace  func(container C, key K, element int) (found bool)
	// AtMut adds to the element in place, and returns the new one.
	AtMut   func(container C, key K, difference int) (element int, found bool)
	EachMut func(container C, difference int)
	Len     func(container C) int
	IsEmpty func(container C) bool
	Clear   func(container C) error
	Each    func(container C) iter.Seq2[K, int]
	// Keys needs At, as does Repack.
	Keys    func(container C) iter.Seq[K]
	Apply   func(container C, key K) (Lent, bool)
	Inspect func(container C, key K) (Lent, bool)
	// Exchange returns both elements as they were.
	Exchange func(container C, key, other K) (pivot, exchanged *int)
	// Traverse returns pivot, length and sum of each view.
	Traverse func(container C) [][3]int
	// Lend says that the container refuses changes while Each runs.
	Lend  bool
	Drain func(container C) ([]int, error)
	// Retain removes the elements for which keep is false, and returns them.
	Retain func(container C, keep func(int) bool) ([]int, error)
	// EachRemoving does the same during an iteration, and returns all elements, as they were visited.
	EachRemoving func(container C, keep func(int) bool) ([]int, error)
	// Sort sorts by ascending rank; elements of the same rank keep their order.
	Sort        func(container C, rank func(int) int)
	Reserve     func(container C, additional int) error
	ShrinkToFit func(container C) error
	// Repack returns the key, packed and unpacked.
	Repack func(container C, key K) (K, bool)
	// Reload returns a copy in which the same keys are live.
	Reload func(container C) C
	// Copy returns a clone in which the same keys are live.
	Copy func(container C) C
	// SwapContainers exchanges everything between both.
	SwapContainers func(container, other C)
	// Equal says whether both have the same elements under the same keys.
	Equal func(container, other C) bool
	// Layout and Cost return the text that the page of the system describes.
	Layout, Cost func(container C) string
	// Forge returns the key with an index and an id, if there can be such a key.
	Forge func(index, id uint64) (K, bool)
	// Parts returns index and id; it is required above level contract, and by Forge.
	Parts func(key K) (index, id uint64)
}

// Serve answers every line of standard input, until it ends. If the answers cannot be written, the program ends with status 1.
func (port *Port[C, K]) Serve() { serveStandardStreams(port.Answer) }

// Answer returns the answer to one line.
func (port *Port[C, K]) Answer(line string) string {
	operations := port.operations()
	return answer(line, port.Fields, operations, port.Refusals, func(shown bool, parameters Parameters) (doer, error) {
		container, err := port.Open(parameters)
		p := &program[C, K]{port: port, operations: operations, parameters: parameters, showsKeys: shown}
		p.container = container
		return p.do, err
	})
}

// operation says whether a port has an operation, how many operands it has, and how it is carried out on a P.
type operation[P any] struct {
	offered  bool
	operands int
	do       func(program P, operands []string) (string, error)
}

// doer carries out an operation of a program.
type doer func(name string, operands []string) (string, error)

// order is that in which the handshake lists operations that are left out.
var (
	order = strings.Fields("add insert_with extend put insert_at remove remove_many at pair key_at contains replace at_mut each_mut " +
		"len is_empty clear each keys apply inspect exchange traverse lend drain retain each_removing sort reserve shrink_to_fit repack reload " +
		"copy swap_containers equal layout cost forge")
)

func (port *Port[C, K]) operations() map[string]operation[*program[C, K]] {
	type p = *program[C, K]
	return map[string]operation[p]{
		"add":             {port.Add != nil, 0, p.add},
		"insert_with":     {port.InsertWith != nil, 0, p.insertWith},
		"extend":          {port.Extend != nil, 1, p.extend},
		"put":             {port.Put != nil, 1, p.put},
		"insert_at":       {port.InsertAt != nil, 1, p.insertAt},
		"remove":          {port.Remove != nil, 1, p.remove},
		"remove_many":     {port.RemoveMany != nil, 2, p.removeMany},
		"at":              {port.At != nil, 1, p.at},
		"pair":            {port.Pair != nil, 2, p.pair},
		"key_at":          {port.KeyAt != nil, 1, p.keyAt},
		"contains":        {port.Contains != nil, 1, p.contains},
		"replace":         {port.Replace != nil, 2, p.replace},
		"at_mut":          {port.AtMut != nil, 2, p.atMut},
		"each_mut":        {port.EachMut != nil, 1, p.eachMut},
		"len":             {port.Len != nil, 0, p.len},
		"is_empty":        {port.IsEmpty != nil, 0, p.isEmpty},
		"clear":           {port.Clear != nil, 0, p.clear},
		"each":            {port.Each != nil, 0, p.each},
		"keys":            {port.Keys != nil && port.At != nil, 0, p.eachKey},
		"apply":           {port.Apply != nil, 1, p.apply},
		"inspect":         {port.Inspect != nil, 1, p.inspect},
		"exchange":        {port.Exchange != nil, 2, p.exchange},
		"traverse":        {port.Traverse != nil, 0, p.traverse},
		"lend":            {port.Lend, 1, p.lend},
		"drain":           {port.Drain != nil, 0, p.drain},
		"retain":          {port.Retain != nil, 2, p.retain},
		"each_removing":   {port.EachRemoving != nil, 2, p.eachRemoving},
		"sort":            {port.Sort != nil, 1, p.sort},
		"reserve":         {port.Reserve != nil, 1, p.reserve},
		"shrink_to_fit":   {port.ShrinkToFit != nil, 0, p.shrinkToFit},
		"repack":          {port.Repack != nil && port.At != nil, 1, p.repack},
		"reload":          {port.Reload != nil, 0, p.reload},
		"copy":            {port.Copy != nil, 0, p.copy},
		"swap_containers": {port.SwapContainers != nil, 0, p.swapContainers},
		"equal":           {port.Equal != nil, 0, p.equal},
		"layout":          {port.Layout != nil, 0, p.layout},
		"cost":            {port.Cost != nil, 0, p.cost},
		"forge":           {port.Forge != nil, math.MaxInt, nil},
	}
}

// side is a container, and the keys that its insertions returned; nil for each that failed.
type side[C, K any] struct {
	container C
	keys      []*K
}

// program has a fresh container, and another one, which is opened when it is needed. Insertions are numbered together.
type program[C, K any] struct {
	port       *Port[C, K]
	operations map[string]operation[*program[C, K]]
	parameters Parameters
	showsKeys  bool
	side[C, K]
	other     *side[C, K]
	otherwise *K // replaces a missing key while elements are lent
}

// do carries out an operation, which may be on the second container.
func (p *program[C, K]) do(name string, operands []string) (string, error) {
	alone, second := strings.CutPrefix(name, secondPrefix)
	if second {
		if err := p.turn(); err != nil {
			return "", err
		}
		defer p.turn()
	}
	return p.operations[alone].do(p, operands)
}

// --- Two containers

// beside is the other container; its keys have numbers up to now.
func (p *program[C, K]) beside() (*side[C, K], error) {
	if p.other == nil {
		container, err := p.port.Open(p.parameters)
		if err != nil {
			return nil, err
		}
		p.other = &side[C, K]{container: container}
	}
	p.other.keys = append(p.other.keys, make([]*K, max(0, len(p.keys)-len(p.other.keys)))...)
	return p.other, nil
}

// turn goes on with the other container.
func (p *program[C, K]) turn() error {
	other, err := p.beside()
	if err == nil {
		p.side, *other = *other, p.side
	}
	return err
}

func (p *program[C, K]) copy([]string) (string, error) {
	p.other = &side[C, K]{p.port.Copy(p.container), slices.Clone(p.keys)}
	return "ok", nil
}

func (p *program[C, K]) swapContainers([]string) (string, error) {
	other, err := p.beside()
	if err != nil {
		return "", err
	}
	p.port.SwapContainers(p.container, other.container)
	p.keys, other.keys = other.keys, p.keys
	return "ok", nil
}

func (p *program[C, K]) equal([]string) (string, error) {
	other, err := p.beside()
	if err != nil {
		return "", err
	}
	return yesOrNo(p.port.Equal(p.container, other.container)), nil
}

// --- Keys

// key returns the key with a number, a forged key for #index.id, or a key near another for number~index.id; nil if there
// is none.
func (p *program[C, K]) key(word string) *K {
	if key := p.named(word); key != nil {
		return key
	}
	return p.otherwise
}

func (p *program[C, K]) named(word string) *K {
	if parts, forged := strings.CutPrefix(word, "#"); forged {
		return p.forged(0, 0, parts)
	}
	name, distance, near := strings.Cut(word, "~")
	i := number(name)
	if i >= len(p.keys) || p.keys[i] == nil || !near {
		return at(p.keys, i)
	}
	index, id := p.port.Parts(*p.keys[i])
	return p.forged(index, id, distance)
}

// forged is the key at a distance from an index and an id; nil if no key can be that far.
func (p *program[C, K]) forged(index, id uint64, distance string) *K {
	further, later, _ := strings.Cut(distance, ".")
	var parts [2]uint64
	for i, sum := range []*big.Int{plus(index, further), plus(id, later)} {
		if !sum.IsUint64() {
			return nil
		}
		parts[i] = sum.Uint64()
	}
	if key, can := p.port.Forge(parts[0], parts[1]); can {
		return &key
	}
	return nil
}

func plus(number uint64, distance string) *big.Int {
	sum, _ := new(big.Int).SetString(distance, 10)
	return sum.Add(sum, new(big.Int).SetUint64(number))
}

func at[K any](keys []*K, i int) *K {
	if i < len(keys) {
		return keys[i]
	}
	return nil
}

// numbered gives the next insertions numbers, which they keep if they fail.
func (p *program[C, K]) numbered(count int) (first int) {
	first = len(p.keys)
	p.keys = append(p.keys, make([]*K, count)...)
	return first
}

// inserted records the key of an insertion, and returns the answer.
func (p *program[C, K]) inserted(number int, key K) string {
	p.keys[number] = &key
	if p.showsKeys {
		return p.shown(key)
	}
	return "ok"
}

func (p *program[C, K]) shown(key K) string {
	index, id := p.port.Parts(key)
	return fmt.Sprintf("%d.%d", index, id)
}

func (p *program[C, K]) item(key K, element int) string {
	if p.showsKeys {
		return p.shown(key) + "=" + strconv.Itoa(element)
	}
	return strconv.Itoa(element)
}

// --- Insertions

func (p *program[C, K]) add([]string) (string, error) {
	number := p.numbered(1)
	key, err := p.port.Add(p.container, number)
	if err != nil {
		return "", err
	}
	return p.inserted(number, key), nil
}

// insertWith records the argument of the factory as the key.
func (p *program[C, K]) insertWith([]string) (string, error) {
	number := p.numbered(1)
	var given *K
	err := p.port.InsertWith(p.container, func(key K) int {
		given = &key
		return number
	})
	if err != nil {
		return "", err
	}
	return p.inserted(number, *given), nil
}

func (p *program[C, K]) extend(operands []string) (string, error) {
	count := number(operands[0])
	first := p.numbered(count)
	elements := make([]int, count)
	for i := range elements {
		elements[i] = first + i
	}
	keys, err := p.port.Extend(p.container, elements)
	if err != nil {
		return "", err
	}
	items := make([]string, len(keys))
	for i, key := range keys {
		items[i] = p.inserted(first+i, key)
	}
	return listed(items), nil
}

func (p *program[C, K]) put(operands []string) (string, error) {
	element := p.numbered(1)
	key, displaced, err := p.port.Put(p.container, number(operands[0]), element)
	if err != nil {
		return "", err
	}
	p.inserted(element, key)
	return found(displaced), nil
}

func (p *program[C, K]) insertAt(operands []string) (string, error) {
	element, key := p.numbered(1), p.key(operands[0])
	if key == nil {
		return found(nil), nil
	}
	its, displaced, err := p.port.InsertAt(p.container, *key, element)
	if err != nil {
		return "", err
	}
	p.inserted(element, its)
	return found(displaced), nil
}

// --- One element, or two

func (p *program[C, K]) remove(operands []string) (string, error) {
	element, err := p.removed(p.key(operands[0]))
	fields := strings.Fields(p.port.Fields)
	switch {
	case err != nil:
		return "", err
	case slices.Contains(fields, "ids=only"):
		return yesOrNo(element != nil), nil
	case slices.Contains(fields, "remove=silent"):
		return "ok", nil
	}
	return found(element), nil
}

func (p *program[C, K]) removed(key *K) (*int, error) {
	if key == nil {
		return nil, nil
	}
	element, found, err := p.port.Remove(p.container, *key)
	return pointer(element, found), err
}

// removeMany passes the other key to remove if one is missing.
func (p *program[C, K]) removeMany(operands []string) (string, error) {
	one, other := p.key(operands[0]), p.key(operands[1])
	if one != nil && other != nil {
		first, second, err := p.port.RemoveMany(p.container, *one, *other)
		return both(first, second), err
	}
	first, err := p.removed(one)
	second, another := p.removed(other)
	return both(first, second), cmp.Or(err, another)
}

func (p *program[C, K]) at(operands []string) (string, error) {
	return found(p.lookedUp(p.key(operands[0]))), nil
}

func (p *program[C, K]) lookedUp(key *K) *int {
	if key == nil {
		return nil
	}
	return pointer(p.port.At(p.container, *key))
}

// pair passes the other key to at if one is missing.
func (p *program[C, K]) pair(operands []string) (string, error) {
	one, other := p.key(operands[0]), p.key(operands[1])
	if one != nil && other != nil {
		return both(p.port.Pair(p.container, *one, *other)), nil
	}
	return both(p.lookedUp(one), p.lookedUp(other)), nil
}

func (p *program[C, K]) keyAt(operands []string) (string, error) {
	name, _, parts := strings.Cut(operands[0], ".")
	if parts {
		name += ".0" // only the index counts, so any id will do
	}
	if key := p.key(name); key != nil {
		if live, element, found := p.port.KeyAt(p.container, *key); found {
			return p.item(live, element), nil
		}
	}
	return "none", nil
}

func (p *program[C, K]) contains(operands []string) (string, error) {
	key := p.key(operands[0])
	return yesOrNo(key != nil && p.port.Contains(p.container, *key)), nil
}

func (p *program[C, K]) replace(operands []string) (string, error) {
	key := p.key(operands[0])
	return yesOrNo(key != nil && p.port.Replace(p.container, *key, number(operands[1]))), nil
}

func (p *program[C, K]) atMut(operands []string) (string, error) {
	if key := p.key(operands[0]); key != nil {
		return found(pointer(p.port.AtMut(p.container, *key, number(operands[1])))), nil
	}
	return "none", nil
}

func (p *program[C, K]) repack(operands []string) (string, error) {
	if key := p.key(operands[0]); key != nil {
		if unpacked, can := p.port.Repack(p.container, *key); can {
			return found(p.lookedUp(&unpacked)), nil
		}
	}
	return "none", nil
}

// --- All elements

func (p *program[C, K]) eachMut(operands []string) (string, error) {
	p.port.EachMut(p.container, number(operands[0]))
	return "ok", nil
}

func (p *program[C, K]) len([]string) (string, error) {
	return strconv.Itoa(p.port.Len(p.container)), nil
}

func (p *program[C, K]) isEmpty([]string) (string, error) {
	return yesOrNo(p.port.IsEmpty(p.container)), nil
}

func (p *program[C, K]) clear([]string) (string, error) { return "ok", p.port.Clear(p.container) }

// enough says whether there are more items than there were insertions: a wrong iteration may never end.
func (p *program[C, K]) enough(items []string) bool { return len(items) > len(p.keys) }

func (p *program[C, K]) each([]string) (string, error) {
	var items []string
	for key, element := range p.port.Each(p.container) {
		items = append(items, p.item(key, element))
		if p.enough(items) {
			break
		}
	}
	return listed(items), nil
}

func (p *program[C, K]) eachKey([]string) (string, error) {
	var items []string
	for key := range p.port.Keys(p.container) {
		items = append(items, found(p.lookedUp(&key)))
		if p.enough(items) {
			break
		}
	}
	return listed(items), nil
}

func (p *program[C, K]) drain([]string) (string, error) {
	removed, err := p.port.Drain(p.container)
	return listed(removed), err
}

func (p *program[C, K]) retain(operands []string) (string, error) {
	removed, err := p.port.Retain(p.container, keeping(operands))
	return listed(removed), err
}

func (p *program[C, K]) eachRemoving(operands []string) (string, error) {
	visited, err := p.port.EachRemoving(p.container, keeping(operands))
	return listed(visited), err
}

// keeping says of an element whether it leaves a remainder.
func keeping(operands []string) func(int) bool {
	modulus, rest := number(operands[0]), number(operands[1])
	return func(element int) bool { return element%modulus == rest }
}

func (p *program[C, K]) sort(operands []string) (string, error) {
	modulus := number(operands[0])
	p.port.Sort(p.container, func(element int) int { return element % modulus })
	return "ok", nil
}

func (p *program[C, K]) reserve(operands []string) (string, error) {
	return "ok", p.port.Reserve(p.container, number(operands[0]))
}

func (p *program[C, K]) shrinkToFit([]string) (string, error) {
	return "ok", p.port.ShrinkToFit(p.container)
}

func (p *program[C, K]) reload([]string) (string, error) {
	p.container = p.port.Reload(p.container)
	return "ok", nil
}

func (p *program[C, K]) layout([]string) (string, error) { return p.port.Layout(p.container), nil }

func (p *program[C, K]) cost([]string) (string, error) { return p.port.Cost(p.container), nil }

// --- Loans

func (p *program[C, K]) apply(operands []string) (string, error) {
	return p.lent(operands[0], p.port.Apply), nil
}

func (p *program[C, K]) inspect(operands []string) (string, error) {
	return p.lent(operands[0], p.port.Inspect), nil
}

func (p *program[C, K]) lent(word string, lend func(C, K) (Lent, bool)) string {
	if key := p.key(word); key != nil {
		if lent, found := lend(p.container, *key); found {
			return fmt.Sprintf("%d/%d/%s", lent.Pivot, lent.Length, listed(lent.Others))
		}
	}
	return "none"
}

// exchange passes the first key to apply if the other is missing.
func (p *program[C, K]) exchange(operands []string) (string, error) {
	key, other := p.key(operands[0]), p.key(operands[1])
	var pivot, exchanged *int
	switch {
	case key != nil && other != nil:
		pivot, exchanged = p.port.Exchange(p.container, *key, *other)
	case key != nil:
		lent, found := p.port.Apply(p.container, *key)
		pivot = pointer(lent.Pivot, found)
	}
	if pivot == nil {
		return "none", nil
	}
	return both(pivot, exchanged), nil
}

func (p *program[C, K]) traverse([]string) (string, error) {
	var items []string
	for _, view := range p.port.Traverse(p.container) {
		items = append(items, fmt.Sprintf("%d/%d/%d", view[0], view[1], view[2]))
	}
	return listed(items), nil
}

// lend tries an operation while the first element is lent. Inserted elements get no number. Any key replaces a missing
// one, because the container refuses before it looks.
func (p *program[C, K]) lend(operands []string) (string, error) {
	for key := range p.port.Each(p.container) {
		numbered := len(p.keys)
		p.otherwise = &key
		defer func() { p.otherwise, p.keys = nil, p.keys[:numbered] }()
		return carriedOut(p.operations, p.do, operands[0], operands[1:])
	}
	return "none", nil
}

// --- Answers

func number(operand string) int {
	number, err := strconv.Atoi(operand)
	if err != nil {
		panic(err)
	}
	return number
}

func pointer(element int, found bool) *int {
	if found {
		return &element
	}
	return nil
}

func found(element *int) string {
	if element == nil {
		return "none"
	}
	return strconv.Itoa(*element)
}

func both(one, other *int) string { return found(one) + "/" + found(other) }

func yesOrNo(truth bool) string {
	if truth {
		return "yes"
	}
	return "no"
}

func listed[I any](items []I) string {
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = fmt.Sprint(item)
	}
	return "[" + strings.Join(words, ",") + "]"
}

// ascending returns a word with its list in ascending order, because a container may iterate in any order.
func ascending(word string) string {
	before, items, list := strings.Cut(word, "[")
	if !list {
		return word
	}
	sorted := strings.Split(strings.TrimSuffix(items, "]"), ",")
	slices.SortStableFunc(sorted, func(one, other string) int { return cmp.Compare(leading(one), leading(other)) })
	return before + "[" + strings.Join(sorted, ",") + "]"
}

// leading returns the first number of an item of a list; 0 for a word.
func leading(item string) int {
	first, _, _ := strings.Cut(item, "/")
	number, _ := strconv.Atoi(first)
	return number
}

// --- Lines

func answer[P any](
	line, fields string, operations map[string]operation[P], refusals map[string]error,
	open func(showsKeys bool, parameters Parameters) (doer, error),
) string {
	if strings.HasPrefix(line, "hello ") {
		return handshake(fields, operations)
	}
	configuration, rest, program := strings.Cut(line, " : ")
	if !program {
		return "!other"
	}
	words := strings.Split(rest, " ")
	level, parameters := configured(configuration)
	var do doer
	refused := attempt(refusals, func() (_ string, err error) {
		do, err = open(level != "contract", parameters)
		return "", err
	})
	for i, word := range words {
		parts := strings.Split(withoutWay(word), ":")
		words[i] = refused
		if refused == "" {
			words[i] = attempt(refusals, func() (string, error) { return carriedOut(operations, do, parts[0], parts[1:]) })
		} else {
			words[i] = "!other"
		}
		if level == "contract" {
			words[i] = ascending(words[i])
		}
	}
	return strings.Join(words, " ")
}

func configured(configuration string) (level string, parameters Parameters) {
	level, rest, _ := strings.Cut(configuration, " ")
	parameters = Parameters{}
	for _, pair := range strings.Fields(rest) {
		name, value, _ := strings.Cut(pair, "=")
		parameters[name] = value
	}
	return level, parameters
}

// secondPrefix stands before an operation on the second container.
const secondPrefix = "2."

func carriedOut[P any](operations map[string]operation[P], do doer, name string, operands []string) (string, error) {
	known, exists := operations[strings.TrimPrefix(name, secondPrefix)]
	switch {
	case !exists || name == "forge" || len(operands) < known.operands:
		return "", fmt.Errorf("there is no operation %s", name)
	case !known.offered:
		return "", fmt.Errorf("the port has no %s", name)
	}
	return do(name, operands)
}

// handshake returns the handshake, which lists the operations that the port leaves out.
func handshake[P any](fields string, operations map[string]operation[P]) string {
	var without []string
	for _, name := range order {
		if !operations[name].offered {
			without = append(without, name)
		}
	}
	said := []string{fmt.Sprintf("port protocol=%d", protocol)}
	if !strings.Contains(fields, "level=") {
		said = append(said, "level=contract")
	}
	for _, field := range strings.Fields(fields) {
		if abilities, left := strings.CutPrefix(field, "without="); left {
			without = append(without, abilities)
		} else {
			said = append(said, field)
		}
	}
	if len(without) > 0 {
		said = append(said, "without="+strings.Join(without, ","))
	}
	return strings.Join(said, " ")
}

// attempt returns the answer to an operation, even if it fails. Errors without a word are written to standard error.
func attempt(refusals map[string]error, operate func() (string, error)) (answer string) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err, _ := panicked.(error)
			answer = refused(err, refusals, fmt.Sprint(panicked), string(debug.Stack()))
		}
	}()
	answer, err := operate()
	if err != nil {
		return refused(err, refusals, err.Error(), "")
	}
	return answer
}

// refused returns the word for an error, whether it was returned or panicked.
func refused(err error, refusals map[string]error, what, where string) string {
	for word, own := range map[string]error{"!full": ErrFull, "!borrow": ErrBorrowed} {
		if errors.Is(err, own) || refusals[word] != nil && errors.Is(err, refusals[word]) {
			return word
		}
	}
	tell(what, where)
	return "!other"
}

const mostTold = 20

var told = map[string]bool{}

// tell writes each new error to standard error, once.
func tell(what, where string) {
	if !told[what] && len(told) < mostTold {
		told[what] = true
		fmt.Fprintf(os.Stderr, "answered !other: %s\n%s", what, where)
	}
}

// serveStandardStreams answers standard input, and ends the program if the answers cannot be written.
func serveStandardStreams(answer func(string) string) {
	endOnSignal()
	if serve(os.Stdin, os.Stdout, answer) != nil {
		os.Exit(1)
	}
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

// serve answers every line; the last one may be incomplete, and is ignored then. The error is that of writing an answer.
func serve(input io.Reader, output io.Writer, answer func(string) string) error {
	lines, out := bufio.NewReader(input), bufio.NewWriter(output)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return nil
		}
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if line == "" {
			continue
		}
		out.WriteString(answer(line))
		out.WriteByte('\n')
		if err := out.Flush(); err != nil {
			return err
		}
	}
}
