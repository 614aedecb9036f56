//! What was measured.

use std::hint::black_box;
use std::time::Instant;

/// The time that each load took, and the sum of what its operations answered.
#[derive(Default)]
pub struct Stopwatch {
    /// Nanoseconds for one operation, by load.
    pub taken: Vec<(&'static str, f64)>,
    /// So that no operation is left out, and that lists can be compared.
    pub seen: u64,
}

impl Stopwatch {
    /// Notes how long `count` operations take, which answer a sum.
    pub fn time(&mut self, load: &'static str, count: usize, operations: impl FnOnce() -> u64) {
        let nanoseconds = self.elapsed(operations);
        self.taken.push((load, nanoseconds / count as f64));
    }

    /// How many nanoseconds operations take, which answer a sum.
    pub fn elapsed(&mut self, operations: impl FnOnce() -> u64) -> f64 {
        let start = Instant::now();
        let answer = black_box(operations());
        let nanoseconds = start.elapsed().as_nanos() as f64;
        self.seen = self.seen.wrapping_add(answer);
        nanoseconds
    }
}
