//! The buddy allocators of the crate buddy_system_allocator: of memory, and of frames, which are the bytes here.

use std::alloc::Layout;
use std::ptr::NonNull;

use buddy_system_allocator::{FrameAllocator, Heap};

use crate::memory::{Allocator, Counting};

impl Allocator for Heap<33> {
    fn open(region: NonNull<u8>, size: usize) -> Self {
        let mut heap = Self::new();
        // SAFETY: nobody else uses the region
        unsafe { heap.init(region.as_ptr() as usize, size) };
        heap
    }

    fn alloc(&mut self, layout: Layout) -> Option<NonNull<u8>> {
        Self::alloc(self, layout).ok()
    }

    unsafe fn dealloc(&mut self, block: NonNull<u8>, layout: Layout) {
        Self::dealloc(self, block, layout);
    }
}

impl Counting for Heap<33> {
    fn used(&self) -> usize {
        self.stats_alloc_actual()
    }
}

/// The region, and the frames in it. A block has as many frames as the larger of its size and its alignment.
pub struct Frames<F> {
    region: NonNull<u8>,
    frames: F,
}

fn count(layout: Layout) -> usize {
    layout.size().max(layout.align())
}

/// Adapts the frame allocator of a release, whose frames are the bytes of the region.
macro_rules! frames {
    ($($allocator:ty),*) => {$(
        impl Allocator for Frames<$allocator> {
            fn open(region: NonNull<u8>, size: usize) -> Self {
                let mut frames = <$allocator>::new();
                frames.add_frame(0, size);
                Self { region, frames }
            }

            fn alloc(&mut self, layout: Layout) -> Option<NonNull<u8>> {
                let frame = self.frames.alloc(count(layout))?;
                // SAFETY: it is in the region
                Some(unsafe { self.region.add(frame) })
            }

            unsafe fn dealloc(&mut self, block: NonNull<u8>, layout: Layout) {
                self.frames.dealloc(block.as_ptr() as usize - self.region.as_ptr() as usize, count(layout));
            }
        }
    )*};
}

/// With lists for blocks of up to 16 frames, so that a region has several of the largest ones.
pub type Newest = Frames<FrameAllocator<5>>;
pub type Old = Frames<buddy_system_allocator_0_6_0::FrameAllocator>;

frames!(FrameAllocator<5>, buddy_system_allocator_0_6_0::FrameAllocator);
