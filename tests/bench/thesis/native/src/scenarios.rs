//! The scenarios of chapter 6. Each gives every container the same operations; what it returns is the same for all of them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::elements::{Collider, Particle, BURST_AT, LONGEST};
use crate::pool::{Crossed, Pool};

/// Inserts the numbers below `count` (6.1).
pub fn insert<P: Pool<u64>>(pool: &mut P, count: usize) {
    for element in 0..count as u64 {
        black_box(pool.insert(element));
    }
}

/// Returns a container with the numbers below `count`, and their keys.
pub fn filled<P: Pool<u64>>(count: usize) -> (P, Vec<P::Key>) {
    let mut pool = P::with_room(0);
    let keys = (0..count as u64).map(|element| pool.insert(element)).collect();
    (pool, keys)
}

/// Visits every element, and returns the sum (6.1).
pub fn iterate<P: Pool<u64>>(pool: &P) -> u64 {
    let mut sum = 0;
    pool.each(|&element| sum += black_box(element));
    sum
}

/// Looks up every element by its key, and returns the sum (6.1).
pub fn look_up<P: Pool<u64>>(pool: &P, keys: &[P::Key]) -> u64 {
    keys.iter().map(|&key| pool.look_up(key, |&element| black_box(element))).sum()
}

/// Removes every element by its key, and returns a number that depends on their order (6.1).
pub fn remove<P: Pool<u64>>(pool: &mut P, keys: &[P::Key]) -> u64 {
    keys.iter().fold(0, |seen: u64, &key| seen.rotate_left(1) ^ pool.remove(key))
}

/// Compares every collider with all others, by the container's own method (6.2).
pub fn cross<P: Crossed<Collider>>(pool: &mut P) {
    pool.pairs(Collider::collide);
}

/// Compares every collider with all others, by collected references (6.2).
pub fn cross_references<P: Pool<Collider>>(pool: &mut P) {
    pool.pairs_of_references(Collider::collide);
}

/// Does nothing with the particles: they are not cross-iterated (6.3).
pub fn keep_apart<P>(_: &mut P) {}

/// Compares every particle with all others, by the container's own method (6.4).
pub fn meet<P: Crossed<Particle<Collider>>>(pool: &mut P) {
    pool.pairs(|one, other| Collider::collide(&mut one.body, &mut other.body));
}

/// Compares every particle with all others, by collected references (6.4).
pub fn meet_references<P: Pool<Particle<Collider>>>(pool: &mut P) {
    pool.pairs_of_references(|one, other| Collider::collide(&mut one.body, &mut other.body));
}

/// Lets particles arrive, meet from a certain step on, and disappear; reports how long each step took (6.3, 6.4).
///
/// Returns how many particles all steps have visited.
pub fn live<B: Copy, P: Pool<Particle<B>>>(
    pool: &mut P,
    arrivals: &[Vec<Particle<B>>],
    from: usize,
    meet: impl Fn(&mut P),
    mut report: impl FnMut(Duration),
) -> u64 {
    let (mut expired, mut visited) = (Vec::new(), 0);
    for (new, step) in arrivals.iter().zip(1..) {
        let start = Instant::now();
        for &particle in new {
            black_box(pool.insert(particle));
        }
        if step >= from {
            meet(pool);
        }
        pool.expire(&mut expired, |particle| {
            visited += 1;
            particle.age()
        });
        report(start.elapsed());
    }
    visited
}

/// Returns the step from which on no particle of the burst is left (6.3).
pub const fn after_the_burst() -> usize {
    BURST_AT + LONGEST
}
