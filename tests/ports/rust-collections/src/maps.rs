//! Maps: `BTreeMap` and `HashMap` of the standard library, `IndexMap` of indexmap, and `LruCache` of lru.

use std::collections::{BTreeMap, HashMap};

use indexmap::IndexMap;
use lru::LruCache;

use crate::starter::{serve, Answer, Choices};
use crate::{Functions, Ports};

#[path = "../../tables/map/table.rs"]
mod table;

pub const PORTS: Ports =
    &[("btree-map", btree_map), ("hash-map", hash_map), ("index-map", index_map), ("lru-cache", lru_cache)];

type Index = IndexMap<i64, i64>;
type Tree = BTreeMap<i64, i64>;
type Hash = HashMap<i64, i64>;
type Cache = LruCache<i64, i64>;

/// A copy of an entry, if there is one.
fn entry(found: Option<(&i64, &i64)>) -> Answer<()> {
    popped(found.map(copied))
}

fn popped(found: Option<(i64, i64)>) -> Answer<()> {
    found.map_or(Answer::Value(None), |(key, value)| Answer::Both(Some(key), Some(value)))
}

fn copied((key, value): (&i64, &i64)) -> (i64, i64) {
    (*key, *value)
}

/// What all maps have: the method of an insertion, and that of a removal.
macro_rules! any {
    ($map:ty, $insert:ident, $remove:ident) => {{
        const ANY: Functions<$map> = &[
            ("put", |map, o| Answer::Value(map.$insert(o.number(0), o.number(1)))),
            ("remove", |map, o| Answer::Value(map.$remove(&o.number(0)))),
            ("retain", |map, o| {
                let mut left = Vec::new();
                map.retain(|key, value| {
                    let stays = key % o.number(0) == o.number(1);
                    if !stays {
                        left.push(*value);
                    }
                    stays
                });
                o.list(left)
            }),
            ("clear", |map, _| {
                map.clear();
                Answer::Done
            }),
            ("get", |map, o| Answer::Value(map.get(&o.number(0)).copied())),
            ("add_to", |map, o| {
                Answer::Value(map.get_mut(&o.number(0)).map(|value| {
                    *value += o.number(1);
                    *value
                }))
            }),
            ("len", |map, _| Answer::Value(Some(map.len() as i64))),
            ("entries", |map, o| o.pairs(map.iter().map(copied))),
            ("each_removing", |map, o| {
                let mut visited = Vec::new();
                map.retain(|key, value| {
                    visited.push((*key, *value));
                    key % o.number(0) == o.number(1)
                });
                o.pairs(visited)
            }),
            ("copy", |map, o| o.cloned(map.clone())),
            ("swap_containers", |map, o| {
                std::mem::swap(map, o.other());
                Answer::Done
            }),
        ];
        ANY
    }};
}

/// What is no cache: a look-up is no use.
macro_rules! map {
    ($map:ty) => {{
        const MAP: Functions<$map> = &[
            ("put_if_absent", |map, o| {
                let before = map.len();
                let value = *map.entry(o.number(0)).or_insert(o.number(1));
                Answer::Value((map.len() == before).then_some(value))
            }),
            ("contains", |map, o| Answer::Truth(map.contains_key(&o.number(0)))),
            ("keys", |map, o| o.list(map.keys().copied())),
            ("values", |map, o| o.list(map.values().copied())),
            ("each_looking", |map, o| o.pairs(map.keys().map(|key| (*key, map[key])))),
            ("equal", |map, o| Answer::Truth(map == o.other())),
        ];
        MAP
    }};
}

/// What is in an order, and can be visited from both ends.
macro_rules! ordered {
    ($map:ty) => {{
        const ORDERED: Functions<$map> = &[
            ("each", |map, o| o.pairs(map.iter().map(copied))),
            ("each_backwards", |map, o| o.pairs(map.iter().rev().map(copied))),
            ("each_first", |map, o| o.pairs(map.iter().take(o.number(0) as usize).map(copied))),
            ("append", |map, o| {
                map.append(o.other());
                Answer::Done
            }),
        ];
        ORDERED
    }};
}

const TREE: Functions<Tree> = &[
    ("pop_first", |map, _| popped(map.pop_first())),
    ("pop_last", |map, _| popped(map.pop_last())),
    ("first", |map, _| entry(map.first_key_value())),
    ("last", |map, _| entry(map.last_key_value())),
    ("each_from", |map, o| o.pairs(map.range(o.number(0)..).map(copied))),
];

fn btree_map() {
    let fields = "protocol=6 name=BTreeMap version=1 system=map order=key capacity=grows";
    let functions = [any!(Tree, insert, remove), map!(Tree), ordered!(Tree), TREE].concat();
    serve(fields, table::ROWS, |_| Tree::new(), &functions);
}

const HASH: Functions<Hash> = &[("append", |map, o| {
    map.extend(o.other().drain());
    Answer::Done
})];

fn hash_map() {
    let fields = "protocol=6 name=HashMap version=1 system=map order=none capacity=grows full=refuses";
    serve(fields, table::ROWS, |_| Hash::new(), &[any!(Hash, insert, remove), map!(Hash), HASH].concat());
}

const INDEX: Functions<Index> = &[
    ("swap_remove", |map, o| Answer::Value(map.swap_remove(&o.number(0)))),
    ("pop_first", |map, _| popped(map.shift_remove_index(0))),
    ("pop_last", |map, _| popped(map.pop())),
    ("first", |map, _| entry(map.first())),
    ("last", |map, _| entry(map.last())),
    ("entry_at", |map, o| entry(map.get_index(o.number(0) as usize))),
];

fn index_map() {
    let fields = "protocol=6 name=IndexMap version=2.14.2 system=map order=insertion capacity=grows";
    let functions = [any!(Index, insert, shift_remove), map!(Index), ordered!(Index), INDEX].concat();
    serve(fields, table::ROWS, |_| Index::new(), &functions);
}

/// It iterates from the most recently used key on.
const CACHE: Functions<Cache> = &[
    ("put_if_absent", |cache, o| {
        let found = cache.peek(&o.number(0)).copied();
        cache.get_or_insert(o.number(0), || o.number(1));
        Answer::Value(found)
    }),
    ("pop_first", |cache, _| popped(cache.pop_lru())),
    ("pop_last", |cache, _| popped(cache.pop_mru())),
    ("peek", |cache, o| Answer::Value(cache.peek(&o.number(0)).copied())),
    ("contains", |cache, o| Answer::Truth(cache.contains(&o.number(0)))),
    ("each", |cache, o| o.pairs(cache.iter().rev().map(copied))),
    ("each_backwards", |cache, o| o.pairs(cache.iter().map(copied))),
    ("first", |cache, _| entry(cache.peek_lru())),
    ("last", |cache, _| entry(cache.peek_mru())),
    ("each_first", |cache, o| o.pairs(cache.iter().rev().take(o.number(0) as usize).map(copied))),
];

fn lru_cache() {
    let fields = "protocol=6 name=LruCache version=0.19.1 system=map order=use full=evicts capacity=fixed";
    let open = |choices: &Choices| Cache::new(choices["capacity"].parse().expect("a number that is not 0"));
    serve(fields, table::ROWS, open, &[any!(Cache, put, pop), CACHE].concat());
}
