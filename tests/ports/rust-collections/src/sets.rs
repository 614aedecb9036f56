//! Sets: `BTreeSet` of the standard library, `IndexSet` of indexmap, and the bit sets of fixedbitset and bit-set.

use std::collections::BTreeSet;

use bit_set::BitSet;
use fixedbitset::FixedBitSet;
use indexmap::IndexSet;

use crate::starter::{serve, Answer, Choices};
use crate::{Functions, Ports};

#[path = "../../tables/set/table.rs"]
mod table;

pub const PORTS: Ports =
    &[("btree-set", btree_set), ("index-set", index_set), ("fixedbitset", fixed_bit_set), ("bit-set", bit_set)];

fn number<K>(value: Option<usize>) -> Answer<K> {
    Answer::Value(value.map(|number| number as i64))
}

/// What all sets have.
macro_rules! any {
    ($set:ty) => {{
        const ANY: Functions<$set> = &[
            ("copy", |set, o| o.cloned(set.clone())),
            ("swap_containers", |set, o| {
                std::mem::swap(set, o.other());
                Answer::Done
            }),
            ("equal", |set, o| Answer::Truth(set == o.other())),
        ];
        ANY
    }};
}

/// What a set of any elements has; the numbers of a range are elements like others.
macro_rules! elements {
    ($set:ty, $remove:ident) => {{
        const ELEMENTS: Functions<$set> = &[
            ("insert", |set, o| Answer::Truth(set.insert(o.number(0)))),
            ("insert_range", |set, o| {
                set.extend(o.number(0)..o.number(1));
                number(Some(set.len()))
            }),
            ("remove", |set, o| Answer::Truth(set.$remove(&o.number(0)))),
            ("retain", |set, o| {
                let mut left = Vec::new();
                set.retain(|member| {
                    let stays = member % o.number(0) == o.number(1);
                    if !stays {
                        left.push(*member);
                    }
                    stays
                });
                o.list(left)
            }),
            ("clear", |set, _| {
                set.clear();
                Answer::Done
            }),
            ("union", |set, o| {
                set.extend(o.other().iter().copied());
                number(Some(set.len()))
            }),
            ("intersect", |set, o| {
                *set = &*set & &*o.other();
                number(Some(set.len()))
            }),
            ("subtract", |set, o| {
                *set = &*set - &*o.other();
                number(Some(set.len()))
            }),
            ("contains", |set, o| Answer::Truth(set.contains(&o.number(0)))),
            ("first", |set, _| Answer::Value(set.first().copied())),
            ("last", |set, _| Answer::Value(set.last().copied())),
            ("len", |set, _| number(Some(set.len()))),
            ("is_empty", |set, _| Answer::Truth(set.is_empty())),
            ("each_in_order", |set, o| o.list(set.iter().copied())),
            ("each_backwards", |set, o| o.list(set.iter().rev().copied())),
        ];
        ELEMENTS
    }};
}

type Tree = BTreeSet<i64>;
type Index = IndexSet<i64>;

const TREE: Functions<Tree> = &[
    ("cut", |set, o| {
        set.split_off(&o.number(0));
        number(Some(set.len()))
    }),
    ("next", |set, o| Answer::Value(set.range(o.number(0)..).next().copied())),
    ("rank", |set, o| number(Some(set.range(..o.number(0)).count()))),
    ("count_range", |set, o| {
        let (start, end) = (o.number(0), o.number(1));
        number(Some(set.range(start..end.max(start)).count())) // a range that ends before it starts would panic
    }),
];

fn btree_set() {
    let fields = "protocol=6 name=BTreeSet version=1 system=set universe=0 order=ascending";
    serve(fields, table::ROWS, |_| Tree::new(), &[any!(Tree), elements!(Tree, remove), TREE].concat());
}

const INDEX: Functions<Index> = &[
    ("insert_at", |set, o| {
        let (place, member) = (o.number(0) as usize, o.number(1));
        if set.contains(&member) {
            return Answer::Truth(false); // it would move
        }
        if place > set.len() {
            return Answer::Refused("range"); // it would panic
        }
        Answer::Truth(set.shift_insert(place, member))
    }),
    ("remove_at", |set, o| {
        set.shift_remove_index(o.number(0) as usize)
            .map_or(Answer::Refused("range"), |member| Answer::Value(Some(member)))
    }),
    ("index_of", |set, o| number(set.get_index_of(&o.number(0)))),
    ("nth", |set, o| Answer::Value(set.get_index(o.number(0) as usize).copied())),
    ("compact", |set, _| {
        set.shrink_to_fit();
        Answer::Done
    }),
];

fn index_set() {
    let fields = "protocol=6 name=IndexSet version=2.14.2 system=set universe=0 order=insertion";
    serve(fields, table::ROWS, |_| Index::new(), &[any!(Index), elements!(Index, shift_remove), INDEX].concat());
}

