//! Every container gives the same answers in every scenario, so that the benchmarks compare the same work.

use chapter_6::elements::{colliders, colliding_particles, particles, Collider, Particle, BURST_AT};
use chapter_6::pool::{Crossed, Pool};
use chapter_6::random::Random;
use chapter_6::scenarios::{
    after_the_burst, cross, cross_references, filled, insert, iterate, keep_apart, live, look_up, meet,
    meet_references, remove,
};
use chapter_6::{crossed, every};

const COUNT: usize = 500;

fn agreed<A: PartialEq + std::fmt::Debug>(answers: impl IntoIterator<Item = fn() -> A>) -> A {
    let mut answers = answers.into_iter().map(|answer| answer());
    let first = answers.next().expect("there are containers");
    answers.for_each(|other| assert_eq!(other, first));
    first
}

fn basic<P: Pool<u64>>() -> [u64; 4] {
    let (mut pool, keys) = filled::<P>(COUNT);
    let sums = [iterate(&pool), look_up(&pool, &keys)];
    let order = P::in_random_order(keys, &mut Random(7));
    let removed = remove(&mut pool, &order);
    [sums[0], sums[1], removed, iterate(&pool)]
}

#[test]
fn basic_operations_find_and_remove_the_same_elements_in_the_same_order() {
    let [iterated, looked_up, removed, left] = agreed(every!(basic, u64));
    assert_eq!([iterated, looked_up, left], [124_750, 124_750, 0]);
    let mut ascending = Vec::with_room(0);
    insert(&mut ascending, COUNT);
    assert_ne!(removed, remove(&mut ascending, &[0; COUNT]));
}

fn hits<P: Pool<Collider>>(crossing: impl Fn(&mut P)) -> Vec<bool> {
    let mut pool = P::with_room(COUNT);
    for collider in colliders(1_000) {
        pool.insert(collider);
    }
    crossing(&mut pool);
    let mut hits = vec![];
    pool.each(|collider| hits.push(collider.hit()));
    hits
}

fn own<P: Crossed<Collider>>() -> Vec<bool> {
    hits::<P>(cross)
}

fn references<P: Pool<Collider>>() -> Vec<bool> {
    hits::<P>(cross_references)
}

#[test]
fn the_same_colliders_are_hit() {
    let hit = agreed(crossed!(own, Collider));
    assert_eq!(hit, agreed(every!(references, Collider)));
    assert!(hit.contains(&true) && hit.contains(&false));
}

#[test]
fn each_ordered_pair_meets_once() {
    fn pairs<P: Crossed<u64>>() -> [Vec<(u64, u64)>; 2] {
        let (mut pool, _) = filled::<P>(9);
        let mut met = [vec![], vec![]];
        pool.pairs(|&mut one, &mut other| met[0].push((one, other)));
        pool.pairs_of_references(|&mut one, &mut other| met[1].push((one, other)));
        met
    }
    let [own, references] = agreed(crossed!(pairs, u64));
    let all: Vec<_> = (0..9).flat_map(|one| (0..9).map(move |other| (one, other))).filter(|(a, b)| a != b).collect();
    assert_eq!((&own, &references), (&all, &all));
}

fn lives<B: Copy, P: Pool<Particle<B>>>(
    arrivals: &[Vec<Particle<B>>],
    from: usize,
    meet: impl Fn(&mut P),
) -> (u64, usize, usize) {
    let (mut steps, mut left) = (0, 0);
    let mut pool = P::with_room(0);
    let visited = live(&mut pool, arrivals, from, meet, |_| steps += 1);
    pool.each(|_| left += 1);
    (visited, steps, left)
}

#[test]
fn as_many_particles_live_in_each_container() {
    fn apart<P: Pool<Particle<()>>>() -> (u64, usize, usize) {
        lives::<_, P>(&particles(COUNT), 0, keep_apart)
    }
    fn own<P: Crossed<Particle<Collider>>>() -> (u64, usize, usize) {
        lives::<_, P>(&colliding_particles(COUNT), BURST_AT, meet)
    }
    fn references<P: Pool<Particle<Collider>>>() -> (u64, usize, usize) {
        lives::<_, P>(&colliding_particles(COUNT), after_the_burst(), meet_references)
    }
    let (visited, steps, left) = agreed(every!(apart, Particle<()>));
    assert_eq!(steps, 255);
    assert!((10..45).contains(&left) && visited > 50 * left as u64);
    assert_eq!(agreed(crossed!(own, Particle<Collider>)), agreed(every!(references, Particle<Collider>)));
}
