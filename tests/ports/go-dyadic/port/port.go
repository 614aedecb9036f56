// Port offers a dyadic list to the conformance kit, by its line protocol, version 3.
//
// Every operation is carried out by the container; the port keeps only the table of keys by number.
package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"dyadic"
)

const handshake = "port protocol=3 name=go-dyadic version=0.1.0 system=dyadic level=cost " +
	"id_bits=1-32 index_bits=2-31 without=apply,exchange,inspect,lend,traverse"

// nowhere stands for the key of an insertion that failed.
var nowhere = dyadic.Key{Index: -1}

// program is a fresh list, and the keys that its insertions returned.
type program struct {
	list           *dyadic.List[int]
	showsPositions bool
	keys           []dyadic.Key
}

// operations are what each operation does, given the operands of its word; the result is the answer.
var operations = map[string]func(p *program, operands []string) string{
	"add":         add,
	"insert_with": insertWith,
	"extend":      extend,
	"remove":      remove,
	"at":          func(p *program, operands []string) string { return found(p.list.At(p.key(operands[0]))) },
	"at_mut":      atMut,
	"replace":     replace,
	"repack":      repack,

	"contains": func(p *program, operands []string) string {
		return yesOrNo(p.list.At(p.key(operands[0])) != nil)
	},

	"len":      func(p *program, _ []string) string { return strconv.Itoa(p.list.Len()) },
	"is_empty": func(p *program, _ []string) string { return yesOrNo(p.list.Len() == 0) },
	"each":     each,
	"keys":     keys,
	"each_mut": eachMut,
	"drain":    func(p *program, _ []string) string { return p.listed(p.list.Drain()) },
	"retain":   retain,
	"reload":   func(p *program, _ []string) string { p.list = p.list.Clone(); return "ok" },
	"clear":    func(p *program, _ []string) string { p.list.Clear(); return "ok" },

	"reserve": func(p *program, operands []string) string {
		return done(p.list.Reserve(number(operands[0])))
	},

	"shrink_to_fit": func(p *program, _ []string) string { p.list.ShrinkToFit(); return "ok" },
	"layout":        layout,

	"cost": func(p *program, _ []string) string {
		cost := p.list.Cost()
		return fmt.Sprintf("0/%d/%d/%d", cost.Moved, cost.Dropped, cost.Visited)
	},
}

// --- Insertion ---

// numbered gives the next insertions numbers; they have no keys yet.
func (p *program) numbered(count int) (first int) {
	first = len(p.keys)
	p.keys = append(p.keys, slices.Repeat([]dyadic.Key{nowhere}, count)...)
	return first
}

func add(p *program, _ []string) string {
	number := p.numbered(1)
	key, err := p.list.Add(number)
	if err != nil {
		return done(err)
	}
	p.keys[number] = key
	return p.issued(key)
}

func insertWith(p *program, _ []string) string {
	number := p.numbered(1)
	_, err := p.list.InsertWith(func(key dyadic.Key) int {
		p.keys[number] = key // and not the one that is returned
		return number
	})
	if err != nil {
		return done(err)
	}
	return p.issued(p.keys[number])
}

func extend(p *program, operands []string) string {
	count := number(operands[0])
	first := p.numbered(count)
	elements := make([]int, count)
	for i := range elements {
		elements[i] = first + i
	}
	issued, err := p.list.Extend(elements)
	if err != nil {
		return done(err)
	}
	copy(p.keys[first:], issued)
	words := make([]string, count)
	for i, key := range issued {
		words[i] = p.issued(key)
	}
	return list(words)
}

// --- One element ---

func remove(p *program, operands []string) string {
	if element, removed := p.list.Remove(p.key(operands[0])); removed {
		return strconv.Itoa(element)
	}
	return "none"
}

func atMut(p *program, operands []string) string {
	element := p.list.At(p.key(operands[0]))
	if element != nil {
		*element += number(operands[1])
	}
	return found(element)
}

func replace(p *program, operands []string) string {
	return yesOrNo(p.list.Replace(p.key(operands[0]), number(operands[1])))
}

func repack(p *program, operands []string) string {
	packed, fits := p.list.Pack(p.key(operands[0]))
	if !fits {
		return "none"
	}
	return found(p.list.At(p.list.Unpack(packed)))
}

// --- All elements ---

func each(p *program, _ []string) string {
	if !p.showsPositions {
		return keys(p, nil)
	}
	var words []string
	for key, element := range p.list.All() {
		words = append(words, fmt.Sprintf("%d.%d=%d", key.Index, key.ID, element))
	}
	return list(words)
}