/// What both bit sets have.
macro_rules! bits {
    ($set:ty, $each:ident, $($count:tt)*) => {{
        const BITS: Functions<$set> = &[
            ("union", |set, o| {
                set.union_with(o.other());
                number(Some(set.$($count)*))
            }),
            ("intersect", |set, o| {
                set.intersect_with(o.other());
                number(Some(set.$($count)*))
            }),
            ("subtract", |set, o| {
                set.difference_with(o.other());
                number(Some(set.$($count)*))
            }),
            ("contains", |set, o| Answer::Truth(set.contains(o.number(0) as usize))),
            ("len", |set, _| number(Some(set.$($count)*))),
            ("each_in_order", |set, o| o.list(set.$each().map(|member| member as i64))),
        ];
        BITS
    }};
}

/// The bit of an operation, unless the set has no such bit: then most methods would panic.
fn bit(set: &FixedBitSet, asked: i64) -> Option<usize> {
    Some(asked as usize).filter(|&bit| bit < set.len())
}

/// The range of an operation, unless the set does not have all of its bits; none are at its beginning, which it always has.
fn bits(set: &FixedBitSet, start: i64, end: i64) -> Option<std::ops::Range<usize>> {
    let range = if start < end { start as usize..end as usize } else { 0..0 };
    Some(range).filter(|range| range.end <= set.len())
}

const BEYOND: Answer<()> = Answer::Refused("beyond");

const FIXED: Functions<FixedBitSet> = &[
    ("insert", |set, o| bit(set, o.number(0)).map_or(BEYOND, |bit| Answer::Truth(!set.put(bit)))),
    ("insert_range", |set, o| {
        bits(set, o.number(0), o.number(1)).map_or(BEYOND, |range| {
            set.insert_range(range);
            number(Some(set.count_ones(..)))
        })
    }),
    ("remove", |set, o| {
        Answer::Truth(bit(set, o.number(0)).is_some_and(|bit| {
            let was = set.contains(bit);
            set.remove(bit);
            was
        }))
    }),
    ("remove_range", |set, o| {
        let end = (o.number(1) as usize).min(set.len());
        set.remove_range((o.number(0) as usize).min(end)..end);
        number(Some(set.count_ones(..)))
    }),
    ("clear", |set, _| {
        set.clear();
        Answer::Done
    }),
    ("flip", |set, o| {
        bit(set, o.number(0)).map_or(BEYOND, |bit| {
            set.toggle(bit);
            number(Some(set.count_ones(..)))
        })
    }),
    ("flip_range", |set, o| {
        bits(set, o.number(0), o.number(1)).map_or(BEYOND, |range| {
            set.toggle_range(range);
            number(Some(set.count_ones(..)))
        })
    }),
    ("rank", |set, o| number(Some(set.count_ones(..(o.number(0) as usize).min(set.len()))))),
    ("count_range", |set, o| {
        let end = (o.number(1) as usize).min(set.len());
        number(Some(set.count_ones((o.number(0) as usize).min(end)..end)))
    }),
    ("first", |set, _| number(set.minimum())),
    ("last", |set, _| number(set.maximum())),
    ("is_empty", |set, _| Answer::Truth(set.is_clear())),
    ("each_backwards", |set, o| o.list(set.ones().rev().map(|member| member as i64))),
];

fn fixed_bit_set() {
    let fields = "protocol=6 name=FixedBitSet version=0.5.9 system=set universe=1,2,3,8,64,130,1000 order=ascending";
    let open = |choices: &Choices| FixedBitSet::with_capacity(choices["universe"].parse().expect("a number"));
    serve(fields, table::ROWS, open, &[any!(FixedBitSet), bits!(FixedBitSet, ones, count_ones(..)), FIXED].concat());
}

const GROWING: Functions<BitSet> = &[
    ("insert", |set, o| Answer::Truth(set.insert(o.number(0) as usize))),
    ("insert_range", |set, o| {
        set.extend(o.number(0) as usize..o.number(1) as usize);
        number(Some(set.count()))
    }),
    ("remove", |set, o| Answer::Truth(set.remove(o.number(0) as usize))),
    ("cut", |set, o| {
        set.truncate(o.number(0) as usize);
        number(Some(set.count()))
    }),
    ("clear", |set, _| {
        set.make_empty();
        Answer::Done
    }),
    ("compact", |set, _| {
        set.shrink_to_fit();
        Answer::Done
    }),
    ("is_empty", |set, _| Answer::Truth(set.is_empty())),
];

fn bit_set() {
    let fields = "protocol=6 name=BitSet version=0.11.1 system=set universe=0 order=ascending";
    serve(fields, table::ROWS, |_| BitSet::new(), &[any!(BitSet), bits!(BitSet, iter, count()), GROWING].concat());
}
