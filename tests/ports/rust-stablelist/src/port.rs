//! StableList as the protocol sees it, and the operations that only StableList has.

use std::io::{self, Write};
use std::mem;
use std::ops::Range;
use std::str::FromStr;

use rust_stablelist::{PartitionLayout, StableKey, StableList, StableListBuild, StableView, StableViewMut, Truncate};

use crate::protocol::{list, number, optional, separated, two, Container};

pub struct Port(StableList<u64>);

impl Container for Port {
    type Key = StableKey;

    fn configured<'a>(mut parameters: impl Iterator<Item = &'a str>) -> Option<Self> {
        Some(Self(StableList::with(StableListBuild {
            minimum: parsed(parameters.next())?,
            capacity: parsed(parameters.next())?,
            truncate: mode(parameters.next()?)?,
            id_bits: parsed(parameters.next())?,
            index_bits: parsed(parameters.next())?,
        })))
    }
    fn insert(&mut self, element: u64) -> Option<StableKey> {
        self.0.add(element).ok()
    }
    fn insert_with(&mut self, factory: impl FnOnce(StableKey) -> u64) -> bool {
        self.0.insert_with(factory).is_ok()
    }
    fn remove(&mut self, key: StableKey) -> Option<u64> {
        self.0.remove(key)
    }
    fn get(&self, key: StableKey) -> Option<u64> {
        self.0.at(key).copied()
    }
    fn get_mut(&mut self, key: StableKey) -> Option<&mut u64> {
        self.0.at_mut(key)
    }
    fn contains(&self, key: StableKey) -> bool {
        self.0.contains(key)
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    fn clear(&mut self) {
        self.0.clear();
    }
    fn each(&self, f: impl FnMut(StableKey, &u64)) {
        self.0.each(f);
    }
    fn each_mut(&mut self, mut f: impl FnMut(&mut u64)) {
        self.0.each_mut(|_, element| f(element));
    }
    fn keys(&self) -> impl Iterator<Item = StableKey> {
        self.0.keys()
    }
    fn drain(&mut self) -> impl Iterator<Item = u64> {
        self.0.drain().into_iter().map(|(_, element)| element)
    }
    fn retain(&mut self, keep: impl Fn(u64) -> bool) -> Vec<u64> {
        self.0.retain(|_, &element| keep(element)).into_iter().map(|(_, element)| element).collect()
    }
    fn reserve(&mut self, additional: usize) -> bool {
        self.0.reserve(additional).is_ok()
    }
    fn replace(&mut self, key: StableKey, element: u64) -> bool {
        self.0.replace(key, element).is_ok()
    }
    fn extend(&mut self, elements: Range<u64>) -> Option<Vec<StableKey>> {
        self.0.extend(elements).ok()
    }
    fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }
    fn reloaded(&self) -> Self {
        Self(self.0.clone())
    }
    fn repacked(&self, key: StableKey) -> Option<StableKey> {
        self.0.unpack(self.0.pack(key)?)
    }
    fn forged(index: &str, id: &str) -> Option<StableKey> {
        Some(StableKey { index: index.parse().ok()?, id: id.parse().ok()? })
    }
    fn shown(StableKey { index, id }: StableKey) -> Option<(usize, u64)> {
        Some((index, id))
    }

    fn operate(
        &mut self,
        name: &str,
        operand: &str,
        key: impl Fn(&str) -> Option<StableKey>,
        answer: &mut Vec<u8>,
    ) -> io::Result<()> {
        match name {
            "apply" => {
                let shown = key(operand).and_then(|key| self.0.apply(key, |&mut pivot, view| Pivot::new(pivot, view)));
                Pivot::answer(shown, answer)
            }
            "inspect" => {
                let shown = key(operand).and_then(|key| self.0.inspect(key, |&pivot, view| Pivot::new(pivot, view)));
                Pivot::answer(shown, answer)
            }
            "exchange" => {
                let (pivot, sought) = two(operand);
                self.exchange(key(pivot), key(sought), answer)
            }
            "traverse" => self.traverse(answer),
            "layout" => self.layout(answer),
            "cost" => self.cost(answer),
            _ => answer.write_all(b"!other"),
        }
    }
}

impl Port {
    fn exchange(
        &mut self,
        pivot: Option<StableKey>,
        sought: Option<StableKey>,
        answer: &mut Vec<u8>,
    ) -> io::Result<()> {
        let shown = pivot.and_then(|key| {
            self.0.apply(key, |pivot, view| {
                let before = *pivot;
                let other = sought.and_then(|key| view.at_mut(key)).map(|other| {
                    mem::swap(pivot, other);
                    *pivot
                });
                (before, other)
            })
        });
        match shown {
            None => answer.write_all(b"none"),
            Some((pivot, other)) => {
                write!(answer, "{pivot}/")?;
                optional(answer, other)
            }
        }
    }

    fn traverse(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        let mut shown = Vec::with_capacity(self.0.len());
        self.0.traverse(|_, &mut pivot, view| {
            let mut sum = 0;
            view.each(|_, other| sum += other);
            shown.push((pivot, view.len(), sum));
        });
        list(answer, shown, |answer, (pivot, length, sum)| write!(answer, "{pivot}/{length}/{sum}"))
    }

    fn layout(&self, answer: &mut Vec<u8>) -> io::Result<()> {
        let layout = self.0.layout();
        write!(answer, "{}|", layout.space)?;
        for PartitionLayout { start, size, live, opened, free } in &layout.partitions {
            write!(answer, "{start}:{size}:{live}:{opened}:")?;
            separated(answer, free, number)?;
            answer.push(b'|');
        }
        write!(answer, "{}", layout.next_id)
    }

    fn cost(&self, answer: &mut Vec<u8>) -> io::Result<()> {
        let cost = self.0.cost();
        write!(answer, "{}/{}/{}/{}", cost.visits, cost.moved, cost.dropped, cost.cells)
    }
}

fn mode(word: &str) -> Option<Truncate> {
    match word {
        "never" => Some(Truncate::Never),
        "iteration" => Some(Truncate::Iteration),
        "memory" => Some(Truncate::Memory),
        _ => None,
    }
}

fn parsed<N: FromStr>(word: Option<&str>) -> Option<N> {
    word?.parse().ok()
}

/// What a callback of cross-iteration was shown.
struct Pivot {
    element: u64,
    length: usize,
    others: Vec<u64>,
}

impl Pivot {
    fn new(element: u64, view: &impl StableView<u64>) -> Self {
        let mut others = Vec::with_capacity(view.len());
        view.each(|_, &other| others.push(other));
        Self { element, length: view.len(), others }
    }

    /// Writes `pivot/length/list`.
    fn answer(shown: Option<Self>, answer: &mut Vec<u8>) -> io::Result<()> {
        let Some(Self { element, length, others }) = shown else {
            return answer.write_all(b"none");
        };
        write!(answer, "{element}/{length}/")?;
        list(answer, others, number)
    }
}
