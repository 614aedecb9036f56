//! Pass as long as these releases have the defects.

use std::alloc::Layout;
use std::ptr::{slice_from_raw_parts_mut, NonNull};

#[test]
fn f67_a_frame_is_handed_out_twice() {
    let mut frames = buddy_system_allocator_0_6_0::FrameAllocator::new();
    frames.add_frame(0, 4);
    let frame = frames.alloc(1).unwrap();
    frames.dealloc(frame, 1);
    assert_eq!(frames.alloc(1), frames.alloc(1));
}

#[test]
fn f68_two_blocks_of_the_largest_size_are_lost() {
    let mut frames = buddy_system_allocator_0_12_0::FrameAllocator::<5>::new();
    frames.add_frame(0, 32);
    let (one, other) = (frames.alloc(16).unwrap(), frames.alloc(16).unwrap());
    frames.dealloc(one, 16);
    frames.dealloc(other, 16);
    assert_eq!(frames.alloc(1), None); // and not Some(0)
}

#[test]
fn f68_release_0_13_0_keeps_them() {
    let mut frames = buddy_system_allocator::FrameAllocator::<5>::new();
    frames.add_frame(0, 32);
    let (one, other) = (frames.alloc(16).unwrap(), frames.alloc(16).unwrap());
    frames.dealloc(one, 16);
    frames.dealloc(other, 16);
    assert!(frames.alloc(1).is_some());
}

#[repr(align(4096))]
struct Region([u8; 1000]);

#[test]
fn f69_a_block_that_moves_loses_its_bytes() {
    let mut region = Region([0; 1000]);
    let mut lists: rlsf_0_1_0::Tlsf<u16, u16, 15, 16> = rlsf_0_1_0::Tlsf::INIT;
    let layout = |size| Layout::from_size_align(size, 64).unwrap();
    unsafe {
        lists.insert_free_block_ptr(NonNull::new(slice_from_raw_parts_mut(region.0.as_mut_ptr(), 1000)).unwrap());
        let (one, other) = (lists.allocate(layout(1)).unwrap(), lists.allocate(layout(1)).unwrap());
        other.as_ptr().write(7);
        lists.reallocate(one, layout(33)).unwrap();
        let moved = lists.reallocate(other, layout(33)).unwrap();
        assert_ne!(moved.as_ptr().read(), 7);
    }
}
