//! What the ports of this folder share: a world as a trait, and its methods as operations of the port protocol.

use std::collections::HashMap;
use std::hash::Hash;

use serde_derive::{Deserialize, Serialize};

use crate::starter::{serve, Answer, Choices, Function};
use crate::table;

/// A component of one of three types.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Component<const N: usize>(pub i64);

/// An expression in which `N` is the number of a type, and `M` that of the next one.
#[macro_export]
macro_rules! of {
    ($kind:expr, $found:expr) => {
        match $kind {
            0 => $crate::of!(0 => 1, $found),
            1 => $crate::of!(1 => 2, $found),
            _ => $crate::of!(2 => 0, $found),
        }
    };
    ($n:literal => $m:literal, $found:expr) => {{
        #[allow(dead_code)]
        const N: usize = $n;
        #[allow(dead_code)]
        const M: usize = $m;
        $found
    }};
}

/// An entity component system. A type of components is a number below 3.
pub trait World: Default {
    type Entity: Copy + Eq + Hash;
    const FIELDS: &'static str;

    fn make(&mut self) -> Self::Entity;
    /// Says whether the entity was there.
    fn remove(&mut self, entity: Self::Entity) -> bool;
    fn clear(&mut self);
    fn is_alive(&mut self, entity: Self::Entity) -> bool;
    /// Says whether the entity was there.
    fn insert(&mut self, entity: Self::Entity, kind: usize, value: i64) -> bool;
    fn take(&mut self, entity: Self::Entity, kind: usize) -> Option<i64>;
    fn get(&self, entity: Self::Entity, kind: usize) -> Option<i64>;
    fn entities(&mut self) -> Vec<Self::Entity>;
    fn each(&mut self, kind: usize) -> Vec<(Self::Entity, i64)>;
    /// The entities that have components of this type and of the next one, with both.
    fn join(&mut self, kind: usize) -> Vec<(Self::Entity, i64, i64)>;
}

/// A world, and the numbers by which a program calls its entities.
struct Numbered<W: World> {
    world: W,
    numbers: HashMap<W::Entity, i64>,
}

impl<W: World> Numbered<W> {
    /// A number that no entity has stands for one that was never made.
    fn number(&self, entity: W::Entity) -> i64 {
        self.numbers.get(&entity).copied().unwrap_or(-1)
    }
}

fn functions<W: World>() -> Vec<(&'static str, Function<Numbered<W>, W::Entity>)> {
    vec![
        ("make", |c, o| {
            let entity = c.world.make();
            c.numbers.insert(entity, o.element);
            Answer::Key(entity)
        }),
        ("remove", |c, o| Answer::Truth(c.world.remove(*o.key(0)))),
        ("clear", |c, _| {
            c.world.clear();
            Answer::Done
        }),
        ("insert", |c, o| Answer::Truth(c.world.insert(*o.key(0), o.number(1) as usize, o.number(2)))),
        ("take", |c, o| Answer::Value(c.world.take(*o.key(0), o.number(1) as usize))),
        ("get", |c, o| Answer::Value(c.world.get(*o.key(0), o.number(1) as usize))),
        ("is_alive", |c, o| Answer::Truth(c.world.is_alive(*o.key(0)))),
        ("contains", |c, o| Answer::Truth(c.world.get(*o.key(0), o.number(1) as usize).is_some())),
        ("entities", |c, o| {
            let entities = c.world.entities();
            o.list(entities.into_iter().map(|entity| c.number(entity)))
        }),
        ("each", |c, o| {
            let components = c.world.each(o.number(0) as usize);
            o.pairs(components.into_iter().map(|(entity, value)| (c.number(entity), value)))
        }),
        ("join", |c, o| {
            let found = c.world.join(o.number(0) as usize);
            let both = |(entity, one, other)| [(c.number(entity), one), (c.number(entity), other)];
            o.pairs(found.into_iter().flat_map(both))
        }),
    ]
}

fn open<W: World>(_: &Choices) -> Numbered<W> {
    Numbered { world: W::default(), numbers: HashMap::new() }
}

pub fn port<W: World>() {
    serve(W::FIELDS, table::ROWS, open::<W>, &functions());
}
