//! The arena of the crate bumpalo, whose chunks are those of the global allocator.

use std::alloc::Layout;
use std::ptr::NonNull;

use allocator_api2::alloc::Allocator as _;
use bumpalo::Bump;

use crate::memory::{Allocator, Counting, Resizing};

/// The most bytes, so that huge blocks are refused.
const LIMIT: usize = 1 << 20;

impl Allocator for Bump {
    fn open(_: NonNull<u8>, _: usize) -> Self {
        let arena = Self::new();
        arena.set_allocation_limit(Some(LIMIT));
        arena
    }

    fn alloc(&mut self, layout: Layout) -> Option<NonNull<u8>> {
        self.try_alloc_layout(layout).ok()
    }

    unsafe fn dealloc(&mut self, block: NonNull<u8>, layout: Layout) {
        (&*self).deallocate(block, layout);
    }

    fn reset(&mut self, _: NonNull<u8>, _: usize) {
        Self::reset(self);
    }
}

impl Resizing for Bump {
    unsafe fn resize(&mut self, block: NonNull<u8>, from: Layout, to: Layout) -> Option<NonNull<u8>> {
        let arena = &*self;
        let found = if to.size() > from.size() { arena.grow(block, from, to) } else { arena.shrink(block, from, to) };
        found.ok().map(NonNull::cast)
    }
}

impl Counting for Bump {
    fn used(&self) -> usize {
        self.allocated_bytes()
    }
}
