//! Measures every scenario with every container: `cargo bench`, with the options of criterion.
//!
//! The environment sets `SIZE`, the number of elements (10,000 as in the thesis; a tenth of it in cross-iteration), and
//! `ROUND`, by which the order of the containers is rotated. Criterion warms up, chooses the number of repetitions and
//! compares means with those of the last run. The figures of the thesis show bands of single repetitions, so these are
//! recorded here, too: `target/chapter6/SCENARIO/CONTAINER.tsv` has a line for each time that a repetition takes (one,
//! or one for each step), with the percentiles 5, 25, 50, 75 and 95 over all repetitions, in nanoseconds.

#![forbid(unsafe_code)]

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chapter_6::elements::{colliders, colliding_particles, particles, Collider, Particle};
use chapter_6::pool::{Crossed, Pool};
use chapter_6::random::Random;
use chapter_6::scenarios::{
    after_the_burst, cross, cross_references, filled, insert, iterate, keep_apart, live, look_up, meet,
    meet_references, remove,
};
use chapter_6::{crossed, every};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};

const PERCENTILES: [usize; 5] = [5, 25, 50, 75, 95];
const SAMPLES: usize = 10;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(SAMPLES)
        .nresamples(1_000)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300))
        .configure_from_args();
    clock(&mut Scenario::new(&mut criterion, "clock"));
    let mut run = |name, benches: &mut [fn(&mut Scenario)]| {
        let mut scenario = Scenario::new(&mut criterion, name);
        benches.rotate_left(environment("ROUND", 0) % benches.len());
        benches.iter().for_each(|bench| bench(&mut scenario));
    };
    run("insert", &mut every!(insert_new, u64));
    run("insert-with-room", &mut every!(insert_with_room, u64));
    run("iterate", &mut every!(iterate_all, u64));
    run("look-up", &mut every!(look_up_all, u64));
    run("remove", &mut every!(remove_all, u64));
    run("cross", &mut crossed!(cross_all, Collider));
    run("cross-references", &mut every!(cross_all_references, Collider));
    run("particles", &mut every!(particles_new, Particle<()>));
    run("particles-with-room", &mut every!(particles_with_room, Particle<()>));
    run("meet", &mut crossed!(meet_always, Particle<Collider>));
    run("meet-references", &mut every!(meet_always_references, Particle<Collider>));
    run("meet-after", &mut crossed!(meet_after, Particle<Collider>));
    run("meet-after-references", &mut every!(meet_after_references, Particle<Collider>));
    criterion.final_summary();
}

/// A scenario, and where its figures go.
struct Scenario<'a> {
    group: BenchmarkGroup<'a, WallTime>,
    folder: PathBuf,
    size: usize,
}

impl<'a> Scenario<'a> {
    fn new(criterion: &'a mut Criterion, name: &str) -> Self {
        let mut group = criterion.benchmark_group(name);
        group.sampling_mode(SamplingMode::Flat);
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target/chapter6")).join(name);
        Self { group, folder, size: environment("SIZE", 10_000) }
    }

    /// Measures a repetition, which reports its times.
    fn measure(&mut self, name: &str, mut repetition: impl FnMut(&mut Vec<Duration>)) {
        let mut calls = Vec::new();
        self.group.bench_function(name, |bencher| {
            bencher.iter_custom(|count| {
                let times: Vec<Vec<Duration>> = (0..count)
                    .map(|_| {
                        let mut times = Vec::new();
                        repetition(&mut times);
                        times
                    })
                    .collect();
                let total = times.iter().flatten().sum();
                calls.push(times);
                total
            });
        });
        // The calls before the last ones were for warming up. Without any call, the scenario was filtered out.
        calls.drain(..calls.len().saturating_sub(SAMPLES));
        if !calls.is_empty() {
            fs::create_dir_all(&self.folder).expect("the folder of the figures can be made");
            let file = self.folder.join(format!("{name}.tsv"));
            fs::write(file, lines(&calls.concat())).expect("the figures can be written");
        }
    }
}

fn environment(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |value| value.parse().expect(name))
}

/// A line of percentiles for each time of a repetition.
fn lines(repetitions: &[Vec<Duration>]) -> String {
    let line = |place: usize| {
        let mut times: Vec<_> = repetitions.iter().map(|times| times[place].as_nanos()).collect();
        times.sort_unstable();
        PERCENTILES.map(|percent| times[(times.len() - 1) * percent / 100].to_string()).join("\t") + "\n"
    };
    (0..repetitions[0].len()).map(line).collect()
}

