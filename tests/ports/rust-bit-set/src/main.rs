//! The port of the crate bit-set, of the release that the package names: maps each operation to a method.

#[path = "../../../stablelist_conformance/starters/family/rust/src/starter.rs"]
mod starter;

use bit_set::BitSet;
use starter::{serve, Answer, Choices, Function};

const TABLE: &str = "
insert* number > truth -
insert_range number number > number -
insert_at number number > truth -
remove* number > truth -
remove_range number number > number -
remove_at number > value -
cut number > number -
retain number number > value -
clear > done -
flip number > number -
flip_range number number > number -
mark > done -
undo > number -
compact > done -
copy > clone -
swap_containers > done - both
equal > truth - both
union > number - both
intersect > number - both
subtract > number - both
contains number > truth -
next number > number -
rank number > number -
index_of number > number -
nth number > number -
count_range number number > number -
first > number -
last > number -
len > number -
is_empty > truth -
each > value -
each_in_order > sequence -
each_backwards > sequence -
each_from number > sequence -
each_first number > sequence -
each_looking > value -
each_removing number number > value -
";

fn open(_choices: &Choices) -> BitSet {
    BitSet::new()
}

fn length(set: &BitSet) -> Answer<()> {
    Answer::Value(i64::try_from(set.len()).ok())
}

const FUNCTIONS: &[(&str, Function<BitSet, ()>)] = &[
    ("insert", |set, o| Answer::Truth(set.insert(o.number(0) as usize))),
    ("insert_range", |set, o| {
        set.extend(o.number(0) as usize..o.number(1) as usize);
        length(set)
    }),
    ("remove", |set, o| Answer::Truth(set.remove(o.number(0) as usize))),
    ("clear", |set, _| {
        set.clear();
        Answer::Done
    }),
    ("compact", |set, _| {
        set.shrink_to_fit();
        Answer::Done
    }),
    ("copy", |set, o| o.cloned(set.clone())),
    ("swap_containers", |set, o| {
        std::mem::swap(set, o.other());
        Answer::Done
    }),
    ("equal", |set, o| Answer::Truth(set == o.other())),
    ("union", |set, o| {
        set.union_with(o.other());
        length(set)
    }),
    ("intersect", |set, o| {
        set.intersect_with(o.other());
        length(set)
    }),
    ("subtract", |set, o| {
        set.difference_with(o.other());
        length(set)
    }),
    ("contains", |set, o| Answer::Truth(set.contains(o.number(0) as usize))),
    ("len", |set, _| length(set)),
    ("is_empty", |set, _| Answer::Truth(set.is_empty())),
    ("each_in_order", |set, o| o.list(set.iter().map(|member| member as i64))),
];

fn main() {
    let fields = concat!("protocol=6 name=BitSet version=", env!("CARGO_PKG_VERSION"), " system=set order=ascending universe=0");
    serve(fields, TABLE, open, FUNCTIONS);
}
