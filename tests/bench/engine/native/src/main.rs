//! Runs scenarios: each line of input is a system and a program. An element is made of the number of its repetition,
//! whatever the program says, so that their order shows in sums. The argument is the time for each container, in
//! milliseconds.
//!
//! For each container, a line says its name, a sum over all answers and all that is left, the bytes that it takes in the
//! end or, if it is one of the standard library, asks for at most, and the lower quartile of the times in nanoseconds.
//! With an argument of 0, each program runs once. Read `program`, `pages`, `allocators`, `containers`, `own`, `standard`.

mod allocators;
mod containers;
mod memory;
mod own;
mod pages;
mod program;
mod standard;

use std::collections::VecDeque;
use std::io::stdin;
use std::time::{Duration, Instant};

use allocators::{Linear, Pool, Realm, Region, Stack};
use containers::{HandleMap, Ring, Vector, World};
use own::{Blocks, Keyed};
use program::{Program, Run};
use standard::{Bounded, Boxes, Map, Maps};

/// Three numbers of 4 bytes.
#[derive(Clone, Copy, Default)]
pub struct Object {
    x: u32,
    y: u32,
    z: u32,
}

impl Object {
    fn of(value: u64) -> Self {
        let x = value as u32;
        Self { x, y: x + 1, z: x + 2 }
    }
}

fn all_of(object: &Object) -> u64 {
    u64::from(object.x) + u64::from(object.y) + u64::from(object.z)
}

fn sum_of(objects: &[Object]) -> u64 {
    objects.iter().map(all_of).sum()
}

/// Something that runs programs.
trait Subject {
    const NAME: &'static str;
    /// Repeats an operation; returns a sum over its answers.
    fn act(&mut self, run: &Run) -> u64;
    /// A sum over what is left.
    fn left(&mut self) -> u64;
    /// What it takes, or the peak of the global allocator.
    fn bytes(&self, peak: usize) -> usize;
}

/// Runs a program once with a new container; returns what it came to.
type Once<'a> = Box<dyn Fn(bool) -> (u64, usize, Duration) + 'a>;

fn once<'a, S: Subject>(program: &'a Program, open: impl Fn() -> S + 'a) -> (&'static str, Once<'a>) {
    let run = move |counts| {
        memory::start(counts);
        let mut subject = open();
        let start = Instant::now();
        let sum = program.runs.iter().map(|run| subject.act(run)).sum::<u64>();
        let time = start.elapsed();
        let bytes = subject.bytes(memory::peak());
        (sum + subject.left(), bytes, time)
    };
    (S::NAME, Box::new(run))
}

/// The container of a program, and the one of the standard library.
fn subjects(program: &Program) -> [(&'static str, Once<'_>); 2] {
    let region = || Region::new(program.number("region"));
    let pool = move |page| Pool::new(region(), program.number("size"), program.number("alignment"), page);
    let checked = program.choice("order") != Some("unchecked");
    let room = program.pushes();
    let own = match program.system() {
        "linear-allocator" if program.choice("checker").is_some() => {
            once(program, move || Blocks::new(Realm::new(Linear::new(region())), program))
        }
        "linear-allocator" => once(program, move || Blocks::new(Linear::new(region()), program)),
        "stack-allocator" | "double-ended-allocator" => {
            once(program, move || Blocks::new(Stack::new(region(), checked), program))
        }
        "pool-allocator" => once(program, move || Blocks::new(pool(None), program)),
        "growing-pool" => once(program, move || Blocks::new(pool(Some(program.number("page"))), program)),
        "paged-vector" => once(program, || Vector::with_room(0)),
        "vec" => once(program, move || Vector::with_room(room)),
        "ring-buffer" => once(program, || Ring::new(program.number("capacity"))),
        "handle-map" => {
            once(program, || Keyed(HandleMap::new(), Vec::with_capacity(program.runs[0].operands[0] as usize)))
        }
        "dense-components" => once(program, move || Keyed(World::new(), Vec::with_capacity(room))),
        other => unreachable!("there is no system {other}"),
    };
    let standard = match program.system() {
        "paged-vector" => once(program, Vec::new),
        "vec" => once(program, move || Vec::with_capacity(room)),
        "ring-buffer" => once(program, || {
            let capacity = program.number("capacity");
            Bounded(VecDeque::with_capacity(capacity), capacity)
        }),
        "handle-map" => once(program, Map::new),
        "dense-components" => once(program, Maps::default),
        _ => once(program, || Boxes::new(program)),
    };
    [own, standard]
}

fn main() {
    let milliseconds: u32 = std::env::args().nth(1).map_or(0, |text| text.parse().expect("milliseconds"));
    let least = if milliseconds > 0 { 5 } else { 1 };
    for line in stdin().lines() {
        let program = Program::parse(&line.expect("a line"));
        let subjects = subjects(&program);
        let counted: Vec<_> = subjects.iter().map(|(_, run)| run(true)).collect();
        let mut times = [vec![], vec![]];
        let end = Instant::now() + 2 * milliseconds * Duration::from_millis(1);
        while times[0].len() < least || Instant::now() < end {
            for ((_, run), times) in subjects.iter().zip(&mut times) {
                times.push(run(false).2.as_nanos());
            }
        }
        for ((name, _), ((sum, bytes, _), mut times)) in subjects.iter().zip(counted.into_iter().zip(times)) {
            times.sort_unstable();
            println!("{name} {sum} {bytes} {}", times[times.len() / 4]);
        }
        println!();
    }
}
