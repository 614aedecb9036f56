//! The same scenarios by what the standard library has.

use std::collections::{HashMap, VecDeque};

use crate::program::{Program, Run};
use crate::{all_of, sum_of, Object, Subject};

/// Boxes from the global allocator.
#[allow(clippy::vec_box, reason = "the boxes are what is measured")]
pub struct Boxes(Vec<Box<Object>>);

impl Boxes {
    pub fn new(program: &Program) -> Self {
        Self(Vec::with_capacity(program.pushes()))
    }
}

impl Subject for Boxes {
    const NAME: &'static str = "standard";

    fn act(&mut self, run: &Run) -> u64 {
        (0..run.times).for_each(|number| self.0.push(Box::new(Object::of(number))));
        self.0.len() as u64
    }

    fn left(&mut self) -> u64 {
        self.0.iter().zip(1..).map(|(object, place)| all_of(object) * place).sum()
    }

    /// The peak has the vector of boxes, too, which is not part of the scenario.
    fn bytes(&self, peak: usize) -> usize {
        peak - self.0.capacity() * size_of::<Box<Object>>()
    }
}

impl Subject for Vec<Object> {
    const NAME: &'static str = "standard";

    fn act(&mut self, run: &Run) -> u64 {
        match run.name.as_str() {
            "push" => run.each(|number, _| {
                self.push(Object::of(number));
                0
            }),
            "pop" => run.each(|_, _| self.pop().map_or(0, |object| object.x.into())),
            "remove_at" => run.each(|_, [place, _]| self.remove(place as usize).x.into()),
            "swap_remove" => run.each(|_, [place, _]| self.swap_remove(place as usize).x.into()),
            "each" => self.left(),
            other => unreachable!("there is no operation {other}"),
        }
    }

    fn left(&mut self) -> u64 {
        sum_of(self)
    }

    fn bytes(&self, peak: usize) -> usize {
        peak
    }
}

/// A deque that drops the oldest at its capacity.
pub struct Bounded(pub VecDeque<Object>, pub usize);

impl Subject for Bounded {
    const NAME: &'static str = "standard";

    fn act(&mut self, run: &Run) -> u64 {
        match run.name.as_str() {
            "push_back" => run.each(|number, _| {
                if self.0.len() == self.1 {
                    self.0.pop_front();
                }
                self.0.push_back(Object::of(number));
                0
            }),
            "pop_front" => run.each(|_, _| self.0.pop_front().map_or(0, |object| object.x.into())),
            other => unreachable!("there is no operation {other}"),
        }
    }

    fn left(&mut self) -> u64 {
        self.0.iter().zip(1..).map(|(object, place)| u64::from(object.x) * place).sum()
    }

    fn bytes(&self, peak: usize) -> usize {
        peak
    }
}

/// A hash map by numbers.
pub type Map = HashMap<u32, Object>;

impl Subject for Map {
    const NAME: &'static str = "standard";

    fn act(&mut self, run: &Run) -> u64 {
        match run.name.as_str() {
            "fill" => {
                for number in 0..run.operands[0] {
                    self.insert(number as u32, Object::of(number));
                }
                0
            }
            "remove" => run.each(|_, [key, _]| self.remove(&(key as u32)).map_or(0, |object| object.x.into())),
            "each" => self.left(),
            other => unreachable!("there is no operation {other}"),
        }
    }

    fn left(&mut self) -> u64 {
        self.values().map(all_of).sum()
    }

    fn bytes(&self, peak: usize) -> usize {
        peak
    }
}

/// Entities that are numbers, and a hash map for each type of components.
#[derive(Default)]
pub struct Maps {
    made: u64,
    of_type: [Map; 3],
}

impl Subject for Maps {
    const NAME: &'static str = "standard";

    fn act(&mut self, run: &Run) -> u64 {
        match run.name.as_str() {
            "make" => run.each(|_, _| {
                self.made += 1;
                0
            }),
            "insert" => run.sum(|number, [entity, kind]| {
                self.of_type[kind as usize].insert(entity as u32, Object::of(number));
                1
            }),
            "take" => run.each(|_, [entity, kind]| {
                self.of_type[kind as usize].remove(&(entity as u32)).map_or(0, |object| object.x.into())
            }),
            "each" => self.of_type[run.operands[0] as usize].left(),
            other => unreachable!("there is no operation {other}"),
        }
    }

    fn left(&mut self) -> u64 {
        self.made + self.of_type.iter_mut().map(Subject::left).sum::<u64>()
    }

    fn bytes(&self, peak: usize) -> usize {
        peak
    }
}
