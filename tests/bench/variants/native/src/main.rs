//! A dyadic list and a StableList under the same loads, one after the other, round by round.
//!
//! `variants-in-time 100:15 10000:15` measures 15 rounds with 100 elements, and 15 with 10,000. Each line of the output is
//! one measurement of a round: the number of elements, the load, and the nanoseconds of the dyadic list and of the
//! StableList for one operation of the load, separated by tabs.

#![forbid(unsafe_code)]

mod loads;
mod pool;
mod random;
mod stopwatch;

use rust_dyadic::DyadicList;
use rust_stablelist::StableList;

use crate::loads::measured;
use crate::stopwatch::Stopwatch;

fn main() {
    for plan in std::env::args().skip(1) {
        let (size, rounds) = plan.split_once(':').expect("elements:rounds");
        for round in 0..rounds.parse().expect("a number of rounds") {
            print(round_of(size.parse().expect("a number of elements"), round), size);
        }
    }
}

/// Both lists under all loads; every second round begins with the other one.
fn round_of(size: usize, round: u64) -> [Stopwatch; 2] {
    let dyadic = || measured::<DyadicList<u64>>(size, round);
    let stable = || measured::<StableList<u64>>(size, round);
    if round % 2 == 0 {
        [dyadic(), stable()]
    } else {
        let first = stable();
        [dyadic(), first]
    }
}

/// Prints the times; the two lists have visited the same elements.
fn print([dyadic, stable]: [Stopwatch; 2], size: &str) {
    assert_eq!(dyadic.seen, stable.seen, "the lists differ");
    for ((load, one), (_, other)) in dyadic.taken.iter().zip(&stable.taken) {
        println!("{size}\t{load}\t{one}\t{other}");
    }
}
