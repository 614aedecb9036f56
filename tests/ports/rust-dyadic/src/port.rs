//! A dyadic list as the protocol sees it.

use std::mem;

use rust_dyadic::{BlockLayout, DyadicList, Key, Options, Others, Truncate};

use crate::starter::{Lent, Parameters, Port, Refusal};

/// What the port says of itself (section 2 of `docs/port-protocol.md`). The borrow checker refuses what `lend` asks.
const FIELDS: &str = concat!(
    "name=rust-dyadic version=",
    env!("CARGO_PKG_VERSION"),
    " system=dyadic level=cost id_bits=0-64 index_bits=0,2-64"
);

type List = DyadicList<u64>;

/// Every operation, by the method of the list that it is.
pub fn port() -> Port<List, Key> {
    Port::new(FIELDS, opened)
        .add(|list: &mut List, element| list.add(element).map_err(full))
        .insert_with(|list, factory| list.insert_with(factory).map(|_| ()).map_err(full))
        .extend(|list, elements| list.extend(elements).map_err(full))
        .remove(|list, key| list.remove(key))
        .remove_many(|list, one, other| {
            let removed = list.remove_many([one, other]);
            (removed[0], removed[1])
        })
        .at(|list, key| list.at(key).copied())
        .key_at(|list, key| list.key_at(key.index).map(|(key, &element)| (key, element)))
        .contains(|list, key| list.contains(key))
        .replace(|list, key, element| list.replace(key, element).is_ok())
        .at_mut(|list, key| list.at_mut(key))
        .each_mut(|list, change| list.iter_mut().for_each(|(_, element)| change(element)))
        .len(|list| list.len())
        .is_empty(|list| list.is_empty())
        .clear(|list| list.clear())
        .each(|list, visit| list.iter().for_each(|(key, &element)| visit(key, element)))
        .keys(|list| list.keys().collect())
        .apply(|list, key| list.apply(key, |&mut pivot, others| lent(pivot, others.as_others())))
        .inspect(|list, key| list.inspect(key, |&pivot, others| lent(pivot, others)))
        .exchange(exchange)
        .traverse(traverse)
        .drain(|list| list.drain().into_iter().map(|(_, element)| element).collect())
        .retain(|list, keep| list.retain(|_, &element| keep(element)).into_iter().map(|(_, element)| element).collect())
        .reserve(|list, additional| list.reserve(additional).map_err(full))
        .shrink_to_fit(|list| list.shrink_to_fit())
        .repack(|list, key| list.unpack(list.pack(key)?))
        .reload(|list| list.clone())
        .layout(layout)
        .cost(cost)
        .forge(|index, id| Some(Key { index: index.try_into().ok()?, id }))
        .parts(|Key { index, id }| (index as u64, id))
}

fn opened(parameters: &Parameters) -> Option<List> {
    Some(List::with(Options {
        minimum: parameters.number("minimum", 4),
        capacity: parameters.number("capacity", 0),
        truncate: match parameters.text("truncate", "iteration") {
            "never" => Truncate::Never,
            "iteration" => Truncate::Iteration,
            "memory" => Truncate::Memory,
            _ => return None,
        },
        id_bits: parameters.number("id_bits", 32),
        index_bits: parameters.number("index_bits", 32),
        maximum: parameters.number("maximum", usize::MAX),
    }))
}

fn full<E>(_: E) -> Refusal {
    Refusal::Full
}

/// What a callback of cross-iteration is shown.
fn lent(pivot: u64, others: Others<u64>) -> Lent {
    Lent { pivot, length: others.len(), others: others.iter().map(|(_, &other)| other).collect() }
}

fn exchange(list: &mut List, key: Key, sought: Key) -> Option<(u64, Option<u64>)> {
    list.apply(key, |pivot, others| {
        let before = *pivot;
        let other = others.at_mut(sought).map(|other| {
            mem::swap(pivot, other);
            *pivot
        });
        (before, other)
    })
}

fn traverse(list: &mut List) -> Vec<(u64, usize, u64)> {
    let mut shown = Vec::with_capacity(list.len());
    list.traverse(|_, &mut pivot, others| {
        let others = others.as_others();
        shown.push((pivot, others.len(), others.iter().map(|(_, other)| other).sum()));
    });
    shown
}

/// A dyadic list in the words of `docs/systems/dyadic.md`.
fn layout(list: &List) -> String {
    let layout = list.layout();
    let blocks = layout.blocks.iter().map(|BlockLayout { start, size, live, opened, free }| {
        let free: Vec<String> = free.iter().map(ToString::to_string).collect();
        format!("{start}:{size}:{live}:{opened}:{}", free.join(","))
    });
    let blocks: Vec<String> = blocks.collect();
    format!("{}|{}|{}", layout.space, blocks.join("|"), layout.next_id)
}

/// The first counter is for the visits of truncation.
fn cost(list: &List) -> String {
    let cost = list.cost();
    format!("0/{}/{}/{}", cost.moved, cost.dropped, cost.cells)
}
