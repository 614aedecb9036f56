package main

import (
	"cmp"
	"errors"
	"iter"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"starter"
)

type port = starter.Port[*slotMap, key]

// expect compares the answer of a port to a line.
func expect(t *testing.T, answer func(string) string, line, expected string) {
	t.Helper()
	if answered := answer(line); answered != expected {
		t.Errorf("%s\n  expected %s\n  answered %s", line, expected, answered)
	}
}

// with returns the port with a change.
func with(change func(*port)) *port {
	port := newPort()
	change(&port)
	return &port
}

func keys(m *slotMap) []key { return slices.Collect(maps.Keys(maps.Collect(m.all()))) }

// whole is the port with all common operations of pools, and those of a StableList.
func whole() *port {
	return with(func(p *port) {
		p.InsertWith = func(m *slotMap, factory func(key) int) error {
			k, err := m.insert(-1)
			*m.at(k) = factory(k)
			return err
		}
		p.Extend = func(m *slotMap, elements []int) (keys []key, err error) {
			if len(elements) > 1000 {
				return nil, starter.ErrFull
			}
			for _, element := range elements {
				k, _ := m.insert(element)
				keys = append(keys, k)
			}
			return keys, nil
		}
		p.Put = func(m *slotMap, index, element int) (key, *int, error) {
			k := key{uint64(index), 0}
			place := m.at(k)
			if place == nil {
				return k, nil, errFull
			}
			displaced := *place
			*place = element
			return k, &displaced, nil
		}
		p.Pair = func(m *slotMap, one, other key) (*int, *int) { return m.at(one), m.at(other) }
		p.RemoveMany = func(m *slotMap, one, other key) (*int, *int, error) {
			first, found := m.remove(one)
			second, too := m.remove(other)
			if !found || !too {
				return nil, nil, errors.New("not tested")
			}
			return &first, &second, nil
		}
		p.KeyAt = func(m *slotMap, k key) (key, int, bool) {
			element, found := p.At(m, k)
			return k, element, found
		}
		p.AtMut = func(m *slotMap, k key, difference int) (int, bool) {
			if place := m.at(k); place != nil {
				*place += difference
			}
			return p.At(m, k)
		}
		p.EachMut = func(m *slotMap, difference int) {
			for _, k := range keys(m) {
				*m.at(k) += difference
			}
		}
		p.Clear = func(m *slotMap) error { *m = slotMap{}; return nil }
		p.Keys = func(m *slotMap) iter.Seq[key] { return slices.Values(keys(m)) }
		p.Retain = func(m *slotMap, keep func(int) bool) (removed []int, _ error) {
			for k, element := range m.all() {
				if !keep(element) {
					m.remove(k)
					removed = append(removed, element)
				}
			}
			return removed, nil
		}
		p.Drain = func(m *slotMap) ([]int, error) { return p.Retain(m, func(int) bool { return false }) }
		p.Sort = func(m *slotMap, rank func(int) int) { // to show the ranks
			for _, k := range keys(m) {
				*m.at(k) = rank(*m.at(k))
			}
		}
		p.Reserve = func(_ *slotMap, additional int) error {
			if additional > 1000 {
				return starter.ErrFull
			}
			return nil
		}
		p.ShrinkToFit = func(*slotMap) error { return nil }
		p.Repack = func(_ *slotMap, k key) (key, bool) { return k, k.generation == 0 }
		p.Reload = func(m *slotMap) *slotMap { return &slotMap{m.capacity, slices.Clone(m.slots), slices.Clone(m.free)} }
		p.Apply = func(m *slotMap, k key) (starter.Lent, bool) {
			pivot, found := p.At(m, k)
			return starter.Lent{Pivot: pivot, Length: 2, Others: []int{5, 3}}, found
		}
		p.Inspect = p.Apply
		p.Exchange = func(m *slotMap, one, other key) (*int, *int) { return m.at(one), m.at(other) }
		p.Traverse = func(*slotMap) [][3]int { return [][3]int{{4, 1, 2}, {2, 1, 4}} }
		p.Layout = func(*slotMap) string { return "4|0" }
		p.Cost = func(*slotMap) string { return "0/0" }
	})
}

