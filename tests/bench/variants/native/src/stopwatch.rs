//! The measured times.

use std::hint::black_box;
use std::time::Instant;

/// The time that each load took, and the sum of what its operations answered.
#[derive(Default)]
pub struct Stopwatch {
    /// Nanoseconds for one operation, by load.
    pub taken: Vec<(&'static str, f64)>,
    /// It keeps the compiler from omitting operations, and shows that both lists gave the same answers.
    pub seen: u64,
}

impl Stopwatch {
    /// Records the time of `count` operations, which return a sum.
    pub fn time(&mut self, load: &'static str, count: usize, operations: impl FnOnce() -> u64) {
        let nanoseconds = self.elapsed(operations);
        self.taken.push((load, nanoseconds / count as f64));
    }

    /// Returns the nanoseconds that operations take, and the sum that they return.
    pub fn elapsed(&mut self, operations: impl FnOnce() -> u64) -> f64 {
        let start = Instant::now();
        let answer = black_box(operations());
        let nanoseconds = start.elapsed().as_nanos() as f64;
        self.seen = self.seen.wrapping_add(answer);
        nanoseconds
    }
}
