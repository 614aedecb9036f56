//! A global allocator that counts how many bytes are asked for: the current number, and the largest one.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static CURRENT: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static GLOBAL: Counting = Counting;

fn count(more: usize, less: usize) {
    if COUNTS.load(Relaxed) {
        let current = CURRENT.load(Relaxed).wrapping_add(more).wrapping_sub(less);
        CURRENT.store(current, Relaxed);
        PEAK.fetch_max(current, Relaxed);
    }
}

// SAFETY: everything is done by the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        System.dealloc(block, layout);
        count(0, layout.size());
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        System.realloc(block, layout, size)
    }
}

/// Counts from now on, if so.
pub fn start(counts: bool) {
    CURRENT.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    COUNTS.store(counts, Relaxed);
}

/// The most bytes that were asked for at one time.
pub fn peak() -> usize {
    COUNTS.store(false, Relaxed);
    PEAK.load(Relaxed)
}
