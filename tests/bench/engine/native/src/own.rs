//! The scenarios by the containers of the thesis.

use crate::allocators::Allocator;
use crate::containers::{Handle, HandleMap, Ring, Vector, World};
use crate::program::{Program, Run};
use crate::{all_of, sum_of, Object, Subject};

/// An allocator, and the blocks that it gave.
pub struct Blocks<A> {
    allocator: A,
    starts: Vec<usize>,
}

impl<A> Blocks<A> {
    pub fn new(allocator: A, program: &Program) -> Self {
        Self { allocator, starts: Vec::with_capacity(program.pushes()) }
    }
}

impl<A: Allocator> Subject for Blocks<A> {
    const NAME: &'static str = "own";

    fn act(&mut self, run: &Run) -> u64 {
        run.sum(|_, [size, alignment]| {
            if let Some(start) = self.allocator.alloc(size as usize, alignment as usize, 0) {
                self.allocator.region().put(start, Object::of(self.starts.len() as u64));
                self.starts.push(start);
            }
            0
        });
        self.starts.len() as u64
    }

    fn left(&mut self) -> u64 {
        let region = self.allocator.region();
        self.starts.iter().zip(1..).map(|(start, place)| all_of(&region.get(*start)) * place).sum()
    }

    fn bytes(&self, _: usize) -> usize {
        self.allocator.used()
    }
}

impl Subject for Vector {
    const NAME: &'static str = "own";

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
        sum_of(self.all())
    }

    fn bytes(&self, _: usize) -> usize {
        self.cells.committed()
    }
}

impl Subject for Ring {
    const NAME: &'static str = "own";

    fn act(&mut self, run: &Run) -> u64 {
        match run.name.as_str() {
            "push_back" => run.each(|number, _| {
                self.push(Object::of(number));
                0
            }),
            "pop_front" => run.each(|_, _| self.pop().map_or(0, |object| object.x.into())),
            other => unreachable!("there is no operation {other}"),
        }
    }

    fn left(&mut self) -> u64 {
        std::iter::from_fn(|| self.pop()).zip(1..).map(|(object, place)| u64::from(object.x) * place).sum()
    }

    fn bytes(&self, _: usize) -> usize {
        self.bytes()
    }
}

/// A container, and the keys that it gave.
pub struct Keyed<C>(pub C, pub Vec<Handle>);

impl Subject for Keyed<HandleMap> {
    const NAME: &'static str = "own";

    fn act(&mut self, run: &Run) -> u64 {
        let Self(map, keys) = self;
        match run.name.as_str() {
            "fill" => {
                (0..run.operands[0]).for_each(|number| keys.push(map.insert(Object::of(number))));
                0
            }
            "remove" => run.each(|_, [nth, _]| map.remove(keys[nth as usize]).map_or(0, |object| object.x.into())),
            "each" => self.left(),
            other => unreachable!("there is no operation {other}"),
        }
    }

    fn left(&mut self) -> u64 {
        sum_of(self.0.all())
    }

    fn bytes(&self, _: usize) -> usize {
        self.0.bytes()
    }
}

impl Subject for Keyed<World> {
    const NAME: &'static str = "own";

    fn act(&mut self, run: &Run) -> u64 {
        let Self(world, keys) = self;
        match run.name.as_str() {
            "make" => run.each(|_, _| {
                keys.push(world.make());
                0
            }),
            "insert" => run
                .sum(|number, [nth, kind]| world.insert(keys[nth as usize], kind as usize, Object::of(number)).into()),
            "take" => run.each(|_, [nth, kind]| {
                world.take(keys[nth as usize], kind as usize).map_or(0, |object| object.x.into())
            }),
            "each" => sum_of(world.all(run.operands[0] as usize)),
            other => unreachable!("there is no operation {other}"),
        }
    }

    fn left(&mut self) -> u64 {
        self.0.opened() as u64 + (0..3).map(|kind| sum_of(self.0.all(kind))).sum::<u64>()
    }

    fn bytes(&self, _: usize) -> usize {
        self.0.bytes()
    }
}