/// Returns the time that `run` takes.
fn timed<R>(run: impl FnOnce() -> R) -> Duration {
    let start = Instant::now();
    black_box(run());
    start.elapsed()
}

/// The time for reading the clock, which each time of the other figures contains once.
fn clock(scenario: &mut Scenario) {
    scenario.measure("nothing", |times| times.push(timed(|| ())));
}

// --- Basic operations (6.1) ---

fn insert_new<P: Pool<u64>>(scenario: &mut Scenario) {
    inserted::<P>(scenario, 0);
}

fn insert_with_room<P: Pool<u64>>(scenario: &mut Scenario) {
    inserted::<P>(scenario, scenario.size);
}

fn inserted<P: Pool<u64>>(scenario: &mut Scenario, room: usize) {
    let size = scenario.size;
    scenario.measure(P::NAME, |times| {
        let mut pool = P::with_room(room);
        times.push(timed(|| insert(&mut pool, size)));
        black_box(pool);
    });
}

fn iterate_all<P: Pool<u64>>(scenario: &mut Scenario) {
    let (pool, _) = filled::<P>(scenario.size);
    scenario.measure(P::NAME, |times| times.push(timed(|| iterate(&pool))));
}

fn look_up_all<P: Pool<u64>>(scenario: &mut Scenario) {
    let (pool, mut keys) = filled::<P>(scenario.size);
    Random(1).shuffle(&mut keys);
    scenario.measure(P::NAME, |times| times.push(timed(|| look_up(&pool, &keys))));
}

fn remove_all<P: Pool<u64>>(scenario: &mut Scenario) {
    let size = scenario.size;
    scenario.measure(P::NAME, |times| {
        let (mut pool, keys) = filled::<P>(size);
        let keys = P::in_random_order(keys, &mut Random(1));
        times.push(timed(|| remove(&mut pool, &keys)));
        black_box(pool);
    });
}

// --- Cross-iteration (6.2) ---

fn cross_all<P: Crossed<Collider>>(scenario: &mut Scenario) {
    collided::<P>(scenario, cross);
}

fn cross_all_references<P: Pool<Collider>>(scenario: &mut Scenario) {
    collided::<P>(scenario, cross_references);
}

fn collided<P: Pool<Collider>>(scenario: &mut Scenario, run: impl Fn(&mut P)) {
    let mut pool = P::with_room(0);
    for collider in colliders(scenario.size / 10) {
        pool.insert(collider);
    }
    scenario.measure(P::NAME, |times| times.push(timed(|| run(&mut pool))));
    pool.each(|collider| {
        collider.hit();
    });
}

// --- Ephemeral elements (6.3), and their cross-iteration (6.4) ---

fn particles_new<P: Pool<Particle<()>>>(scenario: &mut Scenario) {
    lived::<_, P>(scenario, 0, &particles(scenario.size), usize::MAX, keep_apart);
}

fn particles_with_room<P: Pool<Particle<()>>>(scenario: &mut Scenario) {
    lived::<_, P>(scenario, scenario.size, &particles(scenario.size), usize::MAX, keep_apart);
}

fn meet_always<P: Crossed<Particle<Collider>>>(scenario: &mut Scenario) {
    lived::<_, P>(scenario, 0, &colliding_particles(scenario.size / 10), 0, meet);
}

fn meet_always_references<P: Pool<Particle<Collider>>>(scenario: &mut Scenario) {
    lived::<_, P>(scenario, 0, &colliding_particles(scenario.size / 10), 0, meet_references);
}

fn meet_after<P: Crossed<Particle<Collider>>>(scenario: &mut Scenario) {
    lived::<_, P>(scenario, 0, &colliding_particles(scenario.size), after_the_burst(), meet);
}

fn meet_after_references<P: Pool<Particle<Collider>>>(scenario: &mut Scenario) {
    lived::<_, P>(scenario, 0, &colliding_particles(scenario.size), after_the_burst(), meet_references);
}

fn lived<B: Copy, P: Pool<Particle<B>>>(
    scenario: &mut Scenario,
    room: usize,
    arrivals: &[Vec<Particle<B>>],
    from: usize,
    meet: impl Fn(&mut P),
) {
    scenario.measure(P::NAME, |times| {
        let mut pool = P::with_room(room);
        black_box(live(&mut pool, arrivals, from, &meet, |step| times.push(step)));
    });
}
