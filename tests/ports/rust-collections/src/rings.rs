//! Rings: `VecDeque` of the standard library, which grows, and `AllocRingBuffer` of ringbuffer, which overwrites.

use std::collections::VecDeque;

use ringbuffer::{AllocRingBuffer, RingBuffer};

use crate::starter::{serve, Answer};
use crate::{Functions, Ports};

#[path = "../../tables/ring/table.rs"]
mod table;

pub const PORTS: Ports = &[("vec-deque", vec_deque), ("ringbuffer", ringbuffer)];

/// What both rings have; both extend by an iterator.
macro_rules! any {
    ($ring:ty) => {{
        const ANY: Functions<$ring> = &[
            ("extend", |ring, o| {
                ring.extend(o.number(1)..o.number(1) + o.number(0));
                Answer::Done
            }),
            ("clear", |ring, _| {
                ring.clear();
                Answer::Done
            }),
            ("peek", |ring, _| Answer::Value(ring.front().copied())),
            ("len", |ring, _| Answer::Value(Some(ring.len() as i64))),
            ("is_empty", |ring, _| Answer::Truth(ring.is_empty())),
            ("each", |ring, o| o.list(ring.iter().copied())),
            ("each_backwards", |ring, o| o.list(ring.iter().rev().copied())),
            ("each_from", |ring, o| o.list(ring.iter().skip(o.number(0) as usize).copied())),
            ("each_first", |ring, o| o.list(ring.iter().take(o.number(0) as usize).copied())),
            ("each_looking", |ring, o| {
                let last = ring.len().wrapping_sub(1);
                o.pairs(ring.iter().enumerate().map(|(place, &value)| (value, ring[last - place])))
            }),
            ("copy", |ring, o| o.cloned(ring.clone())),
            ("swap_containers", |ring, o| {
                std::mem::swap(ring, o.other());
                Answer::Done
            }),
            ("equal", |ring, o| Answer::Truth(ring == o.other())),
        ];
        ANY
    }};
}

const VEC_DEQUE: Functions<VecDeque<i64>> = &[
    ("push_back", |ring, o| {
        ring.push_back(o.number(0));
        Answer::Done
    }),
    ("push_front", |ring, o| {
        ring.push_front(o.number(0));
        Answer::Done
    }),
    ("pop_back", |ring, _| Answer::Value(ring.pop_back())),
    ("pop_front", |ring, _| Answer::Value(ring.pop_front())),
    ("drain", |ring, o| {
        let (start, end) = (o.number(0) as usize, o.number(1) as usize);
        if start > end || end > ring.len() {
            return Answer::Refused("range"); // it would panic
        }
        o.list(ring.drain(start..end))
    }),
    ("truncate", |ring, o| {
        ring.truncate(o.number(0) as usize);
        Answer::Done
    }),
    ("get", |ring, o| Answer::Value(ring.get(o.number(0) as usize).copied())),
    ("from_end", |ring, o| Answer::Value(ring.iter().nth_back(o.number(0) as usize).copied())),
    ("rotate", |ring, o| {
        if !ring.is_empty() {
            ring.rotate_left(o.number(0) as usize % ring.len());
        }
        Answer::Done
    }),
    ("make_contiguous", |ring, _| {
        ring.make_contiguous();
        Answer::Done
    }),
    ("each_removing", |ring, o| {
        let mut visited = Vec::new();
        ring.retain(|&value| {
            visited.push(value);
            value % o.number(0) == o.number(1)
        });
        o.list(visited)
    }),
    ("append", |ring, o| {
        ring.append(o.other());
        Answer::Done
    }),
];

fn vec_deque() {
    let fields = "protocol=6 name=VecDeque version=1 system=ring capacity=grows";
    serve(fields, table::ROWS, |_| VecDeque::new(), &[any!(VecDeque<i64>), VEC_DEQUE].concat());
}

const RINGBUFFER: Functions<AllocRingBuffer<i64>> = &[
    ("push_back", |ring, o| {
        ring.enqueue(o.number(0));
        Answer::Done
    }),
    ("pop_front", |ring, _| Answer::Value(ring.dequeue())),
    ("get", |ring, o| Answer::Value(at(ring, o.number(0), o.number(0)))),
    ("from_end", |ring, o| Answer::Value(at(ring, o.number(0), -1 - o.number(0)))),
    ("is_full", |ring, _| Answer::Truth(ring.is_full())),
    ("append", |ring, o| {
        ring.extend(o.other().drain());
        Answer::Done
    }),
];

/// The element at a place, if there is one, by its index: the crate counts on from the other end if there is none.
fn at(ring: &AllocRingBuffer<i64>, place: i64, index: i64) -> Option<i64> {
    ring.get_signed(index as isize).filter(|_| (place as usize) < ring.len()).copied()
}

fn ringbuffer() {
    let fields = "protocol=6 name=ringbuffer version=0.16.0 system=ring capacity=fixed full=overwrites";
    let open = |choices: &crate::starter::Choices| AllocRingBuffer::new(choices["capacity"].parse().expect("a number"));
    serve(fields, table::ROWS, open, &[any!(AllocRingBuffer<i64>), RINGBUFFER].concat());
}
