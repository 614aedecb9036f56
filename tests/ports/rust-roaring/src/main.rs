//! The port of the crate roaring, of the release that the package names: maps each operation to a method.

#[path = "../../../stablelist_conformance/starters/family/rust/src/starter.rs"]
mod starter;

use roaring::RoaringBitmap as Set;
use starter::{serve, way, Answer, Choices, Function, Operation};

#[path = "../../tables/set/table.rs"]
mod table;

type Asked<'a> = Operation<'a, Set, ()>;

fn open(_choices: &Choices) -> Set {
    Set::new()
}

fn value(o: &Asked, place: usize) -> u32 {
    u32::try_from(o.number(place)).expect("a number of 32 bits")
}

fn number(count: u64) -> Answer<()> {
    Answer::Value(i64::try_from(count).ok())
}

fn found(member: Option<u32>) -> Answer<()> {
    Answer::Value(member.map(i64::from))
}

/// The member at a place, by `select`, or by `nth` of an iterator that has returned its first member.
fn nth(set: &Set, place: u32) -> Option<u32> {
    let mut members = set.iter();
    match place.checked_sub(1) {
        Some(rest) if way() == 2 => {
            members.next();
            members.nth(rest as usize)
        }
        _ => set.select(place),
    }
}

const FUNCTIONS: &[(&str, Function<Set, ()>)] = &[
    ("insert", |set, o| Answer::Truth(set.insert(value(o, 0)))),
    ("insert_range", |set, o| {
        set.insert_range(value(o, 0)..value(o, 1).max(value(o, 0)));
        number(set.len())
    }),
    ("remove", |set, o| Answer::Truth(set.remove(value(o, 0)))),
    ("remove_range", |set, o| {
        set.remove_range(value(o, 0)..value(o, 1).max(value(o, 0)));
        number(set.len())
    }),
    ("cut", |set, o| {
        set.remove_range(value(o, 0)..);
        number(set.len())
    }),
    ("clear", |set, _| {
        set.clear();
        Answer::Done
    }),
    ("compact", |set, _| {
        set.optimize();
        Answer::Done
    }),
    ("copy", |set, o| o.cloned(set.clone())),
    ("swap_containers", |set, o| {
        std::mem::swap(set, o.other());
        Answer::Done
    }),
    ("equal", |set, o| Answer::Truth(set == o.other())),
    ("union", |set, o| {
        *set |= &*o.other();
        number(set.len())
    }),
    ("intersect", |set, o| {
        *set &= &*o.other();
        number(set.len())
    }),
    ("subtract", |set, o| {
        *set -= &*o.other();
        number(set.len())
    }),
    ("contains", |set, o| Answer::Truth(set.contains(value(o, 0)))),
    ("next", |set, o| found(set.range(value(o, 0)..).next())),
    ("rank", |set, o| number(value(o, 0).checked_sub(1).map_or(0, |last| set.rank(last)))),
    ("nth", |set, o| found(nth(set, value(o, 0)))),
    ("count_range", |set, o| number(set.range_cardinality(value(o, 0)..value(o, 1).max(value(o, 0))))),
    ("first", |set, _| found(set.min())),
    ("last", |set, _| found(set.max())),
    ("len", |set, _| number(set.len())),
    ("is_empty", |set, _| Answer::Truth(set.is_empty())),
    ("each_in_order", |set, o| o.list(set.iter().map(i64::from))),
    ("each_backwards", |set, o| o.list(set.iter().rev().map(i64::from))),
];

fn main() {
    let fields = concat!(
        "protocol=6 name=roaring version=", env!("CARGO_PKG_VERSION"), " system=set order=ascending universe=0 ways=nth:2"
    );
    serve(fields, table::ROWS, open, FUNCTIONS);
}
