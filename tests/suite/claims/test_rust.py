"""What the compiler of Rust accepts and refuses (thesis, 2.3, 4, 5.1, 5.3 to 5.6; listings of other documents)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from suite.claims.ledger import claim
from suite.claims.models import Stack

pytestmark = pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc not found")

KEY: Final = """
use std::marker::PhantomData;
struct Key<T, I = u32> { index: usize, id: I, of: PhantomData<T> }
enum Cell<T, I, N = usize> { Has(T, I), Not(Option<N>) }
"""


@cache
def complaints(source: str, edition: str = "2021") -> frozenset[str]:
    """The codes of the errors in a library; an error without a code is its message."""
    command = ["rustc", "--crate-type=lib", "--emit=metadata", f"--edition={edition}"]
    command += ["--error-format=json", "-A", "warnings", "-"]
    # Not to /dev/null: rustc would put a file in the place of the device.
    with TemporaryDirectory() as folder:
        run = subprocess.run(command, input=source, capture_output=True, text=True, cwd=folder)
    said = [json.loads(line) for line in run.stderr.splitlines() if line.startswith("{")]
    errors = [each for each in said if each["level"] == "error" and each["spans"]]
    found = {(each["code"] or {}).get("code") or each["message"] for each in errors}
    assert bool(found) is (run.returncode != 0), run.stderr
    return frozenset(found)


@cache
def sizes(folder: Path) -> dict[str, int]:
    """The sizes of keys and cells, as a program tells them."""
    types = {
        "marker": "PhantomData<String>",
        "key": "Key<String>",
        "small_key": "(u16, u32)",
        "byte": "Cell<u8, u32>",
        "small_byte": "Cell<u8, u32, u16>",
        "large": "Cell<[u8; 32], u32>",
        "small_large": "Cell<[u8; 32], u32, u16>",
    }
    lines = "".join(
        f'println!("{name} {{}}", size_of::<{kind}>());' for name, kind in types.items()
    )
    source, program = folder / "sizes.rs", folder / "sizes"
    source.write_text(
        f"#![allow(dead_code)]\nuse std::mem::size_of;\n{KEY}\nfn main() {{ {lines} }}"
    )
    subprocess.run(["rustc", "--edition=2021", "-o", program, source], check=True)
    said = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    return {name: int(size) for name, size in re.findall(r"(\w+) (\d+)", said)}


@pytest.fixture(scope="session")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    return sizes(tmp_path_factory.mktemp("sizes"))


@claim("two-borrows")
def test_two_elements_cannot_be_borrowed_at_once() -> None:
    """But two parts of a split can."""
    both = "pub fn f(v: &mut Vec<u8>) { let a = &mut v[0]; let b = &mut v[1]; *a += *b; }"
    assert complaints(both) == {"E0499"}
    split = "let (a, b) = v.split_at_mut(1); a[0] += b[0]; b[0] += a[0];"
    assert not complaints(f"pub fn f(v: &mut Vec<u8>) {{ {split} }}")


@claim("borrow-in-scope")
def test_borrow_ends_with_its_last_use() -> None:
    """Though the variable is still there."""
    source = "pub fn f(v: &mut Vec<u8>) -> u8 { let a = &mut v[0]; *a = 1; v[1] }"
    assert not complaints(source)


@claim("three-parts")
def test_pivot_and_both_parts_can_be_changed_at_once() -> None:
    """Two splits make three borrows."""
    source = """pub fn f(v: &mut [u8], i: usize) {
        let (head, rest) = v.split_at_mut(i);
        let (pivot, tail) = rest.split_first_mut().unwrap();
        *pivot += head[0] + tail[0]; head[0] += *pivot; tail[0] += head[0];
    }"""
    assert not complaints(source)


@claim("split-listing")
def test_split_result_must_be_a_tuple_and_named() -> None:
    """An option has one parameter, and a name must be declared."""
    assert "E0107" in complaints("pub type Split<'a> = Option<&'a mut u8, &'a mut [u8]>;")
    source = (
        "pub fn f(left: &[u8], rest: &[u8]) -> usize { let _ = rest; left.len() + right.len() }"
    )
    assert complaints(source) == {"E0425"}


@claim("view-lifetime")
def test_view_of_a_list_that_is_gone_is_refused() -> None:
    """It would refer to what is no longer there."""
    source = "pub fn f<'a>() -> &'a mut [u8] { let mut list = vec![1, 2]; &mut list[1..] }"
    assert complaints(source) == {"E0515"}


@claim("compiler-enforces")
def test_shared_cells_compile_whatever_is_borrowed() -> None:
    """Even the same element twice."""
    source = """use std::{cell::RefCell, rc::Rc};
    pub fn f(v: &Vec<Rc<RefCell<u8>>>) {
        let mut a = v[0].borrow_mut(); let mut b = v[0].borrow_mut();
        *a += *b; *b += *a;
    }"""
    assert not complaints(source)


@claim("key-size")
def test_marker_takes_no_room(measured: dict[str, int]) -> None:
    """A key takes the room of its index and its id, rounded up."""
    assert (measured["marker"], measured["key"]) == (0, 16)


@claim("marker-needed")
def test_parameter_without_a_field_is_refused() -> None:
    assert complaints("pub struct Key<T> { pub index: usize }") == {"E0392"}


@claim("key-is-copy")
def test_key_of_what_cannot_be_copied_is_moved() -> None:
    """With derived implementations; not with ones that ask nothing of the elements."""
    twice = "pub fn f(key: Key<String>) -> (Key<String>, Key<String>) { (key, key) }"
    derived = KEY.replace("struct Key", "#[derive(Clone, Copy)] struct Key")
    assert complaints(derived + twice) == {"E0382"}
    by_hand = """impl<T, I: Copy> Copy for Key<T, I> {}
    impl<T, I: Copy> Clone for Key<T, I> { fn clone(&self) -> Self { *self } }
    """
    assert not complaints(KEY + by_hand + twice)


@claim("head-in-some")
def test_head_of_a_free_list_is_an_option_already() -> None:
    """An option of an option is of another type."""
    vacate = "pub struct Part { next: Option<usize> } pub fn f(p: &Part) -> Cell<u8, u32> { Cell::Not(Some(p.next)) }"
    assert complaints(KEY + vacate) == {"E0308"}
    assert not complaints(KEY + vacate.replace("Some(p.next)", "p.next"))


@claim("keys-by-type")
def test_key_of_another_type_is_refused() -> None:
    """At compile time."""
    use = "pub fn take(_: Key<u8>) {} pub fn f(key: Key<u16>) { take(key) }"
    assert complaints(KEY + use) == {"E0308"}


@claim("ids-must-be-copied")
def test_text_is_no_id() -> None:
    """It cannot be copied."""
    source = "pub trait Id: Copy {} impl Id for String {}"
    assert complaints(source) == {"E0277"}


@claim("listings-of-4")
def test_listings_of_the_interface_do_not_compile() -> None:
    """Sum and elements of different types, closures of one argument, a type as a bound, two values for one place."""
    total = (
        "pub fn f(v: &[u32]) -> i32 { let mut sum: i32 = 0; v.iter().for_each(|x| sum += x); sum }"
    )
    assert "E0277" in complaints(total)
    one = "pub fn each<F: FnMut(usize, &u8)>(_: F) {} pub fn f() { each(|_x| ()) }"
    assert complaints(one) == {"E0593"}
    bound = "pub struct Access; pub fn update<A: Access>(_: &mut A) {}"
    assert complaints(bound) == {"E0404"}
    (message,) = complaints('pub fn f() { println!("{}", 1, 2) }')
    assert "never used" in message


@claim("no-warning")
def test_reference_that_need_not_be_mutable_is_not_noticed() -> None:
    """The compiler is silent even if every warning is an error."""
    source = "#![deny(warnings)]\npub fn f(x: &mut u8) -> u8 { *x }"
    command = ["rustc", "--crate-type=lib", "--emit=metadata", "-"]
    with TemporaryDirectory() as folder:
        assert subprocess.run(command, input=source, text=True, cwd=folder).returncode == 0


@claim("reference-to-temporary")
def test_reference_to_an_option_that_was_just_made_is_refused() -> None:
    """As the thesis says, with this code."""
    source = "pub fn at(v: &[u8], i: usize) -> &Option<&u8> { &Some(&v[i]) }"
    assert complaints(source.replace("&Option<&u8>", "&'static Option<&'static u8>")) >= {"E0515"}
    assert "E0515" in complaints(
        "pub struct L(Vec<u8>); impl L { pub fn at(&self) -> &Option<&u8> { &Some(&self.0[0]) } }"
    )


@claim("index-listings")
def test_listings_of_indexing_do_not_compile() -> None:
    """A pattern of another shape; an unwrap that moves out; a match that does."""
    shape = "pub fn f(c: &Cell<u8, u32>) -> bool { match c { Cell::Has((_e, _)) => true, Cell::Not(_) => false } }"
    assert "E0023" in complaints(KEY + shape)
    moves = "pub struct L(Vec<Option<String>>); impl L { pub fn at(&self) -> &String { &self.0[0].unwrap() } }"
    assert "E0507" in complaints(moves)
    moved = (
        "pub fn f(v: &[Option<String>]) -> usize { match v[0] { Some(e) => e.len(), None => 0 } }"
    )
    assert complaints(moved) == {"E0508"}


@claim("illegal-states")
def test_separate_fields_can_hold_what_the_enumeration_cannot() -> None:
    """Two of the four combinations."""
    fields = "pub enum IdOrNext { Id(u32), Next(usize) } pub type Apart = (Option<u8>, IdOrNext);"
    wrong = "pub const A: Apart = (Some(1), IdOrNext::Next(0)); pub const B: Apart = (None, IdOrNext::Id(0));"
    assert not complaints(fields + wrong)
    assert complaints(KEY + "pub const A: Cell<u8, u32> = Cell::Has(1);") == {"E0061"}


@claim("no-lending-iterator")
def test_iterator_cannot_lend_its_steps() -> None:
    """An associated type with a lifetime is not that of the trait; in a trait of one's own it is possible."""
    steps = "pub struct Steps<'a>(&'a mut [u8]);"
    body = """{
        type Item<'b> = &'b mut [u8] where Self: 'b;
        fn next<'c>(&'c mut self) -> Option<Self::Item<'c>> { None }
    }"""
    assert complaints(f"{steps} impl<'a> Iterator for Steps<'a> {body}")
    own = "pub trait Lends { type Item<'b> where Self: 'b; fn next<'c>(&'c mut self) -> Option<Self::Item<'c>>; }"
    assert not complaints(f"{steps} {own} impl<'a> Lends for Steps<'a> {body}")


