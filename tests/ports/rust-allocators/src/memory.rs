//! What the ports of allocators share: the table of blocks, whose bytes are filled and read back.
//!
//! An [`Allocator`] is what a crate has to offer. A block that is gone is one that is no longer in the table: no allocator
//! knows.

use std::alloc::{alloc_zeroed, dealloc, Layout};
use std::ptr::NonNull;

use crate::starter::{self, Answer, Choices};

/// The alignment of a region: that of a page.
const PAGE: usize = 4096;

/// A published allocator.
pub trait Allocator: Sized {
    /// A fresh one, with a region of so many bytes.
    fn open(region: NonNull<u8>, size: usize) -> Self;

    /// Allocates a block, if there is room.
    fn alloc(&mut self, layout: Layout) -> Option<NonNull<u8>>;

    /// Frees a block.
    ///
    /// # Safety
    ///
    /// The block was allocated with this layout, and not freed.
    unsafe fn dealloc(&mut self, block: NonNull<u8>, layout: Layout);

    /// Frees every block.
    fn reset(&mut self, region: NonNull<u8>, size: usize) {
        *self = Self::open(region, size);
    }
}

/// An allocator that gives a block another size.
pub trait Resizing: Allocator {
    /// The block, which may have moved, if there is room.
    ///
    /// # Safety
    ///
    /// As for [`Allocator::dealloc`].
    unsafe fn resize(&mut self, block: NonNull<u8>, from: Layout, to: Layout) -> Option<NonNull<u8>>;
}

/// An allocator that knows how many bytes are in use.
pub trait Counting: Allocator {
    fn used(&self) -> usize;
}

/// A block, how many of its bytes were written, and the first of them.
struct Block {
    bytes: NonNull<u8>,
    layout: Layout,
    written: usize,
    pattern: i64,
}

impl Block {
    fn fill(&mut self, pattern: i64) {
        (self.pattern, self.written) = (pattern, self.layout.size());
        for at in 0..self.written {
            // SAFETY: the allocator promised as many bytes
            unsafe { self.bytes.add(at).write(self.byte(at)) };
        }
    }

    fn byte(&self, at: usize) -> u8 {
        ((self.pattern + at as i64) % 251) as u8
    }

    /// The bytes that are as they were written, up to the first that is not.
    fn whole(&self) -> usize {
        // SAFETY: they were written
        (0..self.written).take_while(|&at| unsafe { self.bytes.add(at).read() } == self.byte(at)).count()
    }
}

/// An allocator, its region and the size of that, and the blocks by the numbers of their insertions.
pub struct Memory<A> {
    allocator: A,
    region: NonNull<u8>,
    size: usize,
    blocks: Vec<Option<Block>>,
}

impl<A> Memory<A> {
    /// The address that is answered as 0: where the region begins, or that of the null pointer.
    fn origin(&self) -> usize {
        if self.size == 0 {
            0
        } else {
            self.region.as_ptr() as usize
        }
    }
}

impl<A> Drop for Memory<A> {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout, and no allocator writes when it is dropped
        unsafe { dealloc(self.region.as_ptr(), layout(self.size)) };
    }
}

fn layout(size: usize) -> Layout {
    Layout::from_size_align(size.max(1), PAGE).expect("a region")
}

/// A fresh allocator, whose region is as large as the program says; 0 if it has no end.
pub fn open<A: Allocator>(choices: &Choices) -> Memory<A> {
    let size = choices.get("region").map_or(0, |text| text.parse().expect("a number"));
    // SAFETY: it is not empty
    let region = NonNull::new(unsafe { alloc_zeroed(layout(size)) }).expect("memory for the region");
    Memory { allocator: A::open(region, size), region, size, blocks: Vec::new() }
}

type Operation<'a, A> = starter::Operation<'a, Memory<A>, usize>;
pub type Function<A> = (&'static str, starter::Function<Memory<A>, usize>);

fn alloc<A: Allocator>(memory: &mut Memory<A>, o: &mut Operation<A>) -> Answer<usize> {
    let (size, alignment) = (o.number(0) as usize, o.number(1) as usize);
    memory.blocks.resize_with(o.element as usize + 1, || None);
    if size == 0 {
        return Answer::Refused("size");
    }
    if !alignment.is_power_of_two() {
        return Answer::Refused("alignment");
    }
    let Some((layout, bytes)) = Layout::from_size_align(size, alignment)
        .ok()
        .and_then(|layout| Some((layout, memory.allocator.alloc(layout)?)))
    else {
        return Answer::Refused("full");
    };
    let mut block = Block { bytes, layout, written: 0, pattern: 0 };
    block.fill(o.element);
    memory.blocks[o.element as usize] = Some(block);
    Answer::Key(o.element as usize)
}

fn free<A: Allocator>(memory: &mut Memory<A>, o: &mut Operation<A>) -> Answer<usize> {
    let block = memory.blocks[*o.key(0)].take();
    if let Some(Block { bytes, layout, .. }) = block {
        // SAFETY: it was in the table
        unsafe { memory.allocator.dealloc(bytes, layout) };
    }
    Answer::Truth(block.is_some())
}

fn resize<A: Resizing>(memory: &mut Memory<A>, o: &mut Operation<A>) -> Answer<usize> {
    let size = o.number(1) as usize;
    let Some(block) = &mut memory.blocks[*o.key(0)] else { return Answer::Truth(false) };
    if size == 0 {
        return Answer::Refused("size");
    }
    let Ok(layout) = Layout::from_size_align(size, block.layout.align()) else { return Answer::Refused("full") };
    // SAFETY: it is in the table
    let Some(bytes) = (unsafe { memory.allocator.resize(block.bytes, block.layout, layout) }) else {
        return Answer::Refused("full");
    };
    *block = Block { bytes, layout, written: block.written.min(size), pattern: block.pattern };
    Answer::Truth(true)
}

fn reset<A: Allocator>(memory: &mut Memory<A>, _: &mut Operation<A>) -> Answer<usize> {
    memory.blocks.iter_mut().for_each(|block| *block = None);
    memory.allocator.reset(memory.region, memory.size);
    Answer::Done
}

/// A number that a block has.
fn number<A>(memory: &Memory<A>, o: &Operation<A>, of: fn(&Memory<A>, &Block) -> usize) -> Answer<usize> {
    Answer::Value(memory.blocks[*o.key(0)].as_ref().map(|block| of(memory, block) as i64))
}

/// The operations that every port offers.
pub fn functions<A: Allocator>() -> Vec<Function<A>> {
    vec![
        ("alloc", alloc),
        ("dealloc", free),
        ("reset", reset),
        ("check", |memory, o| number(memory, o, |_, block| block.whole())),
        ("address", |memory, o| number(memory, o, |memory, block| block.bytes.as_ptr() as usize - memory.origin())),
        ("write", |memory, o| {
            let block = memory.blocks[*o.key(0)].as_mut();
            Answer::Truth(block.map(|block| block.fill(o.number(1))).is_some())
        }),
    ]
}

pub fn resizing<A: Resizing>() -> Function<A> {
    ("resize", resize)
}

pub fn counting<A: Counting>() -> Function<A> {
    ("used", |memory, _| Answer::Value(Some(memory.allocator.used() as i64)))
}
