//! StableList behind the port protocol.

use std::mem;

use rust_stablelist::{PartitionLayout, StableIndex, StableList, StableListBuild, StableView, StableViewMut, Truncate};

use crate::narrow_id::NarrowId;
use crate::starter::{Lent, Parameters, Port, Refusal};

/// The handshake (section 2 of `docs/port-protocol.md`). The calls that `lend` tries do not compile.
const FIELDS: &str = concat!(
    "name=rust-stablelist version=",
    env!("CARGO_PKG_VERSION"),
    " system=stablelist level=cost id_bits=0-64 index_bits=0,3-64 without=maximum,restore"
);

type List = StableList<u64, NarrowId>;
type Key = StableIndex<u64, NarrowId>;

/// Maps each operation to a method of the list.
pub fn port() -> Port<List, Key> {
    Port::new(FIELDS, opened)
        .add(|list: &mut List, element| list.add(element).map_err(full))
        .insert_with(|list, factory| list.insert_with(factory).map(|_| ()).map_err(full))
        .extend(|list, elements| list.extend(elements).map_err(full))
        .remove(|list, key| list.remove(key))
        .at(|list, key| list.at(key).copied())
        .contains(|list, key| list.contains(key))
        .replace(|list, key, element| list.replace(key, element).is_ok())
        .at_mut(|list, key| list.at_mut(key))
        .each_mut(|list, change| list.each_mut(|_, element| change(element)))
        .len(|list| list.len())
        .is_empty(|list| list.is_empty())
        .clear(|list| list.clear())
        .each(|list, visit| list.each(|key, &element| visit(key, element)))
        .keys(|list| list.keys().collect())
        .apply(|list, key| list.apply(key, |&mut pivot, view| lent(pivot, view)))
        .inspect(|list, key| list.inspect(key, |&pivot, view| lent(pivot, view)))
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
        .forge(|index, id| Some(Key::new(index.try_into().ok()?, id.into())))
        .parts(|key| (key.index() as u64, key.id.into()))
}

fn opened(parameters: &Parameters) -> Option<List> {
    let build = StableListBuild {
        minimum: parameters.number("minimum", 4),
        capacity: parameters.number("capacity", 0),
        truncate: match parameters.text("truncate", "iteration") {
            "never" => Truncate::Never,
            "iteration" => Truncate::Iteration,
            "memory" => Truncate::Memory,
            _ => return None,
        },
        index_bits: parameters.number("index_bits", 32),
    };
    Some(StableList::with_first_id(build, NarrowId::first(parameters.number("id_bits", 32))))
}

fn full<E>(_: E) -> Refusal {
    Refusal::Full
}

/// The arguments of a callback of cross-iteration.
fn lent(pivot: u64, view: &impl StableView<u64, NarrowId>) -> Lent {
    let mut others = Vec::with_capacity(view.len());
    view.each(|_, &other| others.push(other));
    Lent { pivot, length: view.len(), others }
}

fn exchange(list: &mut List, key: Key, sought: Key) -> Option<(u64, Option<u64>)> {
    list.apply(key, |pivot, view| {
        let before = *pivot;
        let other = view.at_mut(sought).map(|other| {
            mem::swap(pivot, other);
            *pivot
        });
        (before, other)
    })
}

fn traverse(list: &mut List) -> Vec<(u64, usize, u64)> {
    let mut shown = Vec::with_capacity(list.len());
    list.traverse(|_, &mut pivot, view| {
        let mut sum = 0;
        view.each(|_, other| sum += other);
        shown.push((pivot, view.len(), sum));
    });
    shown
}

fn layout(list: &List) -> String {
    let layout = list.layout();
    let partitions = layout.partitions.iter().map(|PartitionLayout { start, size, live, opened, free }| {
        let free: Vec<String> = free.iter().map(ToString::to_string).collect();
        format!("{start}:{size}:{live}:{opened}:{}", free.join(","))
    });
    let partitions: Vec<String> = partitions.collect();
    format!("{}|{}|{}", layout.space, partitions.join("|"), layout.next_id)
}

fn cost(list: &List) -> String {
    let cost = list.cost();
    format!("{}/{}/{}/{}", cost.visits, cost.moved, cost.dropped, cost.cells)
}
