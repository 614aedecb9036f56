//! Vectors of the standard library: one is a sequence, the other one a pool, whose keys are references.

use std::cell::RefCell;
use std::io;
use std::mem;
use std::rc::{Rc, Weak};

use crate::family::{serve, Answer, Function, Operation};
use crate::starter::{Parameters, Port, Refusal};

#[path = "../../tables/sequence/table.rs"]
mod table;

// --- Vec: an element has a place

type Plain = Vec<i64>;

/// A place, or a number of elements.
fn size(o: &Operation<Plain, ()>, operand: usize) -> usize {
    o.number(operand) as usize
}

/// As many consecutive numbers as an operand says, from the next one on.
fn several(o: &Operation<Plain, ()>, operand: usize) -> impl Iterator<Item = i64> {
    let first = o.number(operand + 1);
    first..first + o.number(operand)
}

fn done(_: ()) -> Answer<()> {
    Answer::Done
}

/// The answer of a method that would panic, unless its places are right.
fn checked(right: bool, method: impl FnOnce() -> Answer<()>) -> Answer<()> {
    if right {
        method()
    } else {
        Answer::Refused("range")
    }
}

const FUNCTIONS: &[(&str, Function<Plain, ()>)] = &[
    ("push", |vec, o| done(vec.push(o.number(0)))),
    ("unshift", |vec, o| done(vec.insert(0, o.number(0)))),
    ("insert", |vec, o| checked(size(o, 0) <= vec.len(), || done(vec.insert(size(o, 0), o.number(1))))),
    ("extend", |vec, o| done(vec.extend(several(o, 0)))),
    ("insert_many", |vec, o| {
        let place = size(o, 0);
        checked(place <= vec.len(), || done(drop(vec.splice(place..place, several(o, 1)))))
    }),
    ("pop", |vec, _| Answer::Value(vec.pop())),
    ("shift", |vec, _| Answer::Value((!vec.is_empty()).then(|| vec.remove(0)))),
    ("remove_at", |vec, o| checked(size(o, 0) < vec.len(), || Answer::Value(Some(vec.remove(size(o, 0)))))),
    ("swap_remove", |vec, o| checked(size(o, 0) < vec.len(), || Answer::Value(Some(vec.swap_remove(size(o, 0)))))),
    ("truncate", |vec, o| done(vec.truncate(size(o, 0)))),
    ("split_off", |vec, o| checked(size(o, 0) <= vec.len(), || o.list(vec.split_off(size(o, 0))))),
    ("drain", |vec, o| {
        let (start, end) = (size(o, 0), size(o, 1));
        checked(start <= end && end <= vec.len(), || o.list(vec.drain(start..end)))
    }),
    ("retain", |vec, o| {
        let stays = |element: &i64| element % o.number(0) == o.number(1);
        let removed: Vec<_> = vec.iter().copied().filter(|element| !stays(element)).collect();
        vec.retain(stays);
        o.list(removed)
    }),
    ("clear", |vec, _| done(vec.clear())),
    ("set", |vec, o| checked(size(o, 0) < vec.len(), || done(vec[size(o, 0)] = o.number(1)))),
    ("swap", |vec, o| checked(size(o, 0).max(size(o, 1)) < vec.len(), || done(vec.swap(size(o, 0), size(o, 1))))),
    ("reverse", |vec, _| done(vec.reverse())),
    ("rotate", |vec, o| {
        let times = size(o, 0) % vec.len().max(1);
        done(vec.rotate_left(times))
    }),
    ("sort", |vec, o| done(vec.sort_by_key(|element| element % o.number(0)))),
    ("get", |vec, o| Answer::Value(vec.get(size(o, 0)).copied())),
    ("from_end", |vec, o| Answer::Value(vec.iter().rev().nth(size(o, 0)).copied())),
    ("contains", |vec, o| Answer::Truth(vec.contains(&o.number(0)))),
    ("index_of", |vec, o| {
        Answer::Value(vec.iter().position(|&element| element == o.number(0)).map(|place| place as i64))
    }),
    ("slice", |vec, o| {
        vec.get(size(o, 0)..size(o, 1)).map_or(Answer::Value(None), |found| o.list(found.iter().copied()))
    }),
    ("len", |vec, _| Answer::Value(Some(vec.len() as i64))),
    ("each", |vec, o| o.list(vec.iter().copied())),
    ("each_backwards", |vec, o| o.list(vec.iter().rev().copied())),
    ("each_from", |vec, o| o.list(vec.iter().skip(size(o, 0)).copied())),
    ("each_first", |vec, o| o.list(vec.iter().take(size(o, 0)).copied())),
    ("each_looking", |vec, o| {
        let last = vec.len().wrapping_sub(1);
        o.pairs(vec.iter().enumerate().map(|(place, &element)| (element, vec[last - place])))
    }),
    ("copy", |vec, o| o.cloned(vec.clone())),
    ("swap_containers", |vec, o| done(mem::swap(vec, o.other()))),
    ("equal", |vec, o| Answer::Truth(vec == o.other())),
    ("append", |vec, o| done(vec.append(o.other()))),
];