func TestHandshakeLeavesOutWhatThePortDoesNotHave(t *testing.T) {
	port := newPort()
	expect(t, port.Answer, "hello 5", "port protocol=5 level=contract "+fields+" without=insert_with,extend,put,remove_many,pair,"+
		"key_at,at_mut,each_mut,clear,keys,apply,inspect,exchange,traverse,lend,drain,retain,sort,reserve,shrink_to_fit,repack,reload,"+
		"layout,cost")
	other := whole()
	other.Fields, other.Forge = "name=x version=1 system=stablelist level=cost id_bits=32 without=negative", nil
	expect(t, other.Answer, "hello 5",
		"port protocol=5 name=x version=1 system=stablelist level=cost id_bits=32 without=lend,forge,negative")
	other.At = nil // Keys and Repack need it
	expect(t, other.Answer, "hello 5",
		"port protocol=5 name=x version=1 system=stablelist level=cost id_bits=32 without=at,keys,lend,repack,forge,negative")
}

func TestEveryOperationHasItsWord(t *testing.T) {
	for words, expected := range map[string]string{
		"contract : add add remove:0 at:0 at:1 contains:0 contains:1 len is_empty":            "ok ok 0 none 1 no yes 1 no",
		"contract : add replace:0:7 at:0 remove:0 replace:0:8":                                "ok yes 7 7 no",
		"contract : insert_with at:0 extend:2 at:2 extend:1001 add at:1004":                   "ok 0 [ok,ok] 2 !full ok 1004",
		"contract : extend:0 put:0 add put:0 at:2":                                            "[] !full ok 1 2",
		"contract : add add pair:1:0 remove:0 pair:1:0":                                       "ok ok 1/0 0 1/none",
		"contract : add at_mut:0:5 each_mut:2 at:0 remove:0 at_mut:0:1":                       "ok 5 ok 7 7 none",
		"contract : extend:3 keys retain:2:1 keys clear keys":                                 "[ok,ok,ok] [0,1,2] [0,2] [1] ok []",
		"contract : extend:4 sort:3 at:2 at:3":                                                "[ok,ok,ok,ok] ok 2 0",
		"contract : extend:2 reserve:3 reserve:2000 shrink_to_fit repack:1 reload drain each": "[ok,ok] ok !full ok 1 ok [0,1] []",
		"contract : add add remove_many:0:1 add apply:0 apply:2 traverse":                     "ok ok 0/1 ok none 2/2/[3,5] [2/1/4,4/1/2]",
		"layout : add add key_at:0 inspect:0 exchange:0:1 traverse layout cost":               "0.0 1.0 0.0=0 0/2/[5,3] 0/1 [4/1/2,2/1/4] 4|0 0/0",
	} {
		expect(t, whole().Answer, words, expected)
	}
}

func TestKeysThatAreNotThere(t *testing.T) {
	for words, expected := range map[string]string{
		"contract capacity=1 : add add at:1 remove:1 at:1~0.0 remove:0 add at:2":                   "ok !full none none none 0 ok 2",
		"contract : add at:#0.0 at:#0.1 at:#-1.0 at:0~0.0 at:0~0.1 at:0~0.-1 at:0~1.0":             "ok 0 none none 0 none none none",
		"contract : add at:#18446744073709551615.0 at:0~0.18446744073709551616":                    "ok none none",
		"contract : add pair:0:#7.7 pair:#-7.7:0 exchange:0:#-1.1 exchange:#-1.1:0 at_mut:#-1.0:1": "ok 0/none none/0 0/none none none",
		"contract : add remove_many:#-1.0:0 at:0 remove_many:0:#-1.0":                              "ok none/0 none none/none",
	} {
		expect(t, whole().Answer, words, expected)
	}
}

func TestOnlyTheIndexOfAKeyCountsForTheKeyAtIt(t *testing.T) {
	port := with(func(p *port) {
		p.KeyAt = func(m *slotMap, k key) (key, int, bool) {
			for live, element := range m.all() {
				if live.index == k.index {
					return live, element, true
				}
			}
			return k, 0, false
		}
		p.Forge = func(index, id uint64) (key, bool) { return key{index, id}, id == 0 }
	})
	expect(t, port.Answer, "contract : add key_at:0 key_at:#0.7 key_at:#0.-1 key_at:0~0.-1 at:0~0.-1", "ok 0 0 0 0 none")
	expect(t, port.Answer, "contract : add key_at:#1.0 key_at:#-1.0 key_at:0~1.0", "ok none none none")
}

func TestFailuresHaveTheirWords(t *testing.T) {
	failing := with(func(p *port) {
		p.At = func(*slotMap, key) (int, bool) { panic("oops") }
		p.Clear = func(*slotMap) error { return errors.New("oops") }
	})
	expect(t, failing.Answer, "contract : add at:0 clear nonsense at len", "ok !other !other !other !other 1")
	refusing := with(func(p *port) {
		p.Open = func(starter.Parameters) (*slotMap, error) { return nil, errFull }
	})
	expect(t, refusing.Answer, "contract : add len", "!other !other")
}

