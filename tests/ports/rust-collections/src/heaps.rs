//! Heaps: `KeyedPriorityQueue` of keyed_priority_queue.

use std::cmp::Reverse;

use keyed_priority_queue::KeyedPriorityQueue;

use crate::starter::{serve, Answer};
use crate::{Functions, Ports};

#[path = "../../tables/heap/table.rs"]
mod table;

pub const PORTS: Ports = &[("keyed-priority-queue", keyed_priority_queue)];

/// The least priority is the greatest of the reversed ones.
type Queue = KeyedPriorityQueue<i64, Reverse<i64>>;

fn priority(found: Option<Reverse<i64>>) -> Answer<()> {
    Answer::Value(found.map(|Reverse(priority)| priority))
}

fn entry(found: Option<(i64, Reverse<i64>)>) -> Answer<()> {
    found.map_or(Answer::Value(None), |(key, Reverse(priority))| Answer::Both(Some(key), Some(priority)))
}

const QUEUE: Functions<Queue> = &[
    ("put", |queue, o| priority(queue.push(o.number(0), Reverse(o.number(1))))),
    ("change", |queue, o| priority(queue.set_priority(&o.number(0), Reverse(o.number(1))).ok())),
    ("remove", |queue, o| priority(queue.remove(&o.number(0)))),
    ("pop", |queue, _| entry(queue.pop())),
    ("clear", |queue, _| {
        queue.clear();
        Answer::Done
    }),
    ("peek", |queue, _| entry(queue.peek().map(|(&key, &priority)| (key, priority)))),
    ("priority", |queue, o| priority(queue.get_priority(&o.number(0)).copied())),
    ("len", |queue, _| Answer::Value(Some(queue.len() as i64))),
    ("entries", |queue, o| o.pairs(queue.iter().map(|(&key, &Reverse(priority))| (key, priority)))),
];

fn keyed_priority_queue() {
    let fields = "protocol=6 name=KeyedPriorityQueue version=0.4.2 system=heap";
    serve(fields, table::ROWS, |_| Queue::new(), QUEUE);
}
