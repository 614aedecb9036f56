//! The allocators of the thesis (5.3.2), and a realm, which adds canaries to any of them (5.3.3, 5.3.4).
//!
//! Addresses are offsets from the beginning of the region. Headers, canaries, and links of free chunks are in the region.

use std::alloc::{alloc_zeroed, dealloc, Layout};

const CANARY: u32 = 0xCA;
const CANARY_BYTES: usize = 4;

/// The first address from one on whose byte at an offset is aligned.
fn aligned(address: usize, alignment: usize, offset: usize) -> usize {
    address + ((address + offset).wrapping_neg() & (alignment - 1))
}

/// Memory of one size.
pub struct Region {
    memory: *mut u8,
    layout: Layout,
}

impl Region {
    pub fn new(bytes: usize) -> Self {
        let layout = Layout::from_size_align(bytes, 4096).expect("the region has a size");
        // SAFETY: the size is not 0.
        Self { memory: unsafe { alloc_zeroed(layout) }, layout }
    }

    pub fn bytes(&self) -> usize {
        self.layout.size()
    }

    fn at<T>(&self, address: usize) -> *mut T {
        assert!(address + size_of::<T>() <= self.bytes());
        self.memory.wrapping_add(address).cast()
    }

    pub fn put<T: Copy>(&mut self, address: usize, value: T) {
        // SAFETY: the cell is within the region.
        unsafe { self.at::<T>(address).write_unaligned(value) }
    }

    pub fn get<T: Copy>(&self, address: usize) -> T {
        // SAFETY: as above, and callers ask for numbers.
        unsafe { self.at::<T>(address).read_unaligned() }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout.
        unsafe { dealloc(self.memory, self.layout) }
    }
}

/// What cuts blocks from a region.
pub trait Allocator {
    fn region(&mut self) -> &mut Region;
    fn alloc(&mut self, size: usize, alignment: usize, offset: usize) -> Option<usize>;
    fn used(&self) -> usize;
}

/// A header of 4 bytes with the size; nothing is freed.
pub struct Linear {
    region: Region,
    top: usize,
}

impl Linear {
    pub fn new(region: Region) -> Self {
        Self { region, top: 0 }
    }
}

impl Allocator for Linear {
    fn region(&mut self) -> &mut Region {
        &mut self.region
    }

    fn alloc(&mut self, size: usize, alignment: usize, offset: usize) -> Option<usize> {
        let start = aligned(self.top + 4, alignment, offset);
        if start + size > self.region.bytes() {
            return None;
        }
        self.region.put(start - 4, size as u32);
        self.top = start + size;
        Some(start)
    }

    fn used(&self) -> usize {
        self.top
    }
}

/// A header of 8 bytes with the size and the end of the stack before; and a number, if the order is checked. The front of
/// a double-ended allocator is one, whose region ends where the back begins.
pub struct Stack {
    region: Region,
    checked: bool,
    top: usize,
    back: usize,
    count: u32,
}

impl Stack {
    pub fn new(region: Region, checked: bool) -> Self {
        let back = region.bytes();
        Self { region, checked, top: 0, back, count: 0 }
    }
}

impl Allocator for Stack {
    fn region(&mut self) -> &mut Region {
        &mut self.region
    }

    fn alloc(&mut self, size: usize, alignment: usize, offset: usize) -> Option<usize> {
        let start = aligned(self.top + if self.checked { 12 } else { 8 }, alignment, offset);
        if start + size > self.back {
            return None;
        }
        self.count += 1;
        self.region.put(start - 4, size as u32);
        self.region.put(start - 8, self.top as u32);
        if self.checked {
            self.region.put(start - 12, self.count);
        }
        self.top = start + size;
        Some(start)
    }

    fn used(&self) -> usize {
        self.top + self.region.bytes() - self.back
    }
}

/// Free chunks, linked through their first bytes; with a page, it grows by whole pages.
pub struct Pool {
    region: Region,
    size: usize,
    alignment: usize,
    chunk: usize,
    page: Option<usize>,
    known: usize,
    head: usize,
    taken: usize,
}

const END: usize = usize::MAX;

impl Pool {
    pub fn new(region: Region, size: usize, alignment: usize, page: Option<usize>) -> Self {
        let chunk = aligned(size.max(size_of::<usize>()), alignment, 0);
        let mut pool = Self { region, size, alignment, chunk, page, known: 0, head: END, taken: 0 };
        if page.is_none() {
            pool.link(pool.region.bytes());
        }
        pool
    }

    /// Links all further chunks before an end, by ascending address.
    fn link(&mut self, end: usize) {
        let all = end / self.chunk;
        for number in (self.known..all).rev() {
            self.region.put(number * self.chunk, self.head);
            self.head = number * self.chunk;
        }
        self.known = all;
    }

    #[cold]
    fn grow(&mut self) {
        let end = ((self.known + 1) * self.chunk).next_multiple_of(self.page.unwrap_or(END));
        if end <= self.region.bytes() {
            self.link(end);
        }
    }
}

impl Allocator for Pool {
    fn region(&mut self) -> &mut Region {
        &mut self.region
    }

    fn alloc(&mut self, size: usize, alignment: usize, _: usize) -> Option<usize> {
        if size > self.size || alignment > self.alignment {
            return None;
        }
        if self.head == END && self.page.is_some() {
            self.grow();
        }
        let start = self.head;
        if start == END {
            return None;
        }
        self.head = self.region.get(start);
        self.taken += 1;
        Some(start)
    }

    fn used(&self) -> usize {
        self.taken * self.chunk
    }
}

/// What a realm knows of a block.
#[allow(dead_code, reason = "it is kept for freeing, which no scenario does")]
struct Block {
    start: usize,
    offset: usize,
    asked: usize,
    live: bool,
}

/// An allocator, a canary at both ends of each block, and a table of the blocks.
pub struct Realm<A> {
    allocator: A,
    blocks: Vec<Block>,
}

impl<A: Allocator> Realm<A> {
    pub fn new(allocator: A) -> Self {
        Self { allocator, blocks: Vec::new() }
    }
}

impl<A: Allocator> Allocator for Realm<A> {
    fn region(&mut self) -> &mut Region {
        self.allocator.region()
    }

    fn alloc(&mut self, size: usize, alignment: usize, offset: usize) -> Option<usize> {
        if size == 0 || !alignment.is_power_of_two() {
            return None;
        }
        let start = self.allocator.alloc(size + 2 * CANARY_BYTES, alignment, offset + CANARY_BYTES)?;
        self.blocks.push(Block { start, offset, asked: size, live: true });
        self.region().put(start, CANARY);
        self.region().put(start + CANARY_BYTES + size, CANARY);
        Some(start + CANARY_BYTES)
    }

    fn used(&self) -> usize {
        self.allocator.used()
    }
}