/// Answers for a `Vec`, which shifts, grows, and panics where places are beyond its end.
pub fn plain() -> io::Result<()> {
    let fields = "protocol=6 name=vec version=std system=sequence removal=shifts beyond=refuses capacity=grows";
    Ok(serve(fields, table::ROWS, |_| Vec::new(), FUNCTIONS))
}

fn listed(items: impl Iterator<Item = u64>) -> String {
    format!("[{}]", items.map(|item| item.to_string()).collect::<Vec<_>>().join(","))
}

// --- Vec<Rc<RefCell<_>>>: a key is a weak reference

/// What is in a cell: an element, and the number of its insertion, which the layout shows.
type Numbered = RefCell<(usize, u64)>;

/// The vector, which has the only strong references, and the table of keys by number.
pub struct Shared {
    cells: Vec<Rc<Numbered>>,
    keys: Vec<Weak<Numbered>>,
    /// The most elements that can ever be added, or 0: what a program that sets a bound expects.
    most: usize,
    swaps: bool,
}

impl Shared {
    fn open(parameters: &Parameters) -> Option<Self> {
        let swaps = parameters.text("removal", "shifts") == "swaps";
        Some(Self { cells: Vec::new(), keys: Vec::new(), most: parameters.number("capacity", 0), swaps })
    }

    /// Adds the cell that a function makes for its weak reference.
    fn push(&mut self, made: &mut dyn FnMut(usize) -> u64) -> Result<usize, Refusal> {
        let number = self.keys.len();
        if self.most > 0 && number == self.most {
            return Err(Refusal::Full);
        }
        let cell = Rc::new(RefCell::new((number, 0)));
        self.keys.push(Rc::downgrade(&cell));
        cell.borrow_mut().1 = made(number);
        self.cells.push(cell);
        Ok(number)
    }

    fn cell(&self, number: usize) -> Option<Rc<Numbered>> {
        self.keys.get(number)?.upgrade()
    }

    fn at(&self, number: usize) -> Option<u64> {
        self.cell(number).map(|cell| cell.borrow().1)
    }

    /// Changes the element of a key, and returns whether there is one.
    fn change(&self, number: usize, changed: u64) -> bool {
        self.cell(number).map(|cell| cell.borrow_mut().1 = changed).is_some()
    }

    fn remove(&mut self, number: usize) -> Option<u64> {
        let cell = self.cell(number)?;
        let place = self.cells.iter().position(|other| Rc::ptr_eq(other, &cell))?;
        let removed = if self.swaps { self.cells.swap_remove(place) } else { self.cells.remove(place) };
        let element = removed.borrow().1;
        Some(element)
    }
}

pub fn shared() -> Port<Shared, usize> {
    let fields = "name=vec-of-shared-cells version=std system=shared-vec level=layout";
    Port::new(fields, Shared::open)
        .add(|shared: &mut Shared, element| shared.push(&mut |_| element))
        .insert_with(|shared, factory| shared.push(factory).map(|_| ()))
        .remove(Shared::remove)
        .at(Shared::at)
        .contains(|shared, number| shared.cell(number).is_some())
        .replace(|shared, number, element| shared.change(number, element))
        .each_mut(|shared, change| shared.cells.iter().for_each(|cell| change(&mut cell.borrow_mut().1)))
        .len(|shared| shared.cells.len())
        .is_empty(|shared| shared.cells.is_empty())
        .clear(|shared| shared.cells.clear())
        .each(|shared, visit| {
            for cell in &shared.cells {
                let (number, element) = *cell.borrow();
                visit(number, element);
            }
        })
        .keys(|shared| shared.cells.iter().map(|cell| cell.borrow().0).collect())
        .drain(|shared| shared.cells.drain(..).map(|cell| cell.borrow().1).collect())
        .retain(|shared, keep| {
            let elements = shared.cells.iter().map(|cell| cell.borrow().1);
            let removed = elements.filter(|&element| !keep(element)).collect();
            shared.cells.retain(|cell| keep(cell.borrow().1));
            removed
        })
        .sort(|shared, rank| shared.cells.sort_by_key(|cell| rank(cell.borrow().1)))
        .layout(|shared| listed(shared.cells.iter().map(|cell| cell.borrow().0 as u64)))
        .parts(|number| (number as u64, 0))
}