func keys(p *program, _ []string) string {
	var elements []int
	for key := range p.list.All() {
		elements = append(elements, *p.list.At(key))
	}
	return p.listed(elements)
}

func eachMut(p *program, operands []string) string {
	difference := number(operands[0])
	for _, element := range p.list.Pointers() {
		*element += difference
	}
	return "ok"
}

func retain(p *program, operands []string) string {
	modulus, residue := number(operands[0]), number(operands[1])
	return p.listed(p.list.Retain(func(_ dyadic.Key, element int) bool { return element%modulus == residue }))
}

func layout(p *program, _ []string) string {
	space, blocks, nextID := p.list.Layout()
	parts := []string{strconv.Itoa(space)}
	for _, b := range blocks {
		free := strings.Trim(strings.ReplaceAll(fmt.Sprint(b.Free), " ", ","), "[]")
		parts = append(parts, fmt.Sprintf("%d:%d:%d:%d:%s", b.Start, b.Size, b.Live, b.Opened, free))
	}
	return strings.Join(append(parts, strconv.FormatUint(nextID, 10)), "|")
}

// --- Words ---

// key is the key of that number, one near it for number~index.id, or any for #index.id.
func (p *program) key(name string) dyadic.Key {
	anchor, parts, isForged := strings.Cut(strings.Replace(name, "#", "~", 1), "~")
	if !isForged {
		return p.keys[number(name)]
	}
	var near dyadic.Key
	if anchor != "" {
		near = p.keys[number(anchor)]
	}
	if near == nowhere {
		return nowhere
	}
	index, id, _ := strings.Cut(parts, ".")
	return dyadic.Key{Index: near.Index + number(index), ID: near.ID + uint64(number(id))}
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return value
}

func (p *program) issued(key dyadic.Key) string {
	if !p.showsPositions {
		return "ok"
	}
	return fmt.Sprintf("%d.%d", key.Index, key.ID)
}

// listed are elements as a list, which is sorted where positions are not shown.
func (p *program) listed(elements []int) string {
	if !p.showsPositions {
		slices.SortFunc(elements, cmp.Compare[int])
	}
	words := make([]string, len(elements))
	for i, element := range elements {
		words[i] = strconv.Itoa(element)
	}
	return list(words)
}

func list(words []string) string { return "[" + strings.Join(words, ",") + "]" }

func found(element *int) string {
	if element == nil {
		return "none"
	}
	return strconv.Itoa(*element)
}

func yesOrNo(truth bool) string {
	if truth {
		return "yes"
	}
	return "no"
}

func done(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, dyadic.ErrFull):
		return "!full"
	}
	return "!other"
}

// --- Programs ---

// open makes a list of name=value; nil if the container refuses it, and then every operation fails.
func open(pairs []string) *dyadic.List[int] {
	options := dyadic.Options{Minimum: 4, Truncate: dyadic.Iteration, IDBits: 32, IndexBits: 31}
	numbers := map[string]*int{
		"minimum":    &options.Minimum,
		"capacity":   &options.Capacity,
		"id_bits":    &options.IDBits,
		"index_bits": &options.IndexBits,
	}
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		if field, isNumber := numbers[name]; isNumber {
			*field = number(value)
		} else if name == "truncate" {
			options.Truncate = dyadic.Truncate(value)
		}
	}
	list, err := dyadic.New[int](options)
	if err != nil {
		return nil
	}
	return list
}

// attempt is the answer to one operation, whatever becomes of it.
func attempt(p *program, word string) (answer string) {
	defer func() {
		if recover() != nil {
			answer = "!other"
		}
	}()
	operands := strings.Split(word, ":")
	return operations[operands[0]](p, operands[1:])
}

// answer is the answer to one line: level name=value … : operation …
func answer(line string) string {
	if strings.HasPrefix(line, "hello ") {
		return handshake
	}
	words := strings.Split(line, " ")
	colon := slices.Index(words, ":")
	if colon < 1 {
		return "!other"
	}
	p := &program{list: open(words[1:colon]), showsPositions: words[0] != "contract"}
	var answers []string
	for _, word := range words[colon+1:] {
		answers = append(answers, attempt(p, word))
	}
	return strings.Join(answers, " ")
}

func main() {
	input, output := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for {
		line, err := input.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			fmt.Fprintln(output, answer(line))
			output.Flush()
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