@claim("gat")
def test_parameter_of_an_associated_type_can_be_a_type() -> None:
    """So they are not called after lifetimes; and the compiler has them."""
    assert not complaints("pub trait Family { type Of<T>; fn make<T>(element: T) -> Self::Of<T>; }")


@claim("single-iterator")
def test_single_iteration_is_possible() -> None:
    """A loop over references to the elements of cells."""
    source = """pub struct L(Vec<Option<u8>>);
    impl<'a> IntoIterator for &'a L {
        type Item = &'a u8; type IntoIter = std::iter::Flatten<std::slice::Iter<'a, Option<u8>>>;
        fn into_iter(self) -> Self::IntoIter { self.0.iter().flatten() }
    }
    pub fn sum(l: &L) -> u32 { let mut n = 0; for x in l { n += u32::from(*x) } n }"""
    assert not complaints(source)


@claim("share-of-the-index")
def test_cell_is_larger_than_its_index_and_element(measured: dict[str, int]) -> None:
    """It holds an id, too, and what both variants need is not added; so the share is another one."""
    assert round(100 * 64 / 72, 1) == 88.9
    assert round(100 * 16 / 24, 1) == 66.7
    assert (measured["byte"], measured["small_byte"]) == (16, 8)


@claim("narrow-saves-each-cell")
def test_narrow_index_saves_nothing_in_a_cell_of_a_large_element(measured: dict[str, int]) -> None:
    """A vacancy uses the room of the element."""
    assert measured["large"] - measured["small_large"] <= 4
    assert measured["byte"] == 2 * measured["small_byte"]


