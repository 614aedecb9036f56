//! The allocators of the crates linked_list_allocator and rlsf, which link the free blocks of a region.

use std::alloc::Layout;
use std::ptr::{slice_from_raw_parts_mut, NonNull};

use linked_list_allocator::Heap;

use crate::memory::{Allocator, Counting, Resizing};

impl Allocator for Heap {
    fn open(region: NonNull<u8>, size: usize) -> Self {
        // SAFETY: nobody else uses the region, and it is larger than the 24 bytes that are needed
        unsafe { Self::new(region.as_ptr(), size) }
    }

    fn alloc(&mut self, layout: Layout) -> Option<NonNull<u8>> {
        self.allocate_first_fit(layout).ok()
    }

    unsafe fn dealloc(&mut self, block: NonNull<u8>, layout: Layout) {
        self.deallocate(block, layout);
    }
}

impl Counting for Heap {
    fn used(&self) -> usize {
        Self::used(self)
    }
}

/// Adapts the allocator of a release of rlsf: *two-level segregated fit*, with blocks of up to 2^20 bytes.
macro_rules! segregated {
    ($($name:ident, $crate_:ident, $new:expr;)*) => {$(
        pub type $name = $crate_::Tlsf<'static, u16, u16, 15, 16>;

        impl Allocator for $name {
            fn open(region: NonNull<u8>, size: usize) -> Self {
                let mut lists: Self = $new;
                let block = NonNull::new(slice_from_raw_parts_mut(region.as_ptr(), size)).expect("a region");
                // SAFETY: nobody else uses the region
                unsafe { lists.insert_free_block_ptr(block) };
                lists
            }

            fn alloc(&mut self, layout: Layout) -> Option<NonNull<u8>> {
                self.allocate(layout)
            }

            unsafe fn dealloc(&mut self, block: NonNull<u8>, layout: Layout) {
                self.deallocate(block, layout.align());
            }
        }

        impl Resizing for $name {
            unsafe fn resize(&mut self, block: NonNull<u8>, _: Layout, to: Layout) -> Option<NonNull<u8>> {
                self.reallocate(block, to)
            }
        }
    )*};
}

segregated! {
    Segregated, rlsf, Self::new();
    SegregatedOld, rlsf_0_1_0, Self::INIT;
}