func TestWhatAContainerDocumentsDifferently(t *testing.T) {
	silent := with(func(p *port) { p.Fields += " remove=silent" })
	expect(t, silent.Answer, "contract : add remove:0 remove:0", "ok ok ok")
	issuing := with(func(p *port) { p.Fields += " ids=only" })
	expect(t, issuing.Answer, "contract : add add remove:1 remove:1", "ok ok yes no")
}

func TestContainerThatIsLent(t *testing.T) {
	lending := with(func(p *port) {
		p.Lend = true
		p.Remove = func(*slotMap, key) (int, bool, error) { return 0, false, starter.ErrBorrowed }
	})
	expect(t, lending.Answer, "contract : lend:remove:0 add lend:remove:0 lend:remove:#-1.1", "none ok !borrow !borrow")
	expect(t, lending.Answer, "contract : add lend:nonsense lend:remove lend:at:0 at:7", "ok !other !other 0 none")
	expect(t, lending.Answer, "contract : add lend:add add each at:1", "ok ok ok [0,1,1] 1")
	panicking := with(func(p *port) {
		p.Lend = true
		p.Remove = func(*slotMap, key) (int, bool, error) { panic(starter.ErrBorrowed) }
	})
	expect(t, panicking.Answer, "contract : add lend:remove:0 at:#-1.0", "ok !borrow none")
}

func TestListsAreInAscendingOrderAtLevelContractOnly(t *testing.T) {
	backwards := with(func(p *port) {
		p.Each = func(m *slotMap) iter.Seq2[key, int] {
			return func(yield func(key, int) bool) {
				for i := len(m.slots) - 1; i >= 0 && yield(key{uint64(i), 0}, m.slots[i].element); i-- {
				}
			}
		}
	})
	expect(t, backwards.Answer, "contract : "+strings.Repeat("add ", 11)+"each",
		strings.Repeat("ok ", 11)+"[0,1,2,3,4,5,6,7,8,9,10]")
	expect(t, backwards.Answer, "layout : add add each", "0.0 1.0 [1.0=1,0.0=0]")
}

// conversation runs this test program as the port, and returns its answers to lines and its standard error.
func conversation(t *testing.T, input string) (output, told string) {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^$")
	command.Env = append(os.Environ(), "AS_PORT=yes")
	var out, complaints strings.Builder
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(input), &out, &complaints
	if err := command.Run(); err != nil {
		t.Error(err)
	}
	return out.String(), complaints.String()
}

func TestMain(m *testing.M) {
	if os.Getenv("AS_PORT") == "yes" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestLines(t *testing.T) {
	output, told := conversation(t, "\n\r\ncontract : add at:0\r\nnonsense\ncontract : add\ncontract : ad")
	if output != "ok 0\n!other\nok\n" || told != "" {
		t.Error(output, told)
	}
}

// vectors returns the lines of a file of the newest vectors.
func vectors(t *testing.T, name string) []string {
	t.Helper()
	versions, _ := filepath.Glob("../../vectors/*.*")
	newest := slices.MaxFunc(versions, func(one, other string) int {
		return cmp.Or(len(one)-len(other), strings.Compare(one, other))
	})
	text, err := os.ReadFile(filepath.Join(newest, name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func TestVectorsThatThePortCanTake(t *testing.T) {
	port, taken := newPort(), 0
	_, list, _ := strings.Cut(port.Answer("hello 5"), "without=")
	lacks := func(need string) bool { return slices.Contains(strings.Split(list, ","), need) }
	for _, line := range vectors(t, "MANIFEST.tsv") {
		entry := strings.Split(line, "\t")
		if !strings.HasPrefix(entry[0], "slotmap/contract/") || slices.ContainsFunc(strings.Split(entry[6], ","), lacks) {
			continue
		}
		taken++
		answers := vectors(t, entry[0]+".out")
		for number, line := range vectors(t, entry[0]+".in") {
			expect(t, port.Answer, line, answers[number])
		}
	}
	if taken <= 5 {
		t.Error("the port can take", taken, "files")
	}
}

func TestFailureIsToldOnce(t *testing.T) {
	output, told := conversation(t, "contract : oops oops oops\n")
	if output != "!other !other !other\n" || strings.Count(told, "there is no operation oops") != 1 {
		t.Error(output, told)
	}
}

func TestHugeLines(t *testing.T) {
	output, _ := conversation(t, "contract : "+strings.Repeat("add ", 30_000)+"each\n"+strings.Repeat("x", 100_000_000)+"\n")
	if !strings.HasSuffix(output, ",29999]\n!other\n") {
		t.Error(output[max(0, len(output)-100):])
	}
}
