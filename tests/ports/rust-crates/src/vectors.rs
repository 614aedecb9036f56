//! Vectors of the standard library, with their three ways to remove.
//!
//! They grow without a bound. If a program sets one, the adapter refuses what exceeds it.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use crate::starter::{Parameters, Port, Refusal};

/// A vector, its bound, or 0 for none, and the name of its way to remove.
#[derive(Clone)]
pub struct Bounded<T> {
    vec: Vec<T>,
    most: usize,
    removal: String,
}

impl<T> Bounded<T> {
    fn open(parameters: &Parameters) -> Option<Self> {
        let removal = parameters.text("removal", "shift").to_owned();
        Some(Self { vec: Vec::new(), most: parameters.number("capacity", 0), removal })
    }

    /// Refuses to let a number grow beyond the bound.
    fn check(&self, number: usize) -> Result<(), Refusal> {
        if self.most > 0 && number > self.most {
            return Err(Refusal::Full);
        }
        Ok(())
    }

    /// Removes at a place; `pop` removes only the last.
    fn remove(&mut self, place: usize) -> Option<T> {
        let last = self.vec.len().checked_sub(1)?;
        match self.removal.as_str() {
            _ if place > last => None,
            "shift" => Some(self.vec.remove(place)),
            "swap" => Some(self.vec.swap_remove(place)),
            _ if place < last => None,
            _ => self.vec.pop(),
        }
    }
}

fn listed(items: impl Iterator<Item = u64>) -> String {
    format!("[{}]", items.map(|item| item.to_string()).collect::<Vec<_>>().join(","))
}

// --- Vec: a key is an index

pub type Plain = Bounded<u64>;

pub fn plain() -> Port<Plain, usize> {
    Port::new("name=vec version=std system=vec level=layout", Plain::open)
        .add(|bounded: &mut Plain, element| push_all(bounded, vec![element]).map(|keys| keys[0]))
        .insert_with(|bounded, factory| {
            bounded.check(bounded.vec.len() + 1)?;
            let element = factory(bounded.vec.len());
            Ok(bounded.vec.push(element))
        })
        .extend(push_all)
        .remove(Plain::remove)
        .at(|bounded, index| bounded.vec.get(index).copied())
        .contains(|bounded, index| bounded.vec.get(index).is_some())
        .replace(|bounded, index, element| bounded.vec.get_mut(index).map(|place| *place = element).is_some())
        .at_mut(|bounded, index| bounded.vec.get_mut(index))
        .each_mut(|bounded, change| bounded.vec.iter_mut().for_each(change))
        .len(|bounded| bounded.vec.len())
        .is_empty(|bounded| bounded.vec.is_empty())
        .clear(|bounded| bounded.vec.clear())
        .each(|bounded, visit| bounded.vec.iter().enumerate().for_each(|(index, &element)| visit(index, element)))
        .keys(|bounded| (0..bounded.vec.len()).collect())
        .drain(|bounded| bounded.vec.drain(..).collect())
        .retain(|bounded, keep| {
            let removed = bounded.vec.iter().copied().filter(|&element| !keep(element)).collect();
            bounded.vec.retain(|&element| keep(element));
            removed
        })
        .sort(|bounded, rank| bounded.vec.sort_by_key(|&element| rank(element)))
        .reserve(|bounded, additional| {
            bounded.check(bounded.vec.len() + additional)?;
            Ok(bounded.vec.reserve(additional))
        })
        .reload(Clone::clone)
        .layout(|bounded| listed(bounded.vec.iter().copied()))
        .forge(|index, id| usize::try_from(index).ok().filter(|_| id == 0))
        .parts(|index| (index as u64, 0))
}

fn push_all(bounded: &mut Plain, elements: Vec<u64>) -> Result<Vec<usize>, Refusal> {
    let first = bounded.vec.len();
    bounded.check(first + elements.len())?;
    bounded.vec.extend(elements);
    Ok((first..bounded.vec.len()).collect())
}

// --- Vec<Rc<RefCell<_>>>: a key is a weak reference

/// What is in a cell: an element, and the number of its insertion, which the layout shows.
type Numbered = RefCell<(usize, u64)>;

/// The vector, which has the only strong references, and the table of keys by number.
pub struct Shared {
    cells: Bounded<Rc<Numbered>>,
    keys: Vec<Weak<Numbered>>,
}

impl Shared {
    /// Adds the cell that a function makes for its weak reference.
    fn push(&mut self, made: &mut dyn FnMut(usize) -> u64) -> Result<usize, Refusal> {
        let number = self.keys.len();
        self.cells.check(number + 1)?;
        let cell = Rc::new(RefCell::new((number, 0)));
        self.keys.push(Rc::downgrade(&cell));
        cell.borrow_mut().1 = made(number);
        self.cells.vec.push(cell);
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
        let place = self.cells.vec.iter().position(|other| Rc::ptr_eq(other, &cell))?;
        self.cells.remove(place).map(|cell| cell.borrow().1)
    }
}

pub fn shared() -> Port<Shared, usize> {
    let fields = "name=vec-of-shared-cells version=std system=shared-vec level=layout";
    Port::new(fields, |parameters| Some(Shared { cells: Bounded::open(parameters)?, keys: Vec::new() }))
        .add(|shared: &mut Shared, element| shared.push(&mut |_| element))
        .insert_with(|shared, factory| shared.push(factory).map(|_| ()))
        .remove(Shared::remove)
        .at(Shared::at)
        .contains(|shared, number| shared.cell(number).is_some())
        .replace(|shared, number, element| shared.change(number, element))
        .each_mut(|shared, change| shared.cells.vec.iter().for_each(|cell| change(&mut cell.borrow_mut().1)))
        .len(|shared| shared.cells.vec.len())
        .is_empty(|shared| shared.cells.vec.is_empty())
        .clear(|shared| shared.cells.vec.clear())
        .each(|shared, visit| {
            for cell in &shared.cells.vec {
                let (number, element) = *cell.borrow();
                visit(number, element);
            }
        })
        .keys(|shared| shared.cells.vec.iter().map(|cell| cell.borrow().0).collect())
        .drain(|shared| shared.cells.vec.drain(..).map(|cell| cell.borrow().1).collect())
        .retain(|shared, keep| {
            let elements = shared.cells.vec.iter().map(|cell| cell.borrow().1);
            let removed = elements.filter(|&element| !keep(element)).collect();
            shared.cells.vec.retain(|cell| keep(cell.borrow().1));
            removed
        })
        .sort(|shared, rank| shared.cells.vec.sort_by_key(|cell| rank(cell.borrow().1)))
        .layout(|shared| listed(shared.cells.vec.iter().map(|cell| cell.borrow().0 as u64)))
        .parts(|number| (number as u64, 0))
}
