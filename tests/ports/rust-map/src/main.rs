//! The port: maps each operation of the port protocol to a method of the map.

#![forbid(unsafe_code)]

mod map;
#[path = "../../../stablelist_conformance/starters/family/rust/src/starter.rs"]
mod starter;

use map::{Entry, Full, Map, Order};
use starter::{serve, Answer, Choices, Function};

#[path = "../../tables/map/table.rs"]
mod table;

/// A fresh map. Without a documented order it is one in the order of insertion, too.
fn open(choices: &Choices) -> Map {
    let order = match choices["order"] {
        "use" => Order::Use,
        "key" => Order::Key,
        _ => Order::Insertion,
    };
    let capacity = choices["capacity"].parse().expect("a number");
    Map::new(order, Some(capacity).filter(|&most| most > 0), choices["full"] == "evicts")
}

/// The answer of an insertion, which may be refused.
fn inserted(found: Result<Option<i64>, Full>) -> Answer<()> {
    found.map_or(Answer::Refused("full"), Answer::Value)
}

/// An entry, if there is one.
fn entry(found: Option<Entry>) -> Answer<()> {
    found.map_or(Answer::Value(None), |(key, value)| Answer::Both(Some(key), Some(value)))
}

/// Operands are numbered by their places: a key, and an element; or a modulus, and a residue.
const FUNCTIONS: &[(&str, Function<Map, ()>)] = &[
    ("put", |map, o| inserted(map.put(o.number(0), o.number(1)))),
    ("put_if_absent", |map, o| inserted(map.put_if_absent(o.number(0), o.number(1)))),
    ("remove", |map, o| Answer::Value(map.remove(o.number(0)))),
    ("swap_remove", |map, o| Answer::Value(map.swap_remove(o.number(0)))),
    ("pop_first", |map, _| entry(map.pop_first())),
    ("pop_last", |map, _| entry(map.pop_last())),
    ("retain", |map, o| {
        let (modulus, residue) = (o.number(0), o.number(1));
        o.list(map.retain(|(key, _)| key % modulus == residue).into_iter().map(|(_, value)| value))
    }),
    ("clear", |map, _| {
        map.clear();
        Answer::Done
    }),
    ("get", |map, o| Answer::Value(map.get_mut(o.number(0)).copied())),
    ("add_to", |map, o| {
        Answer::Value(map.get_mut(o.number(0)).map(|value| {
            *value += o.number(1);
            *value
        }))
    }),
    ("peek", |map, o| Answer::Value(map.peek(o.number(0)))),
    ("contains", |map, o| Answer::Truth(map.peek(o.number(0)).is_some())),
    ("len", |map, _| Answer::Value(Some(map.len() as i64))),
    ("keys", |map, o| o.list(map.entries().map(|(key, _)| key))),
    ("values", |map, o| o.list(map.entries().map(|(_, value)| value))),
    ("entries", |map, o| o.pairs(map.entries())),
    ("each", |map, o| o.pairs(map.entries())),
    ("each_backwards", |map, o| o.pairs(map.entries().rev())),
    ("first", |map, _| entry(map.entry_at(0))),
    ("last", |map, _| entry(map.entries().next_back())),
    ("entry_at", |map, o| entry(map.entry_at(o.number(0) as usize))),
    ("each_from", |map, o| o.pairs(map.entries_from(o.number(0)))),
    ("each_first", |map, o| o.pairs(map.entries().take(o.number(0) as usize))),
    ("each_looking", |map, o| {
        o.pairs(map.entries().filter_map(|(key, _)| map.peek(key).map(|value| (key, value))))
    }),
    ("each_removing", |map, o| {
        let (modulus, residue) = (o.number(0), o.number(1));
        let mut visited = Vec::new();
        map.visit(|entry| {
            visited.push(entry);
            entry.0 % modulus == residue
        });
        o.pairs(visited.into_iter())
    }),
    ("copy", |map, o| o.cloned(map.copied())),
    ("swap_containers", |map, o| {
        map.swap(o.other());
        Answer::Done
    }),
    ("equal", |map, o| Answer::Truth(map.equals(o.other()))),
    ("append", |map, o| map.append(o.other()).map_or(Answer::Refused("full"), |()| Answer::Done)),
];

fn main() {
    serve("protocol=6 name=rust-map version=0.1.0 system=map", table::ROWS, open, FUNCTIONS);
}
