//! The elements of the scenarios: colliders, and particles that live for a while.

use crate::random::Random;

/// The width of the field (6.2).
const FIELD: usize = 1_000;
/// Two colliders collide if they are closer than this, in both directions (6.2).
const DISTANCE: i16 = 2;
/// The longest life of a particle, in steps (6.3).
pub const LONGEST: usize = 50;
/// The number of steps, and the step of the burst (6.3).
pub const STEPS: usize = 255;
/// The step at which the burst comes (6.3).
pub const BURST_AT: usize = 100;

/// A collider with its location (6.2).
#[derive(Clone, Copy)]
pub struct Collider {
    loc: (i16, i16),
    has_hit: bool,
    been_hit: bool,
}

impl Collider {
    /// Makes a collider at a random location.
    fn at_random(random: &mut Random) -> Self {
        let loc = (random.below(FIELD) as i16, random.below(FIELD) as i16);
        Self { loc, has_hit: false, been_hit: false }
    }

    /// Lets a collider hit another one, if it is close.
    pub fn collide(one: &mut Self, other: &mut Self) {
        let near = |a: i16, b: i16| (a - b).abs() < DISTANCE;
        if near(one.loc.0, other.loc.0) && near(one.loc.1, other.loc.1) {
            one.has_hit = true;
            other.been_hit = true;
        }
    }

    /// Returns whether it has hit another; then, and only then, it must have been hit.
    pub fn hit(&self) -> bool {
        assert_eq!(self.has_hit, self.been_hit, "hits are mutual");
        self.has_hit
    }
}

/// Returns so many colliders, the same ones in every run.
pub fn colliders(count: usize) -> Vec<Collider> {
    let mut random = Random(count as u64);
    (0..count).map(|_| Collider::at_random(&mut random)).collect()
}

/// A particle that disappears after some steps (6.3).
#[derive(Clone, Copy)]
pub struct Particle<B> {
    left: u32,
    /// What it is apart from its life.
    pub body: B,
}

impl<B> Particle<B> {
    /// Reduces its remaining life by a step, and returns whether it is over.
    pub fn age(&mut self) -> bool {
        self.left -= 1;
        self.left == 0
    }
}

/// Returns the particles that each step adds, the same ones in every run: one, and a whole burst at one of the steps (6.3).
pub fn arrivals<B>(burst: usize, body: impl Fn(&mut Random) -> B) -> Vec<Vec<Particle<B>>> {
    let mut random = Random(burst as u64);
    let mut particle = || Particle { left: 1 + random.below(LONGEST) as u32, body: body(&mut random) };
    (1..=STEPS).map(|step| (0..if step == BURST_AT { burst + 1 } else { 1 }).map(|_| particle()).collect()).collect()
}

/// Particles that are nothing but their lives (6.3).
pub fn particles(burst: usize) -> Vec<Vec<Particle<()>>> {
    arrivals(burst, |_| ())
}

/// Particles that collide (6.4).
pub fn colliding_particles(burst: usize) -> Vec<Vec<Particle<Collider>>> {
    arrivals(burst, Collider::at_random)
}
