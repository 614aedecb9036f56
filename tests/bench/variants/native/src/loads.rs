//! The loads. Each gives both lists the same operations in the same order.
//!
//! Small lists are measured many at a time, so that the time for reading the clock is negligible.

use crate::pool::Pool;
use crate::random::Random;
use crate::stopwatch::Stopwatch;

/// So many elements are together in the lists of a measurement, or those of one list.
const TOGETHER: usize = 10_000;
/// So many lists are emptied at once, at most and at least.
const EMPTIED: [usize; 2] = [100, 4];
/// The elements of a burst that remain, at most a quarter.
const LEFT: usize = 25;
/// The load of the thesis (6.3): steps, the step of the burst, and the longest life.
const STEPS: usize = 255;
const BURST_AT: usize = 100;
const LONGEST: usize = 50;

/// All loads with so many elements.
pub fn measured<P: Pool>(size: usize, seed: u64) -> Stopwatch {
    let mut watch = Stopwatch::default();
    let mut random = Random(seed);
    basic::<P>(size, &mut random, &mut watch);
    worst::<P>(size, &mut watch);
    survivors::<P>(size, &mut random, &mut watch);
    particles::<P>(size, &mut random, &mut watch);
    watch
}

/// The basic operations (thesis 6.1).
fn basic<P: Pool>(size: usize, random: &mut Random, watch: &mut Stopwatch) {
    let lists = (TOGETHER / size).max(1);
    let all = lists * size;
    let mut pools = vec![P::default(); lists];
    let mut keys = vec![Vec::with_capacity(size); lists];
    watch.time("add, to a new list", all, || add(&mut pools, &mut keys, size));
    watch.time("iterate, full", all, || pools.iter().map(P::sum).sum());
    keys.iter_mut().for_each(|keys| random.shuffle(keys));
    watch.time("at, in random order", all, || {
        pools.iter().zip(&keys).map(|(pool, keys)| keys.iter().map(|&key| pool.find(key)).sum::<u64>()).sum()
    });
    watch.time("remove a random half", all / 2, || remove(&mut pools, &mut keys, size / 2));
    watch.time("iterate, half full", all, || pools.iter().map(P::sum).sum());
    watch.time("add, to vacancies", all / 2, || add(&mut pools, &mut keys, size / 2));
    keys.iter_mut().for_each(|keys| random.shuffle(keys));
    watch.time("remove all in random order", all, || remove(&mut pools, &mut keys, size));
}

/// All elements of a burst are removed in the order of insertion; the last removal is the most expensive one.
fn worst<P: Pool>(size: usize, watch: &mut Stopwatch) {
    let [most, least] = EMPTIED;
    let lists = (100 * TOGETHER / size).clamp(least, most);
    let mut pools = vec![P::default(); lists];
    let mut keys = vec![Vec::with_capacity(size); lists];
    add(&mut pools, &mut keys, size);
    keys.iter_mut().for_each(|keys| keys.reverse());
    watch.time("remove, the oldest first", lists * (size - 1), || remove(&mut pools, &mut keys, size - 1));
    watch.time("remove, at the worst moment", lists, || remove(&mut pools, &mut keys, 1));
}

/// Iteration when few elements of a burst are left, at random positions.
fn survivors<P: Pool>(size: usize, random: &mut Random, watch: &mut Stopwatch) {
    let lists = (TOGETHER / size).max(1);
    let mut pools = vec![P::default(); lists];
    let mut keys = vec![Vec::with_capacity(size); lists];
    add(&mut pools, &mut keys, size);
    keys.iter_mut().for_each(|keys| random.shuffle(keys));
    remove(&mut pools, &mut keys, size - LEFT.min(size / 4));
    watch.time("iterate over survivors", lists, || pools.iter().map(P::sum).sum());
}

/// Ephemeral elements with a burst (thesis 6.3): all steps, and the iterations after the burst is gone.
fn particles<P: Pool>(burst: usize, random: &mut Random, watch: &mut Stopwatch) {
    let (mut pool, mut dying) = (P::default(), vec![Vec::new(); STEPS + LONGEST + 1]);
    let (mut whole, mut afterwards) = (0.0, 0.0);
    for step in 1..=STEPS {
        let born = if step == BURST_AT { burst + 1 } else { 1 };
        let ends: Vec<usize> = (0..born).map(|_| step + random.below(LONGEST)).collect();
        whole += watch.elapsed(|| {
            ends.iter().for_each(|&end| dying[end].push(pool.insert(end as u64)));
            0
        });
        let iterated = watch.elapsed(|| pool.sum());
        whole += iterated;
        whole += watch.elapsed(|| dying[step].drain(..).map(|key| pool.take(key)).sum());
        if step > BURST_AT + LONGEST {
            afterwards += iterated;
        }
    }
    watch.taken.push(("particles: all steps", whole / STEPS as f64));
    watch.taken.push(("particles: iterate after the burst", afterwards / (STEPS - BURST_AT - LONGEST) as f64));
}

/// Adds so many elements to each list.
fn add<P: Pool>(pools: &mut [P], keys: &mut [Vec<P::Key>], count: usize) -> u64 {
    for (pool, keys) in pools.iter_mut().zip(keys) {
        keys.extend((0..count as u64).map(|element| pool.insert(element)));
    }
    0
}

/// Removes so many elements from each list, those of the last keys first.
fn remove<P: Pool>(pools: &mut [P], keys: &mut [Vec<P::Key>], count: usize) -> u64 {
    let taken = |(pool, keys): (&mut P, &mut Vec<P::Key>)| {
        let stay = keys.len() - count;
        keys.drain(stay..).rev().map(|key| pool.take(key)).sum::<u64>()
    };
    pools.iter_mut().zip(keys).map(taken).sum()
}
