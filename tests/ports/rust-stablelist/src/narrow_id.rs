//! Ids whose width a program chooses when it runs.

use std::fmt;

use rust_stablelist::StableId;

/// An id that starts over after `last`. Ids are equal if their numbers are.
#[derive(Clone, Copy, Debug)]
pub struct NarrowId {
    number: u64,
    last: u64,
}

impl NarrowId {
    /// The first id of a width; 0 means 64 bits.
    pub fn first(bits: u32) -> Self {
        Self { number: 0, last: u64::MAX.checked_shr(64 - bits).unwrap_or(u64::MAX) }
    }
}

impl StableId for NarrowId {
    fn init() -> Self {
        Self::first(64)
    }

    fn up(&mut self) {
        self.number = if self.number == self.last { 0 } else { self.number + 1 };
    }
}

impl PartialEq for NarrowId {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for NarrowId {}

impl From<u64> for NarrowId {
    fn from(number: u64) -> Self {
        Self { number, ..Self::init() }
    }
}

impl From<NarrowId> for u64 {
    fn from(id: NarrowId) -> Self {
        id.number
    }
}

impl fmt::Display for NarrowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}
