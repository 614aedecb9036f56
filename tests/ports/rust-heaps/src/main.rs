//! The port of the crate priority-queue, of the release that the package names: maps each operation to a method.

#[path = "../../../stablelist_conformance/starters/family/rust/src/starter.rs"]
mod starter;

use std::cmp::Reverse;

use priority_queue::PriorityQueue;
use starter::{serve, Answer, Choices, Function};

#[path = "../../tables/heap/table.rs"]
mod table;

/// The least priority is the greatest of the reversed ones.
type Queue = PriorityQueue<i64, Reverse<i64>>;

fn open(_choices: &Choices) -> Queue {
    Queue::new()
}

fn priority(found: Option<Reverse<i64>>) -> Answer<()> {
    Answer::Value(found.map(|Reverse(priority)| priority))
}

fn entry(found: Option<(i64, Reverse<i64>)>) -> Answer<()> {
    found.map_or(Answer::Value(None), |(key, Reverse(priority))| Answer::Both(Some(key), Some(priority)))
}

const FUNCTIONS: &[(&str, Function<Queue, ()>)] = &[
    ("put", |queue, o| priority(queue.push(o.number(0), Reverse(o.number(1))))),
    ("change", |queue, o| priority(queue.change_priority(&o.number(0), Reverse(o.number(1))))),
    ("remove", |queue, o| priority(queue.remove(&o.number(0)).map(|(_, priority)| priority))),
    ("pop", |queue, _| entry(queue.pop())),
    ("clear", |queue, _| {
        queue.clear();
        Answer::Done
    }),
    ("peek", |queue, _| entry(queue.peek().map(|(&key, &priority)| (key, priority)))),
    ("priority", |queue, o| priority(queue.get_priority(&o.number(0)).copied())),
    ("entries", |queue, _| Answer::Pairs(queue.iter().map(|(&key, &Reverse(priority))| (key, priority)).collect())),
    ("len", |queue, _| Answer::Value(Some(queue.len() as i64))),
];

fn main() {
    let fields = concat!("protocol=6 name=priority-queue version=", env!("CARGO_PKG_VERSION"), " system=heap");
    serve(fields, table::ROWS, open, FUNCTIONS);
}