@claim("grid-of-keys")
def test_key_for_each_cell_of_a_grid(measured: dict[str, int]) -> None:
    """The indices alone take 2 MiB, or 512 KiB; with its id, a key takes twice as much, and half of that."""
    cells = 512 * 512
    assert (cells * 64 // 8, cells * 16 // 8) == (2 * 2**20, 512 * 2**10)
    assert (cells * measured["key"], cells * measured["small_key"]) == (4 * 2**20, 2 * 2**20)


@claim("box")
def test_boxes_can_be_dropped_in_any_order_but_not_outlive_their_allocator() -> None:
    """In the order of their creation, a stack lets two blocks overlap."""
    boxed = """pub struct Stack; pub struct Held<'a>(&'a Stack);
    impl Stack { pub fn boxed(&self) -> Held<'_> { Held(self) } }
    impl Drop for Held<'_> { fn drop(&mut self) {} }
    """
    order = "let (a, b) = (stack.boxed(), stack.boxed()); drop(a); let c = stack.boxed(); drop(b); drop(c);"
    assert not complaints(f"{boxed} pub fn f(stack: &Stack) {{ {order} }}")
    outlives = "pub fn f() -> Held<'static> { let stack = Stack; stack.boxed() }"
    assert complaints(boxed + outlives) == {"E0515"}
    stack = Stack()
    first, second = stack.allocate(16), stack.allocate(16)
    stack.free(first)
    assert stack.allocate(32) < second < stack.top


@claim("hash-set-listing")
def test_name_that_is_not_declared_is_refused() -> None:
    """A set that is filled by another name than its own."""
    source = "use std::collections::HashSet; pub fn f() { let mut ids: HashSet<u8> = HashSet::new(); set.insert(5); }"
    assert complaints(source) == {"E0425"}


@claim("sparse-set-compiles")
def test_conversion_needs_a_bound() -> None:
    """To be copied and compared does not make a number of a value."""
    source = "pub fn f<T: Copy + Eq>(value: T) -> usize { value.into() }"
    assert complaints(source) == {"E0277"}
    assert not complaints(source.replace("Eq>", "Eq + Into<usize>>"))


@claim("slot-map-compiles")
def test_field_name_is_reserved_since_2024() -> None:
    """In the editions before, it is a name."""
    source = "pub struct Slots { pub gen: Vec<u32> }"
    assert not complaints(source)
    assert any("reserved" in each for each in complaints(source, "2024"))
